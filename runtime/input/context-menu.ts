/** Context menus: which menu belongs to an element, and where it opens. */
import { strokeOf } from '../base/keys/strokes.js';
import { dispatchTrusted } from '../dom/events/event-target.js';
import { CARET, MENU_PLACE, SHOW_POPUP } from '../element/internals.js';
import { borderBoxOf, elementById, getAttribute, parentElementOf } from '../element/tree.js';
import type { TuiElement } from '../element/tui-element.js';
import { mouseEvent, type KeyAction } from './events.js';
import type { DispatchHost } from './host.js';

interface Cell {
  readonly x: number;
  readonly y: number;
}

const KEYS: ReadonlySet<string> = new Set(['shift+F10', 'ContextMenu']);

/** Opens the menu of the innermost element around one that has a menu. @returns false where none has */
export function openContextMenu(target: TuiElement, cell: Cell, isByKey: boolean): boolean {
  for (let at: TuiElement | null = target; at !== null; at = parentElementOf(at)) {
    const id = getAttribute(at, 'contextmenu')?.trim() ?? '';
    const menu = id === '' ? null : elementById(at, id);
    if (menu?.[SHOW_POPUP] === undefined) continue;
    menu[SHOW_POPUP]({ element: at, cell, source: target, isByKey });
    return true;
  }
  return false;
}

/** Dispatches `contextmenu` for a key that opens menus, and opens the menu unless that was prevented. */
export function contextMenuByKey(
  host: DispatchHost,
  action: KeyAction,
  target: TuiElement,
): boolean {
  if (!KEYS.has(strokeOf(action))) return false;
  const { x, y } = cellOf(host, target);
  const place = { clientX: x, clientY: y, offsetX: 0, offsetY: 0, button: 0 };
  if (!dispatchTrusted(target, mouseEvent('contextmenu', place))) return true;
  return openContextMenu(target, { x, y }, true);
}

/** Below the text cursor, else below the row with the cursor, else below the first row of the element. */
function cellOf(host: DispatchHost, element: TuiElement): Cell {
  const caret = element[CARET]?.();
  const content = host.content(element)?.rect;
  if (caret != null && content !== undefined)
    return { x: content.x + caret.x, y: content.y + caret.y + 1 };
  const place = element[MENU_PLACE]?.();
  if (place != null && content !== undefined)
    return { x: content.x + place.x, y: content.y + place.y };
  const { x, y } = borderBoxOf(element);
  return { x: x + 1, y: y + 1 };
}
