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
import { LOG_LEVELS, type LogEntry } from '../../../runtime/script/logger.js';
import { compiledCode } from '../../compiled-code.js';
import { report, type Console } from '../../console.js';
import { EXIT } from '../../exit-codes.js';
import { openLogFile, type LogFile } from '../../logging.js';
import { Broker, type BrokerHandler } from '../broker/broker.js';
import { registerAccess } from '../broker/access.js';
import { registerOwn } from '../broker/own.js';
import { Channel } from '../channel/channel.js';
import { blocksIn, compileFor } from '../broker/compile.js';
import { Control, signalCode } from './control.js';
import { runnerEnvironment, terminalVariables } from './environment.js';
import { prepareFolders } from './folders.js';
import { RunnerProcess } from './process.js';
import type { RunnerStart, Task } from '../channel/task.js';
import { accessTo, allowsSwitch, grantedEnvironment } from '../policy/check.js';
import { mountsOf, symlinksLeaving } from '../policy/mounts.js';
import { type PathWords, realPathOf } from '../policy/grants/paths.js';
import type { Permissions } from '../policy/types.js';
import { isRecord, LARGEST_FROM_RUNNER, type ProtocolError } from '../channel/protocol.js';
import type { RemoteApp } from '../remote/remote.js';
import { TerminalGuard } from './terminal-guard.js';
import type { Tier } from './tier/tier.js';
import { runnerCommand, v8Flags, type RunnerCommand } from './tier/command.js';

export interface LaunchInputs {
  readonly console: Console;
  readonly source: Source;
  readonly config: Config;
  readonly argv: readonly string[];
  readonly task: Task;
  readonly tier: Tier;
  readonly permissions: Permissions;
  readonly words: PathWords;
  /** Where the app came from the web. */
  readonly remote?: RemoteApp | undefined;
  /** Takes the picture of a task that keeps it. */
  readonly onPicture?: ((text: string) => Promise<void>) | undefined;
  /** Starts the runner in another way than in its sandbox; for `trainRunner`, which runs no app. */
  readonly command?: RunnerCommand | undefined;
  /** Adds what the app may ask for beside the launcher's own. */
  readonly extend?: ((broker: Broker) => void) | undefined;
}

/** Milliseconds that messages of a runner that has ended may still take. */
const LAST_WORDS = 50;

/** Runs the app to its end; the exit code. */
export async function launch(given: LaunchInputs): Promise<number> {
  const inputs = { ...given, permissions: withTheme(given) };
  const { console, tier, permissions, words, task } = inputs;
  // Node would open its inspector, on a port that other users reach as well, at the first such signal.
  process.on('SIGUSR1', ignore);
  refuseLinks(inputs);
  const log = openAllowedLog(inputs);
  // Before the mounts are known: the folder that this makes is to be covered by them.
  const code = openRunnerCode(tier);
  const command =
    inputs.command ?? runnerCommand({ tier, permissions, ...runnerEntry(), cwd: words.cwd });
  if (tier.bubblewrap !== undefined) prepareFolders(permissions);
  const isLive = task.type === 'live';
  const runner = new RunnerProcess(
    command,
    runnerEnvironment(console.env, !isLive, inputs.remote?.url),
    words.cwd,
    code,
  );
  // A picture is for whatever shows it; a script that paints one can write to the terminal all the same.
  const isTerminal = console.stdout.isTTY === true && !/^(dumb)?$/.test(console.env['TERM'] ?? '');
  const guard = new TerminalGuard(isTerminal ? console.stdout.fd : undefined);
  const state: RunState = { ready: false, fault: undefined };
  const broker = new Broker();
  const channel = connect(runner, broker, state);
  const control = new Control({
    ...{ runner, channel, guard },
    keyboard: isLive && console.stdin.isTTY ? console.stdin : undefined,
  });
  let endedBy: NodeJS.Signals | undefined;
  let endAccess: (() => void) | undefined;
  try {
    registerOwn(broker, { ...inputs, env: console.env });
    endAccess = registerAccess(broker, { permissions, words, env: console.env });
    inputs.extend?.(broker);
    hear(broker, { guard, control, state, log, isLive });
    const picture = takePicture(broker, inputs);
    channel.start(startOf(inputs, log !== undefined));
    // While the runner starts.
    void sendCode(channel, inputs);
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
    runner.kill();
    guard.restore();
    channel.close();
    endAccess?.();
    log?.close();
    // A program that paints one frame dies of a signal, as programs do; a live app ends with its code.
    if (endedBy !== undefined && !isLive) await dieOf(endedBy);
  }
}

async function dieOf(signal: NodeJS.Signals): Promise<void> {
  process.kill(process.pid, signal);
  // Nobody listens: it is delivered before this is over.
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/** The runner reads the theme's file, which is the user's choice. A policy's choice has to be granted. */
function withTheme({ config, permissions, words }: LaunchInputs): Permissions {
  const { theme } = config;
  if (!theme.toLowerCase().endsWith('.css') || config.getSource('theme') === 'policy')
    return permissions;
  const path = realPathOf(config.getPath('theme') ?? theme, words.cwd);
  if (path === undefined || accessTo(permissions, path) !== 'none') return permissions;
  const grant = { path, written: theme, origin: 'flag', type: 'file' } as const;
  const { read } = permissions;
  return { ...permissions, read: { ...read, allow: [...read.allow, grant] } };
}

function ignore(): void {
  // See where it is installed.
}

interface RunState {
  /** The runner has read its start. */
  ready: boolean;
  fault: ProtocolError | undefined;
}

function connect(runner: RunnerProcess, broker: Broker, state: RunState): Channel {
  const open = (stream: RunnerProcess['channel']): Channel =>
    new Channel(stream, {
      largest: LARGEST_FROM_RUNNER,
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
    log: LogFile | undefined;
    isLive: boolean;
  },
): void {
  const { guard, control, state, log, isLive } = parts;
  broker.onNotice('ready', () => {
    state.ready = true;
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
  return { time: at, level: known, message };
}

/** Kept until the app has ended: what goes wrong with it is the user's business then. */
function takePicture(broker: Broker, { task }: LaunchInputs): { text: string | undefined } {
  const picture: { text: string | undefined } = { text: undefined };
  if (task.type !== 'paint' || !task.kept) return picture;
  let isKept = false;
  const keep: BrokerHandler = async ({ body }) => {
    if (isKept || body === undefined) throw new Error('there is one picture');
    isKept = true;
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of body) {
      size += piece.length;
      if (size > LARGEST_PICTURE) throw new Error('the picture is too large');
      pieces.push(piece);
    }
    picture.text = Buffer.concat(pieces).toString('utf8');
    return {};
  };
  broker.register('picture', keep, { streams: true });
  return picture;
}

/** Bytes. The largest screen in the wordiest format, and as much again. */
const LARGEST_PICTURE = 1024 * 1024 * 1024;

function startOf(
  { console, source, config, argv, task, ...rest }: LaunchInputs,
  logs: boolean,
): RunnerStart {
  const { permissions, words } = rest;
  return {
    ...{ task, source, argv, permissions, words, logs },
    byNodeAlone: rest.tier.bubblewrap === undefined,
    config: config.state({ secrets: allowsSwitch(permissions, 'ai') }),
    granted: grantedEnvironment(permissions, console.env),
    terminal: terminalVariables(console.env),
  };
}

async function sendCode(channel: Channel, inputs: LaunchInputs): Promise<void> {
  const { source, permissions, words } = inputs;
  try {
    const blocks = blocksIn(source);
    const result =
      blocks.length === 0
        ? null
        : await compileFor(blocks, source, permissions, words, inputs.remote);
    channel.notify('code', { blocks, result });
  } catch (error) {
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
  const say = (errorCode: string, message: string): void =>
    report(console, [{ severity: 'error', code: errorCode, message }]);
  if (state.fault !== undefined) {
    say('runner-broken', `the app was ended: it sent ${state.fault.message} to the launcher`);
    return EXIT.failed;
  }
  if (control.endedBy !== undefined) return signalCode(control.endedBy);
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

/** Compiled code of the runner, open for reading; where there is none, some is asked for. */
function openRunnerCode(tier: Tier): number | undefined {
  return compiledCode.openRunner(v8Flags(tier));
}

/** The bundle of the runner, beside the launcher's. */
function runnerEntry(): { entry: string; code: string } {
  const here = realpathSync(fileURLToPath(import.meta.url));
  // In bundle/, one folder below the build's own.
  const code = dirname(dirname(here));
  return { entry: join(code, 'cli', 'sandbox', 'runner.cjs'), code };
}

/**
 * The user may log where they like. A policy may not: its file is opened by the launcher, and so by the
 * app's grants.
 */
function openAllowedLog({ config, permissions, words }: LaunchInputs): LogFile | undefined {
  const path = config.getPath('log.file');
  if (path !== undefined && path !== '' && config.getSource('log.file') === 'policy') {
    const real = realPathOf(path, words.cwd);
    if (real === undefined || accessTo(permissions, real) !== 'write') {
      throw new DiagnosticError([
        {
          severity: 'error',
          code: 'cannot-write',
          message: `log.file: the app may not write ${path}; it is set by ${config.getOrigin('log.file')?.place ?? 'its policy'}`,
          suggestion: `run it with --allow-write=${path}`,
        },
      ]);
    }
  }
  return openLogFile(config);
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
        ? `${tier.name} cannot keep the app from following ${shown}${links.length > 5 ? ` and ${links.length - 5} more links` : ''}`
        : 'the granted folders hold too many files to look for links that lead out of them',
      suggestion: 'grant what they lead to, remove them, or install bubblewrap',
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
