/**
 * Runs an app in its sandbox: starts the runner, answers what it asks, and has the terminal back at the
 * end whatever became of it.
 */
import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../../config/index.js';
import { DiagnosticError, printable, type Source } from '../../../runtime/diagnostics.js';
import type { FileFilter } from '../../../runtime/script/bundle/files.js';
import { LOG_LEVELS, type LogEntry } from '../../../runtime/script/logger.js';
import { report, type Console } from '../../console.js';
import { EXIT } from '../../exit-codes.js';
import { openLogFile, type LogFile } from '../../logging.js';
import { realPathOfDescriptor } from '../../opened-file.js';
import { configuredTheme, isThemeFile, readThemeFile } from '../../../runtime/theme-choice.js';
import { Broker, type BrokerHandler } from '../broker/broker.js';
import { collect } from '../broker/limits.js';
import { registerAccess } from '../broker/access.js';
import { registerOwn } from '../broker/own.js';
import { Channel } from '../channel/channel.js';
import { cutLogMessage } from '../channel/payloads.js';
import type { AppCode } from '../broker/compiler/compile.js';
import { Control, signalCode } from './control.js';
import { runnerEnvironment, terminalVariables } from './environment.js';
import { changed, type HeldPaths } from './held-paths.js';
import { heapFlags, memoryLimit, MemoryWatch, type MemoryLimit } from './memory.js';
import { RunnerProcess } from './process.js';
import type { RunnerStart, Task } from '../channel/task.js';
import {
  accessTo,
  isGuarded,
  allowsSetting,
  allowsSwitch,
  grantedEnvironment,
} from '../policy/check.js';
import { mountsOf, symlinksLeaving } from '../policy/mounts.js';
import { stepsOf, type PathWords } from '../policy/grants/paths.js';
import type { Permissions } from '../policy/types.js';
import { isRecord } from '../channel/protocol.js';
import type { ProtocolError } from '../channel/protocol-error.js';
import type { RemoteApp } from '../remote/remote.js';
import { watchSettings, type WatchInputs } from './settings-watch.js';
import { TerminalGuard } from './terminal-guard.js';
import type { Tier } from './tier/tier.js';
import { runnerCommand } from './tier/command.js';
import { findUnverified, restrictionsOf } from './verify-mounts.js';

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
  /** Where the app came from the web. */
  readonly remote?: RemoteApp | undefined;
  /** The file that the picture goes to, where the task keeps it. */
  readonly output?: string | undefined;
  /** Takes the picture of a task that keeps it. */
  readonly onPicture?: ((text: string) => Promise<void>) | undefined;
  /** Adds what the app may ask for beside the launcher's own. */
  readonly extend?: ((broker: Broker) => void) | undefined;
}

/** Milliseconds that messages of a runner that has ended may still take. */
const LAST_WORDS = 50;

/** Runs the app to its end. The exit code; undefined where it was not admitted. */
export async function launch(inputs: LaunchInputs): Promise<number | undefined> {
  const { console, tier, permissions, held, words, task } = inputs;
  // Node would open its inspector, on a port that other users reach as well, at the first such signal.
  process.on('SIGUSR1', ignore);
  held.create(permissions, { covers: tier.bubblewrap !== undefined });
  refuseLinks(inputs);
  refuseOutput(inputs);
  const theme = userTheme(inputs);
  const log = openAllowedLog(inputs);
  const entry = runnerEntry();
  const memory = memoryLimit(inputs.config);
  const nodeArgs = heapFlags(memory);
  const command = runnerCommand({ tier, permissions, held, ...entry, cwd: words.cwd, nodeArgs });
  held.check();
  const isLive = task.type === 'live';
  const runner = new RunnerProcess(
    command,
    runnerEnvironment(console.env, !isLive, inputs.remote?.url),
    words.cwd,
  );
  // A picture is for whatever shows it; a script that paints one can write to the terminal all the same.
  const isTerminal = console.stdout.isTTY === true && !/^(dumb)?$/.test(console.env['TERM'] ?? '');
  const guard = new TerminalGuard(isTerminal ? console.stdout.fd : undefined);
  const watch = new MemoryWatch(
    () => runner.runningPid,
    memory.limit,
    () => runner.kill(),
  );
  const state: RunState = { ready: false, fault: undefined, changed: undefined, memory, watch };
  const broker = new Broker();
  const channel = connect(runner, broker, state);
  const control = new Control({
    ...{ runner, channel, guard },
    keyboard: isLive && console.stdin.isTTY ? console.stdin : undefined,
  });
  let endedBy: NodeJS.Signals | undefined;
  let endAccess: (() => void) | undefined;
  let endWatch: (() => void) | undefined;
  // However this process comes to its end: the app does not go on without it.
  const atExit = (): void => {
    runner.kill();
    guard.restore();
  };
  process.on('exit', atExit);
  try {
    registerOwn(broker, { ...inputs, env: console.env });
    endAccess = registerAccess(broker, { permissions, words, env: console.env });
    inputs.extend?.(broker);
    hear(broker, { guard, control, state, held, log, isLive });
    if (isLive) endWatch = watchSettings(watchedSettings(inputs, channel));
    const picture = takePicture(broker, inputs);
    if (!(await isAdmitted(inputs, runner))) {
      runner.kill();
      await runner.exited;
      return undefined;
    }
    const started = isMade(runner, broker, inputs, state).then((made) => {
      if (made) channel.start(startOf(inputs, { logs: log !== undefined, theme }));
    });
    // While the runner starts.
    void sendCode(channel, inputs, started);
    const code = await runner.exited;
    await settled(channel);
    const { isHeld } = guard;
    guard.restore();
    const told = tell(inputs, state, control, code, isHeld);
    if (picture.text !== undefined) await inputs.onPicture?.(picture.text);
    endedBy = control.endedBy;
    return told;
  } finally {
    control.close();
    watch.close();
    runner.kill();
    held.close();
    guard.restore();
    channel.close();
    endAccess?.();
    endWatch?.();
    log?.close();
    process.removeListener('exit', atExit);
    // A program that paints one frame dies of a signal, as programs do; a live app ends with its code.
    if (endedBy !== undefined && !isLive) await dieOf(endedBy);
  }
}

/** A runner that has ended by itself is admitted: what it ended of is reported. */
async function isAdmitted(
  { admitted = Promise.resolve(true) }: LaunchInputs,
  runner: RunnerProcess,
): Promise<boolean> {
  return await Promise.race([admitted, runner.exited.then(() => true)]);
}

async function dieOf(signal: NodeJS.Signals): Promise<void> {
  process.kill(process.pid, signal);
  // Nobody listens: it is delivered before this is over.
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/**
 * The file of a theme that the user has chosen, read here: the app need not be able to. A policy's file is read by
 * the app, within what it is granted.
 *
 * @throws DiagnosticError
 */
function userTheme({ config }: LaunchInputs): Source | undefined {
  const path = configuredTheme(config);
  if (!isThemeFile(path) || config.getSource('theme') === 'policy') return undefined;
  return readThemeFile(path, (fd) => {
    // An app could have made a link of the name: through it, it gets to see sheets and nothing else.
    const real = realPathOfDescriptor(fd, path);
    return real !== undefined && isThemeFile(real)
      ? undefined
      : 'it is a link to a file that does not end in .css';
  });
}

function watchedSettings(inputs: LaunchInputs, channel: Channel): WatchInputs {
  const secrets = allowsSwitch(inputs.permissions, 'ai');
  return { config: inputs.config, channel, secrets, theme: () => userTheme(inputs) };
}

function ignore(): void {
  // See where it is installed.
}

interface RunState {
  /** The runner has read its start. */
  ready: boolean;
  fault: ProtocolError | undefined;
  /** A granted or denied path that is not what it was: the app was not started. */
  changed: string | undefined;
  readonly memory: MemoryLimit;
  readonly watch: MemoryWatch;
}

/** Whether the app may start: once its sandbox has been looked at, where bubblewrap alone does not vouch for it. */
async function isMade(
  runner: RunnerProcess,
  broker: Broker,
  { tier: { bubblewrap }, permissions, held }: LaunchInputs,
  state: RunState,
): Promise<boolean> {
  const restrictions = bubblewrap && restrictionsOf(permissions, held);
  const byDescriptor = bubblewrap?.descriptors === true;
  if (byDescriptor && restrictions?.length === 0) return true;
  await new Promise<void>((resolve) => broker.onNotice('mounted', () => resolve()));
  state.changed = findUnverified(await runner.pid, held, restrictions, byDescriptor);
  if (state.changed !== undefined) runner.kill();
  return state.changed === undefined;
}

function connect(runner: RunnerProcess, broker: Broker, state: RunState): Channel {
  const open = (stream: RunnerProcess['channel']): Channel =>
    new Channel(stream, {
      side: 'launcher',
      onRequest: (request) => broker.answer(request),
      onNotice: (kind, payload) => broker.notice(kind, payload),
      onClose: (error) => {
        if (error === undefined) return;
        state.fault ??= error;
        runner.kill();
      },
    });
  open(runner.syncChannel);
  return open(runner.channel);
}

/** Notices of the runner. */
function hear(
  broker: Broker,
  parts: {
    guard: TerminalGuard;
    control: Control;
    state: RunState;
    held: HeldPaths;
    log: LogFile | undefined;
    isLive: boolean;
  },
): void {
  const { guard, control, state, held, log, isLive } = parts;
  broker.onNotice('ready', () => {
    state.ready = true;
    held.close();
    control.watch();
  });
  broker.onNotice('alive', () => control.alive());
  broker.onNotice('terminal', (payload) => guard.hold(payload));
  // It stops the whole group of processes: in a build nobody would continue it.
  if (isLive) broker.onNotice('suspend', () => control.suspend());
  broker.onNotice('log', (payload) => {
    const entry = readEntry(payload);
    if (entry !== undefined) log?.append(entry);
  });
}

function readEntry(payload: unknown): LogEntry | undefined {
  const { time, level, message } = isRecord(payload) ? payload : {};
  const known = LOG_LEVELS.find((each) => each === level);
  if (known === undefined || typeof message !== 'string') return undefined;
  // A date that cannot be written would throw.
  const at = typeof time === 'number' && Math.abs(time) <= 8.64e15 ? time : Date.now();
  return { time: at, level: known, message: cutLogMessage(message) };
}

/** Kept until the app has ended: what goes wrong with it is the user's business then. */
function takePicture(broker: Broker, { task }: LaunchInputs): { text: string | undefined } {
  const picture: { text: string | undefined } = { text: undefined };
  if (task.type !== 'paint' || !task.kept) return picture;
  const max = PICTURE_BASE + task.width * task.height * PICTURE_CELL;
  let isKept = false;
  const keep: BrokerHandler = async ({ body }) => {
    if (isKept || body === undefined) throw new Error('there is one picture');
    isKept = true;
    picture.text = (await collect(body, Math.min(max, MAX_PICTURE), 'the picture')).toString();
    return {};
  };
  broker.register('picture', keep, { streams: true });
  return picture;
}

/** Bytes that a picture may have beside its cells, for each cell in the wordiest format, and in all. */
const PICTURE_BASE = 1024 * 1024;
const PICTURE_CELL = 1024;
const MAX_PICTURE = 1024 * 1024 * 1024;

function startOf(
  { console, source, config, argv, task, notices = [], ...rest }: LaunchInputs,
  own: Pick<RunnerStart, 'logs' | 'theme'>,
): RunnerStart {
  const { permissions, words } = rest;
  return {
    ...{ task, source, argv, notices, permissions, words, ...own },
    byNodeAlone: rest.tier.bubblewrap === undefined,
    config: config.state({
      secrets: allowsSwitch(permissions, 'ai'),
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
    channel.notify('code', { blocks, result });
  } catch (error) {
    await started;
    // The runner waits for it, and then asks, and is told why.
    channel.notify('code', { blocks: [], result: null, error: String(error) });
  }
}

/** Its last messages are in the socket when it has ended: what it held of the terminal is among them. */
async function settled(channel: Channel): Promise<void> {
  const end = Date.now() + LAST_WORDS;
  while (channel.isOpen && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** @param isHeld it has not given the terminal back, as it does at each end of its own */
function tell(
  { console }: LaunchInputs,
  state: RunState,
  control: Control,
  code: number,
  isHeld: boolean,
): number {
  const say = (errorCode: string, message: string, suggestion?: string): void =>
    report(console, [{ severity: 'error', code: errorCode, message, suggestion }]);
  if (state.fault !== undefined) {
    say('runner-broken', `the app was ended: it sent ${state.fault.message} to the launcher`);
    return EXIT.failed;
  }
  if (state.watch.explains(code)) {
    const { limit } = state.memory;
    say('out-of-memory', `the app used more than ${limit} MB of memory`, moreMemory(state.memory));
    return EXIT.failed;
  }
  if (control.endedBy !== undefined) return signalCode(control.endedBy);
  if (state.changed !== undefined) {
    report(console, changed(state.changed).diagnostics);
    return EXIT.usage;
  }
  if (!state.ready) {
    say('no-sandbox', 'the sandbox could not be started, so the app was not');
    return EXIT.failed;
  }
  if (isHeld && code > 128) {
    const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128);
    say('app-killed', `the app did not end by itself: ${signal?.[0] ?? `code ${code}`}`);
  }
  return code;
}

function moreMemory({ limit, byPolicy }: MemoryLimit): string {
  return byPolicy
    ? "raise limits.memory in the app's policy"
    : `allow it more with --limits-memory=${2 * limit}, or with limits.memory in your settings`;
}

/** The bundle of the runner, beside the launcher's. */
function runnerEntry(): { entry: string; code: string } {
  const here = realpathSync(fileURLToPath(import.meta.url));
  // In bundle/, one folder below the build's own.
  const code = dirname(dirname(here));
  return { entry: join(code, 'cli', 'sandbox', 'runner.cjs'), code };
}

/**
 * The user may log where they like, but not through a link that this app could have made. A policy may log
 * where its app may write: the launcher opens the file for it.
 */
function openAllowedLog({ config, permissions, words }: LaunchInputs): LogFile | undefined {
  const origin = config.getOrigin('log.file');
  return openLogFile(config, (real, path) => {
    const refuse = (message: string, suggestion: string): never => {
      throw new DiagnosticError([
        { severity: 'error', code: 'cannot-write', message: `log.file: ${message}`, suggestion },
      ]);
    };
    if (origin?.source === 'policy' && accessTo(permissions, real) !== 'write') {
      refuse(
        `the app may not write ${path}; it is set by ${origin.place}`,
        isGuarded(permissions, real)
          ? 'leave it out: no app has files there'
          : `run it with --allow-write=${path}`,
      );
    }
    const link = writableLink(permissions, path, words.cwd);
    if (link === undefined) return;
    refuse(
      `${path} leads through the link ${link}, which the app can change; it is set by ${origin?.place ?? 'log.file'}`,
      `name the file that it leads to: ${real}`,
    );
  });
}

/** What the launcher writes for the user does not go where the app leads it. */
function refuseOutput({ output, permissions, words }: LaunchInputs): void {
  const link = output === undefined ? undefined : writableLink(permissions, output, words.cwd);
  if (output === undefined || link === undefined) return;
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'cannot-write',
      message: `leads through the link ${printable(link)}, which the app can change`,
      source: { file: output, text: '' },
      suggestion: 'name the file that it leads to',
    },
  ]);
}

/** A symlink on the way to a path that the app could have put there. */
function writableLink(permissions: Permissions, path: string, cwd: string): string | undefined {
  // It needs no link to write where it likes.
  if (permissions.all.granted || permissions.write.everything !== undefined) return undefined;
  const links = stepsOf(path, cwd)?.slice(0, -1) ?? [];
  return links.find((link) => accessTo(permissions, dirname(link)) === 'write');
}

/** Node's permission model follows symlinks to wherever they lead. */
function refuseLinks(inputs: LaunchInputs): void {
  const { tier, permissions } = inputs;
  if (tier.bubblewrap !== undefined) return;
  refuseStars(inputs);
  const { links, complete } = symlinksLeaving(permissions);
  if (links.length === 0 && complete) return;
  const shown = links.slice(0, 5).map(printable).join(', ');
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'no-sandbox',
      message: complete
        ? `${tier.name} cannot keep the app from following ${shown}${links.length > 5 ? ` and ${links.length - 5} more links` : ''}: what leads out of its grants, or nowhere yet`
        : 'the granted folders hold too many files to look for links that lead out of them',
      suggestion: 'remove them, grant what they lead to, or install bubblewrap',
    },
  ]);
}

/** A folder that somebody has named "*" would be all folders beside it. */
function refuseStars({ tier, permissions }: LaunchInputs): void {
  const found = mountsOf(permissions).find(
    ({ path, access }) => access !== 'none' && path.includes('*'),
  );
  if (found === undefined) return;
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'no-sandbox',
      message: `${tier.name} takes the "*" in ${printable(found.path)} for every name`,
      suggestion: 'rename it, or install bubblewrap',
    },
  ]);
}
