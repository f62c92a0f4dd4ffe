/** A sign-in: the tokens, which never leave the launcher, and the user's data for the app. */
import { isRecord } from '../../channel/protocol.js';

/** Claims about the person: `sub`, and what the scopes allow of `name`, `email` and so on. */
export type User = Readonly<Record<string, unknown>>;

export interface SignedIn {
  readonly issuer: string;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970; undefined if the server does not report it. */
  readonly expiresAt: number | undefined;
  readonly user: User;
}

const VERSION = 1;

export function signedInText(signedIn: SignedIn): string {
  return JSON.stringify({ version: VERSION, ...signedIn });
}

/** The sign-in that a text holds; undefined where it is none of ours. */
export function readSignedIn(text: string): SignedIn | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value['version'] !== VERSION) return undefined;
  const { issuer, accessToken, refreshToken, expiresAt, user } = value;
  if (typeof issuer !== 'string' || typeof accessToken !== 'string' || !isRecord(user)) {
    return undefined;
  }
  return {
    issuer,
    accessToken,
    user,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
    expiresAt: typeof expiresAt === 'number' ? expiresAt : undefined,
  };
}
