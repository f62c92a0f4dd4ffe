/** The `oauth.*` settings: read and validated. */
import type { Config } from '../../../../config/index.js';
import { withoutSecrets } from '../../../../config/texts/redact.js';
import {
  DiagnosticError,
  printable,
  type Diagnostic,
} from '../../../../runtime/base/diagnostics.js';
import { canonicalHost, isLocalhost, isLoopback } from '../../policy/grants/hosts.js';
import { createSettingError } from '../../policy/setting-error.js';
import type { Permissions } from '../../policy/types.js';
import { OAuthError } from './errors.js';

export interface OAuthSettings {
  readonly clientId: string;
  /** Address of the server's metadata. */
  readonly wellknownUrl: URL;
  /** Separated by single blanks. */
  readonly scopes: string;
  readonly audience: string | undefined;
  readonly redirect: Redirect;
}

/** Where the browser brings the server's answer: an address of this machine. */
export interface Redirect {
  readonly host: '127.0.0.1' | '::1';
  /** 0: any free one. */
  readonly port: number;
  readonly path: string;
}

/** The settings that are set: the two without a default may be missing. */
export type PartialSettings = Omit<OAuthSettings, 'clientId' | 'wellknownUrl'> &
  Partial<Pick<OAuthSettings, 'clientId' | 'wellknownUrl'>>;

/** RFC 6749: visible characters and blanks. */
const VISIBLE = /^[\x20-\x7e]{1,2000}$/;
/** RFC 6749: a scope, and a list of them. */
const SCOPES = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;
/** Segments of RFC 3986, without `%`: what comes in is compared as it is. */
const PATH = /^(\/[\w\-.~!$&'()*+,;=:@]*)+$/;
const MAX_LENGTH = 2000;

/** Whether the connection to an address stays on this machine. */
export function isLocalUrl({ hostname }: URL): boolean {
  const host = canonicalHost(hostname);
  if (host === undefined) return false;
  return host.family === undefined ? isLocalhost(host.host) : isLoopback(host.host);
}

/** Reads the settings. @throws DiagnosticError with every value that does not fit */
export function readSettings(config: Config): PartialSettings {
  const diagnostics: Diagnostic[] = [];
  const read = <T>(key: string, parse: (text: string) => T): T | undefined => {
    const text = config.getString(key);
    if (text === undefined || text === '') return undefined;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof Expected)) throw error;
      const shown = printable(withoutSecrets(text).slice(0, 100));
      const message = `${key}: expected ${error.message}, found ${JSON.stringify(shown)}`;
      diagnostics.push(createSettingError(config, key, message, error.suggestion));
      return undefined;
    }
  };
  const clientId = read('oauth.clientId', visible);
  const wellknownUrl = read('oauth.wellknownUrl', wellknown);
  const scopes = read('oauth.scopes', scopeList) ?? '';
  const audience = read('oauth.audience', visible);
  const path = read('oauth.path', callbackPath) ?? '/callback';
  const redirect = read('oauth.redirectUri', redirectUri);
  const port = config.oauthPort;
  if (redirect !== undefined && redirect.port !== 0 && port !== 0 && redirect.port !== port) {
    const message = `oauth.redirectUri has port ${redirect.port}, oauth.port is ${port}`;
    diagnostics.push(
      createSettingError(config, 'oauth.redirectUri', message, 'remove the port from one of them'),
    );
  }
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  return {
    ...(clientId === undefined ? {} : { clientId }),
    ...(wellknownUrl === undefined ? {} : { wellknownUrl }),
    scopes,
    audience,
    redirect:
      redirect === undefined
        ? { host: '127.0.0.1', port, path }
        : { ...redirect, port: redirect.port === 0 ? port : redirect.port },
  };
}

/** What does not fit, for an app that can sign in. */
export function checkSettings(
  config: Config,
  { oauth }: Pick<Permissions, 'oauth'>,
): readonly Diagnostic[] {
  if (oauth.allow.length === 0 || oauth.nothing) return [];
  try {
    readSettings(config);
    return [];
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics;
    throw error;
  }
}

/** @throws OAuthError where one is missing that has no default */
export function requireSettings(settings: PartialSettings): OAuthSettings {
  const { clientId, wellknownUrl } = settings;
  if (clientId === undefined || wellknownUrl === undefined) {
    const key = wellknownUrl === undefined ? 'oauth.wellknownUrl' : 'oauth.clientId';
    throw new OAuthError(
      'not-configured',
      `${key} is not set: set it in the policy's "config" or in your settings`,
    );
  }
  return { ...settings, clientId, wellknownUrl };
}

/** A value that does not fit: what would. */
class Expected extends Error {
  constructor(
    expected: string,
    readonly suggestion?: string,
  ) {
    super(expected);
  }
}

function visible(text: string): string {
  if (!VISIBLE.test(text)) {
    const example = 'copy it from the settings of the server';
    throw new Expected('at most 2000 visible ASCII characters', example);
  }
  return text;
}

function scopeList(text: string): string {
  const scopes = text.trim().replace(/ +/g, ' ');
  if (scopes.length > MAX_LENGTH || !SCOPES.test(scopes)) {
    throw new Expected('scopes separated by spaces', 'write "openid email"');
  }
  return scopes;
}

function callbackPath(text: string): string {
  if (text.length > MAX_LENGTH || !PATH.test(text) || /(^|\/)\.\.?(\/|$)/.test(text)) {
    throw new Expected('a path without a query', 'write "/callback"');
  }
  return text;
}

function wellknown(text: string): URL {
  const url = addressOf(text);
  const isPlain =
    url?.username === '' && url.password === '' && url.hash === '' && url.search === '';
  const expected = 'the https URL of a well-known configuration';
  const example = 'write https://HOST/.well-known/openid-configuration';
  if (url === undefined || !isPlain) throw new Expected(expected, example);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalUrl(url))) {
    throw new Expected(`${expected} (http only on this machine)`, example);
  }
  if (!/\/\.well-known\/[\w-]+/.test(url.pathname)) throw new Expected(expected, example);
  return url;
}

function redirectUri(text: string): Redirect {
  const url = addressOf(text);
  const example = 'write http://127.0.0.1/callback, or leave it out';
  const host = url?.hostname === '[::1]' ? '::1' : url?.hostname;
  const isPlain =
    url?.username === '' && url.password === '' && url.hash === '' && url.search === '';
  if (url?.protocol !== 'http:' || !isPlain || (host !== '127.0.0.1' && host !== '::1')) {
    throw new Expected('an http URL with the host 127.0.0.1 or [::1]', example);
  }
  // A URL leaves out the usual port, which here is one like others.
  const isUsual = /^[^/]*\/\/[^/]*:0*80(\/|$)/.test(text);
  return { host, port: isUsual ? 80 : Number(url.port), path: callbackPath(url.pathname) };
}

function addressOf(text: string): URL | undefined {
  return text.length <= MAX_LENGTH && URL.canParse(text) ? new URL(text) : undefined;
}
