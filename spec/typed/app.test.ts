/** An app's own types: what `tui types` writes of it, in its script and in tests of it. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mount, type MountedApp } from 'tui-runtime/testing';
import type * as Counter from './counter';

const FILE = join(import.meta.dirname, 'counter.tui');
const installed = dirname(createRequire(import.meta.url).resolve('tui-runtime/package.json'));
const open = (): Promise<MountedApp> => mount({ file: FILE }, { width: 30, height: 9 });

describe('the types of an app', () => {
  it('are those that tui types writes', () => {
    const command = join(installed, 'dist/cli/main.cjs');
    const args = [command, 'types', '--check', 'counter.tui'];
    execFileSync(process.execPath, args, { cwd: import.meta.dirname });
  });

  it('fit what its script does', async () => {
    const app = await open();
    await app.press('Tab', 'Enter', 'Enter');
    const { state, pick } = app.$tui.exports as unknown as typeof Counter;
    expect(state.count).toBe(2);
    expect(pick('two')).toBe('two');
    expect(pick(undefined)).toBeUndefined();
    expect(app).toMatchScreen('counter');
  });
});

describe('a module of the app in a test', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, '$tui');
  });

  it('has the types of the app that the test gives it', async () => {
    const app = await open();
    Object.assign(globalThis, { $tui: app.$tui });
    const { add, pick, state } = await import('./counter');
    add();
    expect(state.count).toBe(1);
    expect($tui.getElementById('history').labels).toEqual(['1']);
    expect($tui.state.get('presses')).toEqual([1]);
    expect(pick('one')).toBe('one');
  });

  it('finds elements by their ids', async () => {
    const app = await open();
    Object.assign(globalThis, { $tui: app.$tui });
    const count: Tui.TuiElement = $tui.getElementById('count');
    const picks: Tui.ListElement = $tui.getElementById('picks');
    const other: Tui.TuiElement | null = $tui.getElementById('made later');
    const missing = [other, $tui.querySelector('data-bars')?.getAttribute('missing')];
    expect([count.textContent, picks.values, ...missing]).toEqual(['0', [], null, null]);
  });
});

/** Compiled, never called. */
export function wrong(counter: typeof Counter): void {
  // @ts-expect-error: a list has no checked.
  $tui.getElementById('picks').checked = true;
  // @ts-expect-error: the document may have no such element.
  $tui.getElementById('made later').remove();
  // @ts-expect-error: a value is a text.
  counter.pick(1);
  // @ts-expect-error: the state keeps its types.
  counter.state.count = 'two';
}
