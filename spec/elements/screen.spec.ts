/** Screens: what shows, what a covered one keeps, results, keys and commands. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

const APP = `<tui><title>Notes</title><style>#rows { height: 3; overflow: scroll; }</style>
<screen id="list" label="List">
  <command id="new" key="n" onExecute="$app.note('new')" />
  <input id="name" /><list id="rows" selectable="single"><li>one</li><li>two</li><li>three</li><li>four</li><li>five</li></list>
</screen>
<screen id="note" label="Note" escape="pop" onShow="$app.note('show', event.params)" onHide="$app.note('hide')">
  <command id="back" key="b" onExecute="$tui.screens.pop('b')" />
  <button id="edit">Edit</button><text id="words">A note</text>
</screen>
<screen id="third"><text>Third</text></screen>
<text id="foot">The foot</text><command id="quit" key="q" onExecute="$app.note('quit')" />
<script>
  const all = [];
  export function note(...values) { all.push(values); }
  export function notes() { return all.splice(0); }
</script></tui>`;

async function use(markup = APP): Promise<{ app: MountedApp; notes: () => unknown[] }> {
  const app = await mount(markup, { width: 30, height: 8 });
  const { notes } = app.$tui.exports as { notes: () => unknown[] };
  return { app, notes };
}

const at = (app: MountedApp, id: string): TuiElement => app.document.getElementById(id)!;
const focused = (app: MountedApp): string => app.document.activeElement.id;

describe('screens', () => {
  it('the first shows, and beside it what is in none', async () => {
    const { app } = await use();
    expect(app.text()).toMatch(/one[^]*The foot/);
    expect(app.text()).not.toContain('A note');
    expect([app.$tui.screens.current, app.$tui.screens.params, app.app.title]).toEqual([
      'list',
      {},
      'List',
    ]);
    expect(app.document.documentElement.accessibleText()).toMatch(/^screen "List"\n/);
  });

  it('push shows another one, and pop resolves it', async () => {
    const { app, notes } = await use();
    const result = app.$tui.screens.push<string>('note', { name: 'Milk' });
    await app.settle();
    expect(app.text()).toMatch(/Edit[^]*A note[^]*The foot/);
    expect(app.text()).not.toContain('one');
    expect([app.$tui.screens.current, app.$tui.screens.params, app.title]).toEqual([
      'note',
      { name: 'Milk' },
      'Note',
    ]);
    expect(notes()).toEqual([['show', { name: 'Milk' }]]);
    app.$tui.screens.pop('done');
    expect(await result).toBe('done');
    await app.settle();
    expect([app.$tui.screens.current, app.$tui.screens.params, app.title]).toEqual([
      'list',
      {},
      'List',
    ]);
    expect(notes()).toEqual([['hide']]);
  });

  it('the title of a screen without a label is that of the document', async () => {
    const { app } = await use();
    void app.$tui.screens.push('third');
    expect(app.title).toBe('Notes');
    at(app, 'third').setAttribute('label', 'Third');
    expect(app.title).toBe('Third');
  });

  it('a covered screen keeps its focus, its scroll position and its values', async () => {
    const { app } = await use();
    at(app, 'name').focus();
    await app.type('Ada');
    at(app, 'rows').focus();
    await app.press('End');
    const shown = app.text();
    const { scrollTop } = at(app, 'rows');
    expect(scrollTop).toBeGreaterThan(0);
    void app.$tui.screens.push('note');
    await app.settle();
    expect(focused(app)).toBe('edit');
    await app.press('Escape');
    expect(focused(app)).toBe('rows');
    expect(at(app, 'rows').scrollTop).toBe(scrollTop);
    expect(app.text()).toBe(shown);
  });

  it('without a focus none is made up when it is uncovered', async () => {
    const { app } = await use();
    void app.$tui.screens.push('third');
    await app.settle();
    app.$tui.screens.pop();
    await app.settle();
    expect(app.document.activeElement).toBe(app.document.documentElement);
  });

  it('the focus outside of them stays', async () => {
    const { app } = await use(APP.replace('<text id="foot">', '<button id="side">S</button>$&'));
    at(app, 'side').focus();
    void app.$tui.screens.push('note');
    await app.settle();
    expect(focused(app)).toBe('side');
    await app.press('Escape');
    expect([app.$tui.screens.current, focused(app)]).toEqual(['list', 'side']);
  });

  it('Escape goes back only where the screen says so, and only from above another', async () => {
    const { app, notes } = await use(APP.replace('label="List"', 'label="List" escape="pop"'));
    await app.press('Escape');
    expect(app.$tui.screens.current).toBe('list');
    void app.$tui.screens.push('third');
    await app.settle();
    await app.press('Escape');
    expect(app.$tui.screens.current).toBe('third');
    const result = app.$tui.screens.push('note');
    await app.settle();
    app.document.activeElement.blur();
    await app.press('Escape');
    expect(await result).toBeUndefined();
    expect(app.$tui.screens.current).toBe('third');
    expect(notes()).toEqual([['show', {}], ['hide']]);
  });

  it('its commands are in force while it shows', async () => {
    const { app, notes } = await use();
    await app.press('n', 'b', 'q');
    expect(notes()).toEqual([['new'], ['quit']]);
    const result = app.$tui.screens.push('note');
    await app.settle();
    await app.press('n', 'q', 'b', 'n');
    expect(await result).toBe('b');
    expect(notes()).toEqual([['show', {}], ['quit'], ['hide'], ['new']]);
  });

  it('replace passes the result of the other one on', async () => {
    const { app, notes } = await use();
    const result = app.$tui.screens.push('note', { step: 1 });
    app.$tui.screens.replace('note', { step: 2 });
    expect(app.$tui.screens.params).toEqual({ step: 2 });
    app.$tui.screens.replace('third');
    expect(app.$tui.screens.current).toBe('third');
    app.$tui.screens.pop(7);
    expect(await result).toBe(7);
    expect(app.$tui.screens.current).toBe('list');
    app.$tui.screens.replace('third');
    expect(() => app.$tui.screens.pop()).toThrow('no screen is below');
    expect(notes()).toEqual([['show', { step: 1 }], ['hide'], ['show', { step: 2 }], ['hide']]);
  });

  it('states what is wrong with a call', async () => {
    const { app } = await use();
    const { screens } = app.$tui;
    await expect(screens.push('noet')).rejects.toThrow(
      '$tui.screens.push: no screen has the id "noet"; did you mean "note"?',
    );
    await expect(screens.push('list')).rejects.toThrow(
      'the screen "list" shows already; to show it with other parameters, call replace',
    );
    await expect(screens.push('note', 'x' as never)).rejects.toThrow(
      'params: expected an object, found a string',
    );
    void screens.push('note');
    await expect(screens.push('list')).rejects.toThrow(
      'the screen "list" is below the one that shows; to go back to it, call pop',
    );
    expect(() => screens.replace('list')).toThrow('is below the one that shows');
    expect(() => screens.replace('x')).toThrow('screens are list, note, third');
    screens.pop();
    expect(() => screens.pop()).toThrow(
      'no screen is below the one that shows; to end the app, call $tui.exit()',
    );
    const other = await mount('<tui><text>x</text></tui>');
    await expect(other.$tui.screens.push('a')).rejects.toThrow('write <screen id="…" label="…">');
    expect([other.$tui.screens.current, other.$tui.screens.params]).toEqual([null, {}]);
  });

  it('one that is removed is closed; the last one leaves nothing', async () => {
    const { app } = await use();
    const result = app.$tui.screens.push('note');
    await app.settle();
    at(app, 'note').remove();
    await app.settle();
    expect(await result).toBeUndefined();
    expect([app.$tui.screens.current, app.text().includes('one')]).toEqual(['list', true]);
    at(app, 'list').remove();
    await app.settle();
    expect([app.$tui.screens.current, app.text().includes('Third')]).toEqual(['third', true]);
    at(app, 'third').remove();
    await app.settle();
    expect([app.$tui.screens.current, app.text()]).toEqual([null, 'The foot']);
    const added = app.document.createElement('screen');
    added.id = 'late';
    added.append('Late');
    app.document.documentElement.prepend(added);
    await app.settle();
    expect([app.$tui.screens.current, app.text().includes('Late')]).toEqual(['late', true]);
  });

  it('one that is moved stays open', async () => {
    const { app } = await use();
    void app.$tui.screens.push('note');
    await app.settle();
    app.document.documentElement.append(at(app, 'note'));
    await app.settle();
    expect([app.$tui.screens.current, app.text()]).toEqual([
      'note',
      expect.stringContaining('A note'),
    ]);
  });

  it('`show` fires at the start, when handlers are there', async () => {
    const app = await mount(
      `<tui><screen id="a" onShow="$tui.setTitle('shown ' + JSON.stringify(event.params))"><text>a</text></screen></tui>`,
    );
    expect(app.title).toBe('shown {}');
  });

  it('a script may choose where the app begins', async () => {
    const app = await mount(
      `<tui><screen id="a"><text>a</text></screen><screen id="b"><text>b</text></screen><script>$tui.screens.replace('b')</script></tui>`,
    );
    expect(app.text()).toBe('b');
  });

  it('lint warns of those that cannot show', async () => {
    const app = createApp(
      `<tui><screen><text>a</text></screen><screen><screen id="c"><text>c</text></screen></screen></tui>`,
      { registry, file: 'app.tui', isForgiving: true },
    );
    await app.check();
    const found = app.diagnostics.map((each) => formatDiagnostic(each).split('\n')[0]);
    app.stop();
    expect(found).toEqual([
      'app.tui:1:38 warning screen: <screen> has no id, and $tui.screens.push needs one to show it',
      'app.tui:1:46 warning screen: <screen> is in another screen, and cannot take its place',
    ]);
  });

  it('follows any calls as a stack does', async () => {
    const calls = fc.array(
      fc.oneof(
        fc.record({
          call: fc.constant('push' as const),
          id: fc.constantFrom('list', 'note', 'third'),
        }),
        fc.record({
          call: fc.constant('replace' as const),
          id: fc.constantFrom('list', 'note', 'third'),
        }),
        fc.record({ call: fc.constant('pop' as const), id: fc.constant('') }),
      ),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(calls, async (all) => {
        const { app } = await use();
        const { screens } = app.$tui;
        let stack = ['list'];
        for (const { call, id } of all) {
          const top = stack.at(-1)!;
          const isOpen = stack.includes(id);
          if (call === 'push') {
            if (isOpen) await expect(screens.push(id)).rejects.toThrow();
            else void screens.push(id);
            if (!isOpen) stack = [...stack, id];
          } else if (call === 'pop') {
            if (stack.length > 1) screens.pop();
            else expect(() => screens.pop()).toThrow();
            if (stack.length > 1) stack = stack.slice(0, -1);
          } else {
            const isBelow = isOpen && id !== top;
            if (isBelow) expect(() => screens.replace(id)).toThrow();
            else screens.replace(id);
            if (!isBelow) stack = [...stack.slice(0, -1), id];
          }
          expect(screens.current).toBe(stack.at(-1));
        }
        await app.settle();
        const shown = [...app.document.querySelectorAll('screen')].filter(
          (each) => each.getBoundingClientRect().height > 0,
        );
        expect(shown.map((each) => (each as TuiElement).id)).toEqual([stack.at(-1)]);
        app.unmount();
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});

it.each([
  ['<screen>', '</screen>'],
  ['<form><form-step>', '</form-step></form>'],
])('links in %s have their color', async (open, close) => {
  const link = '<text><a href="https://a.example">link</a></text>';
  const colorOf = async (markup: string): Promise<unknown> => {
    const screen = (await mount(`<tui>${markup}</tui>`, { width: 20, height: 6 })).screen();
    const y = screen
      .text()
      .split('\n')
      .findIndex((row) => row.startsWith('link'));
    return screen.cell(0, y).fg;
  };
  expect(await colorOf(open + link + close)).toEqual(await colorOf(link));
});
