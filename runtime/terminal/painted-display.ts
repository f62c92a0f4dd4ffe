/** The display of an app that is only painted: no terminal shows it, and input comes by `feed`. */
import type { Capabilities } from './capabilities.js';
import type { Display, DisplayEvents } from './display.js';

export class PaintedDisplay implements Display {
  readonly client = null;
  readonly sendCopy = undefined;
  readonly lend = undefined;
  readonly congested = false;
  readonly #capabilities: Capabilities;
  readonly #createTerminal: () => Display;
  #events: DisplayEvents | undefined;
  /** Decodes what is fed; created with the first bytes. */
  #terminal: Display | undefined;

  /** @param createTerminal creates a display of the same capabilities, without output */
  constructor(capabilities: Capabilities, createTerminal: () => Display) {
    this.#capabilities = capabilities;
    this.#createTerminal = createTerminal;
  }

  get capabilities(): Capabilities {
    return this.#terminal?.capabilities ?? this.#capabilities;
  }

  get images(): Display['images'] {
    return this.#terminal?.images;
  }

  connect(events: DisplayEvents): void {
    this.#events = events;
  }

  open(): undefined {
    return undefined;
  }

  query(): void {
    // No terminal to query.
  }

  feed(bytes: Uint8Array): void {
    if (this.#terminal === undefined) {
      this.#terminal = this.#createTerminal();
      if (this.#events !== undefined) this.#terminal.connect(this.#events);
    }
    this.#terminal.feed(bytes);
  }

  setTitle(): void {
    // No window.
  }

  ringBell(): void {
    // No terminal to ring.
  }

  suspend(): void {
    // No shell to return to.
  }

  reconfigure(): void {
    // Settings of a terminal.
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
