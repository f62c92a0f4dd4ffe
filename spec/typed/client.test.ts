/** `tui-runtime/client`: a program that watches and drives a running app. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClientError, connect, type AccessibleItem, type Client } from 'tui-runtime/client';

const installed = dirname(createRequire(import.meta.url).resolve('tui-runtime/package.json'));
let app: ChildProcess;
let address = '';

beforeAll(async () => {
  const args = ['--no-config', '--headless', '--server-port=0', '--server-allow-input'];
  const file = join(import.meta.dirname, 'plain.tui');
  const command = join(installed, 'dist/cli/main.cjs');
  const child = spawn(process.execPath, [command, ...args, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  app = child;
  let printed = '';
  for await (const text of child.stderr.setEncoding('utf8')) {
    printed += String(text);
    address = /drive the app at (\S+)\n/.exec(printed)?.[1] ?? '';
    if (address !== '') return;
  }
  throw new Error(printed);
});
afterAll(() => void app.kill());

describe('connect', () => {
  it('shows the app, and sends it input', async () => {
    const client: Client = await connect(address, { tree: true });
    await client.until('Agree');
    const box: AccessibleItem = await client.find('checkbox');
    client.act(box, { type: 'press' });
    await client.until(({ tree }) => tree.some(({ checked }) => checked === true));
    const { role, width }: { readonly role: 'view' | 'drive'; readonly width: number } = client;
    expect([role, width > 0, client.text.includes('Agree')]).toEqual(['drive', true, true]);
    client.close();
  });

  it('fails with an error of its own', async () => {
    const failure: unknown = await connect(`${address.slice(0, -4)}zzzz`).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ClientError);
    const { code }: { readonly code?: number | undefined } = failure as ClientError;
    expect(typeof code).toMatch(/number|undefined/);
  });
});

/** Compiled, never called. */
export function wrong(client: Client, item: AccessibleItem): void {
  // @ts-expect-error: an address is a text.
  void connect(8080);
  // @ts-expect-error: an action is an object.
  client.act(item, 'knock');
  // @ts-expect-error: there is no such role.
  item.role = 'knocker';
  // @ts-expect-error: a size is two numbers.
  client.resize(80);
}
