/** The prompt on a real terminal: what answers it, what does not, and the terminal afterwards. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bundle, runOnPty, type PtyStep } from '../support/pty.js';

let program: ReturnType<typeof bundle>;
beforeAll(() => {
  program = bundle('spec/sandbox/fixtures/ask.ts');
});
afterAll(() => program.remove());

/** The lines are all on the screen and keys count. */
const ASKED: PtyStep = { wait: '[n Deny]' };
/** It needs more than one page at 40x10. */
const NEXT: PtyStep[] = [ASKED, { type: ' ' }, { wait: 'Nothing is granted' }];
/** Keys that were typed did not count, and others count again. */
const IGNORED: PtyStep[] = [{ next: 'One moment' }, { next: '[n Deny]' }];
/** Keys count again, on a screen that shows everything; its size tells the text from what was there before. */
const LARGER: PtyStep[] = [
  { resize: [60, 16] },
  { wait: `Nothing is granted until you choose.${' '.repeat(24)}` },
];
const done = (answer: string): PtyStep => ({ wait: `ANSWER=${answer};` });

const REPLIES = [
  '\x1b[?62;22c', // DA1
  '\x1b[>41;390;0c', // DA2
  '\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\',
  '\x1b]10;rgb:aaaa/yyyy/aaaa\x07',
  '\x1b[?2026;2$y', // ends in y
  '\x1b[12;34R',
  '\x1bP>|kitty(0.35.1)\x1b\\',
  '\x1b[?1u',
  '\x1b[I',
  '\x1b[<0;1;1M',
].join('');

describe('the prompt on a terminal', () => {
  const cases: [string, PtyStep[], string, number][] = [
    ['is denied by Enter', [ASKED, { type: '\r' }, done('deny')], 'deny', 3],
    ['is denied by Escape', [ASKED, { type: '\x1b' }, done('deny')], 'deny', 3],
    ['is denied by Ctrl+C', [ASKED, { type: '\x03' }, done('deny')], 'deny', 3],
    ['is answered once', [...NEXT, { type: 'y' }, done('once')], 'once', 0],
    ['is answered for always', [...NEXT, { type: 'a' }, done('always')], 'always', 0],
    [
      'is not answered by what was typed ahead',
      [{ type: 'yyyyaa\r\ry' }, ...NEXT, { type: 'n' }, done('deny')],
      'deny',
      3,
    ],
    [
      'is not answered by replies of the terminal',
      [
        { type: REPLIES },
        ASKED,
        { type: `${REPLIES}y` },
        ...IGNORED,
        ...LARGER,
        { type: 'y' },
        done('once'),
      ],
      'once',
      0,
    ],
    [
      'is not answered by a paste',
      [
        ...NEXT,
        { type: '\x1b[200~y\r\x1b[201~' },
        ...LARGER,
        // Keys that come while a paste is being read do not count either.
        { sleep: 800 },
        { type: 'n' },
        done('deny'),
      ],
      'deny',
      3,
    ],
    [
      'is not answered by keys that come together',
      [...NEXT, { type: 'yy' }, ...IGNORED, { type: '\r' }, done('deny')],
      'deny',
      3,
    ],
  ];

  it.concurrent.each(cases)('%s', async (_name, steps, answer, status) => {
    const result = await runOnPty(program.file, [], steps);
    expect(result.text).toContain(`ANSWER=${answer};`);
    expect([result.status, result.restored, result.errors]).toEqual([status, true, '']);
    // On a screen of its own, which is gone before anything else is written.
    expect(result.text.split('\x1b[?1049h')).toHaveLength(2);
    expect(result.text.indexOf('\x1b[?1049l')).toBeLessThan(result.text.indexOf('ANSWER='));
  });

  describe('in the place of an app whose user presses a key over and over', () => {
    /** Twice a second: the second one comes after the pause that ends what was typed ahead. */
    const pressed: PtyStep[] = [
      { wait: 'shader' },
      ...Array.from({ length: 4 }, (): PtyStep[] => [{ sleep: 500 }, { type: 'y' }]).flat(),
    ];
    const large: PtyStep = { resize: [60, 16] };

    it('is not answered by that key', async () => {
      const { text, status } = await runOnPty(
        program.file,
        ['sudden'],
        [large, ...pressed, ASKED, { type: 'n' }, done('deny')],
      );
      expect(text).not.toContain('ANSWER=once');
      expect(status).toBe(3);
    });

    it('would be answered by it if it came at the start', async () => {
      const { status } = await runOnPty(program.file, [], [large, ...pressed, done('once')]);
      expect(status).toBe(0);
    });
  });

  it('is a no when the terminal goes away', async () => {
    const result = await runOnPty(program.file, [], [ASKED, { hangup: true }]);
    expect(result.text).not.toContain('ANSWER=once');
    expect(result.text).not.toContain('ANSWER=always');
  });

  it('gives the terminal back on a signal', async () => {
    const result = await runOnPty(program.file, [], [ASKED, { signal: 'SIGTERM' }]);
    expect([result.status, result.restored]).toEqual([143, true]);
  });
});
