/** The hardware cursor rests on the caret of the focused element, wherever that is, and only where it shows. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';
import { CARET } from '../../runtime/element/internals.js';

describe('the cursor', () => {
  it('is where the focused element says, and hidden without one', async () => {
    const app = await mount(
      '<container id="a" tabindex="0" style="border: thin; padding: 0 1; height: 4"></container>',
      { width: 10, height: 4 },
    );
    const element = app.document.getElementById('a')!;
    let caret: { x: number; y: number } | null = { x: 2, y: 1 };
    element[CARET] = () => caret;
    expect(app.app.cursor).toBeNull();
    element.focus();
    await app.settle();
    expect(app.app.cursor).toEqual({ x: 4, y: 2 });
    expect(app.output).toContain('\u001b[?25h');
    // Outside the content box, the last column but one included, there is nothing to see.
    for (const outside of [
      { x: 6, y: 0 },
      { x: -1, y: 0 },
      { x: 0, y: 2 },
      { x: NaN, y: 0 },
      null,
    ]) {
      caret = outside;
      element.invalidate('paint');
      await app.settle();
      expect(app.app.cursor).toBeNull();
    }
    caret = { x: 5, y: 0 };
    element.invalidate('paint');
    await app.settle();
    expect(app.app.cursor).toEqual({ x: 7, y: 1 });
    element.blur();
    await app.settle();
    expect(app.app.cursor).toBeNull();
  });

  it('is hidden where the element is scrolled away or covered', async () => {
    const app = await mount(
      `<container id="list" style="overflow: scroll; height: 3"><container id="a" tabindex="0" style="height: 1"></container><container style="height: 9"></container></container>
       <container id="over" style="position: absolute; left: 0; top: 0; width: 3; height: 1; display: none"></container>`,
      { width: 30, height: 5 },
    );
    const element = app.document.getElementById('a')!;
    element[CARET] = () => ({ x: 1, y: 0 });
    element.focus();
    await app.settle();
    expect(app.app.cursor).toEqual({ x: 1, y: 0 });
    app.document.getElementById('list')!.scrollTop = 2;
    await app.settle();
    expect(app.app.cursor).toBeNull();
    app.document.getElementById('list')!.scrollTop = 0;
    app.document.getElementById('over')!.style.setProperty('display', 'flex');
    await app.settle();
    expect(app.app.cursor).toBeNull();
    app.document.getElementById('over')!.remove();
    await app.settle();
    expect(app.app.cursor).toEqual({ x: 1, y: 0 });
    element[CARET] = () => ({ x: 27, y: 0 });
    app.$tui.notify('covers the corner');
    await app.settle();
    expect(app.app.cursor).toBeNull();
  });

  it('can be put somewhere by the app itself', async () => {
    const app = await mount('<text>x</text>', { width: 10, height: 4 });
    app.app.setCursor({ x: 3, y: 2 });
    await app.settle();
    expect(app.app.cursor).toEqual({ x: 3, y: 2 });
  });
});
