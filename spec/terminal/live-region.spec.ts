/** The live region, replayed in an independent terminal: what is above it is never touched, and it leaves no ghosts. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  InlineWalk,
  logicalLines,
  MARK,
  physicalRows,
  type WalkFrame,
} from '../support/inline-walk.js';
import { propertyRuns } from '../support/property-runs.js';

type Step =
  | { readonly type: 'show'; readonly frame: WalkFrame }
  | {
      readonly type: 'resize';
      readonly width: number;
      readonly height: number;
      readonly isSeen: boolean;
    }
  | { readonly type: 'print'; readonly lines: readonly string[] }
  | { readonly type: 'stop' };

const row = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', '─', 'é'), maxLength: 90 }),
  fc.string({ unit: fc.constantFrom('世', '界', 'x', ' '), maxLength: 60 }),
  // Terminals disagree on how wide these are.
  fc.string({ unit: fc.constantFrom('❤️', '🇩🇪', '👨‍👩‍👧', '😀', '©️', '世', 'x'), maxLength: 60 }),
  // Nothing is ever printed in most of the row.
  fc.tuple(fc.nat(90), fc.constantFrom('', 'x', '世')).map(([at, text]) => ' '.repeat(at) + text),
  fc.constant(''),
);

const frame = (carets: fc.Arbitrary<WalkFrame['caret']>): fc.Arbitrary<WalkFrame> =>
  fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 12 }), caret: carets });

const steps = (
  carets: fc.Arbitrary<WalkFrame['caret']>,
  heights = fc.integer({ min: 3, max: 60 }),
): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: frame(carets).map((shown): Step => ({ type: 'show', frame: shown })),
      },
      {
        weight: 2,
        arbitrary: fc
          .record({
            width: fc.integer({ min: 5, max: 200 }),
            height: heights,
            isSeen: fc.boolean(),
          })
          .map((size): Step => ({ type: 'resize', ...size })),
      },
      {
        weight: 2,
        arbitrary: fc
          .array(row, { minLength: 1, maxLength: 6 })
          .map((lines): Step => ({ type: 'print', lines })),
      },
      { weight: 1, arbitrary: fc.constant<Step>({ type: 'stop' }) },
    ),
    { maxLength: 30 },
  );

const hidden = fc.constant<WalkFrame['caret']>(null);
const anywhere = fc.option(
  fc.tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 0, max: 80 })),
);

/** Rows of a frame at the width of the terminal. */
function rowsAt(rows: readonly string[], width: number): number {
  return rows.reduce((sum, each) => sum + Math.max(1, Math.ceil((each.length * 2) / width)), 0);
}

async function walk(size: readonly [number, number], taken: readonly Step[]) {
  const walked = new InlineWalk(...size);
  const before = Array.from({ length: 30 }, (_, at) => `shell ${at} ${'.'.repeat((at * 7) % 60)}`);
  await walked.shell(`${before.join('\r\n')}\r\n$ app\r\n`);
  await walked.enter();
  let fits = true;
  const printed: string[] = [];
  for (const step of taken) {
    if (step.type === 'show') await walked.show(step.frame);
    else if (step.type === 'resize') {
      const { width, height, isSeen } = step;
      if (rowsAt(walked.frame, width) > Math.min(height, walked.height)) fits = false;
      const rows = walked.frame.map((each) => each.slice(1));
      walked.resize(width, height);
      // Of several sizes in a row the app sees the last.
      if (isSeen) await walked.show({ rows, caret: null });
    } else if (step.type === 'print') {
      for (const line of step.lines) {
        const text = `P${printed.length}:${line}`;
        printed.push(text.trimEnd());
        walked.print(`\x1b[32m${text}\x1b[m\n`);
      }
    } else {
      await walked.leave();
      await walked.send('\x1b[1mstopped\x1b[m\r\n');
      await walked.enter();
    }
  }
  await walked.show({ rows: ['the', 'end'], caret: null });
  return { walked, fits, printed };
}

describe('a live region', () => {
  it.each([
    ['with a hidden cursor', hidden],
    ['with a text cursor anywhere', anywhere],
  ])('keeps every line above it %s', async (_, carets) => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.integer({ min: 20, max: 100 }), fc.integer({ min: 3, max: 40 })),
        steps(carets),
        async (size, taken) => {
          const { walked, printed } = await walk(size, taken);
          const above = logicalLines(walked.control);
          expect(logicalLines(walked.app).slice(0, above.length)).toEqual(above);
          expect(logicalLines(walked.app).filter((line) => line.startsWith('P'))).toEqual(printed);
          expect(walked.shown(2)).toEqual([`${MARK}the`, `${MARK}end`]);
          expect(walked.text).not.toMatch(/\x1b\[[23]J/);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it.each([117, 120])(
    'counts no more rows than a terminal makes of %i columns of emoji',
    async (width) => {
      for (const glyph of ['❤️', '🇩🇪', '👨‍👩‍👧', '©️']) {
        const rows = Array.from({ length: 8 }, () => glyph.repeat(58));
        const { walked } = await walk(
          [width, 50],
          [
            { type: 'show', frame: { rows, caret: null } },
            { type: 'resize', width: 39, height: 50, isSeen: false },
          ],
        );
        const above = logicalLines(walked.control);
        expect(logicalLines(walked.app).slice(0, above.length)).toEqual(above);
      }
    },
  );

  it('counts no row for what it has erased before it was printed', async () => {
    const rows = Array.from({ length: 8 }, () => `${' '.repeat(70)}x`);
    const { walked } = await walk(
      [80, 50],
      [
        { type: 'show', frame: { rows, caret: null } },
        { type: 'show', frame: { rows: rows.map(() => ''), caret: null } },
        { type: 'resize', width: 30, height: 50, isSeen: false },
      ],
    );
    const above = logicalLines(walked.control);
    expect(logicalLines(walked.app).slice(0, above.length)).toEqual(above);
  });

  it('leaves no ghost while it fits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.integer({ min: 20, max: 100 }), fc.integer({ min: 40, max: 60 })),
        steps(hidden, fc.integer({ min: 40, max: 60 })).map((all) =>
          all.filter(({ type }) => type !== 'stop'),
        ),
        async (size, taken) => {
          const { walked, fits } = await walk(size, taken);
          fc.pre(fits);
          expect(physicalRows(walked.app).filter((each) => each.includes(MARK))).toHaveLength(2);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});
