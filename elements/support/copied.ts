/** Selecting and copying text of an element, as operations that scripts call too. */
import { nameClass } from '../../runtime/base/class-name.js';
import type { SelectionBounds } from '../../runtime/element/contract.js';
import {
  GET_CLIPBOARD_DESCRIPTION,
  GET_SELECTABLE_TEXT,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
  IS_TEXT_SELECTABLE,
} from '../../runtime/element/internals.js';
import { TuiElement } from '../../runtime/element/tui-element.js';

export abstract class CopiedElement extends TuiElement {
  static {
    nameClass(this, 'CopiedElement');
  }

  abstract override [GET_SELECTABLE_TEXT](bounds?: SelectionBounds): string;
  abstract override [GET_SELECTION_HIGHLIGHT_BOUNDS](
    startX: number,
    endX: number,
    startY?: number,
    endY?: number,
  ): SelectionBounds | undefined;
  abstract override [GET_CLIPBOARD_DESCRIPTION](bounds?: SelectionBounds): string | undefined;
  override [IS_TEXT_SELECTABLE](): boolean {
    return true;
  }

  /** Returns true: its text can be selected and copied. */
  isTextSelectable(): boolean {
    return this[IS_TEXT_SELECTABLE]();
  }

  /** Returns the text inside bounds; without bounds the selected text, else all. */
  getSelectableText(bounds?: SelectionBounds): string {
    return this[GET_SELECTABLE_TEXT](bounds);
  }

  /** Returns the bounds that are highlighted, around whole parts; undefined if nothing is inside. */
  getSelectionHighlightBounds(
    startX: number,
    endX: number,
    startY?: number,
    endY?: number,
  ): SelectionBounds | undefined {
    return this[GET_SELECTION_HIGHLIGHT_BOUNDS](startX, endX, startY, endY);
  }

  /**
   * Returns the notification after copying, such as `Copied 2 bars (Mon, Tue) to clipboard`; undefined if nothing
   * would be copied.
   */
  getClipboardDescription(bounds?: SelectionBounds): string | undefined {
    const copied = this[GET_CLIPBOARD_DESCRIPTION](bounds);
    return copied === undefined ? undefined : `Copied ${copied} to clipboard`;
  }
}
