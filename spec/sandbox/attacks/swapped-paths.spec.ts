/** Links and renames between what a person has agreed to and what an app is given. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { runOnPty, type PtyStep } from '../../support/pty.js';
import { Arena, CANARY, losers, winners, type Fight } from './support/arena.js';
import { describeTiers } from '../support/tiers.js';
import { outcomesOf } from './support/watched.js';

const main = commandFile();

const isLinux = process.platform === 'linux';

/** What the first app wants: all of it within `d`, which the second may write. Not in the folder of either. */
const WANTED = {
  write: ['../d/x', '../d/new', '../d/write.txt', '../d/guarded', '../d/last/deep'],
  read: ['../d/p/q', '../d/file.txt', '../d/pipe.txt', '../d/own'],
};

interface Stage {
  readonly arena: Arena;
  readonly file: string;
  /** Renames, as the second app or, where it could not start beside such links, as another program. */
  readonly swap: (tier: string) => string[];
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What stands outside. */
  readonly outside: () => string;
}

function setStage(): Stage {
  const arena = new Arena(main);
  const { root, app, cache, outside } = arena;
  for (const name of ['x', 'own', 'last/deep', 'p/q', 'guarded']) {
    arena.put(`d/${name}/mine.txt`, 'mine');
  }
  arena.put('d/file.txt', 'mine');
  arena.put('d/pipe.txt', 'mine');
  arena.put('d/write.txt', 'mine');
  arena.put('d/guarded/private/secret.txt', CANARY);
  // Named by where they lead, so that a list of the folder is a find, too.
  arena.put(`outside/home/${CANARY}/x`, CANARY);
  for (const name of ['home', 'parent/q', 'parent/deep', 'made']) {
    arena.put(`outside/${name}/secret.txt`, CANARY);
  }
  arena.put('outside/target.txt', 'theirs');
  arena.link('d/evil-x', join(outside, 'home'));
  arena.link('d/evil-p', join(outside, 'parent'));
  arena.link('d/evil-last', join(outside, 'parent'));
  arena.link('d/evil-file', join(outside, 'secret.txt'));
  arena.link('d/evil-write', join(outside, 'target.txt'));
  arena.link('d/evil-new', join(outside, 'made'));
  if (isLinux) execFileSync('mkfifo', [join(root, 'd/evil-pipe')]);
  else arena.put('d/evil-pipe', '');
  const place = { root, app, cache, outside, tier: 'A', canary: CANARY };
  writeFileSync(join(app, 'place.json'), JSON.stringify(place));
  const document = (folder: string, name: string, permissions: object): string => {
    const policy = JSON.stringify({ name: 'READY', permissions });
    const code = readFileSync(join(app, `${name}.ts`), 'utf8');
    return arena.put(
      `${folder}/${name}.tui`,
      `<policy>${policy}</policy><text>x</text><script>${code}</script>`,
    );
  };
  const file = document('app', 'swapped-paths', WANTED);
  const thief = document('app', 'thief', { write: ['../d'] });
  const plain = `const place = ${JSON.stringify(place)};\n${readFileSync(join(app, 'thief.ts'), 'utf8').replace(/import .*kit.*/, '')}`;
  const script = arena.put('thief.mjs', plain);
  return {
    arena,
    file,
    swap: (tier) =>
      tier === 'A'
        ? [process.execPath, main, 'snapshot', thief, '--trust']
        : [process.execPath, script],
    flags: [`--deny-read=${root}/d/guarded/private`],
    env: { HOME: join(root, 'home'), XDG_STATE_HOME: join(root, 'home/state') },
    outside: () => stateOf(outside),
  };
}

function stateOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      return statSync(path).isFile() ? `${name}: ${readFileSync(path, 'utf8')}` : name;
    })
    .join('\n');
}

/** Each on the screen, and keys count. */
const SHOWN: readonly PtyStep[] = [{ resize: [110, 60] }, { wait: 'Nothing is granted' }];

async function raceQuestion(tier: string, stage: Stage, steps: readonly PtyStep[]) {
  const { file, flags, env } = stage;
  return await runOnPty(main, ['snapshot', ...flags, file], [...SHOWN, ...steps, { type: 'y' }], {
    ...env,
    TUI_SANDBOX_TIER: tier,
  });
}

/** What came of it; nothing where the app was not started, with an error that says why. */
function judge(text: string, status: number, errors: string): string[] {
  if (!text.includes('OUTCOMES ')) {
    expect([status === 0, errors]).toEqual([false, expect.stringMatching(/error [\w-]+: /)]);
    return [];
  }
  const outcomes = outcomesOf({ stdout: text, stderr: errors });
  return winners({ outcomes } as Fight).filter((line) => !line.startsWith('SANE'));
}

describe('without a sandbox', () => {
  it('each name leads out once it is swapped', async () => {
    const stage = setStage();
    const { arena } = stage;
    try {
      const before = stage.outside();
      const [program = '', ...args] = stage.swap('none');
      execFileSync(program, args);
      const control = await arena.fight('control', 'swapped-paths', {}, { permissions: WANTED });
      // What is denied is denied by nobody here, under its new name.
      const isMoved = (line: string): boolean =>
        /guarded\/private|list (file|guarded|p|new|last)/.test(line);
      expect(losers(control).filter((line) => !isMoved(line))).toEqual([]);
      expect(stage.outside()).not.toBe(before);
    } finally {
      arena.remove();
    }
  });
});

describeTiers((tier) => {
  it('what is asked for is given where nobody interferes', async () => {
    const stage = setStage();
    try {
      const { text, status, errors } = await raceQuestion(tier, stage, []);
      expect([status, errors.replace(/warning .*\n|\n| {2}.*/g, '')]).toEqual([0, '']);
      const outcomes = outcomesOf({ stdout: text, stderr: errors });
      expect(outcomes['SANE its own folder']?.won).toBe(true);
      expect(winners({ outcomes } as Fight)).toHaveLength(1);
    } finally {
      stage.arena.remove();
    }
  });

  it('what is moved while the question is open is not given', async () => {
    const stage = setStage();
    try {
      const before = stage.outside();
      const { text, status, errors } = await raceQuestion(tier, stage, [{ run: stage.swap(tier) }]);
      expect(judge(text, status, errors)).toEqual([]);
      expect(stage.outside()).toBe(before);
    } finally {
      stage.arena.remove();
    }
  });
});
