/**
 * One client of the mirror. It gets the newest frame when it has shown the last one: a slow client misses
 * frames, and others do not wait for it.
 */
import type { WebSocket } from 'ws';
import type { HeldMessage, HeldMessages, Holder } from './held-messages.js';
import type { ClientMessage, Role, ServerMessage } from './messages.js';
import { NOTHING, type Known, type Picture } from './picture.js';
import { CLOSE } from './protocol.js';
import { BadMessageError } from './read-message.js';

/** Messages, pings and pongs that a client may send a second, and at once. More of them wait in its socket. */
const RATE = 200;
const BURST = 400;
/** Milliseconds between two pings. */
const PING = 20_000;
/** Pings without an answer after which a client is taken for gone: one that is stopped for a minute is not. */
const MISSED = 6;
/** Milliseconds in which a client has to read a message. Pings alone do not show that it reads: answers can be sent unread. */
const READ_TIME = PING * MISSED;
/** Bytes of messages beside frames and trees that wait for a client; more of them are dropped. */
const MAX_WAITING = 256 * 1024;

/** Milliseconds in which a client may answer a close. */
const CLOSING = 1000;

export interface ClientPorts {
  readonly read: (text: string) => ClientMessage;
  /** A message of a client that may send it. */
  onMessage(client: MirrorClient, message: ClientMessage): void;
  onClose(client: MirrorClient): void;
  /** A frame or a tree was read: there is room for the next one. */
  onRoom(client: MirrorClient): void;
  readonly held: HeldMessages;
  /** Milliseconds of a clock that does not jump. */
  now(): number;
}

export class MirrorClient implements Holder {
  needsTree = false;
  needsLog = false;
  needsImages = false;
  /** When it has sent input last. */
  drivenAt = -Infinity;
  /** Of its last `sync` that the app has not been sent yet. */
  requestedSync: number | undefined;
  /** Of the last one that the app has answered, until the client has what it shows. */
  answeredSync: number | undefined;
  #known: Known = NOTHING;
  /** `seq` of what was sent and is not acknowledged. */
  #openFrame: number | undefined;
  #openTree: number | undefined;
  #openImage: number | undefined;
  #treeSeq = -1;
  /** Images that it has, or gets. */
  readonly #images = new Set<number>();
  /** Frames and trees that were sent and not read, with when they were sent: one of a kind, and the last frame. */
  readonly #unread = new Map<HeldMessage, number>();
  #allowance = BURST;
  #countedAt: number;
  #unanswered = 0;
  #isClosing = false;
  #resume: NodeJS.Timeout | undefined;
  readonly #pings: NodeJS.Timeout;

  readonly #socket: WebSocket;
  readonly #ports: ClientPorts;

  constructor(
    readonly role: Role,
    socket: WebSocket,
    ports: ClientPorts,
  ) {
    this.#socket = socket;
    this.#ports = ports;

    this.#countedAt = ports.now();
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary));
    // Their work is small, but not nothing: they count as messages do.
    socket.on('ping', () => this.#count());
    socket.on('pong', () => {
      this.#unanswered = 0;
      this.#count();
    });
    // What breaks the protocol of WebSockets is closed by the library.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(this.#pings);
      clearTimeout(this.#resume);
      this.#forget();
      ports.onClose(this);
    });
    this.#pings = setInterval(() => this.#ping(), PING);
    this.#pings.unref();
  }

  /** It has shown what it was sent, and lacks something. */
  lacksFrame({ seq, isThere }: Picture): boolean {
    if (this.#isClosing || this.#hasUnread('frame')) return false;
    return isThere && this.#openFrame === undefined && this.#known.seq !== seq;
  }

  /** Sends the last frame of an app that ends, acknowledged or not what came before. */
  sendLastFrame(picture: Picture): void {
    if (!this.#isClosing && picture.isThere && this.#known.seq !== picture.seq)
      this.sendFrame(picture);
  }

  sendFrame(picture: Picture): void {
    const { bytes, known } = picture.messageSince(this.#known);
    this.#known = known;
    this.#openFrame = known.seq;
    this.#sendHeld({ kind: 'frame', seq: known.seq, bytes });
  }

  /** Starts or stops sending trees. When they start again, the current tree is sent even if the client has had it. */
  requestTree(isRequested: boolean): void {
    if (isRequested && !this.needsTree) this.#treeSeq = -1;
    this.needsTree = isRequested;
  }

  /** The newest tree, where it is requested and there is room. */
  sendTree(seq: number, bytes: Buffer): void {
    if (this.#isClosing || !this.needsTree || this.#openTree !== undefined || seq === this.#treeSeq)
      return;
    if (this.#hasUnread('tree')) return;
    this.#treeSeq = this.#openTree = seq;
    this.#sendHeld({ kind: 'tree', seq, bytes });
  }

  /** Reports a `sync` that the app has answered, once the client was sent what the app shows. */
  reportSynced(picture: Picture, treeSeq: number | undefined): void {
    if (this.answeredSync === undefined || this.#isClosing) return;
    if (picture.isThere && this.#known.seq !== picture.seq) return;
    if (this.needsTree && treeSeq !== undefined && this.#treeSeq !== treeSeq) return;
    this.send({ type: 'synced', id: this.answeredSync });
    this.answeredSync = undefined;
  }

  /** There is room for an image. One that it has is not sent again. */
  lacksImage(id: number): boolean {
    if (this.#isClosing || !this.needsImages || this.#openImage !== undefined) return false;
    return !this.#images.has(id) && !this.#hasUnread('image');
  }

  sendImage(id: number, bytes: Buffer): void {
    this.#images.add(id);
    this.#openImage = id;
    this.#sendHeld({ kind: 'image', seq: id, bytes });
  }

  /** The app has it no longer. */
  forgetImage(id: number): void {
    this.#images.delete(id);
  }

  /** Sends a message that no later one replaces. */
  send(message: Exclude<ServerMessage, { readonly type: HeldMessage['kind'] }>): void {
    const held = [...this.#unread.keys()].reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (!this.#isClosing && this.#socket.bufferedAmount - held < MAX_WAITING)
      this.#socket.send(JSON.stringify(message));
  }

  onTooSlow(): void {
    this.close(CLOSE.slow, 'too much is waiting for this client: it reads too slowly');
  }

  /** Nothing that it sends counts any more; it has a moment to read why. */
  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), CLOSING).unref();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Sends a buffer that is shared with other clients, which is not copied. */
  #sendHeld(message: HeldMessage): void {
    this.#unread.set(message, this.#ports.now());
    this.#socket.send(message.bytes, { binary: false }, () => {
      if (!this.#unread.delete(message)) return;
      this.#ports.held.release(message, this);
      if (!this.#isClosing) this.#ports.onRoom(this);
    });
    // What was written at once is released already.
    if (this.#unread.has(message)) this.#ports.held.retain(message, this);
  }

  /** An acknowledgement does not show that a client has read: numbers can be guessed. */
  #hasUnread(kind: HeldMessage['kind']): boolean {
    return [...this.#unread.keys()].some((message) => message.kind === kind);
  }

  #forget(): void {
    for (const message of this.#unread.keys()) this.#ports.held.release(message, this);
    this.#unread.clear();
  }

  #ping(): void {
    const [sentAt = Infinity] = this.#unread.values();
    const isStuck = this.#ports.now() - sentAt > READ_TIME;
    if (isStuck || ++this.#unanswered > MISSED) this.#socket.terminate();
    else this.#socket.ping();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#isClosing) return;
    let message: ClientMessage;
    try {
      if (isBinary) throw new BadMessageError('a message that is not text');
      message = this.#ports.read(data.toString('utf8'));
    } catch (error) {
      const { message: reason } = error as Error;
      this.close(CLOSE.bad, reason.slice(0, 100));
      return;
    }
    this.#count();
    if (message.type === 'ack') this.#acknowledge(message.of, message.seq);
    this.#ports.onMessage(this, message);
  }

  #acknowledge(of: HeldMessage['kind'], seq: number): void {
    if (of === 'frame' && seq === this.#openFrame) this.#openFrame = undefined;
    if (of === 'tree' && seq === this.#openTree) this.#openTree = undefined;
    if (of === 'image' && seq === this.#openImage) this.#openImage = undefined;
  }

  /** Stops reading from a client that sends more than it may, until it may again: nothing is lost. */
  #count(): void {
    const now = this.#ports.now();
    this.#allowance = Math.min(BURST, this.#allowance + ((now - this.#countedAt) / 1000) * RATE);
    this.#countedAt = now;
    this.#allowance--;
    if (this.#allowance >= 0 || this.#socket.isPaused) return;
    this.#socket.pause();
    this.#resume = setTimeout(() => this.#socket.resume(), (-this.#allowance / RATE) * 1000 + 50);
    this.#resume.unref();
  }
}
