/** A column that scrolls and has a hundred children is laid out row by row: nobody may see a difference. */
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { Cell } from '../../runtime/layout/arrangement.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { propertyRuns } from '../support/property-runs.js';

const SIZE = { registry, width: 24, height: 9, theme: 'fullcolor-dark' };
const LISTS = [
  'overflow: scroll; height: 7',
  'overflow: scroll; height: 7; gap: 1; border: thin; padding: 0 1',
  'overflow-y: scroll; height: 6; align-items: center',
  'overflow: scroll; height: 7; justify-content: center',
  'overflow: scroll; height: 5; flex-direction: row',
  'height: 6',
  'overflow: scroll; align-items: flex-end; width: 14',
  'overflow: scroll; height: 7; display: grid; grid-template-columns: 1fr 1fr',
];
const ROWS = [
  '',
  'margin: 1 2',
  'flex-grow: 1',
  'height: 20%',
  'width: 200%; white-space: nowrap',
  'position: absolute; top: 2; left: 3',
  'display: none',
  'border: thin; width: 50%',
  'align-self: flex-start',
  'margin-top: -1',
  'padding-top: 10%',
];

type Step =
  | { kind: 'add'; at: number; style: string }
  | { kind: 'remove' | 'first' | 'last' | 'nested'; at: number }
  | { kind: 'bare'; at: number; text: string }
  | { kind: 'style'; at: number; style: string }
  | { kind: 'text'; at: number; words: number }
  | { kind: 'list'; style: string }
  | { kind: 'scroll'; top: number };

const MOVES = ['remove', 'first', 'last', 'nested'] as const;
const at = fc.nat({ max: 200 });
const style = fc.constantFrom(...ROWS);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), at, style }),
  fc.record({ kind: fc.constantFrom(...MOVES), at }),
  fc.record({ kind: fc.constant('bare' as const), at, text: fc.constantFrom(' ', 'bare', 'b c') }),
  fc.record({ kind: fc.constant('style' as const), at, style }),
  fc.record({ kind: fc.constant('text' as const), at, words: fc.nat({ max: 9 }) }),
  fc.record({ kind: fc.constant('list' as const), style: fc.constantFrom(...LISTS) }),
  fc.record({ kind: fc.constant('scroll' as const), top: fc.nat({ max: 120 }) }),
);

const list = (app: App) => app.document.getElementById('list')!;
const lines = (app: App) => Array.from({ length: app.height }, (_, y) => app.cells.rowText(y));

function apply(app: App, walk: Step): void {
  const parent = list(app);
  const rows = [...parent.children];
  const pick = (index: number) => rows[index % rows.length]!;
  switch (walk.kind) {
    case 'add': {
      const row = app.document.createElement('text');
      row.textContent = `new ${walk.at}`;
      row.setAttribute('style', walk.style);
      parent.insertBefore(row, pick(walk.at));
      break;
    }
    case 'remove':
      pick(walk.at).remove();
      break;
    case 'first':
      parent.prepend(pick(walk.at));
      break;
    case 'last':
      parent.append(pick(walk.at));
      break;
    case 'nested': {
      // Into another row, as a long list never has it.
      const row = app.document.createElement('container');
      parent.insertBefore(row, pick(walk.at));
      row.append(pick(walk.at + 3));
      break;
    }
    case 'bare':
      parent.insertBefore(app.document.createTextNode(walk.text), pick(walk.at));
      break;
    case 'style':
      pick(walk.at).setAttribute('style', walk.style);
      break;
    case 'text':
      pick(walk.at).textContent = 'word '.repeat(walk.words);
      break;
    case 'list':
      parent.setAttribute('style', walk.style);
      break;
    case 'scroll':
      parent.scrollTop = walk.top;
  }
}

function markup(count: number, look: string, row = ''): string {
  const rows = Array.from({ length: count }, (_, i) => `<text style="${row}">row ${i}</text>`);
  return `<tui><container id="list" style="${look}">${rows.join('')}</container><text>after</text></tui>`;
}

describe('a list that is long', () => {
  it('is what a fresh one is after any walk of changes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 97, max: 103 }),
        fc.constantFrom(...LISTS),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        (count, look, steps) => {
          const app = createApp(markup(count, look), SIZE);
          app.frame();
          for (const walk of steps) {
            apply(app, walk);
            app.frame();
          }
          const fresh = createApp(app.document.documentElement.outerHTML, SIZE);
          fresh.frame();
          list(fresh).scrollTop = list(app).scrollTop;
          fresh.frame();
          expect(lines(app)).toEqual(lines(fresh));
          expect(list(app).scrollHeight).toBe(list(fresh).scrollHeight);
          expect(list(app).scrollWidth).toBe(list(fresh).scrollWidth);
          app.stop();
          fresh.stop();
        },
      ),
      { numRuns: propertyRuns(25) },
    );
  });

  it('is what a fresh one is after frames of several changes, at the same places', () => {
    const near = fc.constantFrom(0, 1, 2, 50, 51, 52, 98, 99, 100, 101);
    const close = step.chain((each) =>
      near.map((place) => ('at' in each ? { ...each, at: place } : each)),
    );
    const batch = fc.array(close, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.constantFrom(...LISTS),
        fc.array(batch, { minLength: 1, maxLength: 5 }),
        (look, batches) => {
          const app = createApp(markup(104, look), SIZE);
          app.frame();
          for (const steps of batches) {
            for (const each of steps) apply(app, each);
            app.frame();
          }
          const fresh = createApp(app.document.documentElement.outerHTML, SIZE);
          fresh.frame();
          list(fresh).scrollTop = list(app).scrollTop;
          fresh.frame();
          expect(lines(app)).toEqual(lines(fresh));
          expect(list(app).scrollHeight).toBe(list(fresh).scrollHeight);
          expect(list(app).scrollWidth).toBe(list(fresh).scrollWidth);
          app.stop();
          fresh.stop();
        },
      ),
      { numRuns: propertyRuns(25) },
    );
  });

  it('measures rows anew whose padding is a share of its width', () => {
    const app = createApp(
      markup(100, 'overflow: scroll; align-items: center', 'padding-top: 10%'),
      SIZE,
    );
    app.frame();
    list(app).setAttribute('style', 'overflow: scroll; align-items: center; width: 14');
    app.frame();
    const fresh = createApp(app.document.documentElement.outerHTML, SIZE);
    fresh.frame();
    expect(lines(app)).toEqual(lines(fresh));
  });

  it.each([
    ['overflow: scroll; height: 7; gap: 1; border: thin; padding: 1 2', ''],
    ['overflow: scroll; height: 7; align-items: center', 'margin: 1 0 0 2'],
    ['overflow: scroll; height: 7; width: 60%', 'border: rounded; padding: 0 1'],
    ['overflow: scroll; height: 7', 'width: 200%; white-space: nowrap'],
    ['height: 6', 'margin-top: 1'],
    ['gap: 1; width: 14; align-items: flex-end', 'padding: 0 1'],
    ['flex-shrink: 0; border: thin; padding: 1 0', 'width: 50%'],
    ['align-self: center', 'margin: 0 1'],
  ])('starts as a short one does: %s, rows %s', (look, row) => {
    const [short, long] = [99, 100].map((count) => {
      const app = createApp(markup(count, look, row), SIZE);
      app.frame();
      list(app).scrollTo(3, 5);
      app.frame();
      return app;
    }) as [App, App];
    // The thumb of the longer list may differ: the last cell of each line is its column.
    const text = (app: App) => lines(app).map((line) => line.slice(0, 12));
    expect(text(long)).toEqual(text(short));
    expect(list(long).children[98]!.getBoundingClientRect()).toEqual(
      list(short).children[98]!.getBoundingClientRect(),
    );
    expect(list(long).scrollWidth).toBe(list(short).scrollWidth);
    expect(list(long).clientWidth).toBe(list(short).clientWidth);
    short.stop();
    long.stop();
  });

  it('need not scroll itself: rows that keep their size are read back alone', () => {
    const app = createApp(
      `<tui><container style="overflow: scroll; height: 7">${markup(3000, 'flex-shrink: 0').replace(/<\/?tui>/g, '')}</container></tui>`,
      SIZE,
    );
    app.frame();
    const row = app.document.createElement('text');
    row.textContent = 'new';
    list(app).append(row);
    app.frame();
    expect(app.counters).toMatchObject({ restyled: 1 });
    expect(app.counters.laidOut).toBeLessThan(8);
    app.stop();
  });

  it('reads back only the rows that changed, however many there are', () => {
    const app = createApp(markup(3000, 'overflow: scroll; height: 7'), SIZE);
    app.frame();
    const row = app.document.createElement('text');
    row.textContent = 'new';
    list(app).append(row);
    app.frame();
    expect(app.counters.laidOut).toBeLessThan(6);
    row.textContent = 'a new text that takes two lines';
    app.frame();
    expect(app.counters.laidOut).toBeLessThan(6);
    expect(list(app).scrollHeight).toBe(3002);
    app.stop();
  });
});

describe('a row more in a long list', () => {
  it.each([
    ['at the end', (parent: TuiElement, row: TuiElement) => parent.append(row), 4],
    [
      'that changes its text',
      (parent: TuiElement) => (parent.children[300]!.textContent = 'a b'),
      4,
    ],
  ])('measures and places no other: %s', (_, change, most) => {
    const app = createApp(markup(2000, 'overflow: scroll; height: 7'), SIZE);
    app.frame();
    const measured = jest.spyOn(Cell.prototype, 'heightAt');
    const placed = jest.spyOn(Cell.prototype, 'settleAt');
    const row = app.document.createElement('text');
    row.textContent = 'more';
    change(list(app), row);
    app.frame();
    expect(measured.mock.calls.length).toBeLessThanOrEqual(most);
    expect(placed.mock.calls.length).toBeLessThanOrEqual(most);
    measured.mockRestore();
    placed.mockRestore();
    app.stop();
  });
});
