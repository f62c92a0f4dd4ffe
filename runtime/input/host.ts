/** The interface of the app around the input layer, which may import neither layout nor the terminal. */
import type { Rect } from '../base/geometry.js';
import type { GlyphLevel } from '../base/text/glyph-levels.js';
import type { InputAction, TuiDocument, TuiElement } from '../element/tui-element.js';
import type { SelectionHost } from './selection.js';
import { DEFAULT_ACTION } from '../element/internals.js';
import { parentElementOf } from '../element/tree.js';

/** An open popup: whose it is, and the cells of its panels, the outermost first, with their borders and without. */
export interface ShownPopup {
  readonly element: TuiElement;
  readonly panels: readonly { readonly rect: Rect; readonly inner: Rect }[];
}

export interface DispatchHost extends SelectionHost {
  readonly document: TuiDocument;
  /** The element at a cell of the screen. */
  at(x: number, y: number): TuiElement | null;
  /** The popup that shows; undefined for none. */
  popup(): ShownPopup | undefined;
  /** Takes the notification at a cell away. @returns false where there is none */
  dismiss(x: number, y: number): boolean;
  /** True where any of the element can be seen. */
  isVisible(element: TuiElement): boolean;
  /** Brings computed styles up to date, as far as the next frame would. */
  flush(): void;
  /** Ctrl+C that nothing in the app has taken. */
  interrupt(): void;
  /** Escape that nothing in the app has taken. */
  cancel(): void;
  /** Ctrl+Z that nothing in the app has taken. */
  suspend(): void;
  /** Milliseconds, for telling double clicks. */
  now(): number;
  /** Calls back once after this many milliseconds; returns what takes it back. */
  setTimer(callback: () => void, ms: number): () => void;
  /** Copies a text that the user selected; `description` is what it is, undefined for the number of characters. */
  copy(text: string, description: string | undefined): void;
  /** An element's default action ran, and may have changed it. */
  acted(): void;
  /** What glyphs show. */
  readonly glyphs: GlyphLevel;
  /** Copies as soon as the button is up. */
  readonly copyOnSelect: boolean;
}

/** What an event does that no listener prevented: elements first, from the target outwards. */
export function runDefaultAction(
  host: Pick<DispatchHost, 'reportError' | 'acted'>,
  target: TuiElement,
  action: InputAction,
  after?: (element: TuiElement) => boolean,
): boolean {
  return runDefaultActions(host, target, action, after) !== null;
}

/**
 * The element whose default action took an event; null where none did.
 *
 * @param after called after each element's own action, unless that took the event; true where this did
 */
export function runDefaultActions(
  host: Pick<DispatchHost, 'reportError' | 'acted'>,
  target: TuiElement,
  action: InputAction,
  after?: (element: TuiElement) => boolean,
): TuiElement | null {
  for (let at: TuiElement | null = target; at !== null; at = parentElementOf(at)) {
    if (at[DEFAULT_ACTION] !== undefined) {
      try {
        host.acted();
        if (at[DEFAULT_ACTION](action)) return at;
      } catch (error) {
        host.reportError(error, at);
      }
    }
    if (after?.(at) === true) return at;
  }
  return null;
}
