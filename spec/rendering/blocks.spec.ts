/** `<for>`, `<if>` and expressions in documents: what they render, and what follows what. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { formatDiagnostic, type Diagnostic } from '../../runtime/base/diagnostics.js';
import { unmountAll, type MountedApp, type MountOptions } from '../../runtime/testing/mount.js';
import { elements } from '../../elements/index.js';
import { createRegistry } from '../../runtime/element/registry.js';
import { loadDocument } from '../../runtime/element/loading/load.js';
import { blocksOf } from '../../runtime/element/templates/blocks.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

type Fields = Record<string, unknown>;
interface Row {
  id: number;
  name: string;
  done?: boolean;
}

/** An app whose script exports `state`. */
async function open(markup: string, state: string, options: MountOptions = {}) {
  const script = `export const state = $tui.createState(${state});`;
  const app = await mount(`${markup}\n<script>${script}</script>`, options);
  return { app, state: app.app.$tui.exports['state'] as Fields };
}

function html(app: MountedApp, selector = '#box'): string {
  return app.app.document.querySelector(selector)?.innerHTML ?? 'none';
}

async function errorsOf(promise: Promise<unknown>): Promise<string> {
  const error = (await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )) as { diagnostics?: Parameters<typeof formatDiagnostic>[0][] } | undefined;
  return (error?.diagnostics ?? []).map((each) => formatDiagnostic(each)).join('\n');
}

describe('an error of syntax', () => {
  it.each([
    ['f(', 'f(', 'Unexpected end of the expression'],
    ['[1, (2', '[1, (2', 'Expected ")" but found the end of the expression'],
    ['a b', 'b', 'Expected "}" but found "b"'],
    ['row..x', '.', 'Expected identifier but found "."'],
    ['a; b', ';', 'Expected "}" but found ";"'],
  ])('in {%s} is marked where it is', async (code, marked, message) => {
    const text = `<if test="true"><text title="x{${code}}">{${code}}</text></if><if test="${code}"/>`;
    const error: unknown = await mount(text).catch((reason: unknown) => reason);
    const { diagnostics } = error as { diagnostics: readonly Diagnostic[] };
    expect(
      diagnostics.map((each) => ({
        message: each.message,
        marked: each.source?.text.slice(each.span?.start, each.span?.end),
      })),
    ).toEqual([1, 2, 3].map(() => ({ message, marked })));
  });
});

describe('<for>', () => {
  const rows = '{ rows: [{ id: 1, name: "a" }, { id: 2, name: "b", done: true }] }';

  it('renders its content for each entry, as children of its parent', async () => {
    const { app, state } = await open(
      `<list id="box"><for each="rows" as="row" index="i" key="row.id">
        <li class="{row.done && 'done'}">{i}: {row.name}</li>
        <else/><li>none</li>
      </for></list>`,
      rows,
    );
    expect(html(app)).toBe('<li>0: a</li><li class="done">1: b</li><!--for-->');
    const list = state['rows'] as Row[];
    list.unshift({ id: 3, name: 'c' });
    list[1]!.name += '!';
    app.app.frame();
    expect(html(app)).toBe('<li>0: c</li><li>1: a!</li><li class="done">2: b</li><!--for-->');
    state['rows'] = [];
    app.app.frame();
    expect(html(app)).toBe('<li>none</li><!--for-->');
    expect(app.text()).toBe('• none');
  });

  it('moves the elements of a key, with their focus', async () => {
    const { app, state } = await open(
      `<container id="box"><for each="rows" as="row" key="row.id"><input id="i{row.id}"/></for></container>`,
      rows,
    );
    const [first, second] = [...app.app.document.querySelectorAll('input')];
    first?.focus();
    (state['rows'] as Row[]).reverse();
    app.app.frame();
    expect([...app.app.document.querySelectorAll('input')]).toEqual([second, first]);
    expect(app.app.document.activeElement).toBe(first);
    state['rows'] = [{ id: 1, name: 'new' }];
    app.app.frame();
    expect([...app.app.document.querySelectorAll('input')]).toEqual([first]);
    expect(app.app.document.activeElement).toBe(first);
  });

  it('has variables, exports and keys of states in handlers, and the row in a binding', async () => {
    const app = await mount(`
      <for each="rows" as="row" index="i" key="row.id">
        <checkbox bind="row.done">{row.name}</checkbox>
        <button onClick="pick(row, i); count++">pick {row.name}</button>
      </for>
      <script>
        export const state = $tui.createState({ count: 0, rows: [{ id: 1, name: 'a', done: false }, { id: 2, name: 'b', done: true }] });
        export const picked = [];
        export function pick(row, i) { picked.push([row.name, i, row === state.rows[i]]); }
      </script>`);
    const { exports } = app.app.$tui as unknown as { exports: Fields };
    const state = exports['state'] as { count: number; rows: Row[] };
    const [first, second] = [...app.app.document.querySelectorAll('checkbox')] as unknown as {
      checked: boolean;
    }[];
    expect([first?.checked, second?.checked]).toEqual([false, true]);
    await app.press('Space');
    await app.press('Tab', 'Space');
    expect(state.rows.map(({ done }) => done)).toEqual([true, true]);
    state.rows.reverse();
    app.app.frame();
    await app.click('button');
    expect(exports['picked']).toEqual([['b', 0, true]]);
    expect(state.count).toBe(1);
    state.rows[0] = { id: 2, name: 'z', done: false };
    app.app.frame();
    expect(second?.checked).toBe(false);
    await app.click('button');
    expect(exports['picked']).toEqual([
      ['b', 0, true],
      ['z', 0, true],
    ]);
  });

  it('nests, with the variables of all rows around', async () => {
    const { app, state } = await open(
      `<container id="box"><for each="groups" as="group" index="g" key="group.name"
        ><for each="group.items" as="item" index="i"><text>{group.name}{item} {g}{i}</text></for
      ></for></container>`,
      '{ groups: [{ name: "x", items: ["a", "b"] }, { name: "y", items: ["c"] }] }',
    );
    expect(app.text().split('\n')).toEqual(['xa 00', 'xb 01', 'yc 10']);
    const groups = state['groups'] as { name: string; items: string[] }[];
    groups[1]!.items.push('d');
    groups.reverse();
    app.app.frame();
    expect(app.text().split('\n')).toEqual(['yc 00', 'yd 01', 'xa 10', 'xb 11']);
    groups[0] = { name: 'y', items: ['e'] };
    app.app.frame();
    expect(app.text().split('\n')).toEqual(['ye 00', 'xa 10', 'xb 11']);
  });

  it.each([
    ['list', 'li', '<list id="box"><for each="names" as="n"><li>{n}</li></for></list>'],
    ['table', 'tr', '<table id="box"><for each="names" as="n"><tr><td>{n}</td></tr></for></table>'],
    [
      'tabs',
      'tab',
      '<tabs id="box"><for each="names" as="n"><tab label="{n}"><text>in {n}</text></tab></for></tabs>',
    ],
    [
      'select',
      'option',
      '<select id="box"><for each="names" as="n"><option value="{n}">{n}</option></for></select>',
    ],
    [
      'radio-group',
      'radio',
      '<radio-group id="box"><for each="names" as="n"><radio value="{n}">{n}</radio></for></radio-group>',
    ],
    ['form', 'input', '<form id="box"><for each="names" as="n"><input name="{n}"/></for></form>'],
  ])('works in <%s>', async (_, child, markup) => {
    const { app, state } = await open(markup, '{ names: ["one", "two"] }');
    const shown = app.text();
    (state['names'] as string[]).push('three');
    app.app.frame();
    expect(app.app.document.querySelectorAll(`#box > ${child}:nth-child(3)`)).toHaveLength(1);
    (state['names'] as string[]).pop();
    app.app.frame();
    expect(app.text()).toBe(shown);
  });

  it('takes any iterable, and nothing else', async () => {
    const { app, state } = await open(
      '<text id="box"><for each="list" as="x">{x} </for></text>',
      '{ list: new Set(["a", "b"]) }',
      { errors: 'keep' },
    );
    expect(app.text()).toBe('a b');
    (state['list'] as Set<string>).add('c');
    app.app.frame();
    expect(app.text()).toBe('a b c');
    state['list'] = new Map([['k', 1]]);
    app.app.frame();
    expect(app.text()).toBe('k, 1');
    state['list'] = undefined;
    app.app.frame();
    expect(app.text()).toBe('');
    state['list'] = 3;
    app.app.frame();
    expect(app.app.diagnostics.map((each) => formatDiagnostic(each))).toEqual([
      expect.stringContaining('each: expected a list, found a number'),
    ]);
  });

  it('reports two rows with one key, with both', async () => {
    const { app, state } = await open(
      '<container id="box">\n<for each="rows" as="row" key="row.id"><text>{row.name}</text></for></container>',
      rows,
      { errors: 'keep' },
    );
    (state['rows'] as Row[]).push({ id: 1, name: 'again' });
    app.app.frame();
    const [error] = app.app.diagnostics;
    expect(formatDiagnostic(error!)).toMatch(/^<inline>:2:\d+ error .*rows 0 and 2 .*same key, 1/);
    expect(app.text().split('\n')).toEqual(['a', 'b']);
  });
});

describe('<if>', () => {
  it('shows the first branch whose test is true, and keeps it while that is so', async () => {
    const { app, state } = await open(
      `<container id="box"><if test="n > 2"><text>many</text><else test="n"/><text id="few">few {n}</text><else/><text>no</text></if></container>`,
      '{ n: 0 }',
    );
    expect(html(app)).toBe('<text>no</text><!--if-->');
    state['n'] = 1;
    app.app.frame();
    const few = app.app.document.getElementById('few');
    state['n'] = 2;
    app.app.frame();
    expect(app.app.document.getElementById('few')).toBe(few);
    expect(app.text()).toBe('few 2');
    state['n'] = 3;
    app.app.frame();
    expect(html(app)).toBe('<text>many</text><!--if-->');
  });

  it('is among the nodes of a row that moves', async () => {
    const { app, state } = await open(
      `<container id="box"><for each="rows" as="row" key="row"><if test="on"><text>{row}</text></if></for></container>`,
      '{ on: false, rows: [1, 2, 3] }',
    );
    state['rows'] = [3, 1, 2];
    state['on'] = true;
    app.app.frame();
    expect(app.text().split('\n')).toEqual(['3', '1', '2']);
    (state['rows'] as number[]).reverse();
    app.app.frame();
    expect(app.text().split('\n')).toEqual(['2', '1', '3']);
    state['rows'] = [];
    app.app.frame();
    expect(html(app)).toBe('<!--for-->');
  });
});

describe('expressions', () => {
  it('keep the type of a value, and remove attributes for false and null', async () => {
    const { app, state } = await open(
      `<if test="true"><progress id="p" value="{n}" max="{10}" hidden="{hidden}" aria-busy="{busy}" title="{n} of {max}"/></if>`,
      '{ n: 3, hidden: false, busy: null, max: 10 }',
    );
    const bar = app.app.document.getElementById('p') as unknown as Fields & Element;
    expect([bar['value'], bar['max']]).toEqual([3, 10]);
    expect(bar.getAttribute('title')).toBe('3 of 10');
    expect([bar.hasAttribute('hidden'), bar.hasAttribute('aria-busy')]).toEqual([false, false]);
    Object.assign(state, { hidden: true, busy: true, n: undefined });
    app.app.frame();
    expect([bar.getAttribute('hidden'), bar.getAttribute('aria-busy')]).toEqual(['', 'true']);
    expect(bar.hasAttribute('value')).toBe(false);
  });

  it('mean nothing outside of blocks, in entities, raw elements, handlers and JSON', async () => {
    const { app } = await open(
      `<container id="box" title="{a}">{a} <if test="1"><text title="&#123;a}">&#123;a} &lbrace;{a}}</text><markdown>{a}</markdown
      ><data-bars series='[{"name": "{a}"}]' bars="[[1]]" onSelect="() => {}"/></if></container>`,
      '{ a: 5 }',
    );
    const text = app.app.document.querySelector('text');
    expect(text?.textContent).toBe('{a} {5}');
    expect(text?.getAttribute('title')).toBe('{a}');
    expect(app.app.document.querySelector('markdown')?.textContent).toContain('{a}');
    expect(app.app.document.getElementById('box')?.getAttribute('title')).toBe('{a}');
  });

  it('read strings, templates, objects, regular expressions and comments with braces', async () => {
    const { app } = await open(
      '<if test="1"><text>{"}"} {`a${ {b: 1}.b }}`} {/[}/]}/.test("}") /* } */} {[1].map((x) => { return x; })[0] / 1}</text></if>',
      '{}',
    );
    expect(app.text()).toBe('} a1} false 1');
  });

  it('run again only where what they read has changed', async () => {
    const app = await mount(`
      <for each="rows" as="row" key="row.id"><text>{note(row.name)} {row.id}</text></for><text bind:text="note('x' + other)"/>
      <script>
        export const log = [];
        export const note = (x) => (log.push(x), x);
        export const state = $tui.createState({ other: 1, rows: [{ id: 1, name: 'a' }, { id: 2, name: 'b' }] });
      </script>`);
    const { log, state } = app.app.$tui.exports as { log: string[]; state: Fields };
    expect(log.splice(0).sort()).toEqual(['a', 'b', 'x1']);
    (state['rows'] as Row[])[1]!.name = 'c';
    (state['rows'] as Row[])[1]!.name = 'd';
    app.app.frame();
    expect(log.splice(0)).toEqual(['d']);
    (state['rows'] as Row[]).push({ id: 3, name: 'e' });
    app.app.frame();
    expect(log.splice(0)).toEqual(['e']);
    state['other'] = 2;
    app.app.frame();
    expect(log.splice(0).includes('x2')).toBe(true);
    expect(app.text()).toContain('x2');
  });

  it('leave the others running where one throws, and name its place', async () => {
    const { app, state } = await open(
      '<for each="rows" as="row">\n<text>{row.name} {row.more.deep}|{missing}</text></for><text bind:text="more.x"/>',
      '{ rows: [{ name: "a" }] }',
      { errors: 'keep' },
    );
    expect(app.text()).toContain('a |');
    const found = app.app.diagnostics.map((each) => formatDiagnostic(each)).join('\n');
    expect(found).toMatch(/<inline>:2:28 error script-error: TypeError.*deep/);
    expect(found).toMatch(
      /<inline>:2:35 error script-error: ReferenceError: missing is not defined/,
    );
    (state['rows'] as Fields[])[0]!['more'] = { deep: 1 };
    app.app.frame();
    expect(app.text()).toContain('a 1|');
  });

  it('that cannot be read are errors with their place before anything runs', async () => {
    const markup = `<for each="a +" as="x">\n<text title="{)}">{x y}</text>
      <button onClick="x +">b</button></for><if test="1"><text>{open</text></if>
      <for each="[]" as="class"/><else/><if test="1"><else/><else/></if><text bind:text="1 +"/>`;
    const found = await errorsOf(mount(markup));
    expect(found).toMatch(/:3:\d+ error bad-expression: expected "}"/);
    expect(found).toMatch(/error bad-value: as: expected the name of a variable, found "class"/);
    expect(found).toMatch(/error bad-else: <else> is not directly in/);
    expect(found).toMatch(/error bad-else: an <else\/> without a test is the last/);
    const syntax = await errorsOf(
      mount(
        '<for each="a +" as="x">\n<text title="{)}">{x y}</text><button onClick="x +">b</button></for>',
      ),
    );
    expect(syntax).toMatch(/<inline>:1:\d+ error script-syntax/);
    expect(syntax).toMatch(/<inline>:2:15 error script-syntax/);
    expect(syntax).toMatch(/<inline>:2:22 error script-syntax/);
    expect(await errorsOf(mount('<for each="[]"><button onClick="x +">b</button></for>'))).toMatch(
      /<inline>:1:\d+ error script-syntax/,
    );
  });

  it('are what the document says: neither data nor markup of scripts become code', async () => {
    const app = await mount(`
      <container id="box"><for each="names" as="name"><text title="{name}">{name}</text></for></container>
      <container id="made"/>
      <script>
        export const calls = [];
        export const call = () => void calls.push(1);
        export const state = $tui.createState({ names: ['{call()}', '\u001b[31m', '&#123;call()}'] });
        document.getElementById('made').innerHTML = '<for each="call()"><text>{call()}</text></for><text title="{call()}">{call()}</text>';
      </script>`);
    expect(app.app.$tui.exports['calls']).toEqual([]);
    const texts = [...app.app.document.querySelectorAll('#box text')].map(
      (each) => each.textContent,
    );
    expect(texts).toEqual(['{call()}', '\u001b[31m', '&#123;call()}']);
    // What controls the terminal never gets there.
    expect(app.text()).not.toContain('\u001b');
  });

  it('see no more than handlers and scripts do', async () => {
    const app = await mount(
      `<if test="1"><text>{typeof require} {typeof this} {typeof __tui_blocks} {typeof module}</text></if>`,
    );
    expect(app.text()).toBe('undefined undefined undefined undefined');
  });
});

describe('documents of before', () => {
  const registry = createRegistry(elements);
  const folders = ['examples', 'fixtures', 'templates'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tui'))
      .map((name) => join(folder, name)),
  );

  it('have braces that mean nothing', () => {
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const { document } = loadDocument({ file, text }, registry);
      if (/<(for|if)\b/.test(text)) continue;
      expect([file, blocksOf(document).size]).toEqual([file, 0]);
    }
  });
});
