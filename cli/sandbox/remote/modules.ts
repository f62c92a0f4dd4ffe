/** Everything that the scripts of an app from the web import, found by esbuild and fetched on the way. */
import type { Loader, Plugin } from 'esbuild';
import { isBuiltin } from 'node:module';
import { DiagnosticError, type Source } from '../../../runtime/diagnostics.js';
import type { MarkupElement, MarkupNode } from '../../../runtime/markup/nodes.js';
import { parseMarkup } from '../../../runtime/markup/parse.js';
import { withEsbuild } from '../../../runtime/script/esbuild.js';
import { remoteError, remoteUrl, type RemoteFetcher } from './fetch.js';

/** Whether a host of another origin may be imported from. */
export type MayImport = (host: string, port: number) => boolean;

export interface RemoteModules {
  /** Texts by address. */
  readonly texts: ReadonlyMap<string, string>;
  /** Where an address led to, where it was redirected. */
  readonly found: ReadonlyMap<string, string>;
}

const LOADERS: Readonly<Record<string, Loader>> = {
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'tsx',
  jsx: 'jsx',
  json: 'json',
  md: 'text',
  css: 'text',
  tui: 'text',
  txt: 'text',
};

const ENTRY = 'tui-entry';
const REMOTE = 'tui-remote';

/**
 * Fetches what the app's scripts import, and what that imports. Faults in a script's own text are left for
 * whoever compiles it; an import that may not be fetched is an error here, before anybody is asked.
 */
export async function fetchModules(
  source: Source,
  url: URL,
  fetcher: RemoteFetcher,
  mayImport: MayImport,
): Promise<RemoteModules> {
  const texts = new Map<string, string>();
  const found = new Map<string, string>();
  const scripts = scriptsOf(source);
  let fault: unknown;

  const fetchOnce = async (address: URL): Promise<URL> => {
    const known = found.get(address.href);
    if (known !== undefined) return new URL(known);
    const answer = await fetcher.text(address);
    found.set(address.href, answer.url.href);
    texts.set(answer.url.href, answer.text);
    return answer.url;
  };
  const failing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      fault ??= error;
      throw error;
    }
  };

  const plugin: Plugin = {
    name: 'tui-remote',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path, importer, namespace, kind }) => {
        if (kind === 'entry-point') return { path, namespace: ENTRY };
        if (isBuiltin(path)) return { path, external: true };
        return await failing(async () => {
          const from = namespace === REMOTE ? importer : url.href;
          const address = importedUrl(path, from, url.origin, mayImport);
          return { path: (await fetchOnce(address)).href, namespace: REMOTE };
        });
      });
      build.onLoad({ filter: /.*/, namespace: ENTRY }, ({ path }) => {
        const script = scripts[Number(path.slice(ENTRY.length + 1))];
        return script === undefined
          ? { contents: '' }
          : { contents: script.code, loader: LOADERS[script.lang] ?? 'ts' };
      });
      build.onLoad({ filter: /.*/, namespace: REMOTE }, ({ path }) => ({
        contents: texts.get(path) ?? '',
        loader: LOADERS[extensionOf(path)] ?? 'js',
      }));
    },
  };
  try {
    if (scripts.length > 0) {
      await withEsbuild(({ build }) =>
        build({
          entryPoints: scripts.map((_, index) => `${ENTRY}:${index}`),
          bundle: true,
          write: false,
          outdir: '/',
          format: 'esm',
          platform: 'node',
          logLevel: 'silent',
          // No file of this machine has a say in how strangers' code is read.
          tsconfigRaw: {},
          plugins: [plugin],
        }),
      );
    }
  } catch (error) {
    const known = fault ?? error;
    if (known instanceof DiagnosticError) throw known;
    // A syntax error: the compiler tells it with its place.
    if ((error as { errors?: unknown }).errors === undefined) throw error;
  }
  return { texts, found };
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
      `it imports ${JSON.stringify(specifier.slice(0, 120))}: an app from the web has no packages and no files of this machine`,
      'import by an address, or by a path that starts with ./',
    );
  }
  const url = remoteUrl(specifier, importer);
  const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);
  if (url.origin === origin || mayImport(url.hostname, port)) return url;
  throw remoteError(
    'not-permitted',
    importer,
    `it imports from another origin, ${url.origin.slice(0, 200)}`,
    `run with --allow-net=${url.host.slice(0, 200)}`,
  );
}

function extensionOf(address: string): string {
  return /\.([a-z]+)$/.exec(new URL(address).pathname.toLowerCase())?.[1] ?? '';
}

interface FoundScript {
  readonly code: string;
  readonly lang: string;
}

function scriptsOf(source: Source): FoundScript[] {
  const found: FoundScript[] = [];
  const waiting: MarkupNode[] = [...parseMarkup(source).nodes];
  for (let index = 0; index < waiting.length; index++) {
    const node = waiting[index];
    if (node?.type !== 'element') continue;
    if (node.name === 'script') found.push(scriptOf(source, node));
    for (const child of node.children) waiting.push(child);
  }
  return found;
}

function scriptOf(source: Source, { attributes, content }: MarkupElement): FoundScript {
  const attribute = (name: string): string | undefined =>
    attributes.find((each) => each.name.toLowerCase() === name)?.value;
  const src = attribute('src');
  const lang = attribute('lang') ?? 'ts';
  if (src === undefined) return { code: source.text.slice(content.start, content.end), lang };
  const specifier = /^(\.{0,2}\/|https?:)/.test(src) ? src : `./${src}`;
  return { code: `export * from ${JSON.stringify(specifier)}`, lang };
}
