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
import { namedCode } from './named-code.js';
import type { PathGrant } from './types.js';

export interface LauncherFile {
  /** Absolute; links in it are not resolved. */
  readonly path: string;
  /** `program`: one file, which is started. `code`: a folder that is loaded from. */
  readonly type: 'program' | 'code';
  /** The variable or option of the user's that names it. */
  readonly by?: string | undefined;
}

/** A grant by which an app could write what the launcher uses. */
export interface Conflict {
  readonly grant: PathGrant;
  /** What it could write of it. */
  readonly paths: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** Everything that the launcher may come to start or load while it runs an app with these permissions. */
export function launcherFiles(permissions: FilePermissions, env: Env): LauncherFile[] {
  const files: LauncherFile[] = [
    { path: process.execPath, type: 'program' },
    { path: codeFolder(), type: 'code' },
  ];
  for (const path of [...ownScope(), ...startedNames(), ...loaded(permissions)]) {
    files.push({ path, type: 'program' });
  }
  const named = namedCode(env);
  for (const file of named.files) files.push({ ...file, type: 'program' });
  for (const { name, from } of named.packages) {
    for (const path of packageTree([name], from)) {
      files.push({ path, type: 'code', by: 'an option of Node' });
    }
  }
  const path = env['PATH'] ?? '';
  // One that is only to be had where the app may write is a conflict, and no reason to do without.
  const bubblewrap = findBubblewrap(trustedPath(permissions, path)) ?? findBubblewrap(path);
  if (bubblewrap !== undefined) {
    files.push({ path: bubblewrap.path, type: 'program' });
    // The script by which the compiler is started in it.
    files.push({ path: '/bin/sh', type: 'program' });
  }
  const compiled = compileCache();
  if (compiled !== undefined) files.push({ path: compiled, type: 'code' });
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
export function denialsFor(conflict: Conflict): string[] | undefined {
  const denials = coversFor(conflict);
  return denials === undefined || denials.length > MAX_DENIALS ? undefined : denials;
}

/** The same without a limit, for a sandbox that denies it by itself. */
export function coversFor({ grant, paths }: Conflict): string[] | undefined {
  const denials = paths.map((path) => {
    const at = path.indexOf(`${sep}node_modules${sep}`, grant.path.length - 1);
    if (at >= 0) return path.slice(0, at + 1) + 'node_modules';
    return isLink(path) ? dirname(path) : path;
  });
  const fewest = outermost(denials);
  return fewest.some((path) => isInside(grant.path, path) || isLink(path)) ? undefined : fewest;
}

/** A link can be replaced whatever is denied behind it. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
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

/** Node reads what kind of code this is, and where its own name leads, from there. */
function ownScope(): string[] {
  for (let at = codeFolder(); ; at = dirname(at)) {
    const path = join(at, 'package.json');
    if (existsSync(path)) return [path];
    if (dirname(at) === at) return [];
  }
}

/** The names that this command goes by: links in a folder of PATH, and in each folder of packages that it was started from. */
function startedNames(): string[] {
  const [, started] = process.argv;
  const shelves = [codeFolder(), ...(started === undefined ? [] : [started])].flatMap((path) =>
    [...path.matchAll(/[\\/]node_modules(?=[\\/])/g)].map(({ 0: { length }, index }) =>
      path.slice(0, index + length),
    ),
  );
  const endings = process.platform === 'win32' ? ['', '.cmd', '.ps1'] : [''];
  const links = [...new Set(shelves)].flatMap((shelf) =>
    endings.map((ending) => join(shelf, '.bin', `tui${ending}`)),
  );
  return [...(started === undefined ? [] : [started]), ...links];
}

/**
 * Where the user enables it, Node from 22 on executes what is in this folder in the place of the code that it loads. Each
 * version of Node has a folder in it.
 */
function compileCache(): string | undefined {
  const { getCompileCacheDir } = process.getBuiltinModule('node:module') as {
    getCompileCacheDir?: () => string | undefined;
  };
  const own = getCompileCacheDir?.();
  return own === undefined ? undefined : dirname(own);
}

/** What has been loaded into this process where the app may write: by what the user has Node load before tui as well. */
function loaded({ write }: FilePermissions): string[] {
  const { createRequire } = process.getBuiltinModule('node:module');
  // Real paths, as those of grants are.
  const files = Object.keys(createRequire(import.meta.url).cache);
  return files.filter((path) => write.allow.some((grant) => isInside(path, grant.path)));
}

/** Packages that the bundles import and do not contain, as the build has found them. */
function importedPackages(): readonly string[] {
  const code = codeFolder();
  const built = join(code, 'bundle', 'packages.json');
  if (existsSync(built)) return JSON.parse(readFileSync(built, 'utf8')) as string[];
  // The sources as they are: no package is in a bundle.
  const scope = ownScope()[0];
  return scope === undefined ? [] : readNeeds(scope).map(({ name }) => name);
}

/**
 * The packages, and theirs, where one of them could be within the app's reach. To look for all of them
 * reads a hundred files, which most grants give no reason for.
 */
function packages(permissions: FilePermissions): LauncherFile[] {
  const code = codeFolder();
  const names = importedPackages();
  const own = names.flatMap((name) => findPackage(name, code) ?? []);
  const shelves = new Set([code, ...own.map(({ real }) => real)].flatMap(shelvesAbove));
  const isNear = permissions.write.allow.some(({ path }) =>
    [...shelves].some((shelf) => isInside(shelf, path) || isInside(path, shelf)),
  );
  if (!isNear) return own.map(({ path }) => ({ path, type: 'code' }));
  const absent = names.filter((name) => findPackage(name, code) === undefined);
  const missing = absent.flatMap((name) =>
    ownShelves().flatMap((shelf) => namesOf(join(shelf, name))),
  );
  return [...packageTree(names), ...missing].map((path) => ({ path, type: 'code' }));
}

/**
 * The folders that optional packages are loaded from: those up to the one that tui itself is in, or esbuild. Every folder
 * above would be one that an app could put such a package in.
 */
function ownShelves(): string[] {
  const code = codeFolder();
  const shelves = shelvesAbove(code);
  const own = shelves.findIndex((shelf) => isInside(code, shelf));
  const ofEsbuild = shelves.findIndex((shelf) => existsSync(join(shelf, 'esbuild')));
  return shelves.slice(0, Math.max(own, ofEsbuild) + 1);
}

/** Whether a package that may be absent is where it may be loaded from. */
export function hasOptionalPackage(name: string): boolean {
  return ownShelves().some((shelf) => existsSync(join(shelf, name)));
}

/** The folders that Node looks for packages in, from a folder on. */
function shelvesAbove(folder: string): string[] {
  const shelves: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    shelves.push(join(at, 'node_modules'));
    if (dirname(at) === at) return shelves;
  }
}

/** `node_modules/node_modules`: `import` looks there and `require` does not. */
function isOfImports(shelf: string): boolean {
  return basename(dirname(shelf)) === 'node_modules';
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
  readonly needs: readonly Need[];
}

interface Need {
  readonly name: string;
  /** False for an optional package. */
  readonly isRequired: boolean;
}

/** Packages with their dependencies, and the places where one of them would be found first. */
function packageTree(names: readonly string[], from = codeFolder()): string[] {
  const paths = new Set<string>();
  const seen = new Set<string>();
  // Those of our own that are absent: see `ownShelves`.
  const waiting = names.map((name) => ({ name, from, isRequired: false }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const found = findPackage(next.name, next.from);
    if (found === undefined) {
      // A package lacks what it needs: the app could be the one to bring it.
      if (next.isRequired) for (const path of placesFor(next)) paths.add(path);
      continue;
    }
    for (const path of [...found.before, found.path].flatMap(namesOf)) paths.add(path);
    if (seen.has(found.real)) continue;
    seen.add(found.real);
    for (const need of found.needs) waiting.push({ ...need, from: found.real });
  }
  return [...paths];
}

/** What Node takes for a package: a file with one of these endings before the folder. */
function namesOf(path: string): string[] {
  return [path, `${path}.js`, `${path}.json`, `${path}.node`];
}

/** As Node finds it for a module in the folder `from`. */
function findPackage(name: string, from: string): Package | undefined {
  const before: string[] = [];
  for (const shelf of shelvesAbove(from)) {
    const path = join(shelf, name);
    if (isOfImports(shelf) || !existsSync(path)) {
      before.push(path);
      continue;
    }
    try {
      const needs = readNeeds(join(path, 'package.json'));
      return { path, real: realpathSync(path), before, needs };
    } catch {
      before.push(path);
    }
  }
  return undefined;
}

/** Where Node would look for a package. */
function placesFor({ name, from }: { readonly name: string; readonly from: string }): string[] {
  return shelvesAbove(from).flatMap((shelf) => namesOf(join(shelf, name)));
}

/** The required and optional dependencies that a package declares. */
function readNeeds(file: string): Need[] {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as Record<string, object | undefined>;
  // npm lists optional ones among the others as well.
  const optional = Object.keys({ ...peerDependencies, ...optionalDependencies });
  const required = Object.keys(dependencies ?? {}).filter((name) => !optional.includes(name));
  return [
    ...required.map((name) => ({ name, isRequired: true })),
    ...optional.map((name) => ({ name, isRequired: false })),
  ];
}
