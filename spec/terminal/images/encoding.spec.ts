/** Sixels of large images: encoded in steps, between which keys are read. */
import { expect, it, jest } from '@jest/globals';
import { COLORS, PALETTE_BYTES } from '../../../runtime/graphics/indexed-format.js';
import type { DrawnImage } from '../../../runtime/terminal/images/image-layer.js';
import type { TerminalImage } from '../../../runtime/terminal/images/image.js';
import { KeptImages } from '../../../runtime/terminal/images/kept-images.js';
import { SixelEncoder, sixelImage } from '../../../runtime/terminal/images/sixel.js';

const CELL = { width: 10, height: 20 };

/** Noise, which is the most work. */
function noise(columns: number, rows: number, seed = 1): TerminalImage {
  const [width, height] = [columns * CELL.width, rows * CELL.height];
  const data = new Uint8Array(PALETTE_BYTES + width * height);
  for (let at = 0, state = seed; at < data.length; at++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    data[at] = state >>> 24;
  }
  return { protocol: 'sixel', columns, rows, width, height, data, cells: undefined };
}

function setUp() {
  const timers: (() => void)[] = [];
  const cancelled: (() => void)[] = [];
  const onRest = jest.fn();
  const kept = new KeptImages(
    {
      write: () => undefined,
      onCleanup: () => undefined,
      cell: () => CELL,
      draws: () => true,
      rest: {
        setTimer: (callback) => {
          timers.push(callback);
          return () => cancelled.push(callback);
        },
        onRest,
      },
    },
    false,
  );
  const drawn: DrawnImage[] = [];
  const add = jest.spyOn(kept.layer, 'add');
  const send = (image: TerminalImage): DrawnImage => {
    kept.send(7, image);
    drawn.push(add.mock.calls.at(-1)![1]);
    return drawn.at(-1)!;
  };
  return { kept, send, timers, cancelled, onRest };
}

it('are the same in steps of any size, none of which does much more than it may', () => {
  const image = noise(20, 10);
  const whole = sixelImage(image);
  /** Bytes of one strip at most: each colour by itself. */
  const strip = COLORS * (image.width + 8);
  for (const work of [1, 1000, 10_000]) {
    const encoder = new SixelEncoder(image);
    let steps = 1;
    for (let before = 0; !encoder.step(work); steps++) {
      const { length } = encoder.bytes;
      expect(length - before).toBeLessThan(work + strip);
      before = length;
    }
    expect(encoder.bytes.equals(whole)).toBe(true);
    expect(steps).toBeGreaterThan(1);
  }
});

it('of a small image are there at once', () => {
  const { send, timers, onRest } = setUp();
  const image = noise(20, 10);
  expect(send(image).bytes()?.equals(sixelImage(image))).toBe(true);
  expect([timers.length, onRest.mock.calls.length]).toEqual([0, 0]);
});

it('of a large one come after some turns, and a frame is asked for then', () => {
  const { send, timers, onRest } = setUp();
  const image = noise(120, 50);
  const drawn = send(image);
  let turns = 0;
  for (; drawn.bytes() === undefined; turns++) {
    expect(onRest).not.toHaveBeenCalled();
    timers.shift()!();
  }
  expect(turns).toBeGreaterThan(3);
  expect(drawn.bytes()!.equals(sixelImage(image))).toBe(true);
  expect([timers.length, onRest.mock.calls.length]).toEqual([0, 1]);
});

it('of one that is replaced, or gone, are not encoded any further', () => {
  const { kept, send, timers, cancelled } = setUp();
  expect(send(noise(120, 50)).bytes()).toBeUndefined();
  const [first] = timers;
  const next = send(noise(120, 50, 2));
  expect(cancelled).toEqual([first]);
  expect(next.bytes()).toBeUndefined();
  kept.remove(7);
  expect(cancelled).toEqual(timers);
});
