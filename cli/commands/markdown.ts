/**
 * A Markdown file as an operand: `tui README.md`. An app of tui's own shows it in the sandbox, and may read
 * the folder of the file.
 */
import { dirname } from 'node:path';
import type { Config, ConfigReader } from '../../config/index.js';
import { detectCapabilities } from '../../runtime/terminal/capabilities.js';
import { FALLBACK_SIZE } from '../../runtime/terminal/output.js';
import { print, report } from '../command-line/console.js';
import { openKeyboard } from '../command-line/keyboard.js';
import { usageError } from '../command-line/usage-error.js';
import { MARKDOWN_VIEWER } from '../documents/markdown-viewer.js';
import { loadConfig } from '../documents/settings.js';
import { openDocument } from '../documents/source.js';
import { launchApp, type OpenedApp } from '../sandbox/launch/open-app.js';
import { toReadOnly } from '../sandbox/policy/flags.js';
import type { Call } from './table.js';

/** Rows of the longest text that is painted as a whole. */
const MAX_ROWS = 20_000;

export interface OpenedMarkdown {
  /** With what the viewer is granted, and nothing else. */
  readonly call: Call;
  readonly app: OpenedApp;
  /** The whole path of the file. */
  readonly path: string;
  readonly text: string;
}

/** Checks that the file is text, and has the viewer for it. @throws DiagnosticError */
export async function openMarkdown(
  call: Call,
  operand: string,
  readerOf: (config: Config) => ConfigReader,
): Promise<OpenedMarkdown> {
  const { source, file: path } = await openDocument(operand);
  if (path === undefined) {
    throw usageError(`${operand} is a pipe`, 'save it to a file first');
  }
  const config = loadConfig(call, MARKDOWN_VIEWER, readerOf);
  const app: OpenedApp = {
    ...{ source: MARKDOWN_VIEWER, config, appFile: undefined, remote: undefined, isInert: false },
  };
  const permissions = toReadOnly(dirname(path));
  return { call: { ...call, permissions }, app, path, text: source.text };
}

/** Shows the file on the terminal; elsewhere, paints all of it as text. */
export async function runMarkdown(given: Call): Promise<number> {
  const [operand = '', extra] = given.operands;
  if (extra !== undefined) {
    throw usageError(`${operand} takes no argument "${extra}"`, 'open one FILE at a time');
  }
  const { stdout, env } = given.console;
  const { interactive, glyphs } = detectCapabilities(env, stdout.isTTY === true);
  const { call, app, path, text } = await openMarkdown(given, operand, (config) =>
    interactive && config.headlessEnabled !== true ? 'live' : 'paint',
  );
  const { config } = app;
  const isLive = interactive && config.headlessEnabled !== true;
  const keyboard = isLive ? openKeyboard(call.console) : undefined;
  if (keyboard !== undefined) {
    return await launchApp(call, app, { argv: [path, 'live'], task: { type: 'live' }, keyboard });
  }
  const isSet = config.getSource('headless.height') !== 'default';
  const task = {
    ...({ type: 'paint', theme: 'bw-std', format: 'text', kept: true, glyphs } as const),
    width: config.headlessWidth ?? FALLBACK_SIZE.width,
    height: isSet && config.headlessHeight !== undefined ? config.headlessHeight : rowsFor(text),
  };
  const onPicture = async (picture: string): Promise<void> => {
    await Promise.resolve();
    print(call.console, picture);
    // What is blank at the end is not printed.
    if (task.height < MAX_ROWS || picture.split('\n').length < MAX_ROWS - 10) return;
    report(call.console, [
      {
        severity: 'warning',
        code: 'text-cut',
        message: `only the first ${MAX_ROWS} rows are printed`,
        source: { file: operand, text: '' },
        suggestion: 'open it on a terminal to read all of it',
      },
    ]);
  };
  return await launchApp(call, app, { argv: [path, 'plain'], task, onPicture });
}

/** Rows that are enough for a text: those that it leaves blank at its end are not printed. */
function rowsFor(text: string): number {
  let breaks = 1;
  let cells = 0;
  for (const character of text) {
    if (character === '\n') breaks++;
    else if (character === '|') cells++;
  }
  return Math.min(MAX_ROWS, 10 + 3 * breaks + cells + Math.ceil(text.length / 10));
}
