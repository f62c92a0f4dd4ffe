/** Pictures for specs, drawn by hand. */
import fc from 'fast-check';
import { anyCharacter } from '../support/any-character.js';
import { parseColor } from '../../runtime/base/color.js';
import { CellBuffer, WIDE_TAIL } from '../../runtime/paint/cells.js';
import { Screen } from '../../runtime/screen/screen.js';
import type { Cursor } from '../../runtime/screen/parts.js';
import { graphemes } from '../../runtime/base/text/graphemes.js';

export interface Piece {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly fg?: string;
  readonly bg?: string;
  readonly attributes?: number;
}

function draw(width: number, height: number, pieces: readonly Piece[]): CellBuffer {
  const cells = new CellBuffer(width, height);
  const { table } = cells;
  for (const { x: left, y, text, fg = 'default', bg = 'default', attributes = 0 } of pieces) {
    const style = table.intern(parseColor(fg) ?? 0, parseColor(bg) ?? 0, attributes);
    let x = left;
    for (const grapheme of graphemes(text)) {
      if (y >= height || x + grapheme.width > width) break;
      cells.glyphs[y * width + x] = table.glyph(grapheme.text);
      cells.styles[y * width + x] = style;
      if (grapheme.width === 2) {
        cells.glyphs[y * width + x + 1] = WIDE_TAIL;
        cells.styles[y * width + x + 1] = style;
      }
      x += grapheme.width;
    }
  }
  return cells;
}

export function picture(
  width: number,
  height: number,
  pieces: readonly Piece[],
  cursor: Cursor = null,
): Screen {
  return Screen.of(draw(width, height, pieces), 'fullcolor-dark', cursor);
}

const color = fc.oneof(
  fc.constant('default'),
  fc.integer({ min: 0, max: 255 }).map((index) => `ansi-${index}`),
  fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`),
);
const glyphs = fc.oneof(
  fc.constantFrom(
    'a',
    '|',
    '!',
    '\\',
    '<',
    '&',
    '"',
    '保',
    '존',
    '👨‍👩‍👧',
    '🇦🇹',
    '🇦',
    '🇹',
    'e\u0301',
    '\u0301',
  ),
  fc.constantFrom('█', '▏', '▁', '░', '╬', '╭', '╳', '⣿', '…', '✓', '\u200d', '\u001b', '\u202e'),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
);

/** Any screen at all: wide glyphs, halves of flags side by side, control characters, hundreds of styles. */
export const anyScreen: fc.Arbitrary<Screen> = fc
  .tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 6 }))
  .chain(([width, height]) =>
    fc
      .array(
        fc.record({
          x: fc.nat(Math.max(0, width - 1)),
          y: fc.nat(Math.max(0, height - 1)),
          text: fc.array(glyphs, { maxLength: 6 }).map((parts) => parts.join('')),
          fg: color,
          bg: color,
          attributes: fc.nat(127),
        }),
        { maxLength: 20 },
      )
      .map((pieces) => {
        const cells = draw(width, height, pieces);
        // Later pieces may cut wide glyphs in half: put the halves right, as painting does.
        for (let i = 0; i < width * height; i++) {
          const tail = cells.glyphs[i] === WIDE_TAIL;
          const head =
            i % Math.max(1, width) > 0 ? cells.table.text(cells.glyphs[i - 1] ?? 32) : '';
          if (tail && graphemes(head)[0]?.width !== 2) cells.glyphs[i] = 32;
          else if (tail) cells.styles[i] = cells.styles[i - 1] ?? 0;
        }
        return Screen.of(cells, 'fullcolor-dark', width > 2 ? { x: 1, y: 0 } : null);
      }),
  );
