/** `mount` applies the app's policy, and has stubs for the network, programs, files and time. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { mount, type FetchStub, type RunStub } from '../../cli/testing.js';

const folder = mkdtempSync(join(tmpdir(), 'tui-host-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** An app that shows what an expression resolves to, or why it does not. */
const shows = (expression: string, policy = ''): string => `${policy}<text id="t"/>
<script>
  import { readFile, writeFile, readdir, mkdir } from 'node:fs/promises';
  import fs from 'node:fs';
  import { spawn } from 'node:child_process';
  import timers from 'node:timers/promises';
  let shown;
  try { shown = await (${expression}); } catch (error) { shown = error.code + ' ' + error.message; }
  $tui.getElementById('t').textContent = typeof shown === 'string' ? shown : JSON.stringify(shown);
</script>`;
const grants = (permissions: object): string =>
  `<policy>${JSON.stringify({ permissions })}</policy>`;
const SIZE = { width: 200, height: 3 };

describe('the policy', () => {
  it.each([
    ['readFile("/etc/hostname", "utf8")', 'reading /etc/hostname is not permitted'],
    ['fs.readFileSync("/etc/hostname", "utf8")', 'reading /etc/hostname is not permitted'],
    ['writeFile("/tmp/tui-no", "")', 'writing /tmp/tui-no is not permitted'],
    ['fs.createWriteStream("/tmp/tui-no")', 'writing /tmp/tui-no is not permitted'],
    ['fs.openSync("/tmp/tui-no", "a")', 'writing /tmp/tui-no is not permitted'],
    [
      'new Promise((_, no) => fs.readFile("/etc/hostname", (error) => no(error ?? new Error())))',
      'reading /etc/hostname',
    ],
    ['$tui.run("echo", ["hi"])', 'running echo hi is not permitted'],
    ['spawn("echo", ["hi"])', 'running echo hi is not permitted'],
    ['fetch("http://localhost:1/a")', 'connecting to localhost:1 is not permitted'],
    ['process.getBuiltinModule("fs").readFileSync("/etc/hostname")', 'reading /etc/hostname'],
    ['import(["node", "fs"].join(":")).then((m) => m.readFileSync("/etc/hostname"))', 'reading'],
  ])('%s', async (expression, message) => {
    const app = await mount(shows(expression), SIZE);
    expect(app.text()).toContain('not-permitted');
    expect(app.text()).toContain(message);
    const all = await mount(shows(expression), { ...SIZE, permissions: 'all' });
    expect(all.text()).not.toContain('not-permitted');
  });

  it('grants what it grants', async () => {
    const file = join(folder, 'granted.txt');
    writeFileSync(file, 'content');
    const read = await mount(
      shows(`readFile(${JSON.stringify(file)}, 'utf8')`, grants({ read: [file] })),
    );
    expect(read.text()).toBe('content');
    const run = await mount(shows('$tui.run("echo", ["hi"])', grants({ run: ['echo'] })), SIZE);
    expect(run.text()).toContain('"stdout":"hi\\n"');
    const server = createServer((_, response) => response.end('served')).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const text = `fetch("http://${host}/").then((r) => r.text())`;
    const app = await mount(shows(text, grants({ net: [host] })));
    server.close();
    expect(app.text()).toBe('served');
    const denied = await mount(shows(text, grants({ net: [host] })), {
      permissions: ['--deny-net'],
    });
    expect(denied.text()).toContain('not-permitted');
  });

  it('lets an app read its own folder, and import from nowhere else', async () => {
    writeFileSync(join(folder, 'data.txt'), 'own');
    const file = join(folder, 'own.tui');
    writeFileSync(file, shows('readFile($tui.dirname + "/data.txt", "utf8")'));
    expect((await mount({ file })).text()).toBe('own');
    const other = mkdtempSync(join(tmpdir(), 'tui-other-'));
    writeFileSync(join(other, 'a.ts'), 'export const a = 1;');
    writeFileSync(file, `<script>import { a } from '${other}/a.ts'; console.log(a);</script>`);
    await expect(mount({ file })).rejects.toThrow('script-import');
    expect((await mount({ file }, { permissions: 'all' })).log).toHaveLength(1);
    rmSync(other, { recursive: true });
  });

  it('answers questions, and decides on variables and the clipboard', async () => {
    const query = `Promise.all(['a.test', 'b.test'].map((h) => $tui.permissions.query('net', h)))`;
    expect((await mount(shows(query, grants({ net: ['a.test'] })))).text()).toBe(
      '["granted","denied"]',
    );
    const env = { A: '1', B: '2' };
    const variables = 'JSON.stringify([process.env.A, process.env.B])';
    const some = await mount(shows(variables, grants({ env: ['A'] })), { env });
    expect(some.text()).toBe('["1",null]');
    const copy = `$tui.copyToClipboard('x')`;
    expect((await mount(shows(copy))).clipboard).toBe('x');
    const denied = await mount(shows(copy), { permissions: ['--deny-clipboard'] });
    expect([denied.text().slice(0, 13), denied.clipboard]).toEqual(['not-permitted', '']);
  });

  it('reports a policy that is wrong', async () => {
    await expect(mount(`<policy>{"permissions": {"net": 5}}</policy>`)).rejects.toThrow(
      'bad-permission',
    );
    await expect(mount('<text/>', { permissions: ['--allow-nte'] })).rejects.toThrow('--allow-nte');
  });
});

describe('stubs', () => {
  it('answer requests in the place of the network, which the policy still decides on', async () => {
    const stub = jest.fn<FetchStub>(() => Response.json({ title: 'News' }));
    const text = 'fetch("https://news.test/1", { method: "POST" }).then((r) => r.json())';
    const app = await mount(shows(text, grants({ net: ['news.test'] })), { fetch: stub });
    expect(app.text()).toBe('{"title":"News"}');
    expect(stub).toHaveBeenCalledWith('https://news.test/1', { method: 'POST' });
    const denied = await mount(shows(text), { fetch: stub });
    expect([denied.text().slice(0, 13), stub.mock.calls.length]).toEqual(['not-permitted', 1]);
  });

  it('run in the place of programs, installed or not', async () => {
    const stub = jest.fn<RunStub>((_, [command]) =>
      command === 'log' ? 'one\ntwo' : { code: 1, stderr: 'no' },
    );
    const policy = grants({ run: ['no-such-program log', 'no-such-program push'] });
    const run = (command: string): string => `$tui.run('no-such-program', ['${command}'])`;
    const log = await mount(shows(run('log'), policy), { ...SIZE, run: stub });
    expect(JSON.parse(log.text())).toEqual({
      code: 0,
      signal: null,
      stdout: 'one\ntwo',
      stderr: '',
    });
    const push = await mount(shows(run('push'), policy), { ...SIZE, run: stub });
    expect(JSON.parse(push.text())).toEqual({ code: 1, signal: null, stdout: '', stderr: 'no' });
    const rm = await mount(shows(run('rm'), policy), { ...SIZE, run: stub });
    expect([rm.text().slice(0, 13), stub.mock.calls.length]).toEqual(['not-permitted', 2]);
    expect(stub.mock.calls[0]?.slice(0, 2)).toEqual(['no-such-program', ['log']]);
  });

  it('are the files of the app, and keep what it writes', async () => {
    const files = { 'notes/a.md': '# A', '/etc/hostname': 'made up\n' };
    const text = `(async () => [
      fs.readFileSync('/etc/hostname', 'utf8'), await readdir('notes'), fs.existsSync('/etc/passwd'),
      await mkdir('new/deep', { recursive: true }), await writeFile('new/deep/b.md', 'B'),
      fs.realpathSync('notes'), await readFile('/gone').catch((e) => e.message)])()`;
    const policy = grants({ read: ['/'], write: ['cwd'] });
    const app = await mount(shows(text, policy), { files, width: 200, height: 5 });
    const cwd = process.cwd();
    expect(JSON.parse(app.text())).toEqual([
      'made up\n',
      ['a.md'],
      false,
      join(cwd, 'new'),
      null,
      join(cwd, 'notes'),
      "ENOENT: no such file or directory, open '/gone'",
    ]);
    expect([app.readFile('new/deep/b.md'), app.readFile('new/c.md')]).toEqual(['B', undefined]);
    expect(() => readFileSync('new/deep/b.md')).toThrow('ENOENT');
    app.unmount();
    expect(app.readFile('new/deep/b.md')).toBeUndefined();
  });

  it("of time are those of Node's modules, too", async () => {
    const app = await mount(
      `<text id="t">waits</text><script>
         import { setTimeout as sleep } from 'node:timers/promises';
         sleep(3_600_000, 'slept').then((value) => { $tui.getElementById('t').textContent = value; });
       </script>`,
    );
    expect(app.text()).toBe('waits');
    await app.advance(3_600_000);
    expect(app.text()).toBe('slept');
  });
});
