/** What is kept of an app between its runs, as data. */

/** Fields of an element by name; what JSON can say. */
export interface SavedElement {
  readonly tag: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The day on which the element was last there, as `2026-11-23`. */
  readonly seen?: string | undefined;
}

export interface SavedState {
  /** By id. */
  readonly elements: Readonly<Record<string, SavedElement>>;
  /** Values of `$tui.createState`, by key. */
  readonly states: Readonly<Record<string, unknown>>;
  /** Values of `$tui.state`, by key. */
  readonly own: Readonly<Record<string, unknown>>;
}

/** What one instance of an app has changed. In `own`, null removes a key; `clear` removes everything first. */
export interface StateChanges extends Partial<SavedState> {
  readonly clear?: boolean | undefined;
}

/** Who keeps the state of an app. */
export interface StatePort {
  /** What was kept by earlier runs. */
  readonly saved: SavedState;
  /** Keeps changes. Rejects where they cannot be kept. */
  save(changes: StateChanges): Promise<void>;
  /** The same, before it returns: the app ends. */
  saveNow(changes: StateChanges): void;
}

export const NOTHING_SAVED: SavedState = { elements: {}, states: {}, own: {} };

/** Bytes of one value as JSON; a larger one is not kept. */
export const MAX_VALUE = 64 * 1024;
/** Bytes of all that is kept of an app. */
export const MAX_STATE = 1024 * 1024;

/** A value as JSON; undefined where it is none, or too large. */
export function asJson(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value);
    return typeof text === 'string' && text.length <= MAX_VALUE ? text : undefined;
  } catch {
    // A cycle, a bigint, a getter that throws.
    return undefined;
  }
}

/** The kind of a value: a saved one takes the place of one of the same kind alone. */
export function kindOfValue(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}
