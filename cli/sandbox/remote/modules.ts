/** Fetches the modules that an app from the web imports, as the compiler finds them. */
import { DiagnosticError, type Source } from '../../../runtime/base/diagnostics.js';
import type {
  ImportRequest,
  LoadedModule,
  ModuleHost,
  Resolution,
} from '../../../runtime/script/bundle/modules.js';
import { loaderOf } from '../../../runtime/script/bundle/block.js';
import { compileScripts } from '../../../runtime/script/compile.js';
import {
  readParts,
  type PartReader,
  type ReadPart,
} from '../../../runtime/element/components/parts.js';
import { blocksIn } from '../../documents/script-blocks.js';
import { portOf } from '../policy/grants/hosts.js';
import { remoteError, remoteUrl, type RemoteFetcher } from './fetch.js';

/** Whether a host of another origin may be imported from. */
export type MayImport = (host: string, port: number) => boolean;

export interface RemoteModules {
  /** Texts by address. */
  readonly texts: ReadonlyMap<string, string>;
  /** Where an address led to, where it was redirected. */
  readonly found: ReadonlyMap<string, string>;
}

/**
 * Fetches what the app's scripts import, and what that imports. Errors in a script's own text are left to the
 * compiler; an import that may not be fetched is an error here, before the user is asked.
 */
export async function fetchModules(
  source: Source,
  url: URL,
  fetcher: RemoteFetcher,
  mayImport: MayImport,
): Promise<RemoteModules> {
  const host = new FetchingHost(url, fetcher, mayImport);
  const parts = await readParts({ ...source, file: '<remote>' }, host);
  host.throwIfRefused();
  const blocks = blocksIn(source, parts);
  if (blocks.length > 0) {
    await compileScripts(blocks, { ...source, file: '<remote>' }, host);
    host.throwIfRefused();
  }
  return host;
}

/** Modules by their addresses. */
class FetchingHost implements ModuleHost, RemoteModules, PartReader<Promise<ReadPart>> {
  readonly texts = new Map<string, string>();
  readonly found = new Map<string, string>();
  /** The first import that may not be made. */
  #error: DiagnosticError | undefined;
  readonly #pending = new Map<string, Promise<string>>();

  readonly #url: URL;
  readonly #fetcher: RemoteFetcher;
  readonly #mayImport: MayImport;

  constructor(url: URL, fetcher: RemoteFetcher, mayImport: MayImport) {
    this.#url = url;
    this.#fetcher = fetcher;
    this.#mayImport = mayImport;
  }

  /** @throws DiagnosticError */
  throwIfRefused(): void {
    if (this.#error !== undefined) throw this.#error;
  }

  async resolve({ specifier, importer }: ImportRequest): Promise<Resolution> {
    try {
      const { href, origin } = this.#url;
      const address = importedUrl(specifier, importer ?? href, origin, this.#mayImport);
      return { path: await this.#fetchOnce(address) };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      this.#error ??= error;
      return { reason: { message: error.message } };
    }
  }

  /** A file of the document, as an import is fetched. */
  async read(src: string, importer: string | undefined): Promise<ReadPart> {
    const specifier = /^(\.{0,2}\/|https?:|@)/.test(src) ? src : `./${src}`;
    const found = await this.resolve({ specifier, importer, kind: 'import' });
    if ('reason' in found) return found;
    return {
      path: found.path,
      source: { file: found.path, text: this.texts.get(found.path) ?? '' },
    };
  }

  load(path: string): LoadedModule | undefined {
    const text = this.texts.get(path);
    if (text === undefined) return undefined;
    return { bytes: Buffer.from(text), loader: loaderOf(new URL(path).pathname) };
  }

  async #fetchOnce({ href }: URL): Promise<string> {
    const pending = this.#pending.get(href) ?? this.#fetchNow(href);
    this.#pending.set(href, pending);
    return await pending;
  }

  async #fetchNow(href: string): Promise<string> {
    const { url, text } = await this.#fetcher.text(new URL(href));
    this.found.set(href, url.href);
    this.texts.set(url.href, text);
    return url.href;
  }
}

/** The address that an import means; throws where it may not be imported from there. */
export function importedUrl(
  specifier: string,
  importer: string,
  origin: string,
  mayImport: MayImport,
): URL {
  if (!/^(\.{0,2}\/|https?:)/.test(specifier)) {
    throw remoteError(
      'remote-import',
      importer,
      `it imports ${JSON.stringify(specifier.slice(0, 120))}: an app from the web cannot import packages or files of this machine`,
      'import a URL, or a path that starts with ./',
    );
  }
  const url = remoteUrl(specifier, importer);
  if (url.origin === origin || mayImport(url.hostname, portOf(url))) return url;
  throw remoteError(
    'not-permitted',
    importer,
    `it imports from another origin, ${url.origin.slice(0, 200)}`,
    `run with --allow-net=${url.host.slice(0, 200)}`,
  );
}
