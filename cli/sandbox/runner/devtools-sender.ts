/** Answers the developer tools of the launcher. Nothing is loaded, looked at or sent before they are open. */
import type { Inspector } from '../../../runtime/devtools/inspector.js';
import {
  REPORT_LIMITS,
  type ToolAction,
  type ReportRequest,
} from '../../../runtime/devtools/report.js';
import { formatPlace, type Diagnostic } from '../../../runtime/base/diagnostics.js';
import type { LogEntry, Logger } from '../../../runtime/script/logger.js';
import type { App } from '../../library.js';
import type { Channel } from '../channel/channel.js';
import { cutLogMessage } from '../channel/payloads.js';
import { streamOf } from '../channel/streams.js';
import type { RunnerSettings } from './config.js';

/** Milliseconds between reports of the log. */
const LOG_PACE = 50;
/** Errors and warnings that are kept for the tools. */
const MAX_DIAGNOSTICS = 100;

export class DevtoolsSender {
  #isOpen = false;
  #app: App | undefined;
  #logger: Logger | undefined;
  #inspector: Inspector | undefined;
  /** What the tools show, if they are open. */
  #request: ReportRequest | undefined;
  #queue: Promise<void> = Promise.resolve();
  /** Entries of the log that are not sent. */
  #unsent = 0;
  /** Errors and warnings of the app's code, the last ones; and how many of them are not sent. */
  #diagnostics: LogEntry[] = [];
  #unsentDiagnostics = 0;
  #logTimer: NodeJS.Timeout | undefined;

  readonly #channel: Pick<Channel, 'request'>;
  readonly #settings: RunnerSettings;

  constructor(channel: Pick<Channel, 'request'>, settings: RunnerSettings) {
    this.#channel = channel;
    this.#settings = settings;
  }

  /** Called again where an edited app takes the place of the one before. */
  attach(app: App, logger: Logger): void {
    this.#app = app;
    this.#logger = logger;
    this.#inspector?.stop();
    this.#inspector = undefined;
    if (this.#request !== undefined) this.receive({ request: this.#request });
  }

  /** A message of the launcher. */
  receive(payload: unknown): void {
    const { request, action, closed } = payload as {
      readonly request?: ReportRequest;
      readonly action?: ToolAction;
      readonly closed?: boolean;
    };
    this.#request = closed === true ? undefined : (request ?? this.#request);
    if (this.#app === undefined) return;
    // One after the other: the inspector is loaded at the first.
    this.#queue = this.#queue.then(async () => {
      if (closed === true) this.#close();
      else if (request !== undefined) (await this.#open())?.requestReports(request);
      else if (action !== undefined) this.#inspector?.act(action);
    });
  }

  /** A frame was made. */
  framed(): void {
    this.#inspector?.update();
  }

  /** The app has logged an entry. A log that is faster than the tools loses its oldest entries, as the logger does. */
  logged(): void {
    if (!this.#isOpen) return;
    this.#unsent++;
    this.#sendLogIn(LOG_PACE);
  }

  /** Nothing in the app has handled an error, or it is warned of something. It is not an entry of the app's own log. */
  reported({ severity, message, source, span }: Diagnostic): void {
    const at = formatPlace(source, span);
    this.#diagnostics.push({
      time: Date.now(),
      level: severity === 'error' ? 'ERROR' : 'WARN',
      message,
      ...(at === '' ? {} : { at }),
    });
    if (this.#diagnostics.length > MAX_DIAGNOSTICS) this.#diagnostics.shift();
    if (!this.#isOpen) return;
    this.#unsentDiagnostics++;
    this.#sendLogIn(LOG_PACE);
  }

  #sendLogIn(ms: number): void {
    if (this.#logTimer !== undefined) return;
    this.#logTimer = setTimeout(() => void this.#sendLog(), ms);
    this.#logTimer.unref();
  }

  async #sendLog(): Promise<void> {
    const entries = [
      ...lastOf(this.#logger?.entries ?? [], this.#unsent),
      ...lastOf(this.#diagnostics, this.#unsentDiagnostics),
    ].sort((a, b) => a.time - b.time);
    this.#unsent = this.#unsentDiagnostics = 0;
    const log = entries.map((entry) => ({ ...entry, message: cutLogMessage(entry.message) }));
    let size = 0;
    const fitting = log.findLastIndex(
      (entry) => (size += Buffer.byteLength(JSON.stringify(entry)) + 1) > REPORT_LIMITS.bytes / 2,
    );
    const timer = this.#logTimer;
    await this.#send({ log: log.slice(fitting + 1) });
    // The tools may have been closed and opened meanwhile.
    if (timer !== this.#logTimer) return;
    this.#logTimer = undefined;
    if (this.#unsent + this.#unsentDiagnostics > 0) this.#sendLogIn(LOG_PACE);
  }

  async #open(): Promise<Inspector | undefined> {
    if (this.#inspector !== undefined || this.#app === undefined) return this.#inspector;
    const { Inspector: Opening } = await import('../../../runtime/devtools/inspector.js');
    this.#inspector = new Opening(
      this.#app,
      async (report) => await this.#send(report),
      () => this.#settings.setByScripts(),
    );
    this.#settings.onSet = () => this.#inspector?.update();
    if (this.#isOpen) return this.#inspector;
    this.#isOpen = true;
    // What the app has logged before.
    this.#unsent = this.#unsentDiagnostics = Infinity;
    this.#sendLogIn(0);
    return this.#inspector;
  }

  #close(): void {
    this.#inspector?.stop();
    this.#inspector = undefined;
    this.#settings.onSet = undefined;
    this.#isOpen = false;
    clearTimeout(this.#logTimer);
    this.#logTimer = undefined;
    this.#unsent = this.#unsentDiagnostics = 0;
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

function lastOf<T>(list: readonly T[], count: number): readonly T[] {
  return count === 0 ? [] : list.slice(-count);
}
