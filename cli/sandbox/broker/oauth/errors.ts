/** Errors of signing in. Nothing of an answer that holds a token gets into an error. */
import { printable } from '../../../../runtime/base/diagnostics.js';

export type OAuthErrorCode =
  /** A setting is missing. */
  | 'not-configured'
  /** No key was pressed for it. */
  | 'needs-gesture'
  /** Another sign-in of the app is under way. */
  | 'busy'
  | 'port-taken'
  | 'timed-out'
  | 'cancelled'
  /** There is no browser here, and the server knows no other way. */
  | 'no-browser'
  /** The server or the user refused. */
  | 'refused'
  /** The answer is not what the standards allow. */
  | 'bad-answer'
  /** The user is not signed in. */
  | 'signed-out'
  /** The sign-in is over: the server renews it no longer. */
  | 'expired'
  /** The system's keyring, which the sign-in is in or has to be kept in, does not answer. */
  | 'keyring'
  /** The address is not one that a token may be sent to. */
  | 'insecure';

export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  constructor(
    readonly code: OAuthErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** UTF-16 units of a server's own words that an error repeats. */
const MAX_WORDS = 200;

/** An error that a server answers with (RFC 6749, 5.2): its code and its description. */
function refusal(code: string, description?: string | null): OAuthError {
  const words = (text: string): string => printable(text.slice(0, MAX_WORDS));
  const more = description == null || description === '' ? '' : `: ${words(description)}`;
  return new OAuthError('refused', `the server refused the request (${words(code)})${more}`);
}

/** The errors of oauth4webapi have answers with tokens as their cause: only their message is passed on. */
export function toOAuthError(error: unknown): Error {
  if (error instanceof OAuthError) return error;
  const { name, message, code } = error as NodeJS.ErrnoException;
  const { error: errorCode, error_description: description } = error as Record<string, unknown>;
  if (typeof errorCode === 'string') {
    return refusal(errorCode, typeof description === 'string' ? description : undefined);
  }
  // Of the launcher's own: a denial, a connection that failed.
  if (code !== undefined && !code.startsWith('OAUTH_')) return error as Error;
  if (name === 'AbortError') return new OAuthError('cancelled', 'signing in was cancelled');
  return new OAuthError('bad-answer', `invalid response of the server: ${message}`);
}
