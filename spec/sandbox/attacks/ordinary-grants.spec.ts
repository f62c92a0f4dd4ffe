/** Grants as people make them: a folder that is missing, an app's own folder, exact arguments, one setting. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, CANARY } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';
import { runCommand, type Ended } from './support/watched.js';
import { describeWith } from '../../support/programs.js';

const main = commandFile();

let arena: Arena;
beforeEach(() => {
  arena = new Arena(main);
});
afterEach(() => arena.remove());

interface Given {
  readonly policy?: object;
  readonly code: string;
  /** In front of the command. */
  readonly settings?: readonly string[];
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

async function start(tier: string, name: string, args: Given): Promise<Ended> {
  const { policy = {}, code, settings = [], flags = ['--trust'], env = {} } = args;
  const text = `<policy>${JSON.stringify(policy)}</policy><text>x</text><script>${code}</script>`;
  const file = arena.put(name, text);
  return await runCommand([main, ...settings, 'snapshot', file, ...flags], {
    cwd: arena.root,
    tier,
    env: { HOME: join(arena.root, 'home'), XDG_CONFIG_HOME: join(arena.root, 'config'), ...env },
  });
}

describeTiers((tier) => {
  it('a folder to write that is missing is there at the first run, and no other is', async () => {
    const code = `
      import { writeFileSync } from 'node:fs';
      const results = ['made/new', 'other', 'made.txt'].map((name) => {
        try { writeFileSync(name + (name === 'made.txt' ? '' : '/x'), 'x'); return 'written'; }
        catch (error) { return error.code; }
      });
      process.stdout.write('RESULT ' + results.join(' ') + '\\n');`;
    mkdirSync(join(arena.app, 'work'));
    const permissions = { write: ['./work/made/new', './work/made.txt'], read: ['./work/other'] };
    const text = `process.chdir(${JSON.stringify(join(arena.app, 'work'))});`;
    const script = code.replace('const results', `${text}\nconst results`);
    const { stdout } = await start(tier, 'app/first.tui', {
      policy: { permissions },
      code: script,
    });
    expect(stdout).toContain('RESULT written ');
    expect(stdout).toMatch(/RESULT written \w+ written/);
    expect(existsSync(join(arena.app, 'work/made/new/x'))).toBe(true);
    expect(existsSync(join(arena.app, 'work/other'))).toBe(false);
    // The control: without the grant there is nothing to write to.
    const none = await start(tier, 'app/first.tui', { code: script });
    expect(none.stdout).not.toContain('written');
  });

  it('a save keeps what was saved, and nothing of this call', async () => {
    const { stdout, stderr } = await start(tier, 'app/saves.tui', {
      policy: {
        permissions: { write: ['~/.config/tui'] },
        config: { 'log.level': 'WARN', 'mail.host': 'theirs' },
      },
      code: `process.stdout.write('SAVED ' + $tui.config.save({ theme: 'bw-dark' }) + '\\n');
        process.stdout.write('LEVEL ' + $tui.config.getValue('log.level') + '\\n');`,
      settings: ['--log-file', './call.log', '--headless-width', '160'],
      env: { TUI_DITHER_BITS: '4', HOME: arena.root, XDG_CONFIG_HOME: join(arena.root, '.config') },
    });
    // The control: the values are in force for this call.
    expect([stdout, stderr]).toEqual([expect.stringContaining('LEVEL WARN'), expect.anything()]);
    const file = join(arena.root, '.config/tui/config.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ theme: 'bw-dark' });
  });

  it('an app reads what is beside it, and sends it nowhere without a yes', async () => {
    const got: string[] = [];
    const server = createServer((socket) => {
      socket.on('data', (bytes) => got.push(String(bytes))).on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      arena.put('app/taxes.txt', CANARY);
      const { port } = server.address() as AddressInfo;
      const code = `
        import { readFileSync } from 'node:fs';
        import { connect } from 'node:net';
        const text = readFileSync(${JSON.stringify(join(arena.app, 'taxes.txt'))}, 'utf8');
        process.stdout.write('READ ' + text + '\\n');
        await new Promise((resolve) => {
          const socket = connect(${port}, '127.0.0.1', () => socket.end(text));
          socket.on('error', resolve).on('close', resolve);
        });
        process.exit(0);`;
      const { code: ended, stdout } = await start(tier, 'app/game.tui', { code, flags: [] });
      if (tier === 'C') expect([ended, stdout]).toEqual([3, '']);
      else expect(stdout).toContain(`READ ${CANARY}`);
      expect(got).toEqual([]);
      // In the home folder itself not even that.
      const home = { code, flags: ['--allow-unenforced'], env: { HOME: arena.app } };
      expect((await start(tier, 'app/game.tui', home)).stdout).not.toContain(CANARY);
      expect(got).toEqual([]);
      // The control: as a program of its own.
      await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
      expect(got.join('')).toBe(CANARY);
    } finally {
      server.close();
    }
  });
});

describeWith(['git'], 'exact arguments of a program that runs others', () => {
  /** git runs this for `git status`: the app's own folder tells it to. */
  const prepare = (): string => {
    const mark = join(arena.outside, 'ESCAPED-git');
    const git = (...args: string[]): void => void spawnSync('git', args, { cwd: arena.app });
    git('init', '-q');
    git('config', 'core.fsmonitor', `touch ${mark}; false`);
    return mark;
  };
  const policy = { permissions: { run: ['git status $'] } };

  it('are marked as able to run anything', async () => {
    const mark = prepare();
    spawnSync('git', ['status'], { cwd: arena.app });
    expect(existsSync(mark)).toBe(true);
    const file = arena.put(
      'app/git.tui',
      `<policy>${JSON.stringify(policy)}</policy><text>x</text><script>1</script>`,
    );
    const { stdout } = await runCommand([main, 'permissions', file], { cwd: arena.app, tier: '' });
    expect(stdout).toMatch(/! .*git status \$.*it can run anything/);
  });

  describeTiers((tier) => {
    it('are the only ones', async () => {
      const { stdout } = await start(tier, 'app/git.tui', {
        policy,
        code: `const results = [];
          for (const args of [['status'], ['status', '-s'], ['-c', 'a.b=c', 'status'], ['log']]) {
            results.push(await $tui.run('git', args, { cwd: ${JSON.stringify(arena.app)} })
              .then(() => 'ran', (error) => error.code ?? error.name));
          }
          process.stdout.write('RESULT ' + results.join(' ') + '\\n');`,
      });
      expect(stdout).toContain('RESULT ran not-permitted not-permitted not-permitted\n');
    });
  });
});
