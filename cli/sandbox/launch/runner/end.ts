/** Ends the app's process. */
import type { Broker } from '../../broker/broker.js';
import type { Channel } from '../../channel/channel.js';
import { signalCode } from './control.js';
import type { RunnerProcess } from './process.js';

/** Milliseconds that a runner which exits has for listeners of `exit`, which may save something. */
const END_GRACE = 5000;

const KILLED = signalCode('SIGKILL');

/**
 * The exit code of the runner. One that has said it exits, and has not some time later, is ended: Node can
 * wait for its own threads for ever then (nodejs/node#54918). One that answers does not exit: its app has called
 * `process.emit('exit')`, for example.
 */
export async function endOf(
  runner: RunnerProcess,
  broker: Broker,
  channel: Channel,
): Promise<number> {
  let said: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  broker.onNotice('end', (payload) => {
    if (said !== undefined || typeof payload !== 'number') return;
    said = payload & 0xff;
    timer = setTimeout(() => runner.kill(), END_GRACE);
    channel.notify('check-end');
  });
  broker.onNotice('not-ended', () => {
    said = undefined;
    clearTimeout(timer);
  });
  const code = await runner.exited;
  clearTimeout(timer);
  return code === KILLED && said !== undefined ? said : code;
}
