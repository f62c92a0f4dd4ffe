/** `$tui.oauth` for the runner: signs in and out, returns the user, and sends requests with the token. */
import type { Config } from '../../../../config/index.js';
import type { Answer, IncomingRequest } from '../../channel/channel.js';
import type { FetchPayload } from '../../channel/payloads.js';
import { isRecord } from '../../channel/protocol.js';
import { allowsNet, netOfServer, netOfTokens, trustedPath } from '../../policy/check.js';
import { DeniedError } from '../../policy/denied.js';
import { portOf } from '../../policy/grants/hosts.js';
import type { Permissions } from '../../policy/types.js';
import type { Capabilities } from '../../../../runtime/terminal/capabilities.js';
import type { DisplaySize } from '../../../../runtime/terminal/display.js';
import { Fetcher } from '../fetch.js';
import { Network, type NetworkOptions } from '../network.js';
import { hasBrowser, openBrowser } from './browser.js';
import { senderOf, checkAddress } from './http.js';
import { Provider } from './provider.js';
import { Session, type SignInPrompt } from './session.js';
import { readSettings, requireSettings } from './settings.js';
import { storeOf } from './storage.js';

/** Bytes that are read of an answer that nothing uses. */
const MAX_DISCARDED = 64 * 1024;

export interface OAuthInputs {
  readonly permissions: Permissions;
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** The app that the sign-in is kept for; undefined: it is not kept. */
  readonly owner: string | undefined;
  /** Of a live app. */
  readonly terminal?: SignInTerminal | undefined;
  /** A sign-in is kept in a file, as the keyring is of no use. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** A sign-in is kept, and where. */
  readonly onKept?: ((message: string) => void) | undefined;
  /** For specs. */
  readonly network?: Omit<NetworkOptions, 'permissions'> | undefined;
  readonly patience?: number | undefined;
  readonly keyringPatience?: number | undefined;
}

/** The terminal of a user who signs in. */
export interface SignInTerminal {
  /** True once for each key or click, and not long after it: no app opens a browser by itself. */
  takeGesture(): boolean;
  /** A line of the launcher's own, over the app: the first of these texts that has room. */
  announce(...texts: readonly string[]): void;
  /** What a QR code may be drawn with. */
  readonly capabilities: Pick<Capabilities, 'depth' | 'glyphs'>;
  /** Cells of the app. */
  readonly size: DisplaySize;
}

export class OAuthService {
  #session: Session | undefined;
  readonly #tokenFetcher: Fetcher;
  readonly #over = new AbortController();

  readonly #inputs: OAuthInputs;

  constructor(inputs: OAuthInputs) {
    this.#inputs = inputs;

    const permissions = netOfTokens(inputs.permissions);
    this.#tokenFetcher = new Fetcher(new Network({ ...inputs.network, permissions }));
  }

  /** Answers with a stream of JSON lines: what the user needs for signing in, then the user. */
  login({ payload, signal }: IncomingRequest): Answer {
    const session = this.#open();
    const device = isRecord(payload) && payload['device'] === true;
    const lines = new Lines();
    const onPrompt = async (prompt: SignInPrompt): Promise<void> => {
      const { url, code } = prompt;
      if (code !== undefined) {
        const short = `${url}  ${code}`;
        this.#inputs.terminal?.announce(
          `To sign in: ${url}  code ${code}`,
          short,
          short.replace(/^https:\/\//, ''),
          `Code ${code} for ${new URL(url).host}`,
          `Code ${code}`,
        );
      }
      lines.push({ type: 'prompt', ...prompt, qr: await this.#qrOf(prompt) });
    };
    session.login({ device, onPrompt, signal }).then(
      (user) => lines.end({ type: 'user', user }),
      (error: unknown) => lines.fail(error),
    );
    return { body: lines.read() };
  }

  /** The page as a QR code, where the terminal can show one that phones read. */
  async #qrOf({ code, completeUrl, url }: SignInPrompt): Promise<string | undefined> {
    const { terminal, config } = this.#inputs;
    if (code === undefined || terminal === undefined) return undefined;
    const { depth, glyphs } = terminal.capabilities;
    const level = config.terminalGlyphs === 'auto' ? glyphs : config.terminalGlyphs;
    // Without colours, dark modules would be light where the terminal is dark. The app's process looks at its theme.
    if (level === 'ascii' || depth === 'none') return undefined;
    const { qrRows } = await import('./qr.js');
    return qrRows(completeUrl ?? url, terminal.size)?.join('\n');
  }

  async logout({ signal }: IncomingRequest): Promise<Answer> {
    return { value: await this.#open().logout(signal) };
  }

  async user(): Promise<Answer> {
    return { value: (await this.#open().user()) ?? null };
  }

  /** One hop of a request, with the token. */
  async fetch(request: IncomingRequest): Promise<Answer> {
    const session = this.#open();
    const payload = withoutAuthorization(request.payload);
    checkAddress(new URL(payload.url));
    let token = await session.token();
    const answer = await this.#send(request, payload, token);
    const { status } = answer.value as { readonly status: number };
    if (status !== 401 || request.body !== undefined) return answer;
    // It may have been revoked, or the clocks differ: once more with a new one, where there is one.
    try {
      token = await session.token(token);
    } catch {
      return answer;
    }
    await discard(answer);
    return await this.#send(request, payload, token);
  }

  close(): void {
    this.#session?.close();
    this.#over.abort(new Error('the app has ended'));
    this.#tokenFetcher.close();
  }

  async #send(request: IncomingRequest, payload: FetchPayload, token: string): Promise<Answer> {
    const headers = [...payload.headers, ['authorization', `Bearer ${token}`] as const];
    return await this.#tokenFetcher.answer({ ...request, payload: { ...payload, headers } });
  }

  /** @throws DeniedError, DiagnosticError, OAuthError */
  #open(): Session {
    const { permissions, config, env, home, owner, terminal } = this.#inputs;
    const { keyringPatience: patience } = this.#inputs;
    const { oauth, all } = permissions;
    const isGranted = oauth.allow.length > 0 && !oauth.nothing && !all.denied;
    if (!isGranted) throw new DeniedError('oauth', '');
    if (this.#session !== undefined) return this.#session;
    const settings = requireSettings(readSettings(config));
    const server = netOfServer(permissions, settings.wellknownUrl);
    const fetcher = new Fetcher(new Network({ ...this.#inputs.network, permissions: server }));
    const browser = { env, path: trustedPath(permissions, env['PATH'] ?? '') };
    const { signal } = this.#over;
    const store = storeOf(settings, owner, { ...browser, config, home, patience, signal });
    this.#session = new Session(new Provider(settings), {
      store,
      sender: (signal) => senderOf(fetcher, signal),
      hasBrowser: () => hasBrowser(browser),
      openBrowser: async (url) => await openBrowser(url, browser),
      checkPage: (url) => {
        if (!allowsNet(server, url.hostname, portOf(url))) throw new DeniedError('net', url.host);
      },
      takeGesture: () => terminal?.takeGesture() ?? false,
      onKept: ({ place, warning }) => {
        if (warning !== undefined) this.#inputs.onWarning?.(warning);
        else if (place !== undefined) this.#inputs.onKept?.(`the sign-in is stored in ${place}`);
      },
      patience: this.#inputs.patience,
    });
    return this.#session;
  }
}

/** The rest is checked where it is sent. The app's own header would be a second one. */
function withoutAuthorization(payload: unknown): FetchPayload {
  const { headers, url } = isRecord(payload) ? payload : {};
  if (typeof url !== 'string' || !URL.canParse(url)) throw new TypeError('expected a URL');
  if (!Array.isArray(headers)) throw new TypeError('expected headers');
  const isOther = (entry: unknown): boolean =>
    !Array.isArray(entry) || !/^authorization$/i.test(String(entry[0]));
  return { ...(payload as FetchPayload), url, headers: headers.filter(isOther) };
}

/** Reads an answer to its end, for the next request to have the connection. One that is long loses it. */
async function discard({ body }: Answer): Promise<void> {
  let size = 0;
  try {
    for await (const bytes of body ?? []) {
      size += bytes.length;
      if (size > MAX_DISCARDED) break;
    }
  } catch {
    // It is not read.
  }
}

/** Values as a stream, a line of JSON each. */
class Lines {
  readonly #waiting: Buffer[] = [];
  #isEnded = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  push(value: object): void {
    this.#waiting.push(Buffer.from(`${JSON.stringify(value)}\n`));
    this.#wake?.();
  }

  end(value: object): void {
    this.#isEnded = true;
    this.push(value);
  }

  fail(error: unknown): void {
    this.#isEnded = true;
    this.#error = error instanceof Error ? error : new Error(String(error));
    this.#wake?.();
  }

  async *read(): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const line = this.#waiting.shift();
      if (line !== undefined) yield line;
      else if (this.#error !== undefined) throw this.#error;
      else if (this.#isEnded) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
