/**
 * An app that is killed at random moments while somebody types, scrolls and sorts: started again, it is as it was at
 * one moment of the last second, in all its parts.
 *
 * The app writes each of its moments to a journal. `TUI_PROPERTY_RUNS=20` kills it 200 times.
 * @ci
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commandFile } from '../support/cli.js';
import { propertyRuns } from '../support/property-runs.js';
import { runOnPty, type PtyStep } from '../support/pty.js';

const RUNS = propertyRuns(10);
const CANARY = 'c4nary-pw';

const app = (
  journal: string,
): string => `<policy>${JSON.stringify({ permissions: { write: [journal] } })}</policy>
<style>
  #name, #pw { height: 1; border: none; flex-shrink: 0; }
  #scroller { height: 3; overflow-y: scroll; flex-shrink: 0; }
  #table { height: 4; flex-shrink: 0; }
</style>
<text>READY</text>
<input id="name" autofocus bind="name"/>
<container id="scroller">${Array.from({ length: 12 }, (_, row) => `<text>${row}</text>`).join('')}</container>
<table id="table" columns='["k","l"]' rows='${JSON.stringify(
  Array.from({ length: 20 }, (_, row) => ({ k: row, l: (row * 7) % 20 })),
)}'/>
<input id="pw" type="password" value="${CANARY}"/>
<script>
  import fs from 'node:fs';
  export const state = $tui.createState({ name: '', keys: 0, last: null, seen: new Set() });
  const get = (id) => $tui.getElementById(id);
  let before = '';
  function note(word) {
    const { sortBy, sortDirection } = get('table');
    const moment = JSON.stringify([
      get('name').value, state.name, state.keys, state.last, [...state.seen], $tui.state.get('keys') ?? 0,
      get('scroller').scrollTop, sortBy ?? null, sortDirection,
    ]);
    if (moment === before && word === 'at') word = 'still';
    before = moment;
    fs.appendFileSync(${JSON.stringify(join(journal, 'lines'))}, word + ' ' + Date.now() + (word === 'still' ? '' : ' ' + moment) + '\\n');
  }
  $tui.document.addEventListener('keydown', (event) => {
    if (event.key === 'F2') $tui.exit();
    if (event.key === 'F4') {
      note('again');
      $tui.notify('SHOWN', { timeout: 0 });
    }
    if (event.key.length > 1) return;
    state.keys += 1;
    state.last = state.keys % 5 === 0 ? null : event.key;
    state.seen.add(event.key);
    $tui.state.set('keys', state.keys);
  });
  for (const type of ['keydown', 'keyup', 'input', 'change', 'wheel', 'scroll', 'sort', 'mousedown', 'mouseup', 'click'])
    $tui.document.addEventListener(type, () => queueMicrotask(() => note('at')), true);
  setInterval(() => note('at'), 10);
</script>
`;

const mouse = (button: number, x: number, y: number, end = 'M'): string =>
  `\u001b[<${button};${x + 1};${y + 1}${end}`;
const click = (x: number, y: number): string => mouse(0, x, y) + mouse(0, x, y, 'm');
const F2 = '\u001bOQ';
const F4 = '\u001bOS';

/** What a person does, in the rows of the app on 40x10 cells. */
const ACTIONS = [
  ...'abcdefgh',
  '\u007f',
  mouse(65, 3, 3),
  mouse(65, 3, 3),
  mouse(64, 3, 3),
  mouse(65, 3, 7),
  mouse(64, 3, 7),
  click(3, 5),
  click(7, 5),
];

const person = fc.array(
  fc.record({ type: fc.constantFrom(...ACTIONS), pause: fc.integer({ min: 0, max: 90 }) }),
  { minLength: 10, maxLength: 60 },
);

interface Moment {
  readonly text: string;
  readonly from: number;
  /** When it was there for the last time. */
  to: number;
}

/** The moments of a run, and the longest time between two lines of the journal near its end. */
function momentsOf(journal: string): { readonly moments: Moment[]; readonly again: string } {
  const moments: Moment[] = [];
  let again = '';
  for (const line of journal.trimEnd().split('\n')) {
    const [, word = '', time = '', text = ''] = /^(\w+) (\d+) ?(.*)$/.exec(line) ?? [];
    if (word === 'again') again = text;
    const last = moments.at(-1);
    if (last !== undefined) last.to = Number(time);
    if (word === 'at') moments.push({ text, from: Number(time), to: Number(time) });
  }
  return { moments, again };
}

/** A machine that stands still keeps nothing meanwhile. */
function longestGap(journal: string, since: number): number {
  const times = [...journal.matchAll(/^\w+ (\d+)/gm)].map(([, time]) => Number(time));
  return Math.max(
    0,
    ...times.slice(1).map((time, at) => (time < since ? 0 : time - (times[at] ?? time))),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
}

async function kill(steps: readonly PtyStep[]): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'tui-kill-'));
  try {
    const file = join(home, 'app', 'app.tui');
    const journal = join(home, 'app', 'journal', 'lines');
    mkdirSync(join(home, 'app', 'journal'), { recursive: true });
    writeFileSync(file, app(join(home, 'app', 'journal')));
    const run = (...all: PtyStep[]) =>
      runOnPty(commandFile(), ['--trust', '--persist', file], all, { HOME: home });
    const clock = join(home, 'killed');
    await run(...steps, { run: ['sh', '-c', `date +%s%3N > ${clock}`] }, { signal: 'SIGKILL' });
    const killed = Number(readFileSync(clock, 'utf8'));
    const lines = readFileSync(journal, 'utf8');
    const { moments } = momentsOf(lines);
    await run({ type: F4 }, { wait: 'SHOWN' }, { type: F2 });
    const { again } = momentsOf(readFileSync(journal, 'utf8'));
    const oldest = killed - 1000 - longestGap(lines, killed - 3000);
    const recent = moments.filter(({ to }) => to >= oldest).map(({ text }) => text);
    expect(recent).toContain(again);
    for (const path of filesBelow(join(home, '.local')))
      expect(readFileSync(path, 'utf8')).not.toContain(CANARY);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

it(
  'a kill at any moment leaves the state of one moment of the last second',
  async () => {
    await fc.assert(
      fc.asyncProperty(person, fc.integer({ min: 0, max: 600 }), async (actions, rest) => {
        await kill([
          ...actions.flatMap(({ type, pause }): PtyStep[] => [{ type }, { sleep: pause }]),
          { sleep: rest },
        ]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  60_000 + RUNS * 20_000,
);
