import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bundle, runOnPty, type PtyStep } from '../support/pty.js';
import { Xterm } from '../support/xterm.js';

const ENTER = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[?1004h\x1b[?1002h\x1b[?1006h';
const LEAVE =
  '\x1b[?2026l\x1b[<u\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[m\x1b[?7h\x1b[23;2t\x1b[?1049l\x1b[?25h';

let program: ReturnType<typeof bundle>;
beforeAll(() => {
  program = bundle('spec/terminal/fixtures/session.ts');
});
afterAll(() => program.remove());

describe('a session gives the terminal back', () => {
  const cases: [string, string, PtyStep[], number, string][] = [
    ['after an orderly end', 'return', [], 0, ''],
    ['once, however often it is closed', 'twice', [], 0, ''],
    ['after a throw', 'throw', [], 1, 'thrown on purpose'],
    ['after a rejection', 'reject', [], 1, 'rejected on purpose'],
    ['after process.exit', 'exit', [], 7, ''],
    ['in the middle of a frame', 'pending', [], 0, ''],
    ['on SIGINT', 'wait', [{ signal: 'SIGINT' }], 130, ''],
    ['on SIGTERM', 'wait', [{ signal: 'SIGTERM' }], 143, ''],
    ['on SIGHUP', 'wait', [{ signal: 'SIGHUP' }], 129, ''],
    ['on SIGQUIT', 'wait', [{ signal: 'SIGQUIT' }], 131, ''],
  ];
  it.concurrent.each(cases)('%s', async (_name, how, steps, status, message) => {
    const result = await runOnPty(program.file, [how], steps);
    expect(result.text.startsWith(ENTER)).toBe(true);
    expect(result.text.split('\x1b[?1049l').length).toBe(2);
    expect(result.text.endsWith(LEAVE)).toBe(true);
    expect([result.status, result.restored]).toEqual([status, true]);
    if (how === 'wait') expect(result.raw).toBe(true);
    expect(result.errors).toContain(message);
    if (message === '') expect(result.errors).toBe('');
    const xterm = new Xterm(40, 10);
    await xterm.write(`before\r\n${result.text}`);
    expect(xterm.rows()[0]).toBe('before');
    expect(xterm.cursorHidden).toBe(false);
    expect(xterm.terminal.modes.mouseTrackingMode).toBe('none');
    expect(xterm.terminal.modes.bracketedPasteMode).toBe(false);
    expect(xterm.terminal.modes.sendFocusMode).toBe(false);
    expect(xterm.terminal.modes.wraparoundMode).toBe(true);
  });

  it('ends when the terminal goes away', async () => {
    const result = await runOnPty(program.file, ['wait'], [{ hangup: true }]);
    expect(result.status).toBe(129);
  });

  it('stops and goes on with everything set again', async () => {
    const { text, stops, restored, status } = await runOnPty(
      program.file,
      ['wait'],
      [
        { signal: 'SIGTSTP' },
        { stopped: true },
        { signal: 'SIGCONT' },
        { wait: 'AGAIN' },
        { type: 'q' },
      ],
    );
    expect(stops).toEqual([true]);
    expect([restored, status]).toEqual([true, 0]);
    expect(text.split(LEAVE).length).toBe(3);
    expect(text.split(LEAVE)[1]).toContain('\x1b[?1049h\x1b[?25l');
    expect(text.split(LEAVE)[1]).toContain('AGAIN');
  });

  it('reads keys and follows the size', async () => {
    const { text } = await runOnPty(
      program.file,
      ['wait'],
      [{ type: 'x' }, { wait: '<x>' }, { resize: [50, 12] }, { wait: 'size 50x12' }, { type: 'q' }],
    );
    expect(text).toContain('READY 40x10');
    expect(text).toContain('\x1b]2;a ␛ title\x1b\\');
  });
});
