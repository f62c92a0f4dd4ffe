/**
 * Runs one of fetch's web platform tests (a `.any.js`) in this process, with Node's own `fetch` or with a
 * sandboxed app's, and writes what became of each of its tests, as JSON. Made for any Node: see
 * spec/sandbox/fetch-wpt.spec.ts.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import { brokered } from './brokered.js';

interface Task {
  readonly root: string;
  /** Below the root. */
  readonly file: string;
  readonly port: number;
  readonly isBrokered: boolean;
}

interface Harness {
  add_completion_callback(done: (tests: { name: string; status: number }[]) => void): void;
}

const { root, file, port, isBrokered } = JSON.parse(process.argv[2] ?? '') as Task;
const base = new URL(`http://localhost:${port}/${file}`);
const scope = globalThis as unknown as Record<string | symbol, unknown>;
scope['self'] = globalThis;
scope['location'] = base;
scope['GLOBAL'] = { isWindow: () => false, isWorker: () => true, isShadowRealm: () => false };
// What undici's relative addresses count from.
scope[Symbol.for('undici.globalOrigin.1')] = base;

/** A script with what wptserve puts into it. */
function load(path: string): void {
  const text = readFileSync(path, 'utf8')
    .replaceAll('{{host}}', 'localhost')
    .replace(/\{\{ports\[\w+\]\[\d\]\}\}/g, String(port))
    .replace(/\{\{[^}]*\}\}/g, '');
  runInThisContext(text, { filename: path });
}

async function main(): Promise<void> {
  if (isBrokered) {
    const app = await brokered([`--allow-net=localhost:${port},127.0.0.1:${port}`]);
    globalThis.fetch = app.fetch;
  }
  load(join(root, 'resources/testharness.js'));
  const done = new Promise<Record<string, number>>((report) => {
    (globalThis as unknown as Harness).add_completion_callback((tests) =>
      report(Object.fromEntries(tests.map(({ name, status }) => [name, status]))),
    );
  });
  const test = join(root, file);
  for (const [, script = ''] of readFileSync(test, 'utf8').matchAll(/^\/\/ META: script=(.*)$/gm)) {
    load(script.startsWith('/') ? join(root, script) : resolve(dirname(test), script));
  }
  load(test);
  process.stdout.write(`RESULT ${JSON.stringify(await done)}\n`, () => process.exit(0));
}

// A test's own: it has a verdict by then.
process.on('unhandledRejection', () => undefined);
void main();
