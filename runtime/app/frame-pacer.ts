/** Paces frames: several requests make one frame, and no frame comes sooner than a screen can show it. */

/** Milliseconds between frames: 60 a second are as many as terminals show. */
const INTERVAL = 1000 / 60;

export class FramePacer {
  /** Takes back the frame that is due; absent where none is. */
  #cancel: (() => void) | undefined;
  #last = -Infinity;
  #stopped = false;
  #isRunning = false;

  readonly #frame: () => void;

  constructor(frame: () => void) {
    this.#frame = frame;
  }

  request(): void {
    if (this.#cancel !== undefined || this.#stopped) return;
    const run = (): void => this.#run();
    const wait = this.#last + INTERVAL - performance.now();
    if (wait > 0) {
      const timer = setTimeout(run, wait);
      this.#cancel = () => clearTimeout(timer);
    } else {
      // At rest, the answer to a key press comes in the same turn of the event loop.
      const immediate = setImmediate(run);
      this.#cancel = () => clearImmediate(immediate);
    }
  }

  /** Makes the frame that is due, if any, now; not from inside a frame. */
  flush(): void {
    if (this.#cancel === undefined || this.#isRunning) return;
    this.#cancel();
    this.#run();
  }

  #run(): void {
    this.#cancel = undefined;
    this.#last = performance.now();
    this.#isRunning = true;
    try {
      this.#frame();
    } finally {
      this.#isRunning = false;
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }
}
