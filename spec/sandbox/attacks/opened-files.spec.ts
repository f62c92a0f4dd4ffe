/**
 * Files that the launcher itself opens: the log, the user's theme, the file of a snapshot. An app that was here
 * before, or that runs now, leaves links where they are looked for.
 * @ci
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OutputFile, openToAppend } from '../../../cli/documents/opened-file.js';
import { commandFile, shell, tui, type Result } from '../../support/cli.js';
import { Arena, CANARY } from './support/arena.js';
import { describeLauncher, TIERS } from '../support/tiers.js';

const main = commandFile();

let arena: Arena;
let victim = '';
beforeEach(() => {
  arena = new Arena(main);
  victim = arena.put('outside/victim.sh', 'untouched\n');
});
afterEach(() => arena.remove());

const untouched = (): boolean => readFileSync(victim, 'utf8') === 'untouched\n';
const settings = (value: object): string =>
  arena.put('home/.config/tui/config.json', JSON.stringify(value));

interface Call {
  readonly policy?: object;
  readonly script?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts an app that logs what a shell would run. */
async function start(
  tier: string,
  { policy = {}, script = '', args = [], env = {} }: Call = {},
): Promise<Result> {
  const file = arena.put(
    'app/logs.tui',
    `<policy>${JSON.stringify(policy)}</policy><text id="t">shown</text>
     <script>import fs from 'node:fs'; $tui.logger.error('\\n; touch ${arena.root}/OWNED; #'); ${script}</script>`,
  );
  return await tui(['snapshot', file, '--trust', ...args], {
    cwd: arena.root,
    env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier, ...env },
  });
}

describe('without a check', () => {
  it('a link leads there', () => {
    const link = arena.link('app/cache/app.log', victim);
    appendFileSync(link, 'owned');
    expect(untouched()).toBe(false);
  });
});

describeLauncher((tier) => {
  it('the log of the user is written where they said', async () => {
    settings({ log: { file: '../../logs/app.log', level: 'TRACE' } });
    arena.folder('home/logs');
    const { code, stderr } = await start(tier);
    expect([code, stderr.replace(/^warning.*\n(\n|$)/gm, '')]).toEqual([
      0,
      expect.not.stringContaining('error'),
    ]);
    expect(readFileSync(join(arena.root, 'home/logs/app.log'), 'utf8')).toContain('touch');
  });

  it('an app cannot have the log written elsewhere by what it saves', async () => {
    const save = `
      let said;
      try { said = $tui.config.save({ 'log.file': ${JSON.stringify(victim)}, 'log.level': 'TRACE' }); }
      catch (error) { said = error.message; }
      $tui.getElementById('t').textContent = said;`;
    const first = await start(tier, {
      policy: { permissions: { write: ['~/.config/tui'] } },
      script: save,
      args: ['--width', '200'],
    });
    expect(first.stdout).toContain('log.file: an app may not save this key');
    expect((await start(tier)).code).toBe(0);
    expect(untouched()).toBe(true);
    expect(existsSync(join(arena.root, 'home/.config/tui/config.json'))).toBe(false);
    // The control: the same setting in the user's own hand.
    settings({ log: { file: victim, level: 'TRACE' } });
    await start(tier);
    expect(readFileSync(victim, 'utf8')).toContain('touch');
  });

  it.each(['file', 'env', 'cli'])(
    'a link in its place is not followed, set by %s',
    async (layer) => {
      // The app that has left it is gone, and this one may do nothing.
      const link = arena.link('shared/app.log', victim);
      if (layer === 'file') settings({ log: { file: link } });
      const { code, stdout, stderr } = await start(tier, {
        env: layer === 'env' ? { TUI_LOG_FILE: link } : {},
        args: layer === 'cli' ? ['--log-file', link] : [],
      });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(
        `log.file: ${link} cannot be written (it is a symbolic link; name its target)`,
      );
      expect(untouched()).toBe(true);
    },
  );

  it('nor one that leads to nothing yet', async () => {
    const target = join(arena.outside, 'new.sh');
    const link = arena.link('shared/app.log', target);
    expect((await start(tier, { env: { TUI_LOG_FILE: link } })).code).toBe(2);
    expect(existsSync(target)).toBe(false);
  });

  it('nor a link on the way that this app could have made', async () => {
    mkdirSync(join(arena.outside, 'deep'));
    arena.link('app/cache/logs', join(arena.outside, 'deep'));
    const { code, stderr } = await start(tier, {
      policy: { permissions: { write: ['./cache'] } },
      env: { TUI_LOG_FILE: join(arena.cache, 'logs/app.log') },
    });
    expect(code).toBe(2);
    // Where Node alone would follow links, the app is not started with one at all.
    expect(stderr).toMatch(
      /leads through the link \S*cache\/logs, which the app can change|no-sandbox/,
    );
    expect(readdirSync(join(arena.outside, 'deep'))).toEqual([]);
  });

  it('a policy has its log where its app may write, and nowhere else', async () => {
    const log = (file: string): object => ({
      config: { log: { file } },
      permissions: { write: ['./cache', '~/.config/tui'] },
    });
    expect((await start(tier, { policy: log('./cache/app.log') })).code).toBe(0);
    expect(readFileSync(join(arena.cache, 'app.log'), 'utf8')).toContain('touch');
    for (const folder of ['.config/tui', '.local/state/tui']) arena.folder(`home/${folder}`);
    for (const [path, why] of [
      [victim, 'the app may not write'],
      ['./app.log', 'the app may not write'],
      [join(arena.root, 'home/.config/tui/config.json'), 'the app may not write'],
      [join(arena.root, 'home/.local/state/tui/approvals.json'), 'the app may not write'],
    ] as const) {
      const { code, stderr } = await start(tier, { policy: log(path) });
      expect([path, code, stderr]).toEqual([path, 2, expect.stringContaining(why)]);
    }
    expect(untouched()).toBe(true);
    expect(existsSync(join(arena.root, 'home/.config/tui/config.json'))).toBe(false);
    arena.link('app/cache/link.log', victim);
    expect((await start(tier, { policy: log('./cache/link.log') })).code).toBe(2);
    expect(untouched()).toBe(true);
  });

  it('the theme of the user is read by the launcher, and is no way to other files', async () => {
    const sheet = 'text { border: thin }';
    // Among the settings, where no app has files; a link of the user's own.
    const own = arena.put('home/dotfiles/mine.css', sheet);
    mkdirSync(join(arena.root, 'home/.config/tui'), { recursive: true });
    symlinkSync(own, join(arena.root, 'home/.config/tui/mine.css'));
    settings({ theme: './mine.css' });
    const reads = `
      const found = [];
      for (const path of [${JSON.stringify(own)}, ${JSON.stringify(join(arena.root, 'home/.config/tui/mine.css'))}, ${JSON.stringify(join(arena.outside, 'secret.txt'))}]) {
        try { found.push(fs.readFileSync(path, 'utf8').length); } catch { found.push('no'); }
      }
      $tui.getElementById('t').textContent = found.join();`;
    const shown = await start(tier, { script: reads });
    expect(shown.stdout).toContain('┌');
    expect(shown.stdout).toContain('no,no,no');
    // A name that an app has made lead to something else.
    const link = arena.link('shared/mine.css', join(arena.outside, 'secret.txt'));
    const { code, stdout, stderr } = await start(tier, { args: ['--theme', link], script: reads });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      'the theme cannot be read: it is a link to a file that does not end in .css',
    );
    expect(stderr).not.toContain(CANARY);
    // A script may show what the app may read itself, and nothing else.
    writeFileSync(join(arena.app, 'app.css'), sheet);
    const set = (path: string): Call => ({
      script: `$tui.config.set('theme', ${JSON.stringify(path)});`,
      env: { TUI_THEME: 'bw-std' },
    });
    expect((await start(tier, set(join(arena.app, 'app.css')))).stdout).toContain('┌');
    expect((await start(tier, set(own))).stdout).not.toContain('┌');
  });

  it('a snapshot goes into its file, and through no link', async () => {
    const output = join(arena.root, 'shared/out.txt');
    mkdirSync(join(arena.root, 'shared'));
    expect((await start(tier, { args: ['-o', output] })).code).toBe(0);
    expect(readFileSync(output, 'utf8')).toBe('shown\n');
    // A run that fails leaves what was there, and makes nothing new.
    const failed = await start(tier, { args: ['-o', output], script: 'throw new Error("x");' });
    expect(failed.code).not.toBe(0);
    expect(readFileSync(output, 'utf8')).toContain('shown');
    const none = join(arena.root, 'shared/none.txt');
    await start(tier, { args: ['-o', none], policy: { permissions: { net: ['*'] } } });
    expect(existsSync(none)).toBe(false);
    rmSync(output);
    symlinkSync(victim, output);
    const { code, stderr } = await start(tier, { args: ['-o', output] });
    expect([code, untouched()]).toEqual([2, true]);
    expect(stderr).toContain('cannot be written (it is a symbolic link; name its target)');
  });

  it('an app that puts a link there while it runs gets nothing written through it', async () => {
    const output = join(arena.cache, 'out.txt');
    const { code, stderr } = await start(tier, {
      policy: { permissions: { write: ['./cache'] } },
      script: `
        const out = ${JSON.stringify(output)};
        fs.rmSync(out, { force: true });
        try { fs.symlinkSync(${JSON.stringify(victim)}, out); } catch {}`,
      args: ['-o', output],
    });
    expect(untouched()).toBe(true);
    expect(code).not.toBe(0);
    expect(stderr).toContain('it was removed meanwhile');
  });
});

describe('a snapshot', () => {
  it('still goes to pipes, devices and standard streams', async () => {
    const file = arena.put('app/plain.tui', '<text>plain</text>');
    const [tier = ''] = TIERS;
    const call = async (line: string): Promise<string> =>
      (
        await shell(line.replace('FILE', file), {
          cwd: arena.root,
          env: { TUI_SANDBOX_TIER: tier },
        })
      ).stdout;
    expect(await call('$TUI snapshot FILE -o /dev/stdout | cat')).toBe('plain\n');
    expect(await call('$TUI snapshot FILE -o /dev/stdout > x.txt; cat x.txt')).toBe('plain\n');
    expect(await call('$TUI snapshot FILE -o /dev/null; echo $?')).toBe('0\n');
    expect(await call('$TUI snapshot FILE -o >(cat); sleep 0.3')).toBe('plain\n');
    expect(await call('mkfifo p; cat p & $TUI snapshot FILE -o p; wait')).toBe('plain\n');
    expect(await call('$TUI snapshot FILE -o no/such/x.txt 2>&1')).toContain('(ENOENT)');
    expect(await call('$TUI snapshot FILE -o app 2>&1')).toContain('(EISDIR)');
  });
});

describe('a file that is exchanged between the look and the opening', () => {
  it('is opened in the folder that was looked at, or not at all', () => {
    const logs = arena.folder('logs');
    const elsewhere = arena.folder('elsewhere');
    // The folder of the path is another one by the time that the file is made.
    expect(() =>
      openToAppend(join(logs, 'app.log'), () => {
        renameSync(logs, `${logs}2`);
        symlinkSync(elsewhere, logs);
      }),
    ).toThrow('it was exchanged meanwhile');
    expect(readdirSync(elsewhere)).toEqual([]);
    rmSync(logs);
    renameSync(`${logs}2`, logs);
    rmSync(join(logs, 'app.log'));
    expect(() =>
      openToAppend(join(logs, 'app.log'), () => symlinkSync(victim, join(logs, 'app.log'))),
    ).toThrow('it is a symbolic link');
    expect(untouched()).toBe(true);
    // What the check is given is where it leads, links on the way resolved.
    symlinkSync(logs, join(arena.root, 'way'));
    rmSync(join(logs, 'app.log'));
    let seen = '';
    openToAppend(join(arena.root, 'way/app.log'), (real) => (seen = real));
    expect(seen).toBe(join(logs, 'app.log'));
  });

  it('is not written by its name', async () => {
    const path = join(arena.folder('out'), 'x.txt');
    const output = OutputFile.open(path);
    rmSync(path);
    symlinkSync(victim, path);
    await expect(output.write('owned')).rejects.toThrow('it was removed meanwhile');
    expect(untouched()).toBe(true);
    rmSync(path);
    writeFileSync(path, 'old');
    const second = OutputFile.open(path);
    second.discard();
    expect(readFileSync(path, 'utf8')).toBe('old');
    const third = OutputFile.open(`${path}.new`);
    third.discard();
    expect(existsSync(`${path}.new`)).toBe(false);
  });
});
