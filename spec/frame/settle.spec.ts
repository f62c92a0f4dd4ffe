/** What answers the focus or the pointer may change where they are: every screen settles, and says why it did not. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { keyBytes, mouseBytes } from '../../runtime/testing/input-bytes.js';
import { propertyRuns } from '../support/property-runs.js';

function open(sheet: string, markup: string): { app: App; requests: () => number } {
  let requests = 0;
  const app = createApp(`<tui><style>${sheet}</style>${markup}</tui>`, {
    registry,
    file: 'app.tui',
    width: 30,
    height: 9,
    theme: 'fullcolor-dark',
    onFrameRequest: () => requests++,
  });
  settle(app);
  return { app, requests: () => requests };
}

/** Frames until there is nothing to do. */
function settle(app: App): number {
  for (let frames = 0; frames < 40; frames++) if (app.frame().skipped) return frames;
  return Infinity;
}

function rows(app: App): string[] {
  return Array.from({ length: app.height }, (_, y) => app.cells.rowText(y).trim()).filter(Boolean);
}

/** The elements that are hovered, from the outside in. */
function hovered(app: App): string[] {
  return [...app.document.querySelectorAll('*')]
    .filter(({ states }) => states.has('hover'))
    .map(({ localName, id }) => (id === '' ? localName : id));
}

const BUTTONS = '<button id="a">a</button><button id="b">b</button><button id="c">c</button>';
const AROUND: readonly (readonly [name: string, before: string, after: string])[] = [
  ['the document', '', ''],
  ['a modal dialog', '<dialog open="true" modal="true">', '</dialog>'],
];

describe.each(AROUND)(
  'in %s, an element that hides when it has the focus',
  (_name, before, after) => {
    it.each([
      ':focus { visibility: hidden }',
      ':focus { display: none }',
      '#a:focus, #b:focus { display: none }',
      'button { display: none } button:not(:focus) { display: flex }',
    ])('%s', (sheet) => {
      const { app, requests } = open(sheet, before + BUTTONS + after);
      for (const key of ['Tab', 'Shift+Tab', 'Tab', 'Enter']) {
        app.input(keyBytes(key));
        expect(settle(app)).toBeLessThan(15);
      }
      const settled = requests();
      expect(app.frame().skipped).toBe(true);
      expect(requests()).toBe(settled);
      const shown = rows(app).join('');
      for (const name of ['a', 'b', 'c']) expect(shown).toContain(name);
    });
  },
);

it('is named once, with its place', () => {
  const { app } = open(':focus { visibility: hidden }', BUTTONS);
  for (let press = 0; press < 3; press++) {
    app.input(keyBytes('Tab'));
    settle(app);
  }
  const [found, ...others] = app.diagnostics;
  expect(others).toEqual([]);
  expect(formatDiagnostic(found!)).toMatch(
    /^app\.tui:1:\d+ warning unsettled: <button id="[abc]">: the screen does not settle: it hides/,
  );
});

describe('the pointer that rests', () => {
  it('hovers what layout has moved below it', () => {
    const { app } = open(
      '*:hover { border: thick }',
      '<container id="box"><text id="a">aaa</text><text id="b">bbb</text></container>',
    );
    app.input(mouseBytes('move', 1, 1));
    expect(settle(app)).toBeLessThan(5);
    expect(app.ownerAt(1, 1)?.id).toBe('box');
    expect(hovered(app)).toEqual(['tui', 'box']);
    const before = rows(app);
    app.repaint();
    settle(app);
    expect(rows(app)).toEqual(before);
  });

  it('is over what is hovered, or it is said that it cannot be', () => {
    const look = fc.constantFrom(
      'border: thick',
      'padding: 1',
      'margin-top: 1',
      'display: none',
      'height: 3',
      'position: absolute; left: 9',
      'color: red',
      'flex-direction: row',
      'overflow: hidden',
    );
    const rule = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), look });
    const cell = fc.record({ x: fc.nat(29), y: fc.nat(8) });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), fc.array(cell), (rules, cells) => {
        const { app } = open(
          rules.map(({ id, look }) => `#${id}:hover { ${look} }`).join(' '),
          `<container id="a"><container id="b"><text id="c">one two</text></container>
            <container id="d">three</container></container><text id="e">four</text>`,
        );
        for (const { x, y } of cells) {
          app.input(mouseBytes('move', x, y));
          expect(settle(app)).toBeLessThan(15);
          const there = app.ownerAt(x, y) ?? app.document.documentElement;
          const isOver = hovered(app).at(-1) === (there.id || there.localName);
          if (app.diagnostics.length === 0) expect(isOver).toBe(true);
          const before = rows(app);
          app.repaint();
          settle(app);
          expect(rows(app)).toEqual(before);
        }
        app.stop();
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('gives up where what is hovered never stays', () => {
    const { app, requests } = open('text:hover { display: none }', '<text>a</text><text>b</text>');
    app.input(mouseBytes('move', 0, 0));
    expect(settle(app)).toBeLessThan(15);
    const settled = requests();
    for (let frames = 0; frames < 5; frames++) expect(app.frame().skipped).toBe(true);
    expect(requests()).toBe(settled);
    expect(app.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['unsettled', 'warning'],
    ]);
    app.input(mouseBytes('move', 20, 8));
    settle(app);
    expect(rows(app)).toEqual(['a', 'b']);
  });
});
