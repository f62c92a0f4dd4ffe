/** Apps that take no events: what is typed does not pile up in the launcher, nothing of it is lost, and its keys end them. @ci */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { runOnPty, type PtyStep } from '../support/pty.js';
import { describeLauncher, tierVariable } from '../sandbox/support/tiers.js';

/** The words that follow each other differ in each letter: the terminal gets all of a word, not what has changed of it. */
const APP = `<text style="margin-top: 8">READY</text><text id="t"></text><script>
let count = 0;
$tui.document.addEventListener('keydown', (event) => {
  if (event.key === 'l') for (;;);
  if (event.key === 'w') {
    const end = Date.now() + 1500;
    while (Date.now() < end);
    $tui.getElementById('t').textContent = 'AGAIN';
  }
  if (event.key === 'n') $tui.getElementById('t').textContent = ['FIRST', 'second', 'THIRD'][count++];
  if (event.key === 'q') $tui.exit(3);
});
</script>`;

const LINE = '0123456789abcde\r';
/** More keys than may wait for an app. */
const LINES = 2500;

/** A field, and an app that is busy for a while at F5. */
const FIELD = `<textarea id="f" autofocus></textarea><text id="t">READY</text><script>
const field = $tui.getElementById('f');
field.addEventListener('input', () => {
  $tui.getElementById('t').textContent = field.value.length === ${LINES * LINE.length} ? 'COMPLETE' : 'not yet';
});
$tui.document.addEventListener('keydown', (event) => {
  if (event.key === 'F5') for (const end = Date.now() + 1500; Date.now() < end;);
});
</script>`;

/** kB that memory may grow by; without a limit it is ten times as much. */
const NOISE = 60_000;
/** Bytes that are typed. */
const TYPED = 4_000_000;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-deaf-'));
  writeFileSync(join(folder, 'app.tui'), APP);
  writeFileSync(join(folder, 'field.tui'), FIELD);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = (text: string): PtyStep => ({ type: text });
const MOTION = '\u001b[<35;12;5M\u001b[<35;13;5M';

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('without a limit', () => {
  onLinux('events for a process that does not read are a large process', () => {
    const program = `
      const { stdin } = require('node:child_process').spawn('sleep', ['30'], { stdio: ['pipe', 'ignore', 'ignore'] });
      const key = { type: 'key', key: 'x', text: 'x', kind: 'press', ctrlKey: false, altKey: false, shiftKey: false };
      const read = JSON.stringify({ type: 'input', input: { type: 'typed', keys: new Array(4095).fill(key) } });
      for (let count = 0; count < ${TYPED} / 4095; count++) stdin.write(Buffer.from(read));
      console.log(require('node:fs').readFileSync('/proc/self/status', 'utf8'));
      process.kill(-process.pid, 'SIGKILL');`;
    const { stdout } = spawnSync('setsid', ['-w', process.execPath, '-e', program], {
      encoding: 'utf8',
    });
    expect(Number(/^VmRSS:\s+(\d+)/m.exec(stdout)?.[1])).toBeGreaterThan(5 * NOISE);
  });
});

// The launcher has the terminal, on all tiers.
describeLauncher((tier) => {
  const run = async (steps: PtyStep[], app = 'app.tui') =>
    await runOnPty(commandFile(), ['--trust', join(folder, app)], steps, {
      ...tierVariable(tier),
      HOME: folder,
    });

  onLinux.each([
    ['keys', 'x', TYPED],
    ['motion', MOTION, Math.ceil(TYPED / MOTION.length)],
  ])('keeps no %s for one that loops, and Ctrl+C ends it', async (_name, type, times) => {
    const { memory, status, restored } = await run([
      key('l'),
      // As many as are kept, first: arrays that grow once.
      { type, times: Math.ceil(times / 8) },
      { memory: true },
      { type, times },
      { memory: true },
      { interrupt: true },
    ]);
    const [before = 0, after = 0] = memory;
    expect(after - before).toBeLessThan(NOISE);
    expect({ status, restored }).toEqual({ status: 130, restored: true });
  });

  it('sends an app that reads again what was typed meanwhile', async () => {
    const { status, restored } = await run([key('w'), key('nnn'), { wait: 'THIRD' }, key('q')]);
    expect({ status, restored }).toEqual({ status: 3, restored: true });
  });

  it('gets every key of a flood, also of one that it cannot take at once', async () => {
    const { status, restored } = await run(
      [key('\u001b[15~'), { type: LINE, times: LINES }, { wait: 'COMPLETE' }, { interrupt: true }],
      'field.tui',
    );
    expect({ status, restored }).toEqual({ status: 130, restored: true });
  });

  it('shows an app that reads again after a flood', async () => {
    const { status, restored } = await run([
      key('w'),
      { type: MOTION + 'x', times: 50_000 },
      { wait: 'AGAIN' },
      { resize: [44, 12] },
      key('n'),
      { wait: 'FIRST' },
      key('q'),
    ]);
    expect({ status, restored }).toEqual({ status: 3, restored: true });
  });
});
