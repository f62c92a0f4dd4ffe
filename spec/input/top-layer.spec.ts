/** Tooltips by attribute, notifications under the pointer, hovering what moves, and the first focus. */
import { describe, expect, it } from '@jest/globals';
import { elements } from '../../elements/index.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import type { Painter, Popup } from '../../runtime/element/contract.js';
import { TuiElement, type InputAction } from '../../runtime/element/tui-element.js';
import { createRegistry } from '../../runtime/element/registry.js';
import { mount } from '../support/mount.js';
import { MEASURE, POPUP, DEFAULT_ACTION } from '../../runtime/element/internals.js';

const SIZE = { width: 40, height: 8 };

describe('the tooltip attribute', () => {
  const MARKUP = `<container tooltip="a box"><button id="a" tooltip="Saves the file">Save</button><button id="b">Other</button></container>`;

  it('shows where the pointer rests, the innermost one first', async () => {
    const app = await mount(MARKUP, SIZE);
    await app.hover('#a');
    expect(app.text()).not.toContain('Saves');
    await app.advance(300);
    expect(app.text()).toContain('Saves the file');
    await app.hover('#b');
    expect(app.text()).toContain('a box');
    await app.press('Escape');
    expect(app.text()).not.toContain('a box');
  });

  it('shows below what the Tab key came to, after the same time, until the next key', async () => {
    const app = await mount(MARKUP, SIZE);
    await app.press('Tab');
    await app.advance(299);
    expect(app.text()).not.toContain('Saves');
    await app.advance(1);
    expect(app.text().split('\n')[1]).toContain('Saves the file');
    await app.press('Escape');
    expect(app.text()).not.toContain('Saves');
    await app.press('Tab');
    await app.advance(1000);
    expect(app.text()).not.toContain('a box');
  });

  it('is text, whatever it holds, and nothing where it is blank', async () => {
    const app = await mount(
      `<button id="a" tooltip="&#27;[31mred&#7;">x</button><button id="b" tooltip="  ">y</button>`,
      SIZE,
    );
    await app.hover('#a');
    await app.advance(300);
    expect(app.text()).toContain('[31mred');
    expect(app.output).not.toContain('\x1b[31mred');
    await app.press('Escape');
    await app.hover('#b');
    await app.advance(300);
    expect(app.text()).not.toContain('red');
  });
});

describe('a click on a notification', () => {
  it('takes it away, and is nobody else’s', async () => {
    const app = await mount(`<button id="b" style="width: 100%; height: 5">Wide</button>`, SIZE);
    const seen: string[] = [];
    for (const type of ['mousedown', 'mouseup', 'click'])
      app.document.addEventListener(type, () => seen.push(type));
    app.$tui.notify('first', { timeout: 0 });
    app.$tui.notify('second', { timeout: 0 });
    await app.settle();
    await app.click({ x: 34, y: 0 });
    expect([app.notifications, seen]).toEqual([['second'], []]);
    await app.click({ x: 34, y: 0 });
    await app.click({ x: 34, y: 0 });
    expect([app.notifications, seen]).toEqual([[], ['mousedown', 'mouseup', 'click']]);
  });
});

describe('a pointer that rests', () => {
  it('hovers what comes to be under it, and presses what is there', async () => {
    const app = await mount(
      `<style>text:hover { color: #ff0000 }</style><text id="a">one</text><text id="b">two</text>`,
      SIZE,
    );
    const [a, b] = ['a', 'b'].map((id) => app.document.getElementById(id)!);
    const seen: string[] = [];
    for (const type of ['mouseenter', 'mouseleave'])
      for (const each of [a!, b!])
        each.addEventListener(type, () => seen.push(`${type} ${each.id}`));
    await app.hover('#a');
    a!.remove();
    await app.settle();
    expect([b!.states.has('hover'), app.screen().cell(0, 0).fg]).toEqual([true, '#ff0000']);
    b!.before(a!);
    await app.settle();
    expect([a!.states.has('hover'), b!.states.has('hover')]).toEqual([true, false]);
    expect(seen.filter((each) => each.endsWith('b'))).toEqual(['mouseenter b', 'mouseleave b']);
  });

  it('does not go on for ever where the answer to hovering moves the boxes', async () => {
    const app = await mount(
      `<style>#a:hover { margin: 2 0 0 0 }</style><text id="a">jumps</text>`,
      SIZE,
    );
    await app.hover({ x: 1, y: 0 });
    let frames = 0;
    while (!app.app.frame().skipped && frames < 20) frames++;
    expect(frames).toBeLessThan(5);
  });

  it('is not over what is scrolled away', async () => {
    const app = await mount(
      `<container style="overflow: scroll; height: 2"><text id="a">a</text><text id="b">b</text><text>c</text><text>d</text><text id="e">e</text></container>`,
      SIZE,
    );
    await app.hover({ x: 0, y: 1 });
    await app.wheel({ x: 0, y: 1 }, 1);
    expect(app.document.getElementById('b')!.states.has('hover')).toBe(false);
    expect(app.document.getElementById('e')!.states.has('hover')).toBe(true);
  });
});

it('gives the first focus to the element with autofocus that can have it', async () => {
  const app = await mount(
    `<dialog><button autofocus="true">in</button></dialog><button>a</button><button id="b" autofocus="true">b</button>`,
    SIZE,
  );
  expect(app.document.activeElement.id).toBe('b');
});

/** Counts how often its popup is painted, and writes down what the pointer does in it. */
class Flag extends TuiElement {
  static override readonly tag = 'test-flag';
  painted = 0;
  closed = 0;
  heard: string[] = [];

  override [MEASURE](): { width: number; height: number } {
    return { width: 4, height: 1 };
  }
  override [POPUP](): Popup {
    return {
      width: 6,
      height: 3,
      paint: (painter: Painter) => {
        this.painted++;
        painter.text(0, 0, 'popup');
        painter.text(9, 9, 'outside');
      },
      close: () => this.closed++,
    };
  }
  override [DEFAULT_ACTION](event: InputAction): boolean {
    const { inPopup = false, offsetX, offsetY } = event;
    this.heard.push([event.type, inPopup, offsetX, offsetY].join(' '));
    return event.type === 'mousedown';
  }
}
const registry = createRegistry([...elements, Flag]);

describe('a popup', () => {
  const MARKUP = `<text id="t">text</text><test-flag id="f" style="margin: 0 0 0 2; width: 4"/><text>behind this</text>`;

  it('hangs at its element while that is open, and is painted only when it changed', async () => {
    const app = await mount(MARKUP, { ...SIZE, registry });
    const flag = app.document.getElementById('f') as Flag;
    flag.addState('open');
    await app.settle();
    expect(app.text().split('\n').slice(2, 7)).toEqual([
      'be╭──────╮s',
      '  │popup │',
      '  │      │',
      '  │      │',
      '  ╰──────╯',
    ]);
    const before = flag.painted;
    app.document.getElementById('t')!.textContent = 'other';
    await app.settle();
    expect([app.text().split('\n')[0], flag.painted]).toEqual(['other', before]);
    flag.invalidate('paint');
    await app.settle();
    expect(flag.painted).toBe(before + 1);
    flag.removeState('open');
    await app.settle();
    expect(app.text()).toContain('behind this');
  });

  it('hears the pointer in cells of its own, also where a press in it is dragged away', async () => {
    const app = await mount(MARKUP, { ...SIZE, registry });
    const flag = app.document.getElementById('f') as Flag;
    flag.addState('open');
    await app.settle();
    for (const [action, x, y] of [
      ['move', 4, 4],
      ['press', 4, 4],
      ['drag', 30, 7],
      ['release', 30, 7],
    ] as const)
      app.app.input(mouseBytes(action, x, y));
    expect(flag.heard).toEqual([
      'mousemove true 1 1',
      'mousedown true 1 1',
      'mousemove true 27 4',
      'mouseup true 27 4',
    ]);
  });

  it('is closed by Escape, by a press elsewhere, and with its element out of sight', async () => {
    const app = await mount(
      `<container id="c" style="height: 2; overflow: scroll"><test-flag id="f"/><text>1</text><text>2</text><text>3</text></container>`,
      { ...SIZE, registry },
    );
    const flag = app.document.getElementById('f') as Flag;
    const open = async (): Promise<void> => {
      flag.addState('open');
      await app.settle();
      expect(app.text()).toContain('popup');
    };
    await open();
    await app.press('Escape');
    await open();
    await app.click({ x: 39, y: 7 });
    await open();
    app.document.getElementById('c')!.scrollTop = 2;
    await app.settle();
    expect([app.text().includes('popup'), flag.closed, flag.states.has('open')]).toEqual([
      false,
      3,
      false,
    ]);
  });

  it('is the only one: another that opens closes it', async () => {
    const app = await mount(`<test-flag id="f"/><test-flag id="g"/>`, { ...SIZE, registry });
    const [f, g] = ['f', 'g'].map((id) => app.document.getElementById(id) as Flag);
    f!.addState('open');
    g!.addState('open');
    await app.settle();
    expect([f!.states.has('open'), g!.states.has('open'), f!.closed]).toEqual([false, true, 1]);
  });

  it('stays on the screen, whatever the screen is', async () => {
    const app = await mount(MARKUP, { ...SIZE, registry });
    const flag = app.document.getElementById('f') as Flag;
    for (const [width, height] of [
      [1, 1],
      [3, 3],
      [8, 4],
      [5, 12],
      [40, 3],
    ] as const) {
      await app.resize(width, height);
      flag.addState('open');
      await app.settle();
      expect(app.text().split('\n').length).toBeLessThanOrEqual(height);
    }
  });
});
