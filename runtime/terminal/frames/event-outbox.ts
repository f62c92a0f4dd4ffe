/**
 * Events on their way to a process that may not read them. What it does not take is bounded: the last of
 * motion, size and capabilities counts, and once enough else waits, no more is to be read of the terminal.
 */
import type { UserInput } from '../../base/input-events.js';
import { followsUpon } from '../input/queue.js';
import { EVENT, MessageBytes, type DisplayEvent } from './wire.js';

/** Maximum bytes in the stream, and queued for it, before reading the terminal pauses: some 20,000 keys in all. */
export const MAX_WAITING = 1024 * 1024;

/**
 * Maximum bytes queued from a source that cannot pause: remote clients, and the terminal of an app that does not
 * respond, which is still read for Ctrl+C. Some 150,000 keys.
 */
export const MAX_HELD = 16 * MAX_WAITING;

export interface OutboxPorts {
  /** Sends one message. The bytes are valid during the call only. */
  send(message: Uint8Array): void;
  /** Bytes sent that the process has not read. */
  waiting(): number;
  /** Called when the queue becomes full, or ceases to be: while it is full, the source should not be read. */
  onFull?(isFull: boolean): void;
}

interface Held {
  readonly input: UserInput;
  readonly bytes: Uint8Array;
}

type StateEvent = Exclude<DisplayEvent, { type: 'input' }>;

const encoder = new TextEncoder();

export class EventOutbox {
  readonly #message = new MessageBytes();
  /** In their order, for a stream that has no room. */
  #held: Held[] = [];
  #heldBytes = 0;
  #isOver = false;
  #onSent: (() => void)[] = [];
  readonly #states = new Map<StateEvent['type'], StateEvent>();

  readonly #ports: OutboxPorts;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  /** True where what is sent would only wait. */
  get isFull(): boolean {
    return this.#ports.waiting() > MAX_WAITING;
  }

  /** @param mayDrop what is beyond `MAX_HELD` is dropped */
  input(input: UserInput, mayDrop = false): void {
    const held = this.#held;
    if (held.length === 0 && !this.isFull) {
      this.#ports.send(this.#encode({ type: 'input', input }));
      return;
    }
    const last = held.at(-1);
    if (last !== undefined && followsUpon(input, last.input)) this.#drop(held.pop());
    if (this.#heldBytes > MAX_HELD && mayDrop) return;
    const bytes = Uint8Array.from(this.#encode({ type: 'input', input }));
    held.push({ input, bytes });
    this.#heldBytes += bytes.length;
    this.#report();
  }

  #report(): void {
    const isOver = this.#heldBytes > (this.#isOver ? MAX_WAITING / 2 : MAX_WAITING);
    if (isOver === this.#isOver) return;
    this.#isOver = isOver;
    this.#ports.onFull?.(isOver);
  }

  /** Resolves when all input is in the stream, which has room for more. */
  async sent(): Promise<void> {
    while (this.#held.length > 0 || this.isFull) {
      await new Promise<void>((resolve) => this.#onSent.push(resolve));
    }
  }

  /** Sends a state of the terminal; of several that are queued, only the last. */
  state(event: StateEvent): void {
    if (this.isFull) this.#states.set(event.type, event);
    else this.#ports.send(this.#encode(event));
  }

  /** The process has taken what was sent. */
  flush(): void {
    for (const [type, event] of this.#states) {
      if (this.isFull) return;
      this.#states.delete(type);
      this.#ports.send(this.#encode(event));
    }
    let count = 0;
    for (const each of this.#held) {
      if (this.isFull) break;
      count++;
      this.#drop(each);
      this.#ports.send(each.bytes);
    }
    this.#held.splice(0, count);
    this.#report();
    for (const resolve of this.#onSent.splice(0)) resolve();
  }

  #drop(held: Held | undefined): void {
    this.#heldBytes -= held?.bytes.length ?? 0;
  }

  #encode(event: DisplayEvent): Uint8Array {
    this.#message.begin(EVENT);
    this.#message.padded(encoder.encode(JSON.stringify(event)));
    return this.#message.end();
  }
}
