/**
 * Programs of the system, beside Node, that specs start. Where one is missing, its specs are skipped, and the last
 * line of the run names it: skipped-specs.mjs. In CI they fail.
 */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe } from '@jest/globals';

/** Other names of a program, by the one that is printed. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
};

/** Paths by programs; empty where there is none. */
const found = new Map<string, string>();

/** The environment of specs skips a test that ends with this error. */
class MissingProgram extends Error {
  override readonly name = 'MissingProgram';
  readonly programs: readonly string[];

  constructor(programs: readonly string[]) {
    super(`programs that are not installed: ${programs.join(', ')}`);
    this.programs = programs;
  }
}

/** Call it where a spec or a hook, or a function that they call, is going to start these programs. */
export function needs(...programs: readonly string[]): void {
  const missing = programs.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const { CI, TUI_ALLOW_SKIPS } = process.env;
  if (CI === undefined || TUI_ALLOW_SKIPS !== undefined) throw new MissingProgram(missing);
  throw new Error(`install ${missing.join(', ')}, or set TUI_ALLOW_SKIPS=1: CI skips no specs`);
}

/** Call it with what the command has printed: without bubblewrap it warns, and starts fewer apps. */
export function needsItsSandbox(stderr: string): void {
  if (stderr.includes('bubblewrap is not installed')) needs('bwrap');
}

/** `describe` whose specs all need these programs. */
export function describeWith(programs: readonly string[], name: string, specs: () => void): void {
  describe(name, () => {
    beforeAll(() => needs(...programs));
    specs();
  });
}

export function describeInChromium(name: string, specs: () => void): void {
  describeWith(['chromium'], name, specs);
}

function isInstalled(program: string): boolean {
  return installedName(program) !== undefined;
}

/** The name by which it can be started. */
function installedName(program: string): string | undefined {
  return (NAMES[program] ?? [program]).find((name) => pathOf(name) !== undefined);
}

/** Where a program is; undefined where it is not installed. The shell looks: a spec may not look into the user's home. */
export function pathOf(program: string): string | undefined {
  let path = found.get(program);
  if (path === undefined) {
    const { stdout } = spawnSync('sh', ['-c', 'command -v "$0"', program], { encoding: 'utf8' });
    path = stdout.trim();
    found.set(program, path);
  }
  return path.startsWith('/') ? path : undefined;
}
