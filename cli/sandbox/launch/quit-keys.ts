/**
 * The way out that no app can take: Ctrl+C goes to the app first, a second one within a second ends it,
 * Ctrl+\ always does. Keys are looked at after decoding, so that a paste holds none.
 */
import type { UserInput } from '../../../runtime/input-events.js';

/** Milliseconds between two Ctrl+C that end an app. */
export const TWICE_WITHIN = 1000;
/** Milliseconds after Ctrl+Z in which the app may hand it on. */
export const SUSPEND_WITHIN = 2000;

/** What becomes of an input: `pass` to the app; `end` the app. */
export type Verdict = 'pass' | 'end';

export class QuitKeys {
  private interrupted = -Infinity;
  private suspended = -Infinity;

  /** @param now milliseconds of a clock that does not jump */
  constructor(private readonly now: () => number) {}

  /** @param isHung the app does not answer: the first Ctrl+C ends it */
  judge(input: UserInput, isHung: boolean): Verdict {
    if (input.type !== 'key' || input.kind === 'release' || !input.ctrlKey || input.altKey) {
      return 'pass';
    }
    if (input.key === '\\') return 'end';
    if (input.key === 'z') this.suspended = this.now();
    if (input.key.toLowerCase() !== 'c') return 'pass';
    const isSecond = this.now() - this.interrupted < TWICE_WITHIN;
    this.interrupted = this.now();
    return isHung || isSecond ? 'end' : 'pass';
  }

  /** True once for each Ctrl+Z: an app stops the terminal's programs for its user, not by itself. */
  takeSuspend(): boolean {
    const may = this.now() - this.suspended < SUSPEND_WITHIN;
    this.suspended = -Infinity;
    return may;
  }
}
