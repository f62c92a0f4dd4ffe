/**
 * Paths that Node's permission model grants although no grant names them, where Node alone keeps the app in its grants. Node 20
 * has granted paths in a tree of common beginnings, and takes a beginning for granted as soon as a third path has it: with
 * `notes-a`, `notes-b` and `notes-c` also `notes`. An app could list it, move it into a granted folder and read it there, or
 * read a denied file beside three others.
 *
 * The candidates are all common beginnings; Node itself answers which of them it grants. Later versions grant none.
 *
 * The app shares this process: nothing is called here that it could have replaced.
 */
const { apply } = Reflect;
const { normalize } = process.getBuiltinModule('node:path');

type Has = (scope: string, path: string) => boolean;
type Paths = Readonly<Record<string, true | undefined>>;

/** What Node was started with. */
export interface NodeGrants {
  /** Flags of Node. */
  readonly args: readonly string[];
  /** The file that is run, which some versions grant as well. */
  readonly entry?: string | undefined;
  /** `process.permission.has`. */
  readonly has: Has;
}

export interface OverGranted {
  readonly read: ReadonlySet<string>;
  readonly write: ReadonlySet<string>;
}

/** The common beginnings that Node grants beyond its flags. */
export function findOverGranted({ args, entry, has }: NodeGrants): OverGranted {
  const find = (flag: string, scope: string): Set<string> => {
    const listed = args.flatMap((arg) =>
      arg.startsWith(`${flag}=`) ? [plain(arg.slice(flag.length + 1).replace(/\*$/, ''))] : [],
    );
    const found = new Set<string>();
    // All files: there is nothing beyond that.
    if (listed.includes('')) return found;
    const all = entry === undefined ? listed : [...listed, entry];
    for (const path of commonBeginnings(all)) {
      const isListed = listed.some((each) => path === each || path.startsWith(`${each}/`));
      if (path !== '' && !isListed && has(scope, path)) found.add(path);
    }
    return found;
  };
  return {
    read: find('--allow-fs-read', 'fs.read'),
    write: find('--allow-fs-write', 'fs.write'),
  };
}

/** Of sorted texts, neighbours have the longest ones: all others are among theirs. */
function commonBeginnings(paths: readonly string[]): Set<string> {
  const sorted = [...paths].sort();
  const found = new Set<string>();
  for (const [at, path] of sorted.entries()) {
    const next = sorted[at + 1] ?? '';
    let end = 0;
    while (end < path.length && path[end] === next[end]) end++;
    found.add(plain(path.slice(0, end)));
  }
  return found;
}

let paths: { readonly read: Paths; readonly write: Paths } | undefined;
let cwdOf: (() => string) | undefined;

/** @param cwd of the system, which reads it each time */
export function refuseOverGranted(cwd: () => string): void {
  const { permission } = process as unknown as { permission?: { has: Has } };
  if (permission === undefined) return;
  const { read, write } = findOverGranted({
    args: process.execArgv,
    entry: process.argv[1],
    has: (scope, path) => permission.has(scope, path),
  });
  if (read.size === 0 && write.size === 0) return;
  paths = { read: asPaths(read), write: asPaths(write) };
  cwdOf = cwd;
}

function asPaths(set: ReadonlySet<string>): Paths {
  const found = Object.create(null) as Record<string, true>;
  for (const path of set) found[path] = true;
  return found;
}

/**
 * Whether Node would let the app use a path that no grant names.
 *
 * @param isRead what is done there changes nothing
 */
export function isOverGranted(path: string, isRead: boolean): boolean {
  if (paths === undefined) return false;
  const whole = wholeOf(path);
  if (whole === undefined || paths.read[whole] === true) return true;
  return !isRead && paths.write[whole] === true;
}

/** As Node resolves it; undefined where that cannot be known. */
function wholeOf(path: string): string | undefined {
  if (path[0] === '/') return plain(normalize(path));
  try {
    return plain(normalize(`${apply(cwdOf!, undefined, [])}/${path}`));
  } catch {
    // The working folder has been removed.
    return undefined;
  }
}

/** Without slashes at its end. By its characters: methods of texts are the app's. */
function plain(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  if (end === path.length) return path;
  let text = '';
  for (let at = 0; at < end; at++) text += path[at]!;
  return text;
}

/** As Node has it where it looks. */
export function deniedError(path: string, isRead: boolean): Error {
  return Object.assign(new Error('Access to this API has been restricted'), {
    code: 'ERR_ACCESS_DENIED',
    permission: isRead ? 'FileSystemRead' : 'FileSystemWrite',
    resource: path,
  });
}
