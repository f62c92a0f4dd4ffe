/** An output that keeps what is written: for tests, and for counting bytes. */
import type { Output } from './output.js';

const decoder = new TextDecoder();

export class MemoryTerminal implements Output {
  /** Set it to try how frames behave while a slow terminal is behind. */
  congested = false;
  /** Bytes written since the start, whether kept or taken. */
  total = 0;
  /** Writes since the start; a frame is one write. */
  writes = 0;
  #chunks: Uint8Array[] = [];

  /** False to count the bytes without keeping them, for long runs. */
  readonly #keep: boolean;

  constructor(
    public width = 80,
    public height = 24,

    keep = true,
  ) {
    this.#keep = keep;
  }

  write(bytes: Uint8Array): void {
    this.total += bytes.length;
    this.writes++;
    if (this.#keep) this.#chunks.push(bytes.slice());
  }

  /** Everything kept since the last `take`. */
  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }

  /** The same as text; escapes as they are. */
  text(): string {
    return decoder.decode(this.bytes());
  }

  /** Like `text`, and forgets what was kept. */
  take(): string {
    const text = this.text();
    this.#chunks = [];
    return text;
  }
}
