/** Bytes, exactly: what a frame costs is stated, not measured. */
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_COLOR, indexed, rgb, type Color } from '../../runtime/base/color.js';
import { BOLD, CellBuffer, REVERSE, UNDERLINE, WIDE_TAIL } from '../../runtime/paint/cells.js';
import { Damage } from '../../runtime/paint/damage.js';
import { MemoryTerminal } from '../../runtime/terminal/memory-terminal.js';
import { Screen, type ScreenOptions } from '../../runtime/terminal/screen.js';
import { graphemes } from '../../runtime/base/text/graphemes.js';
import { Xterm } from '../support/xterm.js';

/** A screen of which the first frame has been shown. */
class Bench {
  readonly back: CellBuffer;
  readonly damage: Damage;
  readonly output: MemoryTerminal;
  readonly screen: Screen;
  cursor: { x: number; y: number } | null = null;

  constructor(width = 80, height = 24, options: ScreenOptions = {}, before = '') {
    this.back = new CellBuffer(width, height);
    this.damage = new Damage(width, height);
    this.output = new MemoryTerminal(width, height);
    this.screen = new Screen(this.output, options);
    if (before !== '') this.put(0, 0, before);
    this.show();
  }

  put(
    x: number,
    y: number,
    text: string,
    fg: Color = DEFAULT_COLOR,
    bg: Color = DEFAULT_COLOR,
    attributes = 0,
  ): this {
    const { table, width, glyphs, styles } = this.back;
    const style = table.intern(fg, bg, attributes);
    for (const { text: cluster, width: cells } of graphemes(text)) {
      const i = y * width + x;
      glyphs[i] = table.glyph(cluster);
      styles[i] = style;
      if (cells === 2) {
        glyphs[i + 1] = WIDE_TAIL;
        styles[i + 1] = style;
      }
      this.damage.add({ x, y, width: cells, height: 1 });
      x += cells;
    }
    return this;
  }

  /** The bytes of the next frame, escapes as `^[`. */
  show(): string {
    const written = this.screen.present(this.back, this.damage, this.cursor);
    this.damage.clear();
    const text = this.output.take();
    expect(Buffer.byteLength(text)).toBe(written);
    return text.replaceAll('\x1b', '^');
  }
}

describe('a frame costs what changed', () => {
  it('writes nothing where nothing changed, damaged or not', () => {
    const bench = new Bench(80, 24, {}, 'hello');
    expect(bench.show()).toBe('');
    bench.damage.addAll();
    expect(bench.show()).toBe('');
    expect(bench.output.writes).toBe(1);
    // Styles that nobody can tell apart: another foreground under blanks.
    expect(bench.put(20, 3, '   ', rgb(1, 2, 3), DEFAULT_COLOR, BOLD).show()).toBe('');
  });

  it('writes nothing where only colours changed and none are shown', () => {
    const bench = new Bench(80, 24, { depth: 'none' }, 'hello');
    expect(bench.put(0, 0, 'hello', indexed(1), rgb(9, 9, 9)).show()).toBe('');
    expect(bench.put(0, 0, 'h', indexed(1), indexed(2), BOLD).show()).toBe('^[H^[1mh');
  });

  it('sends one cell as a position and a glyph', () => {
    const bench = new Bench();
    expect(bench.put(40, 12, 'x').show()).toBe('^[13;41Hx');
    expect(bench.put(40, 12, '█').show()).toBe('\b█');
  });

  it('repaints all with one erase a row', () => {
    const bench = new Bench(80, 3, {}, 'hello');
    bench.screen.invalidate();
    expect(bench.show()).toBe('^[H^[mhello^[K\r\n^[K\n^[K^[?25l');
  });

  it.each<[string, (bench: Bench) => Bench, string]>([
    ['stays where the next cell is', (bench) => bench.put(6, 5, 'y'), 'y'],
    ['goes back by backspaces', (bench) => bench.put(4, 5, 'y'), '\b\by'],
    ['returns to the first column', (bench) => bench.put(0, 5, 'y'), '\ry'],
    ['prints blanks between again', (bench) => bench.put(8, 5, 'y'), '  y'],
    ['goes right', (bench) => bench.put(15, 5, 'y'), '^[9Cy'],
    ['goes to a column', (bench) => bench.put(75, 5, 'y').put(5, 5, 'x'), '^[69Cy'],
    ['goes down by a line feed', (bench) => bench.put(0, 6, 'y'), '\r\ny'],
    [
      'goes down by line feeds and prints blanks again',
      (bench) => bench.put(2, 7, 'y'),
      '\r\n\n  y',
    ],
    ['goes straight down', (bench) => bench.put(6, 6, 'y'), '^[By'],
    ['goes straight up', (bench) => bench.put(6, 3, 'y'), '^[2Ay'],
    ['goes far by an absolute position', (bench) => bench.put(60, 20, 'y'), '^[21;61Hy'],
    ['goes home', (bench) => bench.put(0, 0, 'y'), '^[Hy'],
  ])('%s', (_name, change, bytes) => {
    const bench = new Bench();
    bench.put(5, 5, 'x').show();
    expect(change(bench).show()).toBe(bytes);
  });

  it('prints unchanged cells again where that is shorter than a move', () => {
    const bench = new Bench(80, 24, {}, 'abcdefghij');
    expect(bench.put(0, 0, 'X').put(3, 0, 'Y').show()).toBe('^[HXbcY');
    expect(bench.put(0, 0, 'x').put(9, 0, 'y').show()).toBe('\rx^[8Cy');
  });

  it('erases to the end of the row', () => {
    const bench = new Bench(80, 24, {}, 'some long line of text');
    expect(bench.put(4, 0, ' '.repeat(18)).show()).toBe('^[;6H^[K');
    expect(bench.put(0, 0, '    ').show()).toBe('\r^[K');
    expect(bench.put(0, 1, 'abc').show()).toBe('\nabc');
    expect(bench.put(0, 1, '   ').show()).toBe('\r   ');
  });

  it('erases in a colour only where the terminal fills with it', () => {
    const fill = ' '.repeat(80);
    const plain = new Bench(80, 2, { depth: '16' });
    expect(plain.put(0, 0, fill, DEFAULT_COLOR, indexed(4)).show()).toBe(`^[H^[44m${fill}`);
    const bce = new Bench(80, 2, { depth: '16', erasesWithBackground: true });
    expect(bce.put(0, 0, fill, DEFAULT_COLOR, indexed(4)).show()).toBe('^[H^[44m^[K');
    const underlined = new Bench(80, 2, { erasesWithBackground: true });
    expect(underlined.put(0, 0, fill, DEFAULT_COLOR, DEFAULT_COLOR, UNDERLINE).show()).toBe(
      `^[H^[4m${fill}`,
    );
  });

  it('changes the pen by the shorter of a difference and a reset, and keeps it for the next frame', () => {
    const bench = new Bench(80, 24, {}, '');
    expect(bench.put(0, 0, 'a', indexed(1)).show()).toBe('^[H^[31ma');
    expect(bench.put(1, 0, 'b', indexed(1)).show()).toBe('b');
    expect(bench.put(2, 0, 'c', indexed(1), DEFAULT_COLOR, BOLD | REVERSE).show()).toBe('^[1;7mc');
    expect(bench.put(3, 0, 'd', indexed(1), DEFAULT_COLOR, BOLD).show()).toBe('^[27md');
    expect(bench.put(4, 0, 'e').show()).toBe('^[me');
    expect(bench.put(5, 0, 'f', rgb(1, 2, 3), indexed(12)).show()).toBe('^[38;2;1;2;3;104mf');
    expect(bench.put(6, 0, 'g', DEFAULT_COLOR, indexed(12)).show()).toBe('^[39mg');
    expect(bench.put(7, 0, 'h', indexed(100), DEFAULT_COLOR, UNDERLINE).show()).toBe(
      '^[;4;38;5;100mh',
    );
    expect(bench.put(8, 0, 'i', DEFAULT_COLOR, DEFAULT_COLOR, BOLD).show()).toBe('^[;1mi');
  });

  it('prints blanks without changing the colour of the text', () => {
    const bench = new Bench();
    bench.put(0, 0, 'a', indexed(1)).put(1, 0, ' ').put(2, 0, 'b', indexed(1));
    expect(bench.show()).toBe('^[H^[31ma b');
  });

  it('sends both halves of a wide glyph, and blanks where one is lost', () => {
    const bench = new Bench(80, 24, {}, '世界');
    expect(bench.put(0, 0, '国').show()).toBe('^[H国');
    // Only the tail is painted over, and only it is damaged.
    expect(bench.put(1, 0, 'x').show()).toBe('\r x');
    bench.back.glyphs[0] = WIDE_TAIL;
    bench.damage.add({ x: 0, y: 0, width: 1, height: 1 });
    expect(bench.show()).toBe('');
    bench.back.glyphs[79] = 0x4e16;
    bench.damage.addAll();
    expect(bench.show()).toBe('');
  });

  it('positions the cursor after a glyph whose width terminals disagree on, and sends what it may cover', () => {
    const bench = new Bench(80, 24, {}, '....................');
    expect(bench.put(0, 0, '👩‍💻').put(2, 0, 'x').show()).toBe('^[H  ^[2D👩‍💻^[3Gx.');
    expect(bench.put(0, 1, '❤').show()).toBe('\r\n❤^[2G ');
    expect(bench.put(0, 2, 'e\u0301e').show()).toBe('\r\ne\u0301^[2Ge');
  });

  it('trusts no ambiguous character in an East Asian locale', () => {
    const bench = new Bench(80, 24, { doubtAmbiguous: true });
    expect(bench.put(0, 0, '██a').show()).toBe('^[H█^[2G█^[3Ga');
  });

  it('never sends controls, surrogates or anything else that is no glyph', () => {
    const bench = new Bench(10, 1, {}, 'abcdefghij');
    const { glyphs, table } = bench.back;
    glyphs.set([
      0x1b,
      0x07,
      0x9b,
      0xd800,
      0x301,
      0x202e,
      0x110000,
      table.glyph('\x1b[31m'),
      0x80ffffff,
      0x6a,
    ]);
    bench.damage.addAll();
    expect(bench.show()).toBe('\r         ');
  });

  it('moves, hides and shows the cursor, and no more', () => {
    const bench = new Bench();
    bench.cursor = { x: 3, y: 2 };
    expect(bench.show()).toBe('^[3;4H^[?25h');
    expect(bench.show()).toBe('');
    bench.cursor = { x: 4, y: 2 };
    // A blank printed again goes one right for one byte.
    expect(bench.show()).toBe(' ');
    expect(bench.put(4, 2, 'x').show()).toBe('x\b');
    bench.cursor = { x: NaN, y: 2 };
    expect(bench.show()).toBe('^[?25l');
  });

  it('brackets frames with synchronized output, and only frames that write', () => {
    const bench = new Bench(80, 24, { sync: true }, 'a');
    expect(bench.put(0, 0, 'b').show()).toBe('^[?2026h^[Hb^[?2026l');
    expect(bench.show()).toBe('');
  });
});

describe('a screen that cannot write', () => {
  it('skips frames and makes up for all of them in one', () => {
    const bench = new Bench();
    bench.output.congested = true;
    expect(bench.put(0, 0, 'a').show()).toBe('');
    expect(bench.put(0, 5, 'b').show()).toBe('');
    expect(bench.screen.behind).toBe(true);
    bench.output.congested = false;
    expect(bench.show()).toBe('^[Ha^[6Hb');
    expect(bench.screen.behind).toBe(false);
  });

  it('repaints after a write that failed', () => {
    const bench = new Bench(10, 1);
    const { output } = bench;
    const write = output.write.bind(output);
    output.write = () => {
      throw new Error('gone');
    };
    bench.put(0, 0, 'a');
    expect(() => bench.show()).toThrow('gone');
    output.write = write;
    bench.damage.clear();
    expect(bench.show()).toBe('^[H^[ma^[K^[?25l');
  });
});

describe('long runs', () => {
  it('keeps its tables bounded where every frame brings new colours and clusters', () => {
    const bench = new Bench(20, 2);
    const { table } = bench.back;
    let largest = 0;
    for (let frame = 0; frame < 20_000; frame++) {
      const color = rgb(frame & 255, (frame >> 8) & 255, 7);
      bench.put(frame % 18, 0, `e${String.fromCharCode(0x300 + (frame % 100))}`, color);
      bench.screen.present(bench.back, bench.damage, null);
      bench.damage.clear();
      if (table.crowded) {
        const { front } = bench.screen;
        table.compact(front === undefined ? [bench.back] : [bench.back, front]);
        // Compaction alone changes nothing on the screen.
        bench.output.take();
        expect(bench.show()).toBe('');
      }
      largest = Math.max(largest, table.size + table.clusterCount);
    }
    expect(largest).toBeLessThan(10_000);
    expect(table.generation).toBeGreaterThan(1);
  });
});

describe('a cluster that a terminal draws in one cell', () => {
  it('leaves nothing of what was in its second cell, and has the background there', async () => {
    const bench = new Bench(12, 2);
    const xterm = new Xterm(12, 2);
    const blue = indexed(4);
    const shown = async (): Promise<void> => {
      bench.screen.present(bench.back, bench.damage, null);
      bench.damage.clear();
      await xterm.write(bench.output.take());
    };
    bench.put(0, 0, 'OK build....');
    await shown();
    // In the middle, and in the last two cells.
    for (const x of [0, 10]) bench.put(x, 0, '⚠️', DEFAULT_COLOR, blue);
    await shown();
    const [row = []] = xterm.cells();
    expect(row.map(({ char }) => char).join('|')).toBe('⚠️| | |b|u|i|l|d|.|.|⚠️| ');
    expect(row.flatMap(({ bg }, x) => (bg === blue ? [x] : []))).toEqual([0, 1, 10, 11]);
  });
});
