/** `tui snapshot --press --wait --until`: steps before the picture, in their order. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { folderOf, tui, type Result } from '../../support/cli.js';
import { call as callTui } from '../../support/in-process.js';

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'keys.tui': `<input id="i"/><button id="b" onClick="$tui.getElementById('t').textContent = 'saved ' + $tui.getElementById('i').value">Save</button><text id="t">new</text>`,
    'inert.tui': '<input/><checkbox>box</checkbox>',
    'later.tui': `<text id="t">loading</text><script>
      setTimeout(() => { $tui.getElementById('t').textContent = 'ready'; }, 600);
      $tui.document.addEventListener('keydown', (event) => { $tui.getElementById('t').textContent += ' ' + event.key; });
    </script>`,
    'fails.tui':
      '<text>x</text><script>setTimeout(() => { throw new Error("broken"); }, 50)</script>',
  });
});
afterAll(async () => await rm(cwd, { recursive: true }));

const call = async (...args: string[]): Promise<Result> =>
  await tui(['snapshot', ...args], { cwd });
/** What starts no script. */
const callHere = async (...args: string[]): Promise<Result> =>
  await callTui(['snapshot', ...args], { cwd });

it('presses keys, with a script and without', async () => {
  const keys = await call('keys.tui', '--press', 'Tab h i', '--press=Tab', '--press', 'Enter');
  expect([keys.code, keys.stdout]).toEqual([0, expect.stringContaining('saved hi')]);
  const inert = await callHere('inert.tui', '--press', 'Tab a Tab Space');
  expect(inert.stdout).toMatch(/a[^]*\[✓] box/);
});

it('waits, in the order of the steps', async () => {
  const ready = await call('later.tui', '--until', 'ready', '--press', 'a', '--wait', '10');
  expect(ready.stdout).toBe('ready a\n');
  const before = await call('later.tui', '--press', 'a', '--until', 'ready');
  expect(before.stdout).toBe('ready\n');
  expect((await call('later.tui')).stdout).toBe('loading\n');
  expect((await call('later.tui', '--wait', '1500')).stdout).toBe('ready\n');
});

it('refuses what it cannot do', async () => {
  const key = await callHere('keys.tui', '--press', 'Entre');
  expect([key.code, key.stderr]).toEqual([2, expect.stringContaining('did you mean "Enter"?')]);
  expect((await callHere('keys.tui', '--wait', 'x')).stderr).toContain('--wait: expected');
  expect((await callHere('keys.tui', '--until')).stderr).toContain('--until needs a value');
  const failed = await call('fails.tui', '--until', 'never');
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('Error: broken')]);
});
