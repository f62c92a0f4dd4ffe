/** Terminals that read slowly, or not at all for a time: nothing queues, and the way out works. @ci */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { runOnPty, type PtyResult, type PtyStep } from '../support/pty.js';
import { Xterm } from '../support/xterm.js';
import { describeLauncher, tierVariable } from '../sandbox/support/tiers.js';

/** Every cell changes a hundred times a second, until `s`. Notices come at the top. */
const APP = `<text id="t" style="height: 8; white-space: pre-wrap"></text><text>READY</text><script>
let count = 0;
const text = $tui.getElementById('t');
const draw = () => (text.textContent = (String(++count % 10) + 'x').repeat(160));
const timer = setInterval(draw, 10);
$tui.document.addEventListener('keydown', (event) => {
  if (event.key === 's') {
    clearInterval(timer);
    text.textContent = '\\n'.repeat(7) + 'the last of all frames';
  }
  if (event.key === 'b') {
    clearInterval(timer);
    text.style.height = '200';
    const rows = Array.from({ length: 199 }, (_, row) => String(row).padEnd(500, 'y'));
    text.textContent = [...rows, 'the last of 200 rows'].join('\\n');
  }
  if (event.key === 'q') $tui.exit(3);
});
</script>`;

/** Copies and names its window without an end, until `s`. */
const REQUESTS = `<policy>{"permissions":{"clipboard":true}}</policy>
<text style="margin-top: 8">READY</text><script>
let isOver = false;
const request = async () => {
  for (let count = 0; !isOver; count++) {
    $tui.setTitle('title ' + count);
    await $tui.copyToClipboard('x'.repeat(70000));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  $tui.setTitle('the last title');
  await $tui.copyToClipboard('the last copy');
};
$tui.document.addEventListener('keydown', (event) => {
  if (event.key === 'r') void request();
  if (event.key === 's') isOver = true;
  if (event.key === 'q') $tui.exit(3);
});
</script>`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-slow-'));
  writeFileSync(join(folder, 'app.tui'), APP);
  writeFileSync(join(folder, 'requests.tui'), REQUESTS);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = (text: string): PtyStep => ({ type: text });
const pause = (ms: number): PtyStep => ({ sleep: ms });

/** kB that memory may vary without growing. */
const NOISE = 30_000;

// The launcher has the terminal, on all tiers.
describeLauncher((tier) => {
  const run = async (steps: PtyStep[], app = 'app.tui'): Promise<PtyResult> =>
    await runOnPty(commandFile(), ['--trust', join(folder, app)], steps, {
      ...tierVariable(tier),
      // Copies go through the terminal.
      HOME: folder,
      SSH_TTY: '/dev/pts/0',
    });

  it('keeps the last of its copies and titles for a terminal that does not read', async () => {
    const { text, status, restored } = await run(
      [
        { rate: 0 },
        key('r'),
        pause(3000),
        key('s'),
        pause(500),
        { rate: null },
        { wait: Buffer.from('the last copy').toString('base64') },
        { wait: 'the last title' },
        key('q'),
      ],
      'requests.tui',
    );
    expect({ status, restored }).toEqual({ status: 3, restored: true });
    // The one that the terminal had no room for, and the last one.
    expect(text.split('\x1b]52;').length - 1).toBeLessThan(4);
    expect(text.split('\x1b]2;').length - 1).toBeLessThan(6);
  });

  it('keeps nothing for a terminal that reads 1 kB a second', async () => {
    const { memory, status, restored } = await run([
      { rate: 1000 },
      pause(1500),
      { memory: true },
      pause(3000),
      { memory: true },
      key('q'),
    ]);
    const [before = 0, after = 0] = memory;
    expect(after - before).toBeLessThan(NOISE);
    expect({ status, restored }).toEqual({ status: 3, restored: true });
  });

  it('keeps nothing for a terminal that does not read, and ends without it', async () => {
    const { memory, status, restored } = await run([
      { rate: 0 },
      pause(1000),
      { memory: true },
      pause(3000),
      { memory: true },
      { interrupt: true },
    ]);
    const [before = 0, after = 0] = memory;
    expect(after - before).toBeLessThan(NOISE);
    expect({ status, restored }).toEqual({ status: 130, restored: true });
  });

  it('shows frames that the socket between the processes cannot hold', async () => {
    const { text, status } = await run([
      { resize: [500, 200] },
      { rate: 100_000 },
      pause(1000),
      { rate: null },
      pause(300),
      key('b'),
      { wait: 'the last of 200 rows' },
      pause(200),
      key('q'),
    ]);
    expect(status).toBe(3);
    const shown = new Xterm(500, 200);
    await shown.write(text.slice(0, text.lastIndexOf('\u001b[?1049l')));
    const rows = shown.rows();
    // Below the notices of the tier.
    for (let row = 10; row < 199; row++) expect(rows[row]).toBe(`${row}`.padEnd(500, 'y'));
    expect(rows[199]).toBe('the last of 200 rows');
  });

  it('shows its last frame to a terminal that reads again', async () => {
    const { text, status } = await run([
      { rate: 0 },
      pause(1500),
      key('s'),
      pause(500),
      { rate: null },
      { wait: 'the last of all frames' },
      pause(200),
      key('q'),
    ]);
    expect(status).toBe(3);
    // What was on the screen before it was given back.
    const shown = new Xterm(40, 10);
    await shown.write(text.slice(0, text.lastIndexOf('\u001b[?1049l')));
    // Notices of the tier are in the rows above.
    expect(shown.rows().slice(7)).toEqual(['the last of all frames', 'READY', '']);
  });
});
