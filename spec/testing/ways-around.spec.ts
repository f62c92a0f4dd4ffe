/** `mount` applies the policy, and keeps its stubs, on the ways around `fetch` and the functions of `node:fs`, too. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\nreal');
});
let port = 0;
beforeAll(async () => {
  writeFileSync(secret, 'SECRET');
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const show = async (expression: string, options: MountOptions, policy = ''): Promise<string> => {
  const app = await mount(
    `${policy}<text id="t"/><script>
  import fs from 'node:fs';
  import net from 'node:net';
  import http from 'node:http';
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
])('no network: %s', async (expression) => {
  const before = hits;
  expect(await show(expression, {})).toContain('not-permitted');
  expect(hits).toBe(before);
  expect(await show(expression, { permissions: 'all' })).not.toContain('not-permitted');
  expect(hits).toBe(before + 1);
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
])('no files: %s', async (expression) => {
  expect(await show(expression, {})).toContain('not-permitted');
  expect(await show(expression, { permissions: 'all' })).toBe('SECRET');
  expect(await show(expression, { permissions: 'all', files: { [secret]: 'stub' } })).toBe('stub');
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
