/** `tui app.tui`: the live app in a terminal, one frame as plain text everywhere else. */
import { DiagnosticError, formatDiagnostic, type Diagnostic } from '../../runtime/diagnostics.js';
import { detectCapabilities } from '../../runtime/terminal/capabilities.js';
import { FALLBACK_SIZE } from '../../runtime/terminal/output.js';
import { print, report, type Console } from '../console.js';
import { createApp, type App } from '../library.js';
import { openLog } from '../logging.js';
import { exitCodeOf, paint, themeOf } from '../painting.js';
import { loadConfig } from '../settings.js';
import { readDocument } from '../source.js';
import type { Call } from './table.js';

export async function run({ console, flags, operands }: Call): Promise<number> {
  const [path = '', ...argv] = operands;
  const source = await readDocument(path);
  const config = loadConfig(console, flags, source);
  const { stdout, stdin, env } = console;
  const { interactive, glyphs } = detectCapabilities(env, stdout.isTTY === true);
  const headless = config.headlessEnabled === true;
  if (!interactive || headless || stdin.isTTY !== true) {
    const painting = await paint(source, {
      config,
      argv,
      env,
      width: config.headlessWidth ?? FALLBACK_SIZE.width,
      height: config.headlessHeight ?? FALLBACK_SIZE.height,
      theme: 'bw-std',
      glyphs,
    });
    report(console, painting.diagnostics);
    print(console, painting.screen.text());
    return exitCodeOf(painting);
  }
  const log = openLog(config);
  try {
    const app = createApp(source.text, {
      file: source.file,
      config,
      argv,
      env,
      logger: log.logger,
      theme: themeOf(config) ?? 'auto',
      output: stdout,
      input: stdin,
    });
    return await runToEnd(app, console);
  } finally {
    log.close();
  }
}

/** Runs the app; then says what its screen has hidden. */
async function runToEnd(app: App, console: Console): Promise<number> {
  try {
    const code = await app.start();
    report(console, worthTelling(app.diagnostics));
    return code;
  } catch (error) {
    // What ended the app is told last, nearest to the prompt, by the caller.
    const last = error instanceof DiagnosticError ? error.diagnostics : [];
    const before = worthTelling(app.diagnostics.filter((found) => !last.includes(found)));
    if (before.length > 0) {
      report(console, before);
      console.stderr.write('\n');
    }
    throw error;
  }
}

/** A handler that fails at every key must not fill the scrollback. */
const MOST_TOLD = 20;

/** Each fault once, the latest ones where there are many. */
function worthTelling(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const unique = [...new Map(diagnostics.map((each) => [formatDiagnostic(each), each])).values()];
  return unique.slice(-MOST_TOLD);
}
