/** What an app has sent before its end is read, although its launcher still writes to it. */
import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { expect, it } from '@jest/globals';
import { Channel } from '../../cli/sandbox/channel/channel.js';
import { HEADER, jsonFrame } from '../../cli/sandbox/channel/protocol.js';
import { ignoreLostWrites } from '../../cli/sandbox/launch/runner/ignore-lost-writes.js';
import { writeMessage } from '../../cli/sandbox/launch/terminal/frames-writer.js';

const SENT = 100_000;
/** As an app that sends, and ends. */
const APP = `require('node:fs').writeSync(3, 'x'.repeat(${SENT}))`;

/** How much arrives of an app to which this is written once it has ended, before anything was read. */
async function receivedBeside(write: (frames: Duplex) => void): Promise<number> {
  const app = spawn(process.execPath, ['-e', APP], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const frames = app.stdio[3] as Duplex;
  let received = 0;
  frames.on('error', () => undefined);
  frames.pause();
  const closed = new Promise((resolve) => frames.once('close', resolve));
  app.once('exit', () => {
    write(frames);
    frames.on('data', (bytes: Buffer) => (received += bytes.length));
    frames.resume();
  });
  await closed;
  return received;
}

it('all of it, also where the app does not read any more', async () => {
  expect(await receivedBeside((frames) => writeMessage(frames, Buffer.from('ack')))).toBe(SENT);
});

it('not where the stream itself writes: the control', async () => {
  expect(await receivedBeside((frames) => frames.write('ack'))).toBeLessThan(SENT);
});

it('all of it where the stream itself writes, one piece or several', async () => {
  for (const pieces of [1, 3]) {
    const write = (frames: Duplex): void => {
      ignoreLostWrites(frames);
      for (let count = 0; count < pieces; count++) frames.write('ack');
    };
    expect(await receivedBeside(write)).toBe(SENT);
  }
});

/** Notices of an app that sends them and ends, of a launcher that sends some as well before it reads. */
async function noticesOf(prepare: (stream: Duplex) => void): Promise<number> {
  const frame = jsonFrame({ type: 'notice', kind: 'log', payload: 'x'.repeat(900) });
  expect(frame.length).toBeGreaterThan(HEADER);
  const program = `require('node:fs').writeSync(3, Buffer.concat(Array(100).fill(Buffer.from('${frame.toString('base64')}', 'base64'))))`;
  const app = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const stream = app.stdio[3] as Duplex;
  prepare(stream);
  stream.on('error', () => undefined);
  let count = 0;
  await new Promise<void>((resolve) => {
    const channel = new Channel(stream, {
      side: 'launcher',
      onNotice: () => void count++,
      onClose: () => resolve(),
    });
    stream.pause();
    app.once('exit', () => {
      channel.notify('settings');
      // The write has failed before anything is read.
      setImmediate(() => setImmediate(() => stream.resume()));
    });
  });
  return count;
}

it('all notices of a channel', async () => {
  expect(await noticesOf((stream) => void ignoreLostWrites(stream))).toBe(100);
});

it('not of a channel whose stream closes where a write fails: the control', async () => {
  expect(await noticesOf(() => undefined)).toBeLessThan(100);
});
