/**
 * Code and configuration that the user's environment has the system and Node load into every process, before tui's own:
 * options of Node, and variables of the dynamic loader and of OpenSSL. An app that could write one of these files would have
 * its code in the launcher at the next start.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file, or a folder that is searched: what matters of it is in the folder itself. */
export interface NamedFile {
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

/** Files and folders of variables and of options. */
export function namedFiles(env: Env): NamedFile[] {
  const words = optionWords(env);
  const isDefault = words.includes(DEFAULT_CONFIG[0]);
  return [
    ...Object.entries(VARIABLES).flatMap(([by, separator]) => ofVariable(by, env[by], separator)),
    ...valuesOf(words, FILES).map((value) => ({ path: resolve(value), by: 'an option of Node' })),
    ...(isDefault ? [{ path: resolve(DEFAULT_CONFIG[1]), by: DEFAULT_CONFIG[0] }] : []),
    ...preloads(words).flatMap((value) => {
      const path = value.startsWith('file:') ? fileURLToPath(value) : resolve(value);
      return isPath(value) || existsSync(path) ? [{ path, by: 'an option of Node' }] : [];
    }),
  ];
}

/** Names of packages that Node loads first. */
export function namedPackages(env: Env): string[] {
  return preloads(optionWords(env)).flatMap((value) => {
    if (isPath(value) || /^(?:data|node):/.test(value)) return [];
    return /^(?:@[^/]+\/)?[^/]+/.exec(value)?.[0] ?? [];
  });
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
