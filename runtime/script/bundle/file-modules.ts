/** Modules from files: the app's own, and packages beside it. */
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'esbuild';
import { foldersFrom } from './folders.js';
import { findTsconfig } from './tsconfig.js';
import type { SourceFiles } from './files.js';
import { FileResolver } from './resolver.js';
import type {
  BuildMode,
  ConfigWarning,
  ImportFailureReason,
  ImportRequest,
  LoadedModule,
  LoadResult,
  ModuleHost,
  Resolution,
} from './modules.js';

export class FileModules implements ModuleHost {
  readonly compilerOptions: Readonly<Record<string, unknown>>;
  /** Where each import led: the module that has it and what it names, then the module that it means. */
  readonly imports = new Map<string, string>();
  readonly #resolver: FileResolver;
  readonly #tsconfigWarnings: readonly ConfigWarning[];

  readonly #files: SourceFiles;
  readonly #folder: string;

  /**
   * @param folder where the document's own imports start, and the search for a tsconfig.json
   * @param mode the condition that packages are resolved by
   */
  constructor(
    files: SourceFiles,
    folder: string,
    readonly mode: BuildMode = 'production',
  ) {
    this.#files = files;
    this.#folder = folder;

    const { compilerOptions, aliases, warnings } = findTsconfig(files, folder);
    this.compilerOptions = compilerOptions;
    this.#tsconfigWarnings = warnings;
    this.#resolver = new FileResolver(files, aliases, mode);
  }

  get warnings(): readonly ConfigWarning[] {
    return [...this.#tsconfigWarnings, ...this.#resolver.warnings];
  }

  resolve(request: ImportRequest): Resolution {
    const { specifier, importer = '', kind } = request;
    const found = this.#find(request);
    if (!('reason' in found))
      this.imports.set(JSON.stringify([importer, kind, specifier]), found.path);
    return found;
  }

  load(path: string): LoadResult {
    if (isData(path)) return loadData(path);
    const file = this.#files.read(path);
    if (file !== undefined || !this.#files.isRefused(path)) return file;
    const message = `${path} cannot become part of the app while it runs`;
    return { reason: { message, suggestion: 'import it from a script of the document' } };
  }

  #find({ specifier, importer, kind }: ImportRequest): Resolution {
    if (isData(specifier)) return { path: specifier };
    if (importer !== undefined && isData(importer)) return notFound(specifier);
    const path = specifier.startsWith('file:') ? pathOf(specifier) : specifier;
    if (path === undefined || hasScheme(path)) return notFound(specifier, schemeHint(specifier));
    const folder = importer === undefined ? this.#folder : dirname(importer);
    const found = this.#resolver.resolve(path, folder, kind);
    if (found !== undefined) return found;
    if (isAbsolute(path) || /^\.{1,2}(\/|$)/.test(path)) {
      return { reason: this.#missing(specifier, resolve(folder, path)) };
    }
    return notFound(specifier, this.#packageHint(path, folder));
  }

  #missing(specifier: string, path: string): ImportFailureReason {
    if (!this.#files.allows(path)) {
      const flag = `--allow-read=${path}`;
      const suggestion = `run it with ${/^[\w./=-]+$/.test(flag) ? flag : JSON.stringify(flag)}`;
      return { message: `${path} may not be read: it needs "read"`, suggestion };
    }
    return this.#files.isSpecial(path)
      ? { message: `${JSON.stringify(specifier)} is neither a file nor a folder` }
      : notFound(specifier).reason;
  }

  #packageHint(specifier: string, folder: string): string | undefined {
    const name = /^(@[\w.-]+\/)?[\w-][\w.-]*(?=\/|$)/.exec(specifier)?.[0];
    if (name === undefined) return undefined;
    const isInstalled = foldersFrom(folder).some((at) =>
      this.#files.isFolder(join(at, 'node_modules', name)),
    );
    return isInstalled
      ? `${name} is installed, but exports no such module`
      : `install the package next to the app: npm install ${name}`;
  }
}

function notFound(
  specifier: string,
  suggestion?: string,
): { readonly reason: ImportFailureReason } {
  return { reason: { message: `Could not resolve ${JSON.stringify(specifier)}`, suggestion } };
}

/** `http:`, `npm:` and such; not a drive of Windows. */
function hasScheme(specifier: string): boolean {
  return /^[a-z][a-z\d+.-]+:|^\/\//i.test(specifier);
}

function schemeHint(specifier: string): string | undefined {
  return /^(https?:)?\/\//i.test(specifier)
    ? 'only apps from the web import by address; save it beside the app'
    : undefined;
}

function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

function isData(specifier: string): boolean {
  return /^data:/i.test(specifier);
}

const DATA_LOADERS: Readonly<Record<string, Loader>> = {
  'text/javascript': 'js',
  'application/json': 'json',
  'text/css': 'text',
  'text/plain': 'text',
};

/** RFC 2397: `data:[<type>][;base64],<data>`. */
function loadData(url: string): LoadedModule | undefined {
  const parts = /^data:([^;,]*)((?:;[^;,]*)*),(.*)$/is.exec(url);
  const [, type = '', parameters = '', data = ''] = parts ?? [];
  const loader = DATA_LOADERS[type.toLowerCase() || 'text/plain'];
  if (parts === null || loader === undefined) return undefined;
  try {
    const isBase64 = /;base64$/i.test(parameters);
    const text = decodeURIComponent(data);
    return { bytes: Buffer.from(text, isBase64 ? 'base64' : 'utf8'), loader };
  } catch {
    return undefined;
  }
}
