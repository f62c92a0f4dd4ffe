/** What an app has sent before its end is read, although its launcher still writes to it. */
import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { expect, it } from '@jest/globals';
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
