/** The settings of a `tsconfig.json` that change how code is compiled, with what it extends. */
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { parseJson, type JsonSchema } from '../../base/json/json.js';
import type { SourceFiles } from './files.js';
import { foldersFrom } from './folders.js';
import { tooLarge, type ConfigWarning } from './modules.js';

export interface Tsconfig {
  /** For esbuild. */
  readonly compilerOptions: Readonly<Record<string, unknown>>;
  /** For the resolver. */
  readonly aliases: Aliases;
  readonly warnings: readonly ConfigWarning[];
}

export interface Aliases {
  /** `paths`: absolute paths by pattern, such as `@/*`. */
  readonly paths?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Where packages are looked up first. */
  readonly baseUrl?: string | undefined;
}

interface Content {
  readonly extends?: string | readonly string[];
  readonly compilerOptions?: Readonly<Record<string, unknown>> & {
    readonly baseUrl?: string;
    readonly paths?: Readonly<Record<string, readonly string[]>>;
  };
}

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    extends: { type: ['string', 'array'], items: { type: 'string' } },
    compilerOptions: {
      type: 'object',
      properties: {
        baseUrl: { type: 'string' },
        paths: {
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};

/** What esbuild compiles differently for. */
const USED = [
  'alwaysStrict',
  'strict',
  'target',
  'useDefineForClassFields',
  'experimentalDecorators',
  'jsx',
  'jsxFactory',
  'jsxFragmentFactory',
  'jsxImportSource',
  'importsNotUsedAsValues',
  'preserveValueImports',
  'verbatimModuleSyntax',
];
/** Files that extend each other. */
const MAX_DEPTH = 16;

/** The nearest `tsconfig.json` from a folder upwards, among the files that may be read. */
export function findTsconfig(files: SourceFiles, folder: string): Tsconfig {
  for (const at of foldersFrom(folder)) {
    const path = files.fileAt(join(at, 'tsconfig.json'));
    if (path === undefined) continue;
    const warnings: ConfigWarning[] = [];
    const settings = readSettings(files, path, warnings, 0);
    return { ...settings, warnings };
  }
  return { ...NONE, warnings: [] };
}

type Settings = Pick<Tsconfig, 'compilerOptions' | 'aliases'>;

const NONE: Settings = { compilerOptions: {}, aliases: {} };

function readSettings(
  files: SourceFiles,
  path: string,
  warnings: ConfigWarning[],
  depth: number,
): Settings {
  const text = files.readJson(path);
  if (text === undefined || depth > MAX_DEPTH) return NONE;
  if (text === null) {
    warnings.push(tooLarge(path));
    return NONE;
  }
  const result = parseJson<Content>(text, { lenient: true, schema: SCHEMA });
  if (!result.ok) {
    const [error] = result.errors;
    const message = `${error?.message ?? 'this is not JSON'}; the file is ignored`;
    warnings.push({ source: { file: path, text }, offset: error?.start ?? 0, message });
    return NONE;
  }
  const { extends: bases = [], compilerOptions = {} } = result.value;
  const folder = dirname(path);
  let { compilerOptions: options, aliases } = NONE;
  for (const base of [bases].flat()) {
    const found = baseAt(files, folder, base);
    if (found === undefined) continue;
    const inherited = readSettings(files, found, warnings, depth + 1);
    options = { ...options, ...inherited.compilerOptions };
    aliases = { ...aliases, ...inherited.aliases };
  }
  const own = Object.entries(compilerOptions).filter(([name]) => USED.includes(name));
  return {
    compilerOptions: { ...options, ...Object.fromEntries(own) },
    aliases: { ...aliases, ...readAliases(compilerOptions, folder, aliases.baseUrl) },
  };
}

function readAliases(
  { baseUrl, paths }: NonNullable<Content['compilerOptions']>,
  folder: string,
  inheritedBase: string | undefined,
): Aliases {
  const base = baseUrl === undefined ? undefined : resolve(folder, baseUrl);
  const start = base ?? inheritedBase ?? folder;
  return {
    ...(base === undefined ? {} : { baseUrl: base }),
    ...(paths === undefined
      ? {}
      : {
          paths: new Map(
            Object.entries(paths).map(([pattern, targets]) => [
              pattern,
              targets.map((target) => resolve(start, target)),
            ]),
          ),
        }),
  };
}

/** The paths that a specifier may represent, in the order in which they are to be tried. */
export function aliasesOf(specifier: string, { paths, baseUrl }: Aliases): string[] {
  const fits = [...(paths?.keys() ?? [])].filter((pattern) => {
    const [start = '', end] = pattern.split('*', 2);
    if (end === undefined) return specifier === pattern;
    const isLong = specifier.length >= start.length + end.length;
    return isLong && specifier.startsWith(start) && specifier.endsWith(end);
  });
  // The longest text before the star is the best fit, a pattern without star better than all.
  const rank = (pattern: string): number =>
    pattern.includes('*') ? pattern.indexOf('*') : Infinity;
  const [best] = fits.sort((a, b) => rank(b) - rank(a));
  const [start = '', end = ''] = best?.split('*', 2) ?? [];
  const part = specifier.slice(start.length, specifier.length - end.length);
  const found = (best === undefined ? undefined : paths?.get(best)) ?? [];
  const targets = found.map((target) => target.replace('*', () => part));
  return baseUrl === undefined ? targets : [...targets, join(baseUrl, specifier)];
}

/** The file that `extends` names: by path, or in a package. */
function baseAt(files: SourceFiles, folder: string, base: string): string | undefined {
  const isPath = isAbsolute(base) || /^\.{1,2}(\/|$)/.test(base);
  const starts = isPath
    ? [isAbsolute(base) ? base : join(folder, base)]
    : foldersFrom(folder).map((at) => join(at, 'node_modules', base));
  for (const start of starts) {
    for (const path of [start, `${start}.json`, join(start, 'tsconfig.json')]) {
      const found = files.fileAt(path);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
