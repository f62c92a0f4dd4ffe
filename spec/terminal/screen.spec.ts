import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  DEFAULT_COLOR,
  indexed,
  rgb,
  type Color,
  type ColorDepth,
} from '../../runtime/base/color.js';
import { CellBuffer, StyleTable, WIDE_TAIL } from '../../runtime/paint/cells.js';
import { Damage } from '../../runtime/paint/damage.js';
import { MemoryTerminal } from '../../runtime/terminal/memory-terminal.js';
import { ColorMapper } from '../../runtime/terminal/encoding/palette.js';
import { Screen } from '../../runtime/terminal/screen.js';
import { graphemes } from '../../runtime/base/text/graphemes.js';
import { Xterm, bufferCells, bufferLinks, visible } from '../support/xterm.js';
import { propertyRuns } from '../support/property-runs.js';

const NARROW = [...'aZ ~ é│█▁⣿ñж…'];
const WIDE = [...'世界가あ'];
/** The last ones are for no terminal. */
const LINKS = [
  '',
  'https://a.example/',
  'mailto:a@b.example?subject=1;2',
  'javascript:alert(1)',
  'https://c.example/\x1b]0;EVIL\x07',
];
const opened = (link: string): string => (LINKS.indexOf(link) < 3 ? link : '');
const COLORS: Color[] = [
  DEFAULT_COLOR,
  indexed(1),
  indexed(9),
  indexed(200),
  rgb(10, 20, 30),
  rgb(250, 240, 1),
  rgb(137, 180, 250),
];

interface Put {
  x: number;
  y: number;
  width: number;
  height: number;
  glyph: number;
  fg: number;
  bg: number;
  attributes: number;
  link: number;
}

type Step =
  | { kind: 'put'; puts: Put[]; cursor: { x: number; y: number } | null; extra: boolean }
  | { kind: 'resize'; width: number; height: number }
  | { kind: 'compact' }
  | { kind: 'invalidate' };

const put = fc.record<Put>({
  x: fc.integer({ min: 0, max: 24 }),
  y: fc.integer({ min: 0, max: 7 }),
  width: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) },
    fc.integer({ min: 1, max: 25 }),
  ),
  height: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 8 })),
  glyph: fc.oneof(
    fc.constantFrom(...NARROW.map((char) => char.codePointAt(0) ?? 32)),
    fc.constantFrom(...WIDE.map((char) => char.codePointAt(0) ?? 32)),
    fc.constant(32),
  ),
  fg: fc.nat(COLORS.length - 1),
  bg: fc.oneof(fc.constant(0), fc.nat(COLORS.length - 1)),
  attributes: fc.oneof(fc.constant(0), fc.nat(127)),
  link: fc.oneof(fc.constant(0), fc.nat(LINKS.length - 1)),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      puts: fc.array(put, { maxLength: 6 }),
      cursor: fc.option(
        fc.record({ x: fc.integer({ min: -1, max: 30 }), y: fc.integer({ min: -1, max: 9 }) }),
      ),
      extra: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('resize' as const),
      width: fc.integer({ min: 2, max: 25 }),
      height: fc.integer({ min: 1, max: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'compact' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'invalidate' as const }) },
);

/** Fills a rectangle and keeps the buffer well-formed: a wide glyph that loses a half becomes a blank. */
function paint(buffer: CellBuffer, damage: Damage, at: Put): void {
  const { width, height, table, glyphs, styles } = buffer;
  const [fg, bg] = [COLORS[at.fg] ?? 0, COLORS[at.bg] ?? 0];
  const style = table.intern(fg, bg, at.attributes, LINKS[at.link]);
  const cells = at.glyph >= 0x1100 && WIDE.includes(String.fromCodePoint(at.glyph)) ? 2 : 1;
  const right = Math.min(width, at.x + at.width);
  for (let y = at.y; y < Math.min(height, at.y + at.height); y++) {
    for (let x = at.x; x + cells <= right; x += cells) {
      for (let k = 0; k < cells; k++) {
        const i = y * width + x + k;
        // Either neighbour may lose its other half.
        if (glyphs[i] === WIDE_TAIL && k === 0) glyphs[i - 1] = 0x20;
        if (k === cells - 1 && x + k + 1 < width && glyphs[i + 1] === WIDE_TAIL)
          glyphs[i + 1] = 0x20;
        glyphs[i] = k === 0 ? at.glyph : WIDE_TAIL;
        styles[i] = style;
      }
    }
  }
  damage.add({ x: at.x, y: at.y, width: at.width, height: at.height });
}

/** How the terminal was left by the frame before: the session switches autowrap off. */
const SESSION = '\x1b[?7l';

describe.each<ColorDepth>(['none', '16', '256', 'truecolor'])(
  'a random walk at depth %s',
  (depth) => {
    it('leaves the terminal showing the buffer after every frame', async () => {
      const mapper = new ColorMapper(depth);
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 12 }),
          fc.boolean(),
          fc.boolean(),
          fc.boolean(),
          async (steps, autowrap, sync, links) => {
            let width = 20;
            let height = 6;
            const table = new StyleTable();
            const back = new CellBuffer(width, height, table);
            let damage = new Damage(width, height);
            const output = new MemoryTerminal(width, height);
            const screen = new Screen(output, { depth, sync, shifts: true, links });
            const xterm = new Xterm(width, height);
            if (!autowrap) await xterm.write(SESSION);
            // Whatever was on the terminal before must not show through.
            await xterm.write('\x1b[41mjunk on every row'.repeat(6) + '\x1b[3;3H');
            for (const at of steps) {
              let cursor: { x: number; y: number } | null = null;
              if (at.kind === 'put') {
                damage.clear();
                for (const one of at.puts) paint(back, damage, one);
                if (at.extra) damage.addAll();
                cursor = at.cursor;
              } else if (at.kind === 'resize') {
                ({ width, height } = at);
                back.resize(width, height);
                damage = new Damage(width, height);
                damage.addAll();
                screen.resize(width, height);
                xterm.resize(width, height);
              } else if (at.kind === 'compact') {
                damage.clear();
                table.compact(screen.front === undefined ? [back] : [back, screen.front]);
              } else {
                damage.clear();
                screen.invalidate();
              }
              const written = screen.present(back, damage, cursor);
              const text = output.take();
              expect(Buffer.byteLength(text)).toBe(written);
              await xterm.write(text);
              // Foreground and background that would fall together are moved apart; not compared here.
              const colors = depth === 'none' || depth === 'truecolor';
              const expected = visible(bufferCells(back, (color) => mapper.map(color)));
              const shown = visible(xterm.cells());
              const look = (cells: typeof shown) =>
                cells.map((row) =>
                  row.map((cell) =>
                    colors ? cell : { ...cell, fg: cell.char === ' ' ? cell.fg : 0 },
                  ),
                );
              expect(look(shown)).toEqual(look(expected));
              const inside =
                cursor !== null &&
                cursor.x >= 0 &&
                cursor.y >= 0 &&
                cursor.x < width &&
                cursor.y < height;
              const leads = (row: string[], y: number): string[] =>
                row.map((link, x) => (shown[y]![x]!.char === '' || !links ? '' : opened(link)));
              expect(xterm.links().map(leads)).toEqual(bufferLinks(back).map(leads));
              if (!links) expect(text).not.toContain('\x1b]8');
              // Whoever writes after a frame writes no link.
              else expect(text.replace(/\x1b]8;id=.*?\x1b]8;;\x1b\\/gs, '')).not.toContain(']8;id');
              expect(xterm.cursorHidden).toBe(!inside);
              if (inside) expect(xterm.cursor).toEqual(cursor);
              expect(screen.present(back, damage, cursor)).toBe(0);
            }
          },
        ),
        { numRuns: propertyRuns(40) },
      );
    });
  },
);

/** What malformed cells count as: a wide glyph without its tail, and a tail without one, are blanks. */
function repaired(buffer: CellBuffer): CellBuffer {
  const copy = new CellBuffer(buffer.width, buffer.height, buffer.table);
  for (let i = 0; i < buffer.glyphs.length; i++) {
    const x = i % buffer.width;
    const glyph = buffer.glyphs[i] ?? 32;
    copy.styles[i] = buffer.styles[i] ?? 0;
    const wide = glyph === WIDE_TAIL ? false : WIDE.includes(buffer.table.text(glyph));
    if (wide && x + 1 < buffer.width && buffer.glyphs[i + 1] === WIDE_TAIL) {
      copy.glyphs[i] = glyph;
      copy.glyphs[i + 1] = WIDE_TAIL;
      copy.styles[++i] = buffer.styles[i - 1] ?? 0;
    } else {
      copy.glyphs[i] = wide || glyph === WIDE_TAIL ? 32 : glyph;
    }
  }
  return copy;
}

it('shows malformed buffers repaired, from the damage alone', async () => {
  const cell = fc.constantFrom(
    ...'ab 世界'.split('').map((char) => char.codePointAt(0) ?? 32),
    WIDE_TAIL,
    WIDE_TAIL,
  );
  const write = fc.record({ x: fc.nat(8), y: fc.nat(1), glyph: cell, style: fc.nat(2) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(write, { maxLength: 6 }), { maxLength: 12 }),
      async (frames) => {
        const back = new CellBuffer(9, 2);
        const { table } = back;
        const styles = [0, table.intern(indexed(1), indexed(2), 0), table.intern(indexed(3), 0, 8)];
        const damage = new Damage(9, 2);
        const output = new MemoryTerminal(9, 2);
        const screen = new Screen(output);
        const xterm = new Xterm(9, 2);
        for (const writes of frames) {
          damage.clear();
          for (const { x, y, glyph, style } of writes) {
            back.glyphs[y * 9 + x] = glyph;
            back.styles[y * 9 + x] = styles[style] ?? 0;
            damage.add({ x, y, width: 1, height: 1 });
          }
          screen.present(back, damage, null);
          await xterm.write(output.take());
          expect(visible(xterm.cells())).toEqual(visible(bufferCells(repaired(back))));
        }
      },
    ),
    { numRuns: propertyRuns(150) },
  );
});

it('keeps the rest of the row in place where the terminal has other widths', async () => {
  // xterm's widths are those of Unicode 6: joined emoji take several times the cells, hearts one.
  const piece = fc.constantFrom(
    'a',
    'b',
    ' ',
    '世',
    '❤',
    '❤\ufe0f',
    '😀',
    '👨‍👩‍👧',
    '🇩🇪',
    '1\ufe0f\u20e3',
    'e\u0301',
  );
  const write = fc.record({ x: fc.nat(26), piece });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(write, { maxLength: 4 }), { maxLength: 10 }),
      async (frames) => {
        const back = new CellBuffer(30, 1);
        const { table, glyphs } = back;
        const damage = new Damage(30, 1);
        const output = new MemoryTerminal(30, 1);
        const screen = new Screen(output);
        const xterm = new Xterm(30, 1);
        await xterm.write(SESSION);
        for (const writes of frames) {
          damage.clear();
          for (const { x, piece: text } of writes) {
            const [one] = graphemes(text);
            if (one === undefined) continue;
            if (glyphs[x] === WIDE_TAIL) glyphs[x - 1] = 32;
            if (glyphs[x + one.width] === WIDE_TAIL) glyphs[x + one.width] = 32;
            glyphs[x] = table.glyph(one.text);
            if (one.width === 2) glyphs[x + 1] = WIDE_TAIL;
            damage.add({ x, y: 0, width: 2, height: 1 });
          }
          screen.present(back, damage, null);
          await xterm.write(output.take());
          const shown = xterm.cells()[0] ?? [];
          bufferCells(back)[0]?.forEach(({ char }, x) => {
            // A plain character is where it belongs, wherever it is in the row.
            if (/^[a-z]$/.test(char)) expect([x, shown[x]?.char]).toEqual([x, char]);
          });
        }
      },
    ),
    { numRuns: propertyRuns(120) },
  );
});
