import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readPermissionFlags } from '../../cli/sandbox/policy/flags.js';
import {
  checkEnforced,
  fetchRemoteApp,
  type RemoteApp,
  type RemoteOptions,
} from '../../cli/sandbox/remote/remote.js';
import { remoteUrl } from '../../cli/sandbox/remote/fetch.js';
import { blocksIn } from '../../cli/documents/script-blocks.js';
import { compileScripts } from '../../runtime/script/compile.js';
import { stopCompiler } from '../../runtime/script/esbuild.js';

type Page = string | Buffer | ((request: IncomingMessage, response: ServerResponse) => void);
let pages: Record<string, Page> = {};
const requests: string[] = [];
const servers: Server[] = [];
let [origin, other, cache] = ['', '', ''];

function serve(): Promise<string> {
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    const page = pages[request.url ?? ''];
    if (typeof page === 'function') page(request, response);
    else if (page === undefined) response.writeHead(404).end();
    else response.end(page);
  });
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}
beforeAll(async () => {
  origin = await serve();
  other = await serve();
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await stopCompiler();
});
beforeEach(() => {
  pages = {};
  requests.length = 0;
  cache = mkdtempSync(join(tmpdir(), 'tui-remote-'));
});
afterEach(() => rmSync(cache, { recursive: true, force: true }));

const POLICY = '<policy>{"permissions": {}}</policy>';
const script = (code: string): string => `${POLICY}<script>${code}</script>`;

function get(
  path = '/a/app.tui',
  options: Partial<RemoteOptions> & { flagsText?: string[] } = {},
): Promise<RemoteApp> {
  const flags = readPermissionFlags(options.flagsText ?? []);
  return fetchRemoteApp(path.startsWith('http') ? path : origin + path, {
    env: { XDG_CACHE_HOME: cache },
    home: cache,
    flags,
    ...options,
  });
}
async function error(path?: string, options?: Parameters<typeof get>[1]): Promise<string> {
  try {
    await get(path, options);
    return 'fetched';
  } catch (error) {
    return (error as Error).message.replaceAll(origin, '').replaceAll(other, 'OTHER');
  }
}

/** Path of the copy that an import of the document means. */
async function imported(app: RemoteApp, specifier: string): Promise<string | undefined> {
  const found = await app.imports.resolve({ specifier, importer: undefined, kind: 'import' });
  return 'path' in found ? found.path : undefined;
}
async function textOf(app: RemoteApp, path: string): Promise<string | undefined> {
  const loaded = await app.imports.load(path);
  return loaded === undefined || 'reason' in loaded
    ? undefined
    : Buffer.from(loaded.bytes).toString();
}

describe('an app from the web', () => {
  it('comes with everything it imports, under one hash', async () => {
    pages = {
      '/a/app.tui': script(
        "import { b } from './lib/b.js'; import '/root.ts'; const c = () => import('./c.json'); export { b, c };",
      ),
      '/a/lib/b.js': "import text from '../note.md'; export const b = text;",
      '/a/note.md': 'a note',
      '/root.ts': 'export const typed: number = 1;',
      '/a/c.json': '{"c": 1}',
    };
    const app = await get();
    expect(app.url).toBe(`${origin}/a/app.tui`);
    expect(app.hash).toMatch(/^[0-9a-f]{64}$/);
    expect([...app.modules.keys()].map((url) => url.replace(origin, '')).sort()).toEqual(
      Object.keys(pages).sort(),
    );
    for (const [url, file] of app.modules)
      expect(readFileSync(file, 'utf8')).toBe(pages[url.replace(origin, '')]);
    expect(app.file.startsWith(join(cache, 'tui/remote', app.hash))).toBe(true);
    expect((await get()).hash).toBe(app.hash);

    const blocks = blocksIn(app.source);
    const compiled = await compileScripts(blocks, app.source, app.imports);
    expect(compiled.ok && compiled.script.code).toContain('a note');
    for (const changed of Object.keys(pages)) {
      const before = pages[changed];
      pages[changed] = `${String(before)}\n`;
      expect((await get()).hash).not.toBe(app.hash);
      pages[changed] = before ?? '';
    }
  });

  it('comes with its components: imported files, their styles and scripts', async () => {
    pages = {
      '/a/app.tui': `${POLICY}<import src="parts/card.tui"/><style src="look.css"></style><ui-card/>`,
      '/a/look.css': 'text { color: red }',
      '/a/parts/card.tui': `<import src="../badge.tui"/><template element="ui-card"><style src="card.css"></style>
        <ui-badge/><script src="card.ts"></script><script>import './own.js';</script></template>`,
      '/a/parts/card.css': ':host { color: blue }',
      '/a/parts/card.ts': "import '../more.js'; export const card: number = 1;",
      '/a/parts/own.js': 'export const own = 1;',
      '/a/more.js': 'export const more = 1;',
      '/a/badge.tui': '<template element="ui-badge"><text>badge</text></template>',
    };
    const app = await get();
    expect(
      Object.keys(pages).filter((path) => !requests.some((each) => each.endsWith(path))),
    ).toEqual([]);
    expect(app.parts.map(({ source }) => source.text).sort()).toEqual(
      ['/a/badge.tui', '/a/look.css', '/a/parts/card.css', '/a/parts/card.tui']
        .map((path) => pages[path])
        .sort(),
    );
    const compiled = await compileScripts(blocksIn(app.source, app.parts), app.source, app.imports);
    expect(compiled.ok).toBe(true);
    // What was approved is all of it.
    for (const changed of Object.keys(pages)) {
      const before = pages[changed];
      pages[changed] = `${String(before)}\n`;
      expect([changed, (await get()).hash]).not.toEqual([changed, app.hash]);
      pages[changed] = before ?? '';
    }
    expect((await get()).hash).toBe(app.hash);
  });

  it.each(['/etc/hostname', 'file:///etc/hostname', '@acme/cards/card.tui', 'OTHER/card.tui'])(
    'imports no components of this machine, of a package or of another origin: %s',
    async (address) => {
      const src = address.replace('OTHER', other);
      pages = { '/a/app.tui': `${POLICY}<import src="${src}"/>`, '/card.tui': '' };
      const found = await get().catch((reason: unknown) => reason);
      const texts =
        found instanceof Error
          ? []
          : (found as RemoteApp).parts.map((part) => [part.source.text, part.error !== undefined]);
      expect(texts.filter(([text, isError]) => text !== '' || isError !== true)).toEqual([]);
      expect(requests.filter((each) => each.startsWith(new URL(other).host))).toEqual([]);
    },
  );

  it('is compiled from what was fetched and from nothing else', async () => {
    pages = { '/a/app.tui': script("export * from './b.js'"), '/a/b.js': 'export const b = 1;' };
    const app = await get();
    expect(await imported(app, './b.js')).toBe(app.modules.get(`${origin}/a/b.js`));
    for (const specifier of [
      './c.js',
      '/etc/passwd',
      '../../../../etc/passwd',
      'file:///etc/passwd',
      'lodash',
      `${other}/x.js`,
    ])
      expect(await imported(app, specifier)).toBeUndefined();
    const copy = app.modules.get(`${origin}/a/b.js`) ?? '';
    writeFileSync(copy, 'export const b = "changed";');
    expect(await textOf(app, copy)).toBe('export const b = 1;');
    expect(await textOf(app, '/etc/passwd')).toBeUndefined();
    // A copy that was changed is written anew.
    await get();
    expect(readFileSync(copy, 'utf8')).toBe('export const b = 1;');
  });

  it('needs a policy', async () => {
    pages = { '/a/app.tui': '<text>hello</text>' };
    expect(await error()).toContain('error no-policy: an app from the web needs a <policy>');
  });

  it('imports nothing of this machine and nothing from elsewhere', async () => {
    for (const [specifier, message] of [
      ['lodash', 'cannot import packages or files of this machine'],
      ['file:///etc/passwd', 'cannot import packages or files of this machine'],
      [`${other}/x.js`, 'not-permitted: it imports from another origin'],
      ['//example.com/x.js', 'bad-address'],
      ['http://example.com/x.js', 'bad-address'],
      ['./missing.js', 'remote-status: the server responds with status 404'],
    ] as const) {
      pages = { '/a/app.tui': script(`import ${JSON.stringify(specifier)};`) };
      expect(await error()).toContain(message);
    }
    expect(readdirSync(cache)).toEqual([]);
    pages = { '/a/app.tui': `${POLICY}<script src="${other}/x.js"/>` };
    expect(await error()).toContain('run with --allow-net=');
  });

  it('imports from elsewhere where the user grants the host, and not where the policy does', async () => {
    const { host, port } = new URL(other);
    pages = {
      '/a/app.tui': `<policy>{"permissions": {"net": ["${host}"]}}</policy><script>import '${other}/x.js';</script>`,
      '/x.js': 'export const x = 1;',
    };
    expect(await error()).toContain('not-permitted');
    const app = await get(undefined, { flagsText: [`--allow-net=127.0.0.1:${port}`] });
    expect([...app.modules.keys()]).toContain(`${other}/x.js`);
    expect(
      await error(undefined, { flagsText: ['--allow-net=127.0.0.1', `--deny-net=${host}`] }),
    ).toContain('not-permitted');
  });

  it('leaves a fault in its text to the compiler', async () => {
    pages = { '/a/app.tui': script('const = ;') };
    const app = await get();
    const compiled = await compileScripts(blocksIn(app.source), app.source, app.imports);
    expect(compiled.ok).toBe(false);
  });

  it('follows redirects of its own origin only', async () => {
    const to =
      (location: string): Page =>
      (_, response) =>
        response.writeHead(302, { location }).end();
    pages = {
      '/a/app.tui': to('/b/app.tui'),
      '/b/app.tui': script("import './c.js'"),
      '/b/c.js': to('/d.js'),
      '/d.js': 'export {}',
    };
    const app = await get();
    expect(app.url).toBe(`${origin}/a/app.tui`);
    expect(app.modules.has(`${origin}/d.js`)).toBe(true);
    expect(await imported(app, './c.js')).toBe(app.modules.get(`${origin}/d.js`));
    requests.length = 0;
    pages['/b/c.js'] = to(`${other}/d.js`);
    expect(await error()).toContain('remote-redirect: it is redirected to another origin');
    expect(requests.some((each) => each.startsWith(new URL(other).host))).toBe(false);
    for (const location of [
      '/loop',
      'http://localhost:1/',
      'file:///etc/passwd',
      'https://127.0.0.1/',
    ]) {
      pages = { '/loop': to(location) };
      expect(await error('/loop')).toMatch(/remote-redirect|bad-address/);
    }
    pages = { '/none': (_, response) => response.writeHead(302).end() };
    expect(await error('/none')).toContain('the redirect has no target');
  });

  it('has limits', async () => {
    pages = {
      '/a/app.tui': script("import './b.js'; import './c.js'"),
      '/a/b.js': '//'.repeat(400),
      '/a/c.js': '//'.repeat(400),
    };
    expect(await error(undefined, { limits: { file: 700 } })).toContain(
      'too-large: it is larger than',
    );
    expect(await error(undefined, { limits: { total: 1200 } })).toContain(
      'too-large: the app is larger than',
    );
    expect(await error(undefined, { limits: { files: 2 } })).toContain('imports more than 2 files');
    pages = { '/endless': (_, response) => void response.write('x') };
    expect(await error('/endless', { limits: { time: 200 } })).toContain(
      'remote-timeout: it took longer than 0.2 s',
    );
    pages = { '/silent': () => undefined };
    expect(await error('/silent', { limits: { time: 200 } })).toContain('remote-timeout');
    pages = { '/nul': 'a\0b', '/latin': Buffer.from([0x3c, 0xe9]) };
    expect(await error('/nul')).toContain('not-text');
    expect(await error('/latin')).toContain('not-utf8');
    expect(await error('http://127.0.0.1:1/app.tui')).toContain(
      'remote-failed: it cannot be fetched (',
    );
  });

  it('sends nothing about the user', async () => {
    let headers: IncomingMessage['headers'] = {};
    pages = {
      '/a/app.tui': (request, response) => {
        headers = request.headers;
        response.end(POLICY);
      },
    };
    await get('/a/app.tui#part');
    expect(headers['user-agent']).toBe('tui');
    for (const name of ['cookie', 'authorization', 'referer', 'origin'])
      expect(headers[name]).toBeUndefined();
  });

  it('keeps addresses apart that would be one file', async () => {
    pages = {
      '/a/app.tui': script(
        "import './x.js'; import './x.js/y.js'; import './X.js'; import './q.js?1'; import './q.js?2'; import './%2e%2fz.js'",
      ),
      ...Object.fromEntries(
        ['/a/x.js', '/a/x.js/y.js', '/a/X.js', '/a/q.js?1', '/a/q.js?2', '/a/%2e%2fz.js'].map(
          (path) => [path, `export const p = ${JSON.stringify(path)};`],
        ),
      ),
    };
    const app = await get();
    const files = [...app.modules.values()];
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(Object.keys(pages).length);
    for (const file of files)
      expect(file.startsWith(join(cache, 'tui/remote', app.hash))).toBe(true);
  });
});

describe('the address of an app', () => {
  it.each([
    'https://example.com/a.tui',
    'http://localhost:8080/a',
    'http://127.0.0.1/a',
    'http://[::1]/a',
  ])('%s is taken', (text) => expect(remoteUrl(text).href).toBe(text));
  it.each([
    'http://example.com/a',
    'ftp://example.com',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://a.localhost/',
    'http://localhost.evil.org/',
    'no address',
  ])('%s is not', (text) => expect(() => remoteUrl(text)).toThrow('error bad-address'));
  it('has no password, and no message has it', () => {
    expect(() => remoteUrl('https://ada:secret@example.com/')).toThrow(
      'without a user and password',
    );
    try {
      remoteUrl('https://ada:secret@example.com/');
    } catch (error) {
      expect((error as Error).message).not.toContain('secret');
    }
  });
});

it('is refused where nothing limits its network, unless the user insists', () => {
  const tier = (letter: 'A' | 'B' | 'C'): Parameters<typeof checkEnforced>[0] => ({
    tier: letter,
    by: 'Node 20',
    levels: {
      read: 'node',
      write: 'node',
      net: letter === 'C' ? 'none' : 'node',
      run: 'node',
      env: 'node',
    },
  });
  const url = 'https://example.com/a.tui';
  expect(() => checkEnforced(tier('C'), readPermissionFlags([]), url)).toThrow(
    'error not-permitted',
  );
  expect(() => checkEnforced(tier('C'), readPermissionFlags(['--trust']), url)).toThrow(
    '--allow-unenforced',
  );
  expect(() =>
    checkEnforced(tier('C'), readPermissionFlags(['--allow-unenforced']), url),
  ).not.toThrow();
  expect(() => checkEnforced(tier('B'), readPermissionFlags([]), url)).not.toThrow();
});
