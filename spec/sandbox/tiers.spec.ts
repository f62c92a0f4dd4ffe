/** What an app finds around it, in each tier that this machine offers. */
import { writeFileSync, mkdirSync, existsSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitsSockets } from '../../cli/sandbox/launch/tier/tier.js';
import { commandFile, createCodeFolder, folderOf, tui, type Result } from '../support/cli.js';
import { describeOnce } from '../support/other-nodes.js';
import { HAS_BUBBLEWRAP, TIERS, WITHOUT_BUBBLEWRAP } from './support/tiers.js';

const nodeLetter = WITHOUT_BUBBLEWRAP;

/** An app that shows an expression's value, or what went wrong. */
const app = (code: string): string => `<text id="t" style="white-space: nowrap"></text><script>
import fs from 'node:fs';
let shown;
try { shown = JSON.stringify(await (async () => (${code}))()); }
catch (error) { shown = error.code + ' | ' + error.message; }
$tui.getElementById('t').textContent = shown;
</script>`;

let cwd = '';
const main = commandFile();
beforeAll(async () => {
  cwd = await folderOf({ 'app.tui': '', 'data/x': 'inside', 'secret/y': 'denied', 'out/old': '' });
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
});

/** An app that shows the value of each of several expressions, or what went wrong with it. */
const apps = (codes: readonly string[]): string =>
  app(
    `[${codes
      .map(
        (code) =>
          `await (async () => (${code}))().catch((error) => error.code + ' | ' + error.message)`,
      )
      .join(', ')}]`,
  );

/** The same for several expressions, in one start. */
async function showAll(
  tier: string,
  codes: readonly string[],
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<unknown[]> {
  const { shown, stderr } = await start(tier, apps(codes), flags, env);
  if (!shown.startsWith('[')) throw new Error(shown + stderr);
  return JSON.parse(shown) as unknown[];
}

async function show(
  tier: string,
  code: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Result & { shown: string }> {
  return await start(tier, app(code), flags, env);
}

let count = 0;
async function start(
  tier: string,
  text: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Result & { shown: string }> {
  const file = `app${++count}.tui`;
  writeFileSync(join(cwd, file), text);
  const args = [
    'snapshot',
    file,
    ...flags,
    '--allow-unenforced',
    '--width',
    '4000',
    '--height',
    '2',
  ];
  const result = await tui(args, { cwd, env: { TUI_SANDBOX_TIER: tier, ...env } });
  return { ...result, shown: result.stdout.trim() };
}

describe.each([...TIERS])('tier %s', (tier) => {
  const WRITE = `fs.writeFileSync('out/new', 'x') ?? 'written'`;
  /** What an app does that is granted nothing. */
  const PLAIN = {
    own: `fs.readFileSync('data/x', 'utf8')`,
    passwd: `fs.readFileSync('/etc/passwd', 'utf8')`,
    write: WRITE,
    run: `process.getBuiltinModule('child_process').execSync('id').toString()`,
    worker: `new (process.getBuiltinModule('worker_threads').Worker)('0', { eval: true })`,
    query: `await Promise.all([['read', $tui.dirname], ['read', '/etc'], ['clipboard']]
      .map((each) => $tui.permissions.query(...each)))`,
    imported: `(await import('./lib/ok.json')).a`,
  } as const;
  let plain: Readonly<Record<string, unknown>> = {};
  beforeAll(async () => {
    mkdirSync(join(cwd, 'lib'), { recursive: true });
    writeFileSync(join(cwd, 'lib/ok.json'), '{"a":1}');
    const values = await showAll(tier, Object.values(PLAIN));
    plain = Object.fromEntries(Object.keys(PLAIN).map((name, at) => [name, values[at]]));
  });

  it('reads its own folder and nothing else', () => {
    expect(plain['own']).toBe('inside');
    expect(plain['passwd']).toMatch(
      /reading \/etc\/passwd is not permitted.*--allow-read=\/etc\/passwd/,
    );
  });

  it('reads what a flag grants, and not what one denies in it', async () => {
    const passwd = `fs.readFileSync('/etc/passwd', 'utf8').length > 0`;
    const granted = await show(tier, passwd, ['--allow-read=/etc/passwd']);
    expect(granted.shown).toBe('true');
    const codes = [`fs.readFileSync('secret/y', 'utf8')`, `fs.readFileSync('data/x', 'utf8')`];
    const [denied, beside] = await showAll(tier, codes, ['--deny-read=secret']);
    expect(denied).toMatch(/is not permitted/);
    expect(beside).toBe('inside');
  });

  it('writes what is granted', async () => {
    expect(plain['write']).toMatch(/writing \S*out\/new is not permitted/);
    expect(existsSync(join(cwd, 'out/new'))).toBe(false);
    expect((await show(tier, WRITE, ['--allow-write=out'])).shown).toBe('"written"');
    expect(existsSync(join(cwd, 'out/new'))).toBe(true);
    await rm(join(cwd, 'out/new'));
  });

  it('has the environment that is granted', async () => {
    const env = { SECRET: 's', TERM: 'xterm', NODE_OPTIONS: '--no-warnings' };
    const none = await show(tier, 'Object.keys(process.env).sort()', [], env);
    const names = JSON.parse(none.shown) as string[];
    expect(names).not.toContain('SECRET');
    expect(names).not.toContain('HOME');
    expect(
      names.filter(
        (name) => !/^(TERM|TZ|LANG|LANGUAGE|LC_.*|PWD|TUI_RUNNER|TUI_RUNNING_HEADLESS)$/.test(name),
      ),
    ).toEqual([]);
    expect(names).toContain('TUI_RUNNING_HEADLESS');
    const granted = await show(tier, 'process.env.SECRET', ['--allow-env=SECRET'], env);
    expect(granted.shown).toBe('"s"');
  });

  it('has no secret settings, whatever it may do', async () => {
    const home = await folderOf({
      'tui/config.json': JSON.stringify({
        ai: { headers: { 'x-file': 'canary-file' }, model: 'm' },
      }),
    });
    // Everything that there is of the settings, and of the process.
    const all = `JSON.stringify([
      $tui.config.getKeys().map((key) => [key, $tui.config.getValue(key)]),
      $tui.config.getConfigText(), process.env, process.argv, process.report.getReport(),
    ])`;
    const found = `[...new Set(${all}.match(/canary-[a-z]+/g) ?? [])]`;
    const env = { XDG_CONFIG_HOME: home, TUI_AI_HEADERS: 'x-env: canary-env' };
    const model = `[$tui.config.getValue('ai.model'), ${found}]`;
    expect((await show(tier, model, [], env)).shown).toBe('["m",[]]');
    const flag = ['--ai-headers', 'x-flag: canary-flag'];
    expect((await show(tier, model, flag, env)).shown).toBe('["m",[]]');
    expect((await show(tier, found, ['--allow-ai', '--allow-env'], env)).shown).toBe('[]');
    await rm(home, { recursive: true });
  });

  it('starts no program and no thread', () => {
    expect(plain['run']).toMatch(/running id is not permitted/);
    expect(plain['worker']).toMatch(/node:worker_threads is not available to apps/);
  });

  it('asks what it may do', () => {
    expect(plain['query']).toEqual(['granted', 'denied', 'granted']);
  });

  it('imports its own files, and not what it may not read', async () => {
    expect(plain['imported']).toBe(1);
    const { stderr, code } = await show(tier, `await import('/etc/hostname')`);
    expect(stderr).toMatch(/may not be read/);
    expect(code).toBe(2);
  });

  it('does not save settings without a grant', async () => {
    const { shown } = await show(tier, `$tui.config.save({ theme: 'bw-std' })`, [], {
      XDG_CONFIG_HOME: join(cwd, 'config'),
    });
    expect(shown).toMatch(/^not-permitted \| no permission to write/);
    const granted = await show(
      tier,
      `[$tui.config.save({ theme: 'bw-std' }), $tui.config.getSource('theme')]`,
      [`--allow-write=${join(cwd, 'config')}`],
      { XDG_CONFIG_HOME: join(cwd, 'config') },
    );
    expect(granted.shown).toBe('[1,"file"]');
  });

  it('logs a long message cut, with a mark', async () => {
    const file = join(cwd, `log-${tier}.txt`);
    await show(tier, `$tui.logger.warn('x'.repeat(500000))`, ['--log-file', file]);
    const text = readFileSync(file, 'utf8');
    expect(text.length).toBeLessThan(20_000);
    expect(text).toMatch(/x… \(\d+ more characters\)\n$/);
  });
});

describe('the choice', () => {
  it('trusts a Node that limits Unix sockets too', () => {
    const limited = ['20.20.2', '24.13.0', '25.0.0', '25.2.1', '25.3.0', '25.10.0', '26.0.0'];
    expect(limited.filter((version) => limitsSockets(version))).toEqual([
      '25.3.0',
      '25.10.0',
      '26.0.0',
    ]);
  });

  it('tells of a weaker tier that was asked for', async () => {
    const { stderr } = await show(nodeLetter, '1');
    expect(stderr.includes('warning weak-sandbox: TUI_SANDBOX_TIER is set')).toBe(HAS_BUBBLEWRAP);
  });

  it('is an error where the tier is not to be had', async () => {
    const { stderr, code } = await show(nodeLetter === 'B' ? 'C' : 'B', '1');
    expect(stderr).toContain('error no-sandbox');
    expect(code).toBe(2);
  });

  (HAS_BUBBLEWRAP ? it : it.skip)('is made anew in a container', async () => {
    const home = await folderOf({});
    writeFileSync(join(cwd, 'boxed.tui'), app('1'));
    const args = ['snapshot', 'boxed.tui', '--allow-unenforced', '--height', '2'];
    const code = createCodeFolder();
    const env = { HOME: home, PATH: process.env['PATH'] ?? '', TUI_CODE_CACHE: code };
    expect((await tui(args, { cwd, env })).stdout.trim()).toBe('1');
    expect(existsSync(join(code, 'sandbox.json'))).toBe(true);
    // The same home and the same programs, where /proc cannot be mounted again, or nothing at all.
    for (const box of [['--unshare-pid', '--proc', '/proc'], ['--disable-userns']]) {
      const inside = ['--dev-bind', '/', '/', '--unshare-user', ...box, process.execPath, main];
      const { stdout, stderr } = spawnSync('bwrap', [...inside, ...args], {
        cwd,
        env,
        encoding: 'utf8' as const,
      });
      expect({ shown: stdout.trim(), stderr }).toMatchObject({ shown: '1' });
    }
    for (const folder of [home, code]) await rm(folder, { recursive: true });
  });

  it('without bubblewrap in PATH falls to Node alone, and says what that means', async () => {
    const { stderr, shown } = await show('', '1', [], { PATH: '/nonexistent' });
    expect(shown).toBe('1');
    expect(stderr.includes('network access is not limited')).toBe(nodeLetter === 'C');
  });
});

describeOnce('an app without code', () => {
  const run = async (config: object): Promise<Result> => {
    const policy = JSON.stringify({ config });
    writeFileSync(
      join(cwd, 'still.tui'),
      `<tui><policy>${policy}</policy><text wat="x">hi</text></tui>`,
    );
    return await tui(['snapshot', 'still.tui', '--height', '3'], { cwd });
  };

  it('has its theme read within what it is granted', async () => {
    const outside = await folderOf({ 'theme.css': 'text { border: thin }' });
    writeFileSync(join(cwd, 'own.css'), 'text { border: thin }');
    const refused = await run({ theme: join(outside, 'theme.css') });
    expect(refused.stdout).not.toContain('┌');
    expect(refused.stderr).toContain('error bad-theme: the theme cannot be read');
    expect((await run({ theme: './own.css' })).stdout).toContain('┌');
    await rm(outside, { recursive: true });
  });

  it('has no log written where it may not write', async () => {
    const outside = await folderOf({});
    const file = join(outside, 'app.log');
    expect((await run({ log: { file } })).stderr).toContain('the app may not write');
    expect(existsSync(file)).toBe(false);
    await rm(outside, { recursive: true });
  });
});
