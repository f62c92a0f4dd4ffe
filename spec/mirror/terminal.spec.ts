/** An app on a terminal that is also watched and driven: what its user sees of that, and what others cannot do. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect, type Client } from '../../cli/client.js';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';
import { PATIENCE } from '../support/until.js';

const APP = `<tui><text>${'.'.repeat(60)}</text><text id="t">nothing</text><script ready>
  let n = 0;
  const show = (text) => { $tui.getElementById('t').textContent = text; };
  addEventListener('keydown', async ({ key }) => {
    show(++n + ' ' + key);
    if (key !== 'y') return;
    await $tui.copyToClipboard('text ' + n).catch(() => undefined);
    show('copied ' + n);
  });
</script></tui>`;

const terminal = new Tmux();
const rows = (): string[] => terminal.screen().split('\n');

describeInTmux('a terminal and a mirror of it', () => {
  let client: Client;
  const errors = join(terminal.folder, 'errors');
  beforeAll(async () => {
    await terminal.start(60, 10);
    const app = join(terminal.folder, 'app.tui');
    writeFileSync(app, APP);
    const flags = '--no-config --server-port=0 --server-allow-input';
    terminal.keys(
      `clear; node ${commandFile()} ${flags} ${app} 2> ${errors}; echo "ended $?"`,
      'Enter',
    );
    await terminal.until('the app', () => terminal.screen().includes('nothing'));
  });
  afterAll(() => terminal.stop());

  it('shows the address above the last row, until a key is pressed', async () => {
    const [, address = ''] = /drive the app at (\S+)/.exec(readFileSync(errors, 'utf8')) ?? [];
    expect(rows()[9]).toContain(address.slice(0, 40));
    client = await connect(address, { timeout: PATIENCE });
    terminal.keys('a');
    await terminal.until('the key', () => terminal.screen().includes('1 a'));
    expect(rows()[9]).toBe('');
  });

  it('has a badge while somebody watches, and another while they drive', async () => {
    await terminal.until('a badge', () => rows()[0]!.endsWith(' 1 watching'));
    expect(rows()[0]).toBe(`${'.'.repeat(48)} 1 watching`);
    client.press('b');
    await terminal.until('a badge', () => rows()[0]!.endsWith(' 1 driving'));
    await terminal.until('the key', () => rows()[1] === '2 b');
    expect(rows()[0]).toBe(`${'.'.repeat(49)} 1 driving`);
  });

  it('shows clients no badge, and keeps the size of the terminal', async () => {
    await client.until('2 b');
    client.resize(20, 5);
    client.press('c');
    await client.until('3 c');
    expect(client).toMatchObject({ width: 60, height: 10, resizable: false });
    expect(client.text.split('\n')[0]).toBe('.'.repeat(60));
    terminal.run('resize-window', '-x', '40', '-y', '8');
    await client.until(({ width, height }) => width === 40 && height === 8);
    terminal.run('resize-window', '-x', '60', '-y', '10');
    await client.until(({ width }) => width === 60);
  });

  it('copies for a client that drives, and not what the user of the terminal copies after it', async () => {
    client.press('y');
    await client.until('copied 4');
    expect(client.copied).toEqual(['text 4']);
    terminal.keys('y');
    await client.until('copied 5');
    client.press('y');
    await client.until('copied 6');
    expect(client.copied).toEqual(['text 4', 'text 6']);
  });

  it('is not stopped from afar', async () => {
    client.press('z', { ctrl: true });
    client.press('d');
    await client.until(' d');
    expect(terminal.screen()).not.toMatch(/Stopped|ended/);
  });

  it('shows all of the app again when they have gone', async () => {
    client.close();
    await terminal.until('no badge', () => rows()[0] === '.'.repeat(60));
  });

  it('ends for clients too, with the exit code of the app', async () => {
    const [, address = ''] = /watch the app at (\S+)/.exec(readFileSync(errors, 'utf8')) ?? [];
    const watching = await connect(address, { timeout: PATIENCE });
    await watching.until('d');
    terminal.keys('C-c');
    await watching.until(({ exitCode }) => exitCode === 130);
    await terminal.until('the end', () => terminal.screen().includes('ended 130'));
    expect(terminal.modes()).toBe('0 1 0');
  });
});
