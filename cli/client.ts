/**
 * `tui-runtime/client`: a client of the mirror for programs. It keeps what the app's screen shows, and sends input where
 * its token may.
 */
import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import type { AccessibleAction, AccessibleItem } from '../runtime/base/accessible-node.js';
import type { PageLink, PageRun, PageStyle } from '../runtime/page/page-data.js';
import type { ClientMessage, MessageOf, Role, ServerMessage } from './mirror/messages.js';
import { hmacSha256 } from './mirror/hmac.js';
import { clientText, runText, serverText } from './mirror/proof.js';
import {
  CHALLENGE_PATH,
  MAX_PRINTED,
  pasteMessages,
  PROTOCOL,
  SESSION_PATH,
  SOCKET_PATH,
  TICKET_PREFIX,
} from './mirror/protocol.js';
import type { FrameMessage, PrintedOfFrame } from './mirror/server-data.js';

export type { AccessibleAction, AccessibleItem } from '../runtime/base/accessible-node.js';
export type { PageStyle } from '../runtime/page/page-data.js';

export interface ConnectOptions {
  /** Default: what follows `#` in the address. */
  readonly token?: string | undefined;
  /** Milliseconds until the first message, and for each `find` and `until` that names none; default 5000. */
  readonly timeout?: number | undefined;
  /** The accessible tree is requested; default false. */
  readonly tree?: boolean | undefined;
  /** Log messages are requested, which needs the drive token; default false. */
  readonly log?: boolean | undefined;
}

/** Neighbouring cells of one style. */
export interface ClientRun {
  readonly text: string;
  readonly cells: number;
  readonly style: PageStyle;
}

export interface ClientLog {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly level: string;
  readonly message: string;
  readonly at?: string;
}

/** The connection could not be made, or has ended. `code` is the close code, or the status of HTTP. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  constructor(
    message: string,
    readonly code?: number,
  ) {
    super(message);
  }
}

const DEFAULT_TIMEOUT = 5000;

type Keys = Omit<MessageOf<'key'>, 'type' | 'key'>;

/**
 * Connects to a running app. The token is not sent: both sides prove that they know it.
 *
 * @param address as tui prints it: `http://4f9a2c17d0b3.localhost:8080/#TOKEN`
 * @throws ClientError where the server refuses, or does not know the token itself: it is another program then
 */
export async function connect(address: string, options: ConnectOptions = {}): Promise<Client> {
  const url = new URL(address);
  // Resolvers outside of browsers may not know names below it, which mean the same (RFC 6761).
  if (url.hostname.endsWith('.localhost')) url.hostname = 'localhost';
  const token = options.token ?? decodeURIComponent(url.hash.slice(1));
  const timeout = options.timeout ?? DEFAULT_TIMEOUT;
  const end = Date.now() + timeout;
  const { ticket, proof } = await ticketFor(url, token, timeout);
  const socketUrl = new URL(SOCKET_PATH, url);
  socketUrl.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const left = Math.max(1, end - Date.now());
  const socket = new WebSocket(socketUrl, [PROTOCOL, TICKET_PREFIX + ticket], {
    origin: originOf(url),
    perMessageDeflate: false,
    handshakeTimeout: left,
  });
  const client = new Client(socket, proof, timeout);
  await client.opened(left);
  if (options.tree === true || options.log === true) {
    client.send({ type: 'subscribe', tree: options.tree === true, log: options.log === true });
  }
  return client;
}

/** Proves the token for a ticket. `proof` is what a server that knows the token sends first. */
async function ticketFor(
  url: URL,
  token: string,
  timeout: number,
): Promise<{ readonly ticket: string; readonly proof: string }> {
  const signal = AbortSignal.timeout(timeout);
  const { run, challenge } = await post(new URL(CHALLENGE_PATH, url), {}, signal);
  const nonce = randomBytes(16).toString('hex');
  const key = hmacSha256(token, runText(String(run)));
  const handshake = { host: url.host, challenge: String(challenge), nonce };
  const proof = hmacSha256(key, clientText(handshake));
  const body = { challenge: handshake.challenge, nonce, proof };
  const ticket = String((await post(new URL(SESSION_PATH, url), body, signal))['ticket']);
  return { ticket, proof: hmacSha256(key, serverText(handshake, ticket)) };
}

async function post(
  url: URL,
  body: object,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'Content-Type': 'application/json', Origin: originOf(url) };
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
      redirect: 'error',
    });
    if (response.ok) return (await response.json()) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const { message, cause } = error as Error;
    const words = signal.aborted ? 'the server has not answered' : message;
    throw new ClientError(cause instanceof Error ? cause.message : words);
  }
  throw new ClientError(`the server refused the connection: ${response.status}`, response.status);
}

/** As the server has it, which is reached through an encrypted tunnel or not. */
function originOf({ host }: URL): string {
  return `http://${host}`;
}

export class Client {
  /** In cells; 0 until the first frame. */
  width = 0;
  height = 0;
  /** Title of the window. */
  title = '';
  scheme: 'dark' | 'light' = 'dark';
  cursor: { readonly x: number; readonly y: number } | null = null;
  /** What the token may do. */
  role: Role = 'view';
  /** `resize` counts: the app has no terminal. */
  resizable = false;
  /** The accessible tree, where it is requested; empty until it came. */
  tree: readonly AccessibleItem[] = [];
  presence = { watching: 0, driving: 0 };
  /** The app's exit code, once it has ended. */
  exitCode: number | undefined;
  /** What the app has copied for this client, newest last. */
  readonly copied: string[] = [];
  readonly logs: ClientLog[] = [];
  /** The last lines that the app has printed above what it shows (`$tui.print`), as text. */
  readonly printed: string[] = [];
  /** Lines that the app has printed so far; those before the first of `printed` are not kept. */
  printedCount = 0;
  /** Frames that were received. */
  frames = 0;
  /** Numbers of requests: the last one, and the last one that was answered. */
  #requestedSync = 0;
  #answeredSync = 0;
  #styles: PageStyle[] = [];
  #rows: (readonly PageRun[])[] = [];
  #links: (readonly (readonly [x: number, cells: number, href: string])[])[] = [];
  #listeners = new Set<() => void>();
  #error: ClientError | undefined;
  #isOpen = false;

  readonly #socket: WebSocket;
  readonly #proof: string;
  readonly #timeout: number;

  /** @internal */
  constructor(socket: WebSocket, proof: string, timeout: number) {
    this.#socket = socket;
    this.#proof = proof;
    this.#timeout = timeout;

    socket.on('message', (data: Buffer) => this.#receive(data.toString('utf8')));
    socket.on('unexpected-response', (_request, response) => {
      this.#end(
        new ClientError(
          `the server refused the connection: ${response.statusCode}`,
          response.statusCode,
        ),
      );
      response.destroy();
    });
    socket.on('error', (error) => this.#end(new ClientError(error.message)));
    socket.on('close', (code, reason) => {
      this.#end(new ClientError(reason.toString('utf8') || 'the connection has ended', code));
    });
  }

  /** The screen as text: one line a row, blanks at the end of rows and blank rows at the end left out. */
  get text(): string {
    const lines = Array.from({ length: this.height }, (_, y) => textOf(this.#rows[y] ?? []));
    while (lines.at(-1) === '') lines.pop();
    return lines.join('\n');
  }

  /** Runs of a row from the left; blank cells at its end are left out. */
  runs(y: number): readonly ClientRun[] {
    return (this.#rows[y] ?? []).map(([text, cells, style]) => ({
      text,
      cells,
      style: this.#styles[style] ?? PLAIN,
    }));
  }

  /** Cells that lead to addresses, row by row. */
  get links(): readonly PageLink[] {
    return this.#links.flatMap((row, y) => row.map(([x, cells, href]) => ({ x, y, cells, href })));
  }

  /** False once the connection has ended. */
  get isOpen(): boolean {
    return this.#isOpen && this.#error === undefined;
  }

  /** @param key as `KeyboardEvent.key` */
  press(key: string, options: Keys = {}): void {
    this.send({ type: 'key', key, ...options });
  }

  type(text: string): void {
    this.send({ type: 'text', text });
  }

  paste(text: string): void {
    for (const message of pasteMessages(text)) this.send(message);
  }

  mouse(message: Omit<MessageOf<'mouse'>, 'type'>): void {
    this.send({ type: 'mouse', ...message });
  }

  /** Presses and releases a button at a cell. */
  click(x: number, y: number, button = 0): void {
    this.mouse({ action: 'press', x, y, button });
    this.mouse({ action: 'release', x, y, button });
  }

  /** A new size in cells, where the app has no terminal. */
  resize(width: number, height: number): void {
    this.send({ type: 'resize', width, height });
  }

  /**
   * Waits for a node with a role and a name, and returns the first one in the tree.
   *
   * @param timeout milliseconds; default that of the connection, or 5000
   * @throws ClientError if none appears within the timeout, or if the connection was made without `tree`
   */
  async find(role: string, name?: string, timeout = this.#timeout): Promise<AccessibleItem> {
    const found = (): AccessibleItem | undefined =>
      this.tree.find((item) => item.role === role && (name === undefined || item.name === name));
    await this.#wait(
      timeout,
      () => found() !== undefined,
      () => {
        const there = this.tree.map((item) => `${item.role} ${JSON.stringify(item.name ?? '')}`);
        const description = `${role} ${name === undefined ? '' : JSON.stringify(name)}`.trim();
        return there.length === 0
          ? `there is no tree: connect with { tree: true }`
          : `there is no ${description}; there are:\n${there.join('\n')}`;
      },
    );
    return found()!;
  }

  /** Operates a node of the tree. @throws ClientError where it is one that nothing can be done with */
  act(item: AccessibleItem, action: AccessibleAction): void {
    if (item.ref === undefined) throw new ClientError(`no action is available on the ${item.role}`);
    this.send({ type: 'act', ref: item.ref, action });
  }

  /** A message of the protocol as it is. */
  send(message: ClientMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  /**
   * Resolves when `test` returns true: at once, or after a message.
   *
   * @param test a text that the screen shows, or what is asked after each message
   * @param timeout milliseconds; default that of the connection, or 5000
   * @throws ClientError if it does not until then, or the connection ends
   */
  async until(test: string | ((client: this) => boolean), timeout = this.#timeout): Promise<void> {
    const isMet = (): boolean => (typeof test === 'string' ? this.text.includes(test) : test(this));
    if (isMet()) return;
    await this.#wait(timeout, isMet, () =>
      typeof test === 'string'
        ? `the screen has not shown ${JSON.stringify(test)}; it shows:\n${this.text}`
        : `timed out; the screen shows:\n${this.text}`,
    );
  }

  /**
   * Resolves when the app has taken all that was sent before, and this client has the screen and the tree that came of
   * it. What an app does later, after a timer or a request, is not waited for: `until` and `find` do that.
   *
   * @param timeout milliseconds; default that of the connection, or 5000
   * @throws ClientError if the app does not answer until then, the token only watches, or the connection ends
   */
  async synced(timeout = this.#timeout): Promise<void> {
    const id = ++this.#requestedSync;
    this.send({ type: 'sync', id });
    await this.#wait(
      timeout,
      () => this.#answeredSync >= id,
      () => `the app has not answered for ${timeout} ms`,
    );
  }

  /** Reads nothing more until `resume`: the next frame is then the newest. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ends the connection; the app goes on. */
  close(): void {
    this.#socket.close();
  }

  /** @internal */
  async opened(timeout: number): Promise<void> {
    await this.#wait(
      timeout,
      () => this.#isOpen,
      () => 'the server has not answered',
    );
  }

  async #wait(timeout: number, isMet: () => boolean, describeTimeout: () => string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let listener: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        listener = () => {
          if (isMet()) resolve();
          else if (this.#error !== undefined) reject(this.#error);
        };
        timer = setTimeout(() => reject(new ClientError(describeTimeout())), timeout);
        this.#listeners.add(listener);
        listener();
      });
    } finally {
      clearTimeout(timer);
      if (listener !== undefined) this.#listeners.delete(listener);
    }
  }

  #end(error: ClientError): void {
    this.#error ??= error;
    this.#notifyListeners();
  }

  #notifyListeners(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #receive(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      this.#end(new ClientError('the server sent an invalid message'));
      this.#socket.terminate();
      return;
    }
    if (!this.#isOpen && !(message.type === 'hello' && message.proof === this.#proof)) {
      this.#end(
        new ClientError('the server does not know the token: another program listens there'),
      );
      this.#socket.terminate();
      return;
    }
    switch (message.type) {
      case 'hello':
        this.role = message.role;
        this.resizable = message.resizable;
        this.#isOpen = true;
        break;
      case 'frame':
        this.#frame(message);
        break;
      case 'tree':
        this.tree = message.items;
        this.send({ type: 'ack', of: 'tree', seq: message.seq });
        break;
      case 'presence':
        this.presence = { watching: message.watching, driving: message.driving };
        break;
      case 'clipboard':
        this.copied.push(message.text);
        break;
      case 'log':
        this.logs.push(message);
        break;
      case 'synced':
        this.#answeredSync = message.id;
        break;
      case 'image':
        // Pages request images; this client has the glyphs that show them.
        break;
      case 'end':
        this.exitCode = message.code;
    }
    this.#notifyListeners();
  }

  #frame(frame: FrameMessage): void {
    const { seq, key, width, height, title, scheme, cursor } = frame;
    if (key) {
      this.#styles = [];
      this.#rows = [];
      this.#links = [];
    }
    Object.assign(this, { width, height, title, scheme, cursor });
    // One by one: there may be more of them than a call takes arguments.
    for (const style of frame.styles) this.#styles.push(style);
    for (const [y, runs, links] of frame.rows) {
      this.#rows[y] = runs;
      this.#links[y] = links;
    }
    if (frame.printed !== undefined) this.#print(frame.printed);
    this.frames++;
    this.send({ type: 'ack', of: 'frame', seq });
  }

  #print({ key, first, lines }: PrintedOfFrame): void {
    const { printed } = this;
    if (key) printed.length = 0;
    for (const runs of lines) printed.push(textOf(runs));
    if (printed.length > MAX_PRINTED) printed.splice(0, printed.length - MAX_PRINTED);
    this.printedCount = first + lines.length;
  }
}

const PLAIN: PageStyle = { ink: '#d6d9e0', paper: '#16181d', attributes: [] };

/** The text of a row, without blanks at its end. */
function textOf(runs: readonly PageRun[]): string {
  return runs.reduce((line, [text, cells]) => line + asCells(text, cells), '').trimEnd();
}

/** A run whose end is blank is shorter than its cells only where those are blank. */
function asCells(text: string, cells: number): string {
  return text === '' ? ' '.repeat(cells) : text;
}
