/** Runs an app in its sandbox: starts the runner, answers its requests, and restores the terminal. */
import { mayHaveParts, type DocumentParts } from '../../../runtime/element/components/parts.js';
import type { Diagnostic } from '../../../runtime/base/diagnostics.js';
import { late } from '../../../runtime/base/late.js';
import { print, report } from '../../command-line/console.js';
import type { Mirror } from '../../mirror/mirror.js';
import { AppLog } from './app-log.js';
import { DisposeStack } from './dispose-stack.js';
import { openState, type KeptState } from './files/kept-state.js';
import type { LaunchInputs } from './launch-inputs.js';
import {
  openAllowedLog,
  refuseLinks,
  refuseOutput,
  userBlueNoise,
  userMessages,
  userTheme,
} from './files/own-files.js';
import { takePicture } from './picture.js';
import { reportEnd } from './report-end.js';
import { AppResult } from './result.js';
import { signalCode } from './runner/control.js';
import { endOf } from './runner/end.js';
import { RunnerLink } from './runner/link.js';
import type { RunnerOutput } from './runner/output.js';
import { finishOutput, outputOf } from './runner/streams.js';
import { retain, sendCode, startOf } from './send-app.js';
import { registerServices } from './services.js';
import { sendSettings, watchSettings, type WatchInputs } from './settings-watch.js';
import type { AppTerminal } from './terminal/app-terminal.js';
import { readEntry } from './terminal/log-entries.js';

const terminals = late(
  () => require('./terminal/app-terminal.js') as typeof import('./terminal/app-terminal.js'),
);
const edits = late(
  () => require('./editing/follow-edits.js') as typeof import('./editing/follow-edits.js'),
);

/** Milliseconds to wait for the last messages of a runner that has ended. */
const OUTPUT_DRAIN_MS = 50;

const KILLED = signalCode('SIGKILL');

/** Runs the app to its end. The exit code; undefined where it was not admitted. */
export async function launch(inputs: LaunchInputs): Promise<number | undefined> {
  const parts = new DisposeStack();
  let session: Session;
  let code: number | undefined;
  try {
    session = new Session(inputs, parts);
    code = await session.run();
  } finally {
    await parts.dispose();
  }
  const { endedBy } = session;
  // A program that paints one frame dies of a signal, as programs do; a live app ends with its code.
  const diesOf = code === undefined || inputs.task.type === 'live' ? undefined : endedBy;
  if (diesOf !== undefined) await dieOf(diesOf);
  return code;
}

async function dieOf(signal: NodeJS.Signals): Promise<void> {
  const { programsEnded } = await import('../../../runtime/script/child-processes.js');
  await programsEnded();
  process.kill(process.pid, signal);
  // Without a listener it is delivered before this call returns.
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/** One run of an app: its process, and what this process does for it until it ends. */
class Session {
  readonly #files: UserFiles;
  readonly #state: KeptState | undefined;
  readonly #log: AppLog;
  readonly #link: RunnerLink;
  readonly #output: readonly RunnerOutput[];
  /** Of a live app. */
  readonly #terminal: AppTerminal | undefined;
  readonly #picture: { readonly text: string | undefined };
  readonly #result: AppResult;
  /** Reported when the app has ended: the screen is its own until then. */
  readonly #warnings = new Map<string, Diagnostic>();

  readonly #inputs: LaunchInputs;
  readonly #parts: DisposeStack;

  /** @param parts receives what is to be ended, also where this throws */
  constructor(inputs: LaunchInputs, parts: DisposeStack) {
    this.#inputs = inputs;
    this.#parts = parts;

    const { tier, permissions, held, task } = inputs;
    parts.defer(() => held.close());
    held.create(permissions, { covers: tier.bubblewrap !== undefined });
    refuseLinks(inputs);
    refuseOutput(inputs);
    this.#files = {
      theme: userTheme(inputs),
      blueNoise: userBlueNoise(inputs),
      messages: userMessages(inputs),
    };
    parts.defer(() => this.#files.messages?.close());
    this.#state = openState(inputs);
    const log = new AppLog(openAllowedLog(inputs));
    this.#log = log;
    parts.defer(() => log.close());
    const link = new RunnerLink(inputs);
    this.#link = link;
    parts.defer(() => link.close());
    this.#output = outputOf(link.runner, inputs, log);
    const terminal = task.type === 'live' ? terminalOf(inputs, link) : undefined;
    this.#terminal = terminal;
    parts.defer(() => terminal?.close());
    inputs.extend?.(link.broker);
    link.broker.onNotice('log', (payload) => {
      for (const entry of readEntry(payload)) log.append('app', entry);
    });
    if (task.type === 'live') parts.defer(watchSettings(this.#watchedSettings));
    this.#picture = takePicture(link.broker, task);
    this.#result = new AppResult(link.broker, task);
  }

  /** What the app was ended with, where it was not its own doing. */
  get endedBy(): NodeJS.Signals | undefined {
    return this.#link.control.endedBy;
  }

  /** The exit code; undefined where the app was not admitted. */
  async run(): Promise<number | undefined> {
    const link = this.#link;
    try {
      return await this.#run(link);
    } finally {
      // First of all, whatever else is to be ended: the app could start something meanwhile.
      link.close();
    }
  }

  async #run(link: RunnerLink): Promise<number | undefined> {
    const inputs = this.#inputs;
    const { runner, broker, channel, control } = link;
    if (!(await this.#isAdmitted())) {
      runner.kill();
      await runner.exited;
      return undefined;
    }
    const mirror = await this.#openMirror();
    this.#registerServices(mirror);
    await this.#offerTools();
    const started = link.isSandboxed().then(async (isSandboxed) => {
      if (isSandboxed) this.#start(await this.#readParts());
    });
    // While the runner starts.
    void sendCode(channel, inputs, started);
    const retained = retain(inputs, this.#log, started);
    this.#followEdits(started);
    const code = await endOf(runner, { broker, channel, lastOutput: OUTPUT_DRAIN_MS });
    await this.#terminal?.close(OUTPUT_DRAIN_MS);
    link.input.end();
    await finishOutput(this.#output, control);
    const exitCode = this.#result.exitCode(reportEnd(inputs, link, code));
    await mirror?.close(exitCode);
    report(inputs.console, [...(await retained), ...this.#warnings.values()]);
    const { text } = this.#picture;
    if (text !== undefined) await inputs.onPicture?.(text);
    this.#printResult(exitCode);
    return exitCode;
  }

  /** Once the app has ended, unless it was ended: what it has left may be half of what it meant. */
  #printResult(exitCode: number): void {
    const { console, onResult = (text: string) => print(console, text) } = this.#inputs;
    const { control, protocolError } = this.#link;
    if (control.isForced || control.endedBy !== undefined || protocolError !== undefined) return;
    const text = this.#result.text(exitCode);
    if (text !== undefined) onResult(text);
  }

  /** A runner that has ended by itself is admitted: what it ended of is reported. */
  async #isAdmitted(): Promise<boolean> {
    const { admitted = Promise.resolve(true) } = this.#inputs;
    return await Promise.race([admitted, this.#link.runner.exited.then(() => true)]);
  }

  /** Opens the mirror of a live app, where the settings have a port for it. */
  async #openMirror(): Promise<Mirror | undefined> {
    const { console, config } = this.#inputs;
    const { channel, broker } = this.#link;
    const log = this.#log;
    const terminal = this.#terminal;
    const port = config.serverPort;
    if (terminal === undefined || port === undefined) return undefined;
    const { openMirror } = await import('./terminal/app-mirror.js');
    const mirror = await openMirror({ console, config, port }, { log, terminal, channel, broker });
    this.#parts.defer(async () => {
      // The user's own terminal first.
      await terminal.close();
      await mirror.close(KILLED);
    });
    return mirror;
  }

  #registerServices(mirror: Mirror | undefined): void {
    const end = registerServices(this.#link.broker, this.#inputs, {
      terminal: this.#terminal,
      mirror,
      log: this.#log,
      state: this.#state,
      messages: this.#files.messages,
      onWarning: (warning) => this.#warnings.set(warning.message, warning),
    });
    // What the app has started ends before the terminal is restored: it may have it.
    this.#parts.defer(end);
  }

  /** Developer tools and the assistant of a live app. */
  async #offerTools(): Promise<void> {
    const terminal = this.#terminal;
    if (terminal === undefined) return;
    const { offerTools } = await import('./terminal/offer-tools.js');
    const { channel, broker } = this.#link;
    await offerTools(this.#inputs, {
      terminal,
      channel,
      broker,
      log: this.#log,
      onSaved: () => sendSettings(this.#watchedSettings),
    });
  }

  /** As they were read with the scripts: what was approved. Where that failed, the scripts report why. */
  async #readParts(): Promise<DocumentParts> {
    const { source, code } = this.#inputs;
    if (!mayHaveParts(source.text)) return [];
    return await code.then(
      ({ parts }) => parts,
      () => [],
    );
  }

  #start(parts: DocumentParts): void {
    const { theme, blueNoise } = this.#files;
    const own = {
      parts,
      logs: this.#log.isRead,
      theme,
      blueNoise,
      state: this.#state?.saved,
      hasInput: this.#link.runner.stdin !== undefined,
    };
    this.#link.channel.start(startOf(this.#inputs, own, this.#terminal));
  }

  /** Follows the app's files, where they are edited. */
  #followEdits(started: Promise<void>): void {
    const { editor, appFile, task, ...inputs } = this.#inputs;
    if (editor === undefined || appFile === undefined || task.type !== 'live') return;
    const { source, permissions, variables, code, lateModules } = inputs;
    const { channel, broker, control } = this.#link;
    const end = edits().followEdits({
      channel,
      broker,
      started,
      source,
      appFile,
      permissions,
      variables,
      code,
      lateModules,
      editor: {
        path: editor.path,
        check: () => editor.check(),
        errorsWithin: (version, limits) => editor.errorsWithin(version, limits),
        restart: () => {
          editor.restart();
          control.onEnd('SIGTERM');
        },
      },
    });
    this.#parts.defer(end);
  }

  get #watchedSettings(): WatchInputs {
    const inputs = this.#inputs;
    return {
      config: inputs.config,
      channel: this.#link.channel,
      theme: () => userTheme(inputs),
    };
  }
}

/** Files that the user has chosen, which the app need not be able to read. */
interface UserFiles {
  readonly theme: ReturnType<typeof userTheme>;
  readonly blueNoise: string | undefined;
  readonly messages: ReturnType<typeof userMessages>;
}

function terminalOf({ console, config, keyboard }: LaunchInputs, link: RunnerLink): AppTerminal {
  const { runner, control } = link;
  return new (terminals().AppTerminal)({
    console,
    config,
    keyboard,
    frames: runner.frames,
    host: control,
    onOpen: () => control.leaveStops(),
    onLend: (isLent) => control.lend(isLent),
    onEnd: () => control.force(),
    onGone: (code) => control.terminalClosed(code),
    onBroken: (error) => link.break(error),
    isBlocked: () => link.isBlocked,
  });
}
