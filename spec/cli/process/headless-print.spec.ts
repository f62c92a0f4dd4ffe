/** `$tui.print` of an app that only clients of its server see: each line is on stdout, whether a client looks or not. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile, folderOf, shell, tui } from '../../support/cli.js';

const COUNT = 3000;

/** Lines now, and later ones at once, as a build does; then the end. */
const SCRIPT = `<script>
  $tui.print('\\x1b[31mred\\x1b[m \\x07bell');
  const box = document.createElement('text');
  box.textContent = 'an element';
  setTimeout(() => {
    $tui.print(box);
    for (let each = 0; each < ${COUNT}; each++) $tui.print('line ' + each + ' ' + 'x'.repeat(70));
    $tui.exit(3);
  }, 20);
</script>`;
const LINES = [
  'red ␇bell',
  'an element',
  ...Array.from({ length: COUNT }, (_, each) => `line ${each} ${'x'.repeat(70)}`),
];

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'inline.tui': `<tui inline><text>live</text>${SCRIPT}</tui>`,
    'whole.tui': `<tui><text>live</text>${SCRIPT}</tui>`,
    'ask.tui': `<tui><form><input name="a"/></form>${SCRIPT.replace('$tui.exit(3)', '$tui.output("the answer"), $tui.exit(0)')}</tui>`,
  });
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const FLAGS = ['--headless', '--server-port=0', '--allow-unenforced'];
const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

it.each(['inline.tui', 'whole.tui'])('is written in order, without colours: %s', async (file) => {
  const { code, stdout } = await tui([...FLAGS, file], { cwd });
  expect(code).toBe(3);
  expect(linesOf(stdout)).toEqual(LINES);
});

it.each(['inline.tui', 'whole.tui'])('is complete for a reader that is late: %s', async (file) => {
  const { stdout } = await shell(`$TUI ${FLAGS.join(' ')} ${file} | { sleep 1; cat; }`, { cwd });
  expect(linesOf(stdout)).toEqual(LINES);
});

it('is apart from the answer of a question', async () => {
  const { code, stdout, stderr } = await tui(['ask', ...FLAGS, 'ask.tui'], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'the answer\n' });
  const written = linesOf(stderr);
  const at = written.indexOf(LINES[0]!);
  expect(written.slice(at, at + LINES.length)).toEqual(LINES);
});

it('ends with its reader', async () => {
  const child = spawn(process.execPath, [commandFile(), ...FLAGS, 'inline.tui'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const first = await new Promise<string>((resolve) =>
    child.stdout.once('data', (piece: Buffer) => {
      child.stdout.destroy();
      resolve(piece.toString());
    }),
  );
  expect(first).toContain(LINES[0]);
  expect([0, 3]).toContain(await ended);
});
