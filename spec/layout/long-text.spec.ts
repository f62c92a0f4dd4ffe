/** A long text that changes: what is shown is what a fresh app shows, and lines that the change does not move are kept. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { propertyRuns } from '../support/property-runs.js';

const SIZE = { registry, width: 30, height: 12, theme: 'fullcolor-dark' };
const STYLES = [
  'white-space: normal',
  'white-space: pre-wrap',
  'white-space: pre-line',
  'white-space: pre',
  'white-space: nowrap; text-overflow: ellipsis',
  'text-wrap: balance',
  'text-align: right',
];
const PIECES = [
  'a',
  ' ',
  '  ',
  'some words ',
  '\n',
  '\t',
  '漢字',
  '😀',
  'e\u0301',
  '\u00ad',
  '\u001b[31m',
  '-',
];
const words = fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((some) => some.join(''));
const step = fc.record({
  kind: fc.constantFrom('append', 'content', 'insert', 'delete', 'width', 'scroll'),
  at: fc.nat(3000),
  text: words,
});

const lines = (app: App) => Array.from({ length: app.height }, (_, y) => app.cells.rowText(y));

function apply(app: App, { kind, at, text }: { kind: string; at: number; text: string }): void {
  const element = app.document.getElementById('text')!;
  const node = element.firstChild as unknown as Text;
  const place = at % (node.data.length + 1);
  if (kind === 'append') node.appendData(text);
  else if (kind === 'content') element.textContent += text;
  else if (kind === 'insert') node.insertData(place, text);
  else if (kind === 'delete') node.deleteData(Math.min(place, node.data.length - 1), 3);
  else if (kind === 'width')
    element.parentElement!.style.setProperty('width', String(10 + (at % 20)));
  else element.parentElement!.scrollTop = at;
}

it('is what a fresh one is after any walk of changes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...STYLES),
      fc.constantFrom('plain words of some length ', 'words\nin lines\n', '漢字と仮名、😀 e\u0301'),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('text', 'container'),
      (look, unit, steps, tag) => {
        const content = unit.repeat(Math.ceil(1200 / unit.length));
        const app = createApp(
          `<tui><container style="overflow: scroll; height: 10"><${tag} id="text" style="${look}"></${tag}></container></tui>`,
          SIZE,
        );
        app.document.getElementById('text')!.textContent = content;
        app.frame();
        for (const each of steps) {
          apply(app, each);
          app.frame();
        }
        const element = app.document.getElementById('text')!;
        const fresh = createApp(app.document.documentElement.outerHTML, SIZE);
        // Markup has no way to write controls.
        fresh.document.getElementById('text')!.textContent = element.textContent;
        fresh.frame();
        fresh.document.getElementById('text')!.parentElement!.scrollTop =
          element.parentElement!.scrollTop;
        fresh.frame();
        expect(lines(app)).toEqual(lines(fresh));
        const [a, b] = [app, fresh].map(
          ({ document }) => document.getElementById('text')!.parentElement!,
        );
        expect([a!.scrollHeight, a!.scrollWidth]).toEqual([b!.scrollHeight, b!.scrollWidth]);
        app.stop();
        fresh.stop();
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});
