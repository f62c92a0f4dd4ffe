/** Loads the options of a combobox for what is typed: once typing rests, and only the newest request counts. */
import { choicesFrom, type Choice, type ChoiceData } from './choices.js';

/** What `loadOptions` is called with. */
interface OptionRequest {
  /** What is typed. */
  readonly query: string;
  /** Aborted once another text is typed, or the list closes. */
  readonly signal: AbortSignal;
}

type Answer = Iterable<string | ChoiceData>;

export type LoadOptions = (request: OptionRequest) => Answer | PromiseLike<Answer>;

interface LoaderHost {
  setTimer(callback: () => void, ms: number): () => void;
  onChange(): void;
}

export class OptionLoader {
  load: LoadOptions | undefined;
  choices: readonly Choice[] = [];
  /** Why the last request failed. */
  failure: string | undefined;
  #query: string | undefined;
  #request: AbortController | undefined;
  #stopWaiting: (() => void) | undefined;

  readonly #host: LoaderHost;

  constructor(host: LoaderHost) {
    this.#host = host;
  }

  get isBusy(): boolean {
    return this.#request !== undefined || this.#stopWaiting !== undefined;
  }

  /** Requests the options for a text, after a time without another one. */
  request(query: string, delay: number): void {
    if (this.load === undefined || query === this.#query) return;
    this.#cancel();
    this.#query = query;
    this.failure = undefined;
    if (delay <= 0) this.#start(query);
    else {
      this.#stopWaiting = this.#host.setTimer(() => {
        this.#stopWaiting = undefined;
        this.#start(query);
      }, delay);
    }
    this.#host.onChange();
  }

  /** Requests the same again, after a failure. */
  retry(): void {
    const query = this.#query ?? '';
    this.#query = undefined;
    this.request(query, 0);
  }

  /** The list has closed, or the function is another one: what is pending is aborted. */
  stop(): void {
    if (this.isBusy || this.failure !== undefined) this.#query = undefined;
    this.failure = undefined;
    this.#cancel();
  }

  /** Other options than those of the last request may be loaded. */
  reset(): void {
    this.stop();
    this.#query = undefined;
    this.choices = [];
  }

  #cancel(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#request?.abort();
    this.#request = undefined;
  }

  #start(query: string): void {
    const request = (this.#request = new AbortController());
    const settle = (set: () => void): void => {
      if (request !== this.#request) return;
      this.#request = undefined;
      set();
      this.#host.onChange();
    };
    const accept = (answer: unknown): void => {
      settle(() => {
        try {
          this.choices = choicesFrom(answer);
        } catch (error) {
          this.failure = messageOf(error);
        }
      });
    };
    const fail = (error: unknown): void => settle(() => (this.failure = messageOf(error)));
    try {
      const answer = this.load?.({ query, signal: request.signal });
      if (isThenable(answer)) answer.then(accept, fail);
      else accept(answer);
    } catch (error) {
      fail(error);
    }
  }
}

/** A hostile object may throw from a getter or from `toString`. */
function messageOf(error: unknown): string {
  try {
    return (error instanceof Error ? error.message : String(error)).slice(0, 200);
  } catch {
    return 'unknown error';
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
