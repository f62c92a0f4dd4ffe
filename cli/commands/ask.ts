/** `tui ask`: runs a form on the terminal, or fills it from a file, and prints its data as JSON. */
import type { Config } from '../../config/index.js';
import { printableJson, type Source } from '../../runtime/base/diagnostics.js';
import { detectCapabilities } from '../../runtime/terminal/capabilities.js';
import { FALLBACK_SIZE } from '../../runtime/terminal/output.js';
import { print } from '../command-line/console.js';
import {
  openTerminal,
  resultConsole,
  type TerminalConsole,
} from '../command-line/terminal-console.js';
import { usageError } from '../command-line/usage-error.js';
import { isMarkdownName } from '../documents/markdown-name.js';
import { isServedHeadless } from '../documents/settings.js';
import { launchApp, openApp, type LaunchTask, type OpenedApp } from '../sandbox/launch/open-app.js';
import { mayTakeLong } from '../sandbox/launch/has-code.js';
import { CANCELLED } from '../sandbox/launch/result.js';
import type { Task } from '../sandbox/channel/task.js';
import type { Call } from './table.js';

export async function ask(call: Call): Promise<number> {
  const { console, operands, options } = call;
  const [path = ''] = operands;
  if (path === '-') {
    throw usageError(
      'tui ask reads the app from a file: what is piped into it is the input of the app',
      'save the app to a file',
    );
  }
  if (isMarkdownName(path)) {
    throw usageError(`${path} has no form`, `to read it, run: tui ${JSON.stringify(path)}`);
  }
  const answers = await readAnswersFile(options['answers'], console.cwd);
  const { interactive } = detectCapabilities(console.env, true);
  const terminal = interactive ? openTerminal(console) : undefined;
  try {
    return await askOn(terminal, call, { path, answers });
  } finally {
    terminal?.close();
  }
}

interface Asked {
  readonly path: string;
  readonly answers: Source | undefined;
}

async function askOn(
  terminal: TerminalConsole | undefined,
  call: Call,
  { path, answers }: Asked,
): Promise<number> {
  const { console, argv } = call;
  const taskFor = (config: Config): Task => taskOf(config, terminal !== undefined, answers);
  const app = await openApp(call, path, (config) =>
    taskFor(config).type === 'live' ? 'live' : 'paint',
  );
  const task = taskFor(app.config);
  const isShown = task.type === 'live' && !app.config.headlessEnabled;
  const own = isShown && terminal !== undefined ? terminal.console : resultConsole(console);
  const launch: LaunchTask = {
    argv,
    task,
    keyboard: isShown ? own.stdin : undefined,
    input: console,
    onResult: (text) => print(console, text),
  };
  const isServed = task.type === 'live' && app.config.serverPort !== undefined;
  const isHere = app.isInert && !isServed && !mayTakeLong(app.source.text);
  const asked = { ...call, console: own };
  return isHere ? await askHere(asked, app, launch) : await launchApp(asked, app, launch);
}

/** Without a terminal, an app is shown only to clients of its server. */
function taskOf(config: Config, hasTerminal: boolean, answers: Source | undefined): Task {
  const isShown = hasTerminal && !config.headlessEnabled;
  // Below the prompt, as the questions of a shell are.
  if (isShown) return { type: 'live', question: { answers, isInline: true } };
  if (isServedHeadless(config)) return { type: 'live', question: { answers } };
  return {
    type: 'answer',
    answers,
    width: config.headlessWidth ?? FALLBACK_SIZE.width,
    height: config.headlessHeight ?? FALLBACK_SIZE.height,
    theme: 'bw-std',
  };
}

/** Nothing of the app runs, so nothing has to be kept from anything. */
async function askHere(
  { console }: Call,
  { source, config }: OpenedApp,
  { argv, task, keyboard, onResult }: LaunchTask,
): Promise<number> {
  const { openLog } = await import('../log/open-log.js');
  const log = openLog(config, console, source.file);
  const { logger } = log;
  let data: unknown;
  const onSubmit = (found: unknown): void => {
    data = found;
  };
  const host = { config, argv, env: console.env, logger, onSubmit };
  try {
    const code = await runHere();
    if (code !== 0) return code;
    if (data === undefined) return CANCELLED;
    onResult?.(printableJson(data));
    return code;
  } finally {
    log.close();
  }

  async function runHere(): Promise<number> {
    const { answer, questionOptions } = await import('../documents/answering.js');
    if (task.type === 'answer') {
      // It has no script that could set one.
      return await answer(source, console, { ...host, ...task, onResult: () => undefined });
    }
    const { runLive } = await import('../documents/live.js');
    const question = task.type === 'live' ? (task.question ?? {}) : {};
    const watch = (onChange: (messages: readonly string[]) => void): (() => void) =>
      config.watch((diagnostics) => onChange(diagnostics.map(({ message }) => message)));
    return await runLive(source, console, {
      ...host,
      ...questionOptions(question, config),
      keyboard,
      watch,
    });
  }
}

/** Read before anything starts. @throws DiagnosticError for a file that cannot be read, or is not an object of JSON */
async function readAnswersFile(
  option: string | number | boolean | undefined,
  cwd: string,
): Promise<Source | undefined> {
  if (typeof option !== 'string') return undefined;
  const [{ openFile }, { readAnswers }] = await Promise.all([
    import('../documents/source.js'),
    import('../documents/answers.js'),
  ]);
  const { source } = openFile(option, cwd);
  readAnswers(source);
  return source;
}
