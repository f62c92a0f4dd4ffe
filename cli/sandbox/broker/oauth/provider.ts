/** The sign-in server: its metadata, and the requests of its protocol. */
import * as oauth from 'oauth4webapi';
import { OAuthError, toOAuthError } from './errors.js';
import { checkAddress, type SendRequest } from './http.js';
import type { OAuthSettings } from './settings.js';
import { isLocalUrl } from './settings.js';
import type { SignedIn, User } from './signed-in.js';

/** Seconds that the clocks of the two machines may differ. */
const CLOCK_TOLERANCE = 30;
/** Claims of the protocol, which do not describe the user. */
const PROTOCOL_CLAIMS = new Set([
  'iss',
  'aud',
  'azp',
  'exp',
  'iat',
  'nbf',
  'auth_time',
  'nonce',
  'jti',
  'sid',
  'acr',
  'amr',
  'at_hash',
  'c_hash',
  's_hash',
]);
/** A code for the user to type. The launcher shows it on a line of its own, without text of the server. */
const USER_CODE = /^[\x21-\x7e]{1,40}$/;
/** Bytes of what is known of a person. */
const MAX_CLAIMS = 64 * 1024;

/** Proof that an answer belongs to a request: made again for each. */
export interface Proof {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
}

export interface DeviceCode {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly url: string;
  /** With the code in it. */
  readonly completeUrl: string | undefined;
  /** Seconds. */
  readonly expiresIn: number;
  readonly interval: number;
}

export class Provider {
  #metadata: oauth.AuthorizationServer | undefined;
  readonly #client: oauth.Client;

  constructor(readonly settings: OAuthSettings) {
    this.#client = {
      client_id: settings.clientId,
      token_endpoint_auth_method: 'none',
      [oauth.clockTolerance]: CLOCK_TOLERANCE,
    };
  }

  /** Reads the server's metadata, once. @throws OAuthError */
  async discover(send: SendRequest, signal: AbortSignal): Promise<oauth.AuthorizationServer> {
    if (this.#metadata !== undefined) return this.#metadata;
    const { wellknownUrl } = this.settings;
    const headers = { accept: 'application/json' };
    const response = await send(wellknownUrl.href, { method: 'GET', headers });
    signal.throwIfAborted();
    if (response.status !== 200) {
      const message = `${wellknownUrl.href} responds with status ${response.status}`;
      throw new OAuthError('bad-answer', `${message}: check oauth.wellknownUrl`);
    }
    const metadata = await checked(
      oauth.processDiscoveryResponse(await issuerOf(wellknownUrl, response.clone()), response),
    );
    for (const name of ['authorization_endpoint', 'token_endpoint'] as const) {
      const endpoint = metadata[name];
      if (endpoint === undefined || !URL.canParse(endpoint)) {
        throw new OAuthError('bad-answer', `the server's metadata has no valid ${name}`);
      }
      checkAddress(new URL(endpoint));
    }
    const methods = metadata.code_challenge_methods_supported;
    if (methods !== undefined && !methods.includes('S256')) {
      throw new OAuthError(
        'bad-answer',
        'the server does not support PKCE with S256, which is required',
      );
    }
    this.#metadata = metadata;
    return metadata;
  }

  makeProof(): Proof {
    return {
      state: oauth.generateRandomState(),
      verifier: oauth.generateRandomCodeVerifier(),
      nonce: oauth.generateRandomNonce(),
    };
  }

  /** The page that the browser shows. */
  async authorizationUrl(redirectUri: string, proof: Proof): Promise<URL> {
    const { clientId, scopes, audience } = this.settings;
    const url = new URL(this.#known.authorization_endpoint ?? '');
    const parameters: Record<string, string | undefined> = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: scopes,
      code_challenge: await oauth.calculatePKCECodeChallenge(proof.verifier),
      code_challenge_method: 'S256',
      state: proof.state,
      audience,
      nonce: this.#isOpenId ? proof.nonce : undefined,
      // OpenID Connect 1.0, 11: a lasting sign-in is always agreed to.
      prompt: scopes.split(' ').includes('offline_access') ? 'consent' : undefined,
    };
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined && value !== '') url.searchParams.set(name, value);
    }
    return url;
  }

  /** Redeems the answer of the browser. @throws OAuthError */
  async redeem(
    parameters: URLSearchParams,
    redirectUri: string,
    proof: Proof,
    { send, signal }: Exchange,
  ): Promise<SignedIn> {
    const known = this.#known;
    const client = this.#client;
    const answer = validated(() =>
      oauth.validateAuthResponse(known, client, parameters, proof.state),
    );
    const options = this.#options({ send, signal });
    const response = await checked(
      oauth.authorizationCodeGrantRequest(
        known,
        client,
        oauth.None(),
        answer,
        redirectUri,
        proof.verifier,
        options,
      ),
    );
    const result = await checked(
      oauth.processAuthorizationCodeResponse(known, client, response, {
        ...(this.#isOpenId ? { expectedNonce: proof.nonce, requireIdToken: true } : {}),
      }),
    );
    return await this.#signedIn(result, response, undefined, { send, signal });
  }

  /** Requests a code to enter in another browser; undefined if the server does not support that. */
  async requestDeviceCode(exchange: Exchange): Promise<DeviceCode | undefined> {
    const known = this.#known;
    const client = this.#client;
    const { scopes, audience } = this.settings;
    if (known.device_authorization_endpoint === undefined) return undefined;
    const parameters = { scope: scopes, ...(audience === undefined ? {} : { audience }) };
    const options = this.#options(exchange);
    const response = await checked(
      oauth.deviceAuthorizationRequest(known, client, oauth.None(), parameters, options),
    );
    const code = await checked(oauth.processDeviceAuthorizationResponse(known, client, response));
    if (!USER_CODE.test(code.user_code)) {
      throw new OAuthError('bad-answer', "the server's code cannot be typed");
    }
    const complete = code.verification_uri_complete;
    return {
      deviceCode: code.device_code,
      userCode: code.user_code,
      url: pageOf(code.verification_uri),
      completeUrl: complete === undefined ? undefined : pageOf(complete),
      expiresIn: code.expires_in,
      interval: code.interval ?? 5,
    };
  }

  /** Whether the user has entered the code by now. `slower`: not yet, and less often. @throws OAuthError */
  async pollDeviceCode(code: string, exchange: Exchange): Promise<SignedIn | 'waiting' | 'slower'> {
    const known = this.#known;
    const client = this.#client;
    const options = this.#options(exchange);
    try {
      const response = await oauth.deviceCodeGrantRequest(
        known,
        client,
        oauth.None(),
        code,
        options,
      );
      const result = await oauth.processDeviceCodeResponse(known, client, response);
      return await this.#signedIn(result, response, undefined, exchange);
    } catch (error) {
      const errorCode = (error as { readonly error?: unknown }).error;
      if (errorCode === 'authorization_pending') return 'waiting';
      if (errorCode === 'slow_down') return 'slower';
      throw toOAuthError(error);
    }
  }

  /** A new token for the old one. @throws OAuthError; `refused` where the sign-in is over */
  async refresh(old: SignedIn, exchange: Exchange): Promise<SignedIn> {
    const known = this.#known;
    const client = this.#client;
    if (old.refreshToken === undefined) throw new OAuthError('expired', 'the sign-in has expired');
    const options = this.#options(exchange);
    const response = await checked(
      oauth.refreshTokenGrantRequest(known, client, oauth.None(), old.refreshToken, options),
    );
    const result = await checked(oauth.processRefreshTokenResponse(known, client, response));
    return await this.#signedIn(result, response, old, exchange);
  }

  /** Revokes the tokens at the server. False if the server does not support revocation. */
  async revoke({ refreshToken, accessToken }: SignedIn, exchange: Exchange): Promise<boolean> {
    const known = this.#known;
    const client = this.#client;
    if (known.revocation_endpoint === undefined) return false;
    // The first ends the sign-in, and at most servers the second with it.
    for (const [token, hint] of [
      [refreshToken, 'refresh_token'],
      [accessToken, 'access_token'],
    ] as const) {
      if (token === undefined) continue;
      const options = {
        ...this.#options(exchange),
        additionalParameters: { token_type_hint: hint },
      };
      const response = await checked(
        oauth.revocationRequest(known, client, oauth.None(), token, options),
      );
      await checked(oauth.processRevocationResponse(response));
    }
    return true;
  }

  get #known(): oauth.AuthorizationServer {
    if (this.#metadata === undefined) throw new Error("the server's metadata has not been read");
    return this.#metadata;
  }

  get #isOpenId(): boolean {
    return this.settings.scopes.split(' ').includes('openid');
  }

  #options({ send, signal }: Exchange) {
    return {
      signal,
      [oauth.customFetch]: send,
      // oxlint-disable-next-line typescript/no-deprecated -- each address is checked where it is requested: http is of this machine
      [oauth.allowInsecureRequests]: isLocalUrl(this.settings.wellknownUrl),
    };
  }

  async #signedIn(
    result: oauth.TokenEndpointResponse,
    response: Response,
    old: SignedIn | undefined,
    exchange: Exchange,
  ): Promise<SignedIn> {
    const claims = oauth.getValidatedIdTokenClaims(result);
    if (claims !== undefined) {
      await checked(
        oauth.validateApplicationLevelSignature(this.#known, response, this.#options(exchange)),
      );
    }
    const known = old?.user['sub'];
    const subject = claims?.sub ?? (typeof known === 'string' ? known : undefined);
    if (old !== undefined && known !== subject) {
      throw new OAuthError('bad-answer', 'the new token belongs to another user');
    }
    const { access_token: accessToken, refresh_token: refreshToken, expires_in: lasts } = result;
    const user =
      old?.user ??
      personOf({ ...claims, ...(await this.#userInfo(accessToken, subject, exchange)) });
    return {
      issuer: this.#known.issuer,
      accessToken,
      refreshToken: refreshToken ?? old?.refreshToken,
      expiresAt: lasts === undefined ? undefined : Date.now() + lasts * 1000,
      user,
    };
  }

  /** What the server adds to the claims; nothing where it does not answer, or not about this person. */
  async #userInfo(
    accessToken: string,
    subject: string | undefined,
    exchange: Exchange,
  ): Promise<object> {
    const known = this.#known;
    const client = this.#client;
    if (known.userinfo_endpoint === undefined || subject === undefined) return {};
    try {
      const options = this.#options(exchange);
      const response = await oauth.userInfoRequest(known, client, accessToken, options);
      return await oauth.processUserInfoResponse(known, client, subject, response);
    } catch {
      exchange.signal.throwIfAborted();
      return {};
    }
  }
}

/** A page that a person opens, in the spelling that shows where it leads. @throws OAuthError */
function pageOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') {
    throw new OAuthError(
      'bad-answer',
      "the server's response has no valid URL of a page for the code",
    );
  }
  checkAddress(url);
  return url.href;
}

/** How requests are sent, and until when. */
export interface Exchange {
  readonly send: SendRequest;
  readonly signal: AbortSignal;
}

/**
 * The issuer of a metadata address: the address without `/.well-known/…` (OpenID Connect Discovery,
 * RFC 8414). The server's own spelling may end with a slash.
 */
async function issuerOf(wellknownUrl: URL, response: Response): Promise<URL> {
  const { origin, pathname } = wellknownUrl;
  const issuer = new URL(origin + pathname.replace(/\/\.well-known\/[^/]+/, ''));
  const errorCode = (await response.json().catch(() => undefined)) as
    | { issuer?: unknown }
    | undefined;
  const written = typeof errorCode?.issuer === 'string' ? errorCode.issuer : '';
  if (written === `${issuer.href.replace(/\/$/, '')}/`) return new URL(written);
  return issuer;
}

async function checked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toOAuthError(error);
  }
}

function validated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toOAuthError(error);
  }
}

/** What an app learns of who has signed in. */
function personOf(claims: Readonly<Record<string, unknown>>): User {
  const known = Object.entries(claims).filter(([name]) => !PROTOCOL_CLAIMS.has(name));
  const user = Object.fromEntries(known);
  if (Buffer.byteLength(JSON.stringify(user)) <= MAX_CLAIMS) return user;
  return { sub: claims['sub'] };
}
