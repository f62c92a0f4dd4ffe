/**
 * The members of elements that are the runtime's own. They have symbols for names, so that no property that a script
 * sets can be one of them, and `sealInternals` keeps them as they are. What each does is said where
 * `tui-element.ts` declares it.
 */

// State of an element, set by the runtime.

export const DEFINITION: unique symbol = Symbol('definition');
export const PROPS: unique symbol = Symbol('props');
export const COMPUTED: unique symbol = Symbol('computed');
export const HAS_STATE: unique symbol = Symbol('hasState');
export const SET_PROPS: unique symbol = Symbol('setProps');
export const REPORT_INVALID_VALUE: unique symbol = Symbol('reportInvalidValue');

// Size and picture.

export const MEASURE: unique symbol = Symbol('measure');
export const PAINT: unique symbol = Symbol('paint');
export const CHECK: unique symbol = Symbol('check');
export const REFRESH: unique symbol = Symbol('refresh');
export const BOX_TITLE: unique symbol = Symbol('boxTitle');
export const GUTTERS: unique symbol = Symbol('gutters');
export const PAINT_GUTTERS: unique symbol = Symbol('paintGutters');
export const DIVISION: unique symbol = Symbol('division');
export const ROW_DATA: unique symbol = Symbol('rowData');
export const IS_PROGRAM_TEXT: unique symbol = Symbol('isProgramText');
export const SCROLL_ANCHOR: unique symbol = Symbol('scrollAnchor');
export const SCROLL_PLACE: unique symbol = Symbol('scrollPlace');
export const COLLAPSED: unique symbol = Symbol('collapsed');
export const PLACED: unique symbol = Symbol('placed');
export const POPUP: unique symbol = Symbol('popup');
export const SHOW_POPUP: unique symbol = Symbol('showPopup');

// Assistive technology.

export const ACCESSIBLE_TEXT: unique symbol = Symbol('accessibleText');
export const ACCESSIBLE_SUMMARY: unique symbol = Symbol('accessibleSummary');
export const ACCESSIBLE_NODE: unique symbol = Symbol('accessibleNode');
export const IS_NAME_ONLY: unique symbol = Symbol('isNameOnly');
export const OPERATION: unique symbol = Symbol('operation');

// Life in the document.

export const ATTRIBUTE_CHANGED: unique symbol = Symbol('attributeChanged');
export const CONNECTED: unique symbol = Symbol('connected');
export const DISCONNECTED: unique symbol = Symbol('disconnected');
export const STATE_CHANGED: unique symbol = Symbol('stateChanged');
export const CONTENT_CHANGED: unique symbol = Symbol('contentChanged');

// Input.

export const FOCUSABLE: unique symbol = Symbol('focusable');
export const TAB_STOP: unique symbol = Symbol('tabStop');
export const DEFAULT_ACTION: unique symbol = Symbol('defaultAction');
export const HOVER_AT: unique symbol = Symbol('hoverAt');
export const BEFORE_CLICK: unique symbol = Symbol('beforeClick');
export const KEY_USE: unique symbol = Symbol('keyUse');
export const LEADING_TEXT: unique symbol = Symbol('leadingText');
export const INSERT_TEXT: unique symbol = Symbol('insertText');
export const CARET: unique symbol = Symbol('caret');
export const MENU_PRESSED: unique symbol = Symbol('menuPressed');
export const MENU_PLACE: unique symbol = Symbol('menuPlace');
export const TOOLTIP_AT: unique symbol = Symbol('tooltipAt');
export const IS_TEXT_SELECTABLE: unique symbol = Symbol('isTextSelectable');
export const GET_SELECTABLE_TEXT: unique symbol = Symbol('getSelectableText');
export const GET_SELECTION_HIGHLIGHT_BOUNDS: unique symbol = Symbol('getSelectionHighlightBounds');
export const GET_CLIPBOARD_DESCRIPTION: unique symbol = Symbol('getClipboardDescription');

// Commands.

export const COMMAND: unique symbol = Symbol('command');
export const HAS_OWN_COMMANDS: unique symbol = Symbol('hasOwnCommands');
export const COMMANDS_CHANGED: unique symbol = Symbol('commandsChanged');

/** Makes the internal members of a class and of its base classes read-only, also to scripts that find their symbols. */
export function sealInternals(prototype: object, top: object): void {
  for (
    let each: object | null = prototype;
    each !== null;
    each = each === top ? null : (Object.getPrototypeOf(each) as object | null)
  ) {
    for (const name of Object.getOwnPropertySymbols(each)) {
      const member = Object.getOwnPropertyDescriptor(each, name);
      if (member?.configurable !== true) continue;
      const fixed = 'value' in member ? { writable: false } : {};
      Object.defineProperty(each, name, { configurable: false, ...fixed });
    }
  }
}
