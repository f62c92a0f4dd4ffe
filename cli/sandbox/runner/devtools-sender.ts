/** Answers the developer tools of the launcher. Nothing is loaded, looked at or sent before they are open. */
import type { Inspector } from '../../../runtime/devtools/inspector.js';
import { REPORT_LIMITS, type ToolAction, type Wish } from '../../../runtime/devtools/report.js';
import type { Logger } from '../../../runtime/script/logger.js';
import type { App } from '../../library.js';
import type { Channel } from '../channel/channel.js';
import { cutLogMessage } from '../channel/payloads.js';
import { streamOf } from '../channel/streams.js';

export class DevtoolsSender {
  /** The tools are open: log entries are sent as they come. */
  isOpen = false;
  #app: App | undefined;
  #logger: Logger | undefined;
  #inspector: Inspector | undefined;
  #early: Wish | undefined;
  #queue: Promise<void> = Promise.resolve();

  readonly #channel: Channel;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  attach(app: App, logger: Logger): void {
    this.#app = app;
    this.#logger = logger;
    if (this.#early !== undefined) this.take({ wish: this.#early });
  }

  /** A message of the launcher. */
  take(payload: unknown): void {
    const { wish, action, closed } = payload as {
      readonly wish?: Wish;
      readonly action?: ToolAction;
      readonly closed?: boolean;
    };
    if (this.#app === undefined) {
      this.#early = closed === true ? undefined : (wish ?? this.#early);
      return;
    }
    // One after the other: the inspector is loaded at the first.
    this.#queue = this.#queue.then(async () => {
      if (closed === true) this.#close();
      else if (wish !== undefined) (await this.#open())?.wish(wish);
      else if (action !== undefined) this.#inspector?.act(action);
    });
  }

  /** A frame was made. */
  framed(): void {
    this.#inspector?.framed();
  }

  async #open(): Promise<Inspector | undefined> {
    if (this.#inspector !== undefined || this.#app === undefined) return this.#inspector;
    const { Inspector: Opening } = await import('../../../runtime/devtools/inspector.js');
    this.#inspector = new Opening(this.#app, async (report) => await this.#send(report));
    const { entries = [] } = this.#logger ?? {};
    this.isOpen = true;
    const log = entries.map((entry) => ({ ...entry, message: cutLogMessage(entry.message) }));
    let size = 0;
    const fitting = log.findLastIndex(
      (entry) => (size += Buffer.byteLength(JSON.stringify(entry)) + 1) > REPORT_LIMITS.bytes / 2,
    );
    void this.#send({ log: log.slice(fitting + 1) });
    return this.#inspector;
  }

  #close(): void {
    this.#inspector?.stop();
    this.#inspector = undefined;
    this.isOpen = false;
  }

  async #send(report: object): Promise<void> {
    try {
      const body = streamOf(Buffer.from(JSON.stringify(report)));
      await this.#channel.request('devtools', null, { body });
    } catch {
      // The tools were closed meanwhile, or it is larger than they take.
    }
  }
}
