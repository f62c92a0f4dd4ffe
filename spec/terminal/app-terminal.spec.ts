/** The launcher's terminal of a live app, without a runner. */
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Config } from '../../config/index.js';
import { AppTerminal } from '../../cli/sandbox/launch/terminal/app-terminal.js';
import { FRAME, MessageBytes, PRINT } from '../../runtime/terminal/frames/wire.js';

const TERMINAL = { isTTY: true, columns: 12, rows: 5 };

/** Of one blank screen. */
function blankFrame(columns = TERMINAL.columns): Buffer {
  const message = new MessageBytes();
  message.begin(FRAME);
  message.u32(1);
  for (const value of [columns, TERMINAL.rows, 0xffff, 0xffff]) message.u16(value);
  for (let count = 0; count < 5; count++) message.u32(0);
  return Buffer.from(message.end());
}

/** A line of five cells. */
function printedLine(text: string): Buffer {
  const message = new MessageBytes();
  message.begin(PRINT);
  for (const value of [1, 5, 1, 0, 0, 0, 5]) message.u32(value);
  message.padded(Buffer.from(text.padEnd(5)));
  return Buffer.from(message.end());
}

let terminal: AppTerminal | undefined;
let keyboard = new PassThrough();
let app = new PassThrough();
let loans: boolean[] = [];
let written = '';
afterEach(async () => await terminal?.close());

async function open(size: { readonly columns?: number } = {}): Promise<AppTerminal> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new PassThrough(), TERMINAL, size);
  const frames = new PassThrough();
  [keyboard, app] = [stdin, frames];
  written = '';
  stdout.setEncoding('latin1').on('data', (text: string) => (written += text));
  loans = [];
  let onOpen = (): void => undefined;
  const opened = new Promise<void>((resolve) => (onOpen = resolve));
  const ignore = (): void => undefined;
  terminal = new AppTerminal({
    console: {
      stdin,
      stdout,
      stderr: new PassThrough(),
      env: { TERM: 'xterm' },
      cwd: '/',
      home: '/nowhere',
    },
    config: new Config({ env: {}, cwd: '/', home: '/nowhere' }),
    keyboard: stdin,
    frames,
    host: { stopped: ignore, continued: ignore },
    onOpen,
    onEnd: ignore,
    onGone: ignore,
    onBroken: ignore,
    onLend: (isLent) => loans.push(isLent),
    isBlocked: () => false,
  });
  frames.emit('data', blankFrame(size.columns));
  await opened;
  return terminal;
}

describe('a loan of the terminal', () => {
  it('is not ended by a second one that is refused', async () => {
    const lender = await open();
    let end = (): void => undefined;
    let begin = (): void => undefined;
    // The program waits for what the terminal has yet to answer.
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const first = lender.lend(async () => {
      begin();
      await new Promise<void>((resolve) => (end = resolve));
    });
    await expect(lender.lend(async () => await Promise.resolve())).rejects.toThrow(
      'another program is using the terminal',
    );
    await begun;
    expect(loans).toEqual([true]);
    end();
    await first;
    expect(loans).toEqual([true, false]);
    await lender.lend(async () => await Promise.resolve());
    expect(loans).toEqual([true, false, true, false]);
  });
});

describe('badges and announcements', () => {
  it('are shown', async () => {
    const shown = await open();
    shown.badge = 'a badge';
    shown.announce('a line');
    while (!/a badge[^]*a line/.test(written)) await new Promise((done) => setTimeout(done, 5));
  });

  it('are shown in the longest words that have room', async () => {
    const shown = await open();
    const { width } = shown.size;
    shown.announce('x'.repeat(width + 1), 'y'.repeat(width), 'z');
    while (!written.includes('y'.repeat(width))) await new Promise((done) => setTimeout(done, 5));
    expect(written).not.toMatch(/[xz]{3}/);
  });

  it('show a recording where there is room for its mark, and no program has the terminal', async () => {
    const wide = await open({ columns: 13 });
    expect([wide.isSeen, wide.showRecording(true)]).toEqual([true, true]);
    await wide.lend(async () => {
      expect([wide.isSeen, wide.showRecording(true)]).toEqual([false, false]);
      await Promise.resolve();
    });
    expect(wide.showRecording(true)).toBe(true);
    await wide.close();
    const narrow = await open();
    expect([narrow.isSeen, narrow.showRecording(true)]).toEqual([false, false]);
  });

  it('show a recording as long as one of two goes on', async () => {
    const shown = await open({ columns: 40 });
    const writes = async (badge: string): Promise<string> => {
      written = '';
      shown.badge = badge;
      while (!written.includes(badge)) await new Promise((done) => setTimeout(done, 5));
      return written;
    };
    shown.showRecording(true);
    shown.showRecording(true);
    shown.showRecording(false);
    expect(await writes('one')).toContain('recording');
    shown.showRecording(false);
    expect(await writes('another')).not.toContain('recording');
  });

  it('are not written to a terminal that was given back', async () => {
    const closed = await open();
    await closed.close();
    const before = written;
    closed.badge = 'a badge';
    closed.announce('a line');
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBe(before);
  });
});

describe('lines that wait to be printed', () => {
  /** As many as a slow terminal takes minutes for; on the whole screen they wait for the end. */
  const COUNT = 5000;

  it.each([
    ['are all written when the app ends', false],
    ['are the last ones alone when the user has ended it', true],
  ])('%s', async (_name, isEnded) => {
    const opened = await open();
    for (let line = 0; line < COUNT; line++) app.emit('data', printedLine(`<${line}`));
    if (isEnded) {
      keyboard.write('\x1c');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await opened.close();
    expect(written).toContain(`<${COUNT - 1}`);
    expect(written.includes('<0 ')).toBe(!isEnded);
  });
});
