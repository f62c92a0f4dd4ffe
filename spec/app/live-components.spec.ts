/** Edits of components while their app runs: instances keep what people and scripts have done to them. */
import { describe, expect, it } from '@jest/globals';
import type { DocumentParts } from '../../runtime/element/components/parts.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { Editing } from './support/editing.js';

const CARD = `<template element="ui-card" properties='{"label": "string"}'>
  <style>.title { color: #00ff00 }</style>
  <text class="title">{label}: {clicks}</text>
  <input id="name"/>
  <for each="rows" as="row" key="row"><text class="row">- {row}</text></for>
  <button id="add" onClick="add()">add</button>
  <script>
    const state = $tui.createState({ clicks: 0, rows: ['a', 'b'] });
    export { state };
    export function add() { state.clicks += 1; }
    $app.runs.push('card');
  </script>
</template>`;

const page = (template: string, around = ''): string => `<tui>
  ${template}
  <input id="outside"/>
  ${around}
  <ui-card id="one" label="One"/>
  <ui-card id="two" label="Two"/>
  <script>
    export const runs = [];
    export const colorOf = (element) => getComputedStyle(element).color;
  </script>
</tui>`;

function lines(editing: Editing): string[] {
  return editing.text
    .split('\n')
    .map((line) => line.replace(/[▏▕│▌▐█▁▔]/g, ' ').trim())
    .filter((line) => line !== '');
}

function inside(editing: Editing, id: string, selector: string) {
  const found = editing.element(id).shadowRoot?.querySelector(selector) as TuiElement | null;
  if (found === null || found === undefined) throw new Error(`there is no ${selector}`);
  return found as typeof found & { value: unknown };
}

function runs(editing: Editing): unknown {
  return editing.app.$tui.exports['runs'];
}

describe('an edit of a component', () => {
  it('leaves states, focus and texts of people, and shows the new template', async () => {
    const editing = await new Editing(page(CARD)).start();
    await editing.press('Tab', 'Tab');
    await editing.type('Ada');
    await editing.press('Tab', 'Enter', 'Enter', 'Shift+Tab');
    const field = inside(editing, 'one', '#name');
    const row = inside(editing, 'one', '.row');
    expect(lines(editing)).toContain('One: 2');

    const edited = CARD.replace('{label}: {clicks}', '{label} has {clicks}')
      .replace('<for', '<text>Rows of {label}:</text>\n  <for')
      .replace('>add<', '>Add one<');
    expect(await editing.edit(page(edited))).toBe('patched');
    expect(lines(editing)).toEqual(expect.arrayContaining(['One has 2', 'Two has 0']));
    expect(lines(editing)).toEqual(expect.arrayContaining(['Rows of One:', 'Add one']));
    expect(inside(editing, 'one', '#name')).toBe(field);
    expect(field.value).toBe('Ada');
    expect(inside(editing, 'one', '.row')).toBe(row);
    expect(editing.focused).toBe('one');
    expect(editing.element('one').shadowRoot?.activeElement).toBe(field);
    expect(runs(editing)).toEqual(['card', 'card']);

    // What is kept goes on.
    await editing.press('Tab', 'Enter');
    expect(lines(editing)).toContain('One has 3');
    expect(await editing.edit(page(CARD))).toBe('patched');
    expect(lines(editing)).toContain('One: 3');
    expect(editing.text).not.toContain('Rows of');
    await editing.press('Enter');
    expect(lines(editing)).toContain('One: 4');
  });

  it('takes over styles, attributes and handlers', async () => {
    const editing = await new Editing(page(CARD)).start();
    const colorOf = editing.app.$tui.exports['colorOf'] as (element: object) => string;
    const title = (): string => colorOf(inside(editing, 'two', '.title'));
    const before = title();
    expect(await editing.edit(page(CARD.replace('#00ff00', '#ff0000')))).toBe('patched');
    expect([before, title()]).toEqual(['rgb(0, 255, 0)', 'rgb(255, 0, 0)']);
    const edited = CARD.replace('add()', 'add(); add()').replace(
      '<input id="name"',
      '<input id="name" placeholder="for {label}"',
    );
    expect(await editing.edit(page(edited))).toBe('patched');
    expect(inside(editing, 'two', '#name').getAttribute('placeholder')).toBe('for Two');
    (inside(editing, 'two', '#add') as unknown as { click(): void }).click();
    await editing.settle();
    expect(lines(editing)).toContain('Two: 2');
    expect(await editing.edit(page(CARD))).toBe('patched');
    expect(inside(editing, 'two', '#name').hasAttribute('placeholder')).toBe(false);
  });

  it('makes a changed block again, and moves one that is the same', async () => {
    const editing = await new Editing(page(CARD)).start();
    const row = inside(editing, 'one', '.row');
    const moved = CARD.replace(/\n {2}<for.*<\/for>/, '').replace(
      '</button>',
      '</button>\n  <for each="rows" as="row" key="row"><text class="row">- {row}</text></for>',
    );
    expect(await editing.edit(page(moved))).toBe('patched');
    expect(inside(editing, 'one', '.row')).toBe(row);
    const order = lines(editing);
    expect(order.indexOf('- a')).toBeGreaterThan(order.indexOf('add'));
    expect(await editing.edit(page(moved.replace('- {row}', '* {row}')))).toBe('patched');
    expect(lines(editing)).toEqual(expect.arrayContaining(['* a', '* b']));
    expect(editing.text).not.toContain('- a');
  });

  it('starts the app again for other scripts, properties and components', async () => {
    const editing = await new Editing(page(CARD)).start();
    expect(await editing.edit(page(CARD.replace('+= 1', '+= 2')))).toBe('restarted');
    expect(await editing.edit(page(CARD))).toBe('restarted');
    const other = CARD.replace('"label": "string"', '"label": "string", "tone": "string"');
    expect(await editing.edit(page(other))).toBe('restarted');
    const more = `${other}<template element="ui-more"><text>more</text></template>`;
    expect(await editing.edit(page(more))).toBe('restarted');
  });

  it('reports an error, and the last version runs on', async () => {
    const editing = await new Editing(page(CARD)).start();
    expect(await editing.edit(page(CARD.replace('{clicks}', '{clicks +}')))).toBe('failed');
    expect(lines(editing)).toContain('One: 0');
    expect(editing.text).toMatch(/app\.tui:4:\d+/);
    // An error of an edited template has its place in the new text.
    const late = CARD.replace('<style>', '\n\n<style>').replace('{clicks}', '{nothing.x}');
    expect(await editing.edit(page(late))).toBe('patched');
    expect(editing.app.diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('nothing'),
    ]);
  });

  it('keeps the places of code that has not changed', async () => {
    const text = (before: string, title: string): string =>
      `<tui><template element="x-a" properties='{"list": "json"}'>${before}<text>${title}</text><text id="n">{list.length.x}</text></template><x-a list="[]"/></tui>`;
    const editing = await new Editing(text('', 'one')).start();
    expect(await editing.edit(text('\n\n\n', 'two'))).toBe('patched');
    editing.app.document.querySelector('x-a')!.removeAttribute('list');
    await editing.settle();
    const [found] = editing.app.diagnostics;
    const { text: source } = found!.source!;
    expect(source).toContain('two');
    expect(source.slice(found!.span!.start, found!.span!.end)).toBe('length');
  });

  it('gives nested components what their outer one computes', async () => {
    const outer = (content: string): string =>
      `<tui><template element="x-in" properties='{"n": "integer"}'><text>in {n} {first}</text><script>export const first = host.n;</script></template>
<template element="x-out">${content}<script>export const state = $tui.createState({ n: 4 });</script></template><x-out id="o"/></tui>`;
    const editing = await new Editing(outer('<text>{n}</text>')).start();
    expect(await editing.edit(outer('<text>{n}</text><x-in n="{n}"/>'))).toBe('patched');
    expect(lines(editing)).toEqual(['4', 'in 4 4']);
    expect(await editing.edit(outer('<container><x-in n="{n + 1}"/></container>'))).toBe('patched');
    expect(lines(editing)).toEqual(['in 5 5']);
  });

  it('reaches instances in blocks, in others, and those that are away', async () => {
    const text = (title: string): string => `<tui>
  <template element="x-in"><text>${title} <slot/></text></template>
  <template element="x-out"><x-in>nested</x-in></template>
  <for each="rows" as="row" key="row"><x-in>{row}</x-in></for>
  <x-out/>
  <x-in id="away">away</x-in>
  <script>export const state = $tui.createState({ rows: ['a', 'b'] });</script>
</tui>`;
    const editing = await new Editing(text('old')).start();
    const away = editing.element('away');
    const { body } = editing.app.document;
    away.remove();
    expect(await editing.edit(text('new'))).toBe('patched');
    expect(lines(editing)).toEqual(['new a', 'new b', 'new nested']);
    body.append(away);
    await editing.settle();
    expect(lines(editing)).toEqual(['new a', 'new b', 'new nested', 'new away']);
  });

  it('leaves alone what scripts have taken elsewhere or put in', async () => {
    const text = (word: string): string => `<tui>
  <template element="x-a"><text id="kept">kept</text><container id="box"><text>${word}</text></container><script>
    host.parentNode.append(host.shadowRoot.getElementById('kept'));
    host.shadowRoot.getElementById('box').append('added');
  </script></template><x-a/></tui>`;
    const editing = await new Editing(text('one')).start();
    expect(lines(editing)).toEqual(['one', 'added', 'kept']);
    expect(await editing.edit(text('two'))).toBe('patched');
    expect(lines(editing)).toEqual(['two', 'added', 'kept']);
  });
});

describe('an edit of an imported file', () => {
  const part = (text: string): DocumentParts => [
    {
      importer: '',
      src: 'card.tui',
      kind: 'import',
      path: '/app/card.tui',
      source: { file: 'card.tui', text },
    },
    {
      importer: '',
      src: 'look.css',
      kind: 'style',
      path: '/app/look.css',
      source: { file: 'look.css', text: text.includes('wide') ? '' : 'ui-card { margin: 0 4 }' },
    },
  ];
  const document = page('<import src="card.tui"/><style src="look.css"/>');

  it('replaces its components in place, and its styles', async () => {
    const editing = new Editing(document, part(CARD));
    await editing.start();
    await editing.press('Tab', 'Tab');
    await editing.type('Ada');
    const { left } = editing.element('one').getBoundingClientRect();
    const text = `\n<!-- wide -->\n${CARD.replace('{label}:', '{label} is')}`;
    editing.parts = part(text);
    expect(await editing.edit(document)).toBe('patched');
    expect(lines(editing)).toContain('One is 0');
    expect(inside(editing, 'one', '#name').value).toBe('Ada');
    expect(runs(editing)).toEqual(['card', 'card']);
    expect(editing.element('one').getBoundingClientRect().left).toBe(left - 4);
  });
});
