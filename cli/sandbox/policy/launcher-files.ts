/**
 * Files that the launcher runs and loads. It does so with all rights of the user, so that none of it may lie where
 * an app may write: the app would choose what the launcher does, in this run or at its next start.
 */
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessTo, trustedPath, type FilePermissions } from './check.js';
import { findBubblewrap } from './grants/commands.js';
import { isInside, stepsOf } from './grants/paths.js';
import type { PathGrant } from './types.js';

export interface LauncherFile {
  /** Absolute; links in it are not resolved. */
  readonly path: string;
  /** `program`: one file, which is started. `code`: a folder that is loaded from. */
  readonly type: 'program' | 'code';
}

/** A grant by which an app could write what the launcher uses. */
export interface Conflict {
  readonly grant: PathGrant;
  /** What it could write of it. */
  readonly paths: readonly string[];
}

/** Packages that stay what they are: they bring programs. All others are in the bundle. */
const PACKAGES = ['esbuild', `@esbuild/${process.platform}-${process.arch}`, 'clipboardy'];

type Env = Readonly<Record<string, string | undefined>>;

/** Everything that the launcher may come to start or load while it runs an app with these permissions. */
export function launcherFiles(permissions: FilePermissions, env: Env): LauncherFile[] {
  const files: LauncherFile[] = [
    { path: process.execPath, type: 'program' },
    { path: codeFolder(), type: 'code' },
  ];
  // The name that this command goes by: a link in a folder of PATH or of packages.
  const [, started] = process.argv;
  if (started !== undefined) files.push({ path: started, type: 'program' });
  const path = env['PATH'] ?? '';
  // One that is only to be had where the app may write is a conflict, and no reason to do without.
  const bubblewrap = findBubblewrap(trustedPath(permissions, path)) ?? findBubblewrap(path);
  if (bubblewrap !== undefined) {
    files.push({ path: bubblewrap.path, type: 'program' });
    // The script by which the compiler is started in it.
    files.push({ path: '/bin/sh', type: 'program' });
  }
  const compiler = env['ESBUILD_BINARY_PATH'] ?? '';
  if (compiler !== '') files.push({ path: resolve(compiler), type: 'program' });
  return [...files, ...packages(permissions)];
}

/** The grants by which the app may write some of these files. Where it may write everything, there is none to name. */
export function conflictsOf(
  permissions: FilePermissions,
  files: readonly LauncherFile[],
): Conflict[] {
  const found = new Map<PathGrant, Set<string>>();
  for (const { path, type } of files) {
    const steps = stepsOf(path, '/') ?? [path];
    for (const grant of permissions.write.allow) {
      const reached = steps.filter(
        (step) => isInside(step, grant.path) && accessTo(permissions, step) === 'write',
      );
      const real = steps.at(-1) ?? path;
      if (
        type === 'code' &&
        isInside(grant.path, real) &&
        accessTo(permissions, grant.path) === 'write'
      ) {
        reached.push(grant.path);
      }
      if (reached.length === 0) continue;
      const paths = found.get(grant) ?? new Set();
      for (const step of reached) paths.add(step);
      found.set(grant, paths);
    }
  }
  return [...found].map(([grant, paths]) => ({ grant, paths: [...paths] }));
}

/** With more denials, no suggestion is made. */
const MAX_DENIALS = 4;

/**
 * What to deny so that the rest of the grant can stay: the folder of packages where they are in one, the
 * folder of a link, else the file itself. Undefined where that would be all of the grant.
 */
export function denialsFor({ grant, paths }: Conflict): string[] | undefined {
  const denials = paths.map((path) => {
    const at = path.indexOf(`${sep}node_modules${sep}`, grant.path.length - 1);
    if (at >= 0) return path.slice(0, at + 1) + 'node_modules';
    // A link can be replaced whatever is denied behind it.
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? dirname(path) : path;
  });
  const fewest = outermost(denials);
  return fewest.length > MAX_DENIALS || fewest.some((path) => isInside(grant.path, path))
    ? undefined
    : fewest;
}

/** What is denied of these where everything else may be written: files, and whole folders of packages. */
export function guardsOf(files: readonly LauncherFile[]): string[] {
  const guards = files.flatMap(({ path }) => {
    const real = stepsOf(path, '/')?.at(-1);
    if (real === undefined || !existsSync(real)) return [];
    const at = real.indexOf(`${sep}node_modules${sep}`);
    return [at < 0 ? real : real.slice(0, at + 1) + 'node_modules'];
  });
  return outermost(guards);
}

function outermost(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter(
    (path, _, all) => !all.some((other) => other !== path && isInside(path, other)),
  );
}

/** The folder of the build; of the sources where they are run as they are. */
function codeFolder(): string {
  const here = dirname(realpathSync(fileURLToPath(import.meta.url)));
  return basename(here) === 'bundle' ? dirname(here) : dirname(dirname(dirname(here)));
}

/**
 * The packages, and theirs, where one of them could be within the app's reach. To look for all of them
 * reads fifty files, which most grants give no reason for.
 */
function packages(permissions: FilePermissions): LauncherFile[] {
  const code = codeFolder();
  const own = PACKAGES.map((name) => findPackage(name, code)).filter(
    (found) => found !== undefined,
  );
  const shelves = new Set([code, ...own.map(({ real }) => real)].flatMap(shelvesAbove));
  const isNear = permissions.write.allow.some(({ path }) =>
    [...shelves].some((shelf) => isInside(shelf, path) || isInside(path, shelf)),
  );
  const paths = isNear ? packageTree(['esbuild', 'clipboardy']) : own.map(({ path }) => path);
  return paths.map((path) => ({ path, type: 'code' }));
}

/** The folders that Node looks for packages in, from a folder on. */
function shelvesAbove(folder: string): string[] {
  const shelves: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    if (basename(at) !== 'node_modules') shelves.push(join(at, 'node_modules'));
    if (dirname(at) === at) return shelves;
  }
}

/** Whether a package and all that it needs are out of the app's reach, wherever links have put them. */
export function isPackageSafe(permissions: FilePermissions, name: string): boolean {
  const files = packageTree([name]).map((path): LauncherFile => ({ path, type: 'code' }));
  return conflictsOf(permissions, files).length === 0;
}

interface Package {
  readonly path: string;
  readonly real: string;
  /** Where it was looked for first, and is not. */
  readonly before: readonly string[];
  readonly needs: readonly string[];
}

/** Packages with all that they need, and the places where one of them would be found sooner. */
function packageTree(names: readonly string[]): string[] {
  const paths = new Set<string>();
  const seen = new Set<string>();
  const waiting = names.map((name) => ({ name, from: codeFolder() }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const found = findPackage(next.name, next.from);
    if (found === undefined) continue;
    for (const path of [...found.before, found.path]) paths.add(path);
    if (seen.has(found.real)) continue;
    seen.add(found.real);
    for (const name of found.needs) waiting.push({ name, from: found.real });
  }
  return [...paths];
}

/** As Node finds it for a module in the folder `from`. */
function findPackage(name: string, from: string): Package | undefined {
  const before: string[] = [];
  for (const shelf of shelvesAbove(from)) {
    const path = join(shelf, name);
    if (!existsSync(path)) {
      before.push(path);
      continue;
    }
    try {
      const text = readFileSync(join(path, 'package.json'), 'utf8');
      const { dependencies, optionalDependencies } = JSON.parse(text) as Record<string, object>;
      const needs = Object.keys({ ...dependencies, ...optionalDependencies });
      return { path, real: realpathSync(path), before, needs };
    } catch {
      before.push(path);
    }
  }
  return undefined;
}
