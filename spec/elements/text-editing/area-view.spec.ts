/** Rows of wrapped lines: what is kept through edits is what a fresh look finds, and cells lead back. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AreaView } from '../../../elements/text-editing/area-view.js';
import { TextBuffer } from '../../../elements/text-editing/buffer.js';
import { Display } from '../../../elements/text-editing/display.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { snapForward } from '../../../elements/text-editing/boundaries.js';
import { propertyRuns } from '../../support/property-runs.js';

const PIECES = [
  'a',
  'bc',
  ' ',
  ' ',
  'long',
  '表',
  '示',
  '👩‍👧',
  'e\u0301',
  '-',
  '\t',
  '\u200b',
  '\n',
  '\n',
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((parts) => parts.join(''));

function viewOf(value: string, width: number, height = 5): { buffer: TextBuffer; view: AreaView } {
  const buffer = new TextBuffer();
  buffer.setValue(value);
  const view = new AreaView(buffer, new Display());
  view.resize(width, height, true);
  return { buffer, view };
}

it('puts every place at a cell that leads back to it', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 12 }), (value, width) => {
      const { buffer, view } = viewOf(value, width);
      for (let offset = 0; offset <= value.length; offset++) {
        const at = buffer.positionAt(offset);
        const place = { line: at.line, offset: snapForward(buffer.text(at.line), at.offset) };
        const row = view.rowOf(place);
        const cell = view.cellOf(place);
        const { text: shown, start, end } = view.stretch(row);
        expect(cell).toBeLessThanOrEqual(width);
        // Blanks may hang over the end of a row, where no cell is theirs.
        if (cellWidth(shown.slice(start, row.shown)) < width && end > row.shown) {
          const back = view.rowOf(view.placeAt(row, cell));
          expect([back.line, back.row, view.cellOf(view.placeAt(row, cell))]).toEqual([
            row.line,
            row.row,
            cell,
          ]);
        }
        view.reveal(place);
        const down = view.distance(view.top, row, 5);
        expect(down >= 0 && down < 5).toBe(true);
      }
    }),
    { numRuns: propertyRuns(150) },
  );
});

it('keeps rows through edits in a long line as a fresh look finds them', () => {
  const words = fc.array(fc.constantFrom('a', 'word ', 'longer ', '表示', '. '), {
    minLength: 300,
    maxLength: 500,
  });
  const edit = fc.tuple(
    fc.nat(2000),
    fc.nat(6),
    fc.constantFrom('', 'x', ' ', 'some more words', '表'),
  );
  fc.assert(
    fc.property(words, fc.array(edit, { maxLength: 8 }), (parts, edits) => {
      const { buffer, view } = viewOf(parts.join(''), 9);
      view.rows.of(buffer.line(0));
      for (const [where, count, added] of edits) {
        const old = buffer.line(0);
        const at = Math.min(where, old.text.length);
        const to = Math.min(at + count, old.text.length);
        buffer.replace({ line: 0, offset: at }, { line: 0, offset: to }, added);
        view.rows.edited(old, buffer.line(0), at, to);
        const fresh = viewOf(buffer.value, 9);
        expect(view.rows.of(buffer.line(0))).toEqual(fresh.view.rows.of(fresh.buffer.line(0)));
      }
    }),
    { numRuns: propertyRuns(100), endOnFailure: true },
  );
});
