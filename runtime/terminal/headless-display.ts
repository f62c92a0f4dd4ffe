/** A display without a terminal: frames go to its listeners, and its size is set by the caller. */
import type { Capabilities } from './capabilities.js';
import type { Client } from './client.js';
import type { Display, DisplayEvents, DisplaySize } from './display.js';

/** Shows nothing, and is never behind. */
const NOBODY: Client = {
  front: undefined,
  cellsChanged: 0,
  behind: false,
  hasPrinted: false,
  present: () => 0,
  print: () => undefined,
  resize: () => undefined,
  invalidate: () => undefined,
  configure: () => undefined,
};

export class HeadlessDisplay implements Display {
  readonly client = NOBODY;
  readonly images = undefined;
  readonly sendCopy = undefined;
  readonly lend = undefined;
  readonly congested = false;
  #events: DisplayEvents | undefined;

  #current: DisplaySize;

  constructor(
    current: DisplaySize,
    readonly capabilities: Capabilities,
  ) {
    this.#current = current;
  }

  get size(): DisplaySize {
    return this.#current;
  }

  resize(size: DisplaySize): void {
    if (size.width === this.#current.width && size.height === this.#current.height) return;
    this.#current = size;
    this.#events?.onResize(size);
  }

  connect(events: DisplayEvents): void {
    this.#events = events;
  }

  open(): DisplaySize {
    return this.#current;
  }

  query(): void {
    // There is no terminal to ask.
  }

  feed(): void {
    // There is no keyboard.
  }

  setTitle(): void {
    // There is no window.
  }

  ringBell(): void {
    // There is no terminal that could ring.
  }

  suspend(): void {
    // There is no shell to go back to.
  }

  reconfigure(): void {
    // Settings of a terminal.
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
