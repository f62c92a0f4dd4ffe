/** One use of one app, whatever library has written it: keys and mouse go in, the screen is looked at. */
import { expect } from '@jest/globals';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import type { MountedApp } from '../../../cli/testing.js';
import { mount } from '../../support/mount.js';
import { listenersAt, watchListeners } from './listeners.js';

export interface Outcome {
  /** Listeners that the library leaves at the document and the window for as long as the app runs. */
  readonly keeps?: readonly string[];
  /** What it may log. */
  readonly logs?: RegExp;
}

/**
 * Uses an app to its end. It has to show in `#app` a counter, a field that its state holds in capitals, a list with
 * keys, a clock, the last key and a chart of its state; `#close` ends what the library has made.
 */
export async function useApp(
  app: string | { readonly file: string },
  outcome: Outcome = {},
): Promise<void> {
  const unwatch = watchListeners();
  try {
    const mounted = await mount(app, { width: 40, height: 30 });
    await counts(mounted);
    await echoes(mounted);
    await moves(mounted);
    await hears(mounted);
    await ends(mounted, outcome);
  } finally {
    unwatch();
  }
}

async function shows(app: MountedApp, ...texts: readonly (string | RegExp)[]): Promise<void> {
  await app.waitFor(() => {
    for (const text of texts) expect(app.text()).toMatch(text);
  });
}

async function counts(app: MountedApp): Promise<void> {
  await shows(app, 'count 0', 'hello', /^clicks *$/m);
  const button = one(app, '#more');
  await app.click('#more');
  await shows(app, 'count 1', /^clicks *█.* 1$/m);
  await app.click('#more');
  await app.press('Enter');
  await shows(app, 'count 3', /^clicks *█.* 3$/m);
  expect(one(app, '#more')).toBe(button);
  // Its state is a value of the language, not text that was made of one.
  expect(one(app, '#chart')).toHaveProperty('bars', [[3], [0]]);
}

async function echoes(app: MountedApp): Promise<void> {
  await app.click('#name');
  await app.type('ada');
  await shows(app, 'hello ADA', /▌ADA +▐/, /^letters *█.* 3$/m);
  expect(one(app, '#name')).toHaveProperty('value', 'ADA');
  await app.press('Backspace');
  await shows(app, /hello AD$/m, /^letters *█.* 2$/m);
  expect(app.document.activeElement).toBe(one(app, '#name'));
}

async function moves(app: MountedApp): Promise<void> {
  const items = (): TuiElement[] => [...app.document.querySelectorAll('.item')];
  const texts = (): (string | null)[] => items().map((item) => item.textContent);
  const [first, second, third] = items();
  await app.click('#turn');
  await shows(app, /three *\n+ *two *\n+ *one/);
  expect(items()).toEqual([third, second, first]);
  expect(items()[0]).toBe(third);
  expect(items()[2]).toBe(first);

  await app.click('#drop');
  await app.waitFor(() => expect(texts()).toEqual(['two', 'one']));
  await app.click('#add');
  await shows(app, /two *\n+ *one *\n+ *item 3/);
  expect(items()[0]).toBe(second);
  expect(items()[1]).toBe(first);
  expect(app.text()).not.toContain('three');
}

async function hears(app: MountedApp): Promise<void> {
  await app.press('F2');
  await shows(app, 'key F2');
  const before = uptime(app);
  await app.advance(2000);
  await app.waitFor(() => expect(uptime(app)).toBeGreaterThanOrEqual(before + 2));
}

function uptime(app: MountedApp): number {
  return Number(/up (\d+) s/.exec(app.text())?.[1]);
}

async function ends(app: MountedApp, { keeps = [], logs }: Outcome): Promise<void> {
  await app.click('#close');
  await app.waitFor(() => {
    expect(app.text()).not.toMatch(/count|hello|item|clicks/);
    expect(app.clock.pending).toBe(0);
  });
  expect(app.document.querySelectorAll('#app *')).toHaveLength(0);
  expect(listenersAt(app.document, app.document.defaultView)).toEqual([...keeps].sort());
  await app.press('F3');
  await app.advance(5000);
  expect(one(app, '#app').textContent?.trim()).toBe('');
  const messages = app.log.map(({ message }) => message);
  expect(messages.filter((message) => logs?.test(message) !== true)).toEqual([]);
  expect(app.diagnostics.map(({ message }) => message)).toEqual([]);
}

function one(app: MountedApp, selector: string): TuiElement {
  const found = app.document.querySelector(selector);
  if (found === null) throw new Error(`${selector} is not in the document`);
  return found;
}
