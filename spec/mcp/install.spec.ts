/** `examples/install.tui`, answered in each way that there is: the data is the same. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { connect, type Client as MirrorClient } from '../../cli/client.js';
import { commandFile, folderOf, tui } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';
import { until } from '../support/until.js';

const INSTALL = resolve('examples/install.tui');
const PASSWORD = 'correct horse';
const ANSWERS = {
  channel: 'beta',
  parts: ['cli', 'server', 'docs'],
  port: 8081,
  start: false,
  password: PASSWORD,
};
const DATA = `${JSON.stringify({
  folder: '~/orbit',
  channel: 'beta',
  parts: ['cli', 'server', 'docs'],
  host: 'localhost',
  port: 8081,
  start: false,
  user: 'admin',
  password: PASSWORD,
})}\n`;
const FLAGS = ['--allow-unenforced', '--trust'];
const MIRROR = ['--headless', '--server-port=0', '--server-allow-input'];

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({ 'answers.json': JSON.stringify(ANSWERS) });
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

it('from a file', async () => {
  const { code, stdout, stderr } = await tui(
    ['ask', ...FLAGS, INSTALL, '--answers', 'answers.json'],
    { cwd },
  );
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: DATA, stderr: '' });
});

/** Answers it by a client of the mirror; what it has printed. */
async function byMirror(use: (client: MirrorClient) => Promise<void>): Promise<string> {
  const child = spawn(process.execPath, [commandFile(), 'ask', ...FLAGS, ...MIRROR, INSTALL], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  const ended = new Promise((done) => child.on('close', done));
  const client = await connect(await until(() => /http:\/\/\S+/.exec(stderr)?.[0]), { tree: true });
  await use(client);
  expect(await ended).toBe(0);
  client.close();
  return stdout;
}

/** A click on the cell where a text begins; `beside` cells to the right of it. */
async function click(client: MirrorClient, text: string, beside = 0): Promise<void> {
  await client.until((shown) => shown.text.includes(text));
  const rows = client.text.split('\n');
  const y = rows.findIndex((row) => row.includes(text));
  client.click(rows[y]!.indexOf(text) + beside, y);
}

const shows = async (client: MirrorClient, ...texts: readonly string[]): Promise<void> => {
  await client.until(({ text }) => texts.every((each) => text.includes(each)));
};

it('by keys of a mirror', async () => {
  const data = await byMirror(async (client) => {
    await shows(client, '1 of 4');
    for (const key of ['Tab', 'ArrowDown']) client.press(key);
    await shows(client, 'Beta, every week');
    for (const key of ['End', 'Enter']) client.press(key);
    await client.until(({ text }) => !text.includes('Stable'));
    client.press('PageDown', { ctrl: true });
    await shows(client, '2 of 4');
    for (const key of ['Tab', ' ']) client.press(key);
    await shows(client, '2 of 5');
    client.press('PageDown', { ctrl: true });
    await shows(client, 'Server  3 of 5');
    client.press('Tab');
    client.press('ArrowUp');
    await shows(client, '8081');
    for (const key of ['Tab', ' ']) client.press(key);
    await shows(client, '○──');
    client.press('PageDown', { ctrl: true });
    await shows(client, '4 of 5');
    client.press('Tab');
    client.type(PASSWORD);
    client.press('Tab');
    client.type(PASSWORD);
    client.press('Enter');
    await shows(client, '5 of 5');
    client.press('Enter');
  });
  expect(data).toBe(DATA);
});

it('by the mouse of a mirror, with keys for what is typed', async () => {
  const data = await byMirror(async (client) => {
    await click(client, 'Stable');
    await click(client, 'Beta, every week');
    await client.until(({ text }) => !text.includes('Stable'));
    await click(client, 'Next');
    await click(client, 'Server, with');
    await shows(client, '2 of 5');
    await click(client, 'Next');
    await shows(client, 'Server  3 of 5');
    await click(client, '8080');
    client.press('End');
    client.press('u', { ctrl: true });
    await client.until(({ text }) => !text.includes('8080'));
    client.type('8081');
    await click(client, '━━●');
    await shows(client, '8081', '○──');
    await click(client, 'Next');
    await click(client, 'Password', 14);
    client.type(PASSWORD);
    await click(client, 'Once more', 14);
    client.type(PASSWORD);
    await click(client, 'Next');
    await shows(client, '5 of 5');
    await click(client, 'Install');
  });
  expect(data).toBe(DATA);
});

it('by an agent', async () => {
  const client = new Client({ name: 'spec', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [commandFile(), 'mcp', '--ask', ...FLAGS, INSTALL],
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, TERM: 'dumb' },
      stderr: 'pipe',
    }),
  );
  const use = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: args });
    return (content as readonly [{ readonly text: string }])[0].text;
  };
  const act = async (
    role: string,
    name: string,
    action: string,
    value?: unknown,
  ): Promise<string> => {
    const item = new RegExp(`${role} "${name}".* \\[ref=([^\\]]+)\\]`);
    const ref = await until(async () => item.exec(await use('read_tree'))?.[1]);
    return await use('act', { ref, action, ...(value === undefined ? {} : { value }) });
  };
  try {
    await act('option', 'Beta, every week', 'select', true);
    await act('button', 'Next', 'press');
    await act('checkbox', 'Server, with its own step', 'press');
    await act('button', 'Next', 'press');
    await act('textbox', 'Port', 'set', '8081');
    await act('switch', 'Start at login', 'press');
    await act('button', 'Next', 'press');
    await act('textbox', 'Password', 'set', PASSWORD);
    await act('textbox', 'Once more', 'set', PASSWORD);
    await act('button', 'Next', 'press');
    const answer = await act('button', 'Install', 'press');
    expect(`${answer}\n`).toBe(DATA);
  } finally {
    await client.close();
  }
});

const terminal = new Tmux();

describeInTmux('in a terminal', () => {
  beforeAll(async () => {
    await terminal.start(70, 20);
  });
  afterAll(() => terminal.stop());

  it('by keys', async () => {
    const at = (name: string): string => join(terminal.folder, name);
    writeFileSync(
      at('line'),
      `${process.execPath} ${commandFile()} ask ${FLAGS.join(' ')} ${INSTALL} > data; echo $? > code\n`,
    );
    const shown = async (text: string): Promise<void> => {
      await terminal.until(text, () => terminal.screen().includes(text));
    };
    terminal.keys(`clear; cd ${terminal.folder}; . ./line`, 'Enter');
    await shown('1 of 4');
    terminal.keys('Tab', 'Down');
    await shown('Beta, every week');
    terminal.keys('End', 'Enter');
    await terminal.until('a choice', () => !terminal.screen().includes('Stable'));
    terminal.keys('C-NPage');
    await shown('2 of 4');
    terminal.keys('Tab', 'Space');
    await shown('2 of 5');
    terminal.keys('C-NPage');
    await shown('Server  3 of 5');
    terminal.keys('Tab', 'Up');
    await shown('8081');
    terminal.keys('Tab', 'Space');
    await shown('○──');
    terminal.keys('C-NPage');
    await shown('4 of 5');
    terminal.keys('Tab', PASSWORD, 'Tab', PASSWORD, 'Enter');
    await shown('5 of 5');
    terminal.keys('Enter');
    const code = await terminal.until('the end', () => {
      try {
        return readFileSync(at('code'), 'utf8');
      } catch {
        return false;
      }
    });
    expect([code, readFileSync(at('data'), 'utf8')]).toEqual(['0\n', DATA]);
  });
});
