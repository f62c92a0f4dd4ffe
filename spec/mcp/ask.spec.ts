/**
 * A form, answered by an agent, by a client of the mirror, and from a file: the data is the same, as by keys and the mouse of a
 * terminal (`spec/live/ask.spec.ts`).
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { connect } from '../../cli/client.js';
import { commandFile, folderOf, tui } from '../support/cli.js';
import { SETUP, SETUP_ANSWERS, SETUP_DATA } from '../support/shared-apps.js';
import { until } from '../support/until.js';

const CODE = SETUP.replace(
  '</tui>',
  '<script>document.querySelector("form").addEventListener("submit", () => console.log("{}"));</script></tui>',
);

const refOf = (tree: string, role: string, name: string): string =>
  new RegExp(`${role} "${name}".* \\[ref=([^\\]]+)\\]`).exec(tree)?.[1] ??
  `no ${role} ${name} in\n${tree}`;

it.each([
  ['without code', SETUP],
  ['with code', CODE],
])('is the same for an agent, %s', async (_name, app) => {
  const folder = await folderOf({ 'setup.tui': app });
  const client = new Client({ name: 'spec', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [commandFile(), 'mcp', '--ask', '--allow-unenforced', join(folder, 'setup.tui')],
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, TERM: 'dumb' },
      stderr: 'pipe',
    }),
  );
  const use = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: args });
    return (content as readonly [{ readonly text: string }])[0].text;
  };
  const shown = async (text: string): Promise<string> =>
    await until(async () => {
      const tree = await use('read_tree');
      return new RegExp(text).test(tree) && tree;
    });
  try {
    let tree = await shown('Host');
    await use('act', { ref: refOf(tree, 'textbox', 'Host'), action: 'set', value: 'db' });
    await use('act', { ref: refOf(tree, 'button', 'Next'), action: 'press' });
    tree = await shown('Administrator');
    await use('act', { ref: refOf(tree, 'checkbox', 'Administrator'), action: 'press' });
    await use('act', { ref: refOf(tree, 'option', 'large'), action: 'select', value: true });
    tree = await shown('"large" [^\\n]*selected');
    expect(await use('act', { ref: refOf(tree, 'button', 'Submit'), action: 'press' })).toBe(
      SETUP_DATA,
    );
  } finally {
    await client.close();
  }
});

it('is the same by keys of a mirror, and from a file', async () => {
  const cwd = await folderOf({
    'setup.tui': SETUP,
    'answers.json': SETUP_ANSWERS,
  });
  const file = await tui(['ask', '--answers', 'answers.json', 'setup.tui'], { cwd });
  expect(file).toMatchObject({ code: 0, stdout: `${SETUP_DATA}\n` });
  const flags = ['--headless', '--server-port=0', '--server-allow-input', '--allow-unenforced'];
  const child = spawn(process.execPath, [commandFile(), 'ask', ...flags, 'setup.tui'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  const ended = new Promise((resolve) => child.on('close', resolve));
  const address = await until(() => /http:\/\/\S+/.exec(stderr)?.[0]);
  const client = await connect(address, { tree: true });
  await client.until(({ text }) => text.includes('1 of 2'));
  client.type('db');
  client.press('Enter');
  await client.until(({ text }) => text.includes('2 of 2'));
  client.press('Tab');
  client.press(' ');
  client.press('Tab');
  client.press('ArrowDown');
  client.press('Enter');
  await client.until(({ text }) => text.includes('[✓]'));
  for (const key of ['End', 'Enter', 'Tab', 'Tab', 'Enter']) client.press(key);
  expect(await ended).toBe(0);
  expect(stdout).toBe(`${SETUP_DATA}\n`);
});
