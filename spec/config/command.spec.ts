/**
 * The whole table through the real command: a real file, a real environment, a real command line, and what
 * `tui --print-config` and `tui config` say of it. One process sets every key of a layer at once.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROPERTIES } from '../../config/schema.js';
import type { ConfigJson, Explanation } from '../../config/texts/explain.js';
import { folderOf, shell, type Result } from '../support/cli.js';
import { call } from '../support/in-process.js';
import { KEY_CASES, LAYERS, nested, type KeyCase, type Layer } from './support/keys.js';

let cwd = '';
let home = '';
beforeAll(async () => {
  cwd = await folderOf({ 'plain.tui': '<text>x</text>' });
  home = join(cwd, 'home');
  await mkdir(join(home, '.config/tui'), { recursive: true });
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
});

type Which = 0 | 1;

/** Whether the policy of an app may set it; the others have a spec of their own. */
function isPolicys({ key }: KeyCase): boolean {
  return PROPERTIES.get(key)?.setBy.includes('policy') === true;
}

interface Layered {
  readonly env: Record<string, string>;
  readonly args: readonly string[];
}

/** Sets every key in these layers, each to one of its samples; everything else is as on a new machine. */
async function world(layers: Partial<Record<Layer, Which>>): Promise<Layered> {
  const values = (which: Which, cases = KEY_CASES): Record<string, unknown> =>
    nested(Object.fromEntries(cases.map(({ key, samples }) => [key, samples[which].value])));
  const config = join(home, '.config/tui/config.json');
  await rm(config, { force: true });
  if (layers.file !== undefined) await writeFile(config, JSON.stringify(values(layers.file)));
  const policy =
    layers.policy === undefined
      ? ''
      : `<policy>${JSON.stringify({ name: 'Demo', config: values(layers.policy, KEY_CASES.filter(isPolicys)) })}</policy>\n`;
  await writeFile(join(cwd, 'app.tui'), `<tui>${policy}<text>x</text></tui>\n`);
  const { env, cli } = layers;
  return {
    env:
      env === undefined
        ? {}
        : Object.fromEntries(KEY_CASES.map(({ env: name, samples }) => [name, samples[env].env])),
    args: cli === undefined ? [] : KEY_CASES.flatMap(({ samples }) => samples[cli].args),
  };
}

async function run({ env, args }: Layered, ...rest: readonly string[]): Promise<Result> {
  return await call([...args, ...rest], { cwd, env: { HOME: home, ...env } });
}

function shown(key: string, value: unknown): string {
  if (PROPERTIES.get(key)?.secret === true) return '••••';
  return value === '' ? '""' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function annotation({ key, env, samples }: KeyCase, layer: Layer, which: Which): string {
  const property = PROPERTIES.get(key);
  const flag = property?.flag ?? '';
  // A boolean is named by the flag that gives it its value.
  const turned = property?.type === 'boolean' && which === 1;
  const opposite = flag.startsWith('--no-') ? flag.replace('--no-', '--') : `--no-${flag.slice(2)}`;
  const cli = turned ? opposite : (samples[which].args[0]?.split('=')[0] ?? '');
  return { policy: 'policy', file: 'config.json', env, cli }[layer];
}

const lineOf = (stdout: string, key: string): string | undefined =>
  stdout.split('\n').find((line) => line.startsWith(`${key} = `));

describe('tui --print-config', () => {
  it('shows every key at its default, with the flag and the variable that set it', async () => {
    const result = await run(await world({}), '--print-config');
    expect([result.code, result.stderr]).toEqual([0, '']);
    for (const [key, { default: value, defaultText, flag, env }] of PROPERTIES) {
      const text =
        value === undefined ? `(${defaultText ?? 'unset'})` : shownDefault(value as unknown);
      expect(lineOf(result.stdout, key)).toBe(`${key} = ${text} (${flag}, ${env})`);
    }
  });

  it.each(LAYERS.flatMap((layer) => ([0, 1] as const).map((which) => [layer, which] as const)))(
    'shows every key as %s sets it (sample %i)',
    async (layer, which) => {
      const result = await run(await world({ [layer]: which }), '--print-config', 'app.tui');
      expect([result.code, result.stderr]).toEqual([0, '']);
      for (const each of KEY_CASES.filter((one) => layer !== 'policy' || isPolicys(one))) {
        const text = shown(each.key, each.samples[which].value);
        expect(lineOf(result.stdout, each.key)).toBe(
          `${each.key} = ${text} <- ${annotation(each, layer, which)}`,
        );
      }
    },
  );

  it('leaves out what only the user may set, with its place in the policy', async () => {
    await world({});
    const policy = { config: { server: { port: 8123 }, ai: { headers: { a: 'b' } } } };
    await writeFile(
      join(cwd, 'app.tui'),
      `<policy>${JSON.stringify(policy)}</policy>\n<text>x</text>\n`,
    );
    const { code, stdout, stderr } = await run({ args: [], env: {} }, '--print-config', 'app.tui');
    expect(code).toBe(0);
    expect(lineOf(stdout, 'server.port')).toBe(
      'server.port = (unset) (--server-port, TUI_SERVER_PORT)',
    );
    expect(lineOf(stdout, 'ai.headers')).toContain('{}');
    expect(stderr).toContain(
      'app.tui:1:30 warning reserved-key: server.port: only the user may set this key; the value is ignored',
    );
    expect(stderr).toContain('remove it: the user sets it with --server-port or TUI_SERVER_PORT');
    const started = await run({ args: [], env: {} }, 'app.tui');
    expect([started.code, started.stdout.trim()]).toEqual([0, 'x']);
    expect(started.stderr).toContain('warning reserved-key: ai.headers');
    expect((await run({ args: [], env: {} }, 'lint', 'app.tui')).stderr).toContain(
      'warning reserved-key',
    );
  });

  const pairs = LAYERS.flatMap((low, index) =>
    LAYERS.slice(index + 1).map((high) => [low, high] as const),
  );
  it.each(pairs)('lets %s give way to %s for every key', async (low, high) => {
    const result = await run(await world({ [low]: 0, [high]: 1 }), '--print-config', 'app.tui');
    expect([result.code, result.stderr]).toEqual([0, '']);
    for (const each of KEY_CASES) {
      const text = shown(each.key, each.samples[1].value);
      expect(lineOf(result.stdout, each.key)).toBe(
        `${each.key} = ${text} <- ${annotation(each, high, 1)}`,
      );
    }
  });

  it('says the same as JSON, with every place', async () => {
    const layered = await world({ policy: 0, file: 1, env: 0 });
    for (const args of [
      ['--print-config', '--json', 'app.tui'],
      ['config', '--json', 'app.tui'],
      ['config', 'app.tui', '--json'],
    ]) {
      const { stdout, code } = await run({ ...layered, args: [] }, ...args);
      const found = JSON.parse(stdout) as ConfigJson;
      expect(code).toBe(0);
      expect(found.file).toEqual({ path: join(home, '.config/tui/config.json'), exists: true });
      expect(found.priority).toEqual(['default', 'policy', 'file', 'env', 'cli']);
      expect(found.problems).toEqual([]);
      expect(Object.keys(found.keys)).toEqual([...PROPERTIES.keys()]);
      for (const { key, env, samples } of KEY_CASES) {
        const value = PROPERTIES.get(key)?.secret === true ? '••••' : samples[0].value;
        expect(found.keys[key]).toEqual({ value, source: 'env', place: env });
      }
    }
  });
});

function shownDefault(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

describe('tui config', () => {
  it('explains one key through all layers, as text and as JSON', async () => {
    const layered = await world({ policy: 0, file: 1, env: 0, cli: 1 });
    const text = await run(layered, 'config', 'explain', 'log.level', 'app.tui');
    expect(text.stdout).toContain(
      '> cli      ERROR  --log-level\n  env      TRACE  TUI_LOG_LEVEL\n',
    );
    const { stdout } = await run(layered, 'config', 'explain', 'log.level', 'app.tui', '--json');
    const found = JSON.parse(stdout) as Explanation;
    expect(found).toMatchObject({ key: 'log.level', value: 'ERROR', source: 'cli' });
    expect(found.layers.map(({ source, value }) => [source, value])).toEqual([
      ['runtime', undefined],
      ['cli', 'ERROR'],
      ['env', 'TRACE'],
      ['file', 'ERROR'],
      ['policy', 'TRACE'],
      ['default', 'INFO'],
    ]);
    expect(found.layers[3]?.place).toMatch(/config\.json:1:\d+$/);
    expect(found.layers[4]?.place).toMatch(/^app\.tui:1:\d+$/);
  });

  it('gets one value, tells the path, and gives a schema that any validator takes', async () => {
    const layered = await world({ file: 0 });
    const answer = async (...args: string[]): Promise<string> =>
      (await run(layered, 'config', ...args)).stdout;
    expect(await answer('get', 'render.gfxMode')).toBe('quadrant\n');
    expect(JSON.parse(await answer('get', 'render.gfxMode', '--json'))).toEqual({
      key: 'render.gfxMode',
      value: 'quadrant',
      source: 'file',
      place: expect.stringMatching(/config\.json:1:\d+$/) as unknown,
    });
    const path = join(home, '.config/tui/config.json');
    expect(await answer('path')).toBe(`${path}\n`);
    expect(JSON.parse(await answer('path', '--json'))).toEqual({ path, exists: true });
    const schema = await answer('schema');
    expect(await answer('schema', '--json')).toBe(schema);
    const validate = new Ajv().compile(JSON.parse(schema) as object);
    expect(validate({ $schema: './schema.json', theme: 'bw-std', log: { level: 'WARN' } })).toBe(
      true,
    );
    expect(validate({ theme: 'dracula' })).toBe(false);
    expect(validate({ thme: 'bw-std' })).toBe(false);
  });

  it('shows what is in force even where something is wrong, and ends with 2', async () => {
    const { args } = await world({});
    const broken = { args, env: { TUI_THEME: 'dracula' } };
    const explained = await run(broken, 'config', 'explain', 'theme');
    expect(explained.code).toBe(2);
    expect(explained.stderr).toContain('error bad-value: TUI_THEME: expected one of "auto"');
    expect(explained.stdout).toContain('  env      (left out)  TUI_THEME: expected one of');
    const printed = await run(broken, '--print-config', '--json');
    expect(printed.code).toBe(2);
    expect((JSON.parse(printed.stdout) as ConfigJson).problems).toEqual([
      expect.objectContaining({ layer: 'env', key: 'theme', code: 'bad-value' }),
    ]);
  });

  it('refuses an unknown theme from every layer, with its place and the names', async () => {
    const bad = async (layered: Layered, ...rest: string[]): Promise<string> => {
      const { code, stdout, stderr } = await run(layered, ...rest);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('expected one of "auto", "bw-std", "bw-dark", "gray-std"');
      return stderr;
    };
    const none = await world({});
    await bad({ ...none, args: ['--theme=dracula'] }, 'app.tui');
    await bad({ ...none, env: { TUI_THEME: 'dracula' } }, 'app.tui');
    await bad({ ...none, env: { TUI_THEME: '' } }, 'snapshot', 'app.tui');
    await writeFile(
      join(cwd, 'policy.tui'),
      '<policy>{"config": {"theme": "dracula"}}</policy><text>x</text>',
    );
    expect(await bad(none, 'policy.tui')).toMatch(/^policy\.tui:1:30 error bad-value/);
    await writeFile(join(home, '.config/tui/config.json'), '{\n  "theme": "fullcolor-drak"\n}');
    const file = await bad(none, 'app.tui');
    expect(file).toMatch(/config\.json:2:12 error bad-value: theme: /);
    expect(file).toContain('did you mean "fullcolor-dark"?');
  });

  it('starts an app beside a file that cannot be read, and says so', async () => {
    const none = await world({});
    await writeFile(join(home, '.config/tui/config.json'), '{ "theme": "bw-std"');
    const result = await run(none, 'app.tui');
    expect([result.code, result.stdout]).toEqual([0, 'x\n']);
    expect(result.stderr).toMatch(/config\.json:1:\d+ error bad-json: .*the file is ignored/);
    // What is shown is not what the user meant.
    expect((await run(none, '--print-config')).code).toBe(2);
  });

  it('completes values of flags in bash', async () => {
    await writeFile(join(cwd, 'bash'), (await call(['completion', 'bash'])).stdout);
    const { stdout } = await shell(
      'source ./bash; c() { COMP_WORDS=(tui "$@"); COMP_CWORD=$#; COMPREPLY=(); _tui; echo "${COMPREPLY[*]}"; }; c --theme bw; c --gfx-mode = s; c --gfx-mode =; c --no-al; c --ai-model x',
      { cwd },
    );
    expect(stdout).toBe(
      'bw-std bw-dark\nsextant sixel\nsextant quadrant block pattern luma halfblock octant braille auto kitty iterm2 sixel\n--no-alt-screen\n\n',
    );
  });
});

describe('the command line', () => {
  it.each([
    ['--dither-bits=2 --dither-bits=3 config get dither.bits', 0, '3\n'],
    ['config --dither-bits 7 get dither.bits', 0, '7\n'],
    ['config get dither.bits --dither-bits 7', 0, '7\n'],
    ['config get dither.bits -- --dither-bits 7', 2, 'found "7"'],
    ['--server-port= config', 2, '--server-port: set but empty; expected a whole number'],
    ['--oauth-scopes= config get oauth.scopes', 0, '\n'],
    ['--dither-bits=NaN config', 2, 'found "NaN"'],
    ['--dither-bits=Infinity config', 2, 'found "Infinity"'],
    ['--ai-audio-gain=1e999 config', 2, 'from 0 to 100, found 1e999'],
    ['--dither-bits=2.5 config', 2, 'a whole number from 1 to 8, found 2.5'],
    ['--dither-bits=0x4 config', 2, 'found "0x4"'],
    ['--dither-bits=-1 config', 2, 'the nearest valid value is 1'],
    ['--dither-bits=8 config get dither.bits', 0, '8\n'],
    ['--dither-bits=9 config', 2, 'the nearest valid value is 8'],
    ['--log-buffer-size=9 config', 2, 'the nearest valid value is 10'],
    ['--__proto__=1 config', 2, '--__proto__ is not a flag'],
    ['--constructor.prototype.x=1 config', 2, 'is not a flag'],
    ['-- plain.tui', 0, 'x\n'],
    ['plain.tui --theme nonsense', 2, 'write flags before FILE: tui --theme nonsense plain.tui'],
    ['config plain.tui --theme nonsense', 2, '--theme: expected one of'],
  ])('tui %s', async (line, code, text) => {
    await world({});
    const result = await run({ args: [], env: {} }, ...line.split(' '));
    expect(result.code).toBe(code);
    if (code === 0) expect(result.stdout).toBe(text);
    else expect(result.stderr).toContain(text);
  });
});

describe('the log', () => {
  it('refuses a file that cannot be written, and says who named it', async () => {
    await world({});
    for (const [path, why] of [
      ['no/such/app.log', 'ENOENT'],
      ['home', 'EISDIR'],
      ['/dev/null', 'it is a device, not a file'],
    ] as const) {
      const { code, stdout, stderr } = await run(
        { args: [], env: { TUI_LOG_FILE: path } },
        'plain.tui',
      );
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`cannot be written (${why}); it is set by TUI_LOG_FILE`);
    }
  });
});
