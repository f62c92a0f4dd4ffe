/** `$tui.oauth`: the types of signing in, for scripts. */

/** The signed-in user: the claims of OpenID Connect. `sub` is always present; `name`, `email`, `picture` and others depend on the scopes. */
export type OAuthUser = Readonly<Record<string, unknown>>;

/** What the user needs to sign in. */
export interface OAuthPrompt {
  /** URL of the page to sign in at. */
  readonly url: string;
  /** The code to type there; undefined if the browser returns to the app by itself. */
  readonly code: string | undefined;
  /** URL of a page with the code filled in; undefined if the server has none. */
  readonly completeUrl: string | undefined;
  /**
   * The page as a QR code for the camera of a phone: lines of half blocks, margin included, with the code filled in if the
   * server has such a page. Show it with `color: #000; background-color: #fff; white-space: pre`, whatever the theme.
   * Undefined without a code, if the code is larger than the terminal, or if the terminal or the theme has no colours or only ASCII.
   */
  readonly qr: string | undefined;
  /** True if a browser was opened. */
  readonly isOpened: boolean;
  /** Seconds until the request expires. */
  readonly expiresIn: number;
}

/** Options of `$tui.oauth.login`. */
interface OAuthLoginOptions {
  /** Uses a code that the user types in a browser on another device, even if this machine has a browser. Default false. */
  readonly device?: boolean | undefined;
  /** Called when the page to open, and the code for it, are known. */
  readonly onPrompt?: ((prompt: OAuthPrompt) => void) | undefined;
  /** Cancels the sign-in; `login` rejects with the code `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}

/** `$tui.oauth`: signs the user in, and sends requests with the user's token. */
export interface OAuthApi {
  /**
   * Signs the user in, within five minutes: in the browser, or by a code if no browser can be opened, such as over SSH.
   * A browser is opened only after a key press or a click, once for each. Rejects with an error whose `code` is
   * `cancelled`, `timed-out`, `refused`, `needs-gesture`, `port-taken`, `no-browser`, `not-configured`, `bad-answer` or
   * `busy`.
   */
  login(options?: OAuthLoginOptions): Promise<OAuthUser>;
  /** Signs the user out, here and at the server. Resolves to false if the server could not be reached. */
  logout(): Promise<boolean>;
  /** Resolves to the user who is signed in, also since an earlier run; null if no user is. */
  user(): Promise<OAuthUser | null>;
  /**
   * `fetch` with the user's token, to the hosts of the permission `oauth`. The app never sees the token. If such a host
   * redirects to another one, the request is sent there without the token, if the permission `net` allows it. Rejects
   * with the code `signed-out` or `expired` if the user has to sign in first.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

const refuse = (): Promise<never> =>
  Promise.reject(
    new Error('sign-in is not available here: the command tui does that for the apps it runs'),
  );

/** For an app that was started by `createApp`. */
export const NO_OAUTH: OAuthApi = Object.freeze({
  login: refuse,
  logout: refuse,
  user: () => Promise.resolve(null),
  fetch: refuse,
});
