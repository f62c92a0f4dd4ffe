/** The session's faults, on streams that can be made to fail. */
import { EventEmitter } from 'node:events';
import type { ReadStream, WriteStream } from 'node:tty';
import { describe, expect, it } from '@jest/globals';
import { plausibleSize, streamOutput } from '../../runtime/terminal/output.js';
import { Xterm } from '../support/xterm.js';
import { openTerminal } from '../../runtime/terminal/tty.js';

class FakeInput extends EventEmitter {
  isTTY = true;
  raw = false;
  failing = false;
  setRawMode(on: boolean): void {
    if (this.failing) throw new Error('no raw mode');
    this.raw = on;
  }
  resume(): void {}
  pause(): void {}
}

class FakeOutput extends EventEmitter {
  columns = 0;
  rows = 0;
  writableNeedDrain = false;
  writableLength = 0;
  destroyed = false;
  text = '';
  write(bytes: Uint8Array | string): boolean {
    this.text += Buffer.from(bytes).toString();
    return true;
  }
}

const EVENTS = [
  'exit',
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGTSTP',
  'SIGCONT',
  'uncaughtExceptionMonitor',
];
const listeners = (): number[] => EVENTS.map((event) => process.listenerCount(event));

function open(input = new FakeInput(), output = new FakeOutput(), altScreen = true) {
  const codes: number[] = [];
  const drains: number[] = [];
  const session = openTerminal({
    stdin: input as unknown as ReadStream,
    stdout: output as unknown as WriteStream,
    exit: (code) => codes.push(code),
    onDrain: () => drains.push(1),
    altScreen,
  });
  return { session, input, output, codes, drains };
}

describe('a terminal session', () => {
  it('leaves no listener behind, and no raw mode', () => {
    const before = listeners();
    const { session, input } = open();
    expect(input.raw).toBe(true);
    expect(listeners()).toEqual(before.map((count) => count + 1));
    session.close();
    session.close();
    expect(input.raw).toBe(false);
    expect(listeners()).toEqual(before);
  });

  it.each([
    ['a new line', 'one\r\ntwo\r\n$ tui app.tui\r\n'],
    ['a line without an end', 'one\r\ntwo\r\n$ tui app.tui'],
    ['the last row', `${'old\r\n'.repeat(9)}one\r\ntwo\r\n$ tui app.tui\r\n`],
  ])('on the main screen keeps what is above it in the scrollback, from %s', async (_, before) => {
    const output = new FakeOutput();
    [output.columns, output.rows] = [20, 6];
    const { session } = open(new FakeInput(), output, false);
    const frame = '\x1b[H\x1b[2Jframe';
    const { terminal } = new Xterm(20, 6);
    await new Promise<void>((done) => terminal.write(before + output.text + frame, done));
    const { active } = terminal.buffer;
    const rows = Array.from({ length: active.length }, (_row, at) =>
      (active.getLine(at)?.translateToString(true) ?? '').trim(),
    );
    expect(rows.filter((row) => row !== '' && row !== 'old')).toEqual([
      'one',
      'two',
      '$ tui app.tui',
      'frame',
    ]);
    expect(rows[active.baseY]).toBe('frame');
    session.close();
  });

  it('on the main screen keeps what is above it as the window becomes taller', async () => {
    const output = new FakeOutput();
    [output.columns, output.rows] = [20, 6];
    const { session } = open(new FakeInput(), output, false);
    const { terminal } = new Xterm(20, 6);
    const write = (text: string) => new Promise<void>((done) => terminal.write(text, done));
    const frame = (height: number): string =>
      `\x1b[H${Array.from({ length: height }, (_, y) => `frame ${y}\x1b[K`).join('\r\n')}`;
    await write(`one\r\ntwo\r\nthree\r\n$ tui app.tui\r\n${output.text}${frame(6)}`);
    for (const rows of [9, 7, 8]) {
      output.text = '';
      output.rows = rows;
      terminal.resize(20, rows);
      output.emit('resize');
      await write(output.text + frame(rows));
    }
    const { active } = terminal.buffer;
    const lines = Array.from({ length: active.length }, (_row, at) =>
      (active.getLine(at)?.translateToString(true) ?? '').trim(),
    );
    const above = lines.filter((line) => line !== '' && !line.startsWith('frame'));
    expect(above).toEqual(['one', 'two', 'three', '$ tui app.tui']);
    expect(lines.slice(active.baseY)).toEqual(Array.from({ length: 8 }, (_, y) => `frame ${y}`));
    session.close();
  });

  it('restores after a failed start', () => {
    const before = listeners();
    const input = new FakeInput();
    input.failing = true;
    const output = new FakeOutput();
    expect(() => open(input, output)).toThrow('no raw mode');
    expect(listeners()).toEqual(before);
    expect(output.text).toContain('\x1b[?1049l');
  });

  it('ends when its reader goes away, and survives what fails later', () => {
    const { session, output, codes } = open();
    output.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }));
    output.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }));
    expect(codes).toEqual([141]);
    expect(session.open).toBe(false);
    const { text } = output;
    session.write(Buffer.from('late'));
    expect(output.text).toBe(text);
  });

  it('ends when the terminal hangs up', () => {
    const { input, codes } = open();
    input.emit('end');
    expect(codes).toEqual([129]);
  });

  it('tells when it is congested and when it has drained', () => {
    const { session, output, drains } = open();
    output.writableNeedDrain = true;
    expect(session.congested).toBe(true);
    output.writableNeedDrain = false;
    output.emit('drain');
    expect([session.congested, drains.length]).toEqual([false, 1]);
    session.close();
  });

  it('takes 80x24 for sizes that cannot be true', () => {
    const { session } = open();
    expect([session.width, session.height]).toEqual([80, 24]);
    session.close();
    const sizes: [number | undefined, number | undefined][] = [
      [0, 0],
      [undefined, 5],
      [NaN, 5],
      [65_535, 65_535],
      [-1, 5],
      [1.5, 5],
    ];
    for (const [width, height] of sizes) {
      expect(plausibleSize(width, height)).toEqual({ width: 80, height: 24 });
    }
    expect(plausibleSize(1, 300)).toEqual({ width: 1, height: 300 });
  });

  it('gives a stream a copy of what it is to write', () => {
    const kept: Uint8Array[] = [];
    const output = streamOutput({ columns: 5, rows: 2, write: (bytes) => kept.push(bytes) > 0 });
    const bytes = Buffer.from('ab');
    output.write(bytes);
    bytes.fill(0);
    expect(Buffer.from(kept[0] ?? []).toString()).toBe('ab');
    expect([output.width, output.height, output.congested]).toEqual([5, 2, false]);
  });
});
