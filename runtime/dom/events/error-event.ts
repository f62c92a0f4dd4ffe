/** The standard's `ErrorEvent`: an error that no code has caught, at the window. */
import { Event, type EventInit } from './event.js';

export interface ErrorEventInit extends EventInit {
  readonly message?: string | undefined;
  readonly filename?: string | undefined;
  readonly lineno?: number | undefined;
  readonly colno?: number | undefined;
  readonly error?: unknown;
}

export class ErrorEvent extends Event {
  readonly #init: ErrorEventInit;

  constructor(type: string, init?: ErrorEventInit | null) {
    super(type, init);
    this.#init = { ...init };
  }
  override get [Symbol.toStringTag](): string {
    return 'ErrorEvent';
  }
  get message(): string {
    return String(this.#init.message ?? '');
  }
  get filename(): string {
    return String(this.#init.filename ?? '');
  }
  get lineno(): number {
    return Number(this.#init.lineno ?? 0) >>> 0;
  }
  get colno(): number {
    return Number(this.#init.colno ?? 0) >>> 0;
  }
  get error(): unknown {
    return this.#init.error;
  }
}
