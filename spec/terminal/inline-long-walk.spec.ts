/**
 * The workload of an inline app: thousands of random steps, some hundred to a terminal. Each printed line is above the region once
 * and in order, the shell's lines are those of a terminal that never saw the app, and a row of the app stays behind (a ghost) only
 * where the terminal itself has scrolled it away. `TUI_WALK_REPORT=1` states how many there are.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InlineWalk, logicalLines, MARK, rowsOf, type Row } from '../support/inline-walk.js';
import { propertyRuns } from '../support/property-runs.js';

/** Steps on one terminal: 10,000 on all of them in CI. */
const STEPS = 250;
const TERMINALS = 40;

type Size = readonly [width: number, height: number];
type Step =
  | { readonly type: 'append' | 'grow' | 'print'; readonly rows: readonly string[] }
  | { readonly type: 'shrink'; readonly rows: number }
  /** Not seen: another size follows before the app paints. */
  | { readonly type: 'resize'; readonly size: Size; readonly isSeen: boolean }
  /** With another size of the terminal meanwhile, or the same one. */
  | { readonly type: 'suspend'; readonly size: Size | undefined }
  | { readonly type: 'exit'; readonly clears: boolean };

const size: fc.Arbitrary<Size> = fc.tuple(
  fc.integer({ min: 5, max: 200 }),
  fc.integer({ min: 3, max: 60 }),
);
const row = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', '─', 'é'), maxLength: 120 }),
  fc.string({ unit: fc.constantFrom('世', 'x', '界', ' '), maxLength: 40 }),
  fc.tuple(fc.nat(90), fc.constantFrom('', 'x')).map(([at, text]) => ' '.repeat(at) + text),
);
/** Terminals disagree on how wide some of these are: in rows they could leave ghosts, which the app cannot know. */
const line = fc.oneof(
  row,
  fc.string({ unit: fc.constantFrom('世', 'x', '❤️', '🇩🇪', ' '), maxLength: 40 }),
);
const some = (text: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string[]> =>
  fc.array(text, { minLength: 1, maxLength });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({ type: fc.constant('append' as const), rows: some(row, 1) }),
  },
  {
    weight: 25,
    arbitrary: fc.record({ type: fc.constant('print' as const), rows: some(line, 6) }),
  },
  { weight: 10, arbitrary: fc.record({ type: fc.constant('grow' as const), rows: some(row, 8) }) },
  {
    weight: 15,
    arbitrary: fc.record({
      type: fc.constant('shrink' as const),
      rows: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 15,
    arbitrary: fc.record({ type: fc.constant('resize' as const), size, isSeen: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('suspend' as const),
      size: fc.option(size, { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('exit' as const), clears: fc.boolean() }),
  },
);

class Session {
  readonly walk: InlineWalk;
  readonly printed: string[] = [];
  /** Rows of the app that stayed behind. */
  ghosts = 0;
  /** Frames before which the terminal had scrolled away a part of the region. */
  unfit = 0;
  #rows: string[] = ['start'];

  constructor(start: Size) {
    this.walk = new InlineWalk(...start);
  }

  async begin(): Promise<void> {
    const lines = Array.from({ length: 30 }, (_, at) => `shell ${at} ${'.'.repeat((at * 7) % 60)}`);
    await this.walk.shell(`${lines.join('\r\n')}\r\n$ app\r\n`);
    await this.walk.enter();
    await this.#show();
  }

  async take(step: Step): Promise<void> {
    switch (step.type) {
      case 'append':
      case 'grow':
        this.#rows = [...this.#rows, ...step.rows].slice(-70);
        return await this.#show();
      case 'shrink':
        this.#rows = this.#rows.slice(-step.rows);
        return await this.#show();
      case 'print':
        this.#print(step.rows);
        return await this.#show();
      case 'resize':
        this.walk.resize(...step.size);
        return step.isSeen ? await this.#show() : undefined;
      case 'suspend':
        await this.#leave(false);
        await this.walk.send('\x1b[1mstopped\x1b[m\r\n');
        if (step.size !== undefined) this.walk.resize(...step.size);
        return await this.#enter();
      case 'exit':
        await this.#leave(step.clears);
        await this.walk.send('$ app\r\n');
        return await this.#enter();
    }
  }

  async end(): Promise<void> {
    this.#rows = ['the', 'end'];
    await this.#show();
  }

  #print(rows: readonly string[]): void {
    for (const line of rows) {
      const text = `P${this.printed.length}:${line}`;
      this.printed.push(text.trimEnd());
      this.walk.print(`\x1b[32m${text}\x1b[m\n`);
    }
  }

  async #show(): Promise<void> {
    const away = this.#scrolledAway();
    if (away > 0) this.unfit++;
    await this.walk.show({ rows: this.#rows, caret: null });
    const ghosts = this.#ghostsAbove();
    expect(ghosts).toBeLessThanOrEqual(away);
    this.ghosts += ghosts;
    if (ghosts === 0) return;
    // What follows is counted from here on.
    this.#print(['behind ghosts']);
    await this.walk.show({ rows: this.#rows, caret: null });
  }

  /** Rows of the region that the terminal has scrolled into the scrollback, since it became too small for them. */
  #scrolledAway(): number {
    const { baseY, cursorY } = this.walk.app.buffer.active;
    const above = rowsOfApp(rowsOf(this.walk.app, Math.max(0, baseY - 200), baseY + cursorY));
    return Math.max(0, above - cursorY);
  }

  /** Rows of the app right above those that it shows. */
  #ghostsAbove(): number {
    const { baseY, cursorY } = this.walk.app.buffer.active;
    // The cursor rests in the last row.
    return rowsOfApp(
      rowsOf(this.walk.app, Math.max(0, baseY - 200), baseY + cursorY + 1 - this.walk.frame.length),
    );
  }

  /** The last frame stays, with another mark: what has the mark of the region later is a ghost. */
  async #leave(clears: boolean): Promise<void> {
    await this.#show();
    if (!clears) await this.walk.show({ rows: ['left'], caret: null, mark: '▐' });
    await this.walk.leave(clears, true);
  }

  async #enter(): Promise<void> {
    await this.walk.enter();
    this.#rows = ['again'];
    await this.#show();
  }
}

/** The last rows of some that are of an app. */
function rowsOfApp(rows: readonly Row[]): number {
  let count = 0;
  let wrapped = 0;
  for (const { text, isWrapped } of [...rows].reverse()) {
    wrapped++;
    // One that goes on from the row above is part of what begins there.
    if (isWrapped) continue;
    if (!text.startsWith(MARK)) break;
    count += wrapped;
    wrapped = 0;
  }
  return count;
}

describe('an inline app in a random session', () => {
  it('prints each line once and in order, and leaves the shell alone', async () => {
    let [steps, unfit, ghosts] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(
        size,
        fc.array(step, { minLength: STEPS, maxLength: STEPS }),
        async (start, taken) => {
          const session = new Session(start);
          await session.begin();
          for (const each of taken) await session.take(each);
          await session.end();
          const { walk, printed } = session;
          const lines = logicalLines(walk.app);
          const above = logicalLines(walk.control);
          expect(lines.slice(0, above.length)).toEqual(above);
          expect(lines.filter((line) => line.startsWith('P'))).toEqual(printed);
          expect(walk.shown(2)).toEqual([`${MARK}the`, `${MARK}end`]);
          expect(walk.text).not.toMatch(/\x1b\[[23]J/);
          steps += taken.length;
          unfit += session.unfit;
          ghosts += session.ghosts;
        },
      ),
      { numRuns: propertyRuns(TERMINALS), endOnFailure: true },
    );
    if (process.env['TUI_WALK_REPORT'] !== undefined) {
      process.stderr.write(
        `${steps} steps: ${unfit} frames after rows were scrolled away, ${ghosts} ghosts\n`,
      );
    }
  });
});
