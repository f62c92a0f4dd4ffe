/**
 * `answers=$(tui ask setup.tui)` in a real terminal: keys and the mouse, what a shell's variable receives, and how it is
 * cancelled. The app is on the terminal, whatever the standard streams are.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { needs } from '../support/programs.js';
import { SETUP, SETUP_ANSWERS, SETUP_DATA } from '../support/shared-apps.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const PICK = `<tui>
  <text id="count"/>
  <form onSubmit="pick"><select id="files" size="4" name="file" autofocus/></form>
  <script>
    process.stdout.write('not for the variable');
    const files = $tui.getElementById('files');
    for await (const line of $tui.stdin.lines()) {
      const option = document.createElement('option');
      option.textContent = line;
      files.append(option);
    }
    $tui.getElementById('count').textContent = files.length + ' files';
    export const pick = () => undefined;
    files.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      $tui.output(files.value);
      $tui.exit();
    });
  </script>
</tui>
`;

const terminal = new Tmux();
const at = (name: string): string => join(terminal.folder, name);
const shows = (text: string): boolean => terminal.screen().includes(text);

/** Runs a line of a shell in the terminal; what it has written to the file \`out\`. */
async function start(shell: string, line: string): Promise<void> {
  rmSync(at('out'), { force: true });
  writeFileSync(at('line'), line.replaceAll('$TUI', `${process.execPath} ${commandFile()}`));
  // Interactive: a shell has its jobs then, and the terminal.
  const flags =
    { bash: '--norc --noprofile -i', zsh: '-f -i', fish: '--no-config -i' }[shell] ?? '';
  terminal.keys(`clear; cd ${terminal.folder}; ${shell} ${flags} -c '. ./line'`, 'Enter');
  await Promise.resolve();
}

const result = async (): Promise<string> =>
  await terminal.until('a result', () => existsSync(at('out')) && /done/.test(read()) && read());
const read = (): string => readFileSync(at('out'), 'utf8');

const ASK = `answers=$($TUI ask --allow-unenforced setup.tui); echo "$? $answers done" > out`;
const LINES: Readonly<Record<string, string>> = {
  bash: ASK,
  zsh: ASK,
  fish: `set answers ($TUI ask --allow-unenforced setup.tui); echo "$status $answers done" > out`,
};

describeInTmux('tui ask in tmux', () => {
  beforeAll(async () => {
    await terminal.start(60, 14);
    writeFileSync(at('setup.tui'), SETUP);
    writeFileSync(at('pick.tui'), PICK);
    writeFileSync(at('some.json'), SETUP_ANSWERS);
  });
  afterAll(() => terminal.stop());

  it.each(['bash', 'zsh', 'fish'])('fills a variable of %s by keys', async (shell) => {
    needs(shell);
    await start(shell, LINES[shell]!);
    await terminal.until('the first step', () => shows('Server  1 of 2'));
    terminal.keys('db', 'Enter');
    await terminal.until('the second step', () => shows('Account  2 of 2'));
    terminal.keys('Tab', 'Space');
    await terminal.until('a checked box', () => shows('[✓]'));
    terminal.keys('Tab', 'Enter');
    await terminal.until('the options', () => shows('large'));
    terminal.keys('Down', 'Enter');
    await terminal.until('the option', () => !shows('small'));
    terminal.keys('Tab', 'Tab', 'Enter');
    expect(await result()).toBe(`0 ${SETUP_DATA} done\n`);
    // The shell has its terminal as it was.
    await terminal.until('a prompt', () => terminal.modes() === '0 1 0');
    // It was below the prompt, and its last frame stays.
    expect(terminal.screen()).toContain('2 of 2');
  });

  it('has the same data by the mouse, which is the terminal’s own unless a setting says so', async () => {
    await start('bash', ASK.replace('ask', 'ask --terminal-mouse'));
    await terminal.until('the first step', () => shows('Server  1 of 2'));
    terminal.keys('db');
    const click = async (text: string): Promise<void> => {
      await terminal.until(text, () => shows(text));
      const rows = terminal.screen().split('\n');
      const y = rows.findIndex((row) => row.includes(text));
      terminal.click(rows[y]!.indexOf(text) + 1, y);
    };
    await terminal.until('the host', () => shows('db'));
    await click('Next');
    await click('Administrator');
    await terminal.until('a checked box', () => shows('[✓]'));
    await click('small');
    await click('large');
    await terminal.until('the option', () => !shows('small'));
    await click('Submit');
    expect(await result()).toBe(`0 ${SETUP_DATA} done\n`);
  });

  it('takes the whole screen where the user has it so', async () => {
    await start('bash', ASK.replace('ask', 'ask --no-inline'));
    await terminal.until('the first step', () => shows('Server  1 of 2'));
    expect(terminal.modes()).toMatch(/^1 /);
    terminal.keys('Escape');
    expect(await result()).toBe('130  done\n');
    await terminal.until('a prompt', () => !shows('1 of 2'));
  });

  it.each([['Escape'], ['C-c']])('is cancelled by %s', async (key) => {
    await start('bash', ASK);
    await terminal.until('the first step', () => shows('Server  1 of 2'));
    terminal.keys(key);
    expect(await result()).toBe('130  done\n');
  });

  it('starts with the answers of a file, and says on stderr where they do not fit', async () => {
    const ask = (file: string): string =>
      `$TUI ask setup.tui --answers ${file} > data 2> errors; echo "$? done" > out`;
    await start('bash', ask('some.json'));
    await terminal.until('the first step', () => shows('Server  1 of 2') && shows('db'));
    terminal.keys('Enter');
    await terminal.until('the second step', () => shows('[✓]'));
    terminal.keys('Tab', 'Tab', 'Tab', 'Tab', 'Enter');
    expect(await result()).toBe('0 done\n');
    expect(readFileSync(at('data'), 'utf8')).toBe(`${SETUP_DATA}\n`);
    writeFileSync(at('wrong.json'), '{"hots": "db"}');
    await start('bash', ask('wrong.json'));
    expect(await result()).toBe('2 done\n');
    expect(readFileSync(at('errors'), 'utf8')).toContain('wrong.json:1:2 error bad-answer');
    expect(readFileSync(at('data'), 'utf8')).toBe('');
  });

  it('reads keys from the terminal while the app reads what is piped in', async () => {
    await start(
      'bash',
      `file=$(printf 'one\\ntwo\\nthree\\n' | $TUI ask --trust --allow-unenforced pick.tui 2> errors); echo "$? $file done" > out`,
    );
    await terminal.until('the files', () => shows('3 files') && shows('three'));
    terminal.keys('Down', 'Down', 'Enter');
    expect(await result()).toMatch(/^0 (two|three) done\n$/);
  });
});
