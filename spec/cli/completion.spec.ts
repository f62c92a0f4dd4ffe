/** `tui completion`, loaded into bash, zsh and fish: what a person gets who types a line and presses Tab. */
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, shell } from '../support/cli.js';
import { call } from '../support/in-process.js';
import { describeWith } from '../support/programs.js';

const APP = `<tui><command id="save" key="s"/><command id="first"/><command id="two words"/>
<command id="$(touch hacked)"/></tui>`;

let cwd = '';
/** The scripts call the command for names of keys. */
const withCommand = (env: Record<string, string> = {}): Record<string, string> => ({
  ...env,
  PATH: `${join(cwd, 'bin')}:${process.env['PATH'] ?? ''}`,
});
beforeAll(async () => {
  const names = ['app.tui', 'notes.md', 'night.css', 'sheet.txt'];
  const command = `#!/bin/sh\ntest "$*" = 'completion keys' && cat "\${0%/*}/keys"\n`;
  cwd = await folderOf({
    ...Object.fromEntries(names.map((name) => [name, ''])),
    'app.tui': APP,
    'bin/tui': command,
  });
  await chmod(join(cwd, 'bin/tui'), 0o755);
  await writeFile(join(cwd, 'bin/keys'), (await call(['completion', 'keys'], { cwd })).stdout);
  for (const name of ['bash', 'fish', 'zsh']) {
    const { code, stdout } = await call(['completion', name]);
    expect(code).toBe(0);
    await writeFile(join(cwd, name), stdout);
  }
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
});

/** What each shell offers for the last word of a line. */
const OFFERED: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['tui snaps', ['snapshot']],
  ['tui help comp', ['completion']],
  ['tui config un', ['unset']],
  ['tui config get log.l', ['log.level']],
  ['tui config set theme gray', ['gray-std', 'gray-dark']],
  ['tui config set persist t', ['true']],
  ['tui config explain key', ['keys']],
  ['tui config set keys.a', ['keys.app.first', 'keys.app.save']],
  ['tui config explain keys.app.s', ['keys.app.save']],
  ['tui --key', ['--keys']],
  ['tui config set log.level W', ['WARN']],
  ['tui snapshot --format ht', ['html']],
  ['tui snapshot --print', ['--print-config']],
  ['tui lint --js', ['--json']],
  ['tui a', ['ask', 'app.tui']],
  ['tui no', ['notes.md']],
  ['tui lint sheet.t', []],
  ['tui --theme ni', ['night.css']],
  ['tui snapshot -o sh', ['sheet.txt']],
  ['tui log --level W', ['WARN']],
  ['tui --no-config snaps', ['snapshot']],
  ['tui --theme bw-std config un', ['unset']],
  ['tui --no-config snapshot --format ht', ['html']],
  ['tui --log-level W', ['WARN']],
];

/** Names of files that a shell must neither split nor execute. */
const HOSTILE = [
  'two words.tui',
  's*r.tui',
  'run$(touch hacked).tui',
  '`touch hacked`.tui',
  'q\'".tui',
];

/** A folder with files of those names. */
async function withHostileFiles(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await folderOf(Object.fromEntries(HOSTILE.map((name) => [name, ''])));
  try {
    await use(folder);
    expect((await readdir(folder)).sort()).not.toContain('hacked');
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('bash', () => {
  it('offers each file whole, whatever its name', async () => {
    await withHostileFiles(async (folder) => {
      const offered = await shell(
        `source ${cwd}/bash; COMP_WORDS=(tui lint ''); COMP_CWORD=2; _tui; printf '%s\\n' "\${COMPREPLY[@]}"`,
        { cwd: folder },
      );
      expect(offered.stdout.split('\n')).toEqual(expect.arrayContaining(HOSTILE));
      expect(offered.stdout).not.toMatch(/^two$/m);
    });
  });

  it('completes files after a flag with "="', async () => {
    const { stdout } = await shell(
      `source ${cwd}/bash; COMP_WORDS=(tui --allow-read = sh); COMP_CWORD=3; _tui; printf '%s\\n' "\${COMPREPLY[@]}"`,
      { cwd },
    );
    expect(stdout).toBe('sheet.txt\n');
  });

  it.each(OFFERED)('completes "%s"', async (line, words) => {
    const { stdout, stderr } = await shell(
      `source ${cwd}/bash; COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _tui; printf '%s\\n' "\${COMPREPLY[@]}"`,
      { cwd, env: withCommand() },
    );
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toEqual(words.length === 0 ? [''] : words);
  });
});

describeWith(['fish'], 'fish', () => {
  it('offers each file whole, whatever its name', async () => {
    await withHostileFiles(async (folder) => {
      const { stdout } = await shell(
        `cat ${cwd}/fish | fish --no-config -c "source; complete -C'tui lint '"`,
        { cwd: folder, env: { HOME: folder } },
      );
      expect(stdout.split('\n')).toEqual(expect.arrayContaining(HOSTILE));
    });
  });

  it.each(OFFERED.filter(([, words]) => words.length > 0))(
    'completes "%s"',
    async (line, words) => {
      const { stdout } = await shell(
        `fish --no-config -c "source ${cwd}/fish; complete -C'${line}'"`,
        {
          cwd,
          env: withCommand({ HOME: cwd }),
        },
      );
      const offered = stdout
        .trim()
        .split('\n')
        .map((row) => row.split('\t')[0] ?? '');
      expect(offered).toEqual(expect.arrayContaining([...words]));
    },
  );
});

/** Types a line and Tab, and waits for a text on the screen of that shell. */
const TYPED = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1='%% '; autoload -U compinit; compinit -u -d $SCRIPTS/dump; source $SCRIPTS/zsh; print 'rea''dy'"
zpty -r z out '*ready*'
zpty -n -w z "$1"$'\\t'
zpty -r z out "*$2*"
print found
`;

describeWith(['zsh'], 'zsh', () => {
  it('inserts a file with its characters quoted', async () => {
    await withHostileFiles(async (folder) => {
      const { stdout } = await shell(
        `printf '%s' "$TYPED" > typed.zsh; timeout 30 zsh -f typed.zsh 'tui lint run' 'tui lint run*touch\\\\ hacked*.tui'`,
        { cwd: folder, env: { HOME: folder, TYPED, SCRIPTS: cwd } },
      );
      expect(stdout).toBe('found\n');
    });
  });

  // One word is inserted whole; of several, the part that they share.
  it.each(OFFERED.filter(([, words]) => words.length === 1))(
    'completes "%s"',
    async (line, [word = '']) => {
      const { stdout } = await shell(
        `printf '%s' "$TYPED" > typed.zsh; timeout 30 zsh -f typed.zsh '${line}' '${line}*${word.slice(line.length - line.lastIndexOf(' ') - 1)}'`,
        { cwd, env: withCommand({ HOME: cwd, TYPED, SCRIPTS: cwd }) },
      );
      expect(stdout).toBe('found\n');
    },
  );
});
