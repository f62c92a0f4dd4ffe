/** What a person could not do, assistive technology cannot; what is gone is not found; scripts change nothing of it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { AccessibleAction, AccessibleItem } from '../../runtime/base/accessible-node.js';
import { readAction, readTree } from '../../runtime/page/page-data.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount, type MountedApp } from '../../cli/testing.js';

afterEach(unmountAll);

const ACTIONS: readonly AccessibleAction[] = [
  { type: 'focus' },
  { type: 'press' },
  { type: 'set', value: 'x' },
  { type: 'set', value: 1 },
  { type: 'select', value: true },
  { type: 'select', value: false },
  { type: 'key', key: 'Enter' },
  { type: 'key', key: 'ArrowDown' },
];

interface Opened {
  readonly app: MountedApp;
  readonly events: string[];
}

async function open(markup: string): Promise<Opened> {
  const app = await mount(markup, { width: 60, height: 20 });
  const events: string[] = [];
  const types = ['focus', 'blur', 'click', 'beforeinput', 'input', 'change', 'keydown', 'select'];
  for (const type of [...types, 'toggle', 'sort', 'activate', 'cancel', 'close']) {
    app.document.addEventListener(type, () => events.push(type), true);
  }
  return { app, events };
}

const itemsOf = (app: MountedApp): AccessibleItem[] => app.app.accessibleItems();

function refsOf(app: MountedApp): string[] {
  return itemsOf(app).flatMap(({ ref }) => (ref === undefined ? [] : [ref]));
}

/** Nothing happens, whatever is tried. */
function refuses({ app, events }: Opened, refs: readonly string[]): void {
  events.length = 0;
  const before = app.document.documentElement.outerHTML;
  for (const ref of refs) {
    for (const action of ACTIONS) {
      expect([ref, action, app.app.operate(ref, action)]).toEqual([ref, action, false]);
    }
  }
  expect(events).toEqual([]);
  expect(app.document.documentElement.outerHTML).toBe(before);
}

const CONTROLS = `<button>B</button><checkbox>C</checkbox><switch>S</switch><radio>R</radio><slider/>
<input/><textarea/><select><option>1</option></select><select size="3"><option>2</option></select>
<collapsible summary="M">in</collapsible><list selectable="single"><li>L</li></list>
<table selectable="single" sortable="true" rows='[{"a":1}]'/><tabs><tab label="T">t</tab></tabs>
<split-pane><text>1</text><text>2</text></split-pane><text><a href="x">link</a></text>`;

describe('what cannot be done', () => {
  it('is refused of each control that is removed', async () => {
    const opened = await open(`<container id="all">${CONTROLS}</container>`);
    const refs = refsOf(opened.app);
    expect(refs.length).toBeGreaterThan(18);
    opened.app.document.getElementById('all')!.remove();
    refuses(opened, refs);
  });

  it.each([
    ['inert', (all: Element) => all.setAttribute('inert', '')],
    ['not displayed', (all: Element) => all.setAttribute('style', 'display: none')],
    ['hidden', (all: Element) => all.setAttribute('style', 'visibility: hidden')],
  ])('is refused where it is %s', async (_name, change) => {
    const opened = await open(`<container id="all">${CONTROLS}</container>`);
    const refs = refsOf(opened.app);
    change(opened.app.document.getElementById('all') as unknown as Element);
    // Also before the next frame.
    refuses(opened, refs);
    await opened.app.settle();
    refuses(opened, refs);
    expect(refsOf(opened.app)).toEqual([]);
  });

  it('is refused behind a modal dialog', async () => {
    const opened = await open(`${CONTROLS}<dialog id="d"><button>OK</button></dialog>`);
    const refs = refsOf(opened.app);
    (opened.app.document.getElementById('d') as unknown as { showModal(): void }).showModal();
    await opened.app.settle();
    refuses(opened, refs);
    const [dialog = '', button = ''] = refsOf(opened.app);
    expect(opened.app.app.operate(dialog, { type: 'press' })).toBe(false);
    expect(opened.app.app.operate(button, { type: 'press' })).toBe(true);
  });

  it('is refused of what is disabled, and has no reference', async () => {
    const opened = await open(CONTROLS);
    const { document } = opened.app;
    const refs = refsOf(opened.app);
    const own = [...document.querySelectorAll('*')].filter(
      (each) => !['a', 'tabs', 'text', 'tui'].includes(each.localName),
    );
    const kept = new Set(
      itemsOf(opened.app).flatMap((i) =>
        i.role === 'link' || i.role === 'tablist' ? [i.ref] : [],
      ),
    );
    for (const each of own) each.setAttribute('disabled', 'true');
    refuses(
      opened,
      refs.filter((ref) => !kept.has(ref)),
    );
    await opened.app.settle();
    expect(refsOf(opened.app)).toEqual([...kept]);
  });

  it('is refused of parts that are disabled', async () => {
    const opened = await open(
      `<select size="3"><option disabled="true">1</option><optgroup disabled="true"><option>2</option></optgroup></select>
       <tabs><tab label="A"/><tab label="B" disabled="true"/></tabs>
       <list selectable="single"><li disabled="true">x</li><li>y</li></list>`,
    );
    const disabled = itemsOf(opened.app).filter((item) => item.disabled === true);
    expect(disabled.map(({ role }) => role)).toEqual(['option', 'option', 'tab', 'option']);
    expect(disabled.map(({ ref }) => ref)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is refused of a field that is only read, which has the focus all the same', async () => {
    const { app, events } = await open('<input readonly value="a"/>');
    const [ref = ''] = refsOf(app);
    expect(app.app.operate(ref, { type: 'set', value: 'b' })).toBe(false);
    expect(events).toEqual([]);
    expect(app.app.operate(ref, { type: 'focus' })).toBe(true);
    expect(events).toEqual(['focus']);
  });

  it('is refused for actions that mean nothing there', async () => {
    const { app } = await open(CONTROLS);
    const of = (role: string): string => itemsOf(app).find((each) => each.role === role)?.ref ?? '';
    expect(app.app.operate(of('button'), { type: 'set', value: 'x' })).toBe(false);
    expect(app.app.operate(of('slider'), { type: 'set', value: 'x' })).toBe(false);
    expect(app.app.operate(of('slider'), { type: 'set', value: NaN })).toBe(false);
    expect(app.app.operate(of('slider'), { type: 'press' })).toBe(false);
    expect(app.app.operate(of('textbox'), { type: 'press' })).toBe(false);
    expect(app.app.operate(of('tab'), { type: 'select', value: false })).toBe(false);
    expect(app.app.operate(of('table'), { type: 'press' })).toBe(false);
    expect(app.app.operate(of('separator'), { type: 'select', value: true })).toBe(false);
  });

  it('is refused by what is no reference', async () => {
    const opened = await open(CONTROLS);
    const [known = ''] = refsOf(opened.app);
    refuses(opened, [
      '',
      '0',
      '-1',
      '1e3',
      'NaN',
      '999999',
      '__proto__',
      'constructor',
      known + '.',
      '٣',
      `${known}.r1`,
      `${known}.__proto__`,
      `${known} `,
      ` ${known}`,
      `${known}\n`,
      'x'.repeat(1e5),
      '0.1',
      '0.',
      `0${known}.c`,
      `${known}.${known}`,
    ]);
  });

  it('is refused once the app has ended', async () => {
    const { app } = await open(CONTROLS);
    const refs = refsOf(app);
    await app.press('Ctrl+C');
    for (const ref of refs) expect(app.app.operate(ref, { type: 'press' })).toBe(false);
  });
});

describe('references', () => {
  it('are the same as long as the element or the part is there, and never those of another', async () => {
    const { app } = await open(
      `<table selectable="single" sortable="true" rows='[{"a":2},{"a":1}]' id="t"/><list id="l" selectable="single"><li>x</li><li>y</li></list>`,
    );
    const { document } = app;
    const refOfCell = (text: string): string | undefined => {
      const items = itemsOf(app);
      return items[items.findIndex(({ role, name }) => role === 'cell' && name === text) - 1]?.ref;
    };
    const [one, two, all] = [refOfCell('1'), refOfCell('2'), refsOf(app)];
    const table = document.getElementById('t') as unknown as {
      sort(key: string): void;
      appendRow(row: object): void;
      removeRow(index: number): void;
    };
    table.sort('a');
    table.appendRow({ a: 0 });
    await app.settle();
    expect([refOfCell('1'), refOfCell('2')]).toEqual([one, two]);
    table.removeRow(1);
    await app.settle();
    expect(refsOf(app)).not.toContain(one);
    expect(app.app.operate(one ?? '', { type: 'select', value: true })).toBe(false);
    // Moved elsewhere an element is the same.
    const list = document.getElementById('l')!;
    document.documentElement.prepend(list);
    await app.settle();
    const refs = refsOf(app);
    expect(new Set(refs).size).toBe(refs.length);
    for (const ref of all) if (ref !== one) expect(refs).toContain(ref);
    const item = list.querySelector('li')!;
    const markup = item.outerHTML;
    item.remove();
    list.insertAdjacentHTML('afterbegin', markup);
    await app.settle();
    expect(refsOf(app).filter((ref) => !refs.includes(ref))).toHaveLength(1);
  });

  it('are those of one app', async () => {
    const first = await open('<button>A</button>');
    const second = await open('<button>B</button>');
    refuses(second, refsOf(first.app));
  });

  it('are not in pages that nobody can operate', async () => {
    const { pageJson } = await import('../page/support.js');
    expect(await pageJson(CONTROLS)).not.toMatch(/"ref"|"current"|"focusable"/);
  });
});

describe('passwords', () => {
  it('can be set, and are never in the tree', async () => {
    const { app, events } = await open('<input type="password" id="p"/>');
    const [ref = ''] = refsOf(app);
    expect(app.app.operate(ref, { type: 'set', value: 'hunter2' })).toBe(true);
    expect(events).toEqual(['focus', 'beforeinput', 'input']);
    expect(app.document.getElementById('p')).toMatchObject({ value: 'hunter2' });
    expect(JSON.stringify(itemsOf(app))).not.toContain('hunter2');
    expect(itemsOf(app)[0]).toMatchObject({ type: 'password', valueText: 'filled' });
  });
});

describe('listeners', () => {
  it('that prevent a click prevent what it does', async () => {
    const { app } = await open('<checkbox id="c">C</checkbox>');
    app.document.getElementById('c')!.addEventListener('click', (event) => {
      expect(event.isTrusted).toBe(true);
      event.preventDefault();
    });
    expect(app.app.operate(refsOf(app)[0]!, { type: 'press' })).toBe(true);
    expect(app.document.getElementById('c')).toMatchObject({ checked: false });
  });

  it.each([
    ['disable the control', (button: Element) => button.setAttribute('disabled', 'true')],
    ['remove it', (button: Element) => button.remove()],
  ])('of the focus that %s keep it from being pressed', async (_name, change) => {
    const { app, events } = await open('<button id="b">B</button>');
    const button = app.document.getElementById('b')!;
    button.addEventListener('focus', () => change(button as unknown as Element));
    app.app.operate(refsOf(app)[0]!, { type: 'press' });
    expect(events).not.toContain('click');
  });

  it('of the focus that move it elsewhere keep a text from going elsewhere', async () => {
    const { app } = await open('<input id="a"/><input id="b"/>');
    const [a, b] = ['a', 'b'].map((id) => app.document.getElementById(id)!);
    a!.addEventListener('focus', () => b!.focus());
    app.app.operate(refsOf(app)[0]!, { type: 'set', value: 'secret' });
    expect([a, b]).toMatchObject([{ value: '' }, { value: '' }]);
  });

  it('that throw are reported, and the app goes on', async () => {
    const app = await mount('<button id="b">B</button>', { errors: 'keep' });
    app.document.getElementById('b')!.addEventListener('click', () => {
      throw new Error('no');
    });
    expect(app.app.operate(refsOf(app)[0]!, { type: 'press' })).toBe(true);
    await app.settle();
    expect(app.diagnostics.length + app.log.length).toBeGreaterThan(0);
    expect(app.exitCode).toBeUndefined();
  });
});

describe('scripts', () => {
  it('cannot get in the way by members of elements, prototypes and events', async () => {
    const { app } = await open(`${CONTROLS}<text id="said"/>`);
    const refs = refsOf(app);
    const seen: string[] = [];
    app.document.addEventListener('click', () => seen.push('click'));
    const button = app.document.querySelector('button') as unknown as object;
    const junk = (): never => {
      throw new Error('junk was called');
    };
    for (
      let at: object = button;
      at !== Object.prototype;
      at = Object.getPrototypeOf(at) as object
    ) {
      for (const name of [
        'focus',
        'click',
        'dispatchEvent',
        'contains',
        'getAttribute',
        'matches',
      ]) {
        if (at === button) Object.defineProperty(at, name, { value: junk, configurable: true });
      }
    }
    expect(app.app.operate(refs[0]!, { type: 'press' })).toBe(true);
    expect(seen).toEqual(['click']);
  });

  it('cannot replace what an action comes to', async () => {
    const { app } = await open('<checkbox id="c">C</checkbox>');
    const box = app.document.getElementById('c') as unknown as object;
    const symbols = new Set<symbol>();
    for (
      let at: object | null = box;
      at !== null;
      at = Object.getPrototypeOf(at) as object | null
    ) {
      for (const name of Object.getOwnPropertySymbols(at)) symbols.add(name);
    }
    const operation = [...symbols].find((each) => each.description === 'operation')!;
    expect(operation).toBeDefined();
    const prototypes: object[] = [];
    for (
      let at = Object.getPrototypeOf(box) as object | null;
      at !== null;
      at = Object.getPrototypeOf(at) as object | null
    ) {
      prototypes.push(at);
    }
    for (const at of prototypes) {
      if (Object.hasOwn(at, operation)) {
        expect(Reflect.set(at, operation, () => undefined)).toBe(false);
        expect(Reflect.defineProperty(at, operation, { value: () => undefined })).toBe(false);
      }
    }
    expect(app.app.operate(refsOf(app)[0]!, { type: 'press' })).toBe(true);
    expect(box).toMatchObject({ checked: true });
  });
});

describe('notifications', () => {
  it('are there while they show, and a press takes them away', async () => {
    const { app } = await open('<text>in</text>');
    app.$tui.notify('Saved');
    app.$tui.notify('Lost', { kind: 'error' });
    const items = itemsOf(app);
    expect(items.slice(2).map(({ role, name }) => name ?? role)).toEqual([
      'log',
      'paragraph',
      'Saved',
      'alert',
      'paragraph',
      'Lost',
    ]);
    const [saved = '', lost = ''] = refsOf(app);
    expect(app.app.operate(saved, { type: 'set', value: 'x' })).toBe(false);
    expect(app.app.operate(lost, { type: 'press' })).toBe(true);
    expect(app.app.operate(lost, { type: 'press' })).toBe(false);
    expect(app.notifications).toEqual(['Saved']);
  });
});

describe('what crosses a socket', () => {
  it('reads each action as it is', () => {
    for (const action of ACTIONS) {
      expect(readAction(JSON.parse(JSON.stringify({ ...action, more: 1 })))).toEqual(action);
    }
  });

  it.each([
    null,
    5,
    'press',
    [],
    {},
    { type: 'pres' },
    { type: '__proto__' },
    { type: 'set' },
    { type: 'set', value: null },
    { type: 'set', value: {} },
    { type: 'set', value: Infinity },
    { type: 'set', value: 'x'.repeat(1_000_001) },
    { type: 'select' },
    { type: 'select', value: 1 },
    { type: 'key' },
    { type: 'key', key: 'a' },
    { type: 'key', key: 'Tab' },
    { type: 'key', key: 'F1' },
  ])('refuses %j', (value) => {
    expect(() => readAction(value)).toThrow(TypeError);
  });

  it('reads the tree of an app as it is, and no junk', async () => {
    const { app } = await open(CONTROLS);
    const sent: unknown = JSON.parse(JSON.stringify(itemsOf(app)));
    expect(readTree(sent)).toEqual(sent);
    for (const ref of ['', 'a', '1.', '1..2', '1.R', 1, {}, '1\n', '1'.repeat(20)]) {
      expect(() => readTree([{ role: 'button', depth: 0, ref }])).toThrow(TypeError);
    }
  });
});
