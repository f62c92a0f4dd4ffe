/**
 * The app's process, in its sandbox: runs the launcher's task, with access to the screen and to the launcher only.
 */
import { promises } from 'node:fs';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Config } from '../../../config/index.js';
import { endWithReader, ProcessConsole } from '../../command-line/console.js';
import { endAtUncaught, exitWhenWritten, guarded } from '../../command-line/failure.js';
import { policyOf } from '../../documents/settings.js';
import { RemoteDisplay } from '../../../runtime/terminal/frames/remote-display.js';
import { Channel } from '../channel/channel.js';
import { requestSync } from '../channel/sync.js';
import type { MessagesFile } from '../../../runtime/messages/catalog.js';
import type { Edit, Overrides, RunnerStart, SettingsChange } from '../channel/task.js';
import { RemoteCompiler } from './compiler.js';
import { RunnerEdits } from './edits.js';
import { explainDenials } from './explain-denials.js';
import { hideJobs, straightenBindings } from './hardening/harden-bindings.js';
import { limitHandles, loadHandles } from './hardening/harden-handles.js';
import { straight, straightenPaths } from './hardening/harden-paths.js';
import { internalBinding, lockModules } from './node-internals.js';
import { refuseOverGranted } from './over-granted.js';
import { RunnerSettings, saveThrough } from './config.js';
import { runTask } from './task.js';
import { TreeSender } from './tree-sender.js';
import { AssistantSender } from './assistant-sender.js';
import { DevtoolsSender } from './devtools-sender.js';
import { blockOutput, offerInput } from './standard-streams.js';
import { loadWithheld, withhold } from './hardening/harden-globals.js';
import { CHANNEL_FD, SYNC_FD } from '../channel/descriptors.js';
import { FramesSocket } from './frames-socket.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGALRM'] as const;

const exits = process as unknown as { reallyExit(code: number): never };
const reallyExit = exits.reallyExit.bind(process);
const compiler = new RemoteCompiler();

const channel = new Channel(new Socket({ fd: CHANNEL_FD, readable: true, writable: true }), {
  side: 'runner',
  mayIdle: true,
  onStart: (payload) => void start(payload as RunnerStart),
  onNotice: (kind, payload) => onNotice(kind, payload),
  // The launcher has ended: the app has no terminal any more, and ends.
  onClose: leave,
});
compiler.channel = channel;
// The sandbox is made: the launcher looks at it before it sends the start.
channel.notify('mounted');
// While the launcher's start is on its way.
const ownFile = fileURLToPath(import.meta.url);
const opened = promises.open(ownFile, 'r');
lockModules();
loadHandles();
loadWithheld();

// Node can wait for its own threads for ever while it exits (nodejs/node#54918): the launcher ends it then.
process.on('exit', (code) => channel.notify('end', code));
// Node calls this behind all listeners of `exit`. Nothing is left to wait for.
exits.reallyExit = (code) => {
  channel.notify('exits', code);
  return reallyExit(code);
};

/** Also where the app has put something else in the place of `process.exit`. */
function leave(): void {
  // Without the launcher the exit code is lost, and nothing would end a process that hangs.
  process.on('exit', () => process.kill(process.pid, 'SIGKILL'));
  try {
    process.exit(1);
  } finally {
    reallyExit(1);
  }
}

blockOutput();

const settings = new RunnerSettings();
const tree = new TreeSender(channel);
const edits = new RunnerEdits(compiler);
const devtools = new DevtoolsSender(channel, settings);
const assistant = new AssistantSender(channel);
/** Of a live app, once it has started. */
let display: RemoteDisplay | undefined;

function onNotice(kind: string, payload: unknown): void {
  if (kind === 'settings') {
    settings.change(payload as SettingsChange);
  } else if (kind === 'edit') {
    edits.receive(payload as Edit);
  } else if (kind === 'watch-tree') {
    tree.watch(payload === true);
  } else if (kind === 'act') {
    tree.act(payload);
  } else if (kind === 'settle') {
    void settle();
  } else if (kind === 'overrides') {
    settings.override(payload as Overrides);
  } else if (kind === 'devtools') {
    devtools.receive(payload);
  } else if (kind === 'assist') {
    void assistant.receive(payload);
  } else if (kind === 'check-end') {
    // Not delivered at the end: listeners of `exit` are the last code that runs.
    channel.notify('not-ended');
  } else if (kind === 'code') {
    compiler.receive(payload);
    channel.idle();
  } else if (kind === 'signal') {
    const signal = SIGNALS.find((each) => each === payload);
    if (signal === undefined) return;
    // As the system does: listeners are called; without one the process ends.
    const isHeard = process.emit(signal, signal);
    if (!isHeard) process.exit(1);
  }
}

async function settle(): Promise<void> {
  if (await tree.settle(display)) channel.notify('settled');
}

/** The launcher's terminal, where the app is live. */
function connectDisplay({ screen }: RunnerStart) {
  if (screen === undefined) return undefined;
  const frames = new FramesSocket((bytes) => display.receive(bytes));
  const display = new RemoteDisplay(screen, (message) => frames.send(message));
  return { display, frames };
}

async function start(inputs: RunnerStart): Promise<void> {
  const { source, config: state, granted, terminal } = inputs;
  channel.notify('ready');
  Object.assign(process.env, granted);
  const env = { ...granted, ...terminal };
  const console = new ProcessConsole(env, inputs.hasColor);
  endAtUncaught();
  endWithReader(console);
  // Scripts write to them, too: without a listener, a reader that has gone would be an error of theirs.
  void [console.stdout, console.stderr];
  const handle = await opened;
  const connected = connectDisplay(inputs);
  display = connected?.display;
  if (inputs.byNodeAlone) {
    refuseOverGranted(internalBinding('process_methods')['cwd'] as () => string);
    straightenBindings();
    hideJobs();
    straightenPaths(handle);
  }
  limitHandles(inputs.byNodeAlone ? straight : (path) => path);
  withhold(handle);
  offerInput(inputs.hasInput);
  void handle.close();
  explainDenials(inputs.permissions, source.text);
  const code = await guarded(console, async () => {
    Config.init({
      env: {},
      cwd: inputs.words.cwd,
      home: '/nonexistent',
      policy: policyOf(source),
      state,
      restrictPolicy: true,
      restrictCaller: true,
      save: saveThrough((changes) =>
        requestSync(SYNC_FD, 'config-save', null, Buffer.from(JSON.stringify(changes))),
      ),
    });
    const config = Config.get();
    settings.start(config, inputs.theme);
    const readMessages = (locale: string): MessagesFile | undefined =>
      (requestSync(SYNC_FD, 'messages', locale) as MessagesFile | null) ?? undefined;
    const saveNow = (place: number, changes: Buffer): unknown =>
      requestSync(SYNC_FD, 'state-save', place, changes);
    const own = { readMessages, saveNow, edits };
    const parts = {
      console,
      config,
      settings,
      channel,
      compiler,
      env,
      display: connected?.display,
      tree,
      devtools,
      assistant,
      ...own,
    };
    return await runTask(inputs, parts);
  });
  await Promise.all([channel.flushed(), connected?.frames.flushed()]);
  await exitWhenWritten(code, console.opened);
}

// Where Node has no flag against it.
process.on('SIGUSR1', () => undefined);

// Nothing is left that could go on, and the app has not ended: Node would leave with 13 and no word.
process.once('beforeExit', () => {
  process.stderr.write('error script-waits: a script awaits a promise that never settles\n');
  process.exit(1);
});
