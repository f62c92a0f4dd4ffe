/** The ends of a closed select: focus marks, or brackets where no colour shows its extent. */
import { LEFT_HALF, RIGHT_HALF } from '../../runtime/base/text/block-glyphs.js';
import { DEFAULT_COLOR, TRANSPARENT } from '../../runtime/base/color.js';
import type { Painter } from '../../runtime/element/contract.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { COMPUTED } from '../../runtime/element/internals.js';
import { statesOf } from '../../runtime/element/tui-element.js';

export function paintEnds(element: TuiElement, painter: Painter): void {
  const { [COMPUTED]: computed } = element;
  const states = statesOf(element);
  const { width, height, depth } = painter;
  const background = computed['backgroundColor'];
  const bare = background === TRANSPARENT || background === DEFAULT_COLOR;
  // Within a border too, which may have any colour.
  const marked = states.has('focus-visible') || states.has('open');
  if (marked && depth !== 'none') {
    const style = painter.style(painter.color('var(--focus)'));
    painter.fill(0, 0, 1, height, LEFT_HALF, style);
    painter.fill(width - 1, 0, 1, height, RIGHT_HALF, style);
  } else if ((depth === 'none' || bare) && computed['borderLeftStyle'] === 'none') {
    painter.text(0, 0, '[');
    painter.text(width - 1, 0, ']');
  }
}
