/**
 * `tui view`: displays an image on the terminal, or prints it as text. It is read and decoded in the sandbox, by
 * an app of tui's own.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';
import type { Config } from '../../config/index.js';
import { detectCapabilities } from '../../runtime/terminal/capabilities.js';
import { FALLBACK_SIZE } from '../../runtime/terminal/output.js';
import { isTerminal } from '../command-line/console.js';
import { openKeyboard } from '../command-line/keyboard.js';
import { isServedHeadless, loadConfig, reportPainted } from '../documents/settings.js';
import { VIEWER } from '../documents/viewer.js';
import type { PictureFormat, Task } from '../sandbox/channel/task.js';
import { launchApp, type OpenedApp } from '../sandbox/launch/open-app.js';
import { toReadOnly } from '../sandbox/policy/flags.js';
import type { Call } from './table.js';

/** Where it names colours, a picture has all of them. */
const COLORED = 'fullcolor-dark';
const ADD_HEADLESS = 'add --headless to show it without a terminal';

export async function view(call: Call): Promise<number> {
  const [operand = ''] = call.operands;
  const path = checked(operand, call.console.cwd);
  const { console, options } = call;
  const { interactive, glyphs } = detectCapabilities(console.env, isTerminal(console, 'stdout'));
  const isPainted = ['format', 'width', 'height'].some((name) => options[name] !== undefined);
  const isLiveWith = (settings: Config): boolean =>
    !isPainted && (settings.headlessEnabled ? isServedHeadless(settings) : interactive);
  const config = loadConfig(call, VIEWER, (settings) => (isLiveWith(settings) ? 'live' : 'paint'));
  const isLive = isLiveWith(config);
  if (!isLive) reportPainted(call, config, isPainted ? undefined : ADD_HEADLESS);
  const keyboard = isLive && !config.headlessEnabled ? openKeyboard(console) : undefined;
  const columns = isTerminal(console, 'stdout') ? console.stdout.columns : undefined;
  const format = (options['format'] ?? 'text') as PictureFormat;
  const isShown = keyboard !== undefined || (isLive && config.headlessEnabled);
  const task: Task = isShown
    ? { type: 'live' }
    : {
        type: 'paint',
        width: Number(options['width'] ?? columns ?? config.headlessWidth ?? FALLBACK_SIZE.width),
        height: Number(options['height'] ?? config.headlessHeight ?? FALLBACK_SIZE.height),
        theme: format === 'text' ? 'bw-std' : COLORED,
        glyphs,
        format,
        kept: false,
      };
  const app: OpenedApp = {
    source: VIEWER,
    config,
    appFile: undefined,
    remote: undefined,
    isInert: false,
  };
  const permissions = toReadOnly(path, call.permissions);
  const argv = [path, isShown ? 'live' : 'plain'];
  return await launchApp({ ...call, permissions }, app, { argv, task, keyboard });
}

/** The absolute path of an existing file, which is not read here. @throws DiagnosticError */
function checked(operand: string, cwd: string): string {
  const fail = (code: string, message: string, suggestion?: string): never => {
    throw new DiagnosticError([
      { severity: 'error', code, message, suggestion, source: { file: operand, text: '' } },
    ]);
  };
  if (/^(https?|data|file):/i.test(operand) || operand === '-') {
    return fail('no-file', 'expected the name of a file', 'save it to a file first');
  }
  const path = resolve(cwd, operand);
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return fail('is-directory', 'is a folder, not a picture');
    if (!stat.isFile()) return fail('not-a-file', 'is not a file');
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') fail('no-file', 'there is no such file');
    fail('no-access', `cannot be read (${code ?? 'unknown error'})`);
  }
  return path;
}
