/** Expressions, `<for>`, `<if>` and `bind:` in `<template element>`: rendered for each instance, from its own names. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from '@jest/globals';
import { lintSource } from '../../cli/lint/lint-source.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { unmountAll, type MountedApp, type MountOptions } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

afterEach(unmountAll);

type Fields = Record<string, unknown>;

async function open(markup: string, script = '', options: MountOptions = {}) {
  const app = await mount(`${markup}\n<script>${script}</script>`, { width: 30, ...options });
  return { app, exports: app.app.$tui.exports };
}

function rows(app: MountedApp): string[] {
  return app
    .text()
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '');
}

function find(app: MountedApp, selector: string): HTMLElement & Fields {
  return app.app.document.querySelector(selector) as unknown as HTMLElement & Fields;
}

/** The first button with a text, in whatever instance. */
function button(app: MountedApp, text: string): { x: number; y: number } {
  const y = app
    .text()
    .split('\n')
    .findIndex((row) => row.includes(text));
  return { x: app.text().split('\n')[y]!.indexOf(text), y };
}

async function errorsOf(promise: Promise<unknown>): Promise<string> {
  const error = (await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )) as { diagnostics?: Parameters<typeof formatDiagnostic>[0][] } | undefined;
  return (error?.diagnostics ?? []).map((each) => formatDiagnostic(each)).join('\n');
}

describe('an expression in a template', () => {
  const card = `<template element="ui-card" properties='{"label": "string", "count": {"type": "integer", "default": 1}, "open": "boolean"}'>
    <text class="{open && 'open'}">{label}: {count * 2}{unit}</text>
    <if test="open"><text>open {label}</text><else/><text>closed</text></if>
    <slot/>
  </template>`;

  it('reads properties, and follows attributes, properties and states', async () => {
    const { app, exports } = await open(
      `${card}<ui-card id="a" label="A"/><ui-card id="b" label="B" count="4" open><text>child</text></ui-card>`,
      "export const state = $tui.createState({ unit: 'px' });",
    );
    expect(rows(app)).toEqual(['A: 2px', 'closed', 'B: 8px', 'open B', 'child']);
    find(app, '#a').setAttribute('label', 'C');
    find(app, '#a')['count'] = 5;
    (exports['state'] as Fields)['unit'] = '%';
    find(app, '#b').toggleAttribute('open');
    app.app.frame();
    expect(rows(app)).toEqual(['C: 10%', 'closed', 'B: 8%', 'closed', 'child']);
    const inner = find(app, '#b').shadowRoot as unknown as ShadowRoot;
    expect(inner.querySelector('text')?.hasAttribute('class')).toBe(false);
  });

  it('sees what is nearest: variables, properties and exports, the document', async () => {
    const { app } = await open(
      `<template element="x-a" properties='{"name": "string"}'>
        <for each="[1, 2]" as="n"><text>{n} {name} {own} {shared} {both} {$app.both} {clicks}</text></for>
        <for each="['row']" as="name"><text>{name} {host.name}</text></for>
        <script>
          export const own = 'own ' + host.name;
          export const both = 'inner';
          export const state = $tui.createState({ clicks: host.name.length });
        </script>
      </template><x-a name="p"/><x-a name="qq"/>`,
      "export const shared = 'shared'; export const both = 'outer'; export const name = 'outer'; export const s = $tui.createState({ clicks: 99, own: 'of the state' });",
      { width: 60 },
    );
    expect(rows(app)).toEqual([
      '1 p own p shared inner outer 1',
      '2 p own p shared inner outer 1',
      'row p',
      '1 qq own qq shared inner outer 2',
      '2 qq own qq shared inner outer 2',
      'row qq',
    ]);
  });

  it('keeps the type of a value that is one expression', async () => {
    const { app } = await open(
      `<template element="x-out" properties='{"n": "number", "on": "boolean"}'><x-in count="{n}" flag="{on}" label="{n > 1 ? 'many' : null}"/></template>
      <template element="x-in" properties='{"count": "number", "flag": "boolean", "label": {"type": "string", "default": "none"}}'><text>{typeof count} {count + 1} {flag} {label}</text></template>
      <x-out n="2" on/>`,
    );
    expect(rows(app)).toEqual(['number 3 true many']);
    find(app, 'x-out')['n'] = 1;
    find(app, 'x-out')['on'] = false;
    app.app.frame();
    expect(rows(app)).toEqual(['number 2 false none']);
  });

  it('is evaluated after the script, which finds the elements', async () => {
    const { app } = await open(
      `<template element="x-out"><x-in label="{word}"/><script>export const word = 'w' + host.shadowRoot.children.length;</script></template>
       <template element="x-in" properties='{"label": "string"}'><text>{seen}</text><script>export const seen = 'script saw ' + host.label;</script></template>
       <x-out/>`,
    );
    expect(rows(app)).toEqual(['script saw w1']);
    app.app.document.body.append(app.app.document.createElement('x-out'));
    app.app.frame();
    expect(rows(app)).toEqual(['script saw w1', 'script saw w1']);
  });

  it('is code in handlers, which may write a property', async () => {
    const { app } = await open(
      `<template element="x-a" properties='{"open": "boolean"}'><button onClick="open = !open; add(2)">{open ? 'close' : 'open'} {total}</button>
       <for each="[5, 6]" as="n"><button onClick="add(n)">add {n}</button></for>
       <script>export const state = $tui.createState({ total: 0 }); export function add(n) { state.total += n; }</script></template><x-a/><x-a/>`,
    );
    expect(rows(app).slice(0, 4)).toEqual(['open 0', 'add 5', 'add 6', 'open 0']);
    await app.click(button(app, 'open 0'));
    await app.click(button(app, 'add 6'));
    expect(rows(app)).toEqual(['close 8', 'add 5', 'add 6', 'open 0', 'add 5', 'add 6']);
  });

  it('may contain itself in a block', async () => {
    const { app } = await open(
      `<template element="x-tree" properties='{"node": "json"}'><text>{node.name}</text><for each="node.children" as="child"><x-tree bind:node="child"/></for></template>
       <x-tree bind:node="tree"/>`,
      "export const s = $tui.createState({ tree: { name: 'a', children: [{ name: 'b', children: [{ name: 'c', children: [] }] }, { name: 'd', children: [] }] } });",
    );
    expect(rows(app)).toEqual(['a', 'b', 'c', 'd']);
    const { tree } = app.app.$tui.exports['s'] as { tree: { children: unknown[] } };
    tree.children.push({ name: 'e', children: [] });
    (tree.children[0] as Fields)['name'] = 'B';
    app.app.frame();
    expect(rows(app)).toEqual(['a', 'B', 'c', 'd', 'e']);
  });
});

describe('bind', () => {
  const field = `<template element="ui-field" properties='{"value": "string", "size": "integer"}'>
      <input bind:value="value"/><text bind:text="value.length + size"></text><button onClick="value = 'reset'">reset</button>
    </template>`;

  it('goes into a component and out of it', async () => {
    const { app, exports } = await open(
      `${field}<ui-field bind:value="state.name" size="1"/><ui-field bind:value="name" size="2"/>`,
      "export const state = $tui.createState({ name: 'ab', state: { name: 'x' } });",
    );
    const state = exports['state'] as { name: string; state: { name: string } };
    expect(rows(app)).toEqual(['x', '2', 'reset', 'ab', '4', 'reset']);
    state.name = 'abc';
    app.app.frame();
    expect(rows(app).slice(3, 5)).toEqual(['abc', '5']);
    await app.click(button(app, 'reset'));
    expect(state).toMatchObject({ name: 'abc', state: { name: 'reset' } });
    find(app, 'ui-field:nth-of-type(2)')['value'] = 'outside';
    await app.settle();
    expect(state.name).toBe('outside');
  });

  it('is two-way with a state of the component, and each instance has its own', async () => {
    const { app } = await open(
      `<template element="x-a"><input bind="draft"/><text>{draft}!</text><script>export const state = $tui.createState({ draft: host.id });</script></template>
       <x-a id="one"/><x-a id="two"/>`,
      "export const state = $tui.createState({ draft: 'of the document' });",
    );
    expect(rows(app)).toEqual(['one', 'one!', 'two', 'two!']);
    find(app, '#two').shadowRoot?.querySelector('input')?.focus();
    await app.type('x');
    expect(rows(app)).toEqual(['one', 'one!', '▌twox                ▐', 'twox!']);
    expect((app.app.$tui.exports['state'] as Fields)['draft']).toBe('of the document');
  });

  it('passes a list, whose rows follow what changes in it', async () => {
    const { app, exports } = await open(
      `<template element="x-list" properties='{"rows": "array"}'><for each="rows" as="row" key="row.id"><text>{row.name.toUpperCase()} {row.name}</text><else/><text>none</text></for></template>
       <x-list bind:rows="rows"/>`,
      "export const state = $tui.createState({ rows: [{ id: 1, name: 'a' }] });",
    );
    const list = (exports['state'] as { rows: Fields[] }).rows;
    expect(rows(app)).toEqual(['A a']);
    list.push({ id: 2, name: 'b' });
    list[0]!['name'] = 'c';
    app.app.frame();
    expect(rows(app)).toEqual(['C c', 'B b']);
    list.length = 0;
    app.app.frame();
    expect(rows(app)).toEqual(['none']);
  });
});

describe('components in rows', () => {
  const markup = `<template element="x-row" properties='{"label": "string"}'><text>{label} {state.n}</text><slot name="more"/><slot/>
      <script>
        export const state = $tui.createState({ n: 0 });
        export const connectedCallback = () => { $app.log.push('in ' + host.label); };
        export const disconnectedCallback = () => { $app.log.push('out ' + host.label); };
      </script></template>
    <container id="box"><for each="list" as="each" key="each"><x-row label="{each}"><text>in {each}</text><text slot="more">more</text></x-row></for></container>`;
  const script =
    "export const log = []; export const app = $tui.createState({ list: ['a', 'b'] });";

  it('begin and end with their row, and move with their key', async () => {
    const { app, exports } = await open(markup, script);
    const state = exports['app'] as { list: string[] };
    const log = exports['log'] as string[];
    expect(rows(app)).toEqual(['a 0', 'more', 'in a', 'b 0', 'more', 'in b']);
    expect(log.splice(0)).toEqual(['in a', 'in b']);
    const [first] = app.app.document.querySelectorAll('x-row');
    state.list = ['b', 'a', 'c'];
    app.app.frame();
    expect(log.splice(0)).toEqual(['in c']);
    expect(app.app.document.querySelectorAll('x-row')[1]).toBe(first);
    state.list = ['c'];
    app.app.frame();
    expect(log.splice(0).sort()).toEqual(['out a', 'out b']);
    expect(rows(app)).toEqual(['c 0', 'more', 'in c']);
  });

  it('may be slots, also of names that are computed', async () => {
    const { app, exports } = await open(
      `<template element="x-tabs" properties='{"names": "array"}'><for each="names" as="name"><text>{name}:</text><slot name="{name}">nothing</slot></for></template>
       <x-tabs bind:names="names"><text slot="b">B</text><text slot="a">A</text></x-tabs>`,
      "export const state = $tui.createState({ names: ['a', 'b', 'c'] });",
    );
    expect(rows(app)).toEqual(['a:', 'A', 'b:', 'B', 'c:', 'nothing']);
    (exports['state'] as Fields)['names'] = ['c', 'b'];
    app.app.frame();
    expect(rows(app)).toEqual(['c:', 'nothing', 'b:', 'B']);
  });

  it('follow again what has changed while they were out of the document', async () => {
    const { app, exports } = await open(
      `<template element="x-a"><for each="list" as="each" key="each"><text>{each} {word}</text></for><if test="list.length > 2"><text>many</text></if></template><x-a/>`,
      "export const s = $tui.createState({ list: ['a', 'b'], word: 'x' });",
    );
    const state = exports['s'] as { list: string[]; word: string };
    const host = find(app, 'x-a');
    const kept = host.shadowRoot?.querySelectorAll('text')[1];
    host.remove();
    state.word = 'y';
    state.list = ['b', 'c', 'd'];
    app.app.frame();
    app.app.document.body.append(host as never);
    app.app.frame();
    expect(rows(app)).toEqual(['b y', 'c y', 'd y', 'many']);
    expect(host.shadowRoot?.querySelectorAll('text')[0]).toBe(kept);
    state.word = 'z';
    app.app.frame();
    expect(rows(app)).toEqual(['b z', 'c z', 'd z', 'many']);
  });
});

describe('lint', () => {
  async function lint(text: string): Promise<string[]> {
    const { all } = await lintSource(
      { file: '/x/app.tui', text },
      { console: { cwd: '/x', env: {} } as never, appFile: undefined },
    );
    return all.map(
      ({ severity, code, span }) => `${severity} ${code} ${text.slice(span?.start, span?.end)}`,
    );
  }

  it('reports each error in a template once, however many instances there are', async () => {
    expect(
      await lint(
        `<tui><template element="x-a" properties='{"n": "integer"}'><text>{n +}</text><button onClick="go(">b</button>
         <button bind:labbel="n">c</button><button onClick="known">d</button><button onClick="n = 1; known()">e</button><text alig="x">{n}</text>
         <for each="[1" as="x"><text>{x}</text></for>
         <script>export function known() {}</script></template><x-a/><x-a n="{1}"/></tui>`,
      ),
    ).toEqual([
      'error script-syntax n +',
      'warning unknown-name go',
      // Its end.
      'error script-syntax ',
      'warning unknown-attribute bind:labbel',
      'warning unknown-attribute alig',
      'error script-syntax [1',
      'error bad-value {1}',
    ]);
  });
});

describe('an error', () => {
  it('of syntax is one at its place, before anything has run', async () => {
    const text = await errorsOf(
      open(
        `<template element="x-a">\n  <text>{1 +}</text>\n  <button onClick="go(">b</button></template><x-a/><x-a/>`,
      ),
    );
    expect(text.match(/script-syntax/g)).toHaveLength(1);
    expect(text).toMatch(/:2:\d+/);
  });

  it('of an expression has its place, is reported once, and the rest renders', async () => {
    const { app } = await open(
      `<template element="x-a" properties='{"label": "string"}'>
  <text>{lable}</text><text>{missing.name}</text><text>ok {label}</text></template><x-a label="A"/><x-a label="B"/>`,
      '',
      { errors: 'keep' },
    );
    expect(rows(app)).toEqual(['ok A', 'ok B']);
    const found = app.diagnostics.map((each) => formatDiagnostic(each));
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/:2:\d+/);
    expect(found[0]).toContain('did you mean "label"');
  });

  it.each([
    ['<template element="x-a"><if test="1"><script>1</script></if></template>', 'bad-place'],
    ['<template element="x-a"><text>{</text></template>', 'bad-expression'],
    ['<template element="x-a"><else/></template>', 'bad-else'],
    ['<template element="x-a"><progress max="many"/></template>', 'bad-value'],
  ])('in %s is reported once', async (markup, code) => {
    const text = await errorsOf(open(markup));
    expect([text.match(new RegExp(`\\b${code}\\b`, 'g'))?.length ?? text]).toEqual([1]);
  });
});

it('leaves nothing of an instance that is gone', async () => {
  const { app, exports } = await open(
    `<template element="x-a" properties='{"row": "json"}'>
      <text id="t" class="{row.name}">{row.name} {word} {n} {missing}</text><input bind="draft"/><for each="words" as="each"><b>{each}</b></for>
      <script>export const state = $tui.createState({ n: 1, draft: '' }); state.subscribe('n', () => {});</script></template>
     <for each="list" as="each"><x-a bind:row="each"/></for>`,
    "export const s = $tui.createState({ list: [], word: 'x', words: ['a'] });",
    { errors: 'keep' },
  );
  const state = exports['s'] as { list: Fields[]; word: string; words: string[] };
  const gone: WeakRef<object>[] = [];
  for (let round = 0; round < 20; round++) {
    state.list = Array.from({ length: 20 }, (_, at) => ({ name: `n${at}` }));
    app.app.frame();
    const hosts = app.app.document.querySelectorAll('x-a');
    gone.push(new WeakRef(hosts[7]!), new WeakRef(hosts[7]!.shadowRoot!.firstElementChild!));
    state.list = [];
    state.word += 'x';
    state.words.push('b');
    app.app.frame();
  }
  expect(app.app.document.querySelectorAll('x-a')).toHaveLength(0);
  await new Promise((resolve) => setTimeout(resolve, 0));
  collect();
  // What was removed last may be known to the last frame.
  expect(gone.filter((each) => each.deref() !== undefined).length).toBeLessThanOrEqual(4);
});
