/**
 * Selects the AI service and what is sent to it, once, before the app starts, from the settings and the available
 * keys.
 *
 * What the user has set goes only to where the user has pointed: to an endpoint that an app's policy has chosen neither a
 * key nor a header of the user's is sent.
 */
import type { ConfigSource } from '../../../../config/types.js';
import { canonicalHost, isLocalhost, isLoopback } from '../grants/hosts.js';
import { keyVariables, placeOf, providerTable } from './providers.js';

/** What of the configuration counts. */
export interface AiSettings {
  getString(key: string): string | undefined;
  getValue(key: string): unknown;
  getSource(key: string): ConfigSource | undefined;
}

/** Something that keeps the service from being used. */
interface AiSetupError {
  readonly code: 'ai-not-configured' | 'ai-bad-endpoint';
  readonly message: string;
  readonly suggestion: string;
}

export interface AiEndpoint {
  /** The base address, as `https://api.openai.com/v1`: without a slash at its end; with a query where it has one. */
  readonly url: URL;
  /** The host, with the port where that is not 443. */
  readonly host: string;
  /**
   * What the question shows: the host, and the whole address where a policy has chosen it, since its path and query
   * say what the request does.
   */
  readonly shown: string;
  /** Who has chosen it: the user with a setting, the user with a key, or the app's policy. */
  readonly chosenBy: 'setting' | 'key' | 'policy';
  /** It is on this machine. */
  readonly isLocal: boolean;
  /** The variable whose key is sent; undefined where none is. */
  readonly keyVariable: string | undefined;
  /** The variable that would hold its key: for messages. */
  readonly expectedVariable: string | undefined;
  /** The user's headers; none where the policy has chosen the endpoint. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What an app would use. */
export interface AiSetup {
  readonly endpoint: AiEndpoint | undefined;
  /** The reason for a missing endpoint. */
  readonly error: AiSetupError | undefined;
  readonly model: string | undefined;
  readonly siteName: string | undefined;
  readonly siteUrl: string | undefined;
  /** Variables that hold keys: no app gets one, nor does a program. */
  readonly keyVariables: readonly string[];
  /** Errors in `ai.providers`. */
  readonly errors: readonly string[];
}

/** @param hasKey whether a variable holds a key */
export function aiSetup(config: AiSettings, hasKey: (variable: string) => boolean): AiSetup {
  const table = providerTable(
    config.getValue('ai.providers') as Record<string, string> | undefined,
  );
  const written = nonEmpty(config.getString('ai.endpoint'));
  const common = {
    model: nonEmpty(config.getString('ai.model')),
    siteName: nonEmpty(config.getString('ai.siteName')),
    siteUrl: nonEmpty(config.getString('ai.siteUrl')),
    keyVariables: keyVariables(table),
    errors: table.errors,
  };
  const headers = (config.getValue('ai.headers') ?? {}) as Readonly<Record<string, string>>;
  const without = (error: AiSetupError): AiSetup => ({ ...common, endpoint: undefined, error });
  const reach = (url: URL, chosenBy: AiEndpoint['chosenBy']): AiSetup => {
    const host = placeOf(url);
    const isUsers = chosenBy !== 'policy';
    const variable = table.providers.find((each) => each.host === host)?.variable;
    const isSent = isUsers && variable !== undefined && hasKey(variable);
    const endpoint: AiEndpoint = {
      url,
      host,
      shown: isUsers ? host : url.href,
      chosenBy,
      isLocal: isLocal(url),
      keyVariable: isSent ? variable : undefined,
      expectedVariable: variable,
      headers: isUsers ? headers : {},
    };
    return { ...common, endpoint, error: undefined };
  };
  if (written !== undefined) {
    const read = readEndpoint(written);
    if (!(read instanceof URL)) return without(read);
    return reach(read, config.getSource('ai.endpoint') === 'policy' ? 'policy' : 'setting');
  }
  const found = table.providers.filter(
    ({ variable, endpoint }) => endpoint !== undefined && hasKey(variable),
  );
  const [only, ...others] = found;
  if (only?.endpoint !== undefined && others.length === 0) {
    return reach(new URL(only.endpoint), 'key');
  }
  return without(
    only === undefined
      ? {
          code: 'ai-not-configured',
          message: 'no AI service is set up',
          suggestion:
            'set the key of a provider, such as OPENAI_API_KEY, or your own server: TUI_AI_ENDPOINT=http://127.0.0.1:11434/v1',
        }
      : {
          code: 'ai-not-configured',
          message: `found keys of several AI services: ${found.map(({ variable }) => variable).join(', ')}`,
          suggestion: `choose one: TUI_AI_ENDPOINT=${only.endpoint ?? ''}`,
        },
  );
}

/** The base address that the user has written. */
function readEndpoint(text: string): URL | AiSetupError {
  const bad = (message: string, suggestion: string): AiSetupError => ({
    code: 'ai-bad-endpoint',
    message: `ai.endpoint: ${message}`,
    suggestion,
  });
  const example = 'write "https://api.example.com/v1"';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return bad('expected a URL', example);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return bad(`expected https, found ${url.protocol.replace(/:$/, '').slice(0, 20)}`, example);
  }
  if (canonicalHost(url.hostname) === undefined) return bad('expected a host', example);
  if (url.username !== '' || url.password !== '') {
    return bad(
      'expected a URL without a user and password',
      'set the variable that holds the key, or ai.headers',
    );
  }
  if (url.protocol === 'http:' && !isLocal(url)) {
    return bad('http is allowed only on this machine', `write https://${url.host}`);
  }
  url.hash = '';
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  url.pathname = path === '' ? '/v1' : path;
  return url;
}

/** A name or an address that can only be this machine's. */
function isLocal({ hostname }: URL): boolean {
  const host = canonicalHost(hostname);
  if (host === undefined) return false;
  return host.family === undefined ? isLocalhost(host.host) : isLoopback(host.host);
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
