/**
 * `tui README.md`: displays a Markdown file. An app of tui's own shows it in the sandbox, and may read the folder
 * of the file.
 */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config, ConfigReader } from '../../config/index.js';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';
import { detectCapabilities } from '../../runtime/terminal/capabilities.js';
import { FALLBACK_SIZE } from '../../runtime/terminal/output.js';
import { isTerminal, print, report } from '../command-line/console.js';
import { openKeyboard } from '../command-line/keyboard.js';
import { usageError } from '../command-line/usage-error.js';
import { MARKDOWN_VIEWER } from '../documents/markdown-viewer.js';
import { isServedHeadless, loadConfig, reportPainted } from '../documents/settings.js';
import { openDocument } from '../documents/source.js';
import { launchApp, type OpenedApp } from '../sandbox/launch/open-app.js';
import { accessTo } from '../sandbox/policy/check.js';
import { grantingFlagIn, toReadOnly, type PermissionFlags } from '../sandbox/policy/flags.js';
import { loadPermissions } from '../sandbox/policy/load.js';
import type { Call } from './table.js';

/** Rows of the longest text that is painted as a whole. */
const MAX_ROWS = 20_000;
/** Rows beyond those, from which it is known whether there is more. */
const BEYOND = 20;

export interface FoundMarkdown {
  /** What the viewer is granted: the folder of the file, and nothing else. */
  readonly permissions: PermissionFlags;
  /** The whole path of the file. */
  readonly path: string;
  readonly text: string;
}

export interface OpenedMarkdown extends Omit<FoundMarkdown, 'permissions'> {
  /** With what the viewer is granted. */
  readonly call: Call;
  readonly app: OpenedApp;
}

/** Checks that the file is text which the user lets the viewer read. @throws DiagnosticError */
export async function findMarkdown(
  { console, permissions: permissionFlags, argv }: Pick<Call, 'console' | 'permissions' | 'argv'>,
  operand: string,
): Promise<FoundMarkdown> {
  const { env, cwd, home } = console;
  const [extra] = argv;
  if (extra !== undefined) {
    throw usageError(
      `${operand} accepts no argument "${extra}"`,
      'leave out the arguments after --',
    );
  }
  const granting = grantingFlagIn(permissionFlags);
  if (granting !== undefined) {
    const message = `${granting} has no effect on ${operand}: the Markdown viewer reads only its folder`;
    throw usageError(message, `leave out ${granting}`);
  }
  // To open a pipe would wait for a program that writes to it.
  if (statSync(resolve(cwd, operand), { throwIfNoEntry: false })?.isFIFO() === true)
    throw isPipe(operand);
  const { source, file: path } = await openDocument(operand, console);
  if (path === undefined) throw isPipe(operand);
  const permissions = toReadOnly(dirname(path), permissionFlags);
  const { resolved } = loadPermissions({
    source: MARKDOWN_VIEWER,
    appFile: undefined,
    flags: permissions,
    env,
    cwd,
    home,
  });
  const errors = resolved.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(errors);
  if (accessTo(resolved.permissions, path) === 'none') throw denied(operand, permissionFlags);
  return { permissions, path, text: source.text };
}

function isPipe(operand: string): DiagnosticError {
  return usageError(`${operand} is a pipe`, 'save it to a file first');
}

function denied(operand: string, { deny, denied: switches }: PermissionFlags): DiagnosticError {
  const isByFlag = deny.read.everything || deny.read.values.length > 0;
  const flag = switches.includes('all') ? '--deny-all' : isByFlag ? '--deny-read' : undefined;
  return new DiagnosticError([
    {
      severity: 'error',
      code: 'not-permitted',
      message:
        flag === undefined
          ? 'is in a folder that no app may read'
          : `may not be read because of ${flag}`,
      source: { file: operand, text: '' },
      suggestion: flag === undefined ? 'copy it to another folder to read it' : `leave out ${flag}`,
    },
  ]);
}

/** The same, with the viewer and its configuration. @throws DiagnosticError */
export async function openMarkdown(
  call: Call,
  operand: string,
  readerOf: (config: Config) => ConfigReader,
): Promise<OpenedMarkdown> {
  const { permissions, path, text } = await findMarkdown(call, operand);
  const config = loadConfig(call, MARKDOWN_VIEWER, readerOf);
  const app: OpenedApp = {
    source: MARKDOWN_VIEWER,
    config,
    appFile: undefined,
    remote: undefined,
    isInert: false,
  };
  return { call: { ...call, permissions }, app, path, text };
}

/** Shows the file on the terminal; elsewhere, paints all of it as text. */
export async function runMarkdown(original: Call): Promise<number> {
  const [operand = '', extra] = original.operands;
  if (extra !== undefined) {
    throw usageError(`${operand} accepts no argument "${extra}"`, 'open one FILE at a time');
  }
  const { console } = original;
  const { interactive, glyphs } = detectCapabilities(console.env, isTerminal(console, 'stdout'));
  const isLiveWith = (config: Config): boolean =>
    config.headlessEnabled ? isServedHeadless(config) : interactive;
  const { call, app, path, text } = await openMarkdown(original, operand, (config) =>
    isLiveWith(config) ? 'live' : 'paint',
  );
  const { config } = app;
  const isHeadless = config.headlessEnabled;
  const keyboard = isLiveWith(config) && !isHeadless ? openKeyboard(call.console) : undefined;
  if (keyboard !== undefined || isServedHeadless(config)) {
    return await launchApp(call, app, { argv: [path, 'live'], task: { type: 'live' }, keyboard });
  }
  reportPainted(call, config, 'add --headless to show it without a terminal');
  const isSet = config.getSource('headless.height') !== 'default';
  const width = config.headlessWidth ?? FALLBACK_SIZE.width;
  const rows = isSet ? config.headlessHeight : undefined;
  const most = rows ?? rowsFor(text, width);
  const task = {
    type: 'paint' as const,
    theme: 'bw-std',
    format: 'text' as const,
    kept: true,
    glyphs,
    width,
    height: rows ?? most + BEYOND,
  };
  const onPicture = async (picture: string): Promise<void> => {
    await Promise.resolve();
    // What is blank at the end is not in it.
    const lines = picture.split('\n');
    print(call.console, lines.slice(0, most).join('\n'));
    if (lines.length <= most) return;
    report(call.console, [
      {
        severity: 'warning',
        code: 'text-cut',
        message: `only the first ${most} rows are printed`,
        source: { file: operand, text: '' },
        suggestion: 'open it on a terminal to read all of it',
      },
    ]);
  };
  return await launchApp(call, app, { argv: [path, 'plain'], task, onPicture });
}

/** Rows that are enough for a text, unless it is deeply nested: those that it leaves blank are not printed. */
function rowsFor(text: string, width: number): number {
  let breaks = 1;
  let cells = 0;
  for (const character of text) {
    if (character === '\n') breaks++;
    else if (character === '|') cells++;
  }
  const wrapped = text.length / Math.max(1, Math.min(10, width / 8));
  return Math.min(MAX_ROWS, 1000 + 3 * breaks + cells + Math.ceil(wrapped));
}
