/**
 * Guards of all spec files of a process, set up once: a function of a spec's own context in `fs` would keep that context,
 * some 90 MB, in memory. The folder of the person who runs the specs is out of reach, and what a spec calls in this
 * process (`call` of in-process.ts) neither starts a program nor ends the process.
 */
const childProcess = require('node:child_process');
const { AsyncLocalStorage } = require('node:async_hooks');
const fs = require('node:fs');
const os = require('node:os');
const { basename, delimiter, dirname, isAbsolute, join, resolve, sep } = require('node:path');
const { fileURLToPath } = require('node:url');

/** A home that is none, as of `tui` in cli.ts. */
const NO_HOME = '/nonexistent';
const root = dirname(dirname(__dirname));

function replace(object, name, make) {
  const original = object[name];
  const made = make(original);
  for (const key of Reflect.ownKeys(original)) {
    if (key === 'prototype') continue;
    Object.defineProperty(made, key, Object.getOwnPropertyDescriptor(original, key));
  }
  object[name] = made;
}

const home = os.userInfo().homedir;
/** One more that is as private, for the spec of these guards: the home of a build machine may be `/`, or temporary. */
const EXAMPLE = '/nonexistent-example/someone';
/** Calls that reached for the home folder since the last look; what a source catches is found all the same. */
const reached = [];

const isBelow = (folder, path) => path === folder || path.startsWith(folder + sep);
const open = [
  root,
  os.tmpdir(),
  fs.realpathSync(os.tmpdir()),
  process.env.npm_config_cache ?? join(home, '.npm'),
  // Programs, Node's own among them.
  dirname(dirname(process.execPath)),
  ...(process.env.PATH ?? '').split(delimiter).filter(isAbsolute),
].filter((folder) => folder !== home);
/** What resolving a module, or a compiler's settings, looks for in each folder above. */
const LOOKED_FOR = /^(package\.json|[jt]sconfig\.json|node_modules)$/;
/** What resolving a path asks about each folder on the way. */
const ON_THE_WAY = /^(access|exists|lstat|readlink|realpath|stat)(Sync)?$/;

function isPrivate(name, path) {
  if (isBelow(EXAMPLE, path)) return true;
  if (home === sep || !isBelow(home, path)) return false;
  if (open.some((folder) => isBelow(folder, path))) return false;
  if (path.includes(`${sep}node_modules${sep}`)) return false;
  if (ON_THE_WAY.test(name) && open.some((folder) => isBelow(path, folder))) return false;
  return !(isBelow(dirname(path), root) && LOOKED_FOR.test(basename(path)));
}

function check(name, value) {
  if (typeof value === 'number') return;
  let path;
  try {
    path = resolve(value instanceof URL || value?.href ? fileURLToPath(value) : String(value));
  } catch {
    return;
  }
  if (!isPrivate(name, path)) return;
  const error = new Error(`fs.${name} reaches for the home folder of the user: ${path}`);
  reached.push(error);
  throw error;
}

const PATHS =
  /^(access|appendFile|chmod|chown|createReadStream|createWriteStream|exists|lchmod|lchown|lstat|lutimes|mkdir|mkdtemp|open|openAsBlob|opendir|readFile|readdir|readlink|realpath|rm|rmdir|stat|statfs|truncate|unlink|utimes|watch|watchFile|writeFile)(Sync)?$/;
const PAIRS = /^(copyFile|cp|link|rename|symlink)(Sync)?$/;

function guardFiles(functions) {
  for (const name of Object.keys(functions)) {
    const count = PATHS.test(name) ? 1 : PAIRS.test(name) ? 2 : 0;
    if (count === 0 || functions[name] === undefined) continue;
    const guarded = (original) =>
      function (...args) {
        for (const path of args.slice(0, count)) check(name, path);
        return original.apply(this, args);
      };
    replace(functions, name, guarded);
    const { native } = functions[name];
    if (native !== undefined) functions[name].native = guarded(native);
  }
}

replace(os, 'homedir', () => () => NO_HOME);

guardFiles(fs);
guardFiles(fs.promises);

/** Of a call in this process: its home, and what it must not have done. */
const calls = new AsyncLocalStorage();

// The home of a call is that of its account.
const accountHome = () => calls.getStore()?.home ?? NO_HOME;
replace(os, 'userInfo', (original) => (...args) => ({
  ...original(...args),
  homedir: accountHome(),
}));

function refuse(what) {
  const call = calls.getStore();
  if (call === undefined) return;
  call.refused ??= `it ${what}: use tui() of cli.ts`;
  throw new Error(call.refused);
}

/** The compiler of scripts is part of what such a call tests. */
const isCompiler = (program) => /[\\/]esbuild(\.exe)?$/.test(String(program));

for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']) {
  replace(
    childProcess,
    name,
    (original) =>
      function (program, ...rest) {
        if (!isCompiler(program)) refuse(`starts ${program}`);
        return original.call(this, program, ...rest);
      },
  );
}
for (const name of ['exit', 'kill']) {
  replace(
    process,
    name,
    (original) =>
      function (...args) {
        refuse(`calls process.${name}`);
        return original.apply(this, args);
      },
  );
}

/** Fails the test, or the file, in which something reached for the home folder. */
function failWhereReached() {
  const [error] = reached.splice(0);
  if (error !== undefined) throw error;
}

module.exports = { calls, home: EXAMPLE, reached, failWhereReached };
