/**
 * A sandboxed app's `fetch` against Node's own, by fetch's web platform tests: what Node passes, an app
 * passes. In every Node that is named, since each brings another undici.
 *
 *   TUI_WPT=/path/to/wpt TUI_NODE=/path/to/node24:/path/to/node26 npm test -- spec/sandbox/fetch-wpt.spec.ts
 *
 * `TUI_WPT` is a checkout of web-platform-tests/wpt with `fetch/api`, `common` and `resources`; without it
 * the spec is skipped. `TUI_NODE` adds Nodes to the one that runs the specs.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bundle } from '../support/pty.js';
import { serveWpt, type WptServer } from '../support/wpt-server.js';

const root = process.env['TUI_WPT'] ?? '';
const folder = join(root, 'fetch/api');
const isThere = root !== '' && existsSync(folder);

/** Of `fetch/api`: left out, and why. */
const EXCLUDED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(cors|credentials|policies|crashtests)\//, 'a browser with origins, cookies and documents'],
  [/\.h2\.any\.js$/, 'HTTP/2: the launcher speaks HTTP/1.1'],
  [/^idl|idlharness/, 'interfaces of a browser'],
  [
    /keepalive|referrer|mode-same-origin|redirect-(origin|back)/,
    'a document that requests come from',
  ],
  [/request-bad-port|request-cache|conditional-get/, "a browser's ports and cache"],
  [/http-response-code|network-partition/, 'a server that counts connections'],
];

const tests = isThere
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.any.js'))
      .filter((name) => !EXCLUDED.some(([pattern]) => pattern.test(name)))
      .sort()
  : [];
const nodes = [
  process.execPath,
  ...(process.env['TUI_NODE'] ?? '').split(delimiter).filter((path) => path !== ''),
];

type Verdicts = Readonly<Record<string, number>>;
const PASS = 0;

let server: WptServer;
let program: ReturnType<typeof bundle>;
beforeAll(async () => {
  if (!isThere) return;
  server = await serveWpt(root);
  program = bundle('spec/support/wpt-main.ts');
});
afterAll(async () => {
  await server?.close();
  program?.remove();
});

async function run(node: string, name: string, isBrokered: boolean): Promise<Verdicts> {
  const task = {
    root,
    port: server.port,
    isBrokered,
    file: relative(root, join(folder, name)),
  };
  const { stdout } = await promisify(execFile)(node, [program.file, JSON.stringify(task)], {
    timeout: 60_000,
  });
  return JSON.parse(/^RESULT (.*)$/m.exec(stdout)?.[1] ?? '{}') as Verdicts;
}

const passed = (verdicts: Verdicts): string[] =>
  Object.keys(verdicts).filter((name) => verdicts[name] === PASS);

(isThere ? describe : describe.skip).each(nodes)("fetch's web platform tests in %s", (node) => {
  it.each(tests.length > 0 ? tests : ['none'])('%s', async (name) => {
    const [own, app] = await Promise.all([run(node, name, false), run(node, name, true)]);
    expect(Object.keys(app).length).toBeGreaterThan(0);
    expect(Object.keys(app).sort()).toEqual(Object.keys(own).sort());
    const missing = passed(own).filter((each) => app[each] !== PASS);
    expect(missing).toEqual([]);
  });
});
