/**
 * Texts that change where they stand: the cells of each frame equal those of a fresh app of the same
 * document, and the terminal shows them, whatever is around the text and whatever it was before.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import type { App } from '../../runtime/app/app.js';
import type { Screen } from '../../runtime/terminal/screen.js';
import { isText } from '../../runtime/element/tree.js';
import { propertyRuns } from '../support/property-runs.js';
import { createAppOnScreen } from '../support/screen.js';

const STYLES = [
  '',
  'text-align: right',
  'text-align: center; width: 9',
  'white-space: nowrap; width: 4',
  'white-space: nowrap; text-overflow: ellipsis; width: 4',
  'white-space: pre',
  'white-space: pre-wrap; width: 5',
  'white-space: pre-line',
  'visibility: hidden',
  'display: none',
  'height: 0',
  'margin-left: -2',
  'padding: 1 2; border: thin',
  'background: #224466; font-weight: bold',
  'position: absolute; left: 3; top: 2; background: #552211',
  'width: 3',
];
const WORDS = [
  'abc',
  'xbz',
  'a b',
  'a  b',
  ' ab',
  'ab ',
  'abc  ',
  'abcd',
  'wxyz',
  'a-b c',
  'c d-e',
  'aa bb',
  '',
  ' ',
  '\u6f22a',
  'b\u6f22',
  '\u00e9bc',
  'a\u0301bc',
  'a\tb',
  'a\nb',
  '\u001bbc',
  '\u00adab',
];
const MARKUP = `<tui><style>.on { color: #ff0000 } .up { text-align: right }</style>
  <text></text><text>x<b>y</b></text>
  <container style="flex-direction: row; gap: 1"><text></text><text></text></container>
  <container style="height: 2; overflow: scroll"><text></text><text></text></container>
  <text></text></tui>`;

const index = fc.nat(6);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('word' as const),
      at: index,
      word: fc.constantFrom(...WORDS),
    }),
  },
  fc.record({ kind: fc.constant('style' as const), at: index, style: fc.constantFrom(...STYLES) }),
  fc.record({ kind: fc.constant('class' as const), at: index, name: fc.constantFrom('on', 'up') }),
  fc.record({ kind: fc.constant('place' as const), at: index }),
  fc.record({ kind: fc.constant('frame' as const) }),
);

function mount(markup: string): { app: App; screen: Screen } {
  const options = { registry, width: 24, height: 9, theme: 'fullcolor-dark' as const };
  return createAppOnScreen(markup, { ...options, output: { write: () => undefined } });
}

/** Glyphs and colours of each cell, by meaning: two apps number styles in their own way. */
function shown({ cells }: App): string[] {
  return Array.from({ length: cells.height }, (_, y) =>
    Array.from({ length: cells.width }, (__, x) => {
      const at = y * cells.width + x;
      const { fg, bg, attributes } = cells.table.get(cells.styles[at]!);
      return `${cells.table.text(cells.glyphs[at]!)}:${fg}/${bg}/${attributes}`;
    }).join(' '),
  );
}

describe('a text that changes where it stands', () => {
  it('is painted as a fresh app paints it, and sent', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 16 }), (steps) => {
        const { app, screen } = mount(MARKUP);
        app.frame();
        for (const each of [...steps, { kind: 'frame' as const }]) {
          if (each.kind === 'frame') {
            app.frame();
            const markup = app.document.documentElement.outerHTML;
            const { app: other } = mount(markup);
            other.frame();
            expect(shown(app)).toEqual(shown(other));
            // What the terminal has been sent is what is shown.
            expect([...screen.front!.glyphs]).toEqual([...app.cells.glyphs]);
            other.stop();
            continue;
          }
          const text = app.document.querySelectorAll('text')[each.at]!;
          if (each.kind === 'style') text.setAttribute('style', each.style);
          else if (each.kind === 'class') text.classList.toggle(each.name);
          else if (each.kind === 'place') text.getBoundingClientRect();
          else {
            const only = text.firstChild;
            if (only !== null && isText(only)) only.data = each.word;
            else text.textContent = each.word;
          }
        }
        app.stop();
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('takes no layout and paints one box, however often it changes', () => {
    const { app } = mount(
      '<tui><text id="t" style="white-space: nowrap; width: 20">count 100</text></tui>',
    );
    app.frame();
    const text = app.document.getElementById('t')!.firstChild as unknown as { data: string };
    for (const word of ['count 101', 'count 209', 'c u t 310']) {
      text.data = 'something';
      text.data = word;
      app.frame();
      expect(app.counters).toEqual({ restyled: 0, laidOut: 0, painted: 1 });
      expect(app.cells.rowText(0).trimEnd()).toBe(word);
    }
    app.stop();
  });
});
