/**
 * An app that may write the folder of a project that tui is installed in: the usual place of an editor, a git client. What
 * tui loads stays as it is, however the packages are laid out and the app tries to replace it.
 * @ci
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { commandFile, plainCommandFile } from '../../support/cli.js';
import { describeTiers, TIERS } from '../support/tiers.js';
import { Arena } from './support/arena.js';

const dist = dirname(dirname(plainCommandFile()));
const MAIN = 'dist/cli/main.cjs';

let arena: Arena;
beforeEach(() => {
  arena = new Arena(commandFile());
});
afterEach(() => arena.remove());

interface Layout {
  /** What is started. */
  readonly started: string;
  /** Below the app's folder: what must not change, its folders from the app's on included. */
  readonly targets: readonly string[];
}

const at = (path: string): string => join(arena.app, path);

/** tui itself, with its code and the packages that it imports in the folder `packages`. */
function install(own: string, packages: string): void {
  for (const folder of [own, packages]) mkdirSync(at(folder), { recursive: true });
  cpSync(dist, at(join(own, 'dist')), {
    recursive: true,
    filter: (path) => basename(path) !== 'code',
  });
  cpSync('package.json', at(join(own, 'package.json')));
  for (const name of ['esbuild', '@esbuild', 'clipboardy']) {
    cpSync(join('node_modules', name), at(join(packages, name)), { recursive: true });
  }
  // It is not called here. What a package lacks an app could bring: with that no folder above is granted.
  const whole = at(join(packages, 'clipboardy/package.json'));
  const manifest = JSON.parse(readFileSync(whole, 'utf8')) as Record<string, unknown>;
  writeFileSync(whole, JSON.stringify({ ...manifest, dependencies: {} }));
}

function link(path: string, target: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  symlinkSync(target, at(path));
}

const LAYOUTS: Readonly<Record<string, () => Layout>> = {
  'in the folder’s node_modules': () => {
    install('node_modules/tui', 'node_modules');
    link('node_modules/.bin/tui', `../tui/${MAIN}`);
    return {
      started: 'node_modules/.bin/tui',
      targets: [
        'node_modules',
        'node_modules/.bin',
        'node_modules/.bin/tui',
        'node_modules/tui',
        `node_modules/tui/${MAIN}`,
        'node_modules/tui/package.json',
        'node_modules/esbuild/package.json',
      ],
    };
  },
  'in a folder further down': () => {
    install('packages/a/node_modules/tui', 'packages/a/node_modules');
    return {
      started: `packages/a/node_modules/tui/${MAIN}`,
      targets: [
        'packages',
        'packages/a',
        'packages/a/node_modules',
        'packages/a/node_modules/tui',
        `packages/a/node_modules/tui/${MAIN}`,
      ],
    };
  },
  'as pnpm keeps them': () => {
    const store = 'node_modules/.pnpm/tui@1/node_modules';
    install(`${store}/tui`, 'node_modules/.pnpm/packages');
    for (const name of ['esbuild', '@esbuild', 'clipboardy']) {
      link(`${store}/${name}`, `../../packages/${name}`);
    }
    link('node_modules/tui', '.pnpm/tui@1/node_modules/tui');
    link('node_modules/.bin/tui', `../tui/${MAIN}`);
    return {
      started: 'node_modules/.bin/tui',
      targets: [
        'node_modules',
        'node_modules/tui',
        'node_modules/.pnpm',
        'node_modules/.pnpm/packages/esbuild',
        `${store}/esbuild`,
        `${store}/tui/${MAIN}`,
      ],
    };
  },
  'by npm link': () => {
    install('../linked/tui', '../linked/tui/node_modules');
    link('node_modules/tui', '../../linked/tui');
    link('node_modules/.bin/tui', `../tui/${MAIN}`);
    return {
      started: 'node_modules/.bin/tui',
      targets: ['node_modules', 'node_modules/tui', 'node_modules/.bin', 'node_modules/.bin/tui'],
    };
  },
  'as a checkout': () => {
    install('.', 'node_modules');
    return {
      started: MAIN,
      targets: ['dist', MAIN, 'package.json', 'node_modules', 'node_modules/esbuild'],
    };
  },
};

/** Tries to change each of these in every way, and a file and a folder beside them: `[what has worked, the control]`. */
const attack = (targets: readonly string[]): string => `
  import fs from 'node:fs';
  const done = [];
  let moves = 0;
  const attempt = (name, work) => {
    try { work(); done.push(name); } catch {}
  };
  for (const path of ${JSON.stringify(targets)}) {
    const isFolder = fs.statSync(path).isDirectory();
    const inner = isFolder ? path + '/evil.js' : path;
    // Folders that only hold what is guarded may be written themselves.
    const isGuarded = /node_modules|dist|package.json/.test(path);
    if (isGuarded) {
      attempt('write ' + path, () => fs.writeFileSync(inner, 'evil'));
      attempt('time ' + path, () => fs.utimesSync(path, 1, 1));
      attempt('mode ' + path, () => fs.chmodSync(path, 0o777));
    }
    if (path.includes('/') && /node_modules.|dist./.test(path)) {
      attempt('beside ' + path, () => fs.mkdirSync(path + '.evil'));
      attempt('link beside ' + path, () => fs.symlinkSync('/tmp', path + '.evil'));
    }
    attempt('rename ' + path, () => fs.renameSync(path, 'moved' + moves++));
    attempt('rename over ' + path, () => { fs.mkdirSync('evil', { recursive: true }); fs.renameSync('evil', path); });
    attempt('unlink ' + path, () => fs.unlinkSync(path));
    attempt('remove ' + path, () => fs.rmdirSync(path));
    attempt('link ' + path, () => fs.linkSync(inner, 'hard' + moves++));
  }
  const control = [];
  try { fs.writeFileSync('beside.txt', '1'); fs.mkdirSync('beside'); fs.renameSync('beside', 'renamed'); control.push('beside'); }
  catch (error) { control.push(error.code); }
  document.querySelector('text').textContent = JSON.stringify([done, control]);`;

/** Names, links and sizes of all of it, and the text of what is started. */
function stateOf(targets: readonly string[], started: string): unknown {
  const entries = targets
    .filter((path) => lstatSync(at(path)).isDirectory())
    .flatMap((path) => readdirSync(at(path), { recursive: true, withFileTypes: true }))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs, mode } = lstatSync(path);
      return [path, size, mtimeMs, mode, entry.isSymbolicLink() ? readlinkSync(path) : ''];
    });
  return [entries, readFileSync(at(started), 'utf8').length];
}

function start(tier: string, started: string, targets: readonly string[], ...flags: string[]) {
  writeFileSync(
    at('app.tui'),
    `<policy>{ "permissions": { "write": ["cwd"] } }</policy>\n<text style="white-space: pre-wrap">-</text><script>${attack(targets)}</script>`,
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [at(started), 'snapshot', 'app.tui', '--trust', '--width', '9999', ...flags],
    {
      cwd: arena.app,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: join(arena.root, 'home'),
        TERM: 'xterm',
        TUI_SANDBOX_TIER: tier,
      },
    },
  );
  return { code: status, stdout: stdout.trim(), stderr };
}

describeTiers((tier) => {
  // Where Node alone keeps the app in, the launcher refuses each of them by comparing paths.
  const layouts = Object.entries(LAYOUTS).slice(0, tier === TIERS[0] ? undefined : 2);
  it.each(layouts)('tui %s: its code cannot be written', (_, layOut) => {
    const { started, targets } = layOut();
    const before = stateOf(targets, started);
    const { code, stdout, stderr } = start(tier, started, targets);
    if (tier === 'A') {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toEqual([[], ['beside']]);
    } else {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/could change .* grant a folder that does not contain it/s);
    }
    expect(stateOf(targets, started)).toEqual(before);
  });

  it('a folder of packages that is a link itself could be replaced: the app does not start', () => {
    install('../store/tui', '../store');
    link('node_modules', '../store');
    const refused = start(tier, `node_modules/tui/${MAIN}`, []);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(`could change ${at('node_modules')}`);
  });

  it('control: installed elsewhere it is in no app’s way', () => {
    install('../global/lib/node_modules/tui', '../global/lib/node_modules');
    link('../global/bin/tui', `../lib/node_modules/tui/${MAIN}`);
    mkdirSync(at('node_modules'));
    const started = '../global/bin/tui';
    const { code, stdout } = start(tier, started, []);
    expect([code, JSON.parse(stdout)]).toEqual([0, [[], ['beside']]]);
  });
});

describe('without the guard', () => {
  it('the app’s attempts succeed', () => {
    install('node_modules/tui', 'node_modules');
    const targets = [`node_modules/tui/${MAIN}`, 'node_modules/tui', 'node_modules'];
    const shown = `const document = { querySelector: () => ({ set textContent(text) { console.log(text); } }) };`;
    writeFileSync(at('script.mjs'), `${shown}${attack(targets)}`);
    const { stdout } = spawnSync(process.execPath, ['script.mjs'], {
      cwd: arena.app,
      encoding: 'utf8',
    });
    const [done] = JSON.parse(stdout) as [string[]];
    expect(done).toEqual(
      expect.arrayContaining([
        `write node_modules/tui/${MAIN}`,
        `rename node_modules/tui/${MAIN}`,
        'rename node_modules/tui',
        'beside node_modules/tui',
        'rename node_modules',
      ]),
    );
  });
});
