/** Programs that an app has written, in folders where the launcher looks for its own. @ci */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, losers, type Fight } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';
import { runCommand } from './support/watched.js';

const main = commandFile();

/** What the launcher, its packages or programs that it starts may start. */
const NAMES = [
  'xsel',
  'xclip',
  'wl-copy',
  'termux-clipboard-set',
  'pbcopy',
  'clip.exe',
  'powershell',
  'bwrap',
  'node',
  'esbuild',
  'helper',
  'tool',
  'ldd',
  'ldconfig',
  'tput',
  'stty',
  'which',
  'uname',
];

/** Folders of the user's PATH that lead to where the app may write; each has to be written out by itself. */
function pathOf({ root, app, cache }: Arena): string[] {
  return [
    '',
    '.',
    'app/cache/bin',
    './app/cache/../cache/bin',
    join(cache, 'bin'),
    `${cache}//bin2/.`,
    join(root, 'links/to-bin'),
    join(root, 'links/to-cache/deep/bin'),
    `${app}/../app/cache/deep/bin`,
    join(cache, 'node_modules/.bin'),
    '~/bin',
    join(root, 'tools'),
  ];
}

interface Stage {
  readonly arena: Arena;
  readonly env: Readonly<Record<string, string>>;
  /** Planted programs that have run. */
  readonly escaped: () => string[];
  readonly planted: string;
}

function setStage(): Stage {
  const arena = new Arena(main);
  const { root, cache, outside } = arena;
  arena.folder('links');
  arena.link('links/to-bin', join(cache, 'bin'));
  arena.link('links/to-cache', cache);
  const tool = (name: string, code: string): void =>
    chmodSync(arena.put(`tools/${name}`, `#!/bin/sh\n${code}\n`), 0o755);
  tool('tool', 'echo the real one');
  tool('helped', 'helper || echo none');
  tool('helper', 'echo the real helper');
  arena.link('tools/linked', join(cache, 'bin/tool'));
  arena.link('tools/later', join(cache, 'later'));
  return {
    arena,
    env: {
      HOME: join(root, 'home'),
      DISPLAY: ':9',
      WAYLAND_DISPLAY: 'wayland-9',
      PATH: [...pathOf(arena), process.env['PATH'] ?? ''].join(delimiter),
    },
    escaped: () => readdirSync(outside).filter((name) => name.startsWith('ESCAPED')),
    planted: `#!/bin/bash\n: > '${outside}/ESCAPED NAME'\nexit 1\n`,
  };
}

describe('without the launcher’s care', () => {
  it('each of those folders is where a program is found first', () => {
    const { arena, planted } = setStage();
    const { root, cache } = arena;
    try {
      for (const folder of ['bin', 'bin2', 'deep/bin', '.', 'node_modules/.bin']) {
        mkdirSync(join(cache, folder), { recursive: true });
        writeFileSync(join(cache, folder, 'xsel'), planted.replace('NAME', 'xsel'), {
          mode: 0o755,
        });
      }
      const missed = pathOf(arena).filter((folder) => {
        rmSync(join(arena.outside, 'ESCAPED xsel'), { force: true });
        // An empty entry is the working folder, as "." is.
        const cwd = folder === '' || folder === '.' ? cache : root;
        spawnSync('bash', ['-c', 'xsel'], { cwd, env: { PATH: `${folder}:/usr/bin:/bin` } });
        return !readdirSync(arena.outside).includes('ESCAPED xsel');
      });
      expect(missed).toEqual(['~/bin', join(root, 'tools')]);
    } finally {
      arena.remove();
    }
  });
});

describeTiers((tier) => {
  it('the launcher starts none of them, now or at the next start', async () => {
    const { arena, env, escaped, planted } = setStage();
    const { root, cache } = arena;
    try {
      const permissions = { write: ['./cache'], run: ['tool', 'linked', 'later', 'helped'] };
      const result = await arena.fight(
        tier,
        'planted-programs',
        { names: NAMES, planted },
        { permissions, env },
      );
      expect(escaped()).toEqual([]);
      expect(losers(result as Fight)).toEqual([]);
      // From the folder that an empty entry and "." mean.
      const next = arena.put('app/next.tui', '<text>x</text><script>process.exit(4)</script>');
      for (const cwd of [root, cache]) {
        const { code, stderr } = await runCommand([main, 'snapshot', next, '--allow-unenforced'], {
          cwd,
          tier,
          env,
        });
        expect([code, stderr.match(/^error .*/m)?.[0]]).toEqual([4, undefined]);
      }
      expect(escaped()).toEqual([]);
    } finally {
      arena.remove();
    }
  });
});
