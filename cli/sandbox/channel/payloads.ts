/**
 * Contents of the runner's requests and their responses: types, and the frames of their streams. A message is
 * small, so everything that may be large is the request's stream: code, texts for the clipboard, settings,
 * pictures.
 */

/** Blocks to compile. Their code is the stream, one behind the other. */
export type CompilePayload = readonly {
  /** Bytes of its code. */
  readonly size: number;
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly src: string | null;
  readonly lang: string | null;
  readonly component: string | null;
  /** The imported file that it is in. */
  readonly origin: { readonly path: string; readonly file: string } | null;
  readonly ready: boolean;
}[];

/** UTF-16 units of a log entry's message; what is longer is cut, with a mark. */
const MAX_LOG_MESSAGE = 16 * 1024;

export function cutLogMessage(message: string): string {
  const more = message.length - MAX_LOG_MESSAGE;
  return more <= 0 ? message : `${message.slice(0, MAX_LOG_MESSAGE)}… (${more} more characters)`;
}

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

/** A program for `$tui.spawn`. Its input is the request's stream. */
export type SpawnPayload = Pick<RunPayload, 'argv' | 'cwd'>;

/** The answer once it runs; what it writes is the answer's stream. */
export interface SpawnValue {
  /** Names it in a `signal-program`. */
  readonly id: number;
  readonly pid: number;
}

/** A signal for a program that was started with `spawn`. */
export interface SignalPayload {
  readonly id: number;
  readonly signal: string;
}

/** A program that is handed the terminal. Answered with its code and signal, when it has ended. */
export type HandOverPayload = Pick<RunPayload, 'argv' | 'cwd' | 'timeout'>;

/** Frames of a program's answer. */
export const PROGRAM_FRAME = {
  stdout: 1,
  stderr: 2,
  /** JSON, `{ code, signal }`; the last frame. */
  exit: 3,
} as const;

/** A file that an element follows; an absolute path. */
export interface FollowPayload {
  readonly path: string;
}

/** Frames of its answer. */
export const FOLLOW_FRAME = {
  data: 1,
  /** All that was in the file has been sent; once. */
  whole: 2,
} as const;

/** Files that the user is to choose. */
export interface ChoosePayload {
  readonly multiple: boolean;
  /** Endings and media types, in lower case; empty: all files. */
  readonly accept: readonly string[];
  /** What the app calls the field. */
  readonly label: string;
}

/** The answer to it, unless the user has cancelled. */
export interface ChosenValue {
  readonly files: readonly {
    /** Names it in a `read-chosen`. */
    readonly id: number;
    readonly name: string;
    readonly size: number;
    /** Milliseconds since 1970. */
    readonly modified: number;
  }[];
}

/** A range of bytes of a chosen file. */
export interface ReadChosenPayload {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** Frames of a conversation's answer: JSON of one part each. */
export const AI_FRAME = {
  part: 1,
  /** Added to `part`: it continues in the next frame. */
  more: 128,
} as const;

/** The answer to `ai-status`. */
export interface AiStatusValue {
  readonly host: string | null;
  readonly model: string | null;
  readonly problem: string | null;
}

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

/** Frames of a recording. */
export const AUDIO_FRAME = {
  /** JSON: how loud it is. */
  LEVEL: 1,
  /** A WAV file. */
  WAV: 2,
  /** JSON: how long it is, and why it ended; the last frame. */
  END: 3,
  /** Added to WAV: the file continues in the next frame. */
  MORE: 128,
} as const;
