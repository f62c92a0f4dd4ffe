/** Scrolling one way or both: the bar below the content by pointer, wheel and keys. */
import { describe, expect, it } from '@jest/globals';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { mount } from '../support/mount.js';

const WIDE = 'abcdefghijklmnopqrstuvwxyz0123456789abcd';
const markup = (style: string, lines = 1) =>
  `<tui><container id="box" style="height: 4; ${style}">${`<text style="white-space: nowrap; width: 40">${WIDE}</text>`.repeat(lines)}</container><text>after</text></tui>`;
const open = async (style: string, lines = 1) => {
  const app = await mount(markup(style, lines), { width: 10, height: 6, theme: 'color16-dark' });
  return { app, box: app.document.getElementById('box') as unknown as TuiElement };
};

describe('a box that scrolls sideways', () => {
  it('has its bar in its last row, and its whole width for content', async () => {
    const { app, box } = await open('overflow-x: scroll');
    expect(app.text()).toBe('abcdefghij\n\n\n▄▄▄\nafter');
    expect([box.clientWidth, box.clientHeight, box.scrollWidth]).toEqual([10, 3, 40]);
  });

  it('has the bar only where it is needed beside the other', async () => {
    const { app, box } = await open('overflow: scroll', 5);
    expect(box.clientHeight).toBe(3);
    expect(box.clientWidth).toBe(9);
    expect(app.text().split('\n')[3]?.startsWith('▄▄')).toBe(true);
    for (const text of app.document.querySelectorAll('#box > text')) text.textContent = 'short';
    box.querySelectorAll('text').forEach((text) => text.setAttribute('style', ''));
    await app.settle();
    expect(box.clientHeight).toBe(4);
    expect(app.text().split('\n')[3]).toContain('short');
  });

  it('drags its thumb, and pages in its track', async () => {
    const { app, box } = await open('overflow-x: scroll');
    await app.drag({ x: 0, y: 3 }, { x: 9, y: 3 });
    expect(box.scrollLeft).toBe(30);
    expect(app.text()).toBe('456789abcd\n\n\n       ▄▄▄\nafter');
    await app.click({ x: 1, y: 3 });
    expect(box.scrollLeft).toBe(20);
    await app.drag({ x: 5, y: 3 }, { x: 0, y: 3 });
    expect(box.scrollLeft).toBeLessThan(10);
  });

  it('goes by arrow keys and leaves other keys and the wheel to what scrolls downwards', async () => {
    const { app, box } = await open('overflow-x: scroll', 9);
    await app.press('ArrowRight', 'ArrowRight', 'ArrowLeft');
    expect(box.scrollLeft).toBe(1);
    await app.press('ArrowDown', 'PageDown');
    await app.wheel('#box', 2);
    expect([box.scrollLeft, box.scrollTop]).toEqual([1, 0]);
  });

  it('does not scroll sideways where only downwards is asked for', async () => {
    const { app, box } = await open('overflow-y: scroll', 9);
    await app.press('ArrowRight', 'ArrowDown');
    expect([box.scrollLeft, box.scrollTop]).toEqual([0, 1]);
    expect(app.text()).not.toContain('▄▄');
  });

  it('keeps its only row for content', async () => {
    const { app } = await open('overflow-x: scroll; height: 1');
    expect(app.text()).toBe('abcdefghij\nafter');
  });

  it('shows whole cells without colour', async () => {
    const app = await mount(markup('overflow-x: scroll'), {
      width: 10,
      height: 6,
      theme: 'bw-std',
    });
    expect(app.text().split('\n')[3]).toBe('███───────');
  });
});
