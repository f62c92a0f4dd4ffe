/** Ends the app's process. */
import type { Broker } from '../../broker/broker.js';
import type { Channel } from '../../channel/channel.js';
import { signalCode } from './control.js';
import type { RunnerProcess } from './process.js';

/** Milliseconds that a runner which exits has for listeners of `exit`, which may save something. */
const END_GRACE = 5000;

const KILLED = signalCode('SIGKILL');

/** What an app's process is connected to. */
interface Ends {
  readonly broker: Broker;
  readonly channel: Channel;
  /** Milliseconds that messages of a runner that has ended may still take. */
  readonly lastOutput: number;
}

/**
 * The exit code of the runner, once it has ended and its messages have been read. One that has said it exits, and has
 * not some time later, is ended: Node can wait for its own threads for ever then (nodejs/node#54918). One that answers
 * does not exit: its app has called `process.emit('exit')`, for example.
 *
 * One whose listeners of `exit` have all run is ended at once: Node takes milliseconds to free what it has,
 * and the system to remove the sandbox.
 */
export async function endOf(
  runner: RunnerProcess,
  { broker, channel, lastOutput }: Ends,
): Promise<number> {
  let reportedCode: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  broker.onNotice('end', (payload) => {
    if (reportedCode !== undefined || typeof payload !== 'number') return;
    reportedCode = payload & 0xff;
    timer = setTimeout(() => runner.kill(), END_GRACE);
    channel.notify('check-end');
  });
  broker.onNotice('not-ended', () => {
    reportedCode = undefined;
    clearTimeout(timer);
  });
  const exits = new Promise<number>((resolve) => {
    broker.onNotice('exits', (payload) => {
      if (typeof payload !== 'number') return;
      runner.kill();
      resolve(payload & 0xff);
    });
  });
  const ended = runner.exited.then(async (code) => {
    clearTimeout(timer);
    await settled(channel, lastOutput);
    return code === KILLED && reportedCode !== undefined ? reportedCode : code;
  });
  try {
    return await Promise.race([exits, ended]);
  } finally {
    clearTimeout(timer);
  }
}

/** Its last messages are in the socket when it has ended: what it held of the terminal is among them. */
async function settled(channel: Channel, lastWords: number): Promise<void> {
  const end = Date.now() + lastWords;
  while (channel.isOpen && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 1));
}
