/** Code that V8 compiled in earlier starts: that it is kept, that starts take it, and that nothing depends on it. @ci */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createCodeFolder,
  plainCommandFile,
  folderOf,
  shell,
  type Result,
} from '../../support/cli.js';
import { describeOnce, itOnce } from '../../support/other-nodes.js';
import { removeFolder } from '../../support/remove-folder.js';

/** Prints for every bundle whether compiled code came with it, and whether V8 accepted it. */
const HOOK = `
const { basename } = require('node:path');
const vm = require('node:vm');
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (options?.filename?.endsWith('.cjs')) {
      const found = options.cachedData === undefined ? 'none' : this.cachedDataRejected ? 'refused' : 'taken';
      process.stderr.write(basename(options.filename) + ' ' + found + '\\n');
    }
  }
};
`;
/** Prints the public modules of Node that were loaded. */
const MODULES = `
process.on('exit', () => {
  const names = process.moduleLoadList.filter((name) => /^NativeModule [a-z_0-9]+$/.test(name));
  process.stderr.write(names.map((name) => name.slice('NativeModule '.length)).join(' '));
});
`;
const library = (main: string): string => `
import { createApp } from ${JSON.stringify(pathToFileURL(join(dirname(main), 'library.js')).href)};
createApp('<text>in-process</text>', { output: process.stdout }).frame();
`;

const main = plainCommandFile();
let [cwd, kept] = ['', ''];
const folders: string[] = [];
const ROLES = ['command', 'launcher', 'library', 'runner'];

function emptyFolder(): string {
  const folder = createCodeFolder();
  folders.push(folder);
  return folder;
}

/** With the mark of an attempt: no start compiles code in the background, in a folder that is removed. */
function copyOfKept(folder = emptyFolder()): string {
  for (const name of filesIn(kept)) {
    writeFileSync(join(folder, name), readFileSync(join(kept, name)), { mode: 0o600 });
    writeFileSync(join(folder, name.replace(/^\w+/, 'training')), '', { mode: 0o600 });
  }
  return folder;
}

beforeAll(async () => {
  cwd = await folderOf({
    'hook.cjs': HOOK,
    'modules.cjs': MODULES,
    'plain.tui': '<text>plain</text>',
    'scripted.tui': `<text id="t"/><script>$tui.getElementById('t').textContent = 'scripted'</script>`,
    'own-modules.tui': `<text id="t"/><script>
const names = process.moduleLoadList.filter((name) => /^NativeModule [a-z_0-9]+$/.test(name));
$tui.getElementById('t').textContent = names.map((name) => name.slice('NativeModule '.length)).join(' ');
</script>`,
    'import.mjs': library(main),
    'throws.mjs': library(main).replace('<text>in-process</text>', '<text'),
  });
  kept = emptyFolder();
  await train(kept);
});
afterAll(() => {
  for (const folder of [cwd, ...folders]) removeFolder(folder);
});

const node = async (words: string, folder: string, options = ''): Promise<Result> =>
  await shell(`NODE_OPTIONS="--require ./hook.cjs ${options}" node ${words}`, {
    cwd,
    env: { TUI_CODE_CACHE: folder },
  });

async function train(folder: string, options = ''): Promise<Result> {
  const program = join(dirname(main), 'train.cjs');
  return await shell(`NODE_OPTIONS="${options}" node ${program}`, {
    cwd,
    env: { TUI_CODE_CACHE: folder },
  });
}

/** Without the folder of kept scripts. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name !== 'scripts')
    .sort();

describe('compiled code', () => {
  it('is one file for each kind of process, for this user alone', () => {
    const names = filesIn(kept);
    expect(names.map((name) => name.split('.')[0])).toEqual(ROLES);
    for (const name of names) {
      expect(name).toMatch(/^\w+\.[0-9a-f]{16}\.[0-9a-f]+(\.|$)/);
      expect(statSync(join(kept, name)).mode & 0o777).toBe(0o600);
    }
  });

  it.each([
    ['an app without code', 'plain.tui', 'plain\n', 'command.cjs taken\n'],
    ['the same behind a command', 'snapshot plain.tui', 'plain\n', 'command.cjs taken\n'],
    ['the launcher of a script', 'scripted.tui', 'scripted\n', 'command.cjs taken\n'],
  ])('is taken by %s, which loads nothing else', async (_, words, stdout, stderr) => {
    const found = await node(`${main} ${words}`, kept);
    expect(found.stdout.startsWith(stdout)).toBe(true);
    expect(found.stderr.replace(/^(?!\w+\.cjs ).*\n/gm, '')).toBe(stderr);
  });

  it('an app without code loads no module of Node that it has no use for', async () => {
    const { stdout, stderr } = await shell(
      `NODE_OPTIONS="--require ./modules.cjs" node ${main} plain.tui`,
      { cwd, env: { TUI_CODE_CACHE: kept } },
    );
    expect(stdout).toBe('plain\n');
    const loaded = stderr.split(' ');
    expect(loaded).toContain('vm');
    for (const name of ['crypto', 'module', 'perf_hooks', 'child_process', 'http', 'zlib']) {
      expect(loaded).not.toContain(name);
    }
  });

  it('nor does an app with a script, in either of its processes', async () => {
    const isUnused = /^(https?2?|tls|crypto|zlib|perf_hooks|worker_threads)$/;
    // The second start: the first compiles the script.
    for (let start = 0; start < 2; start++) {
      const { stdout, stderr } = await shell(
        `NODE_OPTIONS="--require ./modules.cjs" node ${main} --trust own-modules.tui < /dev/null`,
        { cwd, env: { TUI_CODE_CACHE: kept } },
      );
      const inRunner = stdout.split(/\s+/);
      expect(inRunner).toEqual(expect.arrayContaining(['vm', 'net']));
      expect(inRunner.filter((name) => isUnused.test(name))).toEqual([]);
      const inLauncher = stderr.split('\n').at(-1)!.split(' ');
      expect(inLauncher).toContain('child_process');
      if (start > 0) expect(inLauncher.filter((name) => isUnused.test(name))).toEqual([]);
    }
  });

  it('is taken by an import of the library', async () => {
    const { stdout, stderr } = await node('import.mjs', kept);
    expect(stdout).toContain('in-process');
    expect(stderr).toBe('library.cjs taken\n');
  });

  it('is taken by the runner', async () => {
    // Opened to be passed on; the runner itself reports nothing: its environment is its own.
    const line = `strace -f -e trace=openat -o trace.txt node ${main} scripted.tui`;
    const { stdout } = await shell(line, { cwd, env: { TUI_CODE_CACHE: kept } });
    const trace = readFileSync(join(cwd, 'trace.txt'), 'utf8');
    expect(stdout.trim()).toBe('scripted');
    expect(trace).toMatch(/of-spec-\w+\/runner\.\S+", O_RDONLY\|O_NOFOLLOW\S*\) = \d/);
  });

  it('is compiled again for other flags of V8, and kept beside', async () => {
    const folder = emptyFolder();
    await train(folder);
    await train(folder, '--stack-trace-limit=20');
    const tags = new Set(filesIn(folder).map((name) => name.split('.')[3]));
    expect(tags.size).toBe(2);
    expect((await node(`${main} plain.tui`, folder, '--stack-trace-limit=20')).stderr).toBe(
      'command.cjs taken\n',
    );
  });
});

describe('a first start', () => {
  it('works without, and has it written for the next', async () => {
    const folder = join(emptyFolder(), 'new/code');
    const { stdout, stderr } = await node(`${main} plain.tui`, folder);
    expect({ stdout, stderr }).toEqual({ stdout: 'plain\n', stderr: 'command.cjs none\n' });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const isWritten = (): boolean =>
      filesIn(folder).filter((name) => /^(?!training)\w/.test(name)).length === ROLES.length;
    // By a process of low priority, which waits for everything else.
    for (let tries = 0; tries < 3000 && !isWritten(); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(isWritten()).toBe(true);
    expect((await node(`${main} plain.tui`, folder)).stderr).toBe('command.cjs taken\n');
  }, 400_000);
});

describeOnce('without a place for it', () => {
  it('files that do not fit are not kept in part', async () => {
    const folder = emptyFolder();
    const program = join(dirname(main), 'train.cjs');
    // In blocks of 512 or 1024 bytes: the first write succeeds in part, as on a full disk.
    await shell(`ulimit -f 100; node ${program}`, { cwd, env: { TUI_CODE_CACHE: folder } });
    expect(filesIn(folder).filter((name) => ROLES.includes(name.split('.')[0]!))).toEqual([]);
  });

  it.each([
    ['a folder that cannot be made', 'file/code'],
    ['a file in its place', 'file'],
    ['none wanted', 'off'],
  ])('%s: apps run as ever', async (_, place) => {
    const around = emptyFolder();
    writeFileSync(join(around, 'file'), '');
    const folder = place === 'off' ? place : join(around, place);
    for (const app of ['plain', 'scripted']) {
      const { stdout, stderr } = await node(`${main} ${app}.tui`, folder);
      expect(stdout.trim()).toBe(app);
      expect(stderr).toMatch(/^command\.cjs none\n/);
      expect(stderr).not.toContain('rror');
    }
  });

  it('a damaged file: apps run as ever', async () => {
    const folder = copyOfKept();
    for (const name of filesIn(kept)) truncateSync(join(folder, name), 5000);
    const plain = await node(`${main} plain.tui`, folder);
    expect({ ...plain, stderr: plain.stderr.slice(0, 16) }).toMatchObject({
      stdout: 'plain\n',
      stderr: 'command.cjs none',
    });
    expect((await node(`${main} scripted.tui`, folder)).stdout.trim()).toBe('scripted');
  });

  it('another home than the account has: none is read or written', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tui-home-'));
    folders.push(home);
    mkdirSync(join(home, '.cache'));
    const line = `NODE_OPTIONS="--require ./hook.cjs" node ${main} plain.tui`;
    const { stderr } = await shell(line, { cwd, env: { HOME: home } });
    expect(stderr).toBe('command.cjs none\n');
    expect(existsSync(join(home, '.cache/tui/code'))).toBe(false);
  });
});

describeOnce('a folder that another could have written', () => {
  it.each([
    ['writable by the group', (folder: string) => chmodSync(folder, 0o770)],
    ['readable by all', (folder: string) => chmodSync(folder, 0o755)],
    [
      'with files writable by all',
      (folder: string) => filesIn(folder).forEach((name) => chmodSync(join(folder, name), 0o666)),
    ],
  ])('%s is not read', async (_, open) => {
    const folder = copyOfKept();
    expect((await node(`${main} plain.tui`, folder)).stderr).toBe('command.cjs taken\n');
    open(folder);
    expect((await node(`${main} plain.tui`, folder)).stderr).toBe('command.cjs none\n');
  });
});

describeOnce('a folder outside of the package', () => {
  it('is not used, with a warning that names one that is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tui-outside-'));
    folders.push(folder);
    for (const name of filesIn(kept)) {
      writeFileSync(join(folder, name), readFileSync(join(kept, name)), { mode: 0o600 });
    }
    const inside = join(dirname(dirname(main)), 'code');
    for (const named of [folder, `${inside}/../../elsewhere`, 'relative']) {
      const { stdout, stderr } = await node(`${main} plain.tui`, named);
      expect(stdout).toBe('plain\n');
      const [loaded, warning, suggestion] = stderr.split('\n');
      expect(loaded).toBe('command.cjs none');
      expect(warning).toContain('warning code-cache: TUI_CODE_CACHE: expected "off" or a folder');
      expect(warning).toContain(`found "${named}"`);
      expect(suggestion).toContain(`TUI_CODE_CACHE=${inside}`);
    }
    // An import of the library prints nothing of its own.
    expect((await node('import.mjs', folder)).stderr).toBe('library.cjs none\n');
  });

  it('files of others in the folder are not removed', async () => {
    const folder = emptyFolder();
    const others = Array.from({ length: 30 }, (_, index) => `notes.${index}.txt`);
    for (const name of others) writeFileSync(join(folder, name), '');
    await train(folder);
    expect(filesIn(folder)).toEqual(expect.arrayContaining(others));
  });
});

itOnce('breaks its lines: Node prints the one that throws what no code catches', async () => {
  const { stderr } = await node('throws.mjs', 'off');
  expect(stderr).toContain('unterminated-tag');
  expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(400);
});

itOnce(
  'carries no path of another copy of the package, which stacks of errors would show',
  async () => {
    const own = dirname(dirname(main));
    const around = mkdtempSync(join(tmpdir(), 'tui-copy-'));
    folders.push(around);
    const copy = join(around, 'dist');
    const code = join(own, 'code');
    cpSync(own, copy, { recursive: true, filter: (path) => path !== code });
    const inCopy = join(copy, 'code');
    mkdirSync(inCopy, { mode: 0o700 });
    writeFileSync(
      join(cwd, 'other.mjs'),
      library(join(copy, 'cli', 'main.cjs')).replace('<text>in-process</text>', '<text'),
    );
    const { stderr } = await node('other.mjs', copyOfKept(inCopy));
    expect(stderr).toContain(`${join(copy, 'bundle')}/`);
    expect(stderr).not.toContain(`${own}/`);
  },
);
