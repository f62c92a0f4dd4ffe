/**
 * Resolves imports by the rules that esbuild has for Node: `exports` and `imports` of package.json, `main`,
 * `node_modules` from folder to folder, TypeScript's names, `paths` of a tsconfig.json.
 */
import { dirname, isAbsolute, relative, sep } from 'node:path';
import type * as EnhancedResolve from 'enhanced-resolve';
import { parseJson } from '../../base/json/json.js';
import { enhancedResolve } from '../../base/packages.cjs';
import type { SourceFiles } from './files.js';
import { tooLarge, type BuildMode, type ConfigWarning, type ImportRequest } from './modules.js';
import { aliasesOf, type Aliases } from './tsconfig.js';

type Resolver = EnhancedResolve.Resolver;
type Package = Readonly<Record<string, unknown>>;

export interface ResolvedFile {
  /** Real path. */
  readonly path: string;
  readonly isEsm: boolean;
  readonly isPure: boolean;
}

export class FileResolver {
  readonly warnings: ConfigWarning[] = [];
  readonly #resolvers = new Map<string, Resolver>();
  readonly #packages = new Map<string, Package | undefined>();

  readonly #files: SourceFiles;
  /** They apply outside of packages. */
  readonly #aliases: Aliases;
  readonly #mode: BuildMode;

  constructor(
    files: SourceFiles,

    aliases: Aliases,
    mode: BuildMode = 'production',
  ) {
    this.#files = files;
    this.#aliases = aliases;
    this.#mode = mode;
  }

  /** @param specifier a relative or absolute path, or a name of a package */
  resolve(
    specifier: string,
    folder: string,
    kind: ImportRequest['kind'],
  ): ResolvedFile | undefined {
    const isInPackage = `${folder}${sep}`.includes(`${sep}node_modules${sep}`);
    const isRelative = /^\.{1,2}(\/|$)/.test(specifier);
    for (const path of isInPackage || isRelative ? [] : aliasesOf(specifier, this.#aliases)) {
      const found = this.#resolveBy(this.#resolverFor(kind, false), path, folder);
      if (found !== undefined) return found;
    }
    const isOwn = !isInPackage && (isRelative || isAbsolute(specifier));
    return this.#resolveBy(this.#resolverFor(kind, !isOwn), specifier, folder);
  }

  #resolveBy(resolver: Resolver, specifier: string, folder: string): ResolvedFile | undefined {
    let found: ResolvedFile | undefined;
    // The callback runs before `resolve` returns: the file system is synchronous.
    resolver.resolve({}, folder, specifier, {}, (_error, _path, request) => {
      if (request === undefined || typeof request.path !== 'string') return;
      const path = this.#files.fileAt(request.path);
      if (path === undefined) return;
      const { descriptionFileData: data, descriptionFileRoot: root } = request;
      const fields = isRecord(data) ? data : {};
      const name = relative(root ?? dirname(request.path), request.path)
        .split(sep)
        .join('/');
      found = {
        path,
        isEsm: fields['type'] === 'module',
        isPure: !hasSideEffects(fields['sideEffects'], name),
      };
    });
    return found;
  }

  #resolverFor(kind: ImportRequest['kind'], isPackage: boolean): Resolver {
    const key = `${kind} ${isPackage}`;
    let resolver = this.#resolvers.get(key);
    if (resolver === undefined) {
      resolver = this.#createResolver(kind, isPackage);
      this.#resolvers.set(key, resolver);
    }
    return resolver;
  }

  #createResolver(kind: ImportRequest['kind'], isPackage: boolean): Resolver {
    // Loaded with the first import of a file: most apps have none.
    const { ResolverFactory } = enhancedResolve();
    return ResolverFactory.createResolver({
      fileSystem: this.#fileSystem(),
      useSyncFileSystemCalls: true,
      // The caller takes the real path of the result.
      symlinks: false,
      pnpApi: null,
      // An app has a DOM: of a package's builds the one for browsers is meant.
      conditionNames: ['browser', 'module', this.#mode, kind],
      mainFields: ['main', 'module'],
      // Packages that ship both import the compiled file.
      extensions: isPackage
        ? ['.jsx', '.js', '.tsx', '.ts', '.css', '.json']
        : ['.tsx', '.ts', '.jsx', '.js', '.css', '.json'],
      extensionAlias: {
        '.js': ['.js', '.ts', '.tsx'],
        '.jsx': ['.jsx', '.ts', '.tsx'],
        '.mjs': ['.mjs', '.mts'],
        '.cjs': ['.cjs', '.cts'],
      },
    });
  }

  /** The part of a file system that the resolver calls, over the files that may be read. */
  #fileSystem(): EnhancedResolve.FileSystem {
    const files = this.#files;
    const missing = (path: string): Error =>
      Object.assign(new Error(`${path} is missing`), { code: 'ENOENT' });
    const calls = {
      statSync: (path: string) => {
        const isFile = files.fileAt(path) !== undefined;
        const isDirectory = !isFile && files.isFolder(path);
        if (!isFile && !isDirectory) throw missing(path);
        return { isFile: () => isFile, isDirectory: () => isDirectory };
      },
      readFileSync: (path: string) => {
        const file = files.read(path);
        if (file === undefined) throw missing(path);
        return file.bytes;
      },
      readJsonSync: (path: string) => {
        const content = this.#readPackage(path);
        if (content === undefined) throw missing(path);
        return content;
      },
      readlinkSync: (path: string) => {
        throw missing(path);
      },
      readdirSync: (path: string) => {
        throw missing(path);
      },
    };
    return calls as unknown as EnhancedResolve.FileSystem;
  }

  /** A malformed package.json counts as missing, with a warning. */
  #readPackage(path: string): Package | undefined {
    if (this.#packages.has(path)) return this.#packages.get(path);
    const text = this.#files.readJson(path);
    let content: Package | undefined;
    if (text === null) this.warnings.push(tooLarge(path));
    else if (text !== undefined) {
      const result = parseJson(text);
      if (result.ok && isRecord(result.value)) content = result.value;
      else {
        const error = result.ok ? undefined : result.errors[0];
        const message = `${error?.message ?? 'expected an object'}; the file is ignored`;
        this.warnings.push({ source: { file: path, text }, offset: error?.start ?? 0, message });
      }
    }
    this.#packages.set(path, content);
    return content;
  }
}

function isRecord(value: unknown): value is Package {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `sideEffects` of a package.json: false, or patterns of the files that have some. */
function hasSideEffects(sideEffects: unknown, name: string): boolean {
  if (sideEffects === false) return false;
  if (!Array.isArray(sideEffects)) return true;
  return sideEffects.some(
    (pattern) => typeof pattern === 'string' && matchesPattern(name, pattern.replace(/^\.\//, '')),
  );
}

/** More make a pattern slow to match; such a package counts as having side effects. */
const MAX_WILDCARDS = 4;

/** `*` is any part of a name, `**` any folders; without a slash a name in any folder. */
function matchesPattern(name: string, pattern: string): boolean {
  if ((pattern.match(/[*?]+/g) ?? []).length > MAX_WILDCARDS) return true;
  const glob = pattern.includes('/') ? pattern : `**/${pattern}`;
  const source = glob
    .split(/(\*\*\/?|\*|\?)/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
      return part === '**/' ? '(?:.*/)?' : part === '**' ? '.*' : part === '*' ? '[^/]*' : '[^/]';
    })
    .join('');
  return new RegExp(`^${source}$`).test(name);
}
