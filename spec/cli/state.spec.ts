/** `tui state`: what it prints of a state that was saved, and what it refuses. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StateFile } from '../../cli/state/state-file.js';
import { stateOwner } from '../../cli/state/state-owner.js';
import { folderOf } from '../support/cli.js';
import { call } from '../support/in-process.js';

let cwd = '';
beforeEach(async () => {
  cwd = await folderOf({ 'app.tui': '<text>x</text>' });
});
afterEach(() => rmSync(cwd, { recursive: true }));

const state = (...args: string[]) => call(['state', ...args], { cwd, env: { HOME: cwd } });

function pathOfState(): string {
  return new StateFile({}, cwd, stateOwner(join(cwd, 'app.tui'), undefined)!).path;
}

function save(text: string): void {
  mkdirSync(dirname(pathOfState()), { recursive: true });
  writeFileSync(pathOfState(), text);
}

const SAVED = { own: { volume: 7 }, states: {}, elements: {} };

describe('tui state', () => {
  it.each([
    [[], '"volume": 7'],
    [['--json'], '"volume":7'],
  ])('shows what was saved, with %j', async (options, part) => {
    save(JSON.stringify({ version: 1, app: join(cwd, 'app.tui'), ...SAVED }));
    const { code, stdout, stderr } = await state('show', 'app.tui', ...options);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(part);
    expect(JSON.parse(stdout)).toMatchObject(SAVED);
    expect(stdout.trim().split('\n').length === 1).toBe(options.length > 0);
  });

  it('shows nothing, with a warning, of a file that is malformed', async () => {
    save('{');
    const { code, stdout, stderr } = await state('show', 'app.tui', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { own: {}, states: {}, elements: {} }]);
    expect(stderr).toContain('unreadable-state: the saved state is ignored: it is malformed');
  });

  it('names the file, whether it is there or not, and removes it', async () => {
    const path = pathOfState();
    expect((await state('path', 'app.tui')).stdout).toBe(`${path}\n`);
    const asJson = async (action: string) =>
      JSON.parse((await state(action, 'app.tui', '--json')).stdout) as unknown;
    expect(await asJson('path')).toEqual({ path, exists: false });
    expect((await state('clear', 'app.tui')).stdout).toBe('Nothing was saved.\n');
    save('{}');
    expect(await asJson('path')).toEqual({ path, exists: true });
    expect(await asJson('clear')).toEqual({ cleared: true });
    expect(await asJson('path')).toEqual({ path, exists: false });
  });

  it.each([
    [['show', '-'], 'an app from stdin has no state\n  name its file'],
    [['shwo', 'app.tui'], '"tui state" has no action "shwo"\n  did you mean "show"?'],
    [['x', 'app.tui'], '"tui state" has no action "x"\n  write tui state show FILE'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await state(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('reports a file that cannot be removed', async () => {
    mkdirSync(join(pathOfState(), 'x'), { recursive: true });
    const { code, stderr } = await state('clear', 'app.tui');
    expect(code).toBe(2);
    expect(stderr).toMatch(/error cannot-write: the state cannot be removed \(E\w+\)/);
  });
});
