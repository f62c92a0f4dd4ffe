/**
 * The mirror: shows a running app to pages and programs over WebSocket, and takes input from those that may
 * drive it. It belongs to the launcher; the app neither sees it nor any byte that its clients send, but for
 * input that was checked.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { printable } from '../../runtime/base/diagnostics.js';
import type { LogEntry } from '../../runtime/script/logger.js';
import type { AccessibleAction } from '../../runtime/base/accessible-node.js';
import { readAction, readRef } from '../../runtime/page/page-data.js';
import type { UserInput } from '../../runtime/base/input-events.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import type { FrameOfApp } from '../../runtime/terminal/frames/frame-server.js';
import type { TerminalImage } from '../../runtime/terminal/images/image.js';
import type { PrintedLine } from '../../runtime/terminal/inline/printed.js';
import type { DisplaySize } from '../../runtime/terminal/display.js';
import { Access, newToken, type Admission } from './access.js';
import { MirrorClient } from './client.js';
import { HeldMessages } from './held-messages.js';
import { answer, HEADERS, hostIn, isSameOrigin } from './http.js';
import { MirrorImages } from './images.js';
import { keyInput, mouseInput, PasteParts, textInput } from './input.js';
import type { ClientMessage, MessageOf, Role } from './messages.js';
import {
  CLOSE,
  MAX_MESSAGE,
  MAX_PIECES,
  PROTOCOL,
  SOCKET_PATH,
  TICKET_PREFIX,
} from './protocol.js';
import { listen, type Listening } from './listen.js';
import { Hosts } from './origins.js';
import { pageFiles } from './page-files.js';
import { Picture } from './picture.js';
import { messageReader } from './read-message.js';

/** Milliseconds between two frames for clients. */
const PACE = 1000 / 30;
/** Milliseconds after input in which a client counts as driving, and the app may copy to its clipboard. */
const DRIVING_MS = 5000;
/** Milliseconds that clients have to close their connections: one that has not read the end by then may not get it. */
const CLOSE_GRACE_MS = 1000;
/** Milliseconds that a refused client has to read the response. */
const REFUSAL_LINGER_MS = 1000;

/** What a page sends by itself, when it opens and when its window changes: not a sign that a user drives. */
const UNASKED: ReadonlySet<ClientMessage['type']> = new Set(['resize', 'focus']);

export interface MirrorOptions {
  /** 0: a free one. */
  readonly port: number;
  readonly host: string;
  readonly allowInput: boolean;
  readonly maxClients: number;
  /** Default: random ones. */
  readonly token?: string | undefined;
  readonly viewToken?: string | undefined;
  readonly ports: MirrorPorts;
}

export interface Presence {
  readonly watching: number;
  readonly driving: number;
}

interface MirrorPorts {
  input(input: UserInput): void;
  /** Size of the app's screen, in cells. */
  size(): DisplaySize;
  /** A new size; undefined where the size is a terminal's. */
  readonly resize?: ((size: DisplaySize) => void) | undefined;
  act(ref: string, action: AccessibleAction): void;
  /** Resolves when the app has taken all input and actions, and `frame` and `tree` were called with what came of them. */
  sync(): Promise<void>;
  /** Starts or stops the reports of the accessible tree. */
  watchTree(isWatched: boolean): void;
  onPresence(presence: Presence): void;
  /** When the user of the app's own terminal last did something, by `performance.now()`; -Infinity: never. */
  usedAt(): number;
}

/** An app's accessible tree, checked. */
export interface MirrorTree {
  readonly lang: string;
  readonly items: readonly object[];
}

export class Mirror {
  readonly #options: MirrorOptions;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    maxFragments: MAX_PIECES,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: () => PROTOCOL,
  });
  readonly #access: Access;
  readonly #tokens: Readonly<Partial<Record<Role, string>>>;
  readonly #images = new MirrorImages(() => this.#sendImages());
  readonly #picture = new Picture((id) => this.#images.numberOf(id));
  readonly #clients = new Set<MirrorClient>();
  readonly #pastes = new WeakMap<MirrorClient, PasteParts>();
  #read: (text: string) => ClientMessage = () => {
    throw new Error('not open');
  };
  #hosts: Hosts | undefined;
  #listening: Listening | undefined;
  readonly #held = new HeldMessages();
  #tree: { readonly seq: number; readonly bytes: Buffer } | undefined;
  /** Goes on where a tree was forgotten: clients know the number of the last one that they got. */
  #treeSeq = 0;
  #presence: Presence = { watching: 0, driving: 0 };
  #sentAt = -Infinity;
  #flush: NodeJS.Timeout | undefined;
  #calm: NodeJS.Timeout | undefined;
  #isSyncing = false;
  #isClosed = false;

  private constructor(options: MirrorOptions) {
    this.#options = options;
    const { allowInput, token, viewToken } = options;
    const drive = allowInput ? (token ?? newToken()) : undefined;
    // A single token that is set is for what there is.
    const view = viewToken ?? (allowInput ? newToken() : (token ?? newToken()));
    this.#tokens = { drive, view };
    this.#access = new Access(this.#tokens, now);
  }

  /** Listens. @throws the system's error where the port or the address cannot be had */
  static async open(options: MirrorOptions): Promise<Mirror> {
    const mirror = new Mirror(options);
    await mirror.#listen();
    return mirror;
  }

  /** Where a page is opened, with the token for a role; undefined where the role is off. */
  address(role: Role): string | undefined {
    const token = this.#tokens[role];
    return token === undefined ? undefined : `http://${this.#hosts?.printed}/#${token}`;
  }

  /** `http://127.0.0.1:8080`: the same in each run. */
  get origin(): string {
    return `http://${this.#hosts?.plain}`;
  }

  /** Addresses with tokens have a name of their own in each run. */
  get hasName(): boolean {
    return this.#hosts?.isNamed === true;
  }

  /** Another program has an address that `localhost` may lead to. */
  get isLocalhostShared(): boolean {
    return this.#listening?.localhost === 'shared';
  }

  /** Notes a frame of the app. Clients get it when they have shown their last one. */
  frame(frame: FrameOfApp): void {
    this.#picture.note(frame);
    this.#request();
  }

  /** Notes lines that the app has printed. Clients get them with the next frame that is inline, or at the end. */
  print(lines: readonly PrintedLine[]): void {
    this.#picture.print(lines);
  }

  /** Notes an image, which cells name by its id. */
  addImage(id: number, image: TerminalImage): void {
    this.#images.add(id, image);
    this.#picture.addImage(id, image);
  }

  removeImage(id: number): void {
    this.#picture.removeImage(id);
    const number = this.#images.remove(id);
    if (number === undefined) return;
    for (const client of this.#clients) client.forgetImage(number);
  }

  title(text: string): void {
    this.#picture.title = sanitize(text);
    this.#request();
  }

  tree(tree: MirrorTree): void {
    const seq = ++this.#treeSeq;
    const bytes = Buffer.from(JSON.stringify({ type: 'tree', seq, ...tree }));
    this.#tree = { seq, bytes };
    for (const client of this.#clients) this.#sendTree(client);
  }

  /** Clients may print it: as in a log file, only its line breaks are kept. */
  log({ time, level, message: text, at: place }: LogEntry): void {
    const message = text
      .split(/\r\n|\n|\r/)
      .map(printable)
      .join('\n');
    const at = place === undefined ? undefined : printable(place);
    for (const client of this.#clients) {
      if (client.needsLog) client.send({ type: 'log', time, level, message, at });
    }
  }

  /**
   * Sends a text that the app copies to the client that was the last to send input. False where no client has done so
   * lately, or the user of the terminal has done something since: the text is theirs.
   */
  copy(text: string): boolean {
    const [latest] = [...this.#clients].sort((a, b) => b.drivenAt - a.drivenAt);
    if (latest === undefined || now() - latest.drivenAt > DRIVING_MS) return false;
    if (latest.drivenAt < this.#options.ports.usedAt()) return false;
    latest.send({ type: 'clipboard', text });
    return true;
  }

  /** Notifies clients of the end, and closes. A second call does nothing. */
  async close(exitCode: number): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#flush);
    clearTimeout(this.#calm);
    this.#picture.end();
    for (const client of this.#clients) {
      // What the app has shown last is what its users want to read.
      client.sendLastFrame(this.#picture);
      client.send({ type: 'end', code: exitCode });
      client.close(CLOSE.ended, 'the app has ended');
    }
    await Promise.race([
      this.#listening?.close(),
      sleep(CLOSE_GRACE_MS, undefined, { ref: false }),
    ]);
    for (const client of this.#clients) client.terminate();
    this.#listening?.closeAllConnections();
  }

  async #listen(): Promise<void> {
    const { port, host } = this.#options;
    const [read, files] = await Promise.all([messageReader(), pageFiles()]);
    this.#read = read;
    const isFull = (): boolean => this.#isFull;
    this.#listening = await listen({
      port,
      host,
      onRequest: (request, response) => {
        const hosts = this.#hosts;
        if (hosts === undefined) return response.destroy();
        const inputs = { access: this.#access, files, hosts, isFull };
        answer(inputs, request, response).catch(() => response.destroy());
      },
      onUpgrade: (request, socket, head) => this.#upgrade(request, socket, head),
    });
    const { port: bound, localhost } = this.#listening;
    this.#hosts = new Hosts(host, bound, localhost === 'here', port !== 0);
  }

  get #isFull(): boolean {
    return this.#clients.size >= this.#options.maxClients;
  }

  /** @returns whether the connection is a client's now */
  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    socket.on('error', () => undefined);
    const admitted = this.#admit(request);
    if ('status' in admitted) {
      refuse(socket, admitted);
      return false;
    }
    let isClient = false;
    this.#sockets.handleUpgrade(request, socket, head, (websocket) => {
      isClient = this.#join(admitted, websocket);
    });
    return isClient;
  }

  /** All that is checked before a WebSocket is one. */
  #admit(request: IncomingMessage): Admission | Refusal {
    if (this.#isClosed) return { status: 503, words: 'the app has ended' };
    if (this.#hosts?.hasClients(hostIn(request)) !== true) {
      return { status: 421, words: 'this address is not served here' };
    }
    if (request.url !== SOCKET_PATH) return { status: 404, words: 'there is no such file' };
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/);
    if (!offered.includes(PROTOCOL)) {
      return { status: 400, words: `expected the subprotocol ${PROTOCOL}` };
    }
    if (!isSameOrigin(request)) return { status: 403, words: 'this page may not connect' };
    const ticket = offered.find((name) => name.startsWith(TICKET_PREFIX)) ?? TICKET_PREFIX;
    const admission = this.#access.redeem(ticket.slice(TICKET_PREFIX.length));
    if (admission === undefined) return { status: 401, words: 'the ticket is not valid' };
    return this.#isFull ? { status: 503, words: 'too many clients' } : admission;
  }

  #join({ role, proof }: Admission, socket: WebSocket): boolean {
    // Others may have come while this one was let in.
    if (this.#isFull) {
      socket.close(CLOSE.full, 'too many clients');
      return false;
    }
    const client = new MirrorClient(role, socket, {
      read: this.#read,
      now,
      onMessage: (from, message) => this.#take(from, message),
      onClose: (from) => this.#leave(from),
      onRoom: (client) => {
        this.#request();
        this.#sendTree(client);
        this.#sendImages();
      },
      held: this.#held,
    });
    this.#clients.add(client);
    const resizable = this.#options.ports.resize !== undefined;
    client.send({ type: 'hello', protocol: 1, role, resizable, proof });
    this.#count();
    this.#request();
    return true;
  }

  #leave(client: MirrorClient): void {
    this.#clients.delete(client);
    // The terminal and the channel to the app may be closed by then.
    if (this.#isClosed) return;
    if (this.#clients.size === 0) {
      this.#picture.rest();
      this.#images.rest();
    }
    this.#followTree();
    this.#count();
  }

  #take(client: MirrorClient, message: ClientMessage): void {
    if (message.type === 'ack') {
      if (message.of === 'frame') this.#request();
      else if (message.of === 'tree') this.#sendTree(client);
      else this.#sendImages();
      return;
    }
    if (message.type === 'subscribe') {
      this.#subscribe(client, message);
      return;
    }
    if (client.role !== 'drive') {
      client.close(CLOSE.bad, 'this token only watches');
      return;
    }
    if (message.type === 'sync') {
      client.requestedSync = message.id;
      void this.#sync();
      return;
    }
    if (!UNASKED.has(message.type)) {
      client.drivenAt = now();
      this.#count();
    }
    this.#drive(client, message);
  }

  #subscribe(
    client: MirrorClient,
    {
      tree = client.needsTree,
      log = client.needsLog,
      images = client.needsImages,
    }: { tree?: boolean; log?: boolean; images?: boolean },
  ): void {
    client.needsImages = images;
    client.requestTree(tree);
    client.needsLog = log && client.role === 'drive';
    this.#followTree();
    this.#sendTree(client);
    this.#sendImages();
  }

  #sendTree(client: MirrorClient): void {
    if (this.#tree !== undefined) client.sendTree(this.#tree.seq, this.#tree.bytes);
    this.#reportSynced(client);
  }

  /** One after the other: an app that does not answer keeps one waiting, however many clients request. */
  async #sync(): Promise<void> {
    if (this.#isSyncing) return;
    this.#isSyncing = true;
    for (;;) {
      const requests = [...this.#clients].flatMap((client) => {
        const id = client.requestedSync;
        client.requestedSync = undefined;
        return id === undefined ? [] : [{ client, id }];
      });
      if (requests.length === 0) break;
      await this.#options.ports.sync();
      for (const { client, id } of requests) {
        client.answeredSync = id;
        this.#reportSynced(client);
      }
    }
    this.#isSyncing = false;
  }

  #reportSynced(client: MirrorClient): void {
    client.reportSynced(this.#picture, this.#tree?.seq);
  }

  #followTree(): void {
    const isWatched = [...this.#clients].some(({ needsTree }) => needsTree);
    // A tree that is not kept up to date is of no use to later subscribers.
    if (!isWatched) this.#tree = undefined;
    this.#options.ports.watchTree(isWatched);
  }

  #drive(
    client: MirrorClient,
    message: Exclude<ClientMessage, { readonly type: 'ack' | 'subscribe' | 'sync' }>,
  ): void {
    const { ports } = this.#options;
    switch (message.type) {
      case 'resize':
        ports.resize?.({ width: message.width, height: message.height });
        return;
      case 'act':
        this.#act(client, message);
        return;
      default: {
        const input = this.#inputOf(client, message);
        if (input !== undefined) ports.input(input);
      }
    }
  }

  #act(client: MirrorClient, { ref, action }: MessageOf<'act'>): void {
    try {
      this.#options.ports.act(readRef(ref), readAction(action));
    } catch (error) {
      client.close(CLOSE.bad, `act: ${(error as Error).message}`.slice(0, 100));
    }
  }

  #inputOf(
    client: MirrorClient,
    message: Extract<
      ClientMessage,
      { readonly type: 'key' | 'text' | 'paste' | 'mouse' | 'focus' }
    >,
  ): UserInput | undefined {
    switch (message.type) {
      case 'key':
        return keyInput(message);
      case 'text':
        return textInput(message);
      case 'mouse':
        return mouseInput(message, this.#options.ports.size());
      case 'focus':
        return { type: 'focus', focused: message.focused };
      case 'paste': {
        const parts = this.#pastes.get(client) ?? new PasteParts();
        this.#pastes.set(client, parts);
        return parts.add(message);
      }
    }
  }

  /** Schedules frames for clients that lack the newest one. */
  #request(): void {
    if (this.#flush !== undefined || this.#clients.size === 0 || this.#isClosed) return;
    const wait = Math.max(0, this.#sentAt + PACE - now());
    this.#flush = setTimeout(() => {
      this.#flush = undefined;
      this.#send();
    }, wait);
  }

  #send(): void {
    for (const client of this.#clients) {
      if (!client.lacksFrame(this.#picture)) continue;
      client.sendFrame(this.#picture);
      this.#reportSynced(client);
      this.#sentAt = now();
    }
    this.#sendImages();
  }

  /** Sends clients the next image that the screen shows and they lack, once it is made. */
  #sendImages(): void {
    if (this.#isClosed) return;
    for (const client of this.#clients) {
      for (const number of this.#picture.images) {
        const bytes = client.lacksImage(number) ? this.#images.messageOf(number) : undefined;
        if (bytes !== undefined) client.sendImage(number, bytes);
      }
    }
  }

  /** Reports how many clients watch and drive, where that has changed. */
  #count(): void {
    clearTimeout(this.#calm);
    const since = now() - DRIVING_MS;
    const latest = [...this.#clients].map(({ drivenAt }) => drivenAt);
    const presence = {
      watching: this.#clients.size,
      driving: latest.filter((at) => at > since).length,
    };
    if (presence.driving > 0) {
      this.#calm = setTimeout(() => this.#count(), Math.max(...latest) - since + 100);
      this.#calm.unref();
    }
    const { watching, driving } = this.#presence;
    if (presence.watching === watching && presence.driving === driving) return;
    this.#presence = presence;
    this.#options.ports.onPresence(presence);
    for (const client of this.#clients) client.send({ type: 'presence', ...presence });
  }
}

function now(): number {
  return performance.now();
}

interface Refusal {
  readonly status: number;
  readonly words: string;
}

function refuse(socket: Duplex, { status, words }: Refusal): void {
  const body = `${words}\n`;
  const headers = {
    ...HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // A client that keeps its half of the connection open would keep a place that others need.
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
  setTimeout(() => socket.destroy(), REFUSAL_LINGER_MS).unref();
}
