/** What is kept of elements and states, restored, and what never is; against a port of the spec's own. */
import { describe, expect, it } from '@jest/globals';
import { createApp } from '../../cli/library.js';
import { at, later, open } from './support/kept-app.js';

const FIELDS: readonly (readonly [name: string, markup: string, field: string, value: unknown])[] =
  [
    ['input', '<input id="x" value="a"/>', 'value', 'b'],
    ['textarea', '<textarea id="x">a</textarea>', 'value', 'b\nc'],
    ['checkbox', '<checkbox id="x">x</checkbox>', 'checked', true],
    ['switch', '<switch id="x">x</switch>', 'checked', true],
    ['radio', '<radio id="x" name="n">x</radio>', 'checked', true],
    ['slider', '<slider id="x" min="0" max="9" value="1"/>', 'value', 5],
    ['collapsible', '<collapsible id="x" label="l">x</collapsible>', 'open', true],
    ['table', '<table id="x" columns=\'["k"]\' rows=\'[{"k":1}]\'/>', 'sortBy', 'k'],
  ];

describe.each(FIELDS)('%s', (tag, markup, field, value) => {
  it('keeps what has changed, once, and has it again', async () => {
    const opened = await open(markup);
    await later(opened);
    expect(opened.sent).toEqual([]);
    at(opened.app, 'x')[field] = value as never;
    await later(opened);
    await later(opened);
    expect(opened.sent).toHaveLength(1);
    expect(opened.sent[0]?.elements?.['x']).toEqual({ tag, fields: { [field]: value } });
    const again = await open(markup, { elements: { x: { tag, fields: { [field]: value } } } });
    expect(at(again.app, 'x')[field]).toEqual(value);
    await later(again);
    expect(again.sent).toEqual([]);
    const excluded = await open(markup.replace('id="x"', 'id="x" persist="false"'), {
      elements: { x: { tag, fields: { [field]: value } } },
    });
    expect(at(excluded.app, 'x')[field]).not.toEqual(value);
  });

  it('takes nothing of another element, or of another kind', async () => {
    const before = at((await open(markup)).app, 'x')[field];
    for (const saved of [
      { tag: 'other', fields: { [field]: value } },
      { tag, fields: { [field]: { a: 1 } } },
      { tag, fields: { [field]: [[1]], scroll: ['x', {}] } },
    ]) {
      const { app } = await open(markup, { elements: { x: saved } });
      expect(at(app, 'x')[field]).toEqual(before);
    }
  });
});

it('select, list, tabs, radio-group and split-pane', async () => {
  const markup = `<select id="s"><option value="1">a</option><option value="2">b</option></select>
    <tabs id="t"><tab id="t1" label="1">x</tab><tab id="t2" label="2">y</tab></tabs>
    <radio-group id="r"><radio value="1">a</radio><radio value="2">b</radio></radio-group>
    <split-pane id="p" position="5"><text>a</text><text>b</text></split-pane>`;
  const opened = await open(markup);
  const set = (id: string, field: string, value: unknown): void => {
    at(opened.app, id)[field] = value as never;
  };
  set('s', 'value', '2');
  set('t', 'selected', 't2');
  set('r', 'value', '2');
  set('p', 'position', 9);
  await later(opened);
  const { elements = {} } = opened.sent[0] ?? {};
  expect(Object.keys(elements).sort()).toEqual(['p', 'r', 's', 't']);
  const { app } = await open(markup, { elements });
  expect(at(app, 's')['value']).toBe('2');
  expect(at(app, 'r')['value']).toBe('2');
  expect(String(at(app, 'p')['position'])).toBe('9');
  expect(app.document.querySelector('#t2')?.getAttribute('id')).toBe('t2');
  app.frame();
  expect(at(app, 't')['selected']).toEqual(at(opened.app, 't')['selected']);
});

describe('secrets', () => {
  it('a password is never kept, nor a state, nor another field that it is bound to, whatever its type becomes', async () => {
    const opened =
      await open(`<input id="pw" type="password" bind="pw"/><input id="twin" bind="pw"/>
      <input id="shown" type="password"/><container persist="false"><input id="card" bind="card"/></container>
      <script>export const state = $tui.createState({ pw: '', card: '', fine: '' });</script>`);
    const state = opened.app.$tui.exports['state'] as Record<string, string>;
    Object.assign(state, { pw: 'canary', card: 'canary', fine: 'kept' });
    const shown = opened.app.document.getElementById('shown')!;
    at(opened.app, 'shown')['value'] = 'canary' as never;
    shown.setAttribute('type', 'text');
    await later(opened);
    opened.app.document.getElementById('pw')!.remove();
    state['pw'] = 'canary 2';
    await later(opened);
    opened.app.stop();
    expect(JSON.stringify(opened.sent)).not.toContain('canary');
    expect(opened.sent[0]?.states).toEqual({ fine: 'kept' });
  });
});

describe('states and $tui.state', () => {
  const markup = `<text id="t" bind="count"/><script>
    export const state = $tui.createState({ count: 0, list: [], get twice() { return 2 * this.count; } });
  </script>`;

  it('have what was kept where it is of the same kind', async () => {
    const { app } = await open(markup, {
      states: { count: 5, list: 'no list', other: 1, twice: 9 },
    });
    const state = app.$tui.exports['state'] as { count: number; list: unknown; twice: number };
    expect([state.count, state.list, state.twice]).toEqual([5, [], 10]);
  });

  it.each([new Date(0), new Set([1]), new Map(), NaN, { a: () => 1 }, 5n, Symbol('x')])(
    '$tui.state takes what JSON can say alone, kept or not: not %p',
    async (value) => {
      const kept = (await open(markup)).app.$tui.state;
      const { state } = createApp(markup, { width: 10, height: 2 }).$tui;
      for (const each of [kept, state]) {
        expect(() => each.set('x', value)).toThrow(TypeError);
        expect(() => each.set('__proto__', 1)).toThrow(TypeError);
        expect(() => each.set('k'.repeat(2000), 1)).toThrow(TypeError);
        expect(each.get('x')).toBeUndefined();
        each.set('x', { a: [1] });
        (each.get('x') as { a: number[] }).a.push(2);
        expect(each.get('x')).toEqual({ a: [1] });
      }
    },
  );

  it('values of the app’s own, copied, removed and forgotten', async () => {
    const opened = await open(markup, { own: { a: { b: 1 } } });
    const { state } = opened.app.$tui;
    expect(state.isKept).toBe(true);
    (state.get('a') as { b: number }).b = 2;
    expect(state.get('a')).toEqual({ b: 1 });
    state.set('c', [1]);
    state.set('a', undefined);
    expect(() => state.set('x', () => 1)).toThrow(TypeError);
    expect(() => state.set('x', 'x'.repeat(70_000))).toThrow(TypeError);
    await later(opened);
    expect(opened.sent[0]?.own).toEqual({ c: [1], a: null });
    state.clear();
    await later(opened);
    expect(opened.sent[1]).toMatchObject({ clear: true, own: {} });
    expect(state.get('c')).toBeUndefined();
  });

  it('are tried again where they could not be kept, and reported once', async () => {
    let broken = true;
    const opened = await open(markup, {}, () => {
      if (broken) throw new Error('ENOSPC');
      return [];
    });
    const state = opened.app.$tui.exports['state'] as { count: number };
    state.count = 1;
    await later(opened);
    await later(opened);
    expect(opened.app.diagnostics.map(({ code }) => code)).toEqual(['not-kept']);
    broken = false;
    await opened.clock.advance(3000);
    await later(opened);
    expect(opened.sent[0]?.states).toEqual({ count: 1 });
    state.count = 2;
    opened.app.stop();
    expect(opened.sent[1]?.states).toEqual({ count: 2 });
  });
});

it('persist without an id is warned of', async () => {
  const { app } = await open(
    '<input persist="true"/><input persist="false"/><input id="a" persist="true"/>',
  );
  expect(app.diagnostics.map(({ code }) => code)).toEqual(['persist-without-id']);
});
