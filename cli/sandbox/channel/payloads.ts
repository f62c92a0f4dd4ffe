/** What the requests of the runner and their answers carry: shapes, and the frames of their streams. */

/** One hop of a `fetch`. */
export interface FetchPayload {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Bytes of the body, where they are known. */
  readonly length: number | null;
}

/** The head of its answer; the body is the answer's stream. */
export interface FetchValue {
  readonly status: number;
  readonly statusText: string;
  /** Names and values in turn, as they came: each character is a byte. */
  readonly headers: readonly string[];
}

/** A program for `$tui.run`. Its input is the request's stream. */
export interface RunPayload {
  readonly argv: readonly string[];
  readonly cwd: string | null;
  /** Milliseconds; 0: none. */
  readonly timeout: number;
  /** Bytes of output. */
  readonly limit: number;
}

/** Frames of a program's answer. */
export const PROGRAM_FRAME = {
  stdout: 1,
  stderr: 2,
  /** JSON, `{ code, signal }`; the last frame. */
  exit: 3,
} as const;

/** The answer to a `websocket` request, once the connection is open. */
export interface WebSocketValue {
  readonly protocol: string;
}

/** Frames of a WebSocket, in both directions. */
export const WEBSOCKET_FRAME = {
  TEXT: 1,
  BINARY: 2,
  /** Two bytes of code (big-endian) and the reason; empty: without a code. */
  CLOSE: 8,
  /** Added to TEXT or BINARY: the message continues in the next frame. */
  MORE: 128,
} as const;
