import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { Config } from '../../config/config.js';
import type { ConfigApi } from '../../config/types.js';
import { World } from './support/world.js';

let world: World;
beforeAll(() => {
  world = new World();
});
afterEach(() => {
  world.clear();
  Config.reset();
});
afterAll(() => world.remove());

const told = (config: Config): string[] =>
  config.diagnostics.map((p) => `${p.layer} ${p.severity} ${p.code}: ${p.message}`);

describe('the singleton', () => {
  it('starts by itself, starts over in place, and is forgotten by reset', () => {
    Config.init({ env: {}, home: world.home, cwd: '/' });
    const first = Config.get();
    expect(Config.instance).toBe(first);
    Config.init({
      env: {},
      home: world.home,
      cwd: '/',
      policyConfig: { theme: 'bw-dark' },
      cliFlags: {},
    });
    expect(Config.get()).toBe(first);
    expect(first.theme).toBe('bw-dark');
    first.set('theme', 'gray-dark');
    Config.reset();
    expect(Config.get()).not.toBe(first);
    expect(Config.get().getSource('theme')).not.toBe('runtime');
  });

  it('refuses what is no input, with the word that was meant', () => {
    const refusal = (inputs: unknown): string => {
      try {
        Config.init(inputs as never);
      } catch (error) {
        return String(error);
      }
      return 'accepted';
    };
    expect(
      [
        null,
        5,
        [],
        { cliflags: {} },
        { policyConfig: 'x' },
        { cwd: 1 },
        { policy: {} },
        { x: 1 },
      ].map(refusal),
    ).toEqual([
      'TypeError: Config: options: expected an object, found null',
      'TypeError: Config: options: expected an object, found a number',
      'TypeError: Config: options: expected an object, found an array',
      'TypeError: Config: "cliflags" is not an option; did you mean "cliFlags"?',
      'TypeError: Config: policyConfig: expected an object, found a string',
      'TypeError: Config: cwd: expected a string, found a number',
      'TypeError: Config: expected the text of a policy block as policy; pass a parsed one as policyConfig and configSchema',
      expect.stringMatching(
        /^TypeError: Config: "x" is not an option; expected one of env, cwd, home, /,
      ),
    ]);
    // The one from before is as it was.
    expect(refusal({ env: {}, home: world.home, cwd: '/' })).toBe('accepted');
  });

  it("takes the process's environment at its door only", () => {
    process.env['TUI_SITE_TEST_THEME'] = 'x';
    process.env['TUI_AI_SITE_NAME'] = 'from the process';
    try {
      Config.init({ home: world.home });
      expect(Config.get().aiSiteName).toBe('from the process');
      expect(world.config().aiSiteName).toBeUndefined();
    } finally {
      Reflect.deleteProperty(process.env, 'TUI_SITE_TEST_THEME');
      Reflect.deleteProperty(process.env, 'TUI_AI_SITE_NAME');
    }
  });

  it('takes layers late', () => {
    const config = world.config();
    config.applyPolicyConfig(
      { theme: 'bw-dark', my: { key: 1 } },
      { 'my.key': { type: 'integer' } },
    );
    expect([config.theme, config.getNumber('my.key')]).toEqual(['bw-dark', 1]);
    config.applyCliFlags({ theme: 'gray-std' });
    expect([config.theme, config.getSource('theme')]).toEqual(['gray-std', 'cli']);
    config.applyPolicyConfig();
    expect(config.hasKey('my.key')).toBe(false);
  });

  it('has every key of the schema in its introspection', () => {
    const config: ConfigApi = world.config();
    expect(config.getKeys()).toEqual(Object.keys(config.getSchema()));
    expect(config.getSchema()['theme']).toMatchObject({ type: 'string', env: 'TUI_THEME' });
    expect(Object.isFrozen(config.getSchema()['theme'])).toBe(true);
    for (const key of config.getKeys()) {
      const getter = key.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase());
      expect(getter in config).toBe(true);
      expect((config as unknown as Record<string, unknown>)[getter]).toEqual(config.getValue(key));
    }
  });
});

it('adds flags to those of the start', () => {
  const config = world.config({ cliFlags: { 'log.level': 'ERROR', lint: true } });
  config.applyCliFlags({ theme: 'bw-std', lint: undefined });
  expect([config.logLevel, config.theme, config.lint]).toEqual(['ERROR', 'bw-std', false]);
});

it('stops a call for what it reads only', () => {
  world.writeFile('{"terminal": {"forceExternalTool": 9}, "headless": {"width": 0}, "log": 5}');
  const codes = (reader?: 'live' | 'paint' | 'snapshot'): (string | undefined)[] =>
    world
      .config()
      .blocking(reader)
      .map(({ key }) => key);
  const external = 'terminal.forceExternalTool';
  expect(codes()).toEqual([external, 'headless.width', 'log']);
  expect(codes('live')).toEqual([external, 'log']);
  expect(codes('paint')).toEqual(['headless.width', 'log']);
});

describe('getters', () => {
  it('return the value or the fallback, and undefined where both are unset', () => {
    const config = world.config();
    expect(config.getString('log.file', 'x')).toBe('x');
    expect(config.getString('log.file')).toBeUndefined();
    expect(config.getNumber('server.port', 3)).toBe(3);
    expect(config.getBoolean('persist', true)).toBe(false);
    expect(config.getString('no.such.key', 'x')).toBe('x');
    expect([config.hasKey('log.file'), config.hasKey('theme')]).toEqual([false, true]);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect([config.getValue(name), config.hasKey(name)]).toEqual([undefined, false]);
    }
  });

  it('coerce nothing: another type is an error that names the key and its source', () => {
    world.env['TUI_DITHER_BITS'] = '2';
    world.policy = '{"config": {"own": {"flag": "yes"}}}';
    const config = world.config();
    expect(() => config.getString('dither.bits')).toThrow(
      'dither.bits: expected a string, found the number 2 (from env, TUI_DITHER_BITS)',
    );
    expect(() => config.getBoolean('own.flag')).toThrow(
      /own\.flag: expected a boolean, found the string "yes" \(from policy, .*app\.tui:2:39\)/,
    );
    expect(() => config.getNumber('theme')).toThrow('found the string "auto" (from default');
  });

  it('return the default on another type, with one warning in the log', () => {
    world.policy = '{"config": {"own": {"flag": "yes"}}}';
    const config = world.config();
    const log: string[] = [];
    const end = config.logTo({ info: (text) => log.push(text), warn: (text) => log.push(text) });
    for (let call = 0; call < 2; call++) {
      expect(config.getBoolean('own.flag', true)).toBe(true);
      expect(config.getNumber('theme', 7)).toBe(7);
      expect(config.getString('audio.debug', 'd')).toBe('d');
    }
    expect(config.getString('own.flag', 'd')).toBe('yes');
    expect(log).toHaveLength(3);
    expect(log[0]).toMatch(
      /^own\.flag: expected a boolean, found the string "yes" \(from policy, .*:2:39\); the default is used/,
    );
    config.printConfig();
    expect(log[3]).toBe(config.getConfigText());
    end();
  });

  it('resolve paths of each layer, with ~ for the home folder, and none of a name', () => {
    const config = (text: string): Config => {
      world.writeFile(text);
      return world.config();
    };
    const at = (text: string): string | undefined => config(text).getPath('i18n.messagesDir');
    expect(at('{"i18n": {"messagesDir": "~/m"}}')).toBe(join(world.home, 'm'));
    expect(at('{"i18n": {"messagesDir": "~"}}')).toBe(world.home);
    expect(at('{"i18n": {"messagesDir": "~m"}}')).toBe(join(world.home, '.config/tui/~m'));
    world.policy = '{"config": {"log": {"file": "~/a.log"}}}';
    expect(config('{}').getPath('log.file')).toBe(join(world.home, 'a.log'));
    expect(config('{}').getPath('theme')).toBeUndefined();
    expect(config('{"theme": "bw-std"}').getPath('theme')).toBeUndefined();
    expect(config('{"theme": "~/t.css"}').getPath('theme')).toBe(join(world.home, 't.css'));
  });

  it('warn of a key of the app only where it is likely misspelt', () => {
    const warned = (config: object): string[] => {
      const declared = { 'game.speed': { type: 'integer' }, 'app.n': { type: 'integer' } };
      const c = world.config({ policyConfig: { ...config }, configSchema: declared });
      return c.diagnostics.map(
        ({ message, suggestion }) => `${message.split(' ')[0]} ${suggestion}`,
      );
    };
    expect(warned({ app: { x: 1 }, list: [1], pane: { size: 3 }, there: 1 })).toEqual([]);
    expect(warned({ themes: 'x' })).toEqual(['"themes" did you mean "theme"?']);
    expect(warned({ them: 'x', lnit: true })).toEqual([
      '"them" did you mean "theme"?',
      '"lnit" did you mean "lint"?',
    ]);
    expect(warned({ game: { sped: 1 } })).toEqual(['"game.sped" did you mean "game.speed"?']);
    expect(warned({ logg: { level: 1 } })).toEqual(['"logg.level" did you mean "log.level"?']);
  });

  it('set checks, and names what was meant', () => {
    const config = world.config();
    expect(() => config.set('dither.bits', '4')).toThrow('found the string "4"');
    expect(() => config.set('dithr.bits', 4)).toThrow('did you mean "dither.bits"?');
    const headers = { a: 'b' };
    config.set('ai.headers', headers);
    headers.a = 'changed';
    expect(config.aiHeaders).toEqual({ a: 'b' });
    expect(Object.isFrozen(config.aiHeaders)).toBe(true);
  });

  it('resolve a path by the layer it came from', () => {
    const path = (): string | undefined => world.config().getPath('i18n.messagesDir');
    expect(path()).toBeUndefined();
    world.policy = '{"config": {"i18n": {"messagesDir": "messages"}}}';
    expect(path()).toBe(join(world.home, 'apps', 'messages'));
    world.writeFile('{"i18n": {"messagesDir": "messages"}}');
    expect(path()).toBe(join(world.home, '.config', 'tui', 'messages'));
    world.env['TUI_I18N_MESSAGES_DIR'] = 'messages';
    expect(path()).toBe(join(world.home, 'work', 'messages'));
    world.args = ['--i18n-messages-dir', '../messages'];
    expect(path()).toBe(join(world.home, 'messages'));
    world.args = ['--i18n-messages-dir', '/m'];
    expect(path()).toBe('/m');
    expect(
      world.config({ cliFlags: { 'i18n.messagesDir': '' } }).getPath('i18n.messagesDir'),
    ).toBeUndefined();
    expect(() => world.config().getPath('log.level')).toThrow('log.level does not hold a path');
    const parsed = { policyConfig: { i18n: { messagesDir: 'm' } }, env: {}, cliFlags: {} };
    world.clear();
    expect(world.config({ ...parsed, policyFile: 'sub/a.tui' }).getPath('i18n.messagesDir')).toBe(
      join(world.home, 'work', 'sub', 'm'),
    );
  });
});

describe('the environment', () => {
  it('reads booleans in words, and nothing else', () => {
    const lint = (text: string): unknown => {
      world.env['TUI_LINT'] = text;
      const config = world.config();
      return config.diagnostics[0]?.message ?? config.lint;
    };
    for (const text of ['1', 'true', 'YES', 'on', ' On ']) expect(lint(text)).toBe(true);
    for (const text of ['0', 'False', 'no', 'off']) expect(lint(text)).toBe(false);
    expect(lint('')).toBe('TUI_LINT: set but empty; expected true or false');
    for (const text of ['2', 'y', 'treu', ' '])
      expect(lint(text)).toMatch(/^TUI_LINT: expected true/);
  });

  it('reads inverted variables, empty strings and pairs', () => {
    Object.assign(world.env, { TUI_NO_SYNC: '1', TUI_AI_SITE_NAME: '', TUI_LOG_LEVEL: 'debug' });
    const config = world.config();
    expect(config.terminalSyncRendering).toBe(false);
    expect([config.aiSiteName, config.getSource('ai.siteName')]).toEqual(['', 'env']);
    expect(config.logLevel).toBe('DEBUG');
    const headers = (text: string): unknown => {
      world.env['TUI_AI_HEADERS'] = text;
      return world.config().getSource('ai.headers') === 'env' && world.config().aiHeaders;
    };
    expect(headers('a: b; c:d:e;')).toEqual({ a: 'b', c: 'd:e' });
    expect(headers('__proto__: x; constructor: y')).toEqual(
      Object.fromEntries([
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]),
    );
    for (const bad of ['', 'a', 'a b: c', 'a: b; A: c', ': x', 'a: b\r\nEvil: 1']) {
      expect([bad, headers(bad)]).toEqual([bad, false]);
    }
  });

  it('is reported by name where it is wrong, and warned of where it is nearly right', () => {
    Object.assign(world.env, {
      TUI_DITHER_BITS: '',
      TUI_THEMES: 'x',
      TUI_RUNNER: '1',
      TUI_OTHER: '1',
    });
    expect(told(world.config())).toEqual([
      'env error bad-value: TUI_DITHER_BITS: set but empty; expected a whole number from 1 to 8',
      'env warning unknown-variable: TUI_THEMES is not a variable of the configuration',
    ]);
    expect(
      world
        .config()
        .blocking()
        .map(({ key }) => key),
    ).toEqual(['dither.bits']);
    expect(world.config().ditherBits).toBeUndefined();
  });
});

describe("an app's own keys", () => {
  const schema = {
    'game.speed': {
      type: 'integer',
      default: 3,
      min: 1,
      max: 9,
      env: 'SPEED',
      description: 'Speed.',
    },
    'game.gravity': { type: 'number', min: 0, step: 0.5 },
    'game.sound': { type: 'boolean', default: true, env: 'QUIET', envInverted: true },
    'game.name': { type: 'string', env: 'GAME_NAME' },
  };
  const config = (policyConfig: object = {}): Config =>
    world.config({ policyConfig: { ...policyConfig }, configSchema: schema });
  const at = (key: string, policyConfig?: object): unknown[] => {
    const c = config(policyConfig);
    return [c.getValue(key), c.getSource(key)];
  };

  it('take an empty inverted variable as one that is not set, as NO_COLOR is', () => {
    Object.assign(world.env, { QUIET: '', TUI_NO_SYNC: '' });
    const found = config();
    expect(found.diagnostics).toEqual([]);
    const sources = ['game.sound', 'terminal.syncRendering'].map((key) => found.getSource(key));
    expect(sources).toEqual(['default', 'default']);
  });

  it('go by configSchema < policy < env, never by the file or flags', () => {
    world.writeFile('{"game": {"speed": 8}}');
    expect(at('game.speed')).toEqual([3, 'default']);
    expect(at('game.speed', { game: { speed: 4 } })).toEqual([4, 'policy']);
    world.env['SPEED'] = '5';
    expect(at('game.speed', { game: { speed: 4 } })).toEqual([5, 'env']);
    const flagged = world.config({ configSchema: schema, cliFlags: { 'game.speed': 7 } });
    expect(flagged.getValue('game.speed')).toBe(5);
    expect(told(flagged)).toEqual([
      'file warning unknown-key: "game" is not a key of the configuration',
      'cli error unknown-key: "game.speed" is not a key that a flag can set',
    ]);
    expect(config().getAppVariables()).toEqual(['SPEED', 'QUIET', 'GAME_NAME']);
  });

  it('have types, bounds, steps and inverted variables', () => {
    Object.assign(world.env, { SPEED: '10', QUIET: '1', GAME_NAME: '' });
    const c = config({ game: { gravity: '1', speed: 2.5 } });
    expect(c.getValue('game.sound')).toBe(false);
    expect(c.getString('game.name')).toBe('');
    expect(c.getNumber('game.speed')).toBe(3);
    expect(told(c)).toEqual([
      'policy error bad-value: game.gravity: expected a number of 0 or more, found the string "1"',
      'policy error bad-value: game.speed: expected a whole number from 1 to 9, found 2.5',
      'env error bad-value: SPEED: expected a whole number from 1 to 9, found 10',
    ]);
    expect(c.getAppKeys()).toEqual([
      expect.objectContaining({ key: 'game.speed', slider: true, step: 1, min: 1, max: 9 }),
      expect.objectContaining({ key: 'game.gravity', slider: false, step: 0.5 }),
      expect.objectContaining({ key: 'game.sound', slider: false, envInverted: true }),
      expect.objectContaining({ key: 'game.name', env: 'GAME_NAME' }),
    ]);
    expect(() => c.set('game.speed', 10)).toThrow('from 1 to 9');
  });

  it.each([
    [{ type: 'strin' }, 'did you mean "string"?'],
    [{ type: 'string', defualt: 1 }, 'did you mean "default"?'],
    [{ default: 1 }, '"type" is missing'],
    [{ type: 'integer', default: 1.5 }, 'default: expected a whole number, found 1.5'],
    [{ type: 'integer', min: 2, max: 1 }, 'min 2 is above max 1'],
    [{ type: 'string', min: 2 }, 'min, max and step are for numbers'],
    [{ type: 'number', step: 0 }, 'expected a number > 0'],
    [{ type: 'string', env: 'X', envInverted: true }, 'envInverted is for booleans'],
    [{ type: 'boolean', envInverted: true }, 'envInverted needs env'],
    [{ type: 'string', env: 'A B' }, 'not the name of a variable'],
    [{ type: 'string', env: 'TUI_THEME' }, 'TUI_THEME belongs to tui itself'],
    [{ type: 'string', env: 'TUI_RUNNER' }, 'TUI_RUNNER belongs to tui itself'],
    [null, 'expected an object'],
  ])('refuse the definition %j', (definition, message) => {
    const c = world.config({ configSchema: { 'a.b': definition }, policyConfig: { a: { b: 5 } } });
    const [problem] = c.diagnostics;
    expect(`${problem?.message} ${problem?.suggestion}`).toContain(message);
    expect(c.hasKey('a.b')).toBe(false);
    expect(c.blocking()).toHaveLength(1);
  });

  it('cannot take a name of tui, nor reach a prototype', () => {
    world.policy = `{
      "configSchema": { "theme": {"type": "string"}, "log": {"type": "string"}, "__proto__": {"type": "string"},
        "a.constructor.b": {"type": "string"}, "": {"type": "string"} },
      "config": { "__proto__": {"polluted": 1, "theme": "bw-std"}, "constructor": {"prototype": {"polluted": 1}}, "a..b": 1 }
    }`;
    const c = world.config();
    expect(c.diagnostics).toHaveLength(9);
    expect(c.getCustomKeys()).toEqual([]);
    expect(c.theme).toBe('auto');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('may be undeclared: any value is reachable through the generic getters', () => {
    const c = world.config({ policyConfig: { a: { list: [1, { b: 2 }], n: null }, flat: 'x' } });
    expect(c.getValue('a.list')).toEqual([1, { b: 2 }]);
    expect(Object.isFrozen(c.getValue('a.list'))).toBe(true);
    expect(c.getCustomKeys().sort()).toEqual(['a.list', 'a.n', 'flat']);
    expect(c.diagnostics).toEqual([]);
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    expect(told(world.config({ policyConfig: cyclic }))[0]).toMatch(/^policy error bad-json/);
    expect(told(world.config({ policyConfig: { log: 5, ai: { headers: { a: 1 } } } }))).toEqual([
      'policy error bad-value: log: expected an object',
      expect.stringContaining('ai.headers: expected an object of strings'),
    ]);
    expect(told(world.config({ policyConfig: { them: 'x' } }))).toEqual([
      `policy warning unknown-key: "them" is not a key of the configuration; it is treated as a key of the app`,
    ]);
  });
});
