/**
 * Loads the bundle with what V8 compiled of it when it was built: functions that a start calls are read
 * from a file instead of parsed and compiled again. Entries of the build hold a copy of this file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants, Script } from 'node:vm';
import type * as Command from './command.js';
import type * as Library from './library.js';
import type * as Testing from './testing.js';

/** What is started: each has compiled code of its own, as each calls other functions. */
export type Role = 'inert' | 'launcher' | 'runner' | 'library';

/** What the bundle holds, each loaded when it is called. */
export interface Bundle {
  command(): typeof Command;
  runner(): unknown;
  library(): typeof Library;
  testing(): typeof Testing;
}

type Run = (require: NodeJS.Require, module: { exports: Bundle }, url: string) => void;

/** Where the build wants compiled code written: in its own copy of the entries only. */
declare const TUI_CACHE_FOLDER: string | undefined;

/** @param folder that holds the bundle */
export function load(folder: string, role: Role, require: NodeJS.Require): Bundle {
  const file = join(folder, 'tui.cjs');
  // Compiled code is V8's own: another version or another processor has no use for it.
  const cache = `${role}-${process.versions.v8}-${process.arch}.cache`;
  const script = new Script(
    // The build sees to it that it is ASCII, which is read faster than UTF-8.
    readFileSync(file, 'latin1'),
    {
      filename: file,
      // V8 looks whether it fits, and compiles where it does not.
      cachedData: readIfThere(join(folder, cache)),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  );
  const module = { exports: {} as Bundle };
  const run = script.runInThisContext() as Run;
  run(require, module, pathToFileURL(file).href);
  if (TUI_CACHE_FOLDER !== undefined) {
    const target = join(TUI_CACHE_FOLDER, cache);
    // At the end, when what a start calls has been compiled.
    process.on('exit', () => writeFileSync(target, script.createCachedData()));
  }
  return module.exports;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    // Built by another Node.
    return undefined;
  }
}
