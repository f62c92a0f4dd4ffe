/** The door for what apps write, without a process: readers that do not read, that leave, and what is left at the end. */
import { PassThrough, Writable } from 'node:stream';
import { expect, it } from '@jest/globals';
import type { Output } from '../../cli/command-line/console.js';
import {
  AppBytes,
  RunnerOutput,
  type RunnerOutputOptions,
} from '../../cli/sandbox/launch/runner/output.js';
import { until } from '../support/until.js';

/** Takes bytes once it is let go. */
class Reader extends Writable {
  text = '';
  isHeld = true;
  readonly #waiting: (() => void)[] = [];

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    const take = (): void => {
      this.text += bytes.toString('latin1');
      done();
    };
    if (this.isHeld) this.#waiting.push(take);
    else take();
  }

  letGo(): void {
    this.isHeld = false;
    for (const take of this.#waiting.splice(0)) take();
  }
}

function connect(options: RunnerOutputOptions): {
  app: PassThrough;
  reader: Reader;
  output: RunnerOutput;
} {
  const app = new PassThrough({ highWaterMark: 1000 });
  const reader = new Reader({ highWaterMark: 1000 });
  const output = new RunnerOutput(new AppBytes(app), () => reader as Output, options);
  return { app, reader, output };
}

it('stops the app while its reader does not read, and writes all of it at the end', async () => {
  const { app, reader, output } = connect({ as: 'bytes' });
  let count = 0;
  while (app.write(Buffer.alloc(500, 'a')) && count < 1000) {
    count++;
    await new Promise(setImmediate);
  }
  expect(count).toBeLessThan(20);
  const finished = output.finish();
  reader.letGo();
  await finished;
  expect(reader.text).toBe('a'.repeat(500 * (count + 1)));
});

it('drops text that a reader does not take, where the app must not wait', async () => {
  const { app, reader, output } = connect({ as: 'text', mayDrop: true });
  const line = `${'a'.repeat(99)}\n`;
  for (let count = 0; count < 300; count++) {
    app.write(line.repeat(100));
    await new Promise(setImmediate);
  }
  expect(reader.writableLength).toBeLessThan(1.1 * 1024 * 1024);
  reader.letGo();
  await output.finish(1000);
  expect(reader.text.startsWith(line)).toBe(true);
});

it('closes the pipe of the app when its reader has gone, and reports other errors', async () => {
  const errors: unknown[] = [];
  for (const code of ['EPIPE', 'ENOSPC']) {
    const { app, reader } = connect({ as: 'bytes', onError: (error) => errors.push(error.code) });
    app.write('a');
    await until(() => reader.writableLength > 0);
    reader.destroy(Object.assign(new Error(code), { code }));
    await until(() => app.destroyed);
  }
  expect(errors).toEqual(['ENOSPC']);
});

it('passes bytes as they are, and text without what a terminal obeys', async () => {
  const bytes = '\u001b]0;title\u0007\u0000\u009b6n \u001b[31mred';
  for (const [as, text] of [
    ['bytes', bytes],
    ['text', '�]0;title���6n \u001b[31mred\u001b[m'],
    ['kept', '�]0;title���6n \u001b[31mred\u001b[m'],
  ] as const) {
    const { app, reader, output } = connect({ as });
    reader.letGo();
    // Each character by itself.
    for (const byte of Buffer.from(bytes)) app.write(Buffer.of(byte));
    await output.finish();
    expect([as, Buffer.from(reader.text, 'latin1').toString()]).toEqual([as, text]);
  }
});
