/** One line scrolled sideways: the caret is always in sight, and no room is left blank that text could fill. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { snapForward } from '../../../elements/text-editing/boundaries.js';
import { LineView } from '../../../elements/text-editing/line-view.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { propertyRuns } from '../../support/property-runs.js';

const PIECES = ['a', 'bc', ' ', '表', '示す', '👩‍👧', 'e\u0301', '🇩🇪'];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join(''));
const caret = fc.nat(100);

it('shows the caret wherever it goes, whatever becomes of the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, caret), { maxLength: 6 }),
      fc.integer({ min: 1, max: 15 }),
      (steps, width) => {
        const view = new LineView();
        for (const [shown, expected] of steps) {
          const at = snapForward(shown, expected);
          view.reveal(shown, at, width);
          const { first } = view;
          expect(first).toBe(snapForward(shown, first));
          const cell = view.cellOf(shown, at, width);
          expect(cell).toBe(cellWidth(shown.slice(first, at)));
          expect(cell).toBeLessThan(width);
          expect(view.offsetAt(shown, cell, width)).toBe(at);
          // A caret behind the text leaves one cell, a wide glyph that is cut another.
          if (first > 0) expect(cellWidth(shown.slice(first))).toBeGreaterThanOrEqual(width - 2);
        }
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});
