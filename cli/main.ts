#!/usr/bin/env node
/** The `tui` command. Asking for the version loads nothing but this file. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, type Role } from './boot.js';
import { mayHaveCode } from './sandbox/launch/has-code.js';
import { version } from './version.js';

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${version()}\n`);
} else {
  const here = dirname(fileURLToPath(import.meta.url));
  const { command } = load(join(here, '../bundle'), roleOf(args), require);
  void command().command(args);
}

/** A guess, for speed alone: whether the app is going to run in this process is decided elsewhere. */
function roleOf(words: readonly string[]): Role {
  try {
    // The app is the first of them, or the second, behind a command.
    for (const file of words.filter((word) => !word.startsWith('-')).slice(0, 2)) {
      const stat = statSync(file, { throwIfNoEntry: false });
      if (stat === undefined) continue;
      // What is no file can be read once only.
      if (!stat.isFile() || stat.size > 1e6) return 'launcher';
      return mayHaveCode(readFileSync(file, 'utf8')) ? 'launcher' : 'inert';
    }
  } catch {
    // Who reads it says why it cannot be read.
  }
  return 'launcher';
}
