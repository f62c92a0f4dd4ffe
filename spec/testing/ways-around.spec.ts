/** `mount` applies the policy, and keeps its stubs, on the ways around `fetch` and the functions of `node:fs`, too. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mount, type MountOptions } from '../../cli/testing.js';

const folder = mkdtempSync(join(tmpdir(), 'tui-around-'));
const secret = join(folder, 'secret');
let hits = 0;
const server = createServer((socket) => {
  hits++;
  socket.on('error', () => undefined);
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\nreal');
});
/** Leads to the other one. */
const redirecting = createHttpServer((_, response) => {
  const way = `http://127.0.0.1:${port}/`;
  response.writeHead(302, { location: way }).end();
});
let port = 0;
beforeAll(async () => {
  writeFileSync(secret, 'SECRET');
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
  await new Promise<void>((done) => void redirecting.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.close();
  redirecting.close();
  rmSync(folder, { recursive: true });
});

const show = async (expression: string, options: MountOptions, policy = ''): Promise<string> => {
  const app = await mount(
    `${policy}<text id="t"/><script>
  import fs from 'node:fs';
  import net from 'node:net';
  import http from 'node:http';
  import https from 'node:https';
  import dns from 'node:dns';
  import { ChildProcess } from 'node:child_process';
  import { createRequire } from 'node:module';
  const [port, secret] = $tui.argv;
  let shown;
  try { shown = await (${expression}); } catch (error) { shown = error.code + ' ' + error.message; }
  $tui.getElementById('t').textContent = String(shown);
</script>`,
    { width: 200, height: 4, argv: [String(port), secret], ...options },
  );
  return app.text();
};

it.each([
  'globalThis.fetch(`http://127.0.0.1:${port}`).then((r) => r.text())',
  'global.globalThis.fetch(`http://127.0.0.1:${port}`).then((r) => r.text())',
  `new Promise((ok, no) =>
    new net.Socket().on('error', no).on('data', ok).connect(Number(port), '127.0.0.1'))`,
  `new Promise((ok, no) =>
    new http.ClientRequest({ host: '127.0.0.1', port }).on('error', no).on('response', ok).end())`,
  `new Promise((ok, no) =>
    new http.Agent().createConnection({ host: '127.0.0.1', port }).on('error', no).on('data', ok))`,
  `new Promise((ok, no) =>
    http.globalAgent.createConnection({ host: '127.0.0.1', port }).on('error', no).on('data', ok))`,
  `new Promise((ok, no) => new (class extends http.Agent {})()
    .createConnection({ host: '127.0.0.1', port }).on('error', no).on('data', ok))`,
  `new Promise((ok, no) =>
    new (process.getBuiltinModule('_http_client').ClientRequest)({ host: '127.0.0.1', port })
      .on('error', no).on('response', ok).end())`,
])('no network: %s', async (expression) => {
  const before = hits;
  expect(await show(expression, {})).toContain('not-permitted');
  expect(hits).toBe(before);
  expect(await show(expression, { permissions: 'all' })).not.toContain('not-permitted');
  expect(hits).toBe(before + 1);
});

it.each([
  'http.createServer().listen(0).close()',
  'new http.Server().listen(0).close()',
  'new net.Server().listen(0).close()',
  "new Promise((ok) => dns.lookup('localhost', ok))",
  "dns.promises.lookup('localhost')",
  "new dns.Resolver().resolve('localhost', () => {})",
  'new https.Agent().createConnection({ host: "127.0.0.1", port: 1 }).on("error", () => {})',
])('no sockets and names: %s', async (expression) => {
  expect(await show(expression, {})).toContain('not-permitted');
  expect(await show(expression, { permissions: 'all' })).not.toContain('not-permitted');
});

it('judges each address of a redirect before it is requested', async () => {
  const { port: start } = redirecting.address() as AddressInfo;
  const grant = (...ports: readonly number[]): string =>
    `<policy>${JSON.stringify({ permissions: { net: ports.map((each) => `127.0.0.1:${each}`) } })}</policy>`;
  const text = (init = ''): string =>
    `fetch('http://127.0.0.1:${start}/'${init}).then(async (r) => [r.redirected, r.url, r.status, await r.text()].join(' '))`;
  const before = hits;
  const denied = await show(text(), {}, grant(start));
  expect(denied).toContain(`not-permitted connecting to 127.0.0.1:${port}`);
  expect(await show(text(", { redirect: 'manual' }"), {}, grant(start))).toContain(' 302');
  const asRequest = `fetch(new Request('http://127.0.0.1:${start}/', { method: 'POST', body: 'x' }))`;
  expect(await show(asRequest, {}, grant(start))).toContain('not-permitted');
  expect(hits).toBe(before);
  expect(await show(text(), {}, grant(start, port))).toBe(
    `true http://127.0.0.1:${port}/ 200 real`,
  );
  expect(hits).toBe(before + 1);
});

/** What no policy grants: code of the test's own, or the system's. */
it.each([
  "new (process.getBuiltinModule('worker_threads').Worker)('0', { eval: true }).terminate()",
  "typeof process.binding('constants')",
  'process._getActiveHandles()',
  "process.dlopen({ exports: {} }, '/tmp/none.node')",
  'process.kill(process.ppid, 0)',
  "process.getBuiltinModule('os').setPriority(process.ppid, process.getBuiltinModule('os').getPriority(process.ppid))",
  "process.getBuiltinModule('vm').runInThisContext('process').pid",
  "new (process.getBuiltinModule('vm').Script)('process').runInThisContext().pid",
  "process.getBuiltinModule('vm').compileFunction('return process')().pid",
  "new (process.getBuiltinModule('inspector').Session)().connect()",
  "process.getBuiltinModule('inspector').url()",
  "process.getBuiltinModule('module').register('data:text/javascript,')",
  "process.getBuiltinModule('module')._load('fs').existsSync('/')",
  "new (process.getBuiltinModule('module').Module)('x').require('fs').existsSync('/')",
  "process.getBuiltinModule('v8').setFlagsFromString('--stack-size=984')",
  "process.getBuiltinModule('trace_events').createTracing({ categories: ['v8'] })",
  "new (process.getBuiltinModule('wasi').WASI)({ version: 'preview1' })",
  "new ChildProcess().spawn({ file: '/bin/true', args: ['/bin/true'] })",
  "process.getBuiltinModule('cluster').setupPrimary({})",
])('not for apps: %s', async (expression) => {
  expect(await show(expression, {})).toContain('not-permitted');
  expect(await show(expression, { permissions: 'all' })).not.toContain('not-permitted');
});

it('has no modules of the test', async () => {
  const required = "createRequire('/tmp/x.js')";
  expect(await show(`[process.mainModule, ${required}.main].join()`, {})).toBe(',');
  expect(await show(`Object.keys(${required}.cache).length`, {})).toBe('0');
});

it('keeps what is harmless of those modules', async () => {
  const expression = `[
    net.isIP('::1'), new net.Socket() instanceof net.Socket, new http.Agent({ keepAlive: true }).keepAlive,
    http.STATUS_CODES[404], process.getBuiltinModule('vm').runInNewContext('1 + 1'),
    new (process.getBuiltinModule('vm').Script)('2').runInNewContext(), process.kill(process.pid, 0),
    new (process.getBuiltinModule('events'))() instanceof process.getBuiltinModule('events'),
    process.getBuiltinModule('worker_threads').isMainThread, createRequire('/tmp/x.js').resolve('fs'),
  ].join()`;
  expect(await show(expression, {})).toBe('6,true,true,Not Found,2,2,true,true,true,fs');
});

it('asks the stub, also as globalThis.fetch', async () => {
  const before = hits;
  const options: MountOptions = { permissions: 'all', fetch: () => new Response('stub') };
  const text = 'globalThis.fetch(`http://127.0.0.1:${port}`).then((r) => r.text())';
  expect([await show(text, options), hits]).toEqual(['stub', before]);
});

it.each([
  "createRequire('/tmp/x.js')('fs').readFileSync(secret, 'utf8')",
  "new Promise((ok, no) => new fs.ReadStream(secret).on('error', no).on('data', ok))",
  'globalThis.process.getBuiltinModule("fs").readFileSync(secret, "utf8")',
  "(process.chdir(secret.replace('/secret', '')), fs.readFileSync('secret', 'utf8'))",
  "fs.readFileSync((process.chdir('/'), '.' + secret), 'utf8')",
])('no files: %s', async (expression) => {
  expect(await show(expression, {})).toContain('not-permitted');
  expect(await show(expression, { permissions: 'all' })).toBe('SECRET');
  expect(await show(expression, { permissions: 'all', files: { [secret]: 'stub' } })).toBe('stub');
});

it.each([
  `createRequire('/tmp/x.js')(secret + '.json').secret`,
  `(process.loadEnvFile(secret + '.env'), process.env.SECRET)`,
])('no files by other names: %s', async (expression) => {
  writeFileSync(`${secret}.json`, '{ "secret": "real" }');
  writeFileSync(`${secret}.env`, 'SECRET=real');
  expect(await show(expression, {})).toContain('not-permitted');
  expect(await show(expression, { permissions: 'all' })).toBe('real');
  expect(process.env['SECRET']).toBeUndefined();
});

it.each([
  'process.report.writeReport(file)',
  "process.getBuiltinModule('v8').writeHeapSnapshot(file)",
])('no file is written: %s', async (expression) => {
  const file = join(folder, `written-${expression.slice(-20, -6)}`);
  const written = expression.replace('file', JSON.stringify(file));
  expect(await show(written, {})).toContain('not-permitted');
  expect(existsSync(file)).toBe(false);
  if (expression.includes('report')) {
    await show(written, { permissions: 'all' });
    expect(existsSync(file)).toBe(true);
  }
});

const HAS_GLOB = 'globSync' in process.getBuiltinModule('node:fs');
(HAS_GLOB ? it : it.skip).each([
  ['fs.globSync(pattern, options)'],
  ['new Promise((ok, no) => fs.glob(pattern, options, (e, found) => (e ? no(e) : ok(found))))'],
  [
    '(async () => { const all = []; for await (const e of fs.promises.glob(pattern, options)) all.push(e); return all; })()',
  ],
])('no names of files: %s', async (call) => {
  const own = join(folder, 'globbed');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'mine'), '');
  const policy = `<policy>${JSON.stringify({ permissions: { read: [own] } })}</policy>`;
  const cases = [
    [`${folder}/s*`, '{}', ['secret']],
    ['s*', `{ cwd: '${folder}' }`, ['secret']],
    [`../s*`, `{ cwd: '${own}' }`, ['secret']],
    [`${folder}/s*`, '{ withFileTypes: true }', ['secret']],
    [`${own}/m*`, '{}', ['mine']],
    ['m*', `{ cwd: '${own}', withFileTypes: true }`, ['mine']],
  ] as const;
  for (const [pattern, options, names] of cases) {
    const expression = `(async (pattern, options) => (await ${call}).map((e) => e.name ?? e.split('/').at(-1)).sort())(${JSON.stringify(pattern)}, ${options})`;
    const isOwn = names[0] === 'mine';
    expect(await show(expression, {}, policy)).toBe(isOwn ? 'mine' : '');
    expect(await show(expression, { permissions: 'all' })).toContain(names[0]);
    const files = { [join(own, 'mistake')]: '', [join(folder, 'stubbed')]: '' };
    expect(await show(expression, { permissions: 'all', files })).toBe(
      isOwn ? 'mistake' : 'stubbed',
    );
  }
  const files = { [join(own, 'mistake')]: '' };
  const climb = `(async (pattern, options) => await ${call})('${'../'.repeat(30)}${secret.slice(1)}', { cwd: '${own}' })`;
  expect(await show(climb, { permissions: 'all', files })).toBe('');
  const where = `(async (pattern, options) => (await ${call}).map((e) => e.parentPath + '/' + e.name))('${own}/*', { withFileTypes: true })`;
  expect(await show(where, { permissions: 'all', files })).toBe(join(own, 'mistake'));
});

it('stops watching files of the test', async () => {
  const own = join(folder, 'own');
  const files = { [join(own, 'a')]: '' };
  const path = JSON.stringify(join(own, 'a'));
  const policy = `<policy>${JSON.stringify({ permissions: { read: [own] } })}</policy>`;
  const expression = `(() => {
    const watcher = fs.watchFile(${path}, () => {}); fs.unwatchFile(${path});
    return watcher.listenerCount('change');
  })()`;
  expect(await show(expression, { files }, policy)).toBe('0');
  expect(await show('fs.unwatchFile(secret)', {})).toContain('not-permitted');
});

const HAS_SQLITE = process.getBuiltinModule('node:sqlite') !== undefined;
(HAS_SQLITE ? it : it.skip)('opens databases by the policy', async () => {
  const open = (path: string): string =>
    `new (process.getBuiltinModule('node:sqlite').DatabaseSync)(${JSON.stringify(path)}).exec('create table t (a)')`;
  const path = join(folder, 'data.db');
  expect(await show(open(path), {})).toContain('not-permitted');
  expect(await show(open(path), { permissions: 'all', files: {} })).not.toContain('not-permitted');
  expect(existsSync(path)).toBe(false);
  expect(await show(open(':memory:'), {})).toBe('undefined');
});

it('keeps links among the files of the test', async () => {
  const own = join(folder, 'own');
  const grants = JSON.stringify({ permissions: { read: [own], write: [own] } });
  const policy = `<policy>${grants}</policy>`;
  const files = { [join(own, 'a')]: 'text of a' };
  const linked = (target: string): string =>
    `(fs.symlinkSync(${target}, '${own}/l'), fs.readFileSync('${own}/l', 'utf8'))`;
  expect(await show(linked('"a"'), { files }, policy)).toBe('text of a');
  expect(await show(linked('secret'), { files }, policy)).toContain('ENOENT');
  expect(await show(linked('"/..".repeat(30) + secret'), { files }, policy)).toContain('ENOENT');
  expect(await show(linked('"../".repeat(30) + secret'), { files }, policy)).toContain('ENOENT');
  const write = `(fs.symlinkSync('${folder}', '${own}/d'), fs.writeFileSync('${own}/d/new', ''))`;
  await show(write, { files }, policy);
  expect(existsSync(join(folder, 'new'))).toBe(false);
});
