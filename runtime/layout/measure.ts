/** Measure functions for yoga: text, elements that measure themselves, islands. */
import type { TuiElement } from '../element/tui-element.js';
import type { LayoutBox } from './box.js';
import { classOf } from './shrink-to-fit.js';
import { MeasureMode } from '#yoga';
import { MEASURE_LINES } from './layout-node.js';
import { scrollAxes } from './yoga.js';
import { MEASURE, COMPUTED, PAINT } from '../element/internals.js';
import { contentModelOf } from '../element/tui-element.js';

/** Cells that something that fills a row starts from, before it grows into the room that others leave. */
const BASIS = 10;

export function measureInline(box: LayoutBox): void {
  const key = (): number | undefined => {
    const { inline } = box;
    const lines = inline?.lines(Infinity).length ?? 0;
    return lines < MEASURE_LINES
      ? (inline?.naturalWidth() ?? 0) * MEASURE_LINES + lines
      : undefined;
  };
  box.node?.setMeasureFunc((width, widthMode) => {
    const { inline } = box;
    if (inline === null) return { width: 0, height: 0 };
    const available = widthMode === MeasureMode.Undefined ? Infinity : Math.floor(width);
    const { length } = inline.lines(available);
    return { width: Math.min(inline.widthAt(available), available), height: length };
  }, key);
}

export function measureElement(box: LayoutBox): void {
  box.node?.setMeasureFunc((width, widthMode, height, heightMode) => {
    const room = widthMode === MeasureMode.AtMost && fillsRow(box) ? Math.min(width, BASIS) : width;
    const available = {
      width: widthMode === MeasureMode.Undefined ? Infinity : Math.max(0, Math.floor(room)),
      height: heightMode === MeasureMode.Undefined ? Infinity : Math.max(0, Math.floor(height)),
      hasWidth: widthMode === MeasureMode.Exactly,
    };
    const size = box.element[MEASURE]?.(available) ?? { width: 0, height: 0 };
    return {
      width: finite(size.width, available.width),
      height: finite(size.height, available.height),
    };
  });
}

/**
 * Text keeps all its lines in a column, as CSS's automatic minimum size would have it, and in what
 * scrolls that way everything keeps its size, text in a row aside, which wraps; all else may shrink.
 */
export function automaticShrink(box: LayoutBox): 0 | 1 {
  const style = box.parent?.element[COMPUTED] ?? {};
  const text = box.anonymous || isTextual(box.element);
  const row = String(style['flexDirection'] ?? 'column').startsWith('row');
  const scrolls = scrollAxes(style);
  const keeps = row ? scrolls.x && !text : scrolls.y || text;
  return keeps ? 0 : 1;
}

/** What fills a row grows, where no size of its own is set. */
export function automaticGrow(box: LayoutBox): number | undefined {
  const { width = 'auto', flexBasis = 'auto', flexGrow = 0 } = box.element[COMPUTED];
  const isSized = width !== 'auto' || flexBasis !== 'auto' || flexGrow !== 0;
  return isSized ? undefined : fillsRow(box) ? 1 : 0;
}

function fillsRow({ anonymous, element, parent }: LayoutBox): boolean {
  const direction = String(parent?.element[COMPUTED]['flexDirection'] ?? 'column');
  return !anonymous && classOf(element).fillsRow && direction.startsWith('row');
}

/** True for an element whose text the runtime measures and paints. */
export function isTextual(element: TuiElement): boolean {
  return contentModelOf(element) === 'inline' && element[PAINT] === undefined;
}

/** A measured size yoga can take: whole, not negative, and no larger than what was offered. */
function finite(value: number, available: number): number {
  const cells = Number.isFinite(value) ? Math.max(0, Math.ceil(value)) : 0;
  return Math.min(cells, available);
}
