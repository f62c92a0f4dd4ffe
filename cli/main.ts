#!/usr/bin/env node
/** The `tui` command. Asking for the version loads nothing but this file. */
import { version } from './version.js';

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${version()}\n`);
} else {
  const { main } = await import('./program.js');
  // Not `process.exit`: what was written to a pipe has to leave first.
  process.exitCode = await main(args);
}
