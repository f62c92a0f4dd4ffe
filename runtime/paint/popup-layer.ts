/** The popup of an element: its place and its cells, which are painted again only if they may differ. */
import { DEFAULT_COLOR, type Color, type ColorDepth } from '../base/color.js';
import type { Rect, Size } from '../base/geometry.js';
import type { GlyphTable } from '../base/text/glyph-levels.js';
import type { PopupPanel } from '../element/contract.js';
import type { Popup, TuiElement } from '../element/tui-element.js';
import { BLANK, CellBuffer, WIDE_TAIL } from './cells.js';
import { drawFrame } from './panels.js';
import { CellPainter } from './painter.js';
import { COMPUTED } from '../element/internals.js';

/** What is open; the same object while nothing about it has changed. */
export interface PopupContent {
  readonly element: TuiElement;
  readonly popup: Popup;
  /** What can be seen of the element it hangs at, in cells of the screen; an empty one at a cell. */
  readonly anchor: Rect;
}

/** A panel at its place, border included. */
export interface PlacedPanel {
  readonly panel: PopupPanel;
  readonly rect: Rect;
}

export interface PopupHost {
  resolveColor(element: TuiElement, css: string): Color | undefined;
  onError(error: unknown, element: TuiElement): void;
}

/** The least that shows something inside a frame. */
const LEAST = 3;

/** Places the panels of a popup, the outermost first; empty on an empty screen. */
export function placePopup(content: PopupContent, screen: Size): readonly PlacedPanel[] {
  const placed: PlacedPanel[] = [];
  let panel: PopupPanel = content.popup;
  let rect =
    content.popup.cell === undefined ? placeBelow(content, screen) : placeAt(content, screen);
  while (rect !== undefined) {
    placed.push({ panel, rect });
    if (panel.child === undefined) break;
    const { row, panel: child } = panel.child;
    rect = placeBeside(child, rect, row, screen);
    panel = child;
  }
  return placed;
}

/** The size of a panel that has the whole screen; where its rows are cut off, with a scrollbar. */
function sizeOn(screen: Size, { width, height }: PopupPanel): Size {
  const requested = Math.max(1, whole(height)) + 2;
  const scrollbar = requested > screen.height ? 1 : 0;
  return {
    width: Math.min(screen.width, whole(width) + 2 + scrollbar),
    height: Math.min(screen.height, requested),
  };
}

/** A corner is at the cell; without room for that, it moves up. */
function placeAt({ popup, anchor }: PopupContent, screen: Size): Rect | undefined {
  const { width, height } = sizeOn(screen, popup);
  if (height < 1 || width < 1) return undefined;
  const fitsBelow = anchor.y + height <= screen.height;
  const y = fitsBelow || anchor.y < height ? anchor.y : anchor.y - height;
  return { ...clampTo(screen, anchor.x, y, { width, height }), width, height };
}

/** Beside a panel, its first row at a row of that; over it where neither side has room. */
function placeBeside(
  panel: PopupPanel,
  { x, y, width: taken }: Rect,
  row: number,
  screen: Size,
): Rect {
  const size = sizeOn(screen, panel);
  const right = x + taken;
  const left = x - size.width;
  const fitsRight = right + size.width <= screen.width;
  // The row is that of the list: both panels have a border above it.
  return { ...clampTo(screen, fitsRight || left < 0 ? right : left, y + row, size), ...size };
}

function clampTo(
  screen: Size,
  x: number,
  y: number,
  { width, height }: Size,
): Pick<Rect, 'x' | 'y'> {
  return {
    x: Math.max(0, Math.min(x, screen.width - width)),
    y: Math.max(0, Math.min(y, screen.height - height)),
  };
}

/**
 * Places a popup below its element, or above if it does not fit and there is more room above; over the element if
 * there is no room on either side, without a border if the screen is too small. Undefined on an empty screen.
 */
function placeBelow({ popup, anchor }: PopupContent, screen: Size): Rect | undefined {
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
  /** Of its panels. */
  #cells: readonly CellBuffer[] = [];
  #painted: PopupContent | undefined;
  #depth: ColorDepth | undefined;
  #style: unknown;

  readonly #host: PopupHost;
  readonly #glyphs: GlyphTable | undefined;

  constructor(host: PopupHost, glyphs: GlyphTable | undefined) {
    this.#host = host;
    this.#glyphs = glyphs;
  }

  /** Puts the popup's cells at the places of its panels, which are on the screen. */
  show(
    content: PopupContent,
    panels: readonly PlacedPanel[],
    screen: CellBuffer,
    depth: ColorDepth,
  ): void {
    const { element } = content;
    const same =
      this.#painted === content && this.#depth === depth && this.#style === element[COMPUTED];
    this.#cells = panels.map((placed, at) => {
      const cells = same ? this.#cells[at] : undefined;
      const { rect } = placed;
      const fits = cells?.width === rect.width && cells.height === rect.height;
      if (fits && cells.generation === screen.table.generation) return cells;
      return this.#paint(element, placed, screen, depth);
    });
    this.#painted = content;
    this.#depth = depth;
    this.#style = element[COMPUTED];
    for (const [at, { rect }] of panels.entries()) this.#put(this.#cells[at]!, rect, screen);
  }

  #put(shown: CellBuffer, rect: Rect, screen: CellBuffer): void {
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
    element: TuiElement,
    { panel, rect: { width, height } }: PlacedPanel,
    screen: CellBuffer,
    depth: ColorDepth,
  ): CellBuffer {
    const cells = new CellBuffer(width, height, screen.table);
    const painter = new CellPainter(cells, this.#glyphs);
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
      panel.paint(painter);
    } catch (error) {
      this.#host.onError(error, element);
    }
    return cells;
  }
}
