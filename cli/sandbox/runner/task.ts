/** Runs the launcher's task: the app live on the terminal, or one frame. */
import { late } from '../../../runtime/base/late.js';
import { catchListeners } from '../../../config/config.js';
import { isSecretSetting, type Config } from '../../../config/index.js';
import { hostOf } from '../../../runtime/element/query.js';
import type { MessagesFile } from '../../../runtime/messages/catalog.js';
import type { LogEntry } from '../../../runtime/script/logger.js';
import type { PermissionsApi } from '../../../runtime/script/globals/tui-global.js';
import type { CopyResult } from '../../../runtime/terminal/clipboard.js';
import type { RemoteDisplay } from '../../../runtime/terminal/frames/remote-display.js';
import { readMessagesFile } from '../../../runtime/messages/messages-folder.js';
import type { SavedState, StateChanges, StatePort } from '../../../runtime/persistence/saved.js';
import { readThemeFile } from '../../../runtime/app/read-theme-file.js';
import { print, report, type Console } from '../../command-line/console.js';
import { runLive } from '../../documents/live.js';
import { createLogger } from '../../log/create-logger.js';
import { answer, questionOptions } from '../../documents/answering.js';
import { exitCodeOf, paint, renderAs } from '../../documents/painting.js';
import type { Channel } from '../channel/channel.js';
import { cutLogMessage } from '../channel/payloads.js';
import { SYNC_FD } from '../channel/descriptors.js';
import { streamOf } from '../channel/streams.js';
import { requestSync } from '../channel/sync.js';
import type { RunnerStart } from '../channel/task.js';
import { allowsSwitch } from '../policy/check.js';
import { DeniedError } from '../policy/denied.js';
import { accessThrough } from './access/access.js';
import type { RemoteCompiler } from './compiler.js';
import type { RunnerSettings } from './config.js';
import type { RunnerEdits } from './edits.js';
import type { AssistantSender } from './assistant-sender.js';
import type { DevtoolsSender } from './devtools-sender.js';
import type { TreeSender } from './tree-sender.js';

const charts = late(
  () => require('../../chart/run-chart.js') as typeof import('../../chart/run-chart.js'),
);

export interface RunnerParts {
  readonly console: Console;
  readonly config: Config;
  readonly settings: RunnerSettings;
  readonly channel: Channel;
  readonly compiler: RemoteCompiler;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads a file of the user's folder of messages. */
  readonly readMessages: (locale: string) => MessagesFile | undefined;
  /** Keeps changes of the app's state before it returns. */
  readonly saveNow: (place: number, changes: Buffer) => unknown;
  readonly tree: TreeSender;
  readonly edits: RunnerEdits;
  readonly devtools: DevtoolsSender;
  readonly assistant: AssistantSender;
  /** Of a live app. */
  readonly display: RemoteDisplay | undefined;
}

async function copyThrough(
  channel: Channel,
  { permissions }: RunnerStart,
  text: string,
): Promise<CopyResult> {
  // What the launcher refuses as well, without the text on its way.
  if (!allowsSwitch(permissions, 'clipboard')) throw new DeniedError('clipboard', '');
  const { value } = await channel.request('clipboard', null, { body: streamOf(Buffer.from(text)) });
  return value as CopyResult;
}

/** The launcher keeps the app's state: the runner has no file of it. */
function stateThrough(
  channel: Channel,
  saved: SavedState,
  saveNow: RunnerParts['saveNow'],
): StatePort {
  const bytes = (changes: StateChanges): Buffer => Buffer.from(JSON.stringify(changes));
  let place = 0;
  return {
    saved,
    isSecret: (name) => isSecretSetting(name, undefined),
    save: async (changes) => {
      const body = streamOf(bytes(changes));
      return namesOf((await channel.request('state-save', ++place, { body })).value);
    },
    saveNow: (changes) => namesOf(saveNow(++place, bytes(changes))),
  };
}

/** Before the app can end, which it may do next. */
function sendSync(kind: string, text: string): void {
  requestSync(SYNC_FD, kind, null, Buffer.from(text));
}

function namesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

export async function runTask(start: RunnerStart, parts: RunnerParts): Promise<number> {
  const { task, source, argv, logs } = start;
  const { console, config, settings, channel, compiler, env, devtools } = parts;
  parts.edits.parts = start.parts;
  const send = (entry: LogEntry): void =>
    channel.notify('log', { ...entry, message: cutLogMessage(entry.message) });
  const logger = createLogger(config, (entry) => {
    if (logs) send(entry);
    devtools.logged();
  });
  const permissions: PermissionsApi = Object.freeze({
    query: async (kind: string, value?: string | readonly string[]) =>
      (await channel.request('permission', { kind, value })).value as 'granted' | 'denied',
  });
  const readBlueNoise = (): Promise<Uint8Array> =>
    Promise.resolve(Buffer.from(start.blueNoise ?? '', 'base64'));
  const host = {
    // The user's theme was read by the launcher; a script may choose a file that the app itself may read.
    readTheme: (path: string) =>
      path === settings.theme?.file ? settings.theme : readThemeFile(path),
    // A policy's folder is read within what the app may read.
    readMessages: (locale: string) => {
      const folder = config.getPath('i18n.messagesDir') ?? '';
      if (folder === '') return undefined;
      return config.getSource('i18n.messagesDir') === 'policy'
        ? readMessagesFile(folder, locale)
        : parts.readMessages(locale);
    },
    // A policy's file is read as the app reads its own.
    readBlueNoise: start.blueNoise === undefined ? undefined : readBlueNoise,
    readParts: () => parts.edits.parts,
    config,
    argv,
    env,
    compiler,
    permissions,
    access: accessThrough(channel, start.permissions, {
      choosesFiles: task.type !== 'live' || start.hasKeyboard,
    }),
    logger,
    onResult: (text: string) => sendSync('result', text),
    // Nothing is read before the app requests it.
    stdin: () => process.stdin,
  };
  const onSubmit = (data: unknown): void => sendSync('answer', JSON.stringify(data));
  if (task.type === 'answer') return await answer(source, console, { ...host, ...task, onSubmit });
  if (task.type === 'live') {
    const state = start.state && stateThrough(channel, start.state, parts.saveNow);
    const { chart } = task;
    const run: typeof runLive =
      chart === undefined ? runLive : (...rest) => charts().runChart(chart, ...rest);
    return await run(source, console, {
      ...host,
      state,
      notices: start.notices,
      display: parts.display,
      ...(task.question === undefined
        ? {}
        : { onSubmit, ...questionOptions(task.question, config) }),
      watch: (onChange) => settings.onFileChange(onChange),
      ...(start.isEdited
        ? {
            onEditable: (live) => parts.edits.start(live),
            onRead: (file) => channel.notify('shows-file', file),
          }
        : {}),
      onApp: (app) => {
        parts.tree.attach(app, config.aiReader);
        devtools.attach(app, logger);
        catchListeners(config, (error) => hostOf(app.document).reportError(error));
        parts.assistant.attach(app);
      },
      onDiagnostic: (diagnostic) => devtools.reported(diagnostic),
      onFrame: () => {
        parts.tree.framed();
        devtools.framed();
      },
      clipboard: { copy: (text) => copyThrough(channel, start, text) },
    });
  }
  let hasResult = false;
  const onResult = (text: string): void => {
    hasResult = true;
    host.onResult(text);
  };
  const follow =
    task.lasts === true ? (line: string): void => print(console, `${line}\n`) : undefined;
  const { chart } = task;
  const options = { ...host, ...task, onResult, follow };
  const painting =
    chart === undefined
      ? await paint(source, options)
      : await charts().paintChart(chart, console, { source, ...options });
  report(console, painting.diagnostics);
  if (painting.isFollowed) return exitCodeOf(painting);
  const text = renderAs(task.format, painting);
  if (task.kept) await channel.request('picture', null, { body: streamOf(Buffer.from(text)) });
  else if (!hasResult || task.printsResult !== true) print(console, text);
  if (!task.kept && painting.printed !== '') print(console, painting.printed);
  return exitCodeOf(painting);
}
