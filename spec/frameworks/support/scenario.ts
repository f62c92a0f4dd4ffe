/** One use of one app, whatever library has written it: keys and mouse go in, the screen is looked at. */
import { expect } from '@jest/globals';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import type { MountedApp } from '../../../cli/testing.js';
import { mount } from '../../support/mount.js';
import { listenersAt, watchListeners } from './listeners.js';

/** What an app did in one use, and what the library left of it. */
export interface Use {
  /** Texts on the screen after the steps that change them. */
  readonly counter: string | undefined;
  readonly field: unknown;
  readonly chart: unknown;
  readonly items: readonly (string | null)[];
  readonly key: string | undefined;
  /** Whether nodes of the same data were the same nodes after each step: the button, the field, the items. */
  readonly keptNodes: boolean;
  /** After the end: elements and text in `#app`, timers, listeners at the document and the window. */
  readonly left: {
    readonly elements: number;
    readonly text: string | undefined;
    readonly timers: number;
    readonly listeners: readonly string[];
  };
  /** Everything that was logged, and reported. */
  readonly logs: readonly string[];
  readonly diagnostics: readonly string[];
}

/** What a use of an app looks like where its library works, and cleans up all it has made. */
export const WORKS: Use = {
  counter: 'count 3',
  field: 'AD',
  chart: [[3], [2]],
  items: ['two', 'one', 'item 3'],
  key: 'key F2',
  keptNodes: true,
  left: { elements: 0, text: '', timers: 0, listeners: [] },
  logs: [],
  diagnostics: [],
};

/** The same with listeners that the library keeps for as long as the app runs. */
export function worksAndKeeps(...listeners: readonly string[]): Use {
  return { ...WORKS, left: { ...WORKS.left, listeners: [...listeners].sort() } };
}

/**
 * Uses an app to its end. It has to show in `#app` a counter, a field that its state holds in capitals, a list with
 * keys, a clock, the last key and a chart of its state; `#close` ends what the library has made.
 */
export async function useApp(app: string | { readonly file: string }): Promise<Use> {
  const unwatch = watchListeners();
  try {
    const mounted = await mount(app, { width: 40, height: 30 });
    const kept = [await counts(mounted), await echoes(mounted), await moves(mounted)];
    await hears(mounted);
    const shown = {
      counter: /count \d+/.exec(mounted.text())?.[0],
      field: (one(mounted, '#name') as TuiElement & { readonly value: unknown }).value,
      chart: (one(mounted, '#chart') as TuiElement & { readonly bars: unknown }).bars,
      items: itemsOf(mounted).map((item) => item.textContent),
      key: /key \w+/.exec(mounted.text())?.[0],
      keptNodes: kept.every(Boolean),
    };
    return { ...shown, ...(await ends(mounted)) };
  } finally {
    unwatch();
  }
}

async function shows(app: MountedApp, ...texts: readonly (string | RegExp)[]): Promise<void> {
  await app.waitFor(() => {
    for (const text of texts) expect(app.text()).toMatch(text);
  });
}

/** Each step returns whether the nodes of what stayed are the same. */
async function counts(app: MountedApp): Promise<boolean> {
  await shows(app, 'count 0', 'hello', /^clicks *$/m);
  const button = one(app, '#more');
  await app.click('#more');
  await shows(app, 'count 1', /^clicks *█.* 1$/m);
  await app.click('#more');
  await app.press('Enter');
  await shows(app, 'count 3', /^clicks *█.* 3$/m);
  return one(app, '#more') === button;
}

async function echoes(app: MountedApp): Promise<boolean> {
  const field = one(app, '#name');
  await app.click('#name');
  await app.type('ada');
  await shows(app, 'hello ADA', /▌ADA +▐/, /^letters *█.* 3$/m);
  await app.press('Backspace');
  await shows(app, /hello AD$/m, /^letters *█.* 2$/m);
  return one(app, '#name') === field && app.document.activeElement === field;
}

async function moves(app: MountedApp): Promise<boolean> {
  const [first, second, third] = itemsOf(app);
  await app.click('#turn');
  await shows(app, /three *\n+ *two *\n+ *one/);
  const turned = itemsOf(app);
  await app.click('#drop');
  await app.waitFor(() => expect(itemsOf(app)).toHaveLength(2));
  await app.click('#add');
  await shows(app, /two *\n+ *one *\n+ *item 3/);
  const added = itemsOf(app);
  const isSame = (args: readonly TuiElement[], expected: readonly unknown[]): boolean =>
    expected.every((item, index) => item === args[index]);
  return isSame(turned, [third, second, first]) && isSame(added, [second, first]);
}

async function hears(app: MountedApp): Promise<void> {
  await app.press('F2');
  await shows(app, 'key F2');
  const before = uptime(app);
  await app.advance(2000);
  await app.waitFor(() => expect(uptime(app)).toBeGreaterThanOrEqual(before + 2));
}

function itemsOf(app: MountedApp): TuiElement[] {
  return [...app.document.querySelectorAll('.item')];
}

function uptime(app: MountedApp): number {
  return Number(/up (\d+) s/.exec(app.text())?.[1]);
}

async function ends(app: MountedApp): Promise<Pick<Use, 'left' | 'logs' | 'diagnostics'>> {
  await app.click('#close');
  await app.waitFor(() => {
    expect(app.text()).not.toMatch(/count|hello|item|clicks/);
    expect(app.clock.pending).toBe(0);
  });
  const listeners = listenersAt(app.document, app.document.defaultView);
  await app.press('F3');
  await app.advance(5000);
  return {
    left: {
      elements: app.document.querySelectorAll('#app *').length,
      text: one(app, '#app').textContent?.trim(),
      timers: app.clock.pending,
      listeners,
    },
    logs: app.log.map(({ message }) => message),
    diagnostics: app.diagnostics.map(({ message }) => message),
  };
}

function one(app: MountedApp, selector: string): TuiElement {
  const found = app.document.querySelector(selector);
  if (found === null) throw new Error(`${selector} is not in the document`);
  return found;
}
