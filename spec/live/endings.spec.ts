/**
 * Every way a live app comes to its end, each at random moments: what was switched on in the terminal is
 * switched off once, its line discipline is as before, the exit code tells the reason, and nothing is left.
 * @ci
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { runOnPty, type PtyResult, type PtyStep } from '../support/pty.js';
import { TIERS, tierVariable } from '../sandbox/support/tiers.js';
import { needs } from '../support/programs.js';

jest.setTimeout(600_000);

/** Runs of each way; fifty of them with `TUI_PROPERTY_RUNS=50`. */
const RUNS = Math.max(1, Math.round(Number(process.env['TUI_PROPERTY_RUNS'] ?? 1)));

const APP = `<title>Endings</title><text style="margin-top: 8">READY</text><text id="t">0</text><script>
let count = 0;
setInterval(() => ($tui.getElementById('t').textContent = String(++count)), 20);
$tui.document.addEventListener('keydown', (event) => {
  if (event.key === 'q') $tui.exit(3);
  if (event.key === 'e') throw Object.assign(new Error('thrown'), {});
  if (event.key === 'u') setTimeout(() => null.x);
  if (event.key === 'x') process.exit(9);
  if (event.key === 'l') for (;;);
  if (event.key === 'm') {
    const held = [];
    setInterval(() => held.push(new Array(1e6).fill(held.length)), 20);
  }
});
</script>`;
/** Keeps every key and signal for itself. */
const KEEPER = APP.replace(
  '<script>',
  `<script>
  for (const name of ['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGHUP']) process.on(name, () => undefined);
  $tui.document.addEventListener('keydown', (event) => event.preventDefault(), true);`,
);

let main = '';
let folder = '';
beforeAll(() => {
  main = commandFile();
  folder = mkdtempSync(join(tmpdir(), 'tui-endings-'));
  writeFileSync(join(folder, 'app.tui'), APP);
  writeFileSync(join(folder, 'keeper.tui'), KEEPER);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Modes that are on before a session: the cursor and wrapping. */
const USUALLY_ON: ReadonlySet<string> = new Set(['25', '7']);

/** Faults in the order of what was switched. */
function faultsOf(text: string): string[] {
  const errors: string[] = [];
  const modes = new Map<string, string>();
  let screens = 0;
  let keyboards = 0;
  let titles = 0;
  for (const [, modeList, how, keyboard, title] of text.matchAll(
    /\x1b\[(?:\?([\d;]+)([hl])|([<>])\d*u|(2[23]);2t)/g,
  )) {
    for (const mode of modeList?.split(';') ?? []) {
      modes.set(mode, how ?? '');
      if (mode === '1049') screens += how === 'h' ? 1 : -1;
      if (screens < 0 || screens > 1) errors.push(`screen ${screens}`);
    }
    if (keyboard !== undefined) keyboards += keyboard === '>' ? 1 : -1;
    if (title !== undefined) titles += title === '22' ? 1 : -1;
    if (keyboards < 0 || titles < 0) errors.push('popped before it was pushed');
  }
  for (const [mode, how] of modes) {
    if ((how === 'h') !== USUALLY_ON.has(mode)) errors.push(`?${mode}${how} is last`);
  }
  if (screens !== 0 || keyboards !== 0 || titles !== 0) errors.push('not balanced');
  return errors;
}

function isLeft(file: string): boolean {
  needs('pgrep');
  return spawnSync('pgrep', ['-f', file], { encoding: 'utf8' }).stdout.trim() !== '';
}

interface Ending {
  readonly app?: 'app' | 'keeper';
  /** `kill`: the runner. */
  readonly steps: readonly (PtyStep | 'kill')[];
  readonly status: number;
  readonly flags?: readonly string[];
  readonly told?: RegExp;
}

const pause = (ms: number): PtyStep => ({ sleep: ms });
const key = (text: string): PtyStep => ({ type: text });
const CTRL_C = key('\u0003');
/** As the kitty protocol tells of it on a Cyrillic keyboard: what it types, and where it is on a Latin one. */
const CTRL_ES = key('\u001b[1089::99;5u');
const goOnce: PtyStep[] = [
  { type: '\u001a' },
  { stopped: true },
  { signal: 'SIGCONT' },
  { next: 'READY' },
];

const ENDINGS: Readonly<Record<string, Ending>> = {
  'a key of the app': { steps: [key('q')], status: 3 },
  'process.exit': { steps: [key('x')], status: 9 },
  'an uncaught error': { steps: [key('u')], status: 1, told: /error script-error/ },
  'a handler that throws, then a key': { steps: [key('e'), key('q')], status: 3, told: /thrown/ },
  'Ctrl+C': { steps: [CTRL_C], status: 130 },
  'Ctrl+C twice, which the app keeps': {
    app: 'keeper',
    steps: [CTRL_C, pause(50), CTRL_C],
    status: 130,
    told: /it was killed at your request/,
  },
  'Ctrl+C twice on a Cyrillic keyboard, which the app keeps': {
    app: 'keeper',
    steps: [CTRL_ES, pause(50), CTRL_ES],
    status: 130,
    told: /it was killed at your request/,
  },
  'Ctrl+\\, which the app keeps': { app: 'keeper', steps: [key('\u001c')], status: 130 },
  'Ctrl+C twice in an endless loop': {
    steps: [key('l'), pause(50), { interrupt: true }],
    status: 130,
  },
  'Ctrl+C once an endless loop is told of': {
    steps: [key('l'), { wait: 'not responding' }, CTRL_C],
    status: 130,
  },
  SIGINT: { steps: [{ signal: 'SIGINT' }], status: 130 },
  SIGTERM: { steps: [{ signal: 'SIGTERM' }], status: 143 },
  'SIGTERM, which the app keeps': { app: 'keeper', steps: [{ signal: 'SIGTERM' }], status: 143 },
  SIGHUP: { steps: [{ signal: 'SIGHUP' }], status: 129 },
  SIGQUIT: { steps: [{ signal: 'SIGQUIT' }], status: 131 },
  SIGUSR2: { steps: [{ signal: 'SIGUSR2' }], status: 140 },
  SIGALRM: { steps: [{ signal: 'SIGALRM' }], status: 142 },
  'the terminal is closed': { steps: [{ hangup: true }], status: 129 },
  'the runner is killed': { steps: ['kill'], status: 137, told: /app-killed.*SIGKILL/ },
  'more memory than it may have': {
    steps: [key('m')],
    status: 1,
    flags: ['--limits-memory=150'],
    told: /out-of-memory/,
  },
  'Ctrl+Z and fg ten times, then a key': {
    steps: [...Array.from({ length: 10 }, () => goOnce).flat(), key('q')],
    status: 3,
  },
};

/** The last of the launcher's descendants that runs the runner's code: bubblewrap may stand between. */
function killRunner(file: string): PtyStep {
  const next = 'pgrep -P $p -f runner.cjs | tail -1';
  const script = `p=$(pgrep -of '^[^ ]*node .*${file}'); while c=$(${next}); [ -n "$c" ]; do p=$c; done; kill -9 $p`;
  return { run: ['sh', '-c', script] };
}

async function end(ending: Ending, tier: string, moment: number): Promise<PtyResult> {
  const { app = 'app', steps, flags = [] } = ending;
  const file = join(folder, `${app}.tui`);
  const all = steps.map((step) => (step === 'kill' ? killRunner(file) : step));
  return await runOnPty(main, ['--trust', ...flags, file], [pause(moment), ...all], {
    ...tierVariable(tier),
    HOME: folder,
  });
}

/** Of the app's process, which is another one on each tier. What ends the launcher, or is its key, is tried on the first. */
const OF_THE_PROCESS: ReadonlySet<string> = new Set([
  'process.exit',
  'an uncaught error',
  'Ctrl+C twice in an endless loop',
  'SIGTERM, which the app keeps',
  'the terminal is closed',
  'the runner is killed',
  'more memory than it may have',
  'Ctrl+Z and fg ten times, then a key',
]);

describe.each([...TIERS])('a live app on tier %s', (tier) => {
  const all = Object.entries(ENDINGS);
  const endings = tier === TIERS[0] ? all : all.filter(([name]) => OF_THE_PROCESS.has(name));
  it('has these endings', () => {
    expect([...OF_THE_PROCESS].filter((name) => !Object.hasOwn(ENDINGS, name))).toEqual([]);
  });

  it.each(endings)('ends by %s', async (_name, ending) => {
    for (let run = 0; run < RUNS; run++) {
      const moment = Math.round(Math.random() * 300);
      const result = await end(ending, tier, moment);
      const { text, status, restored, errors, stops } = result;
      expect({ moment, status, errors }).toMatchObject({ status: ending.status });
      expect(
        faultsOf(ending.steps.some((step) => step !== 'kill' && 'hangup' in step) ? '' : text),
      ).toEqual([]);
      expect(restored).not.toBe(false);
      expect(stops).not.toContain(false);
      if (ending.told !== undefined) expect(errors).toMatch(ending.told);
      expect(isLeft(folder)).toBe(false);
      expect(readdirSync(folder).filter((name) => /^core/.test(name))).toEqual([]);
    }
  });
});
