/**
 * Two documents from the web that import each other as text, and an address that leads to one or the other:
 * the files are the same, and what runs is not.
 * @ci
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fetchRemoteApp, type RemoteApp } from '../../../cli/sandbox/remote/remote.js';
import { stopCompiler } from '../../../runtime/script/esbuild.js';

const document = (name: string, other: string): string =>
  `<policy>{"permissions": {}}</policy><text>${name}</text>
  <script>import other from './${other}.tui'; $tui.title = '${name}' + other.length;</script>`;

let leadsTo = 'good';
const cache = mkdtempSync(join(tmpdir(), 'tui-redirected-'));
const server = createServer(({ url }, response) => {
  if (url === '/app.tui') response.writeHead(302, { location: `/${leadsTo}.tui` }).end();
  else response.end(url === '/good.tui' ? document('good', 'evil') : document('evil', 'good'));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  server.close();
  rmSync(cache, { recursive: true, force: true });
  await stopCompiler();
});

function get(): Promise<RemoteApp> {
  const { port } = server.address() as AddressInfo;
  return fetchRemoteApp(`http://127.0.0.1:${port}/app.tui`, { env: {}, home: cache });
}

it('is another app where the address leads to another document', async () => {
  const good = await get();
  leadsTo = 'evil';
  const evil = await get();
  // Without this the attack would have changed more than which of the files is the document.
  expect([...evil.content.files].sort()).toEqual([...good.content.files].sort());
  expect(evil.source.text).toContain('<text>evil</text>');
  expect(evil.hash).not.toBe(good.hash);
  leadsTo = 'good';
  expect((await get()).hash).toBe(good.hash);
});
