/**
 * The page's end of the mirror: a ticket for the token, the WebSocket, and again when it breaks off. The token
 * is taken out of the address at once and kept for this tab alone.
 */
import type { ClientMessage, ServerMessage } from '../messages.js';
import {
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
  | 'full';

export interface ConnectionPorts {
  onMessage(message: ServerMessage): void;
  /** @param exitCode of the app, where it has ended */
  onState(state: State, exitCode?: number): void;
}

/** What is shown until a try has succeeded: it would only be flicker. An app that has ended may be started again. */
const WAITING: ReadonlySet<State> = new Set(['reconnecting', 'full', 'locked', 'ended']);
const KEPT = 'tui-token';
/** Milliseconds until the next try: the first, how they grow, and the longest. */
const PAUSE = 500;
const GROWTH = 1.6;
const MAX_PAUSE = 15_000;
/** Milliseconds of a connection after which the next pause is the first again. */
const STABLE = 5000;

export class Connection {
  #socket: WebSocket | undefined;
  #token: string | undefined;
  #pause = PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts up with every try: what is late of one before counts no more. */
  #try = 0;
  #state: State = 'connecting';

  readonly #ports: ConnectionPorts;

  constructor(ports: ConnectionPorts) {
    this.#ports = ports;
  }

  /** Connects with the token of the address, or the one that was kept. */
  start(): void {
    this.#token = tokenOfAddress() ?? sessionStorage.getItem(KEPT) ?? undefined;
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
    if (this.#token === undefined) return this.#show('missing');
    if (!WAITING.has(this.#state)) this.#show('connecting');
    const answer = await requestTicket(this.#token);
    if (turn !== this.#try) return;
    switch (answer.status) {
      case 200:
        sessionStorage.setItem(KEPT, this.#token);
        return this.#open(turn, answer.ticket);
      case 401:
      case 400:
        sessionStorage.removeItem(KEPT);
        this.#token = undefined;
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

  #open(turn: number, ticket: string): void {
    const protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${protocol}//${location.host}${SOCKET_PATH}`, [
      PROTOCOL,
      TICKET_PREFIX + ticket,
    ]);
    this.#socket = socket;
    let openedAt = Infinity;
    socket.addEventListener('open', () => (openedAt = performance.now()));
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (turn !== this.#try) return;
      const message = JSON.parse(data) as ServerMessage;
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
  const given = text.slice(text.indexOf('#') + 1).trim();
  if (given === '') return undefined;
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}

async function requestTicket(
  token: string,
): Promise<{ readonly status: number; readonly ticket: string }> {
  try {
    const response = await fetch(SESSION_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    const { ticket } = response.ok
      ? ((await response.json()) as { ticket: string })
      : { ticket: '' };
    return { status: response.status, ticket };
  } catch {
    return { status: 0, ticket: '' };
  }
}
