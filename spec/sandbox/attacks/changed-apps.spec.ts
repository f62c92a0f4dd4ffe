/** An app that was agreed to for always is another one when a byte of it changes; and who may say so. @ci */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { runOnPty } from '../../support/pty.js';
import { approveApp } from '../support/approve.js';
import { Arena, CANARY } from './support/arena.js';
import {
  BEST_TIER,
  describeLauncher,
  describeTiers,
  HAS_BUBBLEWRAP,
  TIERS,
  WITHOUT_BUBBLEWRAP,
} from '../support/tiers.js';
import { outcomesOf, runCommand, type Ended } from './support/watched.js';

const main = commandFile();

/** Nobody can be asked there. */
const DENIED = 3;

const own = (name: string): string =>
  `globalThis.changed = (globalThis.changed ?? '') + '${name}';`;

/** An import of each kind. What has changed in one of them says so. */
const CODE = `
  import './lib.js';
  import './opt';
  import 'pack';
  import 'near';
  import '#own';
  import data from './data.json';
  import text from './notes.md';
  import { View } from './view';
  import { compiled } from './by-hand.js';
  const parts = [globalThis.changed, JSON.stringify(data), text, String(View)];
  const late = compiled({ code: '', src: './plugins/late.js' });
  const changed = (text) => (text.includes('CHANGED') ? 'with what was changed' : '');
  process.stdout.write('STARTED ' + changed(parts.join(' ')) + '\\n');
  process.stdout.write('LATE ' + changed(late) + '\\n');
  process.exit(0);`;

/** The app's files, from the folder that its own is in. */
const FILES: Readonly<Record<string, string>> = {
  'app/lib.js': `import './deep/lib2.js'; ${own('lib')}`,
  'app/deep/lib2.js': own('lib2'),
  'app/opt.js': own('opt'),
  'app/own.js': own('own'),
  'app/other.js': own('CHANGED'),
  'app/data.json': '{"a": 1}',
  'app/notes.md': 'notes',
  'app/view.tsx': 'export const View = () => <a/>;',
  'app/package.json': '{"imports": {"#own": "./own.js"}}',
  'app/tsconfig.json': '{"compilerOptions": {"jsx": "react", "jsxFactory": "String"}}',
  'app/plugins/late.js': own('late'),
  'node_modules/pack/package.json': '{"name": "pack", "main": "./index.js"}',
  'node_modules/pack/index.js': `require('./inner.js'); ${own('pack')}`,
  'node_modules/pack/inner.js': own('inner'),
  'node_modules/pack/other.js': own('CHANGED'),
  'node_modules/near/package.json': '{"name": "near", "exports": "./index.js"}',
  'node_modules/near/index.js': own('near'),
};

/** What is put in the place of a file; each is undone before the next. */
const CHANGES: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'an imported file': ['app/lib.js', own('CHANGED')],
  'a file that an imported file imports': ['app/deep/lib2.js', own('CHANGED')],
  'a file of a package': ['node_modules/pack/inner.js', own('CHANGED')],
  'a package that is nearer': ['app/node_modules/near/index.js', own('CHANGED')],
  'the imports of package.json': ['app/package.json', '{"imports": {"#own": "./other.js"}}'],
  'the factory of tsconfig': [
    'app/tsconfig.json',
    '{"compilerOptions": {"jsx": "react", "jsxFactory": "CHANGED"}}',
  ],
  'imported data': ['app/data.json', '{"a": "CHANGED"}'],
  'an imported text': ['app/notes.md', 'CHANGED'],
};

interface Approved {
  readonly arena: Arena;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  start(tier: string, flags?: readonly string[]): Promise<Ended>;
}

/** An app that a person has approved for always, on a terminal. */
async function approve(tier: string): Promise<Approved> {
  const arena = new Arena(main);
  const { root, app } = arena;
  for (const [name, text] of Object.entries(FILES)) arena.put(name, text);
  writeFileSync(join(app, 'place.json'), JSON.stringify({ ...arena, tier, canary: CANARY }));
  const policy = { name: 'READY', permissions: { run: ['sh'], write: ['./plugins'] } };
  const file = arena.put(
    'app/approved.tui',
    `<policy>${JSON.stringify(policy)}</policy><text>x</text><script>${CODE}</script>`,
  );
  const home = join(root, 'home');
  const env = {
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
  };
  const { text, status, errors } = await runOnPty(
    main,
    ['snapshot', file],
    [{ resize: [110, 60] }, { wait: 'Nothing is granted' }, { type: 'a' }],
    { ...env, TUI_SANDBOX_TIER: tier },
  );
  expect([status, errors.replace(/^(warning| {2}|$).*\n?/gm, '')]).toEqual([0, '']);
  expect(text).toMatch(/STARTED \r?\nLATE \r?\n/);
  return {
    arena,
    file,
    env,
    start: async (on, flags = []) =>
      await runCommand([main, ...flags, 'snapshot', file], { cwd: root, tier: on, env }),
  };
}

describeTiers((tier) => {
  it('a change of any part of it is asked about', async () => {
    const { arena, start } = await approve(tier);
    const { root } = arena;
    try {
      // The control: as it was approved it starts without a question.
      expect(await start(tier)).toMatchObject({ code: 0, stdout: 'STARTED \nLATE \n' });
      const started: string[] = [];
      // The hash is the same on all tiers: one of them sees all changes.
      const changes = Object.entries(CHANGES).slice(0, tier === BEST_TIER ? undefined : 2);
      for (const [name, [file, text]] of changes) {
        const path = join(root, file);
        const before = existsSync(path) ? readFileSync(path) : undefined;
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
        const { code, stdout } = await start(tier);
        // A setting that nothing reads may change: then what runs is what was approved.
        const isAsked = code === DENIED && stdout === '';
        const isSame = code === 0 && stdout.startsWith('STARTED \n');
        if (!isAsked && !isSame) started.push(`${name}: ${code} ${stdout}`);
        // The control: agreed to as it is now, what was changed runs.
        if (name === 'an imported file') {
          expect((await start(tier, ['--trust'])).stdout).toContain('STARTED with');
        }
        if (before === undefined) rmSync(path);
        else writeFileSync(path, before);
        rmSync(join(root, 'app/node_modules'), { recursive: true, force: true });
      }
      expect(started).toEqual([]);
      // Nothing of it is left.
      expect(await start(tier)).toMatchObject({ code: 0 });
      // A file that it compiles while it runs, and that apps may write, has nobody agreed to.
      writeFileSync(join(root, 'app/plugins/late.js'), own('CHANGED'));
      expect((await start(tier)).stdout).not.toContain('LATE with');
    } finally {
      arena.remove();
    }
  });
});

describeLauncher((tier) => {
  it('that takes long to compile starts nonetheless, once its content is known', async () => {
    const arena = new Arena(main);
    try {
      // The runner is up long before: it must not be waited for again.
      const rows = Array.from({ length: 100_000 }, (_, n) => `"a row of data that is number ${n}"`);
      arena.put('app/large.json', `[${rows.join(',')}]`);
      arena.put('app/cache/denied/x', '');
      const file = arena.put(
        'app/slow.tui',
        `<policy>{"permissions": {"write": ["./cache"]}}</policy><text>x</text><script>
          import rows from './large.json';
          process.stdout.write('ROWS ' + rows.length);
          process.exit(0);</script>`,
      );
      const env = { HOME: join(arena.root, 'home'), TUI_SANDBOX_TIER: tier };
      await approveApp(file, { cwd: arena.app, env });
      const { stdout, stderr } = await runCommand(
        [main, 'snapshot', file, `--deny-read=${arena.cache}/denied`],
        { cwd: arena.root, tier, env },
      );
      expect([stdout, stderr.match(/^.*error .*/m)?.[0]]).toEqual(['ROWS 100000', undefined]);
    } finally {
      arena.remove();
    }
  });
});

describe('an approval', () => {
  (HAS_BUBBLEWRAP ? it : it.skip)('counts for the tier that was shown', async () => {
    const { arena, start } = await approve(BEST_TIER);
    try {
      expect((await start(BEST_TIER)).code).toBe(0);
      const { code, stdout } = await start(WITHOUT_BUBBLEWRAP);
      expect([code, stdout]).toEqual([DENIED, '']);
    } finally {
      arena.remove();
    }
  });
});

const bubblewrap = spawnSync('bash', ['-c', 'command -v bwrap'], {
  encoding: 'utf8',
}).stdout.trim();

describe('what the launcher trusts', () => {
  /** Says that it was started, and is bubblewrap otherwise. */
  const evil = (mark: string): string => `#!/bin/bash\n: > ${mark}\nexec ${bubblewrap} "$@"\n`;

  it.each([...TIERS])(
    'cannot be planted for a start with other variables (tier %s)',
    async (tier) => {
      const { arena, file, env } = await approve(tier);
      const { root } = arena;
      try {
        const kept = readFileSync(join(root, 'home/state/tui/approvals.json'), 'utf8');
        const look = async (home: string): Promise<Ended> =>
          await runCommand([main, 'snapshot', file], {
            cwd: root,
            tier,
            env: { ...env, XDG_STATE_HOME: join(home, 'state') },
          });
        // The control: what tui has written for this home counts, and a copy of it for another home does not.
        expect(await look(join(root, 'home'))).toMatchObject({ code: 0 });
        arena.put('moved/state/tui/approvals.json', kept);
        chmodSync(join(root, 'moved/state/tui/approvals.json'), 0o600);
        const moved = await look(arena.folder('moved'));
        expect([moved.code, moved.stdout]).toEqual([DENIED, '']);

        const granted = arena.folder('granted');
        const path = join(granted, 'state/tui/approvals.json');
        const { seal, ...unsealed } = JSON.parse(kept) as { readonly seal: string };
        expect(seal).toMatch(/^[0-9a-f]{64}$/);
        for (const text of [unsealed, { ...unsealed, seal: seal.replace(/^./, 'x') }]) {
          const code = `import { mkdirSync, writeFileSync } from 'node:fs';
          mkdirSync(${JSON.stringify(dirname(path))}, { recursive: true });
          writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(JSON.stringify(text))}, { mode: 0o600 });`;
          const policy = JSON.stringify({ permissions: { write: [granted] } });
          const forger = arena.put(
            'app/forger.tui',
            `<policy>${policy}</policy><text>x</text><script>${code}</script>`,
          );
          rmSync(join(granted, 'state'), { recursive: true, force: true });
          await runCommand([main, 'snapshot', forger, '--trust'], { cwd: root, tier, env });
          // It was granted, and is of no use.
          expect(existsSync(path)).toBe(true);
          const { code: after, stdout, stderr } = await look(granted);
          expect([after, stdout]).toEqual([DENIED, '']);
          expect(stderr).toContain('it was not written by tui for this home');
        }
      } finally {
        arena.remove();
      }
    },
  );

  it.each([...TIERS])('cannot be forged where it is not yet (tier %s)', async (tier) => {
    const { arena, file, env } = await approve(tier);
    const { root, cache } = arena;
    try {
      const mark = join(root, 'ESCAPED');
      const program = arena.put('app/cache/evil-bwrap', evil(mark));
      chmodSync(program, 0o755);
      const approvals = readFileSync(join(root, 'home/state/tui/approvals.json'), 'utf8');
      const probe = join(root, 'home/cache/tui/sandbox.json');
      const found = existsSync(probe) ? readFileSync(probe, 'utf8') : '{}';
      const forged = JSON.stringify({ ...(JSON.parse(found) as object), program });
      const look = async (home: string): Promise<Ended> =>
        await runCommand([main, 'snapshot', file], {
          cwd: root,
          tier,
          env: { ...env, XDG_STATE_HOME: join(home, 'state'), XDG_CACHE_HOME: join(home, 'cache') },
        });

      // The control: they count where tui has written them.
      const home = join(root, 'home');
      mkdirSync(dirname(probe), { recursive: true });
      writeFileSync(probe, forged, { mode: 0o600 });
      expect((await look(home)).code).toBe(0);
      // The program is looked up at each start, and what is known of it is kept elsewhere.
      expect(existsSync(mark)).toBe(false);

      const fresh = arena.folder('fresh');
      const forgeries = [
        { path: join(fresh, 'state/tui/approvals.json'), text: approvals },
        { path: join(fresh, 'cache/tui/sandbox.json'), text: forged },
      ];
      const { app, outside } = arena;
      const place = { root, app, cache, outside, tier, forgeries, canary: CANARY };
      writeFileSync(join(app, 'place.json'), JSON.stringify(place));
      const policy = JSON.stringify({ permissions: { write: ['./cache', fresh] } });
      const code = readFileSync(join(app, 'forger.ts'), 'utf8');
      const forger = arena.put(
        'app/forger.tui',
        `<policy>${policy}</policy><text>x</text><script>${code}</script>`,
      );
      for (const again of [false, true]) {
        const result = await runCommand([main, 'snapshot', forger, '--trust'], {
          cwd: root,
          tier,
          env: {
            ...env,
            XDG_STATE_HOME: join(fresh, 'state'),
            XDG_CACHE_HOME: join(fresh, 'cache'),
          },
        });
        // The second time in folders that were made meanwhile.
        expect([again, Object.keys(outcomesOf(result)).length]).toEqual([again, 16]);
      }
      // A copy would not count; it is not made at all.
      const state = join(fresh, 'state/tui/approvals.json');
      expect(existsSync(state) && readFileSync(state, 'utf8') === approvals).toBe(false);
      const { code: after, stdout } = await look(fresh);
      expect([after, stdout, existsSync(mark)]).toEqual([DENIED, '', false]);
    } finally {
      arena.remove();
    }
  });
});
