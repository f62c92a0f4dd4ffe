/**
 * Timing for animated elements. Only what is visible is animated: snapshots and pipes show the first frame, and an
 * element that is not painted requests no further one.
 */

/** Requests that an element makes of the scheduler. */
interface Moving {
  readonly isConnected: boolean;
  invalidate(kind: 'paint'): void;
}

export interface TimingHost {
  /** Milliseconds. */
  now(): number;
  /** Calls back once after this many milliseconds; returns what takes it back. */
  setTimer(callback: () => void, ms: number): () => void;
  requestFrame(): void;
}

/** No screen shows more pictures a second than one every this many milliseconds. */
const SHORTEST = 16;

export class Timing<E extends Moving = Moving> {
  /** If false, the time stays at 0. */
  #moves = false;
  readonly #start: number;
  /** When to repaint each element, in milliseconds of the host's clock. */
  readonly #due = new Map<E, number>();
  #next = Infinity;
  #cancel: (() => void) | undefined;

  readonly #host: TimingHost;

  constructor(host: TimingHost) {
    this.#host = host;

    this.#start = host.now();
  }

  get moves(): boolean {
    return this.#moves;
  }

  /** What moves requests its next picture when it is painted: who sets this to true has all painted again. */
  set moves(moves: boolean) {
    this.#moves = moves;
    if (!moves) this.stop();
  }

  /** Milliseconds since the app was made; 0 where nothing moves. */
  get time(): number {
    return this.#moves ? Math.max(0, this.#host.now() - this.#start) : 0;
  }

  /** Milliseconds since 1970, by the clock of the app. */
  get now(): number {
    return this.#host.now();
  }

  /** Paints an element again after this many milliseconds, unless it is requested earlier. One timer serves all. */
  repaint(element: E, ms: number): void {
    if (!this.#moves) return;
    const due = this.#host.now() + Math.max(SHORTEST, Number.isFinite(ms) ? ms : SHORTEST);
    const known = this.#due.get(element);
    if (known !== undefined && known <= due) return;
    this.#due.set(element, due);
    if (due < this.#next) this.#wait(due);
  }

  /** Calls back once, and requests a frame then; returns what takes it back. */
  setTimer(callback: () => void, ms: number): () => void {
    return this.#host.setTimer(() => {
      callback();
      this.#host.requestFrame();
    }, ms);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#due.clear();
    this.#next = Infinity;
    this.#moves = false;
  }

  #wait(due: number): void {
    this.#cancel?.();
    this.#next = due;
    this.#cancel = this.#host.setTimer(() => this.#fire(), Math.max(0, due - this.#host.now()));
  }

  #fire(): void {
    this.#cancel = undefined;
    // Timers of a computer may come a little early.
    const now = this.#host.now() + 1;
    let next = Infinity;
    for (const [element, due] of this.#due) {
      if (due > now) {
        next = Math.min(next, due);
        continue;
      }
      this.#due.delete(element);
      if (element.isConnected) element.invalidate('paint');
    }
    this.#next = Infinity;
    if (next < Infinity) this.#wait(next);
    this.#host.requestFrame();
  }
}
