/** The log while it is put aside: an app that floods it and exchanges files below the launcher's hands. @ci */
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { Arena } from './support/arena.js';
import { describeLauncher } from '../support/tiers.js';

const main = commandFile();
let arena: Arena;
let victim = '';
beforeEach(() => {
  arena = new Arena(main);
  victim = arena.put('app/cache/../../outside/victim.sh', 'untouched\n');
});
afterEach(() => arena.remove());

const untouched = (): boolean => readFileSync(victim, 'utf8') === 'untouched\n';

/** Floods its log, and runs `act` in between. */
async function flood(
  tier: string,
  write: readonly string[],
  log: string,
  act: string,
  flags: readonly string[] = [],
): Promise<Result> {
  const policy = {
    permissions: { write },
    ...(log === '' ? {} : { config: { log: { file: log } } }),
  };
  const file = arena.put(
    'app/flood.tui',
    `<policy>${JSON.stringify(policy)}</policy><text id="t">shown</text>
     <script>
       import fs from 'node:fs';
       const cache = ${JSON.stringify(arena.cache)};
       const victim = ${JSON.stringify(victim)};
       const attempt = (work) => { try { work(); } catch {} };
       for (let index = 0; index < 200; index++) {
         $tui.logger.error('; touch OWNED #' + 'x'.repeat(100));
         attempt(() => { ${act} });
         if (index % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
       }
     </script>`,
  );
  return await tui(['snapshot', file, '--trust', '--log-max-size', '0.001', ...flags], {
    cwd: arena.root,
    env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier },
  });
}

const SWAP = (name: string): string => `
  const log = cache + '/${name}';
  if (index % 3 === 0) { fs.renameSync(log, log + '.old'); fs.symlinkSync(victim, log); }
  else if (index % 3 === 1) { fs.rmSync(log, { force: true }); fs.linkSync(victim, log); }
  else { fs.rmSync(log, { force: true }); fs.mkdirSync(log); fs.rmdirSync(log); }`;

describe('without a check', () => {
  it('what is opened by its name again and again is where the app leads it', () => {
    const log = join(arena.cache, 'app.log');
    symlinkSync(victim, log);
    renameSync(log, `${log}.1`);
    linkSync(victim, log);
    expect(readFileSync(log, 'utf8')).toBe('untouched\n');
    expect(readFileSync(`${log}.1`, 'utf8')).toBe('untouched\n');
  });
});

describeLauncher((tier) => {
  it('is put aside in its own folder, and keeps what it may', async () => {
    const { code } = await flood(tier, ['./cache'], './cache/app.log', '', ['--log-max-files=3']);
    expect(code).toBe(0);
    const names = readdirSync(arena.cache).filter((name) => name.startsWith('app.log'));
    expect(names).toHaveLength(4);
  });

  it('that the app exchanges for links is written to none of them', async () => {
    const { code } = await flood(tier, ['./cache'], './cache/app.log', SWAP('app.log'));
    expect(code).toBe(0);
    expect(untouched()).toBe(true);
    expect(readdirSync(arena.outside).sort()).toEqual(['secret.txt', 'victim.sh']);
  });

  it("nor the user's, in a folder that the app may write", async () => {
    const log = join(arena.cache, 'user.log');
    const { code } = await flood(tier, ['./cache'], '', SWAP('user.log'), ['--log-file', log]);
    expect(code).toBe(0);
    expect(untouched()).toBe(true);
  });

  it('of an app that may write this file alone touches nothing beside it', async () => {
    arena.put('app/one/app.log', '');
    const others = ['app.log.1', 'app.log.20200101-000000-000-abcdef', 'other'];
    for (const name of others) arena.put(`app/one/${name}`, 'kept');
    const { code } = await flood(tier, ['./one/app.log'], './one/app.log', '', [
      '--log-max-files=0',
    ]);
    expect(code).toBe(0);
    expect(readdirSync(join(arena.app, 'one')).sort()).toEqual(['app.log', ...others].sort());
    for (const name of others) {
      expect(readFileSync(join(arena.app, 'one', name), 'utf8')).toBe('kept');
    }
    rmSync(join(arena.app, 'one'), { recursive: true });
  });

  it('cannot be set by a policy to grow, or to forget', async () => {
    const file = arena.put(
      'app/limits.tui',
      '<policy>{"config": {"log.maxFiles": 0, "log": {"maxSize": 0}}}</policy><text>x</text><script>1</script>',
    );
    const { stderr } = await tui(['snapshot', file, '--trust'], {
      cwd: arena.root,
      env: { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier },
    });
    expect(stderr).toContain('log.maxFiles: only the user may set this key');
    expect(stderr).toContain('log.maxSize: only the user may set this key');
  });
});
