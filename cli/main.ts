#!/usr/bin/env node
/** The `tui` command. Asking for the version loads nothing but this file. */
import { EXIT } from './exit-codes.js';
import { version } from './version.js';

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${version()}\n`);
} else {
  const { main } = await import('./program.js');
  // Nothing is left that could go on, and the command has not ended: Node would leave with 13 and no word.
  process.once('beforeExit', () => {
    process.stderr.write('error script-waits: a script awaits what never comes\n');
    process.exit(EXIT.failed);
  });
  const code = await main(args);
  // A script may have left a server or a socket open, which must not keep the command from ending;
  // but what was written to a pipe has to leave first.
  const { exitWhenWritten } = await import('./failure.js');
  await exitWhenWritten(code);
}
