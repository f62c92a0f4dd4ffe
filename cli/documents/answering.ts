/** Answers the form of a document without a terminal, for `tui ask`. */
import type { Config } from '../../config/index.js';
import type { Source } from '../../runtime/base/diagnostics.js';
import { submitForm } from '../../runtime/app/question.js';
import { report, type Console } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import type { Question } from '../sandbox/channel/task.js';
import { checkAnswered, fillAnswers } from './answers.js';
import type { LiveOptions } from './live.js';
import { createThemed, settle, themeOf, type PaintOptions } from './painting.js';

export interface AnswerOptions extends Omit<PaintOptions, 'steps' | 'limit' | 'glyphs'> {
  /** Default: the defaults of the document are submitted. */
  readonly answers?: Source | undefined;
  onSubmit(data: unknown): void;
  onResult(text: string): void;
  readonly stdin?: (() => AsyncIterable<Uint8Array | string>) | undefined;
}

/** How a live app is asked. */
export function questionOptions(
  { answers, isInline }: Question,
  { terminalInline }: Config,
): Pick<LiveOptions, 'answers' | 'inline'> {
  return { answers, inline: isInline === true ? (terminalInline ?? true) : undefined };
}

/**
 * Loads the document, fills its form and submits it. The exit code.
 *
 * @throws DiagnosticError for answers that do not fit, or are missing
 */
export async function answer(
  source: Source,
  console: Console,
  { config, theme, answers, ...options }: AnswerOptions,
): Promise<number> {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const app = createThemed(config, source.text, {
    ...options,
    file: source.file,
    config,
    theme: themeOf(config) ?? theme,
    onExit: () => end(),
  });
  const settled = async (): Promise<void> => await settle(app);
  try {
    await app.load();
    app.frame();
    if (app.exitCode === undefined) await app.ready();
    await settled();
    if (app.exitCode === undefined && answers !== undefined) {
      await fillAnswers(app, answers, settled);
    }
    if (app.exitCode === undefined) {
      checkAnswered(app, answers);
      const before = app.scriptErrors;
      submitForm(app.document);
      await settled();
      // A listener that has failed does not end the app, as it would on a terminal: nothing else can.
      const failed = app.scriptErrors > before;
      if (app.exitCode === undefined && failed) app.stop(EXIT.failed);
      await ended;
    }
    report(console, app.diagnostics);
    return app.exitCode ?? EXIT.done;
  } finally {
    app.stop();
  }
}
