/** Scripts that an earlier start compiled: taken where they are the same, and by nothing else. @ci */
import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createCodeFolder,
  folderOf,
  plainCommandFile,
  shell,
  type Result,
} from '../../support/cli.js';
import { removeFolder } from '../../support/remove-folder.js';

/** Tells of every process that the launcher starts for esbuild. */
const HOOK = `
const processes = require('node:child_process');
const { spawn } = processes;
processes.spawn = (program, ...rest) => {
  if (String(program).includes('esbuild')) process.stderr.write('esbuild started\\n');
  return spawn(program, ...rest);
};
`;
const PLAIN = `<text id="t"/><script>const word: string = 'plain';
$tui.getElementById('t').textContent = word</script>`;

const folders: string[] = [];
let [cwd, kept] = ['', ''];

/** Of attempts to compile the command itself, which takes seconds: one start of all these is enough for them. */
let marks: readonly string[] = [];

beforeAll(async () => {
  cwd = await folderOf({ 'hook.cjs': HOOK, 'plain.tui': PLAIN });
  kept = createCodeFolder();
  folders.push(cwd, kept);
  await run('plain.tui');
  marks = readdirSync(kept).filter((name) => name.startsWith('training'));
});

beforeEach(async () => {
  cwd = await folderOf({
    'hook.cjs': HOOK,
    'plain.tui': PLAIN,
    'import.tui': `<text id="t"/><script>import { word } from './word.js';
$tui.getElementById('t').textContent = word</script>`,
    'word.js': `export const word = 'first'`,
    'throws.tui': `<text id="t"/><script>
const nothing: undefined = undefined;
nothing.name</script>`,
  });
  kept = createCodeFolder();
  folders.push(cwd, kept);
  for (const mark of marks) writeFileSync(join(kept, mark), '', { mode: 0o600 });
});
afterAll(() => {
  for (const folder of folders) removeFolder(folder);
});

const run = async (name: string, words = ''): Promise<Result> =>
  await shell(`NODE_OPTIONS="--require ./hook.cjs" node ${plainCommandFile()} ${words} ${name}`, {
    cwd,
    env: { TUI_CODE_CACHE: kept },
  });

const scripts = (): string[] =>
  readdirSync(kept).includes('scripts') ? readdirSync(join(kept, 'scripts')) : [];
const only = (): string => join(kept, 'scripts', scripts()[0] ?? '');
const STARTED = 'esbuild started\n';

describe('a script without imports', () => {
  it('is compiled once', async () => {
    expect(await run('plain.tui')).toMatchObject({ stdout: 'plain\n', stderr: STARTED });
    expect(scripts()).toHaveLength(1);
    expect(await run('plain.tui')).toMatchObject({ stdout: 'plain\n', stderr: '' });
  });

  it('is compiled again once it has changed', async () => {
    await run('plain.tui');
    writeFileSync(join(cwd, 'plain.tui'), PLAIN.replace("'plain'", "'other'"));
    expect(await run('plain.tui')).toMatchObject({ stdout: 'other\n', stderr: STARTED });
    expect(scripts()).toHaveLength(2);
  });

  it('is compiled again for another tsconfig.json', async () => {
    await run('plain.tui');
    const options = { compilerOptions: { useDefineForClassFields: false } };
    writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(options));
    expect((await run('plain.tui')).stderr).toBe(STARTED);
  });

  it('tells the same places of errors', async () => {
    const [first, second] = [await run('throws.tui'), await run('throws.tui')];
    expect(first.stderr).toContain('throws.tui:3:9');
    expect(first.stderr.replace(STARTED, '')).toBe(second.stderr);
    expect(second.code).toBe(first.code);
  });
});

it('a script that imports a file is compiled in every start', async () => {
  expect(await run('import.tui', '--trust')).toMatchObject({ stdout: 'first\n' });
  writeFileSync(join(cwd, 'word.js'), `export const word = 'second'`);
  expect(await run('import.tui', '--trust')).toMatchObject({ stdout: 'second\n', stderr: STARTED });
  expect(scripts()).toEqual([]);
});

describe('what is kept counts only where', () => {
  const planted = (): string =>
    readFileSync(only(), 'utf8').replace(String.raw`word = \"plain\"`, String.raw`word = \"evil\"`);

  beforeEach(async () => void (await run('plain.tui')));

  it('it is whole (the control: another text in a whole file runs)', async () => {
    writeFileSync(only(), planted());
    expect(await run('plain.tui')).toMatchObject({ stdout: 'evil\n', stderr: '' });
    writeFileSync(only(), planted().slice(0, -9));
    expect(await run('plain.tui')).toMatchObject({ stdout: 'plain\n', stderr: STARTED });
  });

  it('its folder is in the package of tui: no app can write there', async () => {
    const [inside, outside] = [kept, await folderOf({})];
    folders.push(outside);
    writeFileSync(only(), planted());
    cpSync(inside, outside, { recursive: true, preserveTimestamps: true });
    kept = outside;
    const { stdout, stderr } = await run('plain.tui');
    expect(stdout).toBe('plain\n');
    expect(stderr).toContain(STARTED);
  });

  it('it was compiled from the same text, whatever its name', async () => {
    writeFileSync(only(), planted().replace('word: string', 'word:  string'));
    expect(await run('plain.tui')).toMatchObject({ stdout: 'plain\n', stderr: STARTED });
  });

  it.each([
    ['no other user can write the file', () => chmodSync(only(), 0o602)],
    ['no other user can write the folder', () => chmodSync(join(kept, 'scripts'), 0o703)],
    [
      'the file is none elsewhere',
      () => {
        const [file, elsewhere] = [only(), join(cwd, 'elsewhere')];
        writeFileSync(elsewhere, readFileSync(file), { mode: 0o600 });
        rmSync(file);
        symlinkSync(elsewhere, file);
      },
    ],
  ])('%s', async (_, open) => {
    writeFileSync(only(), planted());
    open();
    expect(await run('plain.tui')).toMatchObject({ stdout: 'plain\n', stderr: STARTED });
  });
});

it('no more than 200 files are kept', async () => {
  await run('plain.tui');
  const [build = ''] = scripts()[0]?.split('.') ?? [];
  for (let at = 0; at < 210; at++) {
    writeFileSync(join(kept, 'scripts', `${build}.${String(at).padStart(16, '0')}`), '');
  }
  writeFileSync(join(kept, 'scripts', 'notes.txt'), '');
  writeFileSync(join(cwd, 'plain.tui'), PLAIN.replace("'plain'", "'other'"));
  await run('plain.tui');
  // A file of another kind is not one of them.
  expect(scripts()).toContain('notes.txt');
  expect(scripts()).toHaveLength(201);
});
