/** What a terminal of few glyphs shows: always something, in the same cells, and telling apart what has to be. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BLANK, CellBuffer, WIDE_TAIL } from '../../../runtime/paint/cells.js';
import { CellPainter } from '../../../runtime/paint/painter.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { glyphTable, type GlyphLevel } from '../../../runtime/base/text/glyph-levels.js';
import { codePointWidth } from '../../../runtime/base/text/graphemes.js';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';

afterEach(unmountAll);

const LEVELS = ['linux', 'ascii'] as const;

/** What the Linux console's terminfo entry (`acsc`) and its shades and half blocks come to, beside letters. */
const CONSOLE = /^[ -~\u00a1-\u00ac\u00ae-\u00ff─│┌┐└┘├┤┬┴┼█▌▐▀▄░▒▓◆←↑→↓↔↕≤≥≠·πΔΣΩµ]$/u;
const LETTER = /^(?=\p{L})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

function isShown(level: GlyphLevel, code: number): boolean {
  const text = String.fromCodePoint(code);
  if (level === 'ascii') return code >= 0x20 && code < 0x7f;
  return CONSOLE.test(text) || (code < 0x500 && LETTER.test(text));
}

function shown(level: GlyphLevel, glyphs: string): string {
  return [...glyphs]
    .map((glyph) => String.fromCodePoint(glyphTable(level)!.cluster(glyph)))
    .join('');
}

describe.each(LEVELS)('%s', (level) => {
  const table = glyphTable(level)!;

  it('shows one cell that the terminal has for every code point there is', () => {
    const bad: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += code < 0x3400 || code > 0xf900 ? 1 : 97) {
      const glyph = table.point(code);
      if (!isShown(level, glyph) || codePointWidth(glyph) !== 1) bad.push(code.toString(16));
    }
    expect(bad).toEqual([]);
    for (let code = 0x20; code < 0x7f; code++) expect(table.point(code)).toBe(code);
  });

  it('never lets a part of a bar look like nothing, nor, in reverse, like the whole', () => {
    for (const parts of ['▁▂▃▄▅▆▇', '▏▎▍▌▋▊▉']) {
      expect(shown(level, parts)).not.toContain(' ');
      expect(shown(level, parts)).not.toContain(shown(level, '█'));
    }
    expect(shown(level, '█▀▐░▒▓▖▗▘▝▙▟▛▜▚▞')).not.toContain(' ');
  });

  it('keeps apart what means different things', () => {
    for (const group of [
      // Series of a chart without colours, the selected bar, and "no value".
      '█▓▒░▞·',
      // A longer bar is not a shorter one's picture.
      '▁▄█',
      '▏▌█',
      '●○',
      '■□',
      '☑☐',
      '✓✗',
      '▸▾',
      '◂▴',
      '←→',
      '─│┼',
    ]) {
      const seen = [...shown(level, group)];
      expect([group, new Set(seen).size]).toEqual([group, [...group].length]);
    }
  });

  it('keeps spinners turning', () => {
    for (const frames of ['⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', '⣾⣽⣻⢿⡿⣟⣯⣷', '◐◓◑◒', '◜◝◞◟', '|/-\\']) {
      const seen = [...shown(level, frames)];
      seen.forEach((frame, index) => expect(frame).not.toBe(seen[(index + 1) % seen.length]));
    }
  });

  it('puts any text into the cells it has with all glyphs', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'grapheme' }),
            fc.constantFrom(
              'é',
              'e\u0301',
              '保存',
              '👩‍👩‍👧',
              '🇩🇪',
              '3️⃣',
              '✅',
              '⚠️',
              'ｶﾞ',
              '\x1b[2J',
              '‮',
            ),
          ),
          { maxLength: 8 },
        ),
        fc.integer({ min: 0, max: 12 }),
        (parts, width) => {
          const text = parts.join('');
          const plain = new CellBuffer(12, 1);
          const few = new CellBuffer(12, 1);
          const [a, b] = [new CellPainter(plain), new CellPainter(few, table)];
          const box = { x: 0, y: 0, width, height: 1 };
          for (const painter of [a, b]) {
            painter.open(box, box);
            painter.pen(0, 0, 0, () => undefined);
          }
          expect(b.text(0, 0, text)).toBe(a.text(0, 0, text));
          few.glyphs.forEach((glyph, x) => {
            expect(isShown(level, glyph)).toBe(true);
            // What was there is still there: nothing turns blank but the second half of a picture.
            const before = plain.glyphs[x]!;
            if (glyph !== BLANK || before === BLANK || before === WIDE_TAIL) return;
            expect(plain.table.text(before)).toMatch(/^[\p{Z}\u2800\p{M}]/u);
          });
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});

it.each(LEVELS)('shows the same of a wide glyph whatever part of it is painted: %s', (level) => {
  const cells = new CellBuffer(6, 1);
  const painter = new CellPainter(cells, glyphTable(level));
  const paint = (from: number, to: number): void => {
    const clip = { x: from, y: 0, width: to - from, height: 1 };
    painter.open({ x: 0, y: 0, width: 6, height: 1 }, clip);
    painter.pen(0, 0, 0, () => undefined);
    painter.fill(0, 0, 6, 1, BLANK);
    painter.text(0, 0, '表⚠️示');
  };
  paint(0, 6);
  const whole = [...cells.glyphs];
  for (let from = 0; from < 6; from++) {
    for (let to = from + 1; to <= 6; to++) {
      paint(from, to);
      expect([...cells.glyphs]).toEqual(whole);
    }
  }
});

it('shows letters without what it has not', () => {
  expect(shown('ascii', 'Café Łódź ﬁn ½ “x” — ±1…')).toBe('Cafe Lodz fn 1 "x" - +1.');
  expect(shown('linux', 'Café Łódź Жук ½')).toBe('Café Łódź Жук ½');
  expect(shown('ascii', 'Жук')).toBe('???');
  expect(glyphTable('ascii')!.cluster('e\u0301')).toBe(0x65);
  expect(glyphTable('unicode')).toBeUndefined();
});

const BORDERS = ['thin', 'thick', 'double', 'rounded']
  .map(
    (style) =>
      `<container title="${style}" style="border: ${style}; width: 16; height: 3">é 保 ✓ … →</container>`,
  )
  .join('');
const CHARTS = `
  <data-bars labels='["a","b","c","d"]' series='[{"name":"A"}]' bars="[[1],[25],[60],[100]]" showValues style="width: 30"/>
  <data-bars bars="[[3],[10],[25],[null],[55],[70],[85],[100]]" series='[{"name":"CPU"}]' showValues/>
  <data-bars labels='["x","y"]' bars="[[20,30,10,5],[5,10,40,30]]" valueFormat="sum" showLegend
    series='[{"name":"A","stack":"s"},{"name":"B","stack":"s"},{"name":"C","stack":"s"},{"name":"D","stack":"s"}]' style="width: 40"/>
  <data-bars labels='["in","out"]' series='[{"name":"A"}]' bars="[[40],[-63]]" showAxis style="width: 40"/>`;

describe.each(['unicode', 'linux', 'ascii'] as const)('level %s', (glyphs) => {
  it.each(['bw-dark', 'fullcolor-dark'])('borders and charts in %s', async (theme) => {
    const app = await mount(`<tui>${BORDERS}${CHARTS}</tui>`, {
      width: 44,
      height: 34,
      theme,
      glyphs,
    });
    expect(app).toMatchScreen(`${glyphs} ${theme}`);
    if (glyphs === 'ascii') expect(app.text()).toMatch(/^[\n -~]*$/);
  });
});
