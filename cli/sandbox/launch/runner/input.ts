/**
 * Feeds the runner's stdin, from the app's first request on: what an app does not read is left
 * to the next program (`while read -r file; do tui snapshot "$file"; done < list`).
 */
import type { Writable } from 'node:stream';
import type { Console } from '../../../command-line/console.js';

export class InputFeed {
  readonly #target: Writable | undefined;
  readonly #console: Console;
  #isStarted = false;
  #isEnded = false;

  /** @param target undefined where the runner has nothing to read */
  constructor(target: Writable | undefined, console: Console) {
    this.#target = target;
    this.#console = console;
    // The app reads no more: what is left is not read here either.
    target?.on('close', () => this.end());
  }

  /** From here on, no faster than the app reads. */
  start(): void {
    const target = this.#target;
    if (target === undefined || this.#isStarted || this.#isEnded) return;
    this.#isStarted = true;
    const { stdin } = this.#console;
    stdin.once('error', this.#finish);
    if (stdin.readableEnded || stdin.destroyed) this.#finish();
    else stdin.pipe(target);
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#target?.destroy();
    if (!this.#isStarted || this.#target === undefined) return;
    const { stdin } = this.#console;
    stdin.unpipe(this.#target);
    stdin.off('error', this.#finish);
    stdin.pause();
  }

  readonly #finish = (): void => {
    this.#target?.end();
  };
}
