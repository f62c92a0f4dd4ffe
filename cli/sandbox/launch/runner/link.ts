/** The app's process as the launcher has it: started, connected, watched, and ended. */
import type { Duplex } from 'node:stream';
import { Broker } from '../../broker/broker.js';
import { Channel, type ChannelOptions } from '../../channel/channel.js';
import type { LaunchInputs } from '../launch-inputs.js';
import { findUnverified, restrictionsOf } from '../files/verify-mounts.js';
import { Control } from './control.js';
import { InputFeed } from './input.js';
import { heapFlags, memoryLimit, MemoryWatch, type MemoryLimit } from './memory.js';
import type { RunnerProcess } from './process.js';
import { startRunner } from './start.js';

export class RunnerLink {
  readonly runner: RunnerProcess;
  readonly broker = new Broker();
  readonly channel: Channel;
  readonly control: Control;
  /** What the app reads from stdin. */
  readonly input: InputFeed;
  readonly memory: MemoryLimit;
  readonly memoryWatch: MemoryWatch;
  /** Settles when the runner is in its sandbox, of which it has not read anything else. */
  readonly #mounted: Promise<void>;
  #isReady = false;
  #protocolError: Error | undefined;
  /** Requests that block the runner. */
  #blocked = 0;
  #changedPath: string | undefined;

  readonly #inputs: LaunchInputs;

  constructor(inputs: LaunchInputs) {
    this.#inputs = inputs;

    const { held } = inputs;
    const { broker } = this;
    this.memory = memoryLimit(inputs.config);
    const runner = (this.runner = startRunner(inputs, heapFlags(this.memory)));
    this.memoryWatch = new MemoryWatch(
      () => runner.runningPid,
      this.memory.limit,
      () => runner.kill(),
    );
    this.#connect(runner.syncChannel, async (request) => {
      this.#blocked++;
      try {
        return await broker.answer(request);
      } finally {
        this.#blocked--;
      }
    });
    this.channel = this.#connect(runner.channel, (request) => broker.answer(request));
    this.control = new Control({ runner, channel: this.channel });
    this.input = new InputFeed(runner.stdin, inputs.input ?? inputs.console);
    // Listened to from here on: the runner may be up before the content is known.
    this.#mounted = new Promise((resolve) => broker.onNotice('mounted', () => resolve()));
    broker.onNotice('ready', () => {
      this.#isReady = true;
      held.close();
    });
    broker.register('input', () => {
      this.input.start();
      return {};
    });
    // However this process comes to its end: the app does not go on without it.
    process.on('exit', this.#kill);
  }

  /** The runner has read its start. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** A synchronous request is being answered. */
  get isBlocked(): boolean {
    return this.#blocked > 0;
  }

  /** What the app was ended for: it sent what no runner sends. */
  get protocolError(): Error | undefined {
    return this.#protocolError;
  }

  /** A granted or denied path that is not what it was: the app was not started. */
  get changedPath(): string | undefined {
    return this.#changedPath;
  }

  /** What came is not a message: the app is broken or hostile, and ended. */
  break(error: Error): void {
    this.#protocolError ??= error;
    this.runner.kill();
  }

  /** Whether the app may start: once its sandbox has been looked at, where bubblewrap alone does not vouch for it. */
  async isSandboxed(): Promise<boolean> {
    const { tier, permissions, held } = this.#inputs;
    const { bubblewrap } = tier;
    const restrictions = bubblewrap && restrictionsOf(permissions, held);
    const byDescriptor = bubblewrap?.descriptors === true;
    if (byDescriptor && restrictions?.length === 0) return true;
    const isMounted = this.#mounted.then(() => true);
    // One that has ended before has no start to wait for.
    if (!(await Promise.race([isMounted, this.runner.exited.then(() => false)]))) return false;
    const changed = findUnverified(await this.runner.pid, held, restrictions, byDescriptor);
    this.#changedPath = changed;
    if (changed !== undefined) this.runner.kill();
    return changed === undefined;
  }

  /** Ends the app's process at once. Does nothing the second time. */
  close(): void {
    this.control.close();
    this.memoryWatch.close();
    this.runner.kill();
    this.input.end();
    this.#inputs.held.close();
    this.channel.close();
    process.removeListener('exit', this.#kill);
  }

  readonly #kill = (): void => this.runner.kill();

  #connect(stream: Duplex, onRequest: ChannelOptions['onRequest']): Channel {
    return new Channel(stream, {
      side: 'launcher',
      onRequest,
      onNotice: (kind, payload) => this.broker.notice(kind, payload),
      onClose: (error) => {
        if (error !== undefined) this.break(error);
      },
    });
  }
}
