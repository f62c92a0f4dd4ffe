/** Elements kept equal to states. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createApp } from '../../cli/library.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { createMount, unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { TuiElement, type AttributeTable } from '../../runtime/element/tui-element.js';
import { createRegistry } from '../../runtime/element/registry.js';
import { elements } from '../../elements/index.js';
import type { DataBars } from '../../elements/data-bars/data-bars.js';
import { ATTRIBUTE_CHANGED } from '../../runtime/element/internals.js';

class Field extends TuiElement {
  static override readonly tag = 'field';
  static override readonly content = 'none';
  static override readonly attributes = {
    value: { type: 'string', default: '', description: 'Text.' },
    rows: { type: 'integer', default: 1, minimum: 1, maximum: 5, description: 'Rows.' },
    ink: { type: 'color', description: 'Ink.' },
  } as const satisfies AttributeTable;
  declare value: string;
  declare rows: number;
  writes = 0;
  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'value') this.writes++;
    super[ATTRIBUTE_CHANGED](name, value);
  }
  /** As a person would. */
  type(text: string): void {
    this.value = text;
    this.fire('input');
  }
}

class Check extends TuiElement {
  static override readonly tag = 'check';
  static override readonly content = 'none';
  static override readonly attributes = {
    checked: { type: 'boolean', default: false, description: 'On.' },
    value: { type: 'string', default: 'on', description: 'Text.' },
  } as const satisfies AttributeTable;
  declare checked: boolean;
}

/** Says at once what it makes of a value, and says it twice. */
class Clamp extends TuiElement {
  static override readonly tag = 'clamp';
  static override readonly content = 'none';
  static override readonly bindable = {
    amount: { default: true, events: ['change'], description: 'From 0 to 10.' },
  };
  #amount = 0;
  get amount(): number {
    return this.#amount;
  }
  set amount(value: unknown) {
    this.#amount = Math.min(10, Math.max(0, Number(value) || 0));
    this.invalidate('paint');
    this.fire('change');
    this.fire('change');
  }
}

const mount = createMount(createRegistry([...elements, Field, Check, Clamp]));
afterEach(unmountAll);

const SCRIPT = (state: string): string =>
  `<script>export const state = $tui.createState(${state});</script>`;

type Fields = Record<string, unknown>;

async function open(markup: string, state: string): Promise<{ app: MountedApp; state: Fields }> {
  const app = await mount(`${markup}${SCRIPT(state)}`, { width: 60, height: 20 });
  return { app, state: app.$tui.exports['state'] as Fields };
}

function get<T extends TuiElement>(app: MountedApp, id: string): T {
  return app.document.getElementById(id) as T;
}

const warnings = (app: MountedApp): string[] => app.diagnostics.map(formatDiagnostic);

describe('bind', () => {
  it('keeps a text equal to a key, in any kind of value', async () => {
    const { app, state } = await open('<text>n: <b id="a" bind="n"/></text>', '{ n: 1 }');
    expect(app.text()).toBe('n: 1');
    for (const [value, text] of [
      ['x', 'n: x'],
      [null, 'n:'],
      [0, 'n: 0'],
      [new Set(['a', 'b']), 'n: a, b'],
      [[1, 'c'], 'n: 1, c'],
      [{ a: 1 }, 'n: {"a":1}'],
      [undefined, 'n:'],
      [false, 'n: false'],
    ] as const) {
      state['n'] = value;
      await app.settle();
      expect(app.text()).toBe(text);
    }
    (state['n'] as unknown) = [1];
    await app.settle();
    (state['n'] as unknown[]).push(2);
    await app.settle();
    expect(app.text()).toBe('n: 1, 2');
  });

  it('takes the value, or else the state of a check box', async () => {
    const { app, state } = await open(
      '<field id="f" bind="name"/><check id="c" bind="on"/>',
      '{ name: "a", on: true }',
    );
    const [field, check] = [get<Field>(app, 'f'), get<Check>(app, 'c')];
    expect([field.value, check.checked]).toEqual(['a', true]);
    field.type('b');
    expect(state['name']).toBe('b');
    check.checked = false;
    expect(state['on']).toBe(false);
  });

  it('has the state follow what scripts do to the element, also as an attribute', async () => {
    const { app, state } = await open('<field id="f" bind="name"/>', '{ name: "a" }');
    get<Field>(app, 'f').value = 'b';
    expect(state['name']).toBe('b');
    get<Field>(app, 'f').setAttribute('value', 'c');
    expect(state['name']).toBe('c');
    // The last word counts, whichever side it is from.
    get<Field>(app, 'f').value = 'd';
    state['name'] = 'e';
    await app.settle();
    expect([state['name'], get<Field>(app, 'f').value]).toEqual(['e', 'e']);
    state['name'] = 'f';
    get<Field>(app, 'f').value = 'g';
    await app.settle();
    expect([state['name'], get<Field>(app, 'f').value]).toEqual(['g', 'g']);
  });

  it('has elements follow at once, but changes inside a list once for all of them', async () => {
    const { app, state } = await open(
      '<field id="f" bind="name"/><field id="g" bind="name"/><field id="l" bind="items"/>',
      '{ name: "a", items: [] }',
    );
    const list = get<Field>(app, 'l');
    list.writes = 0;
    state['name'] = 'b';
    expect(get<Field>(app, 'f').value).toBe('b');
    get<Field>(app, 'f').value = 'c';
    expect([state['name'], get<Field>(app, 'g').value]).toEqual(['c', 'c']);
    for (let item = 0; item < 100; item++) (state['items'] as number[]).push(item);
    expect(list.writes).toBe(0);
    await app.settle();
    expect([list.writes, list.value.length]).toEqual([1, 388]);
  });

  it('is ahead of the handlers of the same event', async () => {
    const app = await mount(
      `<field id="f" bind="name" onInput="$app.seen.push($app.state.name)"/>${SCRIPT('{ name: "" }')}
       <script>export const seen: string[] = [];</script>`,
    );
    get<Field>(app, 'f').type('x');
    expect(app.$tui.exports['seen']).toEqual(['x']);
  });

  it('keeps a number a number, and what is being typed as it is typed', async () => {
    const { app, state } = await open(
      '<field id="f" bind="n"/><text id="t" bind="n"/>',
      '{ n: 5 }',
    );
    const field = get<Field>(app, 'f');
    expect(field.value).toBe('5');
    field.type('6.');
    await app.settle();
    expect([state['n'], field.value, get(app, 't').textContent]).toEqual([6, '6.', '6']);
    field.type('');
    await app.settle();
    expect([state['n'], field.value]).toEqual([6, '']);
    state['n'] = 7;
    await app.settle();
    expect(field.value).toBe('7');
  });

  it('gives an empty key the value of the element, and leaves a text until there is one', async () => {
    const { app, state } = await open(
      '<field id="f" value="own" bind="name"/><text id="t" bind="later">…</text>',
      '{ name: undefined, later: undefined }',
    );
    expect(state['name']).toBe('own');
    expect(get(app, 't').textContent).toBe('…');
    state['later'] = 'now';
    await app.settle();
    expect(get(app, 't').textContent).toBe('now');
  });

  it('follows dotted keys, and makes objects on the way', async () => {
    const { app, state } = await open(
      '<field id="a" bind="user.name"/><text id="t" bind="user.name"/><field id="b" bind="extra.deep.key"/>',
      '{ user: { name: "A" }, extra: undefined }',
    );
    get<Field>(app, 'a').type('B');
    get<Field>(app, 'b').type('C');
    await app.settle();
    expect(state).toEqual({ user: { name: 'B' }, extra: { deep: { key: 'C' } } });
    expect(get(app, 't').textContent).toBe('B');
    state['user'] = { name: 'D' };
    await app.settle();
    expect([get<Field>(app, 'a').value, get(app, 't').textContent]).toEqual(['D', 'D']);
  });
});

describe('bind:property', () => {
  it('binds declared attributes, flags and attributes of every element', async () => {
    const { app, state } = await open(
      '<field id="f" bind:rows="n" bind:ink="ink" bind:hidden="off" bind:aria-label="label" bind:class="ink"/>',
      '{ n: 2, ink: "red", off: true, label: "L" }',
    );
    const field = get<Field>(app, 'f');
    expect(field.rows).toBe(2);
    expect([field.getAttribute('ink'), field.hidden, field.className]).toEqual([
      'red',
      true,
      'red',
    ]);
    expect(field.getAttribute('aria-label')).toBe('L');
    field.rows = 3;
    field.hidden = false;
    field.setAttribute('ink', 'blue');
    expect(state).toEqual({ n: 3, ink: 'blue', off: false, label: 'L' });
    await app.settle();
    expect(field.className).toBe('blue');
    state['label'] = undefined;
    await app.settle();
    expect(field.hasAttribute('aria-label')).toBe(false);
  });

  it('carries changes one way where it is told to', async () => {
    const { app, state } = await open(
      '<field id="f" bind="name" bind-mode="one-way"/>',
      '{ name: "a" }',
    );
    get<Field>(app, 'f').type('b');
    await app.settle();
    expect(state['name']).toBe('a');
    state['name'] = 'c';
    await app.settle();
    expect(get<Field>(app, 'f').value).toBe('c');
    get<Field>(app, 'f').removeAttribute('bind-mode');
    get<Field>(app, 'f').type('d');
    expect(state['name']).toBe('d');
  });

  it('comes to rest with an element that makes something else of its value and says so', async () => {
    const { app, state } = await open(
      '<clamp id="c" bind="n"/><clamp id="d" bind="n"/><text id="t" bind="n"/>',
      '{ n: 50 }',
    );
    const [c, d] = [get<Clamp>(app, 'c'), get<Clamp>(app, 'd')];
    expect([state['n'], c.amount, d.amount]).toEqual([50, 10, 10]);
    c.amount = 4;
    await app.settle();
    expect([state['n'], d.amount, get(app, 't').textContent]).toEqual([4, 4, '4']);
    state['n'] = -3;
    await app.settle();
    expect([state['n'], c.amount, d.amount]).toEqual([-3, 0, 0]);
  });

  it('reports a value that does not fit, and keeps the last good one', async () => {
    const app = await mount(`<field id="f" bind:rows="n"/>${SCRIPT('{ n: 2 }')}`, {
      errors: 'keep',
    });
    (app.$tui.exports['state'] as Fields)['n'] = 99;
    await app.settle();
    expect(get<Field>(app, 'f').rows).toBe(2);
    expect(warnings(app).join()).toContain('expected a whole number from 1 to 5, found 99');
    expect((app.$tui.exports['state'] as Fields)['n']).toBe(99);
  });

  it('writes nothing that is there already', async () => {
    const { app, state } = await open(
      '<field id="a" bind="name"/><field id="b" bind="name"/>',
      '{ name: "x" }',
    );
    const [a, b] = [get<Field>(app, 'a'), get<Field>(app, 'b')];
    [a.writes, b.writes] = [0, 0];
    a.type('y');
    await app.settle();
    expect([a.writes, b.writes]).toEqual([1, 1]);
    state['name'] = 'y';
    await app.settle();
    expect([a.writes, b.writes]).toEqual([1, 1]);
  });
});

describe('elements', () => {
  it('are bound when they come and let go when they leave', async () => {
    const { app, state } = await open('<container id="box"/>', '{ name: "a" }');
    const box = get(app, 'box');
    box.innerHTML = '<container><field id="f" bind="name"/><text id="t" bind="name"/></container>';
    const field = get<Field>(app, 'f');
    expect([field.value, get(app, 't').textContent]).toEqual(['a', 'a']);
    box.replaceChildren();
    state['name'] = 'b';
    await app.settle();
    field.type('c');
    expect([field.value, state['name']]).toEqual(['c', 'b']);
    box.append(field);
    expect(field.value).toBe('b');
    field.setAttribute('bind', 'other');
    state['name'] = 'd';
    await app.settle();
    expect(field.value).toBe('b');
    expect(warnings(app).join()).toContain('no state has the key "other"');
    field.removeAttribute('bind');
    field.type('e');
    expect(state['name']).toBe('d');
  });

  it('that leave at once after a change have told it', async () => {
    const { app, state } = await open('<field id="f" bind="name"/>', '{ name: "a" }');
    const field = get<Field>(app, 'f');
    field.value = 'z';
    field.remove();
    expect(state['name']).toBe('z');
  });

  it('are bound by the hundred at small cost for each change', async () => {
    const { app, state } = await open('<container id="box"/>', '{ name: "a", other: 0 }');
    get(app, 'box').innerHTML = '<field bind="name"/>'.repeat(500);
    const all = [...app.document.querySelectorAll('field')] as Field[];
    all[7]?.type('b');
    await app.settle();
    expect(all.every(({ value }) => value === 'b')).toBe(true);
    all.forEach((field) => (field.writes = 0));
    state['other'] = 1;
    await app.settle();
    expect(all.every(({ writes }) => writes === 0)).toBe(true);
  });

  it('request frames for what states change, and none where nothing changes', async () => {
    const { app, state } = await open('<text bind="n"/>', '{ n: 1 }');
    const before = app.output.length;
    state['n'] = 1;
    await app.settle();
    expect(app.output.length).toBe(before);
    state['n'] = 2;
    // No handler and no timer ran: the state's own request.
    app.app.frame();
    expect(app.text()).toBe('2');
  });
});

describe('keys', () => {
  it('that no state has are warned of at their place, with the nearest', async () => {
    const { app } = await open(
      '<text bind="cuont"/>\n<field bind="user.nmae" bind:vlaue="count"/><container bind="count"/><text bind="a..b"/>',
      '{ count: 1, user: { name: "" } }',
    );
    expect(warnings(app)).toEqual([
      expect.stringMatching(
        /^<inline>:2:25 warning unknown-attribute: .*"vlaue" to bind\n[^]*did you mean "value"\?$/,
      ),
      expect.stringMatching(
        /^<inline>:2:56 warning not-bindable: <container> has no value[^]*bind:title/,
      ),
      expect.stringMatching(/^<inline>:2:82 warning bad-value: bind: expected the key of a state/),
      [
        '<inline>:1:13 warning unknown-key: no state has the key "cuont"',
        ' 1 | <text bind="cuont"/>',
        '   |             ^^^^^',
        '  did you mean "count"?',
      ].join('\n'),
      expect.stringMatching(/^<inline>:2:14 warning unknown-key: [^]*did you mean "user.name"\?$/),
    ]);
  });

  it('are looked up in the order in which the states were made', async () => {
    const app = await mount(
      `<text id="a" bind="x"/><text id="b" bind="y"/><script>
        export const first = $tui.createState({ x: 'first' });
        export const second = $tui.createState({ x: 'second', y: 'own' });
      </script>`,
    );
    expect(app.text()).toBe('first\nown');
  });

  it('may be made later, by a state or in one', async () => {
    const app = await mount(
      `<text bind="late"/><text bind="grown"/>
       <script>export const state = $tui.createState({});</script>
       <script async="ready">$tui.createState({ late: 'made' }); $app.state.grown = 'up';</script>`,
    );
    await app.settle();
    expect(app.text()).toBe('made\nup');
    expect(app.diagnostics).toEqual([]);
  });

  it('without any state say how to make one', async () => {
    const app = await mount('<text bind="x"/>');
    expect(warnings(app).join()).toContain('$tui.createState');
  });
});

describe('data-bars', () => {
  it('binds its data one way, and its selection both ways', async () => {
    const app = await mount(
      `<data-bars id="c" series='[{"name":"s"}]' bars="[]" labels='["A","B"]' onGetId="item.label"
        selectable bind="rows" bind:selection="chosen"/><text id="t" bind="chosen"/>
        ${SCRIPT('{ rows: [[1], [2]], chosen: ["B"] }')}`,
    );
    const chart = get<DataBars>(app, 'c');
    const state = app.$tui.exports['state'] as { rows: number[][]; chosen: string[] };
    expect([chart.getValue(), [...chart.getSelectedIds()]]).toEqual([[[1], [2]], ['B']]);
    state.rows.push([3]);
    await app.settle();
    expect(chart.getValue()).toHaveLength(3);
    chart.appendEntry([4], 'D');
    await app.settle();
    expect(state.rows).toHaveLength(3);
    chart.setSelectedIds(new Set(['A', 'B']));
    // A list stays a list.
    expect(state.chosen).toEqual(['A', 'B']);
    await app.settle();
    expect(get(app, 't').textContent).toBe('A, B');
    chart.clearSelection();
    await app.settle();
    expect([state.chosen, get(app, 't').textContent]).toEqual([[], '']);
  });
});

describe('$tui.skipRender', () => {
  it('keeps back the frame of the handler in which it is called, and of no other', async () => {
    const requests = jest.fn();
    const app = createApp(
      `<container id="a" onClick="$tui.skipRender(); $tui.getElementById('b').click()"/>
       <container id="b" onClick="1"/><container id="c" onClick="$tui.getElementById('a').click()"/>
       <container id="d" onClick="$tui.skipRender(); await 1; $tui.skipRender()"/>
       <container id="e" onClick="$tui.skipRender()"/>
       <container id="f" onClick="$tui.skipRender(); throw new Error('x')"/>`,
      { onFrameRequest: requests },
    );
    await app.load();
    await app.ready();
    const click = async (id: string): Promise<number> => {
      requests.mockClear();
      app.document.getElementById(id)?.click();
      await new Promise((resolve) => setImmediate(resolve));
      return requests.mock.calls.length;
    };
    expect(await click('e')).toBe(0);
    expect(await click('b')).toBe(1);
    // Inside it another handler runs, which wants its frame.
    expect(await click('a')).toBe(1);
    expect(await click('c')).toBe(2);
    expect(await click('d')).toBe(0);
    // The error asks for one; the next handler is not skipped for it.
    expect(await click('f')).toBe(1);
    expect(await click('b')).toBe(1);
    app.stop();
  });
});
