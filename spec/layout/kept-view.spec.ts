/** A box that scrolls and receives another size keeps in view what has the focus, if it was in view. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unmountAll } from '../../runtime/testing/mount.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

const fields = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<label>${at} <input id="i${at}"/></label>`).join('');

async function open(body: string, width = 40, height = 20) {
  const app = await mount(`<tui><style>input { width: 12; }</style>${body}</tui>`, {
    width,
    height,
  });
  const get = (id: string): TuiElement => app.document.getElementById(id) as TuiElement;
  /** Rows of the element that show on the screen, in the box that it scrolls in. */
  const rowsInView = (id: string, ...around: string[]): number => {
    let { top, bottom } = get(id).getBoundingClientRect();
    for (const each of around) {
      const box = get(each);
      const start = box.getBoundingClientRect().top + box.clientTop;
      top = Math.max(top, start);
      bottom = Math.min(bottom, start + box.clientHeight);
    }
    const screen = app.document.documentElement!.getBoundingClientRect();
    return Math.max(0, Math.min(bottom, screen.bottom) - Math.max(0, top));
  };
  return { app, get, rowsInView };
}

const SCROLLED = 'style="overflow: scroll; flex-grow: 1; flex-shrink: 1; flex-basis: 0; gap: 1"';

describe('a box that scrolls and becomes lower', () => {
  it('keeps the control with the focus in view, also after it had no row', async () => {
    const { app, get, rowsInView } = await open(
      `<text>Head</text><container id="box" ${SCROLLED}>${fields(12)}</container>`,
    );
    get('i8').focus();
    await app.settle();
    expect(get('box').scrollTop).toBe(0);
    const tops: number[] = [];
    for (const height of [12, 5, 2, 1, 3, 20]) {
      await app.resize(40, height);
      await app.settle();
      tops.push(get('box').scrollTop);
      expect(rowsInView('i8', 'box')).toBe(height > 1 ? 1 : 0);
    }
    // No farther than needed, on the way there and back.
    expect(tops.slice(0, 3)).toEqual([6, 13, 16]);
    expect(tops.at(-1)).toBeLessThanOrEqual(4);
  });

  it('keeps it in view in each box around it', async () => {
    const inner = `<container id="inner" style="height: 60%; min-height: 4; overflow: scroll">${fields(12)}</container>`;
    const { app, get, rowsInView } = await open(
      `<container id="outer" ${SCROLLED}>${fields(4).replaceAll('"i', '"o')}${inner}</container>`,
    );
    get('i9').focus();
    await app.settle();
    for (const height of [9, 6, 4, 2, 14]) {
      await app.resize(40, height);
      await app.settle();
      expect([height, rowsInView('i9', 'inner', 'outer')]).toEqual([height, 1]);
    }
  });

  it('keeps the button of an open menu in view, and so the menu open', async () => {
    const { app, get, rowsInView } = await open(
      `<container id="box" ${SCROLLED}>${fields(8)}<button id="b" popovertarget="m">Menu</button>
      <menu id="m"><item>One</item><item>Two</item></menu></container>`,
    );
    await app.click('#b');
    for (const height of [9, 4, 6]) {
      await app.resize(40, height);
      await app.settle();
      expect(rowsInView('b', 'box')).toBe(1);
      expect(get('m').states.has('open')).toBe(true);
    }
  });

  it('leaves what was scrolled out of view, and what fills the view, where it is', async () => {
    const { app, get } = await open(
      `<container id="box" ${SCROLLED}>${fields(12)}<textarea id="t" rows="30"/></container>`,
    );
    get('i8').focus();
    await app.settle();
    get('box').scrollTop = 20;
    await app.settle();
    await app.resize(40, 6);
    await app.settle();
    expect(get('box').scrollTop).toBe(20);
    await app.resize(40, 20);
    get('t').focus();
    get('box').scrollTop = 30;
    await app.settle();
    await app.resize(40, 10);
    await app.settle();
    expect(get('box').scrollTop).toBe(30);
  });

  it('does so whatever the sizes are', async () => {
    const sizes = fc.array(
      fc.record({ width: fc.integer({ min: 8, max: 60 }), height: fc.nat(24) }),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(29), async (walk, at) => {
        const { app, get, rowsInView } = await open(
          `<text>Some words above the list that may need several rows</text>
          <container id="box" ${SCROLLED}>${fields(30)}</container>`,
        );
        get(`i${at}`).focus();
        await app.settle();
        const lost: string[] = [];
        for (const { width, height } of walk) {
          await app.resize(width, Math.max(1, height));
          await app.settle();
          const hasRoom = get('box').clientHeight > 0 && get('box').clientWidth > 0;
          if (hasRoom && rowsInView(`i${at}`, 'box') === 0) lost.push(`${width}x${height}`);
        }
        expect(lost).toEqual([]);
        unmountAll();
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});
