/** Components: elements that a `<template element>` of the document defines. */
import { describe, expect, it } from '@jest/globals';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { loadDocument } from '../../runtime/element/loading/load.js';
import { registry } from '../../elements/index.js';
import { mount } from '../support/mount.js';

const SIZE = { width: 30, height: 9, theme: 'fullcolor-dark' };
type App = Awaited<ReturnType<typeof mount>>;

function rows(app: App): string[] {
  return app
    .text()
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '');
}

function diagnosticsOf(text: string): string[] {
  return loadDocument({ file: 'a.tui', text }, registry).diagnostics.map(
    ({ severity, code, message, span }) => `${severity} ${code} ${span?.start}: ${message}`,
  );
}

const CARD = `<template element="ui-card" properties='{"label": "string", "tone": {"type": "string", "default": "info", "enum": ["info", "bad"]}, "count": "integer", "rows": "array", "open": "boolean"}'>
    <style>
      .title { color: #00ff00 }
      :host([tone="bad"]) .title { color: #ff0000 }
    </style>
    <text class="title" id="title"></text>
    <slot><text>empty</text></slot>
    <button onClick="add(host.count)">add</button>
    <script>
      let clicks = 0;
      const title = host.shadowRoot.getElementById('title');
      const show = () => (title.textContent = host.label + ' ' + host.tone + ' ' + clicks);
      export function add(by = 1) { clicks += by; show(); host.emit('added', { clicks }); }
      export const attributeChangedCallback = (name, before, value) => { $app.log.push(name + ': ' + before + ' -> ' + value); show(); };
      export const connectedCallback = () => $app.log.push('in ' + host.label);
      export const disconnectedCallback = () => $app.log.push('out ' + host.label);
      show();
    </script>
  </template>`;

async function cards(body: string, script = ''): Promise<App> {
  return await mount(
    `<tui>${CARD}${body}<script>export const log = []; export const events = []; ${script}</script></tui>`,
    SIZE,
  );
}

describe('an instance', () => {
  it('shows the template, with a script of its own', async () => {
    const app = await cards(
      '<ui-card label="A" count="2" onAdded="$app.events.push(event.detail.clicks)"><text>child</text></ui-card><ui-card label="B" count="5"/>',
    );
    expect(rows(app)).toEqual(['A info 0', 'child', 'add', 'B info 0', 'empty', 'add']);
    await app.click({ x: 1, y: 2 });
    await app.click({ x: 1, y: 2 });
    await app.click({ x: 1, y: 5 });
    expect(rows(app)).toEqual(['A info 4', 'child', 'add', 'B info 5', 'empty', 'add']);
    expect(app.$tui.exports['events']).toEqual([2, 4]);
    expect(app.$tui.exports['log']).toEqual(['in A', 'in B']);
  });

  it('has its properties as attributes with types', async () => {
    const app = await cards('<ui-card label="A" rows="[1, 2]" open/>');
    const card = app.document.querySelector('ui-card') as TuiElement & Record<string, unknown>;
    expect([card['tone'], card['count'], card['rows'], card['open']]).toEqual([
      'info',
      undefined,
      [1, 2],
      true,
    ]);
    card['tone'] = 'bad';
    await app.settle();
    expect(card.getAttribute('tone')).toBe('bad');
    expect(rows(app)[0]).toBe('A bad 0');
    expect(app.$tui.exports['log']).toEqual(['in A', 'tone: info -> bad']);
    card['rows'] = [3];
    expect(card.getAttribute('rows')).toBe('[3]');
  });

  it('comes, goes and moves with its state', async () => {
    const app = await cards('<container id="box"/><ui-card label="A" count="1"/>');
    const { document } = app;
    const card = document.querySelector('ui-card') as TuiElement;
    await app.click({ x: 1, y: 2 });
    document.getElementById('box')!.append(card);
    await app.settle();
    expect(rows(app)[0]).toBe('A info 1');
    card.remove();
    const other = document.createElement('ui-card');
    other.setAttribute('label', 'B');
    document.body.append(other);
    await app.settle();
    expect(rows(app)).toEqual(['B info 0', 'empty', 'add']);
    expect(app.$tui.exports['log']).toEqual(['in A', 'out A', 'in A', 'out A', 'in B']);
    expect(document.querySelectorAll('text, button')).toHaveLength(0);
    expect(document.getElementById('title')).toBeNull();
  });

  it('survives what a framework does to its children', async () => {
    const app = await cards('<ui-card label="A"><text>1</text></ui-card>');
    const card = app.document.querySelector('ui-card') as TuiElement;
    card.textContent = 'words';
    card.removeChild(card.firstChild!);
    card.innerHTML = '<text>new</text>';
    await app.settle();
    expect(rows(app)).toEqual(['A info 0', 'new', 'add']);
  });

  it('reports an error of its script with its place, and the others run', async () => {
    const app = await mount(
      `<tui><template element="x-bad"><text>t</text><script>
  export const a = 1;
  if (host.id === 'b') throw new Error('no b');
</script></template><x-bad id="a"/><x-bad id="b"/><x-bad id="c"/></tui>`,
      { ...SIZE, errors: 'keep' },
    );
    expect(rows(app)).toHaveLength(3);
    const [found] = app.diagnostics;
    expect(formatDiagnostic(found!)).toContain('no b');
    expect(formatDiagnostic(found!)).toMatch(/:3:\d+/);
  });

  it('imports modules once for all instances', async () => {
    const app = await mount(
      `<tui><template element="x-a"><text id="t"></text><script lang="ts">
  import { join } from 'node:path';
  let n: number = 1;
  host.shadowRoot.getElementById('t').textContent = join('a', String(n));
</script></template><x-a/><x-a/></tui>`,
      SIZE,
    );
    expect(rows(app)).toEqual(['a/1', 'a/1']);
  });
});

describe('a component in a component', () => {
  it('passes children on, and keeps its names to itself', async () => {
    const app = await mount(
      `<tui>
  <template element="x-outer"><x-inner><slot/></x-inner><button onClick="go()">outer</button><script>export function go() { host.emit('gone', 'outer'); }</script></template>
  <template element="x-inner"><container style="border: rounded"><slot/></container><button onClick="go()">inner</button><script>export function go() { host.emit('gone', 'inner'); }</script></template>
  <x-outer onGone="$app.seen.push(event.detail + event.target.localName)">words</x-outer>
  <script>export const seen = [];</script></tui>`,
      SIZE,
    );
    expect(rows(app).slice(3)).toEqual(['inner', 'outer']);
    expect(rows(app)[1]).toContain('words');
    await app.click({ x: 1, y: 3 });
    await app.click({ x: 1, y: 4 });
    expect(app.$tui.exports['seen']).toEqual(['outerx-outer']);
  });
});

describe('a definition', () => {
  it.each([
    [
      '<template element="card"/>',
      'error component-name 24: expected a name in small letters with a hyphen, found "card"',
    ],
    [
      '<template element="x-a"/><template element="x-a"/>',
      'error duplicate-component 49: <x-a> is defined twice',
    ],
    [
      '<template element="x-a"><x-a/></template>',
      'error component-cycle 30: <x-a> contains itself: x-a > x-a',
    ],
    [
      '<template element="data-bars"/>',
      'warning component-replaces-element 24: this <data-bars> replaces the element <data-bars> of tui',
    ],
    ['<template element="x-a" properties="{"/>', 'error bad-json 42'],
    ['<template element="x-a" properties=\'{"a": "text"}\'/>', 'error bad-shape 47'],
    ['<template element="x-a" properties=\'{"id": "number"}\'/>', 'error component-property 42'],
    ['<template element="x-a" properties=\'{"n": "number"}\'/><x-a n="b"/>', 'error bad-value'],
    ['<template element="x-a"/><x-a lable="b"/>', 'warning unknown-attribute'],
  ])('%s', (markup, expected) => {
    const found = diagnosticsOf(`<tui>${markup}</tui>`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
  });

  it('has ids of its own', () => {
    const text =
      '<tui><template element="x-a"><b id="t"/></template><template element="x-b"><b id="t"/></template><b id="t"/></tui>';
    expect(diagnosticsOf(text)).toEqual([]);
  });
});

describe('components that multiply', () => {
  const levels = (count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `<template element="x-a${at}"><x-a${at + 1}/><x-a${at + 1}/></template>`,
    ).join('') + `<template element="x-a${count}"><text>a</text></template>`;

  it('are made where they are few', () => {
    expect(diagnosticsOf(`<tui>${levels(5)}<x-a0/></tui>`)).toEqual([]);
  });

  it.each([
    ['in each other', `${levels(24)}<x-a0/>`],
    ['in themselves', '<template element="x-a"><x-a/><x-a/></template><x-a/>'],
    [
      'side by side',
      `<template element="x-a">${'<text>a</text>'.repeat(200)}</template>${'<x-a/>'.repeat(300)}`,
    ],
  ])('without an end are refused: %s', (_, markup) => {
    expect(diagnosticsOf(`<tui>${markup}</tui>`)).toContainEqual(
      expect.stringMatching(
        /^error too-many-components \d+: the components of a document make at most 50000 /,
      ),
    );
  });

  it('may be as many in a script', async () => {
    const app = await mount(
      `<tui><template element="x-a">${'<text>a</text>'.repeat(200)}</template>
      <container id="all" style="display: none"/><script>
        export const all = Array.from({ length: 300 }, () => document.createElement('x-a'));
        document.getElementById('all').append(...all);
        export const made = all.filter(({ shadowRoot }) => shadowRoot !== null).length;
      </script></tui>`,
      SIZE,
    );
    expect(app.$tui.exports['made']).toBe(300);
  });
});
