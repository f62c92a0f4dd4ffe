/** The launcher's requests for an app, and the app's permissions, as the dock lists them. */

export interface RequestRecord {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** `fetch`, `run`, `websocket`, … */
  readonly kind: string;
  /** What was requested: an address, a program. */
  readonly subject: string;
  /** `waiting`, `done`, `denied` or `failed`. */
  state: 'waiting' | 'done' | 'denied' | 'failed';
  /** Status of a reply, or why it was not done. */
  result: string;
  /** Milliseconds until the answer began. */
  duration: number | undefined;
}

export interface PermissionRecord {
  readonly kind: string;
  readonly value: string;
  /** `granted` or `denied`. */
  readonly state: 'granted' | 'denied';
  /** Who decided. */
  readonly origin: string;
  /** Kinds of requests that it is used by. */
  readonly used: readonly string[];
}

/** Records that are kept. */
export const MAX_RECORDS = 500;
