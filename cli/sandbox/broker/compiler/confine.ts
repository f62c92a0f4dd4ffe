/**
 * Runs esbuild within a limit of memory, and where there is bubblewrap, in one that contains its program and nothing
 * else. It receives every text that it compiles (see runtime/script/bundle/plugin.ts); should it look at a disk all the
 * same, there is none.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEsbuildBy } from '../../../../runtime/script/esbuild.js';

/** @param bubblewrap undefined on machines without: on Linux esbuild then has a limit of memory, elsewhere none */
export function confineEsbuild(bubblewrap: { readonly program: string } | undefined): void {
  if (process.platform !== 'linux') return;
  const program = join(codeFolder(), 'cli', 'sandbox', 'esbuild.sh');
  // Run from its sources, as in specs, the command has no program to start esbuild by.
  if (bubblewrap === undefined && !existsSync(program)) return;
  startEsbuildBy(() => ({
    program,
    env: { TUI_BUBBLEWRAP: bubblewrap?.program ?? '', TUI_ESBUILD: esbuildProgram() },
  }));
}

/** In the build: this file is in bundle/, one folder below. */
function codeFolder(): string {
  return dirname(dirname(realpathSync(fileURLToPath(import.meta.url))));
}

/** The static program in the package for this machine. */
function esbuildProgram(): string {
  // Few starts compile: the others do without this module.
  const { createRequire } = process.getBuiltinModule('node:module');
  const own = createRequire(import.meta.url);
  const beside = createRequire(own.resolve('esbuild'));
  return realpathSync(beside.resolve(`@esbuild/linux-${process.arch}/bin/esbuild`));
}
