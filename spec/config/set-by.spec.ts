/** Who may set which key: declared of every one, and held to wherever a value comes from an app. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Config } from '../../config/config.js';
import { explain } from '../../config/texts/explain.js';
import { saveFor } from '../../config/transfer.js';
import { PROPERTIES } from '../../config/schema.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { KEY_CASES, nested } from './support/keys.js';
import { World } from './support/world.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterEach(() => world.clear());
afterAll(() => world.remove());

/** Made by hand, so that it can disagree with the schema. */
const USER_ONLY = [
  'keys',
  'ai.headers',
  'ai.providers',
  'server.port',
  'server.host',
  'server.allowInput',
  'server.token',
  'server.viewToken',
  'server.maxClients',
  'oauth.storage',
  'bundler.retainBundle',
  'log.maxSize',
  'log.maxFiles',
  'dev.enabled',
  'dev.watch',
  'devtools.open',
  'devtools.shortcut',
  'ai.reader',
  'assistant.enabled',
];
const NOT_BY_APPS = [
  ...USER_ONLY,
  'log.file',
  'log.format',
  'dither.blueNoisePath',
  'i18n.messagesDir',
  'i18n.defaultLocale',
  'terminal.forceExternalTool',
  'ai.model',
  'ai.endpoint',
  'ai.audioModel',
  'ai.siteName',
  'ai.siteUrl',
  'ai.audioGain',
  'headless.enabled',
  'headless.width',
  'headless.height',
  'oauth.clientId',
  'oauth.port',
  'oauth.path',
  'oauth.redirectUri',
  'oauth.scopes',
  'oauth.audience',
  'oauth.wellknownUrl',
  'limits.memory',
];

/** The configuration of an app in its sandbox, whose saves are kept instead of written. */
function ofApp(saves: unknown[] = []): Config {
  return world.config({
    restrictPolicy: true,
    restrictCaller: true,
    save: (changes) => {
      saves.push(changes);
      return { exists: true, entries: [] };
    },
  });
}

describe('the schema', () => {
  it('says of every key who may set it', () => {
    for (const [key, { setBy }] of PROPERTIES) {
      const expected = USER_ONLY.includes(key)
        ? ['user']
        : NOT_BY_APPS.includes(key)
          ? ['user', 'policy']
          : ['user', 'policy', 'app'];
      expect([key, setBy]).toEqual([key, expected]);
    }
  });

  it.each([
    ['{}'],
    ['{"setBy": []}'],
    ['{"setBy": "user"}'],
    ['{"setBy": ["policy"]}'],
    ['{"setBy": ["user", "app"]}'],
    ['{"setBy": ["user", "user"]}'],
    ['{"setBy": ["user", "policy", "root"]}'],
  ])('is refused by the generator with a key of %s', (property) => {
    const script = `
      import { checkProperties } from './scripts/generate-config.mjs';
      checkProperties({ fine: { setBy: ['user', 'policy', 'app'] } });
      try { checkProperties({ 'my.key': ${property} }); } catch (error) { console.log(error.message); }`;
    const args = ['--input-type=module', '-e', script];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toContain(
      'my.key: "setBy" has to say who may set the key',
    );
  });

  it('leaves out of the schema of policies what a policy may not set', () => {
    const file = readFileSync('docs/reference/policy.schema.json', 'utf8');
    const { properties } = JSON.parse(file) as {
      properties: { config: { properties: Record<string, { properties?: object }> } };
    };
    const has = (key: string): boolean => {
      const [section = '', name] = key.split('.');
      const at = properties.config.properties[section];
      return name === undefined ? at !== undefined : name in (at?.properties ?? {});
    };
    for (const key of PROPERTIES.keys()) {
      expect([key, has(key)]).toEqual([key, !USER_ONLY.includes(key)]);
    }
    const validate = new Ajv({ strict: false, validateSchema: false }).compile(properties.config);
    expect(validate({ theme: 'bw-std', game: { speed: 1 }, log: { mine: 1 } })).toBe(true);
    expect(validate({ log: { level: 'LOUD' } })).toBe(false);
  });
});

describe('a policy', () => {
  it.each(USER_ONLY)('cannot set %s', (key) => {
    const value = KEY_CASES.find((each) => each.key === key)?.samples[0].value;
    world.policy = JSON.stringify({ config: { ...nested({ [key]: value }), theme: 'bw-std' } });
    const config = world.config({ restrictPolicy: true });
    expect(config.getSource(key)).not.toBe('policy');
    expect(config.theme).toBe('bw-std');
    // It starts without: the user of an app cannot mend its policy.
    expect(config.blocking()).toEqual([]);
    const [problem] = config.diagnostics;
    const name = key.split('.').at(-1) ?? '';
    expect(config.diagnostics).toHaveLength(1);
    expect(problem).toMatchObject({ severity: 'warning', code: 'reserved-key', key });
    const { span, source } = problem ?? {};
    expect(source?.text.slice(span?.start, span?.end)).toBe(`"${name}"`);
    expect(formatDiagnostic(problem!)).toContain(
      `warning reserved-key: ${key}: only the user may set this key; the value is ignored`,
    );
    expect(explain(key, { config })).toContain('policy   (left out)');
    // However it is written.
    world.policy = JSON.stringify({ config: { [key]: value } });
    expect(world.config({ restrictPolicy: true }).getSource(key)).not.toBe('policy');
  });

  it('can set every other key, and its secrets are not shown where it cannot', () => {
    const others = KEY_CASES.filter(({ key }) => !USER_ONLY.includes(key));
    const values = others.map(({ key, samples }) => [key, samples[1].value]);
    world.policy = JSON.stringify({ config: nested(Object.fromEntries(values)) });
    const config = world.config({ restrictPolicy: true });
    expect(config.diagnostics).toEqual([]);
    for (const { key } of others) expect([key, config.getSource(key)]).toEqual([key, 'policy']);
    world.policy = '{"config": {"ai": {"headers": {"a": "c4nary"}}}}';
    const { diagnostics } = world.config({ restrictPolicy: true });
    expect(diagnostics).toHaveLength(1);
    expect(JSON.stringify(diagnostics)).not.toContain('c4nary');
  });

  it('of a program that speaks for its user can set them all', () => {
    world.policy = '{"config": {"server": {"port": 80}}}';
    expect(world.config().serverPort).toBe(80);
    expect(
      world.config({ policyConfig: { server: { port: 81 } }, policy: undefined }).serverPort,
    ).toBe(81);
  });
});

describe('an app', () => {
  it.each(NOT_BY_APPS)('can neither set nor save %s', (key) => {
    const saves: unknown[] = [];
    const config = ofApp(saves);
    const value = KEY_CASES.find((each) => each.key === key)?.samples[0].value;
    expect(() => config.set(key, value)).toThrow(
      `${key}: an app may not set this key, since tui acts on it with the user's rights`,
    );
    expect(() => config.save({ theme: 'bw-std', [key]: value })).toThrow(
      `reserved-key: ${key}: an app may not save this key`,
    );
    // Neither may it take away what the user has written.
    expect(() => config.save({ [key]: undefined })).toThrow('reserved-key');
    expect(config.hasKey(key)).toBe(PROPERTIES.get(key)?.default !== undefined);
    expect(saves).toEqual([]);
    // What it sends by itself, past its own configuration, is refused where it is written.
    for (const change of [[key, value], [key]]) {
      expect(() => saveFor(world.path, [['theme', 'bw-std'], change])).toThrow('reserved-key');
    }
    expect(existsSync(world.path)).toBe(false);
  });

  it('can set and save every other key', () => {
    for (const { key, samples } of KEY_CASES) {
      if (NOT_BY_APPS.includes(key)) continue;
      const saves: unknown[] = [];
      const config = ofApp(saves);
      config.set(key, samples[1].value);
      expect([key, config.getValue(key)]).toEqual([key, samples[1].value]);
      config.save({ [key]: samples[0].value });
      expect(saves).toHaveLength(1);
    }
  });

  it('can show a theme from a file of its own, and save themes by name only', () => {
    const saves: unknown[] = [];
    const config = ofApp(saves);
    config.set('theme', './own.css');
    expect(config.theme).toBe('./own.css');
    expect(() => config.save({ lint: true })).toThrow('theme: an app may not save a path');
    for (const theme of ['./own.css', '/home/u/.ssh/key.css', 'bw-std.css', '.CSS']) {
      expect(() => config.save({ theme })).toThrow(/theme: (an app may not save|expected one of)/);
    }
    expect(saves).toEqual([]);
    config.save({ theme: 'bw-std', lint: true });
    expect(saves).toEqual([[expect.arrayContaining(['theme', 'bw-std']), ['lint', true]]]);
  });
});
