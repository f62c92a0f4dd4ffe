/** A canary is planted wherever a secret can stand; nothing that is shown may hold it. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inspect } from 'node:util';
import type { Config } from '../../config/config.js';
import type { ConfigInputs } from '../../config/layers/inputs.js';
import { configJson, explain, getJson, getText } from '../../config/texts/explain.js';
import { layerOfText } from '../../config/layers/file-layer.js';
import { parseCliFlags } from '../../cli/command-line/arguments.js';
import { readPolicyText } from '../../config/layers/policy-layer.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { World } from './support/world.js';
import { propertyRuns } from '../support/property-runs.js';

const CANARY = 'c4naryS3cret';

let world: World;
beforeAll(() => {
  world = new World();
});
afterEach(() => world.clear());
afterAll(() => world.remove());

/** Everything that a Config can show of itself. */
function everythingOf(config: Config): string {
  const shown = [
    config.getConfigText(),
    configJson(config),
    ...config.diagnostics.map(formatDiagnostic),
    inspect(config),
  ];
  const own = config.getAppKeys().map(({ key }) => key);
  const keys = [...config.getKeys(), ...own, ...config.getCustomKeys()];
  for (const key of keys) {
    shown.push(
      explain(key, { config }),
      explain(key, { config, json: true }),
      getText(key, config),
      getJson(key, config),
    );
    for (const read of ['getString', 'getBoolean', 'getNumber'] as const) {
      shown.push(messageOf(() => config[read](key)));
    }
  }
  // What a logger would write of a problem: all of its fields.
  shown.push(JSON.stringify(config.diagnostics));
  return shown.join('\n');
}

function messageOf(action: () => unknown): string {
  try {
    action();
    return '';
  } catch (error) {
    return inspect(error, { depth: 9 });
  }
}

/** The masked forms must be there, or the canary is missing for want of showing anything. */
function expectHidden(inputs: Partial<ConfigInputs>, expected: string): void {
  const shown = everythingOf(world.config(inputs));
  expect(shown).toContain(expected);
  expect(shown).not.toContain(CANARY);
}

it('a value of a secret key is shown in no layer', () => {
  const headers = { Authorization: `Bearer ${CANARY}` };
  expectHidden({ env: { TUI_AI_HEADERS: `a: ${CANARY}` } }, 'ai.headers = •••• <- TUI_AI_HEADERS');
  expectHidden({ cliFlags: { 'ai.headers': headers } }, 'ai.headers = •••• <- --ai-headers');
  expectHidden({ policyConfig: { ai: { headers } } }, 'ai.headers = •••• <- policy');
  world.writeFile(JSON.stringify({ ai: { headers } }));
  expectHidden({}, 'ai.headers = •••• <- config.json');
  world.clear();
  world.policy = JSON.stringify({ config: { ai: { headers } } });
  expectHidden({}, 'ai.headers = •••• <- policy');
});

it('neither is a wrong one', () => {
  for (const env of [CANARY, `a ${CANARY}: b`, `a: b; A: ${CANARY}`, `${CANARY}`]) {
    expectHidden({ env: { TUI_AI_HEADERS: env } }, 'TUI_AI_HEADERS: expected an object');
    const flag = messageOf(() => parseCliFlags([`--ai-headers=${env}`]));
    expect(flag).toContain('--ai-headers: expected an object');
    expect(flag).not.toContain(CANARY);
  }
  for (const value of [CANARY, [CANARY], { a: [CANARY] }, { [`${CANARY} x`]: 'y' }]) {
    world.writeFile(JSON.stringify({ theme: 5, ai: { headers: value } }));
    world.policy = JSON.stringify({ config: { ai: { headers: value }, theme: 5 } });
    expectHidden({}, 'ai.headers: expected an object');
    const config = world.config();
    expect(messageOf(() => config.set('ai.headers', value))).not.toContain(CANARY);
    expect(messageOf(() => config.save({ 'ai.headers': value }))).not.toContain(CANARY);
  }
});

it('nor one under a misspelt name, flag or variable', () => {
  for (const text of [
    `{"ai": {"haders": {"a": "${CANARY}"}}, "theme": 1}`,
    `{"ai": "${CANARY}"}`,
    `{"ai.headers": {"a": "${CANARY}"}}`,
    `{"theme": 1, /* ${CANARY} */ "x": ["${CANARY}"]}`,
    `{"ai": {"headers": {"a": "${CANARY}"}, "headers": {"a": "${CANARY}"}, "zz": 1}}`,
  ]) {
    world.writeFile(text);
    expectHidden({}, 'config.json:1:');
  }
  for (const args of [[`--ai-header=a: ${CANARY}`], ['--ai-header', CANARY]]) {
    const message = messageOf(() => parseCliFlags(args, { strict: true }));
    expect(message).toContain('--ai-headers');
    expect(message).not.toContain(CANARY);
  }
  world.clear();
  expectHidden({ env: { TUI_AI_HEADER: CANARY } }, 'TUI_AI_HEADER is not');
});

it("nor an app's secret, declared so or by the name of its variable", () => {
  const configSchema = {
    'my.password': { type: 'string', secret: true, default: CANARY },
    'my.token': { type: 'string', env: 'MY_API_KEY' },
    'my.pin': { type: 'integer', env: 'MY_SECRET' },
    'my.apiKey': { type: 'string', default: CANARY },
  };
  const env = { MY_API_KEY: CANARY, MY_SECRET: CANARY };
  expectHidden({ configSchema, env }, 'my.token = •••• <- MY_API_KEY (MY_API_KEY)');
  world.policy = JSON.stringify({
    configSchema: { ...configSchema, 'my.bad': { type: 'integer', secret: true, default: CANARY } },
    config: { my: { token: [CANARY], password: CANARY }, thme: 1 },
  });
  expectHidden({ env: {} }, 'my.token: expected a string');
});

it('nor the password of an address', () => {
  const env = { TUI_AI_ENDPOINT: `https://user:${CANARY}@host/v1` };
  const config = world.config({ env });
  expect(config.getConfigText()).toContain('ai.endpoint = https://••••@host/v1 <- TUI_AI_ENDPOINT');
  expectHidden({ env }, 'ai.endpoint = https://••••@host/v1');
  for (const address of [`https://user:${CANARY}@host/v1`, `https://user:${CANARY.repeat(9)}@h`]) {
    const text = JSON.stringify({ ai: { endpoint: address, model: 5 }, theme: address });
    world.writeFile(text);
    world.policy = `{"config": ${text}}`;
    expectHidden({ env: { TUI_THEME: address } }, 'TUI_THEME: expected one of');
    expect(messageOf(() => parseCliFlags([`--dither-bits=${address}`]))).not.toContain(CANARY);
  }
});

it('nor one that no key declares, under any name that says so', () => {
  expectHidden(
    { policyConfig: { mail: { password: CANARY }, api: { token: CANARY } } },
    'mail.password = •••• <- policy',
  );
  const names = fc.constantFrom(
    'privateKey',
    'private_key',
    'accessKeyId',
    'pass',
    'pwd',
    'auth',
    'bearer',
    'GH_PAT',
    'dsn',
    'connectionString',
    'cookie',
    'session',
    'signature',
    'client_secret',
    'db-password',
    'api.key',
    'p\u0430ssword',
    'Secrets',
    'tokens',
  );
  const held: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
    CANARY,
    [CANARY],
    { value: CANARY },
    [{ a: { b: [CANARY] } }],
  );
  const wrapped = fc.constantFrom<(name: string, value: unknown) => Record<string, unknown>>(
    (name, value) => ({ [name]: value }),
    (name, value) => ({ my: { [name]: value } }),
    (name, value) => ({ list: [{ [name]: value }, 1] }),
    (name, value) => ({ deep: [[{ a: { [name]: value } }]] }),
    (name, value) => ({ list: [{ name, value }] }),
  );
  fc.assert(
    fc.property(names, held, wrapped, (name, value, wrap) => {
      const config = wrap(name, value);
      expectHidden({ policyConfig: config }, '••••');
      // The same with something wrong beside it, which is shown with an excerpt.
      world.policy = JSON.stringify({ config: { ...config, theme: 5 }, [name]: value });
      expectHidden({}, 'theme: expected one of');
      world.clear();
    }),
    { numRuns: propertyRuns(80) },
  );
});

it('nor one in an address or a text, whatever key holds it', () => {
  for (const value of [
    `https://host/?api_key=${CANARY}`,
    `https://user:${CANARY}@host`,
    `Bearer ${CANARY}`,
    `Server=x;Password=${CANARY};`,
  ]) {
    const env = { TUI_AI_ENDPOINT: value, TUI_THEME: value, TUI_DITHER_BITS: value };
    world.writeFile(
      JSON.stringify({ ai: { endpoint: value, model: value }, log: { file: value } }),
    );
    expectHidden({ env: {} }, '••••');
    expectHidden({ env }, '••••');
    expectHidden({ env: {}, cliFlags: { 'ai.siteUrl': value } }, '••••');
    expectHidden({ env: {}, policyConfig: { own: [value], other: { text: value } } }, '••••');
    // A wrong value is shown with its line, escapes and all.
    const escaped = JSON.stringify(value)
      .replace(/\//g, '\\/')
      .replace(/[@=]/g, (c) => {
        return `\\u00${c.charCodeAt(0).toString(16)}`;
      });
    world.writeFile(`{"theme": ${escaped}}`);
    expectHidden({}, 'theme: expected one of');
  }
});

it('nor one of a part of the policy that stands in the wrong place', () => {
  world.policy = `{"config": {"theme": 5}, "ai": {"headers": {"a": "${CANARY}"}}, "mail": "${CANARY}"}`;
  expectHidden({}, 'theme: expected one of');
});

it('nor one in a text that is broken anywhere', () => {
  const text = `{
  // settings
  "theme": "bw-std", "log": { "level": "WARN" },
  "ai": { "model": "m", "headers": { "Authorization": "Bearer ${CANARY}", "X": "${CANARY}" } }, "lint": true
}`;
  const edit = fc.record({
    at: fc.nat(text.length),
    drop: fc.nat(3),
    put: fc.constantFrom('', '"', '{', '}', ',', ':', '\\', '\n', "'", '//', '/*', 'x', '[', ' '),
  });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      let broken = text;
      for (const { at, drop, put } of edits)
        broken = broken.slice(0, at) + put + broken.slice(at + drop);
      const policy = `{"config": ${broken}}`;
      const layers = [
        layerOfText({ file: 'c', text: broken }),
        readPolicyText(
          { text: policy, source: { file: 'app.tui', text: policy }, offset: 0 },
          { cwd: '/', isRestricted: false },
        ),
      ];
      for (const { diagnostics, entries } of layers) {
        const readable = diagnostics.every(({ code }) => code !== 'bad-json');
        // The edits may have made it the value of another key, which is no secret then.
        const moved = JSON.stringify([...entries].filter(([key]) => key !== 'ai.headers'));
        const known = diagnostics.some(
          ({ code, key }) => code === 'bad-value' && key !== 'ai.headers',
        );
        if (readable && (moved.includes(CANARY) || known)) continue;
        expect(JSON.stringify(diagnostics)).not.toContain(CANARY);
        expect(diagnostics.map(formatDiagnostic).join()).not.toContain(CANARY);
      }
    }),
    { numRuns: propertyRuns(1_500) },
  );
});
