/** `tui app.tui`: runs the app in a terminal; prints one frame as text otherwise. */
import type { Config } from '../../config/index.js';
import { detectCapabilities } from '../../runtime/terminal/capabilities.js';
import { FALLBACK_SIZE } from '../../runtime/terminal/output.js';
import type { Keyboard } from '../../runtime/terminal/tty.js';
import { isTerminal, print, report } from '../command-line/console.js';
import { openKeyboard } from '../command-line/keyboard.js';
import { isServedHeadless, reportPainted } from '../documents/settings.js';
import { launchApp, openApp, type OpenedApp } from '../sandbox/launch/open-app.js';
import type { Task } from '../sandbox/channel/task.js';
import type { Editor } from '../sandbox/launch/editing/follow-edits.js';
import { mayHaveCode, mayTakeLong } from '../sandbox/launch/has-code.js';
import { usageError } from '../command-line/usage-error.js';
import { isMarkdownName } from '../documents/markdown-name.js';
import type { Call } from './table.js';

export async function run(call: Call): Promise<number> {
  const [path = ''] = call.operands;
  if (isMarkdownName(path)) return await (await import('./markdown.js')).runMarkdown(call);
  let found: ReturnType<typeof taskOf> | undefined;
  const taskFor = (config: Config): ReturnType<typeof taskOf> => (found ??= taskOf(call, config));
  const app = await openApp(call, path, (config) => taskFor(config)[0].type);
  const [task, keyboard] = taskFor(app.config);
  if (task.type === 'live' && app.config.devWatch) {
    if (keyboard !== call.console.stdin) keyboard?.destroy();
    return await (await import('./dev.js')).runEdited(call, runOpened);
  }
  return await start(call, app, { task, keyboard });
}

/** Runs an app whose edits are followed: in a sandbox also where nothing of it runs yet. */
export async function runOpened(call: Call, app: OpenedApp, editor: Editor): Promise<number> {
  const [task, keyboard] = taskOf(call, app.config);
  return await start(call, app, { task, keyboard, ...(app.config.devWatch ? { editor } : {}) });
}

interface Start {
  readonly task: RunTask;
  readonly keyboard: Keyboard | undefined;
  readonly editor?: Editor | undefined;
}

async function start(
  call: Call,
  app: OpenedApp,
  { task, keyboard, editor }: Start,
): Promise<number> {
  const [path = '', ...argv] = call.operands;
  refuseArguments(app, argv, path);
  if (task.type === 'paint') {
    reportPainted(call, app.config, 'add --headless to run the app without a terminal');
  }
  // The server shows what the launcher has been sent as frames.
  const isServed = task.type === 'live' && app.config.serverPort !== undefined;
  const isEdited = task.type === 'live' && editor !== undefined;
  // Else nothing would hear Ctrl+C while it is laid out.
  const isLong = task.type === 'live' && mayTakeLong(app.source.text);
  return app.isInert && !isServed && !isEdited && !isLong
    ? await runHere(call, app, argv, task, keyboard)
    : await launchApp(call, app, { argv, task, keyboard, editor });
}

/** What follows FILE is for the app's code; where it has none, it was meant for us. */
function refuseArguments({ source }: OpenedApp, argv: readonly string[], path: string): void {
  const [first] = argv;
  if (first === undefined || mayHaveCode(source.text)) return;
  throw usageError(
    `${path} has no script that could read "${first}"`,
    first.startsWith('-')
      ? `write flags before FILE: tui ${argv.join(' ')} ${path}`
      : 'run one FILE at a time',
  );
}

/** What it does with an app. */
type RunTask = Extract<Task, { readonly type: 'live' | 'paint' }>;

function taskOf(
  { console }: Call,
  config: Config,
): [task: RunTask, keyboard: Keyboard | undefined] {
  const { interactive, glyphs } = detectCapabilities(console.env, isTerminal(console, 'stdout'));
  const isHeadless = !interactive || config.headlessEnabled;
  const keyboard = isHeadless ? undefined : openKeyboard(console);
  // Without a terminal, an app runs live only for clients of its server.
  if (keyboard !== undefined || isServedHeadless(config)) return [{ type: 'live' }, keyboard];
  const task: RunTask = {
    type: 'paint',
    width: config.headlessWidth ?? FALLBACK_SIZE.width,
    height: config.headlessHeight ?? FALLBACK_SIZE.height,
    theme: 'bw-std',
    glyphs,
    format: 'text',
    kept: false,
    printsResult: true,
  };
  return [task, undefined];
}

/** What is kept of an app that runs in this process. */
async function localState(console: Call['console'], appFile: string | undefined) {
  const [{ localPort, readReported, StateFile }, { stateOwner }] = await Promise.all([
    import('../state/state-file.js'),
    import('../state/state-owner.js'),
  ]);
  const owner = stateOwner(appFile, undefined);
  if (owner === undefined) return undefined;
  const file = new StateFile(console.env, console.home, owner);
  return localPort(file, readReported(file, console));
}

/** Nothing of the app runs, so nothing has to be kept from anything. */
async function runHere(
  call: Call,
  { source, config, appFile }: OpenedApp,
  argv: readonly string[],
  task: RunTask,
  keyboard: Keyboard | undefined,
): Promise<number> {
  const { console } = call;
  const { env } = console;
  const [{ openLog }, { exitCodeOf, paint, renderAs }] = await Promise.all([
    import('../log/open-log.js'),
    import('../documents/painting.js'),
  ]);
  const log = openLog(config, console, source.file);
  const { logger } = log;
  try {
    if (task.type === 'paint') {
      const painting = await paint(source, { config, argv, env, logger, ...task });
      report(console, painting.diagnostics);
      print(console, renderAs(task.format, painting));
      if (painting.printed !== '') print(console, painting.printed);
      return exitCodeOf(painting);
    }
    const { runLive } = await import('../documents/live.js');
    const state = config.persist ? await localState(console, appFile) : undefined;
    const watch = (onChange: (messages: readonly string[]) => void): (() => void) =>
      config.watch((diagnostics) => onChange(diagnostics.map(({ message }) => message)));
    const { localTools } = await import('../documents/local-tools.js');
    const { file } = source;
    const tools = localTools({
      console,
      config,
      keyboard,
      file,
      logger,
      service: async () =>
        (await import('../sandbox/launch/assistant-service.js')).assistantService(call),
    });
    return await runLive(source, console, {
      config,
      argv,
      env,
      keyboard,
      display: tools.display,
      onApp: (app) => tools.onApp(app),
      onFrame: () => tools.onFrame(),
      logger,
      state,
      watch,
    });
  } finally {
    log.close();
  }
}
