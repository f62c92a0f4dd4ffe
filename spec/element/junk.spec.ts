/**
 * Prototypes and properties belong to scripts: whatever one puts in their place, the app paints, takes keys and the
 * pointer, and quits.
 */
import { describe, expect, it } from '@jest/globals';
import { Event } from '../../runtime/dom/events/event.js';
import { EventTarget } from '../../runtime/dom/events/event-target.js';
import { elements } from '../../elements/index.js';
import { mount, type MountedApp } from '../../cli/testing.js';
import { tried } from '../support/property-runs.js';

const junk = (): never => {
  throw new Error('junk was called');
};
/** In turn: something that throws, and values of every kind. */
const JUNK: readonly unknown[] = [junk, null, 'junk', 5, undefined, {}, Symbol('junk')];

/** Objects of the language: what is on them is not the DOM's. */
const LANGUAGE = new Set<object>(
  [Object, Function, Array, Map, Set, Promise, Error, RegExp, Date, String, Number].map(
    ({ prototype }) => prototype as object,
  ),
);

/** An object and its prototypes, the language's aside. */
function chainOf(object: object): object[] {
  const chain: object[] = [];
  for (
    let at: object | null = object;
    at !== null;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    if (LANGUAGE.has(at)) break;
    chain.push(at);
  }
  return chain;
}

/** Replaces every member of an object that can be replaced; returns how many. */
function spoil(object: object): number {
  let count = 0;
  for (const name of Reflect.ownKeys(object)) {
    const member = Object.getOwnPropertyDescriptor(object, name);
    if (member === undefined || (member.writable !== true && !member.configurable)) continue;
    const value = JUNK[count % JUNK.length];
    try {
      if (member.configurable) Object.defineProperty(object, name, { ...WRITABLE, value });
      else Reflect.set(object, name, value);
      count++;
    } catch {
      // A list refuses some.
    }
  }
  return count;
}

const WRITABLE = { configurable: true, enumerable: true, writable: true } as const;

/** Gives an instance a property of its own for each name that it inherits. */
function shadow(instance: object): void {
  const names = new Set(
    chainOf(instance)
      .slice(1)
      .flatMap((each) => Object.getOwnPropertyNames(each)),
  );
  let count = 0;
  for (const name of [...names, 'props', 'states', 'model', 'entries', 'checked', 'paint']) {
    const value = JUNK[count++ % JUNK.length];
    Reflect.defineProperty(instance, name, { ...WRITABLE, value });
  }
}

/** All that a script of the app gets to: nodes, what they hold, the window and what is in it, events. */
function reachable(app: MountedApp, events: readonly object[]): Set<object> {
  const { document } = app;
  const window = document.defaultView as object as Record<string, unknown>;
  const found = new Set<object>([document, window, ...events]);
  const add = (value: unknown): void => {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function')
      found.add(value);
  };
  const walker = document.createTreeWalker(document, -1);
  for (let node: object | null = walker.currentNode; node !== null; node = walker.nextNode()) {
    found.add(node);
  }
  for (const element of document.querySelectorAll('*')) {
    for (const name of [
      'childNodes',
      'children',
      'classList',
      'style',
      'dataset',
      'attributes',
    ] as const) {
      add(element[name as 'style']);
    }
  }
  for (const name of Object.getOwnPropertyNames(window)) {
    const value = window[name];
    if (typeof value === 'function' && value.prototype !== undefined && isOwn(value)) {
      // An object of a class has its prototype in its chain, as those of elements have.
      found.add(Object.create(value.prototype as object) as object);
    } else if (['location', 'history', 'navigator', 'customElements'].includes(name)) add(value);
  }
  return found;
}

/** A class of nodes, targets or events: those of Node and of the language are not the app's. */
function isOwn(value: unknown): boolean {
  const { prototype } = value as { prototype: unknown };
  return prototype instanceof EventTarget || prototype instanceof Event;
}

const MARKUP = `<title>Junk</title>
<input id="field" autofocus/><button id="press">Press</button><checkbox id="box">Box</checkbox>
<text id="said">nothing yet</text>
<container style="height: 4; overflow: scroll" id="scrolled"><text style="white-space: pre">1
2
3
4
5
6
7
8</text></container>
<list selectable="single"><li>One</li><li>Two</li></list>
<select><option>First</option><option>Second</option></select>
<textarea rows="2">words</textarea><slider/><radio name="r">A</radio><radio name="r">B</radio>
<tabs><tab label="T">inside</tab></tabs><table rows='[{"a":1},{"a":2}]'/><progress value="0.5"/>
<data-bars series='[{"name":"s"}]' bars='[[1],[2],[3]]' style="height: 3"/><collapsible title="More">hidden</collapsible>`;

async function open(): Promise<{ app: MountedApp; heard: string[]; events: object[] }> {
  const app = await mount(MARKUP, { width: 60, height: 40, errors: 'keep' });
  const heard: string[] = [];
  const events: object[] = [];
  // Taken before anything is spoilt, as the listeners of an app are.
  for (const type of ['keydown', 'click', 'input', 'change', 'focus', 'mousemove']) {
    app.document.addEventListener(type, (event) => {
      heard.push(type);
      events.push(event);
    });
  }
  await app.type('a');
  await app.click('#press');
  await app.press('Tab', 'Shift+Tab', 'Shift+Tab');
  return { app, heard, events };
}

/** The app still does what it did. */
async function works({ app, heard }: { app: MountedApp; heard: string[] }): Promise<void> {
  heard.length = 0;
  await app.type('bc');
  expect(app.text()).toContain('abc');
  expect(heard).toContain('keydown');
  // The button, by the keyboard and by the pointer.
  await app.press('Tab', 'Enter');
  expect(heard).toContain('click');
  heard.length = 0;
  await app.press('Tab', ' ');
  expect(app.text()).toContain('[✓] Box');
  // The same by what assistive technology finds.
  const box = app.app.accessibleItems().find(({ role }) => role === 'checkbox');
  for (const mark of [' ', '✓']) {
    expect(app.app.operate(box?.ref ?? '', { type: 'press' })).toBe(true);
    await app.settle();
    expect(app.text()).toContain(`[${mark}] Box`);
  }
  const row = app
    .text()
    .split('\n')
    .findIndex((line) => line.includes('Two'));
  for (const key of [
    'Tab',
    'ArrowDown',
    'Tab',
    'ArrowDown',
    'Tab',
    'x',
    'Tab',
    'ArrowRight',
    'Tab',
    ' ',
  ]) {
    await app.press(key);
  }
  expect(row).toBeGreaterThan(0);
  await app.resize(70, 41);
  expect(app.text()).toContain('abc');
  await app.press('Ctrl+C');
  expect(app.exitCode).toBe(130);
}

describe('an app whose members are junk', () => {
  it('works where nothing is spoilt', async () => {
    await works(await open());
  });

  it('works with junk on every prototype', async () => {
    const opened = await open();
    const objects = reachable(opened.app, opened.events);
    const prototypes = new Set([...objects].flatMap((each) => chainOf(each).slice(1)));
    let count = 0;
    const restore = keep([...prototypes]);
    try {
      for (const each of prototypes) count += spoil(each);
      expect(count).toBeGreaterThan(700);
      await works(opened);
    } finally {
      restore();
    }
  });

  it('works with junk on every instance, also by names that it inherits', async () => {
    const opened = await open();
    const objects = [...reachable(opened.app, opened.events)].filter(
      (each) => typeof each === 'object',
    );
    const prototypes = new Set(objects.flatMap((each) => chainOf(each).slice(1)));
    for (const each of objects) {
      if (prototypes.has(each)) continue;
      spoil(each);
      shadow(each);
    }
    await works(opened);
  });

  it.each(
    tried(
      elements.flatMap((each) =>
        each.examples.map((example) => [each.tag, example.name, example] as const),
      ),
      30,
    ),
  )('<%s> paints "%s" all the same', async (_tag, _name, { markup, size: [width, height] }) => {
    const app = await mount(markup, { width, height, errors: 'keep' });
    const before = app.text();
    const objects = [...reachable(app, [])];
    const prototypes = new Set(objects.flatMap((each) => chainOf(each).slice(1)));
    const restore = keep([...prototypes]);
    try {
      for (const each of prototypes) spoil(each);
      await app.resize(width + 1, height);
      await app.resize(width, height);
      expect(app.text()).toBe(before);
    } finally {
      restore();
    }
  });
});

/** Takes note of all members, and puts them back: the prototypes are those of every spec of this file. */
function keep(objects: readonly object[]): () => void {
  const kept = objects.map((each) => [each, Object.getOwnPropertyDescriptors(each)] as const);
  return () => {
    for (const [object, members] of kept) {
      for (const name of Reflect.ownKeys(members)) {
        const member = (members as Record<PropertyKey, PropertyDescriptor>)[name];
        if (member?.configurable === true) Object.defineProperty(object, name, member);
      }
    }
  };
}
