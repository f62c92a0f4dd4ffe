/** Rows that moved sideways: the terminal moves them itself, and shows the same as if they were sent. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indexed } from '../../runtime/base/color.js';
import { BLANK, CellBuffer, WIDE_TAIL } from '../../runtime/paint/cells.js';
import { Damage } from '../../runtime/paint/damage.js';
import { MemoryTerminal } from '../../runtime/terminal/memory-terminal.js';
import { Screen } from '../../runtime/terminal/screen.js';
import { Xterm, bufferCells, visible } from '../support/xterm.js';
import { propertyRuns } from '../support/property-runs.js';

const SHIFT = /\x1b\[\d*[P@]/;

/** A screen, the terminal that replays its bytes, and the buffer between. */
class Bench {
  readonly back: CellBuffer;
  readonly damage: Damage;
  readonly output: MemoryTerminal;
  readonly screen: Screen;
  readonly xterm: Xterm;

  constructor(
    readonly width: number,
    height: number,
    options: ConstructorParameters<typeof Screen>[1] = { shifts: true },
  ) {
    this.back = new CellBuffer(width, height);
    this.damage = new Damage(width, height);
    this.output = new MemoryTerminal(width, height);
    this.screen = new Screen(this.output, options);
    this.xterm = new Xterm(width, height);
  }

  /** Writes text into a row; characters from U+1100 on take two cells. */
  write(x: number, y: number, text: string, color = 0): void {
    const { glyphs, styles, table, width } = this.back;
    const style = table.intern(indexed(color), 0, 0);
    let column = x;
    for (const char of text) {
      const code = char.codePointAt(0) ?? BLANK;
      const i = y * width + column;
      const cells = code >= 0x3000 ? 2 : 1;
      if (column + cells > width) break;
      if (glyphs[i] === WIDE_TAIL && column > 0) glyphs[i - 1] = BLANK;
      if (column + cells < width && glyphs[i + cells] === WIDE_TAIL) glyphs[i + cells] = BLANK;
      glyphs[i] = code;
      styles[i] = style;
      if (cells === 2) {
        glyphs[i + 1] = WIDE_TAIL;
        styles[i + 1] = style;
      }
      column += cells;
    }
    this.damage.add({ x, y, width: column - x, height: 1 });
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

const WAVE = '▁▂▃▄▅▆▇█▇▆▅▄▃▂';
const wave = (from: number, length: number): string =>
  Array.from({ length }, (_, i) => WAVE[((from + i) * 5 + ((from + i) % 3)) % WAVE.length]).join(
    '',
  );

describe('a row that moved by one cell', () => {
  it('costs one delete, one insert and what is new', async () => {
    const bench = new Bench(120, 3);
    bench.write(0, 1, `spark 1 ${wave(0, 100)}  42.1`);
    await bench.present();
    for (let frame = 1; frame < 20; frame++) {
      bench.write(8, 1, wave(frame, 100));
      const bytes = await bench.present();
      expect(bytes).toMatch(SHIFT);
      expect(Buffer.byteLength(bytes)).toBeLessThan(40);
    }
  });

  it('is sent where the terminal has no such function', async () => {
    const bench = new Bench(120, 1, {});
    bench.write(0, 0, wave(0, 100));
    await bench.present();
    bench.write(0, 0, wave(1, 100));
    expect(await bench.present()).not.toMatch(SHIFT);
  });

  it('moves to the right as well', async () => {
    const bench = new Bench(80, 1);
    bench.write(0, 0, `x${wave(20, 60)}| end`);
    await bench.present();
    for (let frame = 19; frame > 0; frame--) {
      bench.write(1, 0, wave(frame, 60));
      const bytes = await bench.present();
      expect(bytes).toMatch(SHIFT);
      expect(Buffer.byteLength(bytes)).toBeLessThan(40);
    }
  });

  it.each([1, -1])('reaches the right margin, step %i', async (step) => {
    const bench = new Bench(60, 2);
    bench.write(10, 0, wave(50, 50));
    bench.write(0, 1, 'below');
    await bench.present();
    for (let frame = 1; frame < 12; frame++) {
      bench.write(10, 0, wave(50 + frame * step, 50));
      const bytes = await bench.present({ x: 59, y: 0 });
      expect(bytes).toMatch(SHIFT);
      // At the margin one of the two is enough.
      expect(bytes.match(/\x1b\[\d*[P@]/g)).toHaveLength(step > 0 ? 1 : 2);
    }
  });

  it('leaves wide glyphs whole, inside it and to its right', async () => {
    const bench = new Bench(60, 1);
    const text = (from: number): string =>
      Array.from({ length: 30 }, (_, i) =>
        (from + i) % 4 === 0 ? '世' : 'abcdefg'[(from + i) % 7],
      )
        .join('')
        .slice(0, 28);
    bench.write(0, 0, `${text(0)}`);
    bench.write(45, 0, '界界界 end');
    await bench.present();
    for (let frame = 1; frame < 30; frame++) {
      bench.write(0, 0, `${text(frame)}`);
      await bench.present();
    }
  });

  it('is sent where a glyph of doubtful width stands to its right', async () => {
    const bench = new Bench(60, 1);
    bench.write(0, 0, wave(0, 40));
    bench.write(50, 0, '☺');
    await bench.present();
    bench.write(0, 0, wave(1, 40));
    expect(await bench.present()).not.toMatch(SHIFT);
  });
});

it('finds the step of wider bars after some frames', async () => {
  const bench = new Bench(80, 1);
  const bars = (from: number): string =>
    Array.from({ length: 20 }, (_, i) => `${wave(from + i, 1).repeat(3)} `).join('');
  bench.write(0, 0, bars(0));
  await bench.present();
  const sizes: number[] = [];
  for (let frame = 1; frame < 260; frame++) {
    bench.write(0, 0, bars(frame));
    sizes.push(Buffer.byteLength(await bench.present()));
  }
  expect(Math.max(...sizes.slice(-10))).toBeLessThan(Math.max(...sizes) / 3);
});

const piece = fc.constantFrom(...'ab▁▅█─ 世界');
const change = fc.oneof(
  fc.record({
    kind: fc.constant('slide' as const),
    y: fc.nat(2),
    start: fc.nat(30),
    length: fc.integer({ min: 8, max: 45 }),
    step: fc.integer({ min: -8, max: 8 }),
  }),
  fc.record({
    kind: fc.constant('write' as const),
    y: fc.nat(2),
    start: fc.nat(44),
    text: fc.array(piece, { maxLength: 20 }),
    color: fc.nat(3),
  }),
);

const moves = fc.record({
  frames: fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { maxLength: 14 }),
  erases: fc.boolean(),
});
type Moves = typeof moves extends fc.Arbitrary<infer Value> ? Value : never;

/** Presents the frames, each of which the bench compares with what is painted. @returns how many of them shift */
async function presentMoves({ frames, erases }: Moves): Promise<number> {
  const bench = new Bench(46, 3, { shifts: true, erasesWithBackground: erases });
  for (let y = 0; y < 3; y++) bench.write(0, y, wave(y * 7, 46), y);
  await bench.present();
  let shifted = 0;
  for (const changes of frames) {
    for (const each of changes) {
      if (each.kind === 'write') bench.write(each.start, each.y, each.text.join(''), each.color);
      else slide(bench, each);
    }
    if (SHIFT.test(await bench.present())) shifted++;
  }
  return shifted;
}

it('shows what is painted, whatever moves and whatever is written over it', async () => {
  const shows = fc.asyncProperty(moves, async (some) => void (await presentMoves(some)));
  await fc.assert(shows, { numRuns: propertyRuns(150) });
});

it('shifts some of what moves in these cases', async () => {
  // The same in each run: whether a few cases of chance have enough to shift is chance too.
  const numRuns = propertyRuns(150);
  let shifted = 0;
  for (const some of fc.sample(moves, { numRuns, seed: 1 })) shifted += await presentMoves(some);
  expect(shifted).toBeGreaterThan(numRuns / 5);
});

/** Moves a part of a row; halves of wide glyphs at its ends become blanks. */
function slide(
  { back, damage }: Bench,
  at: { y: number; start: number; length: number; step: number },
): void {
  const { glyphs, styles, width } = back;
  const row = at.y * width;
  const from = Math.max(0, at.start, at.start - at.step);
  const to = Math.min(width, at.start + at.length, at.start + at.length - at.step);
  if (to <= from || from + at.step < 0 || to + at.step > width) return;
  glyphs.copyWithin(row + from + at.step, row + from, row + to);
  styles.copyWithin(row + from + at.step, row + from, row + to);
  for (let x = 0; x < width; x++) {
    const wide = glyphs[row + x] !== WIDE_TAIL && (glyphs[row + x] ?? 0) >= 0x3000;
    if (wide && (x + 1 >= width || glyphs[row + x + 1] !== WIDE_TAIL)) glyphs[row + x] = BLANK;
    const before = x === 0 ? 0 : (glyphs[row + x - 1] ?? 0);
    if (glyphs[row + x] === WIDE_TAIL && (before < 0x3000 || before === WIDE_TAIL)) {
      glyphs[row + x] = BLANK;
    }
  }
  damage.add({ x: 0, y: at.y, width, height: 1 });
}
