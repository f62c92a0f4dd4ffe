/** The sign of an invalid control that is a mark and a label: no colour has to show it. */
import type { Painter } from '../../runtime/element/contract.js';
import { statesOf, type TuiElement } from '../../runtime/element/tui-element.js';

/** Paints `!` in a cell of the mark, once the control looks invalid. */
export function paintInvalidMark(element: TuiElement, painter: Painter, x: number): void {
  if (!statesOf(element).has('user-invalid')) return;
  painter.text(x, 0, '!', painter.style(painter.color('var(--error)')));
}
