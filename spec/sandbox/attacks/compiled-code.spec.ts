/** Compiled code that the launcher executes at its next start: no app can put anything into it. @ci */
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAGIC } from '../../../cli/boot/code-cache.js';
import { createCodeFolder, plainCommandFile, shell } from '../../support/cli.js';
import { itOnce } from '../../support/other-nodes.js';
import { Arena, losers, winners, type Fight } from './support/arena.js';
import { describeTiers, TIERS } from '../support/tiers.js';
import { removeFolder } from '../../support/remove-folder.js';

const main = plainCommandFile();
/** What V8 compiled for the launcher, and for the runner on every tier. */
let kept = '';
beforeAll(async () => {
  kept = createCodeFolder();
  for (const tier of TIERS) {
    const env = { TUI_CODE_CACHE: kept, TUI_SANDBOX_TIER: tier };
    await shell(`node ${join(dirname(main), 'train.cjs')}`, { env });
  }
  writeFileSync(join(kept, 'plain.tui'), '<text>plain</text>');
});
afterAll(() => removeFolder(kept));

/** The file of a start without a script. */
function keptFile(): string {
  const [name = ''] = readdirSync(kept).filter((each) => each.startsWith('command.'));
  return name;
}

/** Names, modes and content. What is known of bubblewrap the launcher itself writes at its first start. */
function contentOf(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name !== 'sandbox.json');
    return names.map((name) => {
      const { mode, mtimeMs } = statSync(join(folder, name));
      const text = readFileSync(join(folder, name), 'latin1');
      return `${name} ${(mode & 0o777).toString(8)} ${mtimeMs} ${text.length} ${text.slice(-100)}`;
    });
  } catch {
    return [];
  }
}

interface Result {
  readonly fight: Fight;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** @param isThere the folder, with its files, before the app starts; else no code has been compiled yet */
async function attacked(tier: string, isThere: boolean, grant: string): Promise<Result> {
  const arena = new Arena(main);
  const folder = join(arena.root, 'home/.cache/tui/code');
  try {
    if (isThere) {
      cpSync(kept, folder, { recursive: true, preserveTimestamps: true });
      chmodSync(folder, 0o700);
    }
    const before = contentOf(folder);
    const fight = await arena.fight(
      tier,
      'compiled-code',
      { folder, file: keptFile() },
      {
        flags: [grant === '' ? '--allow-write' : `--allow-write=${join(arena.root, grant)}`],
        // Without the variable this is not the account's home: no code is kept there, and it is guarded still.
        env: isThere ? { TUI_CODE_CACHE: folder } : {},
      },
    );
    return { fight, before, after: contentOf(folder) };
  } finally {
    arena.remove();
  }
}

describe('without a sandbox', () => {
  it('all of it can be done', async () => {
    const { fight, before, after } = await attacked('control', true, 'home');
    expect(losers(fight)).toEqual([expect.stringContaining('finds it open')]);
    expect(after).not.toEqual(before);
  });
});

describeTiers((tier) => {
  it.each([
    ['its home', 'home'],
    ['the cache folder', 'home/.cache'],
    // Node alone refuses that on machines with many files.
    ...(tier === 'A' ? [['everything', '']] : []),
  ])('an app that may write %s leaves the code as it is', async (_, grant = '') => {
    const { fight, before, after } = await attacked(tier, true, grant);
    expect(winners(fight)).toEqual([]);
    expect(Object.keys(fight.outcomes)).toHaveLength(13);
    expect(after).toEqual(before);
  });

  it('and cannot be there first', async () => {
    const { fight, after } = await attacked(tier, false, 'home');
    expect(winners(fight)).toEqual([]);
    expect(after).toEqual([]);
  });
});

/** A file that V8 accepts for the launcher's bundle: it compares no more of a source than its length. */
function poison(): Buffer {
  const { length } = readFileSync(join(dirname(main), '../bundle/command.cjs'), 'latin1');
  const evil = '(function () { process.stdout.write("poisoned\\n"); process.exit(); })';
  // In a process of its own: V8 refuses code of other flags, and specs set some in the process that they share.
  const compile = `process.stdout.write(new (require('node:vm').Script)(process.argv[1].padEnd(${length})).createCachedData())`;
  const code = execFileSync(process.execPath, ['-e', compile, evil]);
  const sections = [{ name: 'command', start: 0, length: code.length }];
  return Buffer.concat([Buffer.from(`${MAGIC}${JSON.stringify(sections)}\n`), code]);
}

describe('a planted file', () => {
  let [root, elsewhere] = ['', ''];
  beforeAll(() => {
    // In the build: a folder elsewhere is not used.
    root = createCodeFolder();
    elsewhere = mkdtempSync(join(tmpdir(), 'tui-planted-'));
  });
  afterAll(() => {
    for (const folder of [root, elsewhere]) removeFolder(folder);
  });

  function plant(name: string, around = root): string {
    const folder = join(around, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, keptFile()), poison(), { mode: 0o600 });
    // As if code had just been compiled: no start does it in the background, in a folder that is removed.
    writeFileSync(join(folder, keptFile().replace('command', 'training')), '', { mode: 0o600 });
    return folder;
  }

  async function start(env: Readonly<Record<string, string>>): Promise<string> {
    const { stdout } = await shell(`node ${main} ${join(kept, 'plain.tui')}`, { env });
    return stdout;
  }

  it('is executed where the launcher keeps its own', async () => {
    expect(await start({ TUI_CODE_CACHE: plant('control') })).toBe('poisoned\n');
  });

  itOnce.each([
    ['the cache folder', { XDG_CACHE_HOME: 'granted' }, 'granted/tui/code'],
    ['the home', { HOME: 'granted' }, 'granted/.cache/tui/code'],
    ['the folder of compiled code', { TUI_CODE_CACHE: 'granted' }, 'granted'],
    ['no folder of this name', { TUI_CODE_CACHE: 'relative' }, 'relative'],
  ])(
    'is not loaded from a folder that a variable makes %s after an app wrote it',
    async (_, variables, place) => {
      plant(place, elsewhere);
      const [[name = '', value = ''] = []] = Object.entries(variables);
      const path = place === 'relative' ? value : join(elsewhere, value);
      expect(await start({ HOME: join(elsewhere, 'other'), [name]: path })).toBe('plain\n');
    },
  );

  itOnce.each([
    ['of a folder that a group can write', (folder: string) => chmodSync(folder, 0o770)],
    ['that others can write', (folder: string) => chmodSync(join(folder, keptFile()), 0o606)],
  ])('%s is not loaded', async (_, open) => {
    const folder = mkdtempSync(join(root, 'shared-'));
    plant(basename(folder));
    expect(await start({ TUI_CODE_CACHE: folder })).toBe('poisoned\n');
    open(folder);
    expect(await start({ TUI_CODE_CACHE: folder })).toBe('plain\n');
  });

  // Only root can give files away.
  (process.geteuid?.() === 0 ? itOnce : it.skip)('of another user is not loaded', async () => {
    for (const part of ['', keptFile()]) {
      const folder = plant(`given-${part.length}`);
      expect(await start({ TUI_CODE_CACHE: folder })).toBe('poisoned\n');
      chownSync(join(folder, part), 65534, 65534);
      expect(await start({ TUI_CODE_CACHE: folder })).toBe('plain\n');
    }
  });
});
