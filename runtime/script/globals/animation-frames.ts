/** `requestAnimationFrame` and `requestIdleCallback`, on the app's clock. */
import type { Clock, TimerHandle } from '../clock.js';

/** Milliseconds between frames: 60 a second. */
const INTERVAL = 1000 / 60;

type Callback = (time: number) => unknown;

export interface AnimationFramesOptions {
  readonly clock: Clock;
  /** Runs a callback as a listener is run. */
  call(callback: Callback, time: unknown): void;
  requestFrame(): void;
}

export class AnimationFrames {
  readonly names = {
    requestAnimationFrame: (callback: unknown): number => this.#request(callback),
    cancelAnimationFrame: (id: unknown): void => this.#cancel(Number(id)),
    requestIdleCallback: (callback: unknown): number => this.#whenIdle(callback),
    cancelIdleCallback: (id: unknown): void => this.#cancelIdle(Number(id)),
  };
  readonly #options: AnimationFramesOptions;
  readonly #start: number;
  readonly #idle = new Map<number, TimerHandle>();
  #waiting = new Map<number, Callback>();
  /** Those of the frame that runs now. */
  #running = new Map<number, Callback>();
  #timer: TimerHandle | undefined;
  #lastId = 0;
  /** When callbacks ran last, on the app's clock. */
  #last = -Infinity;
  #stopped = false;

  constructor(options: AnimationFramesOptions) {
    this.#options = options;
    this.#start = options.clock.now();
  }

  stop(): void {
    this.#stopped = true;
    const { clock } = this.#options;
    if (this.#timer !== undefined) clock.clearTimer(this.#timer);
    for (const timer of this.#idle.values()) clock.clearTimer(timer);
    this.#waiting.clear();
    this.#idle.clear();
  }

  /** All that were requested before a frame run in it, with one time. */
  #request(callback: unknown): number {
    const id = ++this.#lastId;
    this.#waiting.set(id, checked(callback));
    if (this.#timer === undefined && !this.#stopped) {
      const { clock } = this.#options;
      const wait = Math.max(0, this.#last + INTERVAL - clock.now());
      this.#timer = clock.setTimer(() => this.#run(), wait);
    }
    return id;
  }

  #run(): void {
    const { clock, call, requestFrame } = this.#options;
    this.#timer = undefined;
    this.#last = clock.now();
    const time = this.#last - this.#start;
    this.#running = this.#waiting;
    this.#waiting = new Map();
    for (const callback of this.#running.values()) call(callback, time);
    requestFrame();
  }

  /** One may cancel another that is to run in the same frame. */
  #cancel(id: number): void {
    this.#waiting.delete(id);
    this.#running.delete(id);
  }

  #whenIdle(callback: unknown): number {
    const run = checked(callback) as (deadline: unknown) => unknown;
    const id = ++this.#lastId;
    const { clock, call } = this.#options;
    const fire = (): void => {
      this.#idle.delete(id);
      call(run, { didTimeout: false, timeRemaining: () => INTERVAL });
    };
    if (!this.#stopped) this.#idle.set(id, clock.setTimer(fire, 1));
    return id;
  }

  #cancelIdle(id: number): void {
    const timer = this.#idle.get(id);
    if (timer !== undefined) this.#options.clock.clearTimer(timer);
    this.#idle.delete(id);
  }
}

function checked(callback: unknown): Callback {
  if (typeof callback !== 'function') {
    throw new TypeError('expected a function as the argument');
  }
  return callback as Callback;
}
