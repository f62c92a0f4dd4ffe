/**
 * Variables that scripts use like globals: the app's own console, timers and clock.
 *
 * Timers run on the app's clock, so that tests can move it, and end with the app. Nothing is put on
 * `globalThis`: several apps in one process never see each other's.
 */
import { format } from 'node:util';
import { systemClock, type Clock, type TimerHandle } from '../clock.js';
import type { Logger } from '../logger.js';
import { callerTrace } from '../trace.js';

export interface BindingOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called with what a timer's callback threw or rejected with. */
  onError(error: unknown): void;
  /** Called after a timer's callback, with its return value. */
  onReturn(result: unknown): void;
}

type Callback = (...values: unknown[]) => unknown;

const ID = Symbol('id');
const CLEAR = Symbol('clear');

/**
 * A timer as Node returns it: `clearTimeout(timer)`, `timer.unref()`, `Number(timer)`.
 *
 * Its fields are symbols: frameworks wrap objects that they find in data in proxies, and a proxy has no private
 * names.
 */
class ScriptTimer {
  readonly [ID]: number;
  readonly [CLEAR]: (id: number) => void;

  constructor(id: number, clear: (id: number) => void) {
    this[ID] = id;
    this[CLEAR] = clear;
  }
  /** An app runs until it is ended, so a timer neither keeps it nor lets it go. */
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  close(): this {
    this[CLEAR](this[ID]);
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this[ID];
  }
  [Symbol.dispose ?? Symbol.for('Symbol.dispose')](): void {
    this[CLEAR](this[ID]);
  }
}

/** Longest delay of Node's timers, in ms; a longer one fires at once there, and at this time here. */
const MAX_DELAY = 2 ** 31 - 1;

/** The running timers of one app. */
export class Timers {
  readonly #running = new Map<number, TimerHandle>();
  #lastId = 0;
  #stopped = false;

  readonly #options: BindingOptions;

  constructor(options: BindingOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#running.size;
  }

  set(callback: unknown, ms: unknown, values: unknown[], repeat: boolean): ScriptTimer {
    if (typeof callback !== 'function') {
      throw new TypeError('expected a function as the first argument');
    }
    const id = ++this.#lastId;
    const delay = Math.min(MAX_DELAY, Math.max(repeat ? 1 : 0, Number(ms) || 0));
    const fire = (): void => {
      if (repeat) this.#schedule(id, fire, delay);
      else this.#running.delete(id);
      this.call(callback as Callback, values);
    };
    if (!this.#stopped) this.#schedule(id, fire, delay);
    return new ScriptTimer(id, (each) => this.clear(each));
  }

  clear(timer: unknown): void {
    const id = Number(timer instanceof ScriptTimer ? timer[Symbol.toPrimitive]() : timer);
    if (!this.#running.has(id)) return;
    const handle = this.#running.get(id);
    this.#running.delete(id);
    this.#options.clock.clearTimer(handle);
  }

  /** Runs a callback as a listener is run: what it throws is reported, what it returns is passed on. */
  call(callback: Callback, values: unknown[]): void {
    const { onError, onReturn } = this.#options;
    let result: unknown;
    try {
      result = callback(...values);
    } catch (error) {
      onError(error);
      return;
    }
    if (isThenable(result)) Promise.resolve(result).catch(onError);
    onReturn(result);
  }

  stop(): void {
    this.#stopped = true;
    for (const id of [...this.#running.keys()]) this.clear(id);
  }

  #schedule(id: number, fire: () => void, delay: number): void {
    this.#running.set(id, this.#options.clock.setTimer(fire, delay));
  }
}

/** Not `instanceof`: promises of Node's own modules are of another realm under jest. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** Names that scripts and handlers see, with their values; `$tui` and `$app` are added by the host. */
export function createBindings(options: BindingOptions): {
  readonly timers: Timers;
  readonly names: Readonly<Record<string, unknown>>;
  /** Node's modules of timers on a clock of a test's own, by name. */
  readonly modules: ReadonlyMap<string, unknown>;
} {
  const timers = new Timers(options);
  const { clock } = options;
  const names: Record<string, unknown> = {
    console: createConsole(options.logger, clock),
    setTimeout: (callback: unknown, ms?: unknown, ...values: unknown[]) =>
      timers.set(callback, ms, values, false),
    setInterval: (callback: unknown, ms?: unknown, ...values: unknown[]) =>
      timers.set(callback, ms, values, true),
    setImmediate: (callback: unknown, ...values: unknown[]) =>
      timers.set(callback, 0, values, false),
    clearTimeout: (timer: unknown) => timers.clear(timer),
    clearInterval: (timer: unknown) => timers.clear(timer),
    clearImmediate: (timer: unknown) => timers.clear(timer),
    queueMicrotask: (callback: unknown) => {
      if (typeof callback !== 'function') {
        throw new TypeError('queueMicrotask: expected a function as the first argument');
      }
      queueMicrotask(() => timers.call(callback as Callback, []));
    },
  };
  // Under a clock of a test's own, dates follow it too.
  if (clock !== systemClock) {
    names['Date'] = dateOf(clock);
    const start = clock.now();
    names['performance'] = new Proxy(performance, {
      get: (target, key) => {
        if (key === 'now') return () => clock.now() - start;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value as Callback).bind(target) : value;
      },
    });
  }
  const modules = clock === systemClock ? NO_MODULES : timerModules(names);
  return { timers, names, modules };
}

const NO_MODULES: ReadonlyMap<string, unknown> = new Map();

/** `node:timers` and `node:timers/promises`, as far as scripts use them. */
function timerModules(names: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const set = names['setTimeout'] as (callback: () => void, ms?: number) => ScriptTimer;
  const wait = (ms = 1, value?: unknown, options?: { readonly signal?: AbortSignal }) =>
    new Promise<unknown>((resolve, reject) => {
      const { signal } = options ?? {};
      const abort = (): void => {
        timer.close();
        const error = new Error('The operation was aborted', { cause: signal?.reason });
        reject(Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' }));
      };
      const timer = set(() => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      }, ms);
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  async function* repeat(ms = 1, value?: unknown): AsyncGenerator {
    for (;;) yield await wait(ms, value);
  }
  const promises = {
    setTimeout: wait,
    setImmediate: (value?: unknown) => wait(0, value),
    setInterval: repeat,
    scheduler: { wait: (ms: number) => wait(ms), yield: () => wait(0) },
  };
  const timers = Object.fromEntries(
    Object.entries(names).filter(([name]) => /^(set|clear)[A-Z]/.test(name)),
  );
  return new Map<string, unknown>([
    ['node:timers', { ...timers, promises }],
    ['node:timers/promises', promises],
  ]);
}

/** `Date` on another clock; dates made by the real one are still `instanceof` it. */
function dateOf(clock: Clock): unknown {
  return new Proxy(Date, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [clock.now()] : values, newTarget) as Date,
    apply: () => new Date(clock.now()).toString(),
    get: (target, key, receiver) =>
      key === 'now' ? () => clock.now() : (Reflect.get(target, key, receiver) as unknown),
  });
}

/** Everything that writes goes to the log: the screen belongs to the document. */
function createConsole(logger: Logger, clock: Clock): unknown {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...values: unknown[]): void => {
      logger[level](...values);
    };
  const counts = new Map<string, number>();
  const times = new Map<string, number>();
  const lapse = (label: string): string => `${label}: ${clock.now() - (times.get(label) ?? 0)} ms`;
  const methods: Record<string, (...values: unknown[]) => void> = {
    log: write('info'),
    info: write('info'),
    debug: write('debug'),
    trace: (...values) => {
      if (logger.writes('DEBUG')) logger.debug(`${format(...values)}\n${callerTrace()}`.trimEnd());
    },
    warn: write('warn'),
    error: write('error'),
    dir: (value) => write('info')(value),
    dirxml: write('info'),
    table: (value) => write('info')(value),
    group: write('info'),
    groupCollapsed: write('info'),
    groupEnd: () => undefined,
    clear: () => undefined,
    assert: (condition, ...values) => {
      if (condition !== true && !condition) logger.error(`assertion failed: ${format(...values)}`);
    },
    count: (label = 'default') => {
      const next = (counts.get(String(label)) ?? 0) + 1;
      counts.set(String(label), next);
      logger.info(`${String(label)}: ${next}`);
    },
    countReset: (label = 'default') => void counts.delete(String(label)),
    time: (label = 'default') => void times.set(String(label), clock.now()),
    timeLog: (label = 'default') => logger.info(lapse(String(label))),
    timeEnd: (label = 'default') => {
      logger.info(lapse(String(label)));
      times.delete(String(label));
    },
  };
  return Object.freeze(methods);
}
