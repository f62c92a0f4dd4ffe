/**
 * A value that each row of a list compares with one of its own (`row.id === selected`). Rows follow what they compare it with, not the value:
 * of a thousand rows, the one that was equal and the one that is now run again.
 */
import {
  Effect,
  isTracking,
  Source,
  Status,
  trackSource,
  type EffectQueue,
  type Observer,
} from '../state/tracking.js';

/** It comes before all that renders: what compares is notified by it. */
const FIRST = -1;

const UNKNOWN = Symbol('unknown');

export class Selector extends Effect {
  readonly depth = FIRST;
  protected readonly queue: EffectQueue;
  readonly #read: () => unknown;
  readonly #compared = new Map<unknown, ComparedSource>();
  #value: unknown = UNKNOWN;
  #failure: { readonly thrown: unknown } | undefined;

  /** @param read the value as it is now */
  constructor(queue: EffectQueue, read: () => unknown) {
    super();
    this.queue = queue;
    this.#read = read;
  }

  /**
   * The value is strictly equal to another one.
   *
   * @throws what reading the value throws
   */
  is(other: unknown): boolean {
    if (!isTracking()) return this.#read() === other;
    // Without anything that compares it follows nothing, so that what reads states does not outlive its rows.
    if (this.isDisposed) this.resume();
    else this.refresh();
    trackSource(this.#sourceOf(other));
    // A value that is not a state's may be another one each time.
    if (!this.hasSources) return this.#read() === other;
    if (this.#failure !== undefined) throw this.#failure.thrown;
    return this.#value === other;
  }

  protected override run(): void {
    const before = this.#value;
    const hadFailed = this.#failure !== undefined;
    this.#failure = undefined;
    try {
      this.#value = this.#read();
    } catch (thrown) {
      this.#failure = { thrown };
      this.#value = UNKNOWN;
    }
    if (hadFailed || this.#failure !== undefined) {
      for (const source of this.#compared.values()) source.notify(Status.outdated);
    } else if (!Object.is(before, this.#value)) {
      this.#compared.get(before)?.notify(Status.outdated);
      this.#compared.get(this.#value)?.notify(Status.outdated);
    }
  }

  #sourceOf(value: unknown): ComparedSource {
    let source = this.#compared.get(value);
    if (source === undefined) {
      source = new ComparedSource(() => this.#forget(value));
      this.#compared.set(value, source);
    }
    return source;
  }

  #forget(value: unknown): void {
    this.#compared.delete(value);
    if (this.#compared.size === 0) this.dispose();
  }
}

/** Something that rows compare with. */
class ComparedSource extends Source {
  readonly #onUnobserved: () => void;

  constructor(onUnobserved: () => void) {
    super();
    this.#onUnobserved = onUnobserved;
  }

  override remove(observer: Observer): void {
    super.remove(observer);
    if (!this.isObserved) this.#onUnobserved();
  }
}
