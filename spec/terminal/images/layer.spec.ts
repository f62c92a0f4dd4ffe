/** Images over cells: drawn where they are whole, once, and cells everywhere else. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_COLOR, rgb } from '../../../runtime/base/color.js';
import { CellBuffer, StyleTable } from '../../../runtime/paint/cells.js';
import { Damage } from '../../../runtime/paint/damage.js';
import { PALETTE_BYTES } from '../../../runtime/graphics/indexed-format.js';
import type { TerminalImage } from '../../../runtime/terminal/images/image.js';
import { KeptImages } from '../../../runtime/terminal/images/kept-images.js';
import { Screen } from '../../../runtime/terminal/screen.js';
import { placeholder } from '../../../runtime/base/text/image-parts.js';
import { DrawingTerminal } from '../../support/drawn-images.js';
import { propertyRuns } from '../../support/property-runs.js';

const CELL = { width: 4, height: 6 };
const WIDTH = 16;
const HEIGHT = 8;
const FIRST = 300;

/** A picture of one colour, by which it is known: `a`, `b` … shown in cells as its letter. */
function image(letter: string, columns: number, rows: number): TerminalImage {
  const [width, height] = [columns * CELL.width, rows * CELL.height];
  const data = new Uint8Array(PALETTE_BYTES + width * height);
  data[0] = Math.round((letterAt(letter) * 255) / 100);
  const count = columns * rows;
  const cells = {
    glyphs: new Uint32Array(count).fill(letter.codePointAt(0)!),
    fg: new Uint32Array(count).fill(rgb(1, 2, 3)),
    bg: new Uint32Array(count).fill(DEFAULT_COLOR),
  };
  return { protocol: 'sixel', columns, rows, width, height, data, cells };
}
const letterAt = (letter: string): number => letter.charCodeAt(0) - 96;

class Stage {
  /** Moves follow each other until `timer` is called; else images rest at once. */
  isScrolling = false;
  timer: (() => void) | undefined;
  readonly table = new StyleTable();
  readonly back = new CellBuffer(WIDTH, HEIGHT, this.table);
  readonly terminal = new DrawingTerminal(WIDTH, HEIGHT, CELL, (sixels) =>
    String.fromCharCode(96 + Number(/#0;2;(\d+);/.exec(sixels)![1])).toUpperCase(),
  );
  readonly kept = new KeptImages(
    {
      write: () => undefined,
      onCleanup: () => undefined,
      cell: () => CELL,
      draws: () => true,
      rest: {
        setTimer: (callback) => {
          this.timer = callback;
          if (!this.isScrolling) callback();
          return () => (this.timer = undefined);
        },
        onRest: () => this.screen.recompose(),
      },
    },
    false,
  );
  bytes = 0;
  readonly screen = new Screen(
    {
      width: WIDTH,
      height: HEIGHT,
      congested: false,
      write: (bytes) => {
        this.bytes += bytes.length;
        this.terminal.write(bytes);
      },
    },
    { erasesWithBackground: true, shifts: true },
    this.kept.layer,
  );
  readonly sizes = new Map<number, readonly [number, number]>();

  add(letter: string, columns: number, rows: number): void {
    const id = FIRST + letterAt(letter);
    this.sizes.set(id, [columns, rows]);
    this.kept.send(id, image(letter, columns, rows));
  }

  text(x: number, y: number, text: string): void {
    [...text].forEach((each, at) => {
      if (x + at < 0 || x + at >= WIDTH || y < 0 || y >= HEIGHT) return;
      this.back.glyphs[y * WIDTH + x + at] = this.table.glyph(each);
      this.back.styles[y * WIDTH + x + at] = 0;
    });
  }

  /** Cells that name an image, cut off at the edges of the screen. */
  place(letter: string, left: number, top: number): void {
    const id = FIRST + letterAt(letter);
    const [columns, rows] = this.sizes.get(id)!;
    const style = this.table.intern(rgb(id >> 16, (id >> 8) & 255, id & 255), DEFAULT_COLOR, 0);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const [x, y] = [left + column, top + row];
        if (x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT) continue;
        this.back.glyphs[y * WIDTH + x] = this.table.glyph(placeholder(row, column));
        this.back.styles[y * WIDTH + x] = style;
      }
    }
  }

  clear(): void {
    this.back.glyphs.fill(0x20);
    this.back.styles.fill(0);
  }

  show(): string[] {
    const damage = new Damage(WIDTH, HEIGHT);
    damage.addAll();
    this.bytes = 0;
    this.screen.present(this.back, damage, null);
    return this.rows();
  }

  /** Parts of images as their letter, in capitals where they are drawn. */
  rows(): string[] {
    return this.terminal.rows().map((row) =>
      row
        .map((cell) => cell[0])
        .join('')
        .trimEnd(),
    );
  }
}

function open(): Stage {
  const stage = new Stage();
  stage.add('a', 3, 2);
  stage.add('b', 5, 3);
  return stage;
}

describe('an image', () => {
  it('is drawn once while nothing changes', () => {
    const stage = open();
    stage.place('a', 2, 1);
    expect(stage.show()).toEqual(['', '  AAA', '  AAA', '', '', '', '', '']);
    expect(stage.terminal.rows()[2]![4]).toBe('A.1.2');
    expect(stage.terminal.draws).toBe(1);
    stage.show();
    expect([stage.terminal.draws, stage.bytes]).toEqual([1, 0]);
    stage.text(0, 0, 'x');
    stage.text(5, 1, 'y');
    expect(stage.show().slice(0, 3)).toEqual(['x', '  AAAy', '  AAA']);
    expect(stage.terminal.draws).toBe(1);
  });

  it('is in cells where it is covered, scrolled out or on the last row, and is drawn again after that', () => {
    const stage = open();
    stage.place('b', 4, 2);
    stage.show();
    stage.text(7, 3, 'DIALOG');
    expect(stage.show().slice(2, 5)).toEqual(['    bbbbb', '    bbbDIALOG', '    bbbbb']);
    expect(stage.terminal.draws).toBe(1);
    stage.clear();
    stage.place('b', 4, 2);
    expect(stage.show().slice(2, 5)).toEqual(['    BBBBB', '    BBBBB', '    BBBBB']);
    expect(stage.terminal.draws).toBe(2);
    stage.clear();
    stage.place('b', 4, -1);
    expect(stage.show()).toEqual(['    bbbbb', '    bbbbb', '', '', '', '', '', '']);
    stage.clear();
    stage.place('b', 4, 5);
    expect(stage.show().slice(4)).toEqual(['', '    bbbbb', '    bbbbb', '    bbbbb']);
    stage.clear();
    stage.place('b', 4, 4);
    expect(stage.show().slice(4)).toEqual(['    BBBBB', '    BBBBB', '    BBBBB', '']);
  });

  it('leaves nothing behind where it moves or goes', () => {
    const stage = open();
    stage.place('b', 4, 2);
    stage.show();
    stage.clear();
    stage.place('b', 5, 3);
    expect(stage.show()).toEqual(['', '', '', '     BBBBB', '     BBBBB', '     BBBBB', '', '']);
    stage.kept.remove(FIRST + 2);
    expect(stage.show()).toEqual(['', '', '', '', '', '', '', '']);
  });

  it('is in cells while it is scrolled, and drawn when it rests', () => {
    const stage = open();
    stage.isScrolling = true;
    const scrollTo = (y: number): string[] => {
      stage.clear();
      stage.place('a', 2, y);
      return stage.show();
    };
    scrollTo(4);
    // One step is shown at once.
    expect(scrollTo(3)[3]).toBe('  AAA');
    expect(scrollTo(2)[2]).toBe('  aaa');
    expect(scrollTo(1)[1]).toBe('  aaa');
    expect(stage.show()[1]).toBe('  aaa');
    expect(stage.terminal.draws).toBe(2);
    stage.timer!();
    stage.screen.present(stage.back, new Damage(WIDTH, HEIGHT), null);
    expect(stage.rows().slice(0, 4)).toEqual(['', '  AAA', '  AAA', '']);
    expect(stage.terminal.draws).toBe(3);
    expect(scrollTo(2)[2]).toBe('  AAA');
    // At rest after one step: nothing is to be drawn.
    stage.timer!();
    stage.show();
    expect([stage.terminal.draws, stage.bytes]).toEqual([4, 0]);
  });

  it('is drawn again where the terminal has lost it', () => {
    const stage = open();
    stage.place('a', 2, 1);
    stage.show();
    stage.screen.invalidate();
    stage.show();
    expect(stage.terminal.draws).toBe(2);
  });

  it('is in cells where its cells are not those of the terminal any more', () => {
    const stage = new Stage();
    const wide = image('a', 3, 2);
    stage.sizes.set(FIRST + 1, [3, 2]);
    stage.kept.send(FIRST + 1, { ...wide, width: 11 });
    stage.place('a', 0, 0);
    expect(stage.show().slice(0, 2)).toEqual(['aaa', 'aaa']);
  });

  it('that nobody has sent is blank', () => {
    const stage = open();
    stage.sizes.set(FIRST + 3, [2, 2]);
    stage.place('c', 1, 1);
    expect(stage.show().join('')).toBe('');
  });
});

describe('whatever frames follow each other', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom('a', 'b'), at(-2, WIDTH), at(-2, HEIGHT)) },
    {
      weight: 3,
      arbitrary: fc.tuple(
        fc.constantFrom('x', 'some words', '☂', '─'),
        at(0, WIDTH - 1),
        at(0, HEIGHT - 1),
      ),
    },
    { weight: 1, arbitrary: fc.constant('clear' as const) },
    { weight: 3, arbitrary: fc.constant('show' as const) },
  );
  function at(min: number, max: number) {
    return fc.integer({ min, max });
  }

  it('every cell shows the part that it names, or the text that is there', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const stage = open();
        /** What each cell is to show: text, or the letter and part of an image. */
        let expected: string[][] = [];
        const clear = (): void => {
          stage.clear();
          expected = Array.from({ length: HEIGHT }, () => Array<string>(WIDTH).fill(' '));
        };
        clear();
        for (const each of [...steps, 'show' as const]) {
          if (each === 'clear') clear();
          else if (each === 'show') check(stage, expected);
          else if (each[0] === 'a' || each[0] === 'b') {
            const [letter, left, top] = each;
            const [columns, rows] = stage.sizes.get(FIRST + letterAt(letter))!;
            // An element is on the screen once.
            expected.forEach((row, y) =>
              row.forEach((text, x) => {
                if (!text.startsWith(`${letter}.`)) return;
                stage.text(x, y, ' ');
                expected[y]![x] = ' ';
              }),
            );
            stage.place(letter, left, top);
            for (let row = 0; row < rows; row++) {
              for (let column = 0; column < columns; column++) {
                if (expected[top + row]?.[left + column] === undefined) continue;
                expected[top + row]![left + column] = `${letter}.${row}.${column}`;
              }
            }
          } else {
            const [text, x, y] = each;
            stage.text(x, y, text);
            [...text].forEach((one, index) => {
              if (x + index < WIDTH) expected[y]![x + index] = one;
            });
          }
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  function check(stage: Stage, expected: readonly (readonly string[])[]): void {
    stage.show();
    const isDrawn = new Map(
      ['a', 'b'].map((letter) => {
        const [columns, rows] = stage.sizes.get(FIRST + letterAt(letter))!;
        const isPart = (text: string): boolean => text.startsWith(`${letter}.`);
        const parts = expected.flat().filter(isPart).length;
        return [letter, parts === columns * rows && !expected[HEIGHT - 1]!.some(isPart)];
      }),
    );
    const shownAs = (text: string): string => {
      if (!/^[ab]\./.test(text)) return text;
      return isDrawn.get(text[0]!) === true ? text[0]!.toUpperCase() + text.slice(1) : text[0]!;
    };
    expect(stage.terminal.rows()).toEqual(expected.map((row) => row.map(shownAs)));
  }
});
