/**
 * Keys that always end an app: Ctrl+C goes to the app first, a second one within a second ends it, Ctrl+\ always
 * does. Keys are looked at after decoding, so that a paste holds none.
 */
import { shortcutKey, type UserInput } from '../../../../runtime/base/input-events.js';

/** Milliseconds between two Ctrl+C that end an app. */
const TWICE_WITHIN = 1000;
/** Milliseconds after Ctrl+Z in which the app may hand it on. */
const SUSPEND_WITHIN = 2000;

/** What becomes of an input: `pass` it to the app, or `end` or `suspend` the app. */
export type Verdict = 'pass' | 'end' | 'suspend';

/** Milliseconds after a key or a click in which the app may hand the terminal to a program. */
const GESTURE_WITHIN = 5000;

export class QuitKeys {
  #gesture = -Infinity;
  /** The same, while nothing has come after it from elsewhere. */
  #own = -Infinity;
  #interrupted = -Infinity;
  #suspended = -Infinity;

  readonly #now: () => number;

  /** @param now milliseconds of a clock that does not jump */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param isHung the app does not answer: the first Ctrl+C ends it, and Ctrl+Z is not its to hand on */
  judge(input: UserInput, isHung: boolean): Verdict {
    const isKey = input.type === 'key' && input.kind !== 'release';
    const isClick = input.type === 'mouse' && input.action === 'press';
    if (isKey || isClick) this.#gesture = this.#own = this.#now();
    if (input.type !== 'key' || input.kind === 'release' || !input.ctrlKey || input.altKey) {
      return 'pass';
    }
    const key = shortcutKey(input).toLowerCase();
    if (key === '\\') return 'end';
    if (key === 'z') {
      if (isHung) return 'suspend';
      this.#suspended = this.#now();
    }
    if (key !== 'c') return 'pass';
    const isSecond = this.#now() - this.#interrupted < TWICE_WITHIN;
    this.#interrupted = this.#now();
    return isHung || isSecond ? 'end' : 'pass';
  }

  /** The last input was not for the app. */
  withdraw(): void {
    this.#gesture = this.#suspended = this.#own = -Infinity;
  }

  /** A client, and not the user of this terminal has operated the app: what it does next may follow from that. */
  withdrawOwn(): void {
    this.#own = -Infinity;
  }

  /** True once for each key or click. */
  takeGesture(): boolean {
    const may = this.#now() - this.#gesture < GESTURE_WITHIN;
    this.#gesture = this.#own = -Infinity;
    return may;
  }

  /** The same, unless a client has operated the app since. */
  takeOwnGesture(): boolean {
    const may = this.#now() - this.#own < GESTURE_WITHIN;
    return this.takeGesture() && may;
  }

  /** True once for each Ctrl+Z: an app stops the terminal's programs for its user, not by itself. */
  takeSuspend(): boolean {
    const may = this.#now() - this.#suspended < SUSPEND_WITHIN;
    this.#suspended = -Infinity;
    return may;
  }
}
