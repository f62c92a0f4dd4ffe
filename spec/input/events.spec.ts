/** DOM events made from bytes: their types, fields, order, and what preventing them stops. */
import { describe, expect, it } from '@jest/globals';
import type { TuiElement, TuiEvent, InputAction } from '../../runtime/element/tui-element.js';
import { keyBytes, mouseBytes } from '../../runtime/testing/input-bytes.js';
import { mount } from '../support/mount.js';
import { DEFAULT_ACTION } from '../../runtime/element/internals.js';

type Seen = TuiEvent & Record<string, unknown>;

/** Writes down events of some types, wherever they are heard on their way through the document. */
function watch(target: TuiElement | Document | object, types: string, fields: string): string[] {
  const seen: string[] = [];
  const node = target as TuiElement;
  for (const type of types.split(' ')) {
    node.addEventListener(
      type,
      (event: TuiEvent) => {
        const values = fields
          .split(' ')
          .filter((name) => name !== '')
          .map((name) => show((event as Seen)[name]));
        seen.push([type, ...values].join(' '));
      },
      { capture: true },
    );
  }
  return seen;
}

function show(value: unknown): string {
  const element = value as TuiElement | null | undefined;
  if (typeof value === 'object') return element === null ? 'null' : `#${element?.id ?? ''}`;
  return String(value);
}

const TWO = `<container id="box" style="border: thin; padding: 0 1">
  <text id="a">one</text><text id="b">two</text></container>`;

describe('resize', () => {
  it('is told to the document as coming from the terminal', async () => {
    const app = await mount(TWO, { width: 12, height: 4 });
    const seen = watch(app.document, 'resize', 'isTrusted bubbles');
    await app.resize(20, 5);
    expect(seen).toEqual(['resize true false']);
  });
});

describe('mouse events', () => {
  it('have the fields of UI Events, with the cell inside the target', async () => {
    const app = await mount(TWO, { width: 12, height: 4 });
    const seen = watch(
      app.document,
      'mousedown mouseup click mousemove',
      'target clientX clientY x y offsetX offsetY button buttons detail shiftKey',
    );
    await app.click({ x: 3, y: 2 }, { shift: true });
    expect(seen).toEqual([
      'mousemove #b 3 2 3 2 1 0 0 0 0 false',
      'mousedown #b 3 2 3 2 1 0 0 1 1 true',
      'mouseup #b 3 2 3 2 1 0 0 0 1 true',
      'click #b 3 2 3 2 1 0 0 0 1 true',
    ]);
  });

  it('count the same cells from the page and from the screen', async () => {
    const app = await mount(TWO, { width: 12, height: 4 });
    const seen = watch(app.document, 'mousemove', 'clientX clientY pageX pageY screenX screenY');
    await app.hover({ x: 3, y: 1 });
    expect(seen).toEqual(['mousemove 3 1 3 1 3 1']);
  });

  it('count clicks in a row, at one cell and within half a second', async () => {
    // Without the notification that a word was copied: it lies over the screen.
    const app = await mount(TWO, { width: 12, height: 4, copyOnSelect: false });
    const seen = watch(app.document, 'click dblclick', 'detail');
    await app.click('#a');
    await app.advance(499);
    await app.click('#a');
    await app.click('#a');
    await app.advance(501);
    await app.click('#a');
    await app.click({ x: 3, y: 2 });
    expect(seen).toEqual(['click 1', 'click 2', 'dblclick 2', 'click 3', 'click 1', 'click 1']);
  });

  it('are auxclick and contextmenu for the other buttons', async () => {
    const app = await mount(TWO, { width: 12, height: 4 });
    const seen = watch(
      app.document,
      'mousedown mouseup click auxclick contextmenu',
      'button buttons',
    );
    await app.click('#a', { button: 2 });
    await app.click('#a', { button: 1 });
    expect(seen).toEqual([
      'mousedown 2 2',
      'contextmenu 2 2',
      'mouseup 2 0',
      'auxclick 2 0',
      'mousedown 1 4',
      'mouseup 1 0',
      'auxclick 1 0',
    ]);
  });

  it('click the nearest element that holds press and release', async () => {
    const app = await mount(TWO, { width: 12, height: 4 });
    const seen = watch(app.document, 'click', 'target');
    await app.drag('#a', '#b');
    expect(seen).toEqual(['click #box']);
  });

  it('tell where the pointer came from and went to, in the order of UI Events', async () => {
    const app = await mount(TWO, { width: 12, height: 4 });
    const types = 'mouseover mouseenter mouseout mouseleave mousemove';
    const seen = watch(app.document, types, 'target relatedTarget');
    await app.hover('#a');
    await app.hover('#b');
    expect(seen.splice(0)).toEqual([
      'mouseover #a null',
      'mouseenter # null',
      'mouseenter #box null',
      'mouseenter #a null',
      'mousemove #a null',
      'mouseout #a #b',
      'mouseleave #a #b',
      'mouseover #b #a',
      'mouseenter #b #a',
      'mousemove #b null',
    ]);
    expect([...app.document.getElementById('b')!.states]).toContain('hover');
    expect([...app.document.getElementById('a')!.states]).not.toContain('hover');
    // The terminal loses the focus: the pointer is over nothing that is known.
    app.app.input(Buffer.from('\x1b[O'));
    expect(seen).toEqual([
      'mouseout #b null',
      'mouseleave #b null',
      'mouseleave #box null',
      'mouseleave # null',
    ]);
  });

  it('follow an element that is moved into another one, or out of it, under the pointer', async () => {
    const app = await mount(
      '<container id="a"><text id="t">text</text></container><container id="b"/>',
      { width: 12, height: 4 },
    );
    const at = (id: string): TuiElement => app.document.getElementById(id)!;
    await app.hover('#t');
    const seen = watch(app.document, 'mouseover mouseout mouseenter mouseleave', 'target');
    const before = at('a');
    at('b').append(at('t'));
    before.remove();
    await app.settle();
    expect([before, at('b'), at('t')].map(({ states }) => states.has('hover'))).toEqual([
      false,
      true,
      true,
    ]);
    expect(seen).toEqual(['mouseenter #b']);
  });

  it('leave what becomes inert under the pointer', async () => {
    const app = await mount(TWO, { width: 12, height: 4 });
    const box = app.document.getElementById('box')!;
    await app.hover('#a');
    expect(box.states.has('hover')).toBe(true);
    box.setAttribute('inert', 'true');
    await app.settle();
    expect(box.states.has('hover')).toBe(false);
    box.removeAttribute('inert');
    await app.settle();
    expect(box.states.has('hover')).toBe(true);
  });

  it.each([
    [
      'a label of tabs',
      '<tabs><tab label="One">first</tab><tab label="Two">second</tab></tabs>',
      'tabs',
    ],
    ['a summary', '<collapsible summary="One">first</collapsible>', 'collapsible'],
    ['a row', '<table selectable="single"><tr><td>One</td></tr></table>', 'table'],
  ])('hover %s that comes under the pointer, and leave it', async (_what, markup, tag) => {
    const app = await mount(`<text id="t">above</text>${markup}`, { width: 12, height: 4 });
    const looks = (): unknown => {
      const y = app
        .text()
        .split('\n')
        .findIndex((line) => line.includes('One'));
      const { bg, attributes } = app.screen().cell(app.text().split('\n')[y]!.indexOf('One'), y)!;
      return { bg, attributes };
    };
    const text = app.document.getElementById('t')!;
    await app.hover({ x: 1, y: 0 });
    const apart = looks();
    text.hidden = true;
    await app.settle();
    const hovered = looks();
    expect(hovered).not.toEqual(apart);
    await app.hover({ x: 2, y: 0 });
    expect(looks()).toEqual(hovered);
    app.document.querySelector(tag)!.before(text);
    text.hidden = false;
    await app.settle();
    expect(looks()).toEqual(apart);
  });

  it('show :active while a button is down, :hover as long as the pointer is there', async () => {
    const app = await mount(
      `<style>#a:hover { color: #ff0000 } #box:active { background: #00ff00 }</style>${TWO}`,
      { width: 12, height: 4 },
    );
    await app.hover('#a');
    expect(app.screen().cell(2, 1).fg).toBe('#ff0000');
    app.app.input(mouseBytes('press', 2, 1));
    await app.settle();
    expect(app.screen().cell(2, 2).bg).toBe('#00ff00');
    app.app.input(mouseBytes('release', 2, 1));
    await app.settle();
    expect(app.screen().cell(2, 2).bg).not.toBe('#00ff00');
  });

  it('reach inline elements, in lines of text and among boxes', async () => {
    const app = await mount(
      `<text id="t">go <a id="l" tabindex="0" href="x">to <b id="b">all</b> the places</a> now</text>
       <container id="c">bare <span id="s">span</span><text>x</text></container>`,
      { width: 10, height: 6 },
    );
    const seen = watch(app.document, 'click', 'target offsetX');
    for (const cell of [
      [0, 0],
      [3, 0],
      [6, 0],
      [1, 1],
      [8, 1],
      [6, 3],
      [1, 3],
      [9, 3],
    ] as const) {
      await app.click({ x: cell[0], y: cell[1] });
    }
    expect(app.text()).toBe('go to all\nthe places\nnow\nbare span\nx');
    expect(seen).toEqual([
      'click #t 0',
      'click #l 3',
      'click #b 6',
      'click #l 1',
      'click #l 8',
      'click #s 6',
      'click #c 1',
      'click #c 9',
    ]);
    await app.click('#s');
    await app.click('#b');
    expect(app.document.activeElement.id).toBe('l');
    expect(app.document.getElementById('l')!.getBoundingClientRect()).toMatchObject({
      x: 0,
      y: 0,
      width: 10,
      height: 2,
    });
  });

  it('are wheel steps with deltas in lines', async () => {
    const app = await mount(TWO, { width: 12, height: 4 });
    const seen = watch(app.document, 'wheel', 'target deltaX deltaY deltaMode');
    await app.wheel('#a', -1);
    await app.wheel('#b', 2);
    expect(seen).toEqual(['wheel #a 0 -1 1', 'wheel #b 0 1 1', 'wheel #b 0 1 1']);
  });
});

describe('key events', () => {
  it('go to the focused element, and to the root while there is none', async () => {
    const app = await mount('<text id="a" tabindex="0">x</text>', { width: 5, height: 1 });
    const seen = watch(
      app.document,
      'keydown',
      'target key ctrlKey altKey shiftKey metaKey repeat',
    );
    await app.press('x');
    app.document.getElementById('a')!.focus();
    await app.press('Shift+ArrowUp', 'Ctrl+b', 'Alt+q');
    expect(seen).toEqual([
      'keydown # x false false false false false',
      'keydown #a ArrowUp false false true false false',
      'keydown #a b true false false false false',
      'keydown #a q false true false false false',
    ]);
  });

  it('are keyup where the terminal tells of releases, which end nothing', async () => {
    const app = await mount('<text>x</text>', { width: 5, height: 1 });
    const seen = watch(app.document, 'keydown keyup', 'key repeat');
    app.app.input(Buffer.from('\x1b[97;1:2u\x1b[97;1:3u\x1b[99;5:3u'));
    expect(seen).toEqual(['keydown a true', 'keyup a false', 'keyup c false']);
    expect(app.exitCode).toBeUndefined();
  });

  it('end the app by Ctrl+C unless a listener or the element takes it', async () => {
    const app = await mount('<text id="a" tabindex="0">x</text>', { width: 5, height: 1 });
    const { document } = app;
    const prevent = (event: TuiEvent): void => event.preventDefault();
    document.addEventListener('keydown', prevent);
    await app.press('Ctrl+c');
    expect(app.exitCode).toBeUndefined();
    document.removeEventListener('keydown', prevent);
    const element = document.getElementById('a')!;
    element[DEFAULT_ACTION] = ({ type }) => type === 'keydown';
    element.focus();
    await app.press('Ctrl+c');
    expect(app.exitCode).toBeUndefined();
    element.blur();
    await app.press('Ctrl+c');
    expect(app.exitCode).toBe(130);
  });
});

describe('other events', () => {
  it('paste at the focused element', async () => {
    const app = await mount('<text id="a" tabindex="0">x</text>', { width: 5, height: 1 });
    const pasted: string[] = [];
    app.document.getElementById('a')!.focus();
    app.document.addEventListener('paste', (event) => {
      const { clipboardData, target } = event as unknown as {
        clipboardData: { getData(format: string): string };
        target: TuiElement;
      };
      pasted.push(
        target.id,
        clipboardData.getData('text/plain'),
        clipboardData.getData('image/png'),
      );
    });
    await app.paste('a\nb');
    expect(pasted).toEqual(['a', 'a\nb', '']);
  });

  it('resize on the document and its view, once the size is the new one', async () => {
    const app = await mount('<text>x</text>', { width: 5, height: 1 });
    const sizes: number[] = [];
    const view = app.document.defaultView as unknown as TuiElement;
    view.addEventListener('resize', () => sizes.push(app.document.documentElement.clientWidth));
    await app.resize(9, 2);
    await app.resize(9, 2);
    expect(sizes).toEqual([9]);
  });
});

describe('default actions', () => {
  it('ask elements from the target outwards until one has done something', async () => {
    const app = await mount(TWO, { width: 12, height: 4 });
    const asked: string[] = [];
    const action = (name: string, done: boolean) => (event: InputAction) => {
      if (event.type === 'click') asked.push(name);
      return done && event.type === 'click';
    };
    const a = app.document.getElementById('a')!;
    const box = app.document.getElementById('box')!;
    a[DEFAULT_ACTION] = action('a', false);
    box[DEFAULT_ACTION] = action('box', true);
    app.document.documentElement[DEFAULT_ACTION] = action('root', true);
    await app.click('#a');
    expect(asked.splice(0)).toEqual(['a', 'box']);
    a.click();
    expect(asked.splice(0)).toEqual(['a', 'box']);
    a.addEventListener('click', (event) => event.preventDefault());
    await app.click('#a');
    a.click();
    expect(asked).toEqual([]);
  });

  it('that throw are reported, and the next is asked', async () => {
    const app = await mount(TWO, { width: 12, height: 4, errors: 'keep' });
    let asked = 0;
    app.document.getElementById('a')![DEFAULT_ACTION] = () => {
      throw new Error('broken');
    };
    app.document.getElementById('box')![DEFAULT_ACTION] = () => {
      asked++;
      return true;
    };
    app.app.input(keyBytes('x'));
    await app.click('#a');
    expect(asked).toBeGreaterThan(0);
    expect(app.diagnostics.some(({ message }) => message.includes('broken'))).toBe(true);
  });
});
