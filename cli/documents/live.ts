/** Runs an app on the terminal, and prints its diagnostics when it ends. */
import {
  DiagnosticError,
  formatDiagnostic,
  type Diagnostic,
  type Source,
} from '../../runtime/base/diagnostics.js';
import type { Keyboard } from '../../runtime/terminal/tty.js';
import type { Config } from '../../config/index.js';
import { report, type Console } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import type { Notification } from '../../runtime/app/app.js';
import type { App, AppOptions } from '../library.js';
import { LiveApp } from '../../runtime/app/live-app.js';
import { createThemed, themeOf } from './painting.js';

export type LiveOptions = Omit<AppOptions, 'registry' | 'file' | 'theme' | 'output' | 'input'> & {
  readonly config: Config;
  /** Warnings that show as notifications at the start. */
  readonly notices?: readonly string[] | undefined;
  /** Where keys come from; default stdin. */
  readonly keyboard?: Keyboard | undefined;
  /** The app is made, and not started. */
  readonly onApp?: ((app: App) => void) | undefined;
  /** The app's files may be edited while it runs; called once with what takes that over. */
  readonly onEditable?: ((live: LiveApp) => void) | undefined;
  /** What the form of the document is filled with when it has started. */
  readonly answers?: Source | undefined;
  /** Watches the settings file, and reports its errors after each change. Returns a function that stops watching. */
  readonly watch?: ((onChange: (messages: readonly string[]) => void) => () => void) | undefined;
};

/** Milliseconds that a warning of the start shows, unless it is clicked away. */
const NOTICE_TIME = 15_000;

/** Runs the app to its end; the exit code. */
export async function runLive(
  source: Source,
  console: Console,
  { notices = [], keyboard, watch, onApp, onEditable, answers, ...options }: LiveOptions,
): Promise<number> {
  const { config } = options;
  const isEditable = onEditable !== undefined;
  const isDeveloped = isEditable || config.devEnabled;
  const make = (text: string, predecessor?: App): App =>
    createThemed(config, text, {
      ...options,
      file: source.file,
      theme: themeOf(config) ?? 'auto',
      output: console.stdout,
      // Opening stdin takes input away from other programs: only a terminal's is read.
      input: options.display === undefined ? (keyboard ?? console.stdin) : undefined,
      onStarted: () => void fill(),
      errorDisplay: isDeveloped ? 'panel' : 'line',
      survivesErrors: isDeveloped,
      isEditable,
      predecessor,
    });
  const live: LiveApp = new LiveApp(source.text, make, onApp);
  let refusal: unknown;
  const fill = async (): Promise<void> => {
    if (answers === undefined) return;
    try {
      await (await import('./answers.js')).fillAnswers(live.app, answers, () => shown(live.app));
    } catch (error) {
      refusal = error;
      live.app.stop(EXIT.usage);
    }
  };
  onEditable?.(live);
  for (const notice of notices) live.app.notify(notice, { kind: 'warning', timeout: NOTICE_TIME });
  let messagesShown: readonly Notification[] = [];
  const end = watch?.((messages) => {
    for (const notification of messagesShown) live.app.dismiss(notification);
    messagesShown = messages.map((message) =>
      live.app.notify(`Last settings kept: ${message}`, { kind: 'warning', timeout: NOTICE_TIME }),
    );
  });
  if (isDeveloped) live.app.showDiagnostics(live.app.diagnostics);
  // A signal, a terminal that has gone, or a script that has called `process.exit`.
  const atExit = (): void => live.app.keepState();
  process.on('exit', atExit);
  try {
    const code = await runToEnd(live, console);
    if (refusal !== undefined) throw refusal as Error;
    return code;
  } finally {
    process.removeListener('exit', atExit);
    end?.();
  }
}

/** A frame, and what scripts do after it. */
async function shown(app: App): Promise<void> {
  app.frame();
  await new Promise((resolve) => setImmediate(resolve));
}

async function runToEnd(live: LiveApp, console: Console): Promise<number> {
  try {
    const code = await live.run();
    report(console, relevantDiagnostics(live.app.diagnostics));
    return code;
  } catch (error) {
    // The caller prints last what ended the app, nearest to the prompt.
    const last = error instanceof DiagnosticError ? error.diagnostics : [];
    const before = relevantDiagnostics(
      live.app.diagnostics.filter((found) => !last.includes(found)),
    );
    if (before.length > 0) {
      report(console, before);
      console.stderr.write('\n');
    }
    throw error;
  }
}

/** A handler that fails at every key must not fill the scrollback. */
const MAX_REPORTED = 20;

/** Each error once; of many, the latest ones. */
function relevantDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const unique = [...new Map(diagnostics.map((each) => [formatDiagnostic(each), each])).values()];
  return unique.slice(-MAX_REPORTED);
}
