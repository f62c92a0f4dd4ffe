/** What the launcher starts and loads, where the app may write it: it would run with all rights of the user. @ci */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, CANARY, winners, type Fight } from './support/arena.js';
import { describeLauncher, describeTiers, WITHOUT_BUBBLEWRAP } from '../support/tiers.js';

const main = commandFile();

const CLIPBOARD = ['xsel', 'wl-copy', 'pbcopy', 'xclip'];

describe('programs found by name', () => {
  /** With a folder of the app's first in PATH, and a display to copy to. */
  const environment = (arena: Arena): Record<string, string> => ({
    PATH: `${join(arena.app, 'bin')}:bin:${process.env['PATH'] ?? ''}`,
    DISPLAY: ':9',
  });

  const fight = async (
    arena: Arena,
    tier: string,
    programs: readonly string[],
    permissions: object,
  ): Promise<Fight> =>
    await arena.fight(
      tier,
      'own-tools',
      { programs },
      { permissions: { ...permissions }, env: environment(arena) },
    );
  const ran = (arena: Arena, programs: readonly string[]): string[] =>
    programs.filter((name) => existsSync(join(arena.outside, `ran-${name}`)));

  it('are run where nothing keeps the launcher from it', async () => {
    const arena = new Arena(main);
    try {
      const planted = await fight(arena, 'control', [...CLIPBOARD, 'bwrap'], {});
      expect(winners(planted)).toHaveLength(CLIPBOARD.length + 1);
      const env = { ...environment(arena), HOME: arena.root };
      const copy = `import(${JSON.stringify(resolve('node_modules/clipboardy/index.js'))})
        .then(({ default: clipboard }) => clipboard.write('x'))`;
      spawnSync(process.execPath, ['-e', copy], { env });
      expect(ran(arena, ['xsel', 'wl-copy'])).not.toEqual([]);
      spawnSync('bwrap', ['--version'], { env });
      expect(ran(arena, ['bwrap'])).toEqual(['bwrap']);
    } finally {
      arena.remove();
    }
  });

  describeTiers((tier) => {
    it('are not the app’s: neither in the same run nor at the next start', async () => {
      const arena = new Arena(main);
      const programs = [...CLIPBOARD, 'bwrap'];
      arena.folder('app/bin');
      try {
        for (let start = 0; start < 2; start++) {
          const result = await fight(arena, tier, programs, { write: ['./bin'] });
          expect(winners(result)).toHaveLength(programs.length);
          expect(result.changed.map((path) => basename(path))).not.toContain('ran-xsel');
          expect(ran(arena, programs)).toEqual([]);
        }
      } finally {
        arena.remove();
      }
    });

    it('are not found through a link that the app may replace', async () => {
      const arena = new Arena(main);
      try {
        arena.folder('app/bin');
        // The folder of PATH is out of its reach; what it leads to is not.
        arena.link('tools', join(arena.app, 'bin'));
        arena.folder('links');
        for (const name of CLIPBOARD) arena.link(`links/${name}`, join(arena.app, 'bin', name));
        const result = await arena.fight(
          tier,
          'own-tools',
          { programs: CLIPBOARD },
          {
            permissions: { write: ['./bin'] },
            env: {
              ...environment(arena),
              PATH: [join(arena.root, 'tools'), join(arena.root, 'links'), '/usr/bin:/bin'].join(
                ':',
              ),
            },
          },
        );
        expect(winners(result)).toHaveLength(CLIPBOARD.length);
        expect(ran(arena, CLIPBOARD)).toEqual([]);
      } finally {
        arena.remove();
      }
    });
  });
});

/** `tui` as a package of the project that an app belongs to. */
function project(arena: Arena): { readonly start: (tier: string, ...flags: string[]) => Started } {
  const packages = join(arena.app, 'node_modules');
  cpSync(dirname(dirname(main)), join(packages, 'tui/dist'), { recursive: true });
  cpSync('package.json', join(packages, 'tui/package.json'));
  for (const name of ['esbuild', '@esbuild', 'clipboardy']) {
    cpSync(join('node_modules', name), join(packages, name), { recursive: true });
  }
  mkdirSync(join(packages, '.bin'));
  const start = (tier: string, ...flags: string[]): Started => {
    const own = join(packages, 'tui/dist/cli', basename(main));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [own, 'snapshot', join(arena.app, 'app.tui'), '--trust', ...flags],
      {
        cwd: arena.app,
        encoding: 'utf8',
        env: {
          PATH: `${join(packages, '.bin')}:${process.env['PATH'] ?? ''}`,
          HOME: join(arena.root, 'home'),
          TERM: 'xterm',
          ATTACK_TOKEN: CANARY,
          ...(tier === 'control' ? {} : { TUI_SANDBOX_TIER: tier }),
        },
      },
    );
    return { code: status, stdout, stderr };
  };
  return { start };
}

interface Started {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const app = (write: readonly string[], code: string): string => `<tui>
  <policy>
    { "permissions": { "write": ${JSON.stringify(write)} } }
  </policy>
  <text id="t">as it was</text>
  <script>
    import fs from 'node:fs';
    let shown;
    try { shown = (() => { ${code} })(); } catch (error) { shown = error.code; }
    $tui.getElementById('t').textContent = shown;
  </script>
</tui>`;

describe('packages of the project', () => {
  const compiler = (arena: Arena): string =>
    join(arena.app, `node_modules/@esbuild/${process.platform}-${process.arch}/bin/esbuild`);
  const evil = (arena: Arena): string =>
    `#!/bin/sh\nenv > '${join(arena.outside, 'ran-esbuild')}'\nexec '${compiler(arena)}.real' "$@"\n`;
  const replace = (arena: Arena): string => `
    const own = ${JSON.stringify(compiler(arena))};
    fs.renameSync(own, own + '.real');
    fs.writeFileSync(own, ${JSON.stringify(evil(arena))}, { mode: 0o755 });
    return 'replaced';`;

  it('are started by the launcher: what replaces them has its rights', () => {
    const arena = new Arena(main);
    try {
      const { start } = project(arena);
      writeFileSync(join(arena.app, 'app.tui'), app([], `return 'it runs'`));
      const own = compiler(arena);
      cpSync(own, `${own}.real`);
      writeFileSync(own, evil(arena), { mode: 0o755 });
      // With bubblewrap the compiler runs in an empty one of its own, which holds no shell.
      expect(start(WITHOUT_BUBBLEWRAP)).toMatchObject({
        stdout: expect.stringContaining('it runs'),
      });
      // A program in its place has the launcher's rights, but none of the user's variables.
      expect(readFileSync(join(arena.outside, 'ran-esbuild'), 'utf8')).toContain('TUI_ESBUILD=');
    } finally {
      arena.remove();
    }
  });

  // Nothing of it changes in these: one copy, with its compilers of 10 MB, serves all tiers.
  describe('that stay as they are', () => {
    let arena: Arena;
    let start: ReturnType<typeof project>['start'];
    beforeAll(() => {
      arena = new Arena(main);
      ({ start } = project(arena));
    });
    afterAll(() => arena.remove());

    // The launcher compares paths, before anything of the app runs.
    describeLauncher((tier) => {
      it('keep an app that could write them from starting', () => {
        const packages = ['', '/@esbuild', '/@modelcontextprotocol', '/esbuild.json'];
        // With bubblewrap a folder around them is granted: own-code.spec.ts.
        for (const written of packages.map((name) => `./node_modules${name}`)) {
          refused(tier, written);
        }
        for (const written of ['.', '../app']) refused(WITHOUT_BUBBLEWRAP, written);
      });
    });

    function refused(tier: string, written: string): void {
      writeFileSync(join(arena.app, 'app.tui'), app([written], replace(arena)));
      const { code, stderr, stdout } = start(tier);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        /app\.tui:3:\d+ error bad-permission: write: the app could change \S*node_modules/,
      );
      expect(existsSync(`${compiler(arena)}.real`)).toBe(false);
    }

    describeTiers((tier) => {
      it('are kept from an app by what is suggested where the folder around them cannot be granted', () => {
        writeFileSync(join(arena.app, 'app.tui'), app(['.'], replace(arena)));
        const { stderr: suggested } = start(WITHOUT_BUBBLEWRAP);
        expect(suggested).toContain('install bubblewrap');
        const flag = /--deny-write=\S+/.exec(suggested)?.[0] ?? '';
        expect(flag).toBe(`--deny-write=${join(arena.app, 'node_modules')}`);
        const denied = start(tier, flag);
        expect({ code: denied.code, shown: denied.stdout.trim() }).toEqual({
          code: 0,
          shown: expect.stringMatching(/^(EROFS|ERR_ACCESS_DENIED|not-permitted|EXDEV|EBUSY)$/),
        });
        expect(existsSync(`${compiler(arena)}.real`)).toBe(false);
      });

      it('keep no app from writing a folder beside them', () => {
        arena.folder('app/data');
        const write = `fs.writeFileSync('data/x', '1'); return 'written';`;
        writeFileSync(join(arena.app, 'app.tui'), app(['./data'], write));
        expect(start(tier)).toMatchObject({ code: 0, stdout: expect.stringContaining('written') });
      });
    });
  });

  describeLauncher((tier) => {
    it('of a link that the app may replace count as well', () => {
      const arena = new Arena(main);
      try {
        const { start } = project(arena);
        // As `npm link` and pnpm keep them: the link is among the packages, what it leads to is not.
        const store = join(arena.app, 'store/clipboardy');
        cpSync(join(arena.app, 'node_modules/clipboardy'), store, { recursive: true });
        spawnSync('rm', ['-r', join(arena.app, 'node_modules/clipboardy')]);
        arena.link('app/node_modules/clipboardy', store);
        writeFileSync(join(arena.app, 'app.tui'), app(['./store'], `return 'it runs'`));
        const { code, stderr } = start(tier);
        expect(code).toBe(2);
        // Nor may it bring what the package needs and does not have.
        expect(stderr).toMatch(/the app could change \S*\/app\/store\//);
      } finally {
        arena.remove();
      }
    });
  });
});
