/**
 * Programs that an app may run through the launcher.
 *
 * A grant is a program and, optionally, the first arguments that it must be run with. The launcher runs programs with
 * the user's rights, outside of the sandbox: the list is the only guard.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { expandPath, realPathOf, type PathVariables } from './paths.js';
import type { Origin, RunGrant } from '../types.js';

export type RunGrantError = { readonly message: string; readonly suggestion?: string };

/** A command with more arguments is not a pattern. */
const MAX_ARGUMENTS = 256;

/**
 * Reads `git`, `git log`, `git status $` or `["git", "log"]`. In a text, blanks part the arguments; a list
 * takes them as they are. `*` represents any one argument, a final `$` means that nothing may follow.
 */
export function readRunGrant(
  written: string | readonly string[],
  origin: Origin,
  variables: PathVariables,
  pathVariable: string,
): { readonly grant: RunGrant } | { readonly error: RunGrantError } {
  const parts = typeof written === 'string' ? written.trim().split(/\s+/) : [...written];
  const [program = '', ...args] = parts;
  if (program === '') return { error: { message: 'expected a program, found nothing' } };
  if (program.includes('*')) {
    return {
      error: {
        message: 'expected the name of a program, found "*"',
        suggestion: 'write "git", or "git log" for one of its commands',
      },
    };
  }
  if (parts.some((part) => part.includes('\0'))) {
    return { error: { message: 'a program cannot contain NUL characters' } };
  }
  if (args.length > MAX_ARGUMENTS)
    return { error: { message: `expected at most ${MAX_ARGUMENTS} arguments` } };
  const exact = args.at(-1) === '$';
  if (exact) args.pop();
  const found = findProgram(program, variables, pathVariable);
  return {
    grant: {
      written: typeof written === 'string' ? written : written.join(' '),
      origin,
      path: found?.path ?? '',
      real: found?.real ?? '',
      args,
      exact,
    },
  };
}

export interface Program {
  /** What to start. Not the file that it leads to: programs like busybox go by the name they are called. */
  readonly path: string;
  readonly real: string;
}

/** The program that a name or a path means; relative entries of PATH do not count. */
export function findProgram(
  name: string,
  variables: PathVariables,
  pathVariable: string,
): Program | undefined {
  if (name.includes('\0')) return undefined;
  if (name.includes('/')) return programAt(expandPath(name, variables), variables.base);
  if (name === '' || name === '.' || name === '..') return undefined;
  return findOnPath(name, pathVariable);
}

/** The first of PATH's folders that has the program. A relative one would be the working folder's to fill. */
export function findOnPath(name: string, pathVariable: string): Program | undefined {
  for (const folder of pathVariable.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const program = programAt(join(folder, name), '/');
    if (program !== undefined) return program;
  }
  return undefined;
}

/** Folders that the system's packages are installed in. */
const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin'];

/**
 * Bubblewrap, from the system's folders of PATH before all others: an earlier folder, such as `~/bin`, may
 * have been writable by an app that ran before this one.
 */
export function findBubblewrap(pathVariable: string): Program | undefined {
  const folders = pathVariable.split(delimiter);
  const system = folders.filter((folder) => SYSTEM_FOLDERS.includes(folder));
  return findOnPath('bwrap', [...system, ...folders].join(delimiter));
}

function programAt(path: string, base: string): Program | undefined {
  const folder = realPathOf(dirname(path), base);
  if (folder === undefined) return undefined;
  const whole = join(folder, basename(path));
  try {
    // Most folders of PATH do not have it: that is found out without an error, which takes longer.
    if (statSync(whole, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    accessSync(whole, constants.X_OK);
    return { path: whole, real: realpathSync.native(whole) };
  } catch {
    return undefined;
  }
}

/** Whether the grant covers the program with these arguments. */
export function coversRun(grant: RunGrant, program: Program, args: readonly string[]): boolean {
  if (grant.path === '' || grant.path !== program.path) return false;
  if (args.length < grant.args.length) return false;
  if (grant.exact && args.length !== grant.args.length) return false;
  return grant.args.every((expected, index) => expected === '*' || expected === args[index]);
}

/** The grant as one line, as it is compared and stored: a program whose name has blanks is not one with arguments. */
export function runText({ path, written, args, exact }: RunGrant): string {
  return [path === '' ? written : quoted(path), ...args.map(quoted), ...(exact ? ['$'] : [])].join(
    ' ',
  );
}

function quoted(arg: string): string {
  return arg === '' || /[\s"$]/.test(arg) ? JSON.stringify(arg) : arg;
}

/** Programs that run any other: an app that may run one may do everything. */
const INTERPRETERS =
  /^(sh|bash|dash|zsh|fish|ksh|csh|tcsh|busybox|env|sudo|doas|su|xargs|find|ssh|awk|gawk|mawk|perl|python[\d.]*|ruby|node|nodejs|deno|bun|php|lua[\d.]*|osascript|make|npx|npm|docker|podman|systemd-run|tmux|screen|expect|vi|vim|nvim|emacs|ed|less|man|git|tar|rsync|nice|nohup|timeout|setsid|watch|script|strace|gdb)$/;

export function runsAnything({ path, real }: RunGrant): boolean {
  return INTERPRETERS.test(basename(path)) || INTERPRETERS.test(basename(real));
}
