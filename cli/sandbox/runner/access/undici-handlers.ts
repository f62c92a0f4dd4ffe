/** Adapters for the handler interfaces of undici's fetch, one for each generation that Node's versions contain. */
import type { FetchValue } from '../../channel/payloads.js';

/** The reader's pace: after `pause`, nothing more is passed on before `resume`. */
export class Pace {
  #isPaused = false;
  #wake: (() => void) | undefined;

  get paused(): boolean {
    return this.#isPaused;
  }

  readonly pause = (): void => {
    this.#isPaused = true;
  };

  readonly resume = (): void => {
    this.#isPaused = false;
    this.#wake?.();
  };

  async ready(): Promise<void> {
    while (this.#isPaused) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

/** One request as the dispatcher reports it. `started` comes first, `ended` or `failed` last. */
export interface RequestListener {
  started(): void;
  answered(head: FetchValue): void;
  received(bytes: Buffer): void;
  ended(): void;
  failed(error: unknown): void;
}

/** What a listener may do to its request. */
export interface RequestControl {
  readonly pace: Pace;
  abort(reason?: unknown): void;
}

export type Handler = CallbackHandler | ControllerHandler;

export function listenerOf(handler: Handler, control: RequestControl): RequestListener {
  return 'onRequestStart' in handler
    ? controllerListener(handler, control)
    : callbackListener(handler, control);
}

/** Up to undici 7: Node 20 to 25. */
interface CallbackHandler {
  onConnect(abort: (reason?: unknown) => void): void;
  onResponseStarted?(): void;
  onHeaders(status: number, headers: Buffer[], resume: () => void, statusText: string): unknown;
  /** False: no more before `resume` was called. */
  onData(bytes: Buffer): boolean | undefined;
  onComplete(trailers: string[]): void;
  onError(error: unknown): void;
}

function callbackListener(handler: CallbackHandler, control: RequestControl): RequestListener {
  const { pace } = control;
  return {
    started: () => handler.onConnect((reason) => control.abort(reason)),
    answered: ({ status, statusText, headers }) => {
      handler.onResponseStarted?.();
      handler.onHeaders(status, rawHeaders(headers), pace.resume, statusText);
    },
    received: (bytes) => {
      if (handler.onData(bytes) === false) pace.pause();
    },
    ended: () => handler.onComplete([]),
    failed: (error) => handler.onError(error),
  };
}

/** From undici 8 on: Node 26. */
interface ControllerHandler {
  onRequestStart(controller: Controller): void;
  onResponseStarted?(): void;
  onResponseStart(
    controller: Controller,
    status: number,
    headers: Readonly<Record<string, string | string[]>>,
    statusText: string,
  ): void;
  onResponseData(controller: Controller, bytes: Buffer): void;
  onResponseEnd(controller: Controller, trailers: object): void;
  onResponseError(controller: Controller, error: unknown): void;
}

/** The handle that this generation receives with each call. */
interface Controller {
  readonly aborted: boolean;
  readonly paused: boolean;
  readonly reason: Error | null;
  readonly rawHeaders: readonly Buffer[];
  pause(): void;
  resume(): void;
  abort(reason?: unknown): void;
}

function controllerListener(handler: ControllerHandler, control: RequestControl): RequestListener {
  const { pace } = control;
  let reason: Error | null = null;
  let raw: readonly Buffer[] = [];
  const controller: Controller = {
    get aborted() {
      return reason !== null;
    },
    get paused() {
      return pace.paused;
    },
    get reason() {
      return reason;
    },
    get rawHeaders() {
      return raw;
    },
    pause: pace.pause,
    resume: pace.resume,
    abort: (abortReason) => {
      reason = abortReason instanceof Error ? abortReason : new Error('aborted');
      control.abort(abortReason ?? reason);
    },
  };
  return {
    started: () => handler.onRequestStart(controller),
    answered: ({ status, statusText, headers }) => {
      raw = rawHeaders(headers);
      handler.onResponseStarted?.();
      handler.onResponseStart(controller, status, headersByName(headers), statusText);
    },
    received: (bytes) => handler.onResponseData(controller, bytes),
    ended: () => handler.onResponseEnd(controller, {}),
    failed: (error) => handler.onResponseError(controller, error),
  };
}

function rawHeaders(headers: readonly string[]): Buffer[] {
  return headers.map((text) => Buffer.from(text, 'latin1'));
}

/** Several values of one name are a list. */
function headersByName(headers: readonly string[]): Record<string, string | string[]> {
  const found = new Map<string, string[]>();
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = (headers[at] ?? '').toLowerCase();
    const values = found.get(name) ?? [];
    values.push(headers[at + 1] ?? '');
    found.set(name, values);
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
