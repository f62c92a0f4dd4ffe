/**
 * Overlays above the document: highlighted cells, a popup, a tooltip, notifications. They are painted on a
 * copy of the document's cells, so that taking them away shows exactly what is beneath.
 */
import { DEFAULT_COLOR, type Color, type ColorDepth } from '../base/color.js';
import { contains, intersect, isEmpty, sameRect, type Rect, type Size } from '../base/geometry.js';
import { glyphTable, type GlyphLevel } from '../base/text/glyph-levels.js';
import { BLANK, CellBuffer, REVERSE, WIDE_TAIL } from './cells.js';
import type { Damage } from './damage.js';
import { CellPainter } from './painter.js';
import {
  drawFrame,
  drawLeftEdge,
  placeError,
  placeNotices,
  placeTip,
  type ErrorContent,
  type Notice,
  type Panel,
  type Tip,
} from './panels.js';
import {
  placePopup,
  PopupLayer,
  type PlacedPanel,
  type PopupContent,
  type PopupHost,
} from './popup-layer.js';

export type { Notice } from './panels.js';
export type { PopupContent } from './popup-layer.js';

export interface OverlayContent {
  /** Oldest first. */
  readonly notices: readonly Notice[];
  readonly tip: Tip | null;
  /** Cells of selected text. */
  readonly highlight: readonly Rect[];
  readonly popup: PopupContent | null;
  /** The last error of the app's code, above everything. */
  readonly error: ErrorContent | null;
}

export const NO_OVERLAYS: OverlayContent = {
  notices: [],
  tip: null,
  highlight: [],
  popup: null,
  error: null,
};

const BORDER_COLORS = {
  info: 'var(--accent)',
  success: 'var(--success)',
  warning: 'var(--warning)',
  error: 'var(--error)',
} as const;

export class Overlays {
  depth: ColorDepth = 'truecolor';
  /** Rows that the cells may be enlarged to; undefined where they are the whole screen. */
  maxRows: number | undefined;
  readonly #top: CellBuffer;
  readonly #painter: CellPainter;
  readonly #popups: PopupLayer;
  #shown: OverlayContent = NO_OVERLAYS;
  /** Cells that the last frame's overlays covered or changed. */
  #covered: readonly Rect[] = [];

  readonly #base: CellBuffer;
  readonly #resolve: (css: string) => Color | undefined;

  constructor(
    base: CellBuffer,
    resolve: (css: string) => Color | undefined,
    host: PopupHost,
    glyphs: GlyphLevel = 'unicode',
  ) {
    this.#base = base;
    this.#resolve = resolve;

    this.#top = new CellBuffer(base.width, base.height, base.table);
    this.#painter = new CellPainter(this.#top, glyphTable(glyphs));
    this.#popups = new PopupLayer(host, glyphTable(glyphs));
  }

  /** Rows that the overlays need, which the document's own cells may not have. */
  rowsFor({ notices, popup, error }: OverlayContent, most: Size): number {
    const rects = placeNotices(notices, most).map(({ rect }) => rect);
    if (popup !== null) rects.push(...placePopup(popup, most).map(({ rect }) => rect));
    const errorRows = error === null ? 0 : (placeError(error, most)?.rect.height ?? 0);
    return rects.reduce((rows, { y, height }) => Math.max(rows, y + height), errorRows);
  }

  /** The cells to show: the document's own where nothing is above them. */
  get cells(): CellBuffer {
    return this.#covered.length > 0 ? this.#top : this.#base;
  }

  /** True where a panel covers the cell. */
  covers(x: number, y: number): boolean {
    const isInPopup = this.popups.some((rect) => contains(rect, x, y));
    return isInPopup || this.#panelAt(x, y) !== undefined;
  }

  /** The notification that shows at a cell. */
  noticeAt(x: number, y: number): Notice | undefined {
    return this.#panelAt(x, y)?.notice;
  }

  /** The cells that a notification shows in; undefined where there is no room for it. */
  boundsOfNotice(notice: Notice): Rect | undefined {
    return this.#panels().find((panel) => panel.notice === notice)?.rect;
  }

  /** True where an error of the app's code shows at a cell. */
  isErrorAt(x: number, y: number): boolean {
    return this.#panelAt(x, y)?.isError === true;
  }

  /** Where the panels of the popup are, borders included, the outermost first; empty where none shows. */
  get popups(): readonly Rect[] {
    return this.#placedPopup().map(({ rect }) => rect);
  }

  #placedPopup(): readonly PlacedPanel[] {
    const { popup } = this.#shown;
    return popup === null ? [] : placePopup(popup, this.#base);
  }

  #panelAt(x: number, y: number): Panel | undefined {
    return this.#panels().findLast(({ rect }) => contains(rect, x, y));
  }

  /**
   * Composes the overlays with the document's current cells, and adds to `damage` the differences from
   * the last frame.
   */
  compose(content: OverlayContent, damage: Damage): void {
    const base = this.#base;
    const top = this.#top;
    if (content === NO_OVERLAYS && this.#shown === NO_OVERLAYS && this.#covered.length === 0)
      return;
    const same = sameContent(content, this.#shown) && top.width === base.width;
    this.#shown = content;
    if (same && top.height === base.height && (this.#covered.length === 0 || damage.empty)) return;
    // What is above moved cells, or lay there, does not move with them.
    damage.spread();
    for (const rect of this.#covered) damage.add(rect);
    const panels = this.#panels();
    const popups = this.#placedPopup();
    const panes = [...popups, ...panels].map(({ rect }) => rect);
    const area = { x: 0, y: 0, width: base.width, height: base.height };
    const touched = [...content.highlight, ...panes]
      // A glyph of two cells of which one is covered is not shown: one column more on each side.
      .map(({ x, y, width, height }) => intersect({ x: x - 1, y, width: width + 2, height }, area))
      .filter((rect) => !isEmpty(rect));
    this.#covered = touched;
    if (touched.length === 0) return;
    this.#copyBase();
    for (const rect of content.highlight) this.#highlight(intersect(rect, area));
    if (content.popup !== null) this.#popups.show(content.popup, popups, top, this.depth);
    for (const panel of panels) this.#paint(panel);
    for (const rect of touched) damage.add(rect);
  }

  #panels(): Panel[] {
    const { notices, tip, error } = this.#shown;
    const tips = tip === null ? undefined : placeTip(tip, this.#base);
    const { width, height } = this.#base;
    // As large as on the screen that the cells may be enlarged to.
    const size = { width, height: this.maxRows ?? height };
    const errorPanel = error === null ? undefined : atEnd(placeError(error, size), height);
    const above = [tips, errorPanel].filter((panel) => panel !== undefined);
    return [...placeNotices(notices, size), ...above];
  }

  #copyBase(): void {
    const base = this.#base;
    const top = this.#top;
    if (top.width !== base.width || top.height !== base.height) top.resize(base.width, base.height);
    top.glyphs.set(base.glyphs);
    top.styles.set(base.styles);
    top.generation = base.generation;
  }

  #highlight({ x, y, width, height }: Rect): void {
    const { glyphs, styles, table, width: stride } = this.#top;
    const background = this.#resolve('var(--selection)') ?? DEFAULT_COLOR;
    const colored = background !== DEFAULT_COLOR && this.depth !== 'none';
    for (let row = y; row < y + height; row++) {
      let from = row * stride + x;
      let to = from + width;
      // Glyphs of two cells are highlighted whole.
      if (glyphs[from] === WIDE_TAIL && x > 0) from--;
      if (glyphs[to] === WIDE_TAIL && to < (row + 1) * stride) to++;
      for (let at = from; at < to; at++) {
        const { fg, bg, attributes, link } = table.get(styles[at]!);
        styles[at] = colored
          ? table.intern(fg, background, attributes & ~REVERSE, link)
          : table.intern(fg, bg, attributes ^ REVERSE, link);
      }
    }
  }

  #paint({ rect, lines, edge, inset, kind }: Panel): void {
    const painter = this.#painter;
    const surface = this.#color('var(--surface)');
    // Where the theme has no surface of its own, a tooltip has no edge but reverse video.
    const reverse = edge === 'none' && surface === DEFAULT_COLOR ? REVERSE : 0;
    painter.depth = this.depth;
    painter.open(rect, rect);
    painter.pen(this.#color('var(--text)'), surface, reverse, this.#resolve);
    painter.fill(0, 0, rect.width, rect.height, BLANK);
    const css = kind === 'tip' ? 'var(--border)' : BORDER_COLORS[kind];
    if (edge === 'around') drawFrame(painter, this.#color(css));
    if (edge === 'left') drawLeftEdge(painter, this.#color(css));
    const top = edge === 'around' ? 1 : 0;
    lines.forEach((line, index) => painter.text(inset, index + top, line));
  }

  #color(css: string): Color {
    return this.#resolve(css) ?? DEFAULT_COLOR;
  }
}

/** A panel along the last rows. */
function atEnd(panel: Panel | undefined, height: number): Panel | undefined {
  if (panel === undefined) return undefined;
  return { ...panel, rect: { ...panel.rect, y: Math.max(0, height - panel.rect.height) } };
}

function sameContent(a: OverlayContent, b: OverlayContent): boolean {
  return (
    a.notices === b.notices &&
    a.tip === b.tip &&
    a.popup === b.popup &&
    a.error === b.error &&
    a.highlight.length === b.highlight.length &&
    a.highlight.every((rect, index) => sameRect(rect, b.highlight[index]!))
  );
}
