/** `$tui.oauth`: signing in, as scripts see it. */

/** Who has signed in: `sub`, and what the scopes allow of `name`, `email`, `picture` and so on (OpenID Connect). */
export type OAuthUser = Readonly<Record<string, unknown>>;

/** What somebody needs who signs in. */
export interface OAuthPrompt {
  /** The page to sign in at. */
  readonly url: string;
  /** A code to type there; undefined where the browser comes back by itself. */
  readonly code: string | undefined;
  /** The page with the code in it, where the server has one. */
  readonly completeUrl: string | undefined;
  /** Whether a browser was started. */
  readonly isOpened: boolean;
  /** Seconds until it is too late. */
  readonly expiresIn: number;
}

export interface OAuthLoginOptions {
  /** Signs in with a code that is typed in a browser elsewhere, also where there is one here. Default false. */
  readonly device?: boolean | undefined;
  /** Called when there is a page to open, and the code for it. */
  readonly onPrompt?: ((prompt: OAuthPrompt) => void) | undefined;
  /** Gives it up. */
  readonly signal?: AbortSignal | undefined;
}

export interface OAuthApi {
  /**
   * Signs somebody in, in the browser, or by a code where there is none, such as over SSH. Within five minutes. A browser
   * is opened after a key or a click, and once for each. Rejects with an error whose `code` says why: `cancelled`,
   * `timed-out`, `refused`, `needs-gesture`, `port-taken`, `no-browser`, `not-configured`, `bad-answer`, `busy`.
   */
  login(options?: OAuthLoginOptions): Promise<OAuthUser>;
  /** Ends the sign-in, here and at the server. Resolves to false where the server could not be told. */
  logout(): Promise<boolean>;
  /** Who is signed in, by now or since an earlier run; null: nobody. */
  user(): Promise<OAuthUser | null>;
  /**
   * `fetch` with the token of who has signed in, to the hosts of the permission `oauth`; the app never has the token.
   * Where such a host redirects to another one, that gets the request without it, if `net` allows it. Rejects with the
   * code `signed-out` or `expired` where somebody has to sign in first.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

const refuse = (): Promise<never> =>
  Promise.reject(
    new Error('sign-in is not available here: the command tui does that for the apps it runs'),
  );

/** Of an app that is run by a program of one's own. */
export const NO_OAUTH: OAuthApi = Object.freeze({
  login: refuse,
  logout: refuse,
  user: () => Promise.resolve(null),
  fetch: refuse,
});
