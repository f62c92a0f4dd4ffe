/** A display without a terminal: frames go to its listeners, and its size is set by the caller. */
import type { Capabilities } from './capabilities.js';
import type { Client } from './client.js';
import type { Display, DisplayEvents, DisplaySize } from './display.js';
import { textOfLine } from './inline/printed.js';

/** Where printed lines are written, as plain text: a stream. */
export interface PrintedOutput {
  /** Returns false where it has enough for now. */
  write(text: string): boolean;
  /** Calls back once, when it has room again. */
  onDrain(callback: () => void): void;
}

export class HeadlessDisplay implements Display {
  /** Shows nothing, and is behind only while what is printed cannot be written. */
  readonly client: Client;
  readonly images = undefined;
  readonly sendCopy = undefined;
  readonly lend = undefined;
  readonly congested = false;
  #events: DisplayEvents | undefined;

  #current: DisplaySize;

  constructor(
    current: DisplaySize,
    readonly capabilities: Capabilities,
    output: PrintedOutput,
  ) {
    this.#current = current;
    let isFull = false;
    const drained = (): void => {
      isFull = false;
      this.#events?.onFrameNeeded();
    };
    this.client = {
      front: undefined,
      cellsChanged: 0,
      get behind() {
        return isFull;
      },
      get hasPrinted() {
        return isFull;
      },
      present: () => 0,
      print: (lines) => {
        if (lines.length === 0) return;
        const hasRoom = output.write(lines.map((line) => `${textOfLine(line)}\n`).join(''));
        if (hasRoom || isFull) return;
        isFull = true;
        output.onDrain(drained);
      },
      resize: () => undefined,
      invalidate: () => undefined,
      configure: () => undefined,
    };
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
