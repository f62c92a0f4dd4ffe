/**
 * Percentages count where the size that they are of is known, and are otherwise as if not set (CSS Sizing 3 section
 * 5.2.1, CSS Flexbox 1 sections 7.2.3 and 9.8); and after any change boxes are where a fresh layout has them.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { fileMarkup } from '../support/file-markup.js';
import { propertyRuns } from '../support/property-runs.js';
import { boxesOf, boxWalk, settle, walkBoxes } from '../support/walk/boxes.js';

const SIZE = { width: 12, height: 8 };

function open(markup: string, size = SIZE): App {
  const app = createApp(markup, { registry, ...size, theme: 'fullcolor-dark' });
  settle(app);
  return app;
}

/** Rectangles of the elements that have an `id`, by it. */
function rects(markup: string, size = SIZE): Record<string, string> {
  const app = open(markup, size);
  const found = [...app.document.querySelectorAll('[id]')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.id, `${x},${y} ${width}x${height}`] as const;
  });
  app.stop();
  return Object.fromEntries(found);
}

function box(style: string, inner: string): string {
  return `<container style="${style}">${inner}</container>`;
}

describe('a percentage', () => {
  it('of a height that comes of the content does not make it larger', () => {
    const inner = '<text id="b" style="flex-basis: 50%">b</text><text id="c">c</text>';
    expect(rects(`<tui>${box('', inner)}</tui>`)).toEqual({ b: '0,0 12x1', c: '0,1 12x1' });
  });

  it.each([
    'flex-basis: 50%; height: 4',
    'height: 50%',
    'min-height: 100%',
    'max-height: 50%',
    'top: 50%',
  ])('is as if not set where the height is not known: %s', (style) => {
    const inner = `<text id="b" style="${style}">b</text><text id="c">c</text>`;
    expect(rects(`<tui>${box('position: absolute; width: 12', inner)}</tui>`)).toEqual({
      b: '0,0 12x1',
      c: '0,1 12x1',
    });
  });

  it.each([
    ['height: 6', ''],
    ['height: 75%', ''],
    ['flex-grow: 1', '<text style="height: 2">x</text>'],
    ['position: absolute; top: 0; bottom: 2; width: 12', ''],
  ])('is of a height that is known: %s', (style, after) => {
    const inner = '<text id="b" style="height: 50%">b</text>';
    expect(rects(`<tui>${box(style, inner)}${after}</tui>`)).toEqual({ b: '0,0 12x3' });
  });

  it('is of the height that a box is stretched to, not of one that it has of its own', () => {
    const row = (align: string): string =>
      box(
        `flex-direction: row; align-items: ${align}`,
        box('', '<text id="b" style="height: 50%">b</text>') + '<text style="height: 6">x</text>',
      );
    expect(rects(`<tui>${row('stretch')}</tui>`)['b']).toBe('0,0 1x3');
    expect(rects(`<tui>${row('flex-start')}</tui>`)['b']).toBe('0,0 1x1');
  });

  it('of a width that comes of the content is of what that is without it', () => {
    const inner = '<text id="b" style="width: 50%">word</text><text id="c">ten letter</text>';
    expect(rects(`<tui>${box('align-self: flex-start', inner)}</tui>`)).toEqual({
      b: '0,0 5x1',
      c: '0,1 10x1',
    });
    const row = box('flex-direction: row', box('', '<text id="b" style="width: 50%">word</text>'));
    expect(rects(`<tui>${row}</tui>`)).toEqual({ b: '0,0 2x2' });
  });

  it('of padding and margins is of the width, too, once that is known', () => {
    const inner = '<text id="b" style="margin: 0 25%">ab</text><text id="c">12345678</text>';
    expect(rects(`<tui>${box('align-self: flex-start', inner)}</tui>`)).toEqual({
      b: '2,0 4x1',
      c: '0,1 8x1',
    });
  });

  it('follows when the height of a box becomes known', () => {
    const markup = box(
      'flex-direction: row; align-items: flex-start',
      box('', box('', '<text style="height: 50%">b</text><text>c</text><text>d</text>')),
    );
    const app = open(`<tui>${markup}</tui>`);
    const row = app.document.querySelector('container')!;
    for (const align of ['stretch', 'flex-start']) {
      row.setAttribute('style', `flex-direction: row; align-items: ${align}; height: 3`);
      settle(app);
      const fresh = open(fileMarkup(app.document.documentElement));
      expect(boxesOf(app)).toEqual(boxesOf(fresh));
      fresh.stop();
    }
    app.stop();
  });

  it('of what is placed absolutely beside it is of the box inside the border', () => {
    const inner =
      '<text style="width: 50%">b</text>' +
      '<text id="a" style="position: absolute; right: 0; bottom: 0; width: 50%; height: 50%">a</text>';
    const markup = `<tui>${box('border: thin; padding: 1; height: 8', inner)}</tui>`;
    expect(rects(markup)).toEqual({ a: '6,4 5x3' });
  });
});

describe('a layout after changes', () => {
  it('is that of a fresh app', () => {
    fc.assert(fc.property(boxWalk, walkBoxes), { numRuns: propertyRuns(200) });
  });
});
