#!/usr/bin/env node
/** The `tui` command. Asking for the version loads nothing but this file. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadBundle } from './boot/bundle.js';
import { CodeFolder, refusedFolder, type Role } from './boot/code-cache.js';
import type * as Command from './command.js';
import { mayHaveCode, mayShowFiles } from './sandbox/launch/has-code.js';
import { version } from './version.js';

/** Changes with the bundles. */
declare const TUI_BUILD: string;

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${version()}\n`);
} else {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '../bundle');
  const code = CodeFolder.of(process.env, TUI_BUILD, folder);
  const cache = code?.read(roleOf(args));
  let isCompiled = cache !== undefined;
  const { command } = loadBundle('command', {
    folder,
    require,
    cache,
    onScript: (_, script) => {
      if (script.cachedDataRejected !== false) isCompiled = false;
    },
  }) as typeof Command;
  void command(args, {
    folder: code,
    refused: code === undefined ? refusedFolder(process.env, folder) : undefined,
    isCompiled,
  });
}

/** A guess, for speed alone: whether the app is going to run in this process is decided elsewhere. */
function roleOf(words: readonly string[]): Role {
  try {
    // The app is the first of them, or the second, behind a command.
    for (const file of words.filter((word) => !word.startsWith('-')).slice(0, 2)) {
      const stat = statSync(file, { throwIfNoEntry: false });
      if (stat === undefined) continue;
      // What is not a file can be read once only.
      if (!stat.isFile() || stat.size > 1e6) return 'launcher';
      const text = readFileSync(file, 'utf8');
      return mayHaveCode(text) || mayShowFiles(text) ? 'launcher' : 'command';
    }
  } catch {
    // The reader reports why it cannot be read.
  }
  return 'launcher';
}
