/** The popup of an element: its place and its cells, which are painted again only if they may differ. */
import { DEFAULT_COLOR, type Color, type ColorDepth } from '../base/color.js';
import type { Rect, Size } from '../base/geometry.js';
import type { GlyphTable } from '../base/text/glyph-levels.js';
import type { Popup, TuiElement } from '../element/tui-element.js';
import { BLANK, CellBuffer, WIDE_TAIL } from './cells.js';
import { drawFrame } from './panels.js';
import { CellPainter } from './painter.js';
import { COMPUTED } from '../element/internals.js';

/** What is open; the same object while nothing about it has changed. */
export interface PopupContent {
  readonly element: TuiElement;
  readonly popup: Popup;
  /** What can be seen of the element, in cells of the screen. */
  readonly anchor: Rect;
}

export interface PopupHost {
  resolveColor(element: TuiElement, css: string): Color | undefined;
  onError(error: unknown, element: TuiElement): void;
}

/** The least that shows something inside a frame. */
const LEAST = 3;

/**
 * Places a popup below its element, or above if it does not fit and there is more room above; over the element if
 * there is no room on either side, without a border if the screen is too small. Undefined on an empty screen.
 */
export function placePopup({ popup, anchor }: PopupContent, screen: Size): Rect | undefined {
  const requested = Math.max(1, whole(popup.height)) + 2;
  const below = screen.height - (anchor.y + anchor.height);
  const above = anchor.y;
  const down = requested <= below || below >= above;
  const room = Math.min(requested, down ? below : above);
  const height = Math.max(room, Math.min(LEAST, screen.height));
  // What is cut off is scrolled to, and where it is says a column more.
  const scrollbar = height < requested ? 1 : 0;
  const wide = whole(popup.width) + 2 + scrollbar;
  const width = Math.min(screen.width, Math.max(anchor.width, wide));
  if (height < 1 || width < 1) return undefined;
  const y = down ? anchor.y + anchor.height : anchor.y - height;
  return {
    x: Math.max(0, Math.min(anchor.x, screen.width - width)),
    y: Math.max(0, Math.min(y, screen.height - height)),
    width,
    height,
  };
}

function isFramed({ width, height }: Size): boolean {
  return width >= LEAST && height >= LEAST;
}

/** What of a popup's place its content has, in the same cells: all but the frame. */
export function insidePopup(rect: Rect): Rect {
  if (!isFramed(rect)) return rect;
  const { x, y, width, height } = rect;
  return { x: x + 1, y: y + 1, width: width - 2, height: height - 2 };
}

function whole(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.floor(value)) : 0;
}

export class PopupLayer {
  #cells: CellBuffer | undefined;
  #painted: PopupContent | undefined;
  #depth: ColorDepth | undefined;
  #style: unknown;

  readonly #host: PopupHost;
  readonly #glyphs: GlyphTable | undefined;

  constructor(host: PopupHost, glyphs: GlyphTable | undefined) {
    this.#host = host;
    this.#glyphs = glyphs;
  }

  /** Puts the popup's cells at its place, which is on the screen. */
  show(content: PopupContent, rect: Rect, screen: CellBuffer, depth: ColorDepth): void {
    const cells = this.#cells;
    const same =
      this.#painted === content &&
      this.#depth === depth &&
      this.#style === content.element[COMPUTED] &&
      cells?.width === rect.width &&
      cells.height === rect.height &&
      cells.generation === screen.table.generation;
    const shown = same ? cells : this.#paint(content, rect, screen, depth);
    for (let row = 0; row < rect.height; row++) {
      const from = row * rect.width;
      const at = (rect.y + row) * screen.width + rect.x;
      // Halves of wide glyphs that it covers the other half of.
      if (screen.glyphs[at] === WIDE_TAIL && rect.x > 0) screen.glyphs[at - 1] = BLANK;
      const end = at + rect.width;
      if (rect.x + rect.width < screen.width && screen.glyphs[end] === WIDE_TAIL)
        screen.glyphs[end] = BLANK;
      screen.glyphs.set(shown.glyphs.subarray(from, from + rect.width), at);
      screen.styles.set(shown.styles.subarray(from, from + rect.width), at);
    }
  }

  #paint(
    content: PopupContent,
    { width, height }: Rect,
    screen: CellBuffer,
    depth: ColorDepth,
  ): CellBuffer {
    const cells = new CellBuffer(width, height, screen.table);
    const painter = new CellPainter(cells, this.#glyphs);
    const { element, popup } = content;
    const color = (css: string): Color | undefined => this.#host.resolveColor(element, css);
    const all = { x: 0, y: 0, width, height };
    painter.depth = depth;
    painter.open(all, all);
    painter.pen(
      color('var(--text)') ?? DEFAULT_COLOR,
      color('var(--surface)') ?? DEFAULT_COLOR,
      0,
      color,
    );
    painter.fill(0, 0, width, height, BLANK);
    if (isFramed(all)) drawFrame(painter, color('var(--border)') ?? DEFAULT_COLOR);
    const inner = insidePopup(all);
    painter.open(inner, inner);
    try {
      popup.paint(painter);
    } catch (error) {
      this.#host.onError(error, element);
    }
    this.#cells = cells;
    this.#painted = content;
    this.#depth = depth;
    this.#style = element[COMPUTED];
    return cells;
  }
}
