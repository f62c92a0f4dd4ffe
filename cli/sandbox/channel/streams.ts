/** Streams on a channel. The receiver grants credit as it reads; the sender waits for it. */
import { MAX_PIECE, WINDOW } from './protocol.js';
import { ProtocolError } from './protocol-error.js';

/** What the other side may send to a sender. */
export interface Sender {
  credit(bytes: number): void;
  cancel(): void;
}

export interface SenderPorts {
  /** Called first, so that credit finds its way. */
  open(sender: Sender): void;
  write(piece: Uint8Array): void;
  /** Called once; with what the source threw. */
  end(error: unknown): void;
}

/** Sends a whole body. Never throws: an error of the source is sent to the other end. */
export async function sendStream(
  body: AsyncIterable<Uint8Array>,
  { open, write, end }: SenderPorts,
): Promise<void> {
  let credit = WINDOW;
  let isCancelled = false;
  let wake: (() => void) | undefined;
  open({
    credit: (bytes) => {
      credit = Math.min(WINDOW, credit + bytes);
      wake?.();
    },
    cancel: () => {
      isCancelled = true;
      wake?.();
    },
  });
  try {
    for await (const bytes of body) {
      for (let at = 0; at < bytes.length;) {
        while (credit === 0 && !isCancelled) {
          await new Promise<void>((resolve) => (wake = resolve));
        }
        if (isCancelled) break;
        const piece = bytes.subarray(at, at + Math.min(MAX_PIECE, credit));
        credit -= piece.length;
        at += piece.length;
        write(piece);
      }
      // Leaving the loop ends the source as well.
      if (isCancelled) break;
    }
    end(undefined);
  } catch (error) {
    end(error);
  }
}

/** Bytes as a stream. */
export async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

export interface ReceiverPorts {
  credit(bytes: number): void;
  /** The reader has left before the end. */
  cancel(): void;
}

/** Bytes that small pieces are collected in while they wait: each by itself takes many times its size. */
const BLOCK = 16 * 1024;

/** The receiving end: an async iterable, to be read once. */
export class Receiver implements AsyncIterable<Uint8Array> {
  readonly #blocks: { readonly bytes: Uint8Array; filled: number }[] = [];
  #held = 0;
  #ended = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  readonly #ports: ReceiverPorts;

  constructor(ports: ReceiverPorts) {
    this.#ports = ports;
  }

  /** @throws ProtocolError where the sender has gone on without credit */
  push(piece: Uint8Array): void {
    // Nothing costs no credit, and would pile up.
    if (this.#ended || piece.length === 0) return;
    this.#held += piece.length;
    if (this.#held > WINDOW)
      throw new ProtocolError('a stream that exceeds its flow-control window');
    // A copy: the frame's buffer is used again.
    const last = this.#blocks.at(-1);
    if (last !== undefined && last.bytes.length - last.filled >= piece.length) {
      last.bytes.set(piece, last.filled);
      last.filled += piece.length;
    } else {
      const size = last === undefined ? piece.length : Math.max(piece.length, BLOCK);
      const bytes = new Uint8Array(size);
      bytes.set(piece);
      this.#blocks.push({ bytes, filled: piece.length });
    }
    this.#wake?.();
  }

  end(error: Error | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const block = this.#blocks.shift();
        if (block !== undefined) {
          const piece = block.bytes.subarray(0, block.filled);
          yield piece;
          // Read, so there is room for as much again.
          this.#held -= piece.length;
          if (!this.#ended) this.#ports.credit(piece.length);
        } else if (this.#ended) {
          if (this.#error !== undefined) throw this.#error;
          return;
        } else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      if (!this.#ended) {
        this.#ended = true;
        this.#ports.cancel();
      }
    }
  }
}
