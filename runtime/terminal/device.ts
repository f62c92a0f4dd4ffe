/**
 * A second descriptor of the terminal, for writing that never blocks: `process.stdout` waits while a terminal
 * reads nothing (a stopped pager, a dead connection), and so do all keys and signals. The new descriptor has flags
 * of its own, so that the shell's stays as it is.
 */
import { closeSync, constants, fstatSync, openSync, readlinkSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Milliseconds between attempts to write to a terminal that is full. */
const RETRY = 5;

export interface DeviceOptions {
  /** Called when all pending output has been written. */
  onDrain(): void;
  /** The terminal is gone: `EIO`, `ENXIO` and the like. */
  onError(error: NodeJS.ErrnoException): void;
}

export class TerminalDevice {
  /** What is left of the frame that was begun. Another one is not taken meanwhile. */
  #rest: Uint8Array = NOTHING;
  /** What comes after it: images, answers to no frame. Not joined each time, which takes as long as all of it is. */
  #next: Uint8Array[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  readonly #options: DeviceOptions;

  private constructor(
    readonly fd: number,
    options: DeviceOptions,
  ) {
    this.#options = options;
  }

  /** Opens the terminal behind a descriptor; undefined where that cannot be done (Windows, no /dev). */
  static open(terminal: number, options: DeviceOptions): TerminalDevice | undefined {
    if (process.platform === 'win32' || !isatty(terminal)) return undefined;
    const { O_RDWR, O_NONBLOCK, O_NOCTTY } = constants;
    let opened: number | undefined;
    try {
      opened = openSync(nameOf(terminal), O_RDWR | O_NONBLOCK | O_NOCTTY);
      if (fstatSync(opened).rdev === fstatSync(terminal).rdev) {
        return new TerminalDevice(opened, options);
      }
    } catch {
      // The path does not exist here, for example in a container without its own devices.
    }
    if (opened !== undefined) closeSync(opened);
    return undefined;
  }

  /** True while earlier bytes have not left. */
  get congested(): boolean {
    return this.#rest.length > 0;
  }

  /** Writes what fits, and keeps the rest for later. */
  write(bytes: Uint8Array): void {
    if (this.#isClosed) return;
    // A copy of what stays, since the caller writes its next frame into the same array.
    if (this.congested) this.#next.push(Uint8Array.from(bytes));
    else this.#rest = bytes;
    this.#push();
    if (this.#rest.buffer === bytes.buffer) this.#rest = Uint8Array.from(this.#rest);
  }

  /** Writes all of it before it returns, or gives up after this many milliseconds in which the terminal takes nothing. */
  writeNow(text: string, patience: number): void {
    if (this.#isClosed) return;
    const pause = new Int32Array(new SharedArrayBuffer(4));
    this.#rest = Buffer.concat([this.#rest, ...this.#next.splice(0), Buffer.from(text)]);
    for (let waited = 0; ; waited += RETRY) {
      const before = this.#rest.length;
      this.#push();
      if (this.#rest.length < before) waited = 0;
      if (!this.congested || waited >= patience) break;
      Atomics.wait(pause, 0, 0, RETRY);
    }
    this.#forget();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#forget();
    clearTimeout(this.#timer);
    try {
      closeSync(this.fd);
    } catch {
      // Gone with the terminal.
    }
  }

  #forget(): void {
    this.#rest = NOTHING;
    this.#next = [];
  }

  #push(): void {
    try {
      while (this.congested) {
        this.#rest = this.#rest.subarray(writeSync(this.fd, this.#rest));
        if (!this.congested) this.#rest = this.#next.shift() ?? NOTHING;
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EAGAIN' && code !== 'EINTR') {
        this.#forget();
        this.#options.onError(error as NodeJS.ErrnoException);
        return;
      }
    }
    if (this.congested) this.#timer ??= setTimeout(this.#retry, RETRY);
  }

  readonly #retry = (): void => {
    this.#timer = undefined;
    this.#push();
    if (!this.congested && !this.#isClosed) this.#options.onDrain();
  };
}

const NOTHING = new Uint8Array(0);

/** The file of a terminal. `/dev/tty` is the controlling one, which most often is the same. */
function nameOf(terminal: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${terminal}`);
  } catch {
    return '/dev/tty';
  }
}
