/** Shadow trees on the screen: layout, style scopes, focus, the pointer, the accessible tree, and what is kept. */
import { describe, expect, it } from '@jest/globals';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { parseSelectors } from '../../runtime/style/matching/selectors.js';
import { mount } from '../support/mount.js';

const SIZE = { width: 30, height: 9, theme: 'fullcolor-dark' };

/** A document whose `x-card` elements show this markup. */
function cards(shadow: string, markup: string, script = ''): string {
  return `<tui>${markup}<script>
    class Card extends HTMLElement {
      connectedCallback() {
        if (this.shadowRoot === null) {
          this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(shadow)};
        }
      }
    }
    customElements.define('x-card', Card);
    ${script}
  </script></tui>`;
}

type Shown = Awaited<ReturnType<typeof mount>>;

function rows(app: Shown): string[] {
  return app
    .text()
    .split('\n')
    .map((row) => row.trimEnd())
    .filter((row) => row !== '');
}

function inner(app: Shown, selector: string): TuiElement {
  const host = app.document.querySelector('x-card') as TuiElement;
  return host.shadowRoot!.querySelector(selector) as unknown as TuiElement;
}

describe('layout', () => {
  it('shows the shadow tree, and children in slots', async () => {
    const app = await mount(
      cards(
        '<container style="border: rounded"><text><slot name="title">Untitled</slot></text><slot></slot></container>',
        '<x-card><b slot="title">Disk</b><text>53%</text></x-card><x-card>words</x-card>',
      ),
      SIZE,
    );
    expect(rows(app)).toEqual([
      '╭────────────────────────────╮',
      '│Disk                        │',
      '│53%                         │',
      '╰────────────────────────────╯',
      '╭────────────────────────────╮',
      '│Untitled                    │',
      '│words                       │',
      '╰────────────────────────────╯',
    ]);
  });

  it('follows changes of children and of slots', async () => {
    const app = await mount(
      cards(
        '[<container><slot></slot></container><text>end</text>',
        '<x-card><text>a</text></x-card>',
      ),
      SIZE,
    );
    const host = app.document.querySelector('x-card') as TuiElement;
    host.insertAdjacentHTML('beforeend', '<text>b</text>');
    await app.settle();
    expect(rows(app)).toEqual(['[', 'a', 'b', 'end']);
    host.querySelector('text')!.slot = 'none';
    await app.settle();
    expect(rows(app)).toEqual(['[', 'b', 'end']);
    inner(app, 'slot').setAttribute('name', 'none');
    await app.settle();
    expect(rows(app)).toEqual(['[', 'a', 'end']);
    host.textContent = '';
    await app.settle();
    expect(rows(app)).toEqual(['[', 'end']);
    inner(app, 'text').textContent = 'last';
    await app.settle();
    expect(rows(app)).toEqual(['[', 'last']);
  });
});

describe('style', () => {
  const color = (element: unknown): unknown => styleOf(element as TuiElement).color;

  it('is scoped: rules of the document end at the host, and those of the tree stay inside', async () => {
    const app = await mount(
      cards(
        '<style>text { color: #00ff00 } :host { background-color: #000011 } :host([tone=bad]) .mark { color: #ff0000 }</style><text>in</text><text class="mark">m</text><text id="plain"></text><slot></slot>',
        '<style>text { color: #0000ff } x-card { background-color: #110000 } .mark { color: #123456 } .outer { --c: 1 }</style><x-card><text>light</text></x-card>',
      ),
      SIZE,
    );
    expect(color(inner(app, 'text'))).toBe('rgb(0, 255, 0)');
    expect(color(app.document.querySelector('x-card > text'))).toBe('rgb(0, 0, 255)');
    const host = app.document.querySelector('x-card') as TuiElement;
    // Both are about the host: the document has the last word.
    expect(styleOf(host).backgroundColor).toBe('rgb(17, 0, 0)');
    expect(color(inner(app, '.mark'))).toBe('rgb(0, 255, 0)');
    host.setAttribute('tone', 'bad');
    await app.settle();
    expect(color(inner(app, '.mark'))).toBe('rgb(255, 0, 0)');
  });

  it('inherits from the host, and nothing in the tree is a root', async () => {
    const app = await mount(
      cards(
        '<style>:host { color: #00ff00 } :root { color: #ff0000 }</style><text>in</text>',
        '<style>:root { color: #0000ff; --own: 3; background-color: #110000 }</style><x-card></x-card>',
      ),
      SIZE,
    );
    const text = inner(app, 'text');
    expect(color(text)).toBe('rgb(0, 255, 0)');
    expect(styleOf(text).backgroundColor).toBe('rgba(0, 0, 0, 0)');
    text.style.width = 'var(--own)';
    const host = app.document.querySelector('x-card') as TuiElement;
    host.style.color = '#ffff00';
    await app.settle();
    expect(color(text)).toBe('rgb(255, 255, 0)');
    expect((styleOf(text) as unknown as { width: string }).width).toBe('3');
    expect(host.shadowRoot!.querySelector(':root')).toBeNull();
  });

  it('styles what its slots show by ::slotted()', async () => {
    const app = await mount(
      cards(
        `<style>
          ::slotted(text) { color: #00ff00 }
          .open ::slotted(.mark:focus-visible), :host([tone=bad]) slot[name=end]::slotted(*) { color: #ff0000 }
          ::slotted(.own) { color: #ff0000; background-color: #110000 }
        </style><container id="in"><slot></slot></container><slot name="end"></slot>`,
        `<style>.own { color: #0000ff }</style>
         <x-card><text id="a">a</text><button id="b" class="mark">b</button><text id="c" class="own">c</text></x-card>
         <text id="d" class="mark">d</text>`,
      ),
      SIZE,
    );
    const element = (id: string): TuiElement => app.document.getElementById(id) as TuiElement;
    const shown = async (): Promise<readonly unknown[]> => {
      await app.settle();
      return ['a', 'b', 'c', 'd'].map((id) => color(element(id)));
    };
    const [green, red, blue] = ['0, 255, 0', '255, 0, 0', '0, 0, 255'].map(
      (each) => `rgb(${each})`,
    );
    const [, button, , outside] = await shown();
    expect(button).not.toBe(green);
    expect(outside).not.toBe(green);
    // The document has the last word, where it says something.
    expect(await shown()).toEqual([green, button, blue, outside]);
    expect(styleOf(element('c')).backgroundColor).toBe('rgb(17, 0, 0)');
    element('b').focus();
    const focused = (await shown())[1];
    inner(app, '#in').classList.add('open');
    expect(await shown()).toEqual([green, red, blue, outside]);
    inner(app, '#in').classList.remove('open');
    expect((await shown())[1]).toBe(focused);
    element('a').slot = 'end';
    app.document.querySelector('x-card')!.setAttribute('tone', 'bad');
    expect(await shown()).toEqual([red, focused, blue, outside]);
    app.document.querySelector('tui')!.append(element('a'));
    expect((await shown())[0]).not.toBe(red);
  });

  it('styles what a slot in a slot shows, by the rules of each tree', async () => {
    const app = await mount(
      `<template element="x-in"><style>::slotted(*) { color: #00ff00; background-color: #00ff00 }</style><slot/></template>
       <template element="x-out"><style>::slotted(text) { color: #ff0000 }</style><x-in><slot/></x-in></template>
       <x-out><text>a</text></x-out>`,
      SIZE,
    );
    const text = app.document.querySelector('x-out > text') as TuiElement;
    // The tree around the other decides.
    expect(color(text)).toBe('rgb(255, 0, 0)');
    expect(styleOf(text).backgroundColor).toBe('rgb(0, 255, 0)');
  });

  it.each([
    ['::slotted', '::slotted() needs one compound selector in parentheses'],
    ['::slotted(a b)', '::slotted() needs one compound selector in parentheses, found "a b"'],
    ['::slotted(a, b)', '::slotted() needs one compound selector in parentheses, found "a, b"'],
    ['::slotted(a):hover', '::slotted() is the last part of a selector'],
    ['::slotted(a) b', '::slotted() is the last part of a selector'],
    [':not(::slotted(a))', '::slotted() cannot be inside of parentheses'],
  ])('reports %s', (selector, message) => {
    expect(parseSelectors(selector)).toMatchObject({ ok: false, message });
  });

  it('inherits from where it is shown', async () => {
    const app = await mount(
      cards(
        '<container style="color: #ff0000; --own: 5"><slot></slot></container>',
        '<x-card><text style="width: var(--own)">1234567</text></x-card>',
      ),
      SIZE,
    );
    const text = app.document.querySelector('text') as TuiElement;
    expect(color(text)).toBe('rgb(255, 0, 0)');
    expect(rows(app)[0]).toBe('12345');
  });
});

function styleOf(element: TuiElement): {
  readonly color: string;
  readonly backgroundColor: string;
} {
  const { getComputedStyle } = element.ownerDocument.defaultView as never as {
    getComputedStyle(element: TuiElement): {
      readonly color: string;
      readonly backgroundColor: string;
    };
  };
  return getComputedStyle(element);
}

describe('input', () => {
  it('visits what is shown in its order, and names the host outside', async () => {
    const app = await mount(
      cards(
        '<button id="a">a</button><slot></slot><button id="b">b</button>',
        '<button id="0">0</button><x-card><button id="1">1</button></x-card><button id="2">2</button>',
      ),
      SIZE,
    );
    const visited: string[] = [];
    for (let at = 0; at < 5; at++) {
      await app.press('Tab');
      const { activeElement } = app.document;
      const root = (activeElement as TuiElement).shadowRoot;
      visited.push((root?.activeElement as unknown as TuiElement | null)?.id ?? activeElement.id);
    }
    expect(visited).toEqual(['0', 'a', '1', 'b', '2']);
  });

  it('retargets a click, whose listeners inside get it first', async () => {
    const app = await mount(
      cards(
        '<button onClick="$app.note(event, this)">go</button>',
        '<x-card onClick="$app.note(event, this)"></x-card>',
        'export const seen = []; export function note(event, at) { seen.push(event.target.localName + ">" + at.localName); }',
      ),
      SIZE,
    );
    await app.click({ x: 1, y: 0 });
    expect(app.$tui.exports['seen']).toEqual(['button>button', 'x-card>x-card']);
  });

  it('keeps the focus inside when a framework replaces the children of the host', async () => {
    const app = await mount(
      cards('<button>in</button><slot></slot>', '<x-card><text>a</text></x-card>'),
      SIZE,
    );
    await app.press('Tab');
    const host = app.document.querySelector('x-card') as TuiElement;
    host.removeChild(host.firstChild!);
    host.textContent = 'b';
    host.replaceChildren('c');
    await app.settle();
    expect(rows(app).join(' ')).toContain('in');
    expect(rows(app).join(' ')).toContain('c');
    expect(app.document.activeElement).toBe(host);
  });
});

it('is read to screen readers as it is shown', async () => {
  const app = await mount(
    cards(
      '<label for="f">Name</label><input id="f" value="x"/><slot></slot>',
      '<label for="f">Other</label><x-card><button>Save</button></x-card>',
    ),
    SIZE,
  );
  const text = app.document.documentElement.accessibleText();
  expect(text).toContain('text field "Name"');
  expect(text.indexOf('text field')).toBeLessThan(text.indexOf('button "Save"'));
});

it('leaves nothing behind when hosts come and go', async () => {
  const app = await mount(
    cards('<text id="t">a</text><slot></slot>', '<container id="box"/>'),
    SIZE,
  );
  const box = app.document.getElementById('box')!;
  for (let round = 0; round < 200; round++) {
    box.innerHTML = '<x-card>b</x-card>';
    if (round % 50 === 0) await app.settle();
    box.innerHTML = '';
  }
  await app.settle();
  expect(rows(app)).toEqual([]);
  expect(app.document.getElementById('t')).toBeNull();
});
