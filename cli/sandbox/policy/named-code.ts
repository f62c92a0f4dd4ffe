/**
 * Code and configuration that the user's environment has the system and Node load into every process, before tui's own:
 * options of Node, and variables of the dynamic loader and of OpenSSL. An app that could write one of these files would have
 * its code in the launcher at the next start.
 */
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A file, or a folder that is searched: what matters of it is in the folder itself. */
interface NamedFile {
  /** Absolute; it need not exist. */
  readonly path: string;
  /** The variable or option that names it. */
  readonly by: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Options of Node that name code to load before the program's own: a file or a package. */
const PRELOADS = /^(?:-r|--require|--import|--loader|--experimental-loader)$/;
/** Options of Node that name a file with options, variables, libraries or a heap to start from. */
const FILES =
  /^--(?:openssl-config|env-file|env-file-if-exists|snapshot-blob|experimental-config-file)$/;
/** Node reads options from a file of this name in the working folder. */
const DEFAULT_CONFIG = ['--experimental-default-config-file', 'node.config.json'] as const;

/** Variables that name files or folders, each with what separates several of them. */
const VARIABLES: Readonly<Record<string, RegExp>> = {
  // glibc and musl: names without a slash are looked up in the folders of LD_LIBRARY_PATH and of the system.
  LD_PRELOAD: /[: ]/,
  LD_AUDIT: /:/,
  LD_LIBRARY_PATH: /[:;]/,
  DYLD_INSERT_LIBRARIES: /:/,
  DYLD_LIBRARY_PATH: /:/,
  DYLD_FRAMEWORK_PATH: /:/,
  DYLD_FALLBACK_LIBRARY_PATH: /:/,
  DYLD_FALLBACK_FRAMEWORK_PATH: /:/,
  DYLD_VERSIONED_LIBRARY_PATH: /:/,
  DYLD_VERSIONED_FRAMEWORK_PATH: /:/,
  // Libraries are loaded that a configuration names, or that are in these folders.
  OPENSSL_CONF: /\n/,
  OPENSSL_MODULES: /\n/,
  OPENSSL_ENGINES: /\n/,
  // Not code, but whom the launcher trusts with keys and tokens.
  NODE_EXTRA_CA_CERTS: /\n/,
  SSL_CERT_FILE: /\n/,
  SSL_CERT_DIR: /:/,
};
/** In these, a name without a slash is looked up elsewhere. */
const NAMES = /^LD_(?:PRELOAD|AUDIT)$/;
/** In these, an empty part is the working folder. */
const WITH_EMPTY = /^LD_LIBRARY_PATH$/;

interface NamedPackage {
  readonly name: string;
  /** The folder from which Node looks for it. */
  readonly from: string;
}

export interface NamedCode {
  readonly files: readonly NamedFile[];
  readonly packages: readonly NamedPackage[];
}

const BY_OPTION = 'an option of Node';

/** Everything that variables and options name, and the modules that a module of theirs imports. */
export function namedCode(env: Env): NamedCode {
  const words = optionWords(env);
  const isDefault = words.includes(DEFAULT_CONFIG[0]);
  const first = preloads(words).flatMap((value) =>
    pathOf(value, process.cwd()).filter((path) => isPath(value) || existsSync(path)),
  );
  const { paths, packages } = importsOf(first);
  const files = [
    ...Object.entries(VARIABLES).flatMap(([by, separator]) => ofVariable(by, env[by], separator)),
    ...[...valuesOf(words, FILES).map((value) => resolve(value)), ...paths].map((path) => ({
      path,
      by: BY_OPTION,
    })),
    ...(isDefault ? [{ path: resolve(DEFAULT_CONFIG[1]), by: DEFAULT_CONFIG[0] }] : []),
  ];
  return {
    files: files.map(({ path, by }) => ({ path: placeOf(path), by })),
    packages: [...preloads(words).flatMap((name) => packageIn(name, process.cwd())), ...packages],
  };
}

/** The part of a path that can be looked at: it may lead through a file, or into a folder that is closed to the user. */
function placeOf(path: string): string {
  try {
    lstatSync(path, { throwIfNoEntry: false });
    return path;
  } catch {
    return placeOf(dirname(path));
  }
}

/** Files that are read for what they import, and bytes of each. */
const MAX_FILES = 1000;
const MAX_SIZE = 1024 * 1024;
/** What `require` tries, and `import` takes as it is. */
const ENDINGS = ['', '.js', '.json', '.node', '.cjs', '.mjs', '.ts'];
/** A text that may be the name of a module, wherever it is: one too many does no harm. */
const MODULE_NAMES = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(["'])([^"'\\\n]{1,500})\1/g;

/** The modules that these import by a name in their text, and theirs, where they are or would be. */
function importsOf(first: readonly string[]): {
  readonly paths: ReadonlySet<string>;
  readonly packages: readonly NamedPackage[];
} {
  const paths = new Set(first);
  const packages: NamedPackage[] = [];
  let count = 0;
  for (const path of paths) {
    const text = count++ < MAX_FILES ? textOf(path) : '';
    for (const [, , name = ''] of text.matchAll(MODULE_NAMES)) {
      if (!isPath(name)) packages.push(...packageIn(name, dirname(path)));
      for (const to of isPath(name) ? pathOf(name, dirname(path)) : []) {
        for (const candidate of candidatesOf(to)) paths.add(candidate);
      }
    }
  }
  return { paths, packages };
}

/** The file that Node finds, and those that it would find before it. */
function candidatesOf(path: string): string[] {
  const all = [...ENDINGS, ...ENDINGS.map((each) => join('/index', each))].map(
    (each) => path + each,
  );
  const found = all.findIndex((each) => isFile(each));
  return found < 0 ? all : all.slice(0, found + 1);
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** None for an address of no file. */
function pathOf(name: string, from: string): string[] {
  try {
    return [name.startsWith('file:') ? fileURLToPath(name) : resolve(from, name)];
  } catch {
    return [];
  }
}

/** Empty for what is not a file of a module. */
function textOf(path: string): string {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= MAX_SIZE ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}

function packageIn(name: string, from: string): NamedPackage[] {
  if (isPath(name) || /^(?:data|node|https?):/.test(name) || isBuiltin(name)) return [];
  const found = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0];
  return found === undefined ? [] : [{ name: found, from }];
}

function ofVariable(by: string, value: string | undefined, separator: RegExp): NamedFile[] {
  if (value === undefined || value === '') return [];
  return value.split(separator).flatMap((part) => {
    if (part === '' ? !WITH_EMPTY.test(by) : NAMES.test(by) && !part.includes('/')) return [];
    return [{ path: resolve(part), by }];
  });
}

function isPath(value: string): boolean {
  return /^(?:\.{0,2}[\\/]|[a-z]:[\\/]|file:)/i.test(value);
}

function preloads(words: readonly string[]): string[] {
  return valuesOf(words, PRELOADS);
}

function valuesOf(words: readonly string[], options: RegExp): string[] {
  return words.filter((_, at) => options.test(words[at - 1] ?? ''));
}

/** Options, each followed by its value. Node takes `_` for `-` in their names. */
function optionWords(env: Env): string[] {
  return [...process.execArgv, ...splitWords(env['NODE_OPTIONS'] ?? '')].flatMap((word) => {
    if (!word.startsWith('--')) return [word];
    const [name = '', ...value] = word.split(/=(.*)/s, 2);
    return [name.replaceAll('_', '-'), ...value];
  });
}

/** As Node splits its variable: at blanks, where a double quote keeps them and a backslash in it the next character. */
function splitWords(text: string): string[] {
  return [...text.matchAll(/(?:"(?:\\.|[^"\\])*"?|[^ "])+/gs)].map(([word]) =>
    word.replace(/"((?:\\.|[^"\\])*)"?/gs, (_, inside: string) => inside.replace(/\\(.)/gs, '$1')),
  );
}
