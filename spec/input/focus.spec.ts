/** Which element has the focus, the order of the Tab key, and the events that tell of it. */
import { describe, expect, it } from '@jest/globals';
import type { TuiElement, TuiEvent } from '../../runtime/element/tui-element.js';
import type { MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

const THREE = `<text id="a" tabindex="0">a</text><container id="group" tabindex="-1">
  <text id="b" tabindex="0">b</text></container><text id="plain">p</text><text id="c" tabindex="0">c</text>`;
const SIZE = { width: 10, height: 6 };

function focused(app: MountedApp): string {
  return app.document.activeElement.id;
}

function watch(app: MountedApp): string[] {
  const seen: string[] = [];
  for (const type of ['blur', 'focusout', 'focus', 'focusin']) {
    app.document.addEventListener(
      type,
      (event: TuiEvent) => {
        const { target, relatedTarget } = event as TuiEvent & { relatedTarget: TuiElement | null };
        const active = app.document.activeElement.id;
        seen.push(
          `${type} ${(target as unknown as TuiElement).id} ${relatedTarget?.id ?? '-'} ${active || 'root'}`,
        );
      },
      true,
    );
  }
  return seen;
}

describe('the Tab key', () => {
  it('visits in tree order, round and round, and back with Shift', async () => {
    const app = await mount(THREE, SIZE);
    const visited: string[] = [];
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await app.press(key);
      visited.push(focused(app));
    }
    expect(visited).toEqual(['a', 'b', 'c', 'a', 'c', 'b', 'a']);
  });

  it('visits positive numbers first, and leaves out what is hidden, disabled or negative', async () => {
    const app = await mount(
      `<text id="z" tabindex="0">z</text><text id="two" tabindex="2">2</text><text id="one" tabindex="1">1</text>
       <text id="two2" tabindex="2">2</text><text id="no" tabindex="-1">n</text>
       <text id="hid" tabindex="0" hidden>h</text><container style="display: none"><text id="in" tabindex="0">i</text></container>
       <text id="off" tabindex="0">o</text>`,
      SIZE,
    );
    app.document.getElementById('off')!.addState('disabled');
    const visited: string[] = [];
    for (let i = 0; i < 5; i++) {
      await app.press('Tab');
      visited.push(focused(app));
    }
    expect(visited).toEqual(['one', 'two', 'two2', 'z', 'one']);
  });

  it('goes on from an element that it does not visit itself', async () => {
    const app = await mount(THREE, SIZE);
    app.document.getElementById('group')!.focus();
    expect(focused(app)).toBe('group');
    await app.press('Tab');
    expect(focused(app)).toBe('b');
    app.document.getElementById('group')!.focus();
    await app.press('Shift+Tab');
    expect(focused(app)).toBe('a');
  });

  it('can be prevented', async () => {
    const app = await mount(THREE, SIZE);
    app.document.addEventListener('keydown', (event) => event.preventDefault());
    await app.press('Tab');
    expect(focused(app)).toBe('');
  });
});

it('visits links that lead somewhere, which Enter clicks', async () => {
  const app = await mount(
    '<text>a <a id="one" href="x">link</a>, <a id="none">none</a>, <a id="off" href="y" tabindex="-1">off</a></text>',
    { width: 30, height: 2 },
  );
  const clicked: string[] = [];
  app.document.addEventListener('click', (event) => {
    clicked.push((event.target as unknown as TuiElement).id);
  });
  await app.press('Tab', 'Enter');
  expect([focused(app), clicked]).toEqual(['one', ['one']]);
  await app.press('Tab');
  expect(focused(app)).toBe('one');
});

describe('events of the focus', () => {
  it('are blur, focusout, focus, focusin, each with the other element', async () => {
    const app = await mount(THREE, SIZE);
    const seen = watch(app);
    await app.press('Tab');
    await app.press('Tab');
    app.document.getElementById('b')!.blur();
    expect(seen).toEqual([
      'focus a - a',
      'focusin a - a',
      'blur a b root',
      'focusout a b root',
      'focus b a b',
      'focusin b a b',
      'blur b - root',
      'focusout b - root',
    ]);
  });

  it('bubble as focusin and focusout only', async () => {
    const app = await mount(THREE, SIZE);
    const seen: string[] = [];
    for (const type of ['focus', 'focusin', 'blur', 'focusout']) {
      app.document.getElementById('group')!.addEventListener(type, () => seen.push(type));
    }
    app.document.getElementById('b')!.focus();
    app.document.getElementById('b')!.blur();
    expect(seen).toEqual(['focusin', 'focusout']);
  });

  it('let a listener move the focus elsewhere', async () => {
    const app = await mount(THREE, SIZE);
    const c = app.document.getElementById('c')!;
    app.document.getElementById('b')!.addEventListener('focus', () => c.focus());
    const seen = watch(app);
    app.document.getElementById('b')!.focus();
    expect(focused(app)).toBe('c');
    expect(seen).toEqual([
      'focus b - b',
      'blur b c root',
      'focusout b c root',
      'focus c b c',
      'focusin c b c',
    ]);
    expect([...app.document.getElementById('b')!.states]).toEqual([]);
  });
});

describe('the pointer', () => {
  it('focuses the nearest element that can have the focus, or none', async () => {
    const app = await mount(`${THREE}<text id="out">out</text>`, SIZE);
    await app.click('#b');
    expect(focused(app)).toBe('b');
    expect(app.document.getElementById('b')!.states.has('focus-visible')).toBe(false);
    app.document.getElementById('b')!.removeAttribute('tabindex');
    await app.click('#b');
    expect(focused(app)).toBe('group');
    await app.click('#out');
    expect(focused(app)).toBe('');
    await app.press('Tab');
    expect(app.document.getElementById('a')!.states.has('focus-visible')).toBe(true);
  });

  it('does not where mousedown is prevented', async () => {
    const app = await mount(THREE, SIZE);
    app.document.addEventListener('mousedown', (event) => event.preventDefault());
    await app.click('#a');
    expect(focused(app)).toBe('');
  });
});

describe('styles of the focus', () => {
  it('show :focus, :focus-visible and :focus-within', async () => {
    const app = await mount(
      `<style>#a:focus { color: #ff0000 } #b:focus-visible { color: #00ff00 } #group:focus-within { background: #0000ff }</style>${THREE}`,
      SIZE,
    );
    await app.press('Tab');
    expect(app.screen().cell(0, 0).fg).toBe('#ff0000');
    await app.press('Tab');
    expect(app.screen().cell(0, 0).fg).not.toBe('#ff0000');
    expect(app.screen().cell(0, 1)).toMatchObject({ fg: '#00ff00', bg: '#0000ff' });
  });
});

describe('an element that loses its place', () => {
  it('hands the focus to the next beside it, the one before it, or the one around it', async () => {
    const app = await mount(
      `<container id="list" tabindex="-1"><text id="x" tabindex="0">x</text><text id="y" tabindex="0">y</text><text id="z" tabindex="0">z</text></container>`,
      SIZE,
    );
    const get = (id: string): TuiElement => app.document.getElementById(id)!;
    get('y').focus();
    get('y').remove();
    await app.settle();
    expect(focused(app)).toBe('z');
    get('z').remove();
    await app.settle();
    expect(focused(app)).toBe('x');
    get('x').remove();
    await app.settle();
    expect(focused(app)).toBe('list');
    get('list').remove();
    await app.settle();
    expect(focused(app)).toBe('');
  });

  it('keeps it where it is only moved', async () => {
    const app = await mount(THREE, SIZE);
    const b = app.document.getElementById('b')!;
    b.focus();
    app.document.documentElement.append(b);
    await app.settle();
    expect(focused(app)).toBe('b');
    expect(b.states.has('focus')).toBe(true);
  });

  it('loses it where it is hidden', async () => {
    const app = await mount(THREE, SIZE);
    app.document.getElementById('a')!.focus();
    app.document.getElementById('a')!.hidden = true;
    await app.settle();
    expect(focused(app)).not.toBe('a');
  });

  it.each(['disabled', 'hidden'])(
    'loses it to no other where it is %s, and has it back',
    async (name) => {
      const markup = ['a', 'b', 'c'].map((id) => `<button id="${id}">${id}</button>`).join('');
      const app = await mount(`<container>${markup}</container>`, SIZE);
      const b = app.document.getElementById('b')!;
      const set = async (value: boolean): Promise<void> => {
        if (value) b.setAttribute(name, 'true');
        else b.removeAttribute(name);
        await app.settle();
      };
      const clicks: string[] = [];
      app.document.addEventListener('click', (event) =>
        clicks.push((event.target as TuiElement).id),
      );
      b.focus();
      await app.settle();
      await set(true);
      await app.press('Enter');
      expect([focused(app), clicks]).toEqual(['', []]);
      await app.press('Tab');
      expect(focused(app)).toBe('c');
      await set(false);
      expect(focused(app)).toBe('c');
      b.focus();
      await set(true);
      await app.press('Shift+Tab');
      expect(focused(app)).toBe('a');
      await set(false);
      b.focus();
      await set(true);
      await set(false);
      expect(focused(app)).toBe('b');
      await set(true);
      await app.click('#c');
      await set(false);
      expect(focused(app)).toBe('c');
    },
  );

  it('keeps its place in a modal dialog, which still takes the keys', async () => {
    const app = await mount(
      `<dialog id="d" open="true" modal="true"><button id="a">a</button><button id="b">b</button></dialog>`,
      { width: 30, height: 8 },
    );
    expect(focused(app)).toBe('a');
    app.document.getElementById('a')!.setAttribute('disabled', 'true');
    await app.settle();
    expect(focused(app)).toBe('');
    await app.press('Escape');
    expect(app.document.getElementById('d')!.hasAttribute('open')).toBe(false);
  });

  it('is not focused while it is outside the document', async () => {
    const app = await mount(THREE, SIZE);
    const element = app.document.createElement('text');
    element.tabIndex = 0;
    element.focus();
    expect(app.document.activeElement).toBe(app.document.documentElement);
  });
});
