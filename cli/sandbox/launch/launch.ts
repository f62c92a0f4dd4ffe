/** Runs an app in its sandbox: starts the runner, answers its requests, and restores the terminal. */
import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../../config/index.js';
import type { Diagnostic, Source } from '../../../runtime/base/diagnostics.js';
import type { FileFilter } from '../../../runtime/script/bundle/files.js';
import type { LogEntry } from '../../../runtime/script/logger.js';
import { late } from '../../../runtime/base/late.js';
import type { Tools } from '../../../runtime/terminal/divided/divided-display.js';
import type { Keyboard } from '../../../runtime/terminal/tty.js';
import { compiledCode } from '../../compiled-code.js';
import {
  endUnwritten,
  hasColor,
  inputOf,
  isTerminal,
  report,
  sharesOutput,
  writeFirst,
  type Console,
} from '../../command-line/console.js';
import { EXIT } from '../../command-line/exit-codes.js';
import type { AssistantService } from '../../assistant/ports.js';
import type { Devtools } from '../../devtools/devtools.js';
import type { StateOwner } from '../../state/state-owner.js';
import type { LogFile } from '../../log/log-file.js';
import { Broker } from '../broker/broker.js';
import { registerAccess } from '../broker/access.js';
import { registerOwn } from '../broker/own.js';
import { Channel, type ChannelOptions } from '../channel/channel.js';
import { cutLogMessage } from '../channel/payloads.js';
import { packResult } from '../channel/sent-result.js';
import type { AppCode } from '../broker/compiler/compile.js';
import {
  openAllowedLog,
  refuseLinks,
  refuseOutput,
  userBlueNoise,
  userMessages,
  userTheme,
} from './own-files.js';
import type { EditInputs, Editor } from './editing/follow-edits.js';
import { openState } from './kept-state.js';
import { Control, signalCode, signalOf } from './runner/control.js';
import { runnerEnvironment, terminalVariables } from './runner/environment.js';
import { pathChanged, type HeldPaths } from './held-paths.js';
import { heapFlags, memoryLimit, MemoryWatch, type MemoryLimit } from './runner/memory.js';
import { takePicture } from './picture.js';
import { endOf } from './runner/end.js';
import { RunnerProcess, type RunnerStreams } from './runner/process.js';
import { RunnerOutput, type AppBytes } from './runner/output.js';
import { makePipes } from './runner/pipes.js';
import { InputFeed } from './runner/input.js';
import type { AppTerminal } from './terminal/app-terminal.js';
import type { RunnerStart, Task } from '../channel/task.js';
import type { AiSetup } from '../policy/ai/endpoint.js';
import { accessTo, allowsSetting, grantedEnvironment } from '../policy/check.js';
import type { PathWords } from '../policy/grants/paths.js';
import { cacheFolder, statesFolder } from '../policy/resolve.js';
import type { Permissions } from '../policy/types.js';
import { readEntry } from './terminal/log-entries.js';
import type { MirrorSlot } from './terminal/app-mirror.js';
import type { RemoteApp } from '../remote/remote.js';
import { sendSettings, watchSettings, type WatchInputs } from './settings-watch.js';
import type { Tier } from './tier/tier.js';
import { runnerCommand, v8Flags, type RunnerCommand } from './tier/command.js';
import { findUnverified, restrictionsOf } from './verify-mounts.js';

const terminals = late(
  () => require('./terminal/app-terminal.js') as typeof import('./terminal/app-terminal.js'),
);
const edits = late(
  () => require('./editing/follow-edits.js') as typeof import('./editing/follow-edits.js'),
);

export interface LaunchInputs {
  readonly console: Console;
  readonly source: Source;
  readonly config: Config;
  readonly argv: readonly string[];
  readonly task: Task;
  readonly tier: Tier;
  readonly permissions: Permissions;
  /** The granted files and folders, opened before the question. They are closed here. */
  readonly held: HeldPaths;
  readonly words: PathWords;
  /** What the question was about is what runs: it is compiled once. */
  readonly code: Promise<AppCode>;
  /**
   * Whether the app may start, where only its content decides. Until then the runner has nothing of it; it
   * is ended where the answer is no.
   */
  readonly admitted?: Promise<boolean> | undefined;
  /** Decides which files may be added to the app while it runs. */
  readonly lateModules?: (() => Promise<FileFilter>) | undefined;
  /** What a live app shows first. */
  readonly notices?: readonly string[] | undefined;
  /** Where keys of a live app come from. */
  readonly keyboard?: Keyboard | undefined;
  /** What the app's state is kept for; undefined: nothing is kept. */
  readonly stateOwner?: StateOwner | undefined;
  /** Where the app came from the web. */
  readonly remote?: RemoteApp | undefined;
  /** The file that the picture goes to, where the task keeps it. */
  readonly output?: string | undefined;
  /** The AI service that the app would use; default: none is set up. */
  readonly ai?: AiSetup | undefined;
  /** The user's own AI service, for the assistant. */
  readonly assistant?: (() => Promise<AssistantService>) | undefined;
  /** Takes the picture of a task that keeps it. */
  readonly onPicture?: ((text: string) => Promise<void>) | undefined;
  /** Starts the runner in another way than in its sandbox; for `trainLive`, which runs no app. */
  readonly command?: RunnerCommand | undefined;
  /** The app's files are followed as they change; undefined: what was read at the start runs. */
  readonly editor?: Editor | undefined;
  /** Real path of the document, of an app in a file. */
  readonly appFile?: string | undefined;
  /** Adds what the app may ask for beside the launcher's own. */
  readonly extend?: ((broker: Broker) => void) | undefined;
}

/** Milliseconds that messages of a runner that has ended may still take. */
const LAST_WORDS = 50;
/** Milliseconds that the reader of its output may take, where a signal has ended it. */
const LAST_READ = 1000;

const KILLED = signalCode('SIGKILL');

/** Runs the app to its end. The exit code; undefined where it was not admitted. */
export async function launch(inputs: LaunchInputs): Promise<number | undefined> {
  const { console, tier, permissions, held, task } = inputs;
  const memory = memoryLimit(inputs.config);
  const nodeArgs = heapFlags(memory);
  held.create(permissions, { covers: tier.bubblewrap !== undefined });
  refuseLinks(inputs);
  refuseOutput(inputs);
  const theme = userTheme(inputs);
  const blueNoise = userBlueNoise(inputs);
  const messages = userMessages(inputs);
  const keeper = openState(inputs);
  const log = openAllowedLog(inputs);
  const isLive = task.type === 'live';
  const runner = startRunner(inputs, nodeArgs);
  const watch = new MemoryWatch(
    () => runner.runningPid,
    memory.limit,
    () => runner.kill(),
  );
  const state: RunState = {
    ready: false,
    protocolError: undefined,
    blocked: 0,
    changed: undefined,
    memory,
    watch,
  };
  const broker = new Broker();
  const channel = connect(runner, broker, state);
  const control = new Control({ runner, channel });
  const mirror: MirrorSlot = { open: undefined };
  const tools: ToolsSlot = { open: undefined };
  const output = outputOf(runner, inputs, log, tools);
  const input = new InputFeed(runner.stdin, console);
  const terminal = isLive ? terminalOf(inputs, runner, control, state, mirror) : undefined;
  let endedBy: NodeJS.Signals | undefined;
  /** Reported when the app has ended: the screen is its own until then. */
  const warnings = new Map<string, Diagnostic>();
  let endAccess: (() => void) | undefined;
  let endWatch: (() => void) | undefined;
  let endEdits: (() => void) | undefined;
  // However this process comes to its end: the app does not go on without it.
  const atExit = (): void => runner.kill();
  process.on('exit', atExit);
  try {
    registerOwn(broker, {
      ...inputs,
      env: console.env,
      sendCopy: () => terminal?.sendCopy,
      copyRemotely: (text) => mirror.open?.copy(text) ?? false,
    });
    endAccess = registerAccess(broker, accessOf(inputs, terminal, log, warnings));
    keeper?.register(broker);
    broker.register('messages', ({ payload }) => ({
      value: (typeof payload === 'string' ? messages?.read(payload) : undefined) ?? null,
    }));
    broker.register('input', () => {
      input.start();
      return {};
    });
    inputs.extend?.(broker);
    handleNotices(broker, { state, held, log, mirror });
    if (isLive) endWatch = watchSettings(watchedSettings(inputs, channel));
    const picture = takePicture(broker, inputs.task);
    // Listened to from here on: the runner may be up before the content is known.
    const mounted = new Promise<void>((resolve) => broker.onNotice('mounted', () => resolve()));
    if (!(await isAdmitted(inputs, runner))) {
      runner.kill();
      await runner.exited;
      return undefined;
    }
    if (terminal !== undefined) {
      const ends = { terminal, channel, broker };
      await offerMirror(inputs, ends, mirror);
      await offerTools(inputs, ends, tools);
    }
    const hasLog = log !== undefined || mirror.open !== undefined;
    const started = isMade(runner, mounted, inputs, state).then((made) => {
      if (made)
        channel.start(
          startOf(
            inputs,
            {
              logs: hasLog,
              theme,
              blueNoise,
              state: keeper?.saved,
              hasInput: runner.stdin !== undefined,
            },
            terminal,
          ),
        );
    });
    // While the runner starts.
    void sendCode(channel, inputs, started);
    const retained = retain(inputs, log, started);
    endEdits = startEdits(inputs, { channel, broker, control, started });
    const code = await endOf(runner, { broker, channel, lastOutput: LAST_WORDS });
    await terminal?.close(LAST_WORDS);
    input.end();
    await finishOutput(output, control);
    const exitCode = reportEnd(inputs, state, control, code);
    await mirror.open?.close(exitCode);
    report(console, [...(await retained), ...warnings.values()]);
    await keepPicture(inputs, picture.text);
    endedBy = control.endedBy;
    return exitCode;
  } finally {
    control.close();
    watch.close();
    runner.kill();
    input.end();
    held.close();
    // What the app has started ends first: it may have the terminal.
    channel.close();
    endAccess?.();
    await terminal?.close();
    await mirror.open?.close(KILLED);
    endWatch?.();
    endEdits?.();
    log?.close();
    messages?.close();
    process.removeListener('exit', atExit);
    // A program that paints one frame dies of a signal, as programs do; a live app ends with its code.
    if (endedBy !== undefined && !isLive) await dieOf(endedBy);
  }
}

/** Starts the runner, once no granted or denied path is another than it was. */
function startRunner(inputs: LaunchInputs, nodeArgs: readonly string[]): RunnerProcess {
  const { console, tier, permissions, held, words, task } = inputs;
  const command =
    inputs.command ??
    runnerCommand({ tier, permissions, held, ...runnerEntry(), cwd: words.cwd, nodeArgs });
  const streams = streamsOf(inputs);
  held.check();
  return new RunnerProcess(
    command,
    runnerEnvironment(console.env, task.type !== 'live', inputs.remote?.url),
    words.cwd,
    { ...streams, code: compiledCode.openRunner([...v8Flags(tier), ...nodeArgs]) },
  );
}

/** What the app has by its permissions. Warnings about its sign-ins and its sound are added to `warnings`. */
function accessOf(
  { console, permissions, words, config, ai, stateOwner }: LaunchInputs,
  terminal: AppTerminal | undefined,
  log: LogFile | undefined,
  warnings: Map<string, Diagnostic>,
): Parameters<typeof registerAccess>[1] {
  const warn = (code: string, message: string): void => {
    log?.append({ time: Date.now(), level: 'WARN', message });
    warnings.set(message, { severity: 'warning', code, message });
  };
  return {
    permissions,
    words,
    terminal,
    env: console.env,
    ai,
    audioConfig: config,
    onAudioWarning: (message) => warn('no-player', message),
    oauth: {
      config,
      home: console.home,
      owner: stateOwner?.id,
      onWarning: (message) => warn('no-keyring', message),
      onKept: (message) => log?.append({ time: Date.now(), level: 'INFO', message }),
    },
  };
}

/** What a live app and the user share. */
interface LiveEnds {
  readonly terminal: AppTerminal;
  readonly channel: Channel;
  readonly broker: Broker;
}

/** Opens the mirror, where the settings have a port for it. */
async function offerMirror(
  inputs: LaunchInputs,
  ends: LiveEnds,
  mirror: MirrorSlot,
): Promise<void> {
  const port = inputs.config.serverPort;
  if (port === undefined) return;
  const { openMirror } = await import('./terminal/app-mirror.js');
  await openMirror({ ...inputs, port }, { mirror, ...ends });
}

/** Developer tools and the assistant: where one opens, the other closes. */
async function offerTools(inputs: LaunchInputs, ends: LiveEnds, tools: ToolsSlot): Promise<void> {
  const { console, permissions, config, source, assistant: service } = inputs;
  const { terminal, channel } = ends;
  const common = { console, permissions, config, ...ends };
  const assistant: { open?: Tools } = {};
  const { offerDevtools } = await import('./terminal/app-devtools.js');
  const devtools = (tools.open = offerDevtools({
    ...common,
    file: source.file,
    onSaved: () => sendSettings(watchedSettings(inputs, channel)),
    makeRoom: () => assistant.open?.close(),
  }));
  terminal.tools = devtools;
  if (service === undefined || !config.assistantEnabled) return;
  const [{ offerAssistant }, { joinTools }] = await Promise.all([
    import('./terminal/app-assistant.js'),
    import('../../../runtime/terminal/divided/divided-display.js'),
  ]);
  assistant.open = offerAssistant({ ...common, service, makeRoom: () => devtools.close() });
  terminal.tools = joinTools([devtools, assistant.open]);
}

/** A runner that has ended by itself is admitted: what it ended of is reported. */
async function isAdmitted(
  { admitted = Promise.resolve(true) }: LaunchInputs,
  runner: RunnerProcess,
): Promise<boolean> {
  return await Promise.race([admitted, runner.exited.then(() => true)]);
}

async function keepPicture({ onPicture }: LaunchInputs, text: string | undefined): Promise<void> {
  if (text !== undefined) await onPicture?.(text);
}

async function dieOf(signal: NodeJS.Signals): Promise<void> {
  const { programsEnded } = await import('../../../runtime/script/child-processes.js');
  await programsEnded();
  process.kill(process.pid, signal);
  // Without a listener it is delivered before this call returns.
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Follows the app's files; returns a function that ends that. */
function startEdits(
  { editor, appFile, task, ...inputs }: LaunchInputs,
  { control, ...ends }: Pick<EditInputs, 'channel' | 'broker' | 'started'> & { control: Control },
): (() => void) | undefined {
  if (editor === undefined || appFile === undefined || task.type !== 'live') return undefined;
  const { source, permissions, words, code, lateModules } = inputs;
  return edits().followEdits({
    ...ends,
    source,
    appFile,
    permissions,
    words,
    code,
    lateModules,
    editor: {
      path: editor.path,
      check: () => editor.check(),
      restart: () => {
        editor.restart();
        control.onEnd('SIGTERM');
      },
    },
  });
}

function watchedSettings(inputs: LaunchInputs, channel: Channel): WatchInputs {
  return { config: inputs.config, channel, theme: () => userTheme(inputs) };
}

interface RunState {
  /** The runner has read its start. */
  ready: boolean;
  protocolError: Error | undefined;
  /** Requests that block the runner. */
  blocked: number;
  /** A granted or denied path that is not what it was: the app was not started. */
  changed: string | undefined;
  readonly memory: MemoryLimit;
  readonly watch: MemoryWatch;
}

/** Whether the app may start: once its sandbox has been looked at, where bubblewrap alone does not vouch for it. */
async function isMade(
  runner: RunnerProcess,
  mounted: Promise<void>,
  { tier: { bubblewrap }, permissions, held }: LaunchInputs,
  state: RunState,
): Promise<boolean> {
  const restrictions = bubblewrap && restrictionsOf(permissions, held);
  const byDescriptor = bubblewrap?.descriptors === true;
  if (byDescriptor && restrictions?.length === 0) return true;
  await mounted;
  state.changed = findUnverified(await runner.pid, held, restrictions, byDescriptor);
  if (state.changed !== undefined) runner.kill();
  return state.changed === undefined;
}

function connect(runner: RunnerProcess, broker: Broker, state: RunState): Channel {
  const answerSync: ChannelOptions['onRequest'] = async (request) => {
    state.blocked++;
    try {
      return await broker.answer(request);
    } finally {
      state.blocked--;
    }
  };
  const open = (
    stream: RunnerProcess['channel'],
    onRequest: ChannelOptions['onRequest'] = (request) => broker.answer(request),
  ): Channel =>
    new Channel(stream, {
      side: 'launcher',
      onRequest,
      onNotice: (kind, payload) => broker.notice(kind, payload),
      onClose: (error) => {
        if (error === undefined) return;
        state.protocolError ??= error;
        runner.kill();
      },
    });
  open(runner.syncChannel, answerSync);
  return open(runner.channel);
}

/** Nothing of the user's is passed on, neither a terminal nor a file: all that the runner gets are pipes of this process. */
function streamsOf({ console, source, appFile, permissions }: LaunchInputs): RunnerStreams {
  // An app that was read from stdin is at its end.
  const isRead = source.file === '<stdin>' && appFile === undefined;
  const input = isRead ? 'nothing' : inputOf(console);
  // A pipe made by name cannot be opened by another once its writer has gone, as could one of a shell's.
  const isOpened = accessTo(permissions, '/proc/self/fd') !== 'none';
  const hasPipe = input === 'other' && !isOpened;
  const isShared = sharesOutput(console);
  const folder = statesFolder(console.env, console.home);
  const pipes = makePipes(Number(hasPipe) + Number(isShared), folder) ?? [];
  const hasInput = input === 'socket' || input === 'other';
  const stdin = hasInput ? ((hasPipe ? pipes.shift() : undefined) ?? 'pipe') : 'ignore';
  return { stdin, output: pipes.shift() };
}

function outputOf(
  { stdout, stderr }: RunnerProcess,
  { console, task }: LaunchInputs,
  log: LogFile | undefined,
  tools: ToolsSlot,
): RunnerOutput[] {
  const of = (
    bytes: AppBytes | undefined,
    name: 'stdout' | 'stderr',
    level: LogEntry['level'],
  ): RunnerOutput[] => {
    if (bytes === undefined) return [];
    const kind = task.type === 'live' ? 'kept' : 'text';
    const output = new RunnerOutput(bytes, () => console[name], {
      as: isTerminal(console, name) ? kind : 'bytes',
      writeFirst: name === 'stdout' ? (piece) => writeFirst(console, piece) : undefined,
      onError: name === 'stdout' ? (error) => endUnwritten(console, error) : undefined,
      onLine: (message) => {
        const entry = { time: Date.now(), level, message: cutLogMessage(message) };
        log?.append(entry);
        tools.open?.logged([entry]);
      },
    });
    return [output];
  };
  return [...of(stdout, 'stdout', 'INFO'), ...of(stderr, 'stderr', 'WARN')];
}

/** Where a signal has ended the app, its reader may have been stopped as well. */
async function finishOutput(output: readonly RunnerOutput[], { endedBy }: Control): Promise<void> {
  const patience = endedBy === undefined ? undefined : LAST_READ;
  for (const each of output) await each.finish(patience);
}

function terminalOf(
  { console, config, keyboard }: LaunchInputs,
  runner: RunnerProcess,
  control: Control,
  state: RunState,
  mirror: MirrorSlot,
): AppTerminal {
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
    onBroken: (error) => {
      state.protocolError ??= error;
      runner.kill();
    },
    isBlocked: () => state.blocked > 0,
    onFrame: (frame) => mirror.open?.frame(frame),
    onTitle: (title) => mirror.open?.title(title),
    onImage: (id, image) =>
      image === undefined ? mirror.open?.removeImage(id) : mirror.open?.addImage(id, image),
  });
}

/** Developer tools, where there is a terminal for them. */
interface ToolsSlot {
  open: Devtools | undefined;
}

/** Notices of the runner. */
function handleNotices(
  broker: Broker,
  {
    state,
    held,
    log,
    mirror,
  }: {
    state: RunState;
    held: HeldPaths;
    log: LogFile | undefined;
    mirror: MirrorSlot;
  },
): void {
  broker.onNotice('ready', () => {
    state.ready = true;
    held.close();
  });
  broker.onNotice('log', (payload) => {
    for (const entry of readEntry(payload)) {
      log?.append(entry);
      mirror.open?.log(entry);
    }
  });
}

function startOf(
  { console, source, config, argv, task, notices = [], ...rest }: LaunchInputs,
  own: Pick<RunnerStart, 'logs' | 'theme' | 'blueNoise' | 'state' | 'hasInput'>,
  terminal: AppTerminal | undefined,
): RunnerStart {
  const { permissions, words } = rest;
  return {
    ...(terminal === undefined
      ? {}
      : { screen: { ...terminal.size, capabilities: terminal.capabilities } }),
    hasColor: hasColor(console, 'stderr'),
    task,
    source,
    argv,
    notices,
    permissions,
    words,
    ...own,
    isEdited: rest.editor !== undefined,
    byNodeAlone: rest.tier.bubblewrap === undefined,
    config: config.state({
      mayRead: (variable, isOwn) => allowsSetting(permissions, variable, isOwn),
    }),
    granted: grantedEnvironment(permissions, console.env),
    terminal: terminalVariables(console.env),
  };
}

async function sendCode(
  channel: Channel,
  inputs: LaunchInputs,
  started: Promise<void>,
): Promise<void> {
  try {
    const { blocks, result } = await inputs.code;
    await started;
    channel.notify('code', { blocks, result: result && packResult(result) });
  } catch (error) {
    await started;
    // The runner waits for it, then requests the scripts, and receives the error.
    channel.notify('code', { blocks: [], result: null, error: String(error) });
  }
}

/** `bundler.retainBundle`: keeps what runs, logs where, and returns what is left to report. */
async function retain(
  { config, code, console, remote, source, words }: LaunchInputs,
  log: LogFile | undefined,
  started: Promise<void>,
): Promise<readonly Diagnostic[]> {
  if (!config.bundlerRetainBundle) return [];
  const { result } = await code.catch(() => ({ result: null }));
  await started;
  if (result?.ok !== true) return [];
  try {
    const { retainBundle } = await import('./retain-bundle.js');
    const app = remote === undefined ? resolve(words.cwd, source.file) : addressOf(remote.url);
    const folder = retainBundle(cacheFolder(console.env, console.home), app, result.script);
    const message = `the compiled scripts are in ${folder}`;
    log?.append({ time: Date.now(), level: 'INFO', message });
    return [{ severity: 'info', code: 'bundle-kept', message }];
  } catch (error) {
    const { code: reason = 'unknown error' } = error as NodeJS.ErrnoException;
    const message = `the compiled scripts cannot be saved (${reason})`;
    return [{ severity: 'warning', code: 'cannot-write', message }];
  }
}

/** An address without what may be secret: its query and credentials. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Signals that no program ends itself with. */
const FATAL: ReadonlySet<string> = new Set([
  'SIGKILL',
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGSYS',
]);

function reportEnd(
  { console, task }: LaunchInputs,
  state: RunState,
  control: Control,
  code: number,
): number {
  const reportError = (errorCode: string, message: string, suggestion?: string): void =>
    report(console, [{ severity: 'error', code: errorCode, message, suggestion }]);
  if (state.protocolError !== undefined) {
    reportError(
      'runner-broken',
      `the app was ended: it sent an invalid message to the launcher: ${state.protocolError.message}`,
    );
    return EXIT.failed;
  }
  if (state.watch.explains(code)) {
    const { limit } = state.memory;
    reportError(
      'out-of-memory',
      `the app used more than ${limit} MB of memory`,
      moreMemory(state.memory),
    );
    return EXIT.failed;
  }
  if (control.isForced)
    reportError('app-killed', 'the app did not exit by itself; it was killed at your request');
  if (control.endedBy !== undefined) return signalCode(control.endedBy);
  if (state.changed !== undefined) {
    report(console, pathChanged(state.changed).diagnostics);
    return EXIT.usage;
  }
  if (!state.ready) {
    reportError('no-sandbox', 'the app did not start: the sandbox could not be started');
    return EXIT.failed;
  }
  const signal = signalOf(code);
  if (task.type === 'live' && signal !== undefined && FATAL.has(signal)) {
    reportError('app-killed', `the app was ended by ${signal}`);
  }
  return code;
}

function moreMemory({ limit, byPolicy }: MemoryLimit): string {
  return byPolicy
    ? "raise limits.memory in the app's policy"
    : `raise the limit with --limits-memory=${2 * limit}, or limits.memory in your settings`;
}

/** The bundle of the runner, beside the launcher's. */
function runnerEntry(): { entry: string; code: string } {
  const here = realpathSync(fileURLToPath(import.meta.url));
  // In bundle/, one folder below the build's own.
  const code = dirname(dirname(here));
  return { entry: join(code, 'cli', 'sandbox', 'runner.cjs'), code };
}
