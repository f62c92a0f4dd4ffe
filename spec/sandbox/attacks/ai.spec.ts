/**
 * Apps, policies, servers and names that are after the user's key, or want it sent elsewhere. Each stands beside what is
 * like it and may be done.
 * @ci
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  aiServer,
  calling,
  saying,
  type AiServer,
  type SeenRequest,
} from '../../support/ai-server.js';
import { brokered, type BrokeredOptions } from '../../support/brokered.js';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { Arena, winners, type Fight } from './support/arena.js';
import { describeLauncher, TIERS } from '../support/tiers.js';

const main = commandFile();
const here = dirname(fileURLToPath(import.meta.url));
const fixture = (name: string): Buffer => readFileSync(join(here, '../fixtures', name));

const KEY = 'sk-KEYCANARY7Q2';
/** Finds it without being it. */
const PATTERN = 'sk-KEYCAN[A]RY7Q2';
const VARIABLE = 'LAB_API_KEY';
const MESSAGES = [{ role: 'user', content: 'hi' }] as const;

let server: AiServer;
beforeEach(async () => {
  server = await aiServer();
});
afterEach(() => server.close());

const sentKey = ({ rawHeaders }: SeenRequest): boolean => rawHeaders.join('\n').includes(KEY);

/** The settings with which the key is sent to the server: over http to this machine, as the user has listed it. */
const listed = (): Record<string, unknown> => ({
  'ai.endpoint': server.endpoint,
  'ai.providers': { [VARIABLE]: `127.0.0.1:${server.port}` },
});

/** What comes of one conversation: its answer or its error, as text. */
async function talk(
  { flags = [], ...options }: BrokeredOptions & { readonly flags?: readonly string[] },
  request: object = {},
): Promise<string> {
  const app = await brokered(['--allow-ai', ...flags], { keys: { [VARIABLE]: KEY }, ...options });
  try {
    return JSON.stringify(await app.ai.chat({ messages: MESSAGES, ...request }).result());
  } catch (error) {
    const { name, message, stack, code, details } = error as Error & Record<string, unknown>;
    return JSON.stringify({ code, name, message, stack, details });
  } finally {
    app.close();
  }
}

/** A call whose arguments spell the key as JSON may: other encoders escape more than they have to. */
function escaped(): readonly (object | string)[] {
  const spelt = [...KEY].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join('');
  const called = { name: 'f', arguments: `{"key":"${spelt}"}` };
  const delta = { tool_calls: [{ index: 0, id: 'a', function: called }] };
  return [{ choices: [{ delta, finish_reason: 'tool_calls' }] }, '[DONE]'];
}

/** A call whose name comes in pieces. */
function named(...names: readonly string[]): readonly (object | string)[] {
  return [
    ...names.map((name) => ({
      choices: [{ delta: { tool_calls: [{ index: 0, function: { name } }] } }],
    })),
    { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
    '[DONE]',
  ];
}

/** A printed answer, in which arguments are JSON in JSON. */
function unescaped(answer: string): string {
  return answer.replace(/\\+u00(\w\w)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

describe('the key', () => {
  it('control: is sent to the host that the user has listed, as it is', async () => {
    const answer = await talk({ ai: listed() });
    expect(JSON.parse(answer)).toMatchObject({ text: 'Hello' });
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([
      `Bearer ${KEY}`,
    ]);
  });

  it('is not sent to an endpoint that a policy has chosen, not even the listed one, nor are headers', async () => {
    const ai = { ...listed(), 'ai.headers': { 'x-own': KEY } };
    const chosen = { ai, by: 'policy', flags: [`--allow-net=127.0.0.1:${server.port}`] } as const;
    expect(await talk(chosen)).toContain('Hello');
    expect(server.requests.map(sentKey)).toEqual([false]);
    // And the refusal that follows says how it would be.
    server.script({ status: 401 });
    expect(await talk(chosen)).toMatch(
      /keys are not sent to an endpoint that the app chose: to send yours, set ai.endpoint/,
    );
    // Control: the same, chosen by the user.
    server.script({ events: saying('Hello') });
    await talk({ ai });
    expect(server.requests.at(-1)?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'x-own': KEY,
    });
  });

  it('is not sent to another host, port or scheme than the listed one', async () => {
    for (const place of ['127.0.0.1', '127.0.0.1:1', 'localhost', 'api.openai.com']) {
      await talk({ ai: { ...listed(), 'ai.providers': { [VARIABLE]: place } } });
    }
    expect(server.requests.map(sentKey)).toEqual([false, false, false, false]);
  });

  it('does not follow a redirect', async () => {
    const trap = await aiServer();
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        server.script({ status, headers: { Location: trap.endpoint } });
        expect(await talk({ ai: listed() })).toContain('ai-redirected');
      }
      expect(server.requests).toHaveLength(5);
      expect(trap.requests).toEqual([]);
      // Control: it is there, and would have answered.
      expect(await talk({ ai: { 'ai.endpoint': trap.endpoint } })).toContain('Hello');
    } finally {
      await trap.close();
    }
  });

  it.each([
    ['in its text', { events: saying('you said ', KEY.slice(0, 6), KEY.slice(6), ' did you') }],
    ['in its text, a character at a time', { events: saying(...KEY), chunk: 5 }],
    [
      'while it thinks',
      { events: [{ choices: [{ delta: { reasoning: KEY } }] }, ...saying('so')] },
    ],
    [
      'while it thinks, in pieces, between those of its text',
      {
        events: [...KEY].flatMap((character) => [
          { choices: [{ delta: { content: character } }] },
          { choices: [{ delta: { reasoning: character } }] },
        ]),
      },
    ],
    ['in the arguments of a tool', { events: calling('f', { key: KEY }) }],
    ['in the escapes of the arguments of a tool', { events: escaped() }],
    ['in the name of a tool', { events: calling(`x${KEY}`, {}) }],
    ['in the name of a tool, in pieces', { events: named(KEY.slice(0, 6), KEY.slice(6)) }],
    ['where a name is cut', { events: calling('x'.repeat(195) + KEY, {}) }],
    ['in the id of a call', { events: calling('f', {}, KEY) }],
    ['where an id is cut', { events: calling('f', {}, 'x'.repeat(195) + KEY) }],
    ['in the model of an answer', { events: [{ model: KEY, choices: [] }, ...saying('so')] }],
    [
      'in the reason of an end',
      { events: [{ choices: [{ delta: { content: 'a' }, finish_reason: KEY }] }] },
    ],
    [
      'in an error that is cut',
      { status: 400, body: JSON.stringify({ error: { message: 'x'.repeat(294) + KEY } }) },
    ],
    ['in an error', { status: 400, body: `{"error":{"message":"bad header Bearer ${KEY}"}}` }],
    ['in an error midway', { events: [...saying('a').slice(0, 2), { error: { message: KEY } }] }],
    ['in its refusal', { status: 401, body: `Incorrect API key provided: ${KEY.slice(0, 12)}***` }],
    ['in a limit of rate', { status: 429, headers: { 'retry-after': '900' }, body: KEY }],
    [
      'in an address that it redirects to',
      { status: 302, headers: { Location: `http://x/${KEY}` } },
    ],
  ])('does not come back from a server that repeats it %s', async (_, answer) => {
    server.script(answer);
    const said = await talk({ ai: listed() }, { tools: [{ name: 'f' }] });
    expect(unescaped(said)).not.toMatch(/KEYCAN|sk-K/);
    expect(server.requests.some(sentKey)).toBe(true);
    // Control: what is no key of the user's comes through.
    if ('events' in answer && !/model|cut|between/.test(_)) {
      const open = await talk(
        { ai: { 'ai.endpoint': server.endpoint } },
        { tools: [{ name: 'f' }] },
      );
      const isWhole = !/error/.test(JSON.stringify(answer)) && !/think/.test(_);
      if (isWhole) expect(unescaped(open)).toContain(KEY);
    }
  });

  it('that no header can hold is not sent, and not shown', async () => {
    const keys = { [VARIABLE]: `${KEY}\r\nX-Evil: 1` };
    const said = await talk({ ai: listed(), keys });
    expect(said).toContain(`the value of ${VARIABLE} is not a key`);
    expect(said).not.toContain('KEYCAN');
    expect(server.requests).toEqual([]);
  });
});

describe('a request', () => {
  it('says nothing that the app has put beside what it may say', async () => {
    const request = {
      url: 'http://127.0.0.1:1/',
      endpoint: 'http://127.0.0.1:1/',
      host: 'x',
      path: '../x',
      model: 'dear',
      headers: { 'X-Evil': '1', Authorization: 'x' },
      apiKey: 'x',
      n: 100,
      messages: [{ ...MESSAGES[0], tool_calls: [{}], evil: 1 }],
    };
    expect(await talk({ ai: { ...listed(), 'ai.model': 'small' } }, request)).toContain('Hello');
    const [{ url, headers, body } = {} as never] = server.requests;
    expect(url).toBe('/v1/chat/completions');
    expect(headers['authorization']).toBe(`Bearer ${KEY}`);
    expect(headers['x-evil']).toBeUndefined();
    expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'stream', 'stream_options']);
    expect([body['model'], body['messages']]).toEqual(['small', [MESSAGES[0]]]);
  });

  it.each(['ai.siteName', 'ai.siteUrl'])(
    'has no header that a policy has put into %s',
    async (key) => {
      const ai = { ...listed(), [key]: 'a\r\nX-Evil: 1\r\n\r\nGET / HTTP/1.1\u0000\ud800 ü' };
      expect(await talk({ ai })).toContain('Hello');
      const [{ headers, rawHeaders } = {} as never] = server.requests;
      expect(server.requests).toHaveLength(1);
      expect(headers['x-evil']).toBeUndefined();
      expect(rawHeaders.join(' ')).toContain(
        'a%0D%0AX-Evil: 1%0D%0A%0D%0AGET / HTTP/1.1%00 %C3%BC',
      );
      // Control: an ordinary name is as it is.
      await talk({ ai: { ...listed(), [key]: 'My app' } });
      expect(server.requests[1]?.rawHeaders).toContain('My app');
    },
  );

  it('to make the server fetch an address is refused', async () => {
    const content = [{ type: 'image', url: 'https://evil.test/?secret' }];
    const said = await talk({ ai: listed() }, { messages: [{ role: 'user', content }] });
    expect(said).toContain('expected an image as a base64 data: URL');
    expect(server.requests).toEqual([]);
  });

  it('needs the permission, and none of net', async () => {
    const ai = listed();
    const denied = await brokered(['--allow-net'], { ai });
    const chat = denied.ai.chat({ messages: MESSAGES }).result();
    await expect(chat).rejects.toMatchObject({ code: 'not-permitted', permission: 'ai' });
    await expect(denied.ai.status()).rejects.toMatchObject({ permission: 'ai' });
    denied.close();
    const both = await brokered(['--allow-ai', '--deny-ai'], { ai });
    await expect(both.ai.status()).rejects.toMatchObject({ permission: 'ai' });
    both.close();
    expect(server.requests).toEqual([]);
    expect(await talk({ ai })).toContain('Hello');
    // Control: `ai` is not a way to the network either.
    const only = await brokered(['--allow-ai'], { ai });
    await expect(only.fetch(server.endpoint)).rejects.toMatchObject({ permission: 'net' });
    only.close();
  });

  it('of which there are many waits for others, and one that is large is refused', async () => {
    server.script({ events: saying('a').slice(0, 2), stall: true });
    const app = await brokered(['--allow-ai'], { ai: listed() });
    const running = Array.from({ length: 30 }, () => app.ai.chat({ messages: MESSAGES }).result());
    const failed = running.map((each) => each.catch((error: { code: string }) => error.code));
    const first = await Promise.any(failed);
    expect(first).toBe('too-many');
    expect(server.requests.length).toBeLessThanOrEqual(8);
    app.close();
    await Promise.all(failed);
    expect(
      await talk({ ai: listed() }, { messages: [{ role: 'user', content: 'x'.repeat(34e6) }] }),
    ).toContain('too-large');
  });
});

describe('names', () => {
  const to = (address: string): BrokeredOptions['network'] => ({
    resolve: () => Promise.resolve([{ address, family: 4 }]),
    ca: fixture('cert.pem').toString(),
    limits: { connect: 3000 },
  });

  it('of an app’s choice that lead into the user’s network are not connected to', async () => {
    const secure = await aiServer({ tls: { cert: fixture('cert.pem'), key: fixture('key.pem') } });
    try {
      const endpoint = `https://api.example.com:${secure.port}/v1`;
      const ai = { 'ai.endpoint': endpoint };
      const said = await talk({ ai, by: 'policy', network: to('127.0.0.1') });
      expect(said).toContain('resolves to an address that is not used');
      expect(secure.requests).toEqual([]);
      // Control: the user's own choice may be in their network, and TLS shows that it is the right one.
      expect(await talk({ ai, network: to('127.0.0.1') })).toContain('Hello');
      expect(secure.requests).toHaveLength(1);
    } finally {
      await secure.close();
    }
  });

  it.each([
    ['127.0.0.1', '/v1'],
    ['127.0.0.1', '/admin/delete?all=1'],
    ['localhost', '/v1'],
    ['app.localhost', '/v1'],
    ['[::ffff:127.0.0.1]', '/v1'],
    ['2130706433', '/v1'],
  ])('of a policy that is in the user’s network, %s%s, is not connected to', async (host, path) => {
    const network = to('127.0.0.1');
    const ai = { 'ai.endpoint': `http://${host}:${server.port}${path}` };
    const bare = ['--allow-net', '--allow-net=127.0.0.1:1', `--allow-net=*.evil.test`];
    for (const flags of [[], ...bare.map((flag) => [flag])]) {
      expect(await talk({ ai, by: 'policy', network, flags })).toContain('is in your network');
    }
    expect(server.requests).toEqual([]);
    // Control: the user may choose it, and may grant it.
    expect(await talk({ ai, network })).toContain('Hello');
    const flags = [`--allow-net=${host}:${server.port}`];
    expect(await talk({ ai, by: 'policy', network, flags })).toContain('Hello');
    expect(await talk({ ai, by: 'policy', network, flags: [...flags, '--deny-net'] })).toContain(
      'is in your network',
    );
  });

  it('that lead to a server without the right certificate get no key', async () => {
    const secure = await aiServer({ tls: { cert: fixture('cert.pem'), key: fixture('key.pem') } });
    try {
      const talkTo = async (host: string, network: BrokeredOptions['network']): Promise<string> =>
        await talk({
          ai: {
            'ai.endpoint': `https://${host}:${secure.port}/v1`,
            'ai.providers': { [VARIABLE]: `${host}:${secure.port}` },
          },
          network,
        });
      // Another name than the certificate's, and an authority that nobody knows.
      expect(await talkTo('api.evil.com', to('127.0.0.1'))).toContain('ai-unreachable');
      expect(await talkTo('api.example.com', { ...to('127.0.0.1'), ca: undefined })).toContain(
        'ai-unreachable',
      );
      expect(secure.requests).toEqual([]);
      expect(await talkTo('api.example.com', to('127.0.0.1'))).toContain('Hello');
      expect(secure.requests.map(sentKey)).toEqual([true]);
    } finally {
      await secure.close();
    }
  });

  it('of this machine that lead elsewhere are not connected to without TLS', async () => {
    const ai = {
      'ai.endpoint': `http://localhost:${server.port}/v1`,
      'ai.providers': { [VARIABLE]: `localhost:${server.port}` },
    };
    for (const address of ['192.0.2.1', '10.0.0.1']) {
      expect(await talk({ ai, network: to(address) })).toContain('ai-unreachable');
    }
    expect(server.requests).toEqual([]);
    expect(await talk({ ai, network: to('127.0.0.1') })).toContain('Hello');
  });

  it.each([
    ['http://llm.example.com/v1', 'http is allowed only on this machine'],
    ['http://192.168.0.1:11434/v1', 'http is allowed only on this machine'],
    ['http://127.0.0.1.example.com/v1', 'http is allowed only on this machine'],
    [`https://user:${KEY}@api.example.com/v1`, 'a URL without a user and password'],
    ['ftp://127.0.0.1/', 'expected https, found ftp'],
    ['file:///etc/passwd', 'expected https, found file'],
    ['no address', 'expected a URL'],
  ])('%s is refused', async (endpoint, message) => {
    const said = await talk({ ai: { 'ai.endpoint': endpoint } });
    expect(said).toContain(message);
    expect(said).not.toContain(KEY);
  });
});

/** The key is in the environment of the command, as a person would have it. */
async function fight(tier: string, extra: Parameters<Arena['fight']>[3] = {}): Promise<Fight> {
  server.script(
    { events: saying('Hello') },
    { status: 400, body: `{"error":{"message":"bad Bearer ${KEY}"}}` },
    { events: saying('you said ', ...KEY) },
    { events: saying('Hello') },
  );
  const arena = new Arena(main);
  try {
    const place = { pattern: PATTERN, variable: VARIABLE };
    const { permissions = {}, env = {}, policy = {}, ...rest } = extra;
    return await arena.fight(tier, 'ai', place, {
      permissions: { ai: true, run: ['env'], env: [VARIABLE], ...permissions },
      policy: {
        configSchema: { 'stolen.key': { type: 'string', env: VARIABLE } },
        ...policy,
      },
      env: {
        [VARIABLE]: KEY,
        TUI_AI_ENDPOINT: server.endpoint,
        TUI_AI_PROVIDERS: `${VARIABLE}: 127.0.0.1:${server.port}`,
        ...env,
      },
      ...rest,
    });
  } finally {
    arena.remove();
  }
}

const names = (fought: Fight): string[] => winners(fought).map((line) => line.replace(/:.*/, ''));

describe('an app without a sandbox', () => {
  it('has the key', async () => {
    expect(names(await fight('control'))).toEqual(
      expect.arrayContaining([
        'process.env',
        '/proc/self/environ',
        'environments of other processes',
        'a program’s environment',
        'the memory of the process',
        'the memory map of the process',
        'a diagnostic report',
      ]),
    );
  });
});

describeLauncher((tier) => {
  it.each([[[]], [['--allow-env', `--allow-env=${VARIABLE}`]]])(
    'an app that uses the service finds the key nowhere, with %j',
    async (flags) => {
      const result = await fight(tier, { flags });
      expect(names(result)).toEqual(['CONTROL an answer']);
      expect(result.outcomes['the memory of the process']?.detail).toBe('undefined');
      expect(result.outcomes['a program’s environment']?.detail).toBe('undefined');
      expect(server.requests.filter(sentKey)).toHaveLength(3);
      expect(result.stderr).toContain(`${VARIABLE} is never passed to an app`);
      expect(result.stdout + result.stderr).not.toContain(KEY);
    },
  );
});

describe('the command', () => {
  let arena: Arena;
  beforeEach(() => {
    arena = new Arena(main);
  });
  afterEach(() => arena.remove());

  const start = async (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Result> =>
    await tui(args, {
      cwd: arena.root,
      env: {
        HOME: join(arena.root, 'home'),
        TUI_SANDBOX_TIER: TIERS[0] ?? '',
        [VARIABLE]: KEY,
        ...env,
      },
    });
  const own = (): Record<string, string> => ({
    TUI_AI_ENDPOINT: server.endpoint,
    TUI_AI_PROVIDERS: `${VARIABLE}: 127.0.0.1:${server.port}`,
  });
  const app = (config: object, script = SHOW, permissions: object = { ai: true }): string =>
    arena.put(
      'app/talks.tui',
      `<policy>${JSON.stringify({ permissions, config })}</policy><text id="t"/><script>${script}</script>`,
    );
  const SHOW = `try { $tui.getElementById('t').textContent =
    (await $tui.ai.chat({ messages: [{ role: 'user', content: 'hi' }] }).result()).text; }
    catch (error) { $tui.getElementById('t').textContent = error.code; }`;

  it('writes the key to no log, report of a crash, or print of the settings', async () => {
    server.script({ status: 400, body: `{"error":{"message":"Bearer ${KEY}"}}` });
    const log = join(arena.root, 'home/app.log');
    const crash = `
      try { await $tui.ai.chat({ messages: [{ role: 'user', content: 'hi' }] }).result(); }
      catch (error) { $tui.logger.error(error.stack, JSON.stringify(error)); throw error; }`;
    const file = app({}, crash);
    const flags = ['--log-file', log, '--log-level', 'TRACE'];
    const ended = await start([...flags, 'snapshot', file, '--trust'], own());
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toContain('refuses the request (400): Bearer ••••');
    const printed = [
      ended,
      await start(['--print-config', file], own()),
      await start(['config', 'explain', 'ai.providers'], own()),
      await start(['permissions', file], own()),
      await start(['permissions', file, '--json'], own()),
    ];
    const written = readFileSync(log, 'utf8');
    expect(written).toContain('refuses the request');
    expect(JSON.stringify([printed, written])).not.toContain('KEYCANARY');
    // Control: it was sent, and the name of its variable is shown.
    expect(server.requests.map(sentKey)).toEqual([true]);
    expect(printed[3]?.stdout).toContain(`its requests are billed to your key, ${VARIABLE}`);
  });

  it('lists in the question where an app would talk to, and asks again for another place', async () => {
    const file = app({});
    const refused = await start(['snapshot', file], own());
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining(`needs permission for "ai" 127.0.0.1:${server.port}`),
    ]);
    const { stdout } = await start(['snapshot', file, '--allow-ai'], own());
    expect(stdout).toContain('Hello');
  });

  it('does not take a flag for a yes to a place that the policy has chosen', async () => {
    const endpoint = `http://127.0.0.1:${server.port}/admin/delete?all=1`;
    const file = app({ ai: { endpoint } });
    const refused = await start(['snapshot', file, '--allow-ai']);
    expect([refused.code, refused.stdout]).toEqual([3, '']);
    // All of the address is shown: what is asked for is in its path and query.
    expect(refused.stderr).toContain(`needs permission for "ai" ${endpoint}`);
    const [shown, json] = [
      await start(['permissions', file]),
      await start(['permissions', file, '--json']),
    ];
    expect(shown.stdout).toContain(endpoint);
    expect(json.stdout).toContain(endpoint);
    expect(server.requests).toEqual([]);
    // Who agrees to it has not agreed to their network.
    expect((await start(['snapshot', file, '--trust'])).stdout).toContain('ai-unreachable');
    expect(server.requests).toEqual([]);
    // Control: with that it is connected to; no key is sent.
    const net = `--allow-net=127.0.0.1:${server.port}`;
    expect((await start(['snapshot', file, '--trust', net])).stdout).toContain('Hello');
    // And where the user has set the same, it is theirs.
    expect((await start(['snapshot', file, '--allow-ai'], own())).stdout).toContain('Hello');
    expect(server.requests.map(sentKey)).toEqual([false, true]);
  });

  it('leaves out keys, headers and providers of a policy', async () => {
    const place = `127.0.0.1:${server.port}`;
    const config = {
      ai: {
        endpoint: server.endpoint,
        providers: { [VARIABLE]: place },
        headers: { 'X-Evil': '1' },
      },
    };
    const file = app(config, SHOW, { ai: true, net: [place] });
    const { stdout, stderr } = await start(['snapshot', file, '--trust']);
    expect(stdout).toContain('Hello');
    expect(stderr).toMatch(/ai\.providers: only the user may set this key/);
    expect(server.requests.map(sentKey)).toEqual([false]);
    expect(server.requests[0]?.headers['x-evil']).toBeUndefined();
  });
});
