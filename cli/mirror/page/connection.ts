/**
 * The page's connection to the mirror: exchanges a proof of the token for a ticket, opens the WebSocket, and reconnects. The
 * token is taken out of the address at once. What this tab keeps for a reload is good for this run of the server alone: by
 * then the page may be another program's, which has taken the port.
 */
import type { ClientMessage, ServerMessage } from '../messages.js';
import { clientText, runText, serverText } from '../proof.js';
import { hmac, newNonce } from './hmac.js';
import {
  CHALLENGE_PATH,
  CLOSE,
  LOCK_TIME,
  PROTOCOL,
  SESSION_PATH,
  SOCKET_PATH,
  TICKET_PREFIX,
} from '../protocol.js';

export type State =
  | 'connecting'
  | 'driving'
  | 'watching'
  | 'reconnecting'
  | 'ended'
  | 'wrong'
  | 'missing'
  | 'locked'
  | 'full'
  | 'foreign';

export interface ConnectionPorts {
  onMessage(message: ServerMessage): void;
  /** @param exitCode of the app, where it has ended */
  onState(state: State, exitCode?: number): void;
}

/** What is shown until a try has succeeded: it would only be flicker. An app that has ended may be started again. */
const WAITING: ReadonlySet<State> = new Set(['reconnecting', 'full', 'locked', 'ended', 'foreign']);
const KEPT = 'tui-run';
/** Status of HTTP for a token that is wrong. */
const WRONG = 401;
/** Milliseconds until the next try: the first, how they grow, and the longest. */
const PAUSE = 500;
const GROWTH = 1.6;
const MAX_PAUSE = 15_000;
/** Milliseconds of a connection after which the next pause is the first again. */
const STABLE = 5000;

/** The key of one run of the server. */
interface RunKey {
  readonly run: string;
  readonly key: string;
}

interface Ticket {
  readonly ticket: string;
  /** What a server that knows the token sends first. */
  readonly proof: string;
}

export class Connection {
  #socket: WebSocket | undefined;
  #token: string | undefined;
  #kept: RunKey | undefined;
  #pause = PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts up with every try: what is late of one before counts no more. */
  #try = 0;
  #state: State = 'connecting';

  readonly #ports: ConnectionPorts;

  constructor(ports: ConnectionPorts) {
    this.#ports = ports;
  }

  /** Connects with the token of the address, or the key that was kept. */
  start(): void {
    this.#token = tokenOfAddress();
    this.#kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') ?? undefined;
    addEventListener('hashchange', () => {
      const token = tokenOfAddress();
      if (token !== undefined) this.use(token);
    });
    addEventListener('online', () => this.#renew());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && WAITING.has(this.#state)) this.#renew();
    });
    this.#renew();
  }

  /** Connects with another token. */
  use(token: string): void {
    this.#token = token;
    this.#renew();
  }

  /** Connects again after the app has ended. */
  retry(): void {
    this.#renew();
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #renew(): void {
    if (this.#state === 'locked' && this.#timer !== undefined) return;
    this.#pause = PAUSE;
    void this.#connect();
  }

  async #connect(): Promise<void> {
    const turn = ++this.#try;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#socket?.close();
    this.#socket = undefined;
    if (this.#token === undefined && this.#kept === undefined) return this.#show('missing');
    if (!WAITING.has(this.#state)) this.#show('connecting');
    const answer = await this.#requestTicket();
    if (turn !== this.#try) return;
    if (typeof answer !== 'number') return this.#open(turn, answer);
    switch (answer) {
      case WRONG:
        sessionStorage.removeItem(KEPT);
        this.#token = this.#kept = undefined;
        return this.#show('wrong');
      case 429:
        this.#show('locked');
        return this.#later(LOCK_TIME);
      case 503:
        this.#show('full');
        return this.#later();
      default:
        if (this.#state !== 'ended') this.#show('reconnecting');
        return this.#later();
    }
  }

  /** Proves the token for a ticket. @returns a status of HTTP where there is none; 0 without an answer */
  async #requestTicket(): Promise<Ticket | number> {
    try {
      const { run, challenge } = await post<'run' | 'challenge'>(CHALLENGE_PATH, {});
      if (this.#token !== undefined)
        this.#kept = { run, key: await hmac(this.#token, runText(run)) };
      const { key, run: known } = this.#kept!;
      if (known !== run) return WRONG;
      const handshake = { host: location.host, challenge, nonce: newNonce() };
      const proof = await hmac(key, clientText(handshake));
      const { nonce } = handshake;
      const { ticket } = await post<'ticket'>(SESSION_PATH, { challenge, nonce, proof });
      return { ticket, proof: await hmac(key, serverText(handshake, ticket)) };
    } catch (error) {
      return typeof error === 'number' ? error : 0;
    }
  }

  #open(turn: number, { ticket, proof }: Ticket): void {
    const protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${protocol}//${location.host}${SOCKET_PATH}`, [
      PROTOCOL,
      TICKET_PREFIX + ticket,
    ]);
    this.#socket = socket;
    let openedAt = Infinity;
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (turn !== this.#try) return;
      const message = JSON.parse(data) as ServerMessage;
      if (openedAt === Infinity) {
        if (message.type !== 'hello' || message.proof !== proof) {
          // Another program, which has taken the port meanwhile.
          ++this.#try;
          socket.close();
          this.#show('foreign');
          return this.#later();
        }
        openedAt = performance.now();
        sessionStorage.setItem(KEPT, JSON.stringify(this.#kept));
      }
      this.#read(message);
      this.#ports.onMessage(message);
    });
    socket.addEventListener('close', ({ code }) => {
      if (turn !== this.#try) return;
      if (performance.now() - openedAt > STABLE) this.#pause = PAUSE;
      if (this.#state !== 'ended') this.#show(code === CLOSE.full ? 'full' : 'reconnecting');
      this.#later();
    });
  }

  #read(message: ServerMessage): void {
    if (message.type === 'hello') this.#show(message.role === 'drive' ? 'driving' : 'watching');
    else if (message.type === 'end') this.#show('ended', message.code);
  }

  #later(wait?: number): void {
    const pause = wait ?? this.#pause;
    this.#pause = Math.min(MAX_PAUSE, this.#pause * GROWTH);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), pause);
  }

  #show(state: State, exitCode?: number): void {
    this.#state = state;
    this.#ports.onState(state, exitCode);
  }
}

/** What follows `#`, which is taken away: histories, bookmarks and pictures of the screen do not show it. */
function tokenOfAddress(): string | undefined {
  const token = tokenIn(location.hash);
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
  return token;
}

/** A token as it was typed, or the end of an address that has it. */
export function tokenIn(text: string): string | undefined {
  const fragment = text.slice(text.indexOf('#') + 1).trim();
  if (fragment === '') return undefined;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** @throws the status of another answer than 200 */
async function post<K extends string>(path: string, body: object): Promise<Record<K, string>> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw response.status;
  return response.json();
}
