/**
 * A random session of an inline app in tmux, beside a window that is resized alike and never sees the app: the shell's lines are the
 * same in both, each printed line is there once and in order, and rows of the app stay behind only where they did not fit.
 * A sample of `spec/terminal/inline-long-walk.spec.ts` on a real terminal, with both processes.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commandFile } from '../support/cli.js';
import { sized } from '../support/property-runs.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const APP = `<tui inline="true"><text id="state">▌state 0</text><text id="rows"></text>
<script>
const rows = $tui.getElementById('rows');
let [step, count, printed] = [0, 0, 0];
const show = () => {
  rows.innerHTML = Array.from({ length: count }, (_, at) => '▌row ' + at + ' ' + '.'.repeat((at * 7) % 30)).join('<br/>');
  $tui.getElementById('state').textContent = '▌state ' + step + ' ' + innerWidth + 'x' + innerHeight;
};
addEventListener('resize', show);
$tui.document.addEventListener('keydown', ({ key }) => {
  if (key === '+') count = Math.min(8, count + 2);
  if (key === '-') count = Math.max(0, count - 3);
  if (key === 'p') for (let at = 0; at < 3; at++) $tui.print('P' + printed + ':' + 'x'.repeat((printed++ * 11) % 90));
  if (key === 'q') return $tui.exit(0, { clear: true });
  if (/^[-+p]$/.test(key)) step++;
  show();
});
show();
</script></tui>`;

type Step = '+' | '-' | 'p' | 'stop' | readonly [width: number, height: number];

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Step>('+', 'p', '+', '-', 'p') },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.integer({ min: 16, max: 200 }), fc.integer({ min: 3, max: 60 })),
  },
  { weight: 1, arbitrary: fc.constant<Step>('stop') },
);

const terminal = new Tmux();
const control = new Tmux();
let folder = '';

/** Lines of a window from its history on, with those that tmux has wrapped put together. */
function lines(of: Tmux): string[] {
  const all = of
    .run('capture-pane', '-p', '-J', '-S', '-')
    .split('\n')
    .map((line) => line.trimEnd());
  while (all.at(-1) === '') all.pop();
  return all;
}

/** In a low terminal all rows above may have been the app's. */
const isAtPrompt = (): boolean => /(^|\n)\$$/.test(terminal.screen().trimEnd());

describeInTmux('a random session of an inline app in tmux', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tui-inline-walk-'));
    writeFileSync(join(folder, 'app.tui'), APP);
    for (const each of [terminal, control]) {
      await each.start(80, 24);
      each.keys(
        `PS1='$ '; clear; tmux clear-history; seq -f 'shell %.0f ${'.'.repeat(50)}' 40`,
        'Enter',
      );
      await each.until('the lines of the shell', () => /shell 40 \.+\n\$ *\n/.test(each.screen()));
    }
  });
  afterAll(() => {
    terminal.stop();
    control.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps the lines above, and prints each line once', async () => {
    const count = sized(120, 15);
    const [steps = []] = fc.sample(fc.array(step, { minLength: count, maxLength: count }), 1);
    const trail = (): string => JSON.stringify(steps);
    let [taken, printed, rows, ghosts] = [0, 0, 0, false];
    let size: readonly [number, number] = [80, 24];
    const shown = async (): Promise<void> => {
      const state = `▌state ${taken} ${size[0]}x${size[1]}`;
      await terminal.until(`${state} after ${trail()}`, () => {
        const rows = terminal.screen().trimEnd();
        return rows.includes(state) && !/\n\$[^\n]*$/.test(rows) && terminal.modes() === '0 0 0';
      });
    };
    terminal.keys(`node ${commandFile()} --trust ${join(folder, 'app.tui')}`, 'Enter');
    await shown();
    for (const each of steps) {
      if (each === 'stop') {
        terminal.keys('C-z');
        await terminal.until('the shell', isAtPrompt);
        terminal.keys('fg', 'Enter');
        await shown();
        // What was shown at the stop stays above.
        ghosts = true;
      } else if (typeof each === 'string') {
        taken++;
        if (each === 'p') printed += 3;
        if (each === '+') rows = Math.min(8, rows + 2);
        if (each === '-') rows = Math.max(0, rows - 3);
        terminal.keys(each);
        await shown();
      } else {
        // Any row may be as wide as 40 cells.
        const most = (rows + 1) * Math.ceil(40 / Math.min(each[0], size[0]));
        if (most > Math.min(each[1], size[1])) ghosts = true;
        size = each;
        for (const of of [terminal, control]) {
          of.run('resize-window', '-x', String(each[0]), '-y', String(each[1]));
        }
        await shown();
      }
      if (ghosts) continue;
      const marked = lines(terminal).filter((line) => line.startsWith('▌'));
      // Of an app with more rows than the terminal, some are scrolled out of its region.
      expect([trail(), marked.length <= rows + 1, marked[0]?.slice(0, 7)]).toEqual([
        trail(),
        true,
        '▌state ',
      ]);
    }
    const all = lines(terminal);
    const above = lines(control).slice(0, -1);
    expect(all.slice(0, above.length)).toEqual(above);
    expect(all.filter((line) => /^P\d+:/.test(line))).toEqual(
      Array.from({ length: printed }, (_, at) => `P${at}:${'x'.repeat((at * 11) % 90)}`),
    );
    terminal.keys('q');
    await terminal.until('a prompt', isAtPrompt);
    expect(terminal.modes()).toBe('0 1 0');
  });
});
