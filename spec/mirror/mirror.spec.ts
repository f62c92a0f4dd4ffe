/** Apps without a terminal, watched and driven by programs. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '../../cli/client.js';
import { folderOf, tui } from '../support/cli.js';
import { serve, type Served } from '../support/mirror.js';
import { RawWebSocket } from '../support/raw-websocket.js';
import { PATIENCE } from '../support/until.js';

const NOTES = `<tui><title>Notes</title>
  <input id="in" aria-label="Name" autofocus/>
  <button id="b" onClick="$tui.getElementById('out').textContent = 'clicked ' + $tui.getElementById('in').value">Go</button>
  <text id="out">nothing yet</text>
  <text id="size"/>
  <script ready>
    const size = () => { $tui.getElementById('size').textContent = innerWidth + ' by ' + innerHeight; };
    addEventListener('resize', size);
    size();
  </script>
</tui>`;

describe('an app without a terminal', () => {
  let served: Served;
  let folder: string;
  beforeAll(async () => {
    folder = await folderOf({ 'app.tui': NOTES });
    served = await serve(`${folder}/app.tui`);
  });
  afterAll(() => served.stop());

  it('shows what a snapshot shows', async () => {
    const client = await served.client();
    await client.until('80 by 24');
    const { stdout } = await tui(['snapshot', `${folder}/app.tui`]);
    expect(client.text).toBe(stdout.trimEnd());
    expect(client).toMatchObject({ title: 'Notes', width: 80, height: 24, role: 'drive' });
    client.close();
  });

  it('takes keys, text, pastes, the mouse and a new size', async () => {
    const client = await served.client();
    await client.until('nothing yet');
    client.type('Ada');
    client.press('!');
    client.paste(' Lovelace');
    await client.until('Ada! Lovelace');
    const row = client.text.split('\n').findIndex((line) => line.includes('Go'));
    const column = client.text.split('\n')[row]!.indexOf('Go');
    client.click(column, row);
    await client.until('clicked Ada! Lovelace');
    client.resize(50, 12);
    await client.until('50 by 12');
    expect(client).toMatchObject({ width: 50, height: 12 });
    client.close();
  });

  it('shows the accessible tree to those who want it', async () => {
    const client = await served.client({ tree: true });
    await client.until(({ tree }) => tree.length > 0);
    expect(client.tree.map(({ role, name }) => `${role} ${name ?? ''}`)).toEqual(
      expect.arrayContaining(['textbox Name', 'button Go']),
    );
    client.close();
  });

  it('shows it again to a client that wants it again', async () => {
    // For its sake the tree is kept.
    const other = await served.client({ tree: true });
    await other.find('button', 'Go');
    const client = await served.client({ tree: true });
    await client.find('button', 'Go');
    client.send({ type: 'subscribe', tree: false });
    client.send({ type: 'subscribe', tree: true });
    client.tree = [];
    await client.find('button', 'Go');
    expect(client.tree.length).toBeGreaterThan(0);
    client.close();
    other.close();
  });

  it('is operated by its accessible tree', async () => {
    const client = await served.client({ tree: true });
    client.act(await client.find('textbox', 'Name'), { type: 'set', value: 'Grace' });
    client.act(await client.find('button', 'Go'), { type: 'press' });
    await client.until('clicked Grace');
    await client.until(({ tree }) => tree.some(({ value }) => value === 'Grace'));
    client.close();
  });

  it('lets a client with the other token watch, and ends one that sends input', async () => {
    const client = await connect(served.view);
    await client.until('Go');
    expect(client.role).toBe('view');
    client.press('x');
    await expect(client.until('never shown')).rejects.toMatchObject({ code: 1008 });
  });

  it('tells clients how many there are', async () => {
    const [first, second] = [
      await served.client(),
      await connect(served.view, { timeout: PATIENCE }),
    ];
    await second.until(({ presence }) => presence.watching === 2);
    // A page sends these by itself.
    first.resize(40, 12);
    first.send({ type: 'focus', focused: true });
    await second.until(({ width }) => width === 40);
    expect(second.presence.driving).toBe(0);
    first.press('Tab');
    await second.until(({ presence }) => presence.driving === 1);
    first.close();
    await second.until(({ presence }) => presence.watching === 1);
    second.close();
  });
});

it('ends with the app, whose last frame and exit code clients get', async () => {
  const folder = await folderOf({
    'app.tui': `<tui><text id="t">one</text><script ready>
      addEventListener('keydown', () => { $tui.getElementById('t').textContent = 'bye'; $tui.exit(7); });
    </script></tui>`,
  });
  const served = await serve(`${folder}/app.tui`);
  const client = await served.client();
  await client.until('one');
  client.press('x');
  await client.until(({ exitCode }) => exitCode === 7);
  expect(await served.ended).toBe(7);
});

it('greets a client once, and sends it the last frame where it has not acknowledged one before', async () => {
  const folder = await folderOf({
    'app.tui': `<tui><text id="t">one</text><script ready>
      addEventListener('keydown', () => { $tui.getElementById('t').textContent = 'bye'; setTimeout(() => $tui.exit(7), 100); });
    </script></tui>`,
  });
  const served = await serve(`${folder}/app.tui`);
  const raw = await rawClient(served);
  await raw.until(() => received(raw).includes('["one'));
  expect(received(raw).match(/"type":"(hello|presence)"/g)).toHaveLength(2);
  raw.send('{"type":"key","key":"x"}');
  await raw.until(() => raw.isClosed);
  expect(received(raw)).toMatch(/\["one.*\["bye.*\{"type":"end","code":7\}/s);
  expect(await served.ended).toBe(7);
});

it.each(['wheel.png', 'a.md'])('shows a file without a terminal: %s', async (name) => {
  const folder = await folderOf({ 'a.md': '# Heading' });
  const isPicture = name.endsWith('.png');
  const served = await serve(isPicture ? join('examples', 'pictures', name) : join(folder, name), {
    flags: isPicture ? ['view'] : [],
  });
  const client = await served.client();
  await client.until(isPicture ? 'zoom' : 'Heading');
  client.press('q');
  expect(await served.ended).toBe(0);
});

it('has no role that sends input where that is not allowed', async () => {
  const folder = await folderOf({ 'app.tui': '<text>still</text>' });
  const served = await serve(`${folder}/app.tui`, { allowInput: false });
  expect(served.drive).toBe('');
  const client = await served.client();
  await client.until('still');
  expect(client.role).toBe('view');
  await served.stop();
});

describe('what cannot be served', () => {
  it.each([
    [['--server-host=0.0.0.0'], 2, 'other machines can reach "0.0.0.0"'],
    [['--server-host=192.0.2.1'], 2, 'other machines can reach "192.0.2.1"'],
    [['--server-host='], 2, '--server-host'],
    [
      [
        '--server-allow-input',
        '--server-token=the-same-for-both',
        '--server-view-token=the-same-for-both',
      ],
      2,
      'server.token and server.viewToken are the same',
    ],
    [['--server-token=short'], 2, 'expected a string of at least 16 characters'],
  ])('%s ends with %i', async (flags, code, words) => {
    const folder = await folderOf({ 'app.tui': '<text>x</text>' });
    const result = await tui([
      '--no-config',
      '--headless',
      '--server-port=0',
      ...flags,
      `${folder}/app.tui`,
    ]);
    expect(result.stderr).toContain(words);
    expect(result.stderr).not.toContain('short');
    expect(result.code).toBe(code);
  });

  it('one frame, which a warning or an error states', async () => {
    const folder = await folderOf({ 'app.tui': '<text>x</text>', 'a.md': 'x' });
    const app = await tui(['--no-config', '--server-port=0', `${folder}/app.tui`]);
    expect(app).toMatchObject({ code: 0, stdout: 'x\n' });
    expect(app.stderr).toContain('warning no-effect: --server-port: there is no server for one');
    expect(app.stderr).toContain('add --headless');
    const text = await tui(['--no-config', '--server-port=0', `${folder}/a.md`]);
    expect(text.stderr).toContain('warning no-effect: --server-port: there is no server for one');
    const image = join('examples', 'pictures', 'wheel.png');
    for (const flags of [[], ['--format=svg']]) {
      const seen = await tui(['view', '--no-config', '--server-port=0', ...flags, image]);
      expect(seen.stderr).toContain('warning no-effect: --server-port: there is no server for one');
      expect(seen.code).toBe(0);
    }
    const picture = await tui(['snapshot', '--no-config', '--server-port=0', `${folder}/app.tui`]);
    expect(picture).toMatchObject({ code: 2, stdout: '' });
    expect(picture.stderr).toContain('error usage: --server-port: a snapshot is one frame');
    // In settings it is for apps that run.
    const env = { TUI_SERVER_PORT: '0' };
    for (const call of [
      [`${folder}/app.tui`],
      ['snapshot', `${folder}/app.tui`],
      ['view', image],
    ]) {
      const quiet = await tui(call, { env: { ...env, TUI_CONFIG: '/dev/null' } });
      expect(quiet).toMatchObject({ code: 0, stderr: '' });
    }
  });

  it("an address with a name that is new in each run on a port of one's own, and one without a token", async () => {
    const folder = await folderOf({ 'app.tui': '<text>x</text>' });
    const free = await serve(`${folder}/app.tui`);
    const { port, hostname } = new URL(free.drive);
    expect([hostname, free.stderr()]).toEqual(['127.0.0.1', expect.not.stringContaining('name')]);
    await free.stop();
    const one = await serve(`${folder}/app.tui`, { port: Number(port) });
    const { host } = new URL(one.drive);
    await one.client();
    expect(host).toMatch(/^[0-9a-f]{12}\.localhost:\d+$/);
    expect(new URL(one.view).host).toBe(host);
    expect(one.stderr()).toContain(`open http://127.0.0.1:${port}/\n`);
    await one.stop();
    const other = await serve(`${folder}/app.tui`, { port: Number(port) });
    expect(new URL(other.drive).host).not.toBe(host);
    await other.stop();
  });

  it('a port that is taken', async () => {
    const folder = await folderOf({ 'app.tui': '<text>x</text>' });
    const served = await serve(`${folder}/app.tui`);
    const { port } = new URL(served.origin);
    const result = await tui([
      '--no-config',
      '--headless',
      `--server-port=${port}`,
      `${folder}/app.tui`,
    ]);
    expect(result.stderr).toContain(`port ${port} of 127.0.0.1 is in use`);
    expect(result.code).toBe(2);
    await served.stop();
  });
});

/** A client that acknowledges nothing by itself. */
async function rawClient({ drive, origin }: Served): Promise<RawWebSocket> {
  const { port } = new URL(origin);
  return await RawWebSocket.open(Number(port), new URL(drive).hash.slice(1));
}

function received(raw: RawWebSocket): string {
  return raw.received.toString('latin1');
}
