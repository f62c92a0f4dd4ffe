/** The state that an app keeps between runs, as data. */

/** Fields of an element by name, as JSON values. */
export interface SavedElement {
  readonly tag: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The day on which the element last existed, as `2026-11-23`. */
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

/** What one instance of an app has changed. In `own`, null removes a key. */
export interface StateChanges extends Partial<SavedState> {
  /** Keys of states that are secret by now, and are removed. */
  readonly secret?: readonly string[] | undefined;
  /** Removes everything first. */
  readonly clear?: boolean | undefined;
}

/** Who keeps the state of an app. */
export interface StatePort {
  /** What was kept by earlier runs. */
  readonly saved: SavedState;
  /** Whether a field or a state with a name holds a secret, and is not kept. Default: none does. */
  readonly isSecret?: ((name: string) => boolean) | undefined;
  /**
   * Keeps changes. Resolves to the names of what is left out because it looks like a secret: `elements ID`,
   * `states KEY`, `own KEY`. Rejects where they cannot be kept.
   */
  save(changes: StateChanges): Promise<readonly string[]>;
  /** The same, before it returns: the app ends. */
  saveNow(changes: StateChanges): readonly string[];
}

export const NOTHING_SAVED: SavedState = { elements: {}, states: {}, own: {} };

/** UTF-16 units of one value as JSON; a larger one is not kept. */
export const MAX_VALUE = 64 * 1024;
/** Bytes of all that is kept of an app. */
export const MAX_STATE = 1024 * 1024;
/** Arrays and objects within each other in one value; a deeper one is not kept. */
export const MAX_DEPTH = 48;
/** UTF-16 units of an id or a key. */
export const MAX_KEY = 1000;
