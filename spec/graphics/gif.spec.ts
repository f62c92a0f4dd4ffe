/** Animations: what each frame shows, and for how long. The files are written by another program. */
import { describe, expect, it } from '@jest/globals';
import { GifWriter, type GifFrameOptions } from 'omggif';
import { decode } from '../../runtime/graphics/decode/decode.js';
import type { Animation, Picture } from '../../runtime/graphics/pixels.js';

const PALETTE = [0xff0000, 0x00ff00, 0x0000ff, 0xffffff];
const LETTERS = 'rgbw';

interface Part extends GifFrameOptions {
  readonly at?: readonly [x: number, y: number];
  /** Colours by letters; a dot is clear. */
  readonly rows: readonly string[];
}

/** A file of 4 x 1 pixels, or as large as it says. */
function gif(
  parts: readonly Part[],
  loop?: number,
  [width, height]: readonly [number, number] = [4, 1],
): Uint8Array {
  const bytes = new Uint8Array(10_000);
  const writer = new GifWriter(bytes, width, height, {
    palette: [...PALETTE, 0, 0, 0, 0],
    ...(loop === undefined ? {} : { loop }),
  });
  for (const { at: [x, y] = [0, 0], rows, ...options } of parts) {
    const indexes = rows.flatMap((row) =>
      [...row].map((each) => (each === '.' ? 7 : LETTERS.indexOf(each))),
    );
    writer.addFrame(x, y, rows[0]!.length, rows.length, indexes, { transparent: 7, ...options });
  }
  return bytes.slice(0, writer.end());
}

function letters(picture: Picture): string {
  const { data, width, height } = picture;
  return Array.from({ length: width * height }, (_, at) => {
    const [r, g, b, a] = data.subarray(at * 4, at * 4 + 4);
    return a === 0 ? '.' : LETTERS[PALETTE.indexOf((r! << 16) | (g! << 8) | b!)]!;
  }).join('');
}

async function film(bytes: Uint8Array): Promise<Animation> {
  const { animation } = await decode(bytes);
  expect(animation).toBeDefined();
  return animation!;
}

async function frames(bytes: Uint8Array): Promise<string[]> {
  const animation = await film(bytes);
  return Array.from({ length: animation.count }, (_, at) => letters(animation.show(at)));
}

describe('disposal', () => {
  const after = (disposal: number): Promise<string[]> =>
    frames(
      gif([
        { rows: ['rrrr'] },
        { rows: ['gg'], at: [1, 0], disposal },
        { rows: ['b'], at: [3, 0] },
      ]),
    );

  it.each([
    ['is none where none is stated', 0, 'rggb'],
    ['keeps', 1, 'rggb'],
    ['clears the area of the frame', 2, 'r..b'],
    ['brings back what was there', 3, 'rrrb'],
  ] as const)('%s', async (_, disposal, last) => {
    expect(await after(disposal)).toEqual(['rrrr', 'rggr', last]);
  });

  it('brings back what was there before several frames that are taken back', async () => {
    const parts = [
      { rows: ['r.r.'] },
      { rows: ['gggg'], disposal: 3 },
      { rows: ['b'], at: [1, 0], disposal: 3 },
      { rows: ['w'], at: [3, 0] },
    ] as const;
    expect(await frames(gif(parts))).toEqual(['r.r.', 'gggg', 'rbr.', 'r.rw']);
  });

  it('clears the first frame, too', async () => {
    const parts = [{ rows: ['rrrr'], disposal: 2 }, { rows: ['.g..'] }] as const;
    expect(await frames(gif(parts))).toEqual(['rrrr', '.g..']);
  });
});

it('shows any frame after any other as it is in order', async () => {
  const parts = [
    { rows: ['rrrr'] },
    { rows: ['gg'], at: [0, 0], disposal: 2 },
    { rows: ['b..w'], disposal: 3 },
    { rows: ['g'], at: [3, 0] },
  ] as const;
  const animation = await film(gif(parts));
  const inOrder = [0, 1, 2, 3].map((at) => letters(animation.show(at)));
  expect(inOrder).toEqual(['rrrr', 'ggrr', 'b.rw', '..rg']);
  for (const at of [3, 0, 2, 1, 3, 3, 0]) expect(letters(animation.show(at))).toBe(inOrder[at]);
});

describe('time', () => {
  it('is that of browsers: what is too fast is a tenth of a second', async () => {
    const parts = [0, 1, 2, 3, 50].map((delay) => ({ rows: ['rgbw'], delay }));
    const animation = await film(gif(parts));
    expect(parts.map((_, at) => animation.delay(at))).toEqual([100, 100, 20, 30, 500]);
  });

  it.each([
    ['once where nothing is stated', undefined, 1],
    ['for ever', 0, Infinity],
    ['once and three times again', 3, 4],
  ] as const)('it plays %s', async (_, loop, plays) => {
    expect((await film(gif([{ rows: ['rrrr'] }, { rows: ['gggg'] }], loop))).plays).toBe(plays);
  });
});

it('has no animation where there is one frame', async () => {
  const picture = await decode(gif([{ rows: ['rgbw'] }], 0));
  expect([letters(picture), picture.animation]).toEqual(['rgbw', undefined]);
});

describe('damage', () => {
  const whole = gif([{ rows: ['rrrr'] }, { rows: ['gggg'] }, { rows: ['bbbb'] }], 0);

  it('at the end shows the frames before it', async () => {
    const animation = await film(whole.subarray(0, whole.length - 8));
    expect(animation.count).toBe(2);
    expect(letters(animation.show(1))).toBe('gggg');
  });

  it('within a later frame ends the animation before it', async () => {
    const changed = whole.slice();
    // The data of the last frame: its first byte is the size of its codes.
    const image = changed.lastIndexOf(0x2c);
    changed[image + 10] = 99;
    const animation = await film(changed);
    expect(animation.count).toBe(3);
    expect(letters(animation.show(2))).toBe('gggg');
    expect(animation.count).toBe(2);
  });

  it('of what is not read is not noticed', async () => {
    const bytes = gif([{ rows: ['rrrr'] }, { rows: ['gggg'] }]);
    const comment = Uint8Array.of(0x21, 0xfe, 2, 0x2c, 0x3b, 0);
    const at = bytes.indexOf(0x2c);
    const control = at - 8;
    const changed = Uint8Array.of(
      ...bytes.subarray(0, control),
      ...comment,
      ...bytes.subarray(control),
    );
    expect(await frames(changed)).toEqual(['rrrr', 'gggg']);
  });
});
