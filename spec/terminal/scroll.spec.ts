/** Rows that moved up or down: the terminal moves them itself, and shows the same as if they were sent. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indexed } from '../../runtime/base/color.js';
import { CellBuffer } from '../../runtime/paint/cells.js';
import { Damage } from '../../runtime/paint/damage.js';
import { MemoryTerminal } from '../../runtime/terminal/memory-terminal.js';
import { Screen } from '../../runtime/terminal/screen.js';
import { Xterm, bufferCells, visible } from '../support/xterm.js';
import { propertyRuns } from '../support/property-runs.js';

const SCROLL = /\x1b\[\d*[ML]/;
const MARGINS = /\x1b\[\d*;\d*r/;

/** A screen, the terminal that replays its bytes, and the buffer between. */
class Bench {
  readonly back: CellBuffer;
  readonly damage: Damage;
  readonly output: MemoryTerminal;
  readonly screen: Screen;
  readonly xterm: Xterm;

  constructor(
    readonly width: number,
    readonly height: number,
    options: ConstructorParameters<typeof Screen>[1] = { shifts: true },
  ) {
    this.back = new CellBuffer(width, height);
    this.damage = new Damage(width, height);
    this.output = new MemoryTerminal(width, height);
    this.screen = new Screen(this.output, options);
    this.xterm = new Xterm(width, height);
  }

  /** Writes a row, and blanks behind the text. */
  row(y: number, text: string, color = 0): void {
    const { glyphs, styles, table, width } = this.back;
    const style = table.intern(indexed(color), 0, 0);
    for (let x = 0; x < width; x++) {
      glyphs[y * width + x] = text.codePointAt(x) ?? 0x20;
      styles[y * width + x] = x < text.length ? style : 0;
    }
    this.damage.add({ x: 0, y, width, height: 1 });
  }

  /** Moves rows up or down; those that come show a text. */
  scroll(top: number, bottom: number, step: number, text: (y: number) => string): void {
    const { glyphs, styles, width } = this.back;
    const [from, to] = step > 0 ? [top + step, bottom] : [top, bottom + step];
    if (from >= to) return;
    for (const cells of [glyphs, styles]) {
      cells.copyWithin((from - step) * width, from * width, to * width);
    }
    this.damage.add({ x: 0, y: top, width, height: bottom - top });
    const [first, last] = step > 0 ? [bottom - step, bottom] : [top, top - step];
    for (let y = first; y < last; y++) this.row(y, text(y));
  }

  /** Shows the buffer and checks what the terminal shows; returns the bytes. */
  async present(cursor: { x: number; y: number } | null = null): Promise<string> {
    this.screen.present(this.back, this.damage, cursor);
    this.damage.clear();
    const bytes = this.output.take();
    await this.xterm.write(bytes);
    expect(visible(this.xterm.cells())).toEqual(visible(bufferCells(this.back)));
    return bytes;
  }
}

const WORDS = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda'.split(' ');
const line = (at: number): string =>
  [3, 5, 7, 11].map((step) => WORDS[(at * step + at) % WORDS.length]).join(' ') + ` ${at * 7919}`;

async function log(
  width: number,
  height: number,
  options?: ConstructorParameters<typeof Screen>[1],
) {
  const bench = new Bench(width, height, options);
  for (let y = 0; y < height; y++) bench.row(y, line(y));
  await bench.present();
  return bench;
}

describe('rows that moved up', () => {
  it.each([
    // Own bytes are those of the text, and of going to its row.
    ['the whole screen', 0, 24, false],
    ['down to the last row', 3, 24, false],
    ['from the first row', 0, 20, true],
    ['between others', 2, 20, true],
  ])('cost what is new, and 20 bytes at most: %s', async (_, top, bottom, hasMargins) => {
    const bench = await log(80, 24);
    for (let frame = 0; frame < 12; frame++) {
      const text = line(100 + frame);
      bench.scroll(top, bottom, 1, () => text);
      const bytes = await bench.present();
      expect(bytes).toMatch(SCROLL);
      expect(MARGINS.test(bytes)).toBe(hasMargins);
      expect(bytes.length).toBeLessThanOrEqual(text.length + 5 + 20);
      expect(bench.screen.rowsScrolled).toBe(bottom - top - 1);
    }
  });

  it.each([2, 5, -1, -4])('move by a step of %i', async (step) => {
    const bench = await log(60, 20);
    for (let frame = 1; frame < 8; frame++) {
      bench.scroll(2, 18, step, (y) => line(100 * frame + y));
      expect(await bench.present({ x: 3, y: 19 })).toMatch(SCROLL);
    }
  });

  it('leave a border and a scrollbar beside them in place', async () => {
    const bench = new Bench(60, 20);
    const framed = (at: number, y: number): string =>
      `│${line(at).padEnd(57)}${y > 12 ? '█' : '░'}│`;
    for (let y = 0; y < 20; y++) bench.row(y, framed(y, y));
    await bench.present();
    for (let frame = 1; frame < 6; frame++) {
      for (let y = 0; y < 20; y++) bench.row(y, framed(y + frame, y));
      const bytes = await bench.present();
      expect(bytes).toMatch(SCROLL);
      expect(bytes.length).toBeLessThan(120);
    }
  });

  it('are sent where the terminal has no such functions', async () => {
    const bench = await log(60, 20, {});
    bench.scroll(0, 20, 1, () => line(100));
    expect(await bench.present()).not.toMatch(SCROLL);
  });

  it('are sent in the live region below the prompt, which has no known place on the screen', () => {
    const output = new MemoryTerminal(60, 20);
    const screen = new Screen(output, { shifts: true });
    screen.start(true);
    const bench = new Bench(60, 10);
    for (let frame = 0; frame < 4; frame++) {
      for (let y = 0; y < 10; y++) bench.row(y, line(y + frame));
      screen.present(bench.back, bench.damage, null, true);
      bench.damage.clear();
      expect(output.take()).not.toMatch(/\x1b\[[\d;]*[MLrS]/);
    }
  });

  it('lose the background that what is printed before had', async () => {
    const bench = new Bench(60, 12, { shifts: true, erasesWithBackground: true });
    const { glyphs, styles, table } = bench.back;
    for (let y = 0; y < 12; y++) bench.row(y, line(y));
    await bench.present();
    const red = table.intern(indexed(7), indexed(1), 0);
    for (let frame = 0; frame < 3; frame++) {
      // The last that is sent of the frame before is red.
      glyphs[11 * 60 + 59] = 0x41 + frame;
      styles[11 * 60 + 59] = red;
      bench.damage.span(11, 59, 60);
      await bench.present();
      bench.scroll(0, 10, 1, () => line(50 + frame));
      expect(await bench.present()).toMatch(SCROLL);
    }
  });
});

const change = fc.oneof(
  fc.record({
    kind: fc.constant('scroll' as const),
    top: fc.nat(11),
    height: fc.integer({ min: 2, max: 12 }),
    step: fc.integer({ min: -4, max: 4 }),
    text: fc.nat(200),
  }),
  fc.record({
    kind: fc.constant('write' as const),
    y: fc.nat(11),
    text: fc.nat(200),
    color: fc.nat(3),
  }),
);

it('shows what is painted, whatever moves and whatever is written over it', async () => {
  let scrolled = 0;
  const frames = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { maxLength: 12 });
  const shows = fc.asyncProperty(frames, fc.boolean(), async (some, erases) => {
    const bench = await log(46, 12, { shifts: true, erasesWithBackground: erases });
    for (const changes of some) {
      for (const each of changes) {
        if (each.kind === 'write') bench.row(each.y, line(each.text), each.color);
        else {
          const bottom = Math.min(12, each.top + each.height);
          if (Math.abs(each.step) < bottom - each.top) {
            bench.scroll(each.top, bottom, each.step, (y) => line(each.text + y));
          }
        }
      }
      if (SCROLL.test(await bench.present({ x: 1, y: 1 }))) scrolled++;
    }
  });
  await fc.assert(shows, { numRuns: propertyRuns(100) });
  expect(scrolled).toBeGreaterThan(0);
});
