/** `tui app.tui`: the live app in a terminal, one frame as plain text everywhere else. */
import { detectCapabilities } from '../../runtime/terminal/capabilities.js';
import { FALLBACK_SIZE } from '../../runtime/terminal/output.js';
import { print, report } from '../console.js';
import { createApp } from '../library.js';
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
  const { interactive } = detectCapabilities(env, stdout.isTTY === true);
  const headless = config.headlessEnabled === true;
  if (!interactive || headless || stdin.isTTY !== true) {
    const painting = await paint(source, {
      config,
      argv,
      env,
      width: config.headlessWidth ?? FALLBACK_SIZE.width,
      height: config.headlessHeight ?? FALLBACK_SIZE.height,
      theme: 'bw-std',
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
    return await app.start();
  } finally {
    log.close();
  }
}
