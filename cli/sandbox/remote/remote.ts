/**
 * Apps from the web: `tui https://example.com/app.tui`.
 *
 * Everything is fetched before anybody is asked, so that what is agreed to is what runs: the document and
 * all that its scripts import, under one hash. A server that answers otherwise tomorrow is asked about again.
 */
import { homedir } from 'node:os';
import type { Source } from '../../../runtime/base/diagnostics.js';
import { readPartsSync, type DocumentParts } from '../../../runtime/element/components/parts.js';
import { partReader } from '../../../runtime/script/bundle/part-modules.js';
import type {
  ImportRequest,
  LoadedModule,
  ModuleHost,
  Resolution,
} from '../../../runtime/script/bundle/modules.js';
import { policyOf } from '../../documents/settings.js';
import { readHostGrant, coversHost, canonicalHost } from '../policy/grants/hosts.js';
import { NO_PERMISSION_FLAGS, type PermissionFlags } from '../policy/flags.js';
import { cacheFolder } from '../policy/resolve.js';
import type { AppContent, Enforcement } from '../policy/types.js';
import { contentHash, fileHashes, keepRemote } from './cache.js';
import {
  REMOTE_LIMITS,
  remoteError,
  RemoteFetcher,
  remoteUrl,
  type Fetch,
  type RemoteLimits,
} from './fetch.js';
import { fetchModules, importedUrl, type MayImport } from './modules.js';

export interface RemoteOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `--allow-net` lets imports come from those hosts too. */
  readonly flags?: PermissionFlags;
  /** Default: the user's. */
  readonly home?: string;
  readonly limits?: Partial<RemoteLimits>;
  /** Default: Node's own. */
  readonly fetch?: Fetch;
  /** Called with the document, before what it imports is looked for. */
  readonly onDocument?: (source: Source) => void;
}

export interface RemoteApp {
  /** What was requested, as the URL parser writes it: the app's name for approvals and `TUI_REMOTE_URL`. */
  readonly url: string;
  /** SHA-256 over all content, imports included, as hexadecimal text. */
  readonly hash: string;
  /** The same, with the hash of each file by its address. */
  readonly content: AppContent;
  /** The document; its `file` is the copy in the cache. */
  readonly source: Source;
  /** The copy of the document in the cache: `appFile` for the permissions. */
  readonly file: string;
  /** The copies of all files by their address. */
  readonly modules: ReadonlyMap<string, string>;
  /**
   * For the compiler: the copies by their paths, with the texts as they were fetched and hashed. Nothing else
   * can become part of the app.
   */
  readonly imports: ModuleHost;
  /** What `<import>` and `<style src>` name. */
  readonly parts: DocumentParts;
}

/** Fetches an app. Throws a DiagnosticError: nothing of it may run then. */
export async function fetchRemoteApp(address: string, options: RemoteOptions): Promise<RemoteApp> {
  const { env, flags = NO_PERMISSION_FLAGS, home = homedir() } = options;
  const asked = remoteUrl(address);
  const fetcher = new RemoteFetcher(
    { ...REMOTE_LIMITS, ...options.limits },
    options.fetch ?? globalThis.fetch,
  );
  const { url, text } = await fetcher.text(asked);
  // Read under its address first: its errors are reported with that.
  const fetched: Source = { file: asked.href, text };
  if (policyOf(fetched) === undefined) {
    throw remoteError(
      'no-policy',
      asked.href,
      'an app from the web needs a <policy> that states its permissions',
      'write <policy>{ "permissions": {} }</policy> if it needs none',
    );
  }
  options.onDocument?.(fetched);
  const mayImport = importsFrom(flags);
  const { texts, found } = await fetchModules(fetched, url, fetcher, mayImport);
  const all = new Map([...texts, [url.href, text]]);
  // Where an address led to is content too: also which of the files is the document.
  const led: [string, string][] = url.href === asked.href ? [] : [['document', url.href]];
  const hash = contentHash(new Map([...all, ...redirects(found), ...led]));
  const modules = keepRemote(cacheFolder(env, home), hash, all);
  const file = modules.get(url.href) ?? '';
  const urls = new Map([...modules].map(([each, path]) => [path, each]));
  const imports = {
    load: (path: string): LoadedModule | undefined => {
      const copied = all.get(urls.get(path) ?? '');
      return copied === undefined ? undefined : { bytes: Buffer.from(copied) };
    },
    resolve: ({ specifier, importer = file }: ImportRequest): Resolution => {
      try {
        const from = urls.get(importer) ?? url.href;
        const requestedUrl = importedUrl(specifier, from, url.origin, mayImport).href;
        const path = modules.get(found.get(requestedUrl) ?? requestedUrl);
        if (path !== undefined) return { path };
      } catch {
        // It was not fetched either.
      }
      return { reason: { message: `Could not resolve ${JSON.stringify(specifier)}` } };
    },
  };
  const copy: Source = { file, text };
  return {
    url: asked.href,
    hash,
    content: { hash, files: fileHashes(all) },
    source: copy,
    file,
    modules,
    imports,
    parts: readPartsSync(copy, partReader(imports, copy)),
  };
}

function redirects(found: ReadonlyMap<string, string>): [string, string][] {
  return [...found].filter(([from, to]) => from !== to).map(([from, to]) => [`→ ${from}`, to]);
}

/** What the user's own flags grant: the policy is not approved yet when imports are fetched. */
function importsFrom({ allow, deny, denied }: PermissionFlags): MayImport {
  const read = (values: readonly string[]): Parameters<typeof coversHost>[0][] =>
    values.flatMap((value) => {
      const result = readHostGrant(value, 'flag');
      return 'grant' in result ? [result.grant] : [];
    });
  const granted = read(allow.net.values);
  const refused = read(deny.net.values);
  return (hostname, port) => {
    const host = canonicalHost(hostname);
    if (host === undefined || deny.net.everything || denied.includes('all')) return false;
    if (refused.some((grant) => coversHost(grant, host, port))) return false;
    return granted.some((grant) => coversHost(grant, host, port));
  };
}

/** Refuses an app from the web where its network access cannot be limited (exit code 3). */
export function checkEnforced(
  { tier, by, remedy = '' }: Enforcement,
  flags: PermissionFlags,
  url: string,
): void {
  if (tier !== 'C' || flags.allowUnenforced) return;
  throw remoteError(
    'not-permitted',
    url,
    `no sandbox on this machine can block the network (${by}), so apps from the web do not run`,
    `${remedy}, or start it with --allow-unenforced`,
  );
}
