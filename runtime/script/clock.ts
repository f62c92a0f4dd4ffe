/** Time as an app sees it: the computer's, or one that a test moves by hand. */

import { setImmediate } from 'node:timers';

/** A running timer, as returned by the clock. */
export type TimerHandle = unknown;

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once, `ms` milliseconds from now at the earliest. */
  setTimer(callback: () => void, ms: number): TimerHandle;
  clearTimer(timer: TimerHandle): void;
}

/** The computer's clock. Its timers keep the process alive, as Node's own do. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer: (callback, ms) => setTimeout(callback, ms),
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

interface ManualTimer {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/** More than this many timers in one `advance` is a timer that sets itself without delay. */
const TIMER_LIMIT = 100_000;

/** A clock that advances only when it is moved. Timers fire in order of their time, then of their making. */
export class ManualClock implements Clock {
  #time: number;
  #order = 0;
  readonly #timers = new Set<ManualTimer>();

  /** @param start Milliseconds since 1970; default 2000-01-01T00:00:00Z, so that dates in pictures are stable. */
  constructor(start = Date.UTC(2000, 0, 1)) {
    this.#time = start;
  }

  now(): number {
    return this.#time;
  }

  setTimer(callback: () => void, ms: number): ManualTimer {
    const delay = Number.isFinite(ms) ? Math.max(0, ms) : 0;
    const timer = { due: this.#time + delay, order: this.#order++, callback };
    this.#timers.add(timer);
    return timer;
  }

  clearTimer(timer: TimerHandle): void {
    this.#timers.delete(timer as ManualTimer);
  }

  /** How many timers are waiting. */
  get pending(): number {
    return this.#timers.size;
  }

  /**
   * Moves the time on; every timer that falls due on the way fires at its own time, also those that
   * timers set. Between timers, promises that are ready get their turn.
   *
   * @param ms Milliseconds, 0 or more.
   */
  async advance(ms: number): Promise<void> {
    if (!(ms >= 0)) throw new RangeError(`expected 0 ms or more, found ${ms}`);
    const end = this.#time + ms;
    await settle();
    for (let fired = 0; ; fired++) {
      const next = this.#next(end);
      if (next === undefined) break;
      if (fired === TIMER_LIMIT) {
        throw new Error(
          `over ${TIMER_LIMIT} timers fired within ${ms} ms: a timer restarts itself at once`,
        );
      }
      this.#timers.delete(next);
      this.#time = Math.max(this.#time, next.due);
      next.callback();
      await settle();
    }
    this.#time = end;
  }

  /** Moves the time on to the next timer, which fires; does nothing where none waits. */
  async advanceToNext(): Promise<void> {
    const next = this.#next(Infinity);
    if (next !== undefined) await this.advance(Math.max(0, next.due - this.#time));
  }

  #next(end: number): ManualTimer | undefined {
    let first: ManualTimer | undefined;
    for (const timer of this.#timers) {
      if (timer.due > end) continue;
      if (
        first === undefined ||
        timer.due < first.due ||
        (timer.due === first.due && timer.order < first.order)
      ) {
        first = timer;
      }
    }
    return first;
  }
}

/** Promise jobs run before the next turn of the event loop; chains of them run to their end. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A clock as those use it that take their timers back by calling a function. */
export function timersOf(clock: Clock): {
  readonly now: () => number;
  readonly setTimer: (callback: () => void, ms: number) => () => void;
} {
  return {
    now: () => clock.now(),
    setTimer: (callback, ms) => {
      const timer = clock.setTimer(callback, ms);
      return () => clock.clearTimer(timer);
    },
  };
}
