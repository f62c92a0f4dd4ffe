/** Editing the file of a running app: what an edit changes, and what stays as people and scripts have made it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { Editing } from './support/editing.js';

const form = (style: string, before = '', after = ''): string => `<tui>
  <style>${style}</style>
  ${before}
  <input id="name"></input>
  <collapsible id="more" summary="More"><text>inside</text></collapsible>
  <container id="box" style="height: 3; overflow: scroll"><text>one</text><text>two</text><text>three</text><text>four</text><text>five</text></container>
  ${after}
  <text id="clock">-</text>
  <script>
    globalThis.runs = (globalThis.runs ?? 0) + 1;
    const clock = $tui.getElementById('clock');
    const state = $tui.createState({ count: 0 });
    clock.addEventListener('click', () => (clock.textContent = 'clicked ' + ++state.count));
  </script>
</tui>`;

const runs = (): number => (globalThis as { runs?: number }).runs ?? 0;

async function used(): Promise<Editing> {
  const editing = await new Editing(form('')).start();
  await editing.press('Tab');
  await editing.type('Ada');
  await editing.press('ArrowLeft');
  editing.element('more').open = true;
  editing.element('box').scrollTop = 2;
  editing.element('clock').click();
  await editing.settle();
  return editing;
}

function expectKept(editing: Editing): void {
  expect(editing.focused).toBe('name');
  expect(editing.element('name').value).toBe('Ada');
  expect(editing.element('more').open).toBe(true);
  expect(editing.element('box').scrollTop).toBe(2);
}

describe('what is shown of an error', () => {
  const APP = '<tui style="--a: red"><style>text { color: var(--a) }</style><text>x</text></tui>';

  it.each([
    ['the variable', APP.replace('--a:', '--b:')],
    ['the rule', APP.replace('(--a)', '(--b)')],
    ['the attribute', APP.replace('<text>', '<text style="color: var(--b)">')],
  ])('of a style goes when %s is corrected', async (_, broken) => {
    const editing = await new Editing(APP).start();
    expect(await editing.edit(broken)).toBe('patched');
    expect(editing.text).toContain('warning bad-style');
    expect(await editing.edit(APP)).toBe('patched');
    expect(editing.text).toBe('x');
    // It is reported again where it is there again, and where it is still there.
    await editing.edit(broken);
    await editing.edit(broken.replace('>x<', '>y<'));
    expect(editing.text).toContain('warning bad-style');
  });

  it('of a file goes when the file can be read, and others stay', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tui-live-'));
    const [one, two] = [join(folder, 'one.md'), join(folder, 'two.md')];
    const editing = await new Editing(
      `<tui><markdown src="${one}"/><markdown src="${two}"/></tui>`,
    ).start();
    await until(() => editing.settle().then(() => editing.text.includes('2 of them')));
    writeFileSync(two, 'second');
    editing.app.onFilesChange([two]);
    await until(() => editing.settle().then(() => editing.text.includes('second')));
    expect(editing.text).toContain('one.md');
    writeFileSync(one, 'first');
    editing.app.onFilesChange([one]);
    await until(() => editing.settle().then(() => editing.text === 'first\nsecond'));
    rmSync(folder, { recursive: true });
  });
});

describe('an edit of a style', () => {
  it('costs one frame, and nothing is made anew', async () => {
    const editing = await used();
    const { app } = editing;
    const name = editing.element('name');
    const before = runs();
    expect(await editing.live.update(form('#clock { color: red }'))).toBe('patched');
    expect(app.frame().skipped).toBe(false);
    expect(app.frame().skipped).toBe(true);
    expect(editing.app).toBe(app);
    expect(editing.element('name')).toBe(name);
    expect(runs()).toBe(before);
    expectKept(editing);
    expect(getComputedColor(editing, 'clock')).toBe('rgb(255, 0, 0)');
    expect(editing.text).toContain('clicked 1');
  });

  it('that has a fault is made, and the fault is shown with its place', async () => {
    const editing = await used();
    expect(await editing.edit(form('#clock { colour: red }'))).toBe('patched');
    expect(editing.text).toContain('app.tui:2');
    expect(editing.text).toContain('colour');
    await editing.press('Escape');
    expect(editing.text).not.toContain('colour');
    expectKept(editing);
  });
});

function getComputedColor(editing: Editing, id: string): string {
  const view = editing.app.document.defaultView;
  return (
    view as unknown as { getComputedStyle(e: object): { getPropertyValue(n: string): string } }
  )
    .getComputedStyle(editing.element(id))
    .getPropertyValue('color');
}

describe('an edit of the markup', () => {
  it('inserts, and leaves all others as they are', async () => {
    const editing = await used();
    const box = editing.element('box');
    const before = runs();
    expect(await editing.edit(form('', '<text>A heading</text>', '<button>Go</button>'))).toBe(
      'patched',
    );
    expect(editing.element('box')).toBe(box);
    expect(runs()).toBe(before);
    expectKept(editing);
    expect(editing.text).toContain('A heading');
    expect(editing.text).toContain('Go');
    expect(editing.text).toContain('clicked 1');
    await editing.edit(form(''));
    expect(editing.text).not.toContain('A heading');
    expect(editing.text).not.toContain('Go');
    expectKept(editing);
  });

  it('moves an element with its id, and it stays the same', async () => {
    const markup = (inner: string, outer: string): string =>
      `<container id="a">${inner}</container><container id="b">${outer}</container>`;
    const editing = await new Editing(markup('<input id="n"></input>', '<text>x</text>')).start();
    const field = editing.element('n');
    field.value = 'typed';
    await editing.edit(markup('', '<text>x</text><container><input id="n"></input></container>'));
    expect(editing.element('n')).toBe(field);
    expect(field.value).toBe('typed');
    expect(editing.element('b').contains(field)).toBe(true);
  });

  it('sorts anew without making anew', async () => {
    const rows = (order: string): string =>
      `<container id="all">${[...order].map((id) => `<text id="${id}">${id}</text>`).join('')}</container>`;
    const editing = await new Editing(rows('abcdef')).start();
    const elements = new Map([...'abcdef'].map((id) => [id, editing.element(id)]));
    await editing.edit(rows('fbxdea'));
    const found = [...editing.element('all').children].map((each) => each.id);
    expect(found.join('')).toBe('fbxdea');
    for (const id of 'fbdea') expect(editing.element(id)).toBe(elements.get(id));
  });

  it('leaves what scripts have made and set', async () => {
    const page = (label: string): string => `<text id="l" class="x">${label}</text>
      <container id="rows"><text>first</text></container>
      <script>
        const rows = $tui.getElementById('rows');
        const made = $tui.createElement('text');
        made.textContent = 'made by the script';
        rows.append(made);
        $tui.getElementById('l').setAttribute('class', 'set');
      </script>`;
    const editing = await new Editing(page('Before')).start();
    await editing.edit(page('After'));
    expect(editing.text).toContain('After');
    expect(editing.text).toContain('made by the script');
    expect(editing.element('l').className).toBe('set');
  });

  it('binds a handler that has changed, and leaves others', async () => {
    const page = (code: string): string =>
      `<button id="b" onClick="${code}">Go</button><script>export const seen = [];
      export const note = (what) => void seen.push(what);</script>`;
    const editing = await new Editing(page("$app.note('one')")).start();
    editing.element('b').click();
    expect(await editing.edit(page("$app.note('two')"))).toBe('patched');
    editing.element('b').click();
    expect(editing.app.$tui.exports['seen']).toEqual(['one', 'two']);
  });

  it('with an error leaves the app as it was, in use, under the message', async () => {
    const editing = await used();
    expect(await editing.edit(form('').replace('</collapsible>', '</colapsible>'))).toBe('failed');
    expect(editing.text).toContain('app.tui:5');
    expectKept(editing);
    editing.element('clock').click();
    await editing.settle();
    expect(editing.element('clock').textContent).toBe('clicked 2');
    expect(await editing.edit(form(''))).toBe('patched');
    expect(editing.text).not.toContain('app.tui:5');
  });

  it('with a syntax error in a handler changes nothing', async () => {
    const editing = await used();
    const broken = form('', '<text>never shown</text>\n\n<button onClick="if (">x</button>');
    expect(await editing.edit(broken)).toBe('failed');
    expect(editing.text).toContain('script-syntax');
    expect(editing.text).not.toContain('never shown');
    expectKept(editing);
  });

  it('keeps places of errors right', async () => {
    const page = (before: string): string =>
      `${before}<button id="b">x</button>\n<script>\n$tui.getElementById('b').onclick = () => { throw new Error('boom'); };\n</script>`;
    const editing = await new Editing(page('')).start();
    await editing.edit(page('<text>\nnew\n</text>\n'));
    editing.element('b').click();
    await editing.settle();
    expect(editing.text).toContain('app.tui:6:');
    expect(editing.text).toContain('boom');
  });
});

describe('an edit of a script', () => {
  const counter = (step: number, initial = '0'): string => `<tui>
    <input id="name"></input><text id="out"></text>
    <container id="box" style="height: 2; overflow: scroll"><text>1</text><text>2</text><text>3</text><text>4</text></container>
    <dialog id="d" title="A dialog"><text>in it</text></dialog>
    <script>
      const state = $tui.createState({ count: ${initial}, list: [] });
      const out = $tui.getElementById('out');
      const show = () => (out.textContent = 'step ${step} count ' + state.count);
      show();
      setInterval(() => { state.list.push(1); }, 1000);
      export function ticks() { return state.list.length; }
      export function add() { state.count = Number(state.count) + ${step}; show(); }
      $tui.state.set('seen', ($tui.state.get('seen') ?? 0) + 1);
    </script></tui>`;

  it('restarts the module, and states, values, focus, scroll and dialogs survive', async () => {
    const editing = await new Editing(counter(1)).start();
    const first = editing.app;
    await editing.press('Tab');
    await editing.type('Grace');
    editing.element('box').scrollTop = 1;
    (first.$tui.exports['add'] as () => void)();
    await editing.settle();
    expect(await editing.edit(counter(10))).toBe('restarted');
    expect(editing.app).not.toBe(first);
    expect(first.exitCode).toBe(0);
    expect(editing.text).toContain('step 10 count 1');
    expect(editing.element('name').value).toBe('Grace');
    expect(editing.focused).toBe('name');
    expect(editing.element('box').scrollTop).toBe(1);
    await editing.type('!');
    expect(editing.element('name').value).toBe('Grace!');
    (editing.app.$tui.exports['add'] as () => void)();
    await editing.settle();
    expect(editing.text).toContain('step 10 count 11');
    expect(editing.app.$tui.state.get('seen')).toBe(2);
  });

  it('a state of another type begins anew', async () => {
    const editing = await new Editing(counter(1)).start();
    (editing.app.$tui.exports['add'] as () => void)();
    await editing.edit(counter(1, "'none'"));
    expect(editing.text).toContain('count none');
  });

  it('what the edit gives another value has that', async () => {
    const page = (value: number, script: string): string =>
      `<slider id="s" value="${value}" max="100"></slider><slider id="t" value="5" max="100"></slider><script>${script}</script>`;
    const editing = await new Editing(page(1, 'let a;')).start();
    editing.element('s').value = 40;
    editing.element('t').value = 41;
    await editing.edit(page(2, 'let b;'));
    expect(editing.element('s').value).toBe(2);
    expect(editing.element('t').value).toBe(41);
  });

  it('screens stay open, with what they were pushed with, and covered ones keep where they were scrolled to', async () => {
    const page = (step: number): string => `<tui>
  <screen id="list"><container id="rows" style="height: 3; overflow: scroll">${'<text>row</text>'.repeat(9)}</container></screen>
  <screen id="note"><text id="words">-</text></screen>
  <screen id="more"><text>More</text></screen>
  <script>
    export const step = ${step};
    export const open = (id) => void $tui.screens.push(id, { id, by: 'the user' });
    export const screens = () => [$tui.screens.current, $tui.screens.params];
    export const back = () => $tui.screens.pop();
  </script></tui>`;
    const editing = await new Editing(page(1)).start();
    interface Exports {
      open(id: string): void;
      screens(): unknown;
      back(): void;
    }
    const app = (): Exports => editing.app.$tui.exports as unknown as Exports;
    editing.element('rows').scrollTop = 4;
    await editing.settle();
    app().open('note');
    app().open('more');
    await editing.settle();
    // Twice: the second time nothing has shown the list since.
    for (const step of [2, 3]) {
      expect(await editing.edit(page(step))).toBe('restarted');
      expect(app().screens()).toEqual(['more', { id: 'more', by: 'the user' }]);
    }
    app().back();
    expect(app().screens()).toEqual(['note', { id: 'note', by: 'the user' }]);
    app().back();
    await editing.settle();
    expect([app().screens(), editing.element('rows').scrollTop]).toEqual([['list', {}], 4]);
  });

  it('a modal dialog stays open', async () => {
    const editing = await new Editing(counter(1)).start();
    (editing.element('d') as unknown as { showModal(): void }).showModal();
    await editing.settle();
    await editing.edit(counter(2));
    expect(editing.text).toContain('in it');
    expect([...editing.element('d').states]).toContain('modal');
  });

  it.each([
    ['does not compile', 'const = 1;', 'script-syntax'],
    ['throws', "throw new Error('at the top');", 'at the top'],
  ])('that %s leaves the old app running', async (_what, code, message) => {
    const editing = await new Editing(counter(1)).start();
    const { app } = editing;
    (app.$tui.exports['add'] as () => void)();
    expect(await editing.edit(counter(1).replace('show();', `${code}\nshow();`))).toBe('failed');
    expect(editing.app).toBe(app);
    expect(editing.text).toContain(message);
    expect(editing.text).toContain('app.tui:');
    (app.$tui.exports['add'] as () => void)();
    await editing.settle();
    expect(editing.element('out').textContent).toBe('step 1 count 2');
    // Timers of the version that failed do not run.
    const ticks = app.$tui.exports['ticks'] as () => number;
    const before = ticks();
    await editing.clock.advance(1000);
    expect(ticks()).toBe(before + 1);
    expect(await editing.edit(counter(3))).toBe('restarted');
    expect(editing.text).toContain('step 3 count 2');
    expect(editing.text).not.toContain(message);
  });

  it('one that never comes to its end gives way to the next', async () => {
    const editing = await new Editing(counter(1)).start();
    const waiting = editing.live.update(
      counter(2).replace('show();', 'await new Promise(() => {}); show();'),
    );
    await editing.settle();
    expect(editing.text).toContain('step 1');
    expect(await editing.edit(counter(3))).toBe('restarted');
    expect(editing.text).toContain('step 3');
    expect(await Promise.race([waiting, editing.settle().then(() => 'waits')])).toBe('superseded');
  });

  it('an app that waits at its beginning can be replaced', async () => {
    const editing = new Editing(counter(2).replace('show();', 'await new Promise(() => {});'));
    editing.waits = false;
    await editing.start();
    expect(await editing.edit(counter(3))).toBe('restarted');
    expect(editing.text).toContain('step 3');
  });

  it('an imported file that has changed restarts an unchanged document', async () => {
    const editing = await new Editing(counter(1)).start();
    expect(await editing.edit(counter(1), true)).toBe('restarted');
    expect(await editing.edit(counter(1))).toBe('patched');
  });

  it('the last version counts, however many come', async () => {
    const editing = await new Editing(counter(1)).start();
    const updates = Array.from({ length: 30 }, (_, index) =>
      editing.live.update(counter(index + 2)),
    );
    const results = await Promise.all(updates);
    await editing.settle();
    expect(results.at(-1)).toBe('restarted');
    expect(editing.text).toContain('step 31');
  });
});

describe('errors', () => {
  it('that nothing handles do not end the app', async () => {
    const editing = await new Editing(
      `<text id="t">fine</text><script>setTimeout(() => { throw new Error('later'); }, 5);</script>`,
    ).start();
    expect(editing.app.exitCode).toBeUndefined();
    await editing.clock.advance(10);
    await editing.settle();
    expect(editing.text).toContain('later');
    expect(editing.text).toContain('fine');
  });
});
