/**
 * The compositor: paints boxes into the cell buffer, back to front, as few of them as it can.
 *
 * `repaint` draws one box and what is in it; it is enough where nothing else shows in its cells.
 * `compose` draws everything that meets a rectangle, clipped to it; it is always right. Both note
 * what they touched in `damage`, and leave the hit grid true.
 */
import { DEFAULT_COLOR, TRANSPARENT, type Color } from '../base/color.js';
import { intersect, isEmpty, type Rect } from '../base/geometry.js';
import type { LayoutBox } from '../layout/box.js';
import { borderWidth } from '../layout/yoga.js';
import { textStyle } from '../style/text-style.js';
import { glyphTable, type GlyphLevel } from '../base/text/glyph-levels.js';
import type { TuiElement } from '../element/tui-element.js';
import {
  backdrop,
  isHidden,
  ownBackground,
  paintsBackground,
  reverseAround,
  type Backdrop,
} from './background.js';
import { BLANK, DECORATIONS, WIDE_TAIL, type CellBuffer, type StyleId } from './cells.js';
import { dim } from './backdrop.js';
import type { Damage } from './damage.js';
import { paintBorder } from './decoration.js';
import type { HitGrid } from './hit-grid.js';
import { paintInline } from './inline-painter.js';
import { CellPainter, type Pen } from './painter.js';
import { paintScrollbars } from './scrollbar.js';
import { shownChildren } from './shown-children.js';
import { REFRESH, COMPUTED, PAINT_GUTTERS, PAINT } from '../element/internals.js';
import { documentOf, isInside, topLayerOf } from '../element/tree.js';

/** How many colours the screen has, and which side of them its background is on. */
export type ScreenColors = Pick<CellPainter, 'depth' | 'scheme' | 'isGray'>;

export interface CompositorOptions extends ScreenColors {
  /** What the terminal can show; default `unicode`. */
  readonly glyphs?: GlyphLevel | undefined;
  /** Resolves `var(--name)` and CSS colours as an element sees them. */
  resolveColor(element: TuiElement, css: string): Color | undefined;
  /** Called when an element's `[PAINT]` throws; the rest of the screen is still painted. */
  onError(error: unknown, element: TuiElement): void;
}

export class Compositor {
  /** Boxes painted since the counter was last reset. */
  painted = 0;
  damage: Damage;
  readonly #painter: CellPainter;
  /** The pens of boxes that refresh themselves, with style ids of `#penGeneration`. */
  readonly #pens = new Map<LayoutBox, Pen>();
  #penGeneration = 0;
  /** The backgrounds behind boxes painted so far, within one walk of the tree. */
  readonly #backdrops = new Map<LayoutBox, Backdrop>();
  readonly #reversed = new Map<LayoutBox, number>();

  readonly #cells: CellBuffer;
  readonly #hits: HitGrid;
  readonly #options: CompositorOptions;

  constructor(cells: CellBuffer, hits: HitGrid, damage: Damage, options: CompositorOptions) {
    this.#cells = cells;
    this.#hits = hits;
    this.#options = options;

    this.damage = damage;
    this.#painter = new CellPainter(cells, glyphTable(options.glyphs ?? 'unicode'));
  }

  setColors({ depth, scheme, isGray }: ScreenColors): void {
    this.#painter.depth = depth;
    this.#painter.scheme = scheme;
    this.#painter.isGray = isGray;
  }

  /** Whether cells show images that the terminal has; default true. */
  set showsImages(showsImages: boolean) {
    this.#painter.showsImages = showsImages;
  }

  /**
   * Paints everything that meets `region`, in order, clipped to it.
   *
   * @param loose boxes that may be outside the box around them
   */
  compose(root: LayoutBox, region: Rect, loose: ReadonlySet<LayoutBox>): void {
    const area = this.#wholeGlyphs(
      intersect(region, { x: 0, y: 0, width: this.#cells.width, height: this.#cells.height }),
    );
    if (isEmpty(area)) return;
    this.damage.add(area);
    this.#painter.open(area, area);
    this.#painter.fill(0, 0, area.width, area.height, BLANK, 0);
    this.#hits.claim(area, 0);
    this.#paintTree(root, area, loose);
  }

  /**
   * A rectangle widened so that no wide glyph crosses its edges: by one column, since a glyph of which
   * one half was covered may now show whole, and on from there to where no shown glyph is cut.
   */
  #wholeGlyphs(area: Rect): Rect {
    if (isEmpty(area)) return area;
    const { glyphs, width } = this.#cells;
    const cuts = (column: number): boolean => {
      if (column <= 0 || column >= width) return false;
      for (let row = area.y; row < area.y + area.height; row++) {
        if (glyphs[row * width + column] === WIDE_TAIL) return true;
      }
      return false;
    };
    let left = Math.max(0, area.x - 1);
    while (cuts(left)) left--;
    let right = Math.min(width, area.x + area.width + 1);
    while (cuts(right)) right++;
    return { x: left, y: area.y, width: right - left, height: area.height };
  }

  /**
   * Paints one box and its descendants where they are.
   *
   * @param blockers boxes that may lie over or under others
   * @returns false where another box shows in its cells, so that `compose` has to be used
   */
  repaint(box: LayoutBox, blockers: ReadonlySet<LayoutBox>): boolean {
    if (isEmpty(box.visible)) return true;
    if (!isAlone(box, blockers)) return false;
    this.damage.add(box.visible);
    this.#painter.open(box.visible, box.visible);
    const { width, height } = box.visible;
    this.#painter.fill(0, 0, width, height, BLANK, this.#blank(box));
    // Where the box has become hidden, its cells are those of the box around it.
    this.#hits.claim(box.visible, shownAround(box));
    this.#paintTree(box, box.visible, blockers);
    return true;
  }

  /**
   * Has an element paint only what changed in it since it was painted.
   *
   * @returns false where that is not possible and nothing was painted: `repaint` is to be used
   */
  refresh(box: LayoutBox, blockers: Iterable<LayoutBox>): boolean {
    const { element } = box;
    if (element[REFRESH] === undefined || box.anonymous || isHidden(element)) return false;
    if (isEmpty(box.visible)) return true;
    if (!isAlone(box, blockers)) return false;
    const painter = this.#painter;
    const { generation } = this.#cells.table;
    if (generation !== this.#penGeneration) this.#pens.clear();
    this.#penGeneration = generation;
    const pen = this.#pens.get(box);
    if (pen === undefined) {
      this.#dip(box, true);
      painter.under = paintsBackground(box) ? painter.blank : this.#blank(box);
      this.#pens.set(box, painter.held);
    } else painter.take(pen);
    painter.open(box.content, intersect(box.content, box.visible));
    painter.touched = this.damage;
    try {
      if (!element[REFRESH](painter)) return false;
      this.painted++;
      return true;
    } catch {
      // Painted as a whole it throws again, and is reported.
      return false;
    } finally {
      painter.touched = null;
    }
  }

  /**
   * Puts the text of a box in place of one that stood in the same cells, a character in each.
   *
   * @returns false where another box shows in its cells and nothing was painted
   */
  updateText(box: LayoutBox, blockers: Iterable<LayoutBox>): boolean {
    if (isEmpty(box.visible) || isHidden(box.element)) return true;
    if (textStyle(box.element[COMPUTED]).fg === TRANSPARENT) return true;
    if (!isAlone(box, blockers)) return false;
    const { content, visible, inline } = box;
    const y = content.y;
    const low = Math.max(content.y, visible.y);
    const high = Math.min(
      content.y + content.height,
      visible.y + visible.height,
      this.#cells.height,
    );
    if (inline === null || y < low || y >= high) return true;
    const room = content.width - inline.text.length;
    const align = box.element[COMPUTED]['textAlign'];
    const x = content.x + (align === 'right' ? room : align === 'center' ? room >> 1 : 0);
    const right = Math.min(content.x + content.width, visible.x + visible.width, this.#cells.width);
    this.#exchange(inline.text, x, y, Math.max(content.x, visible.x, 0), right);
    this.painted++;
    return true;
  }

  /** Writes the characters that differ from column `left` up to `right`, and keeps the cells' colours. */
  #exchange(text: string, x: number, y: number, left: number, right: number): void {
    const { glyphs, width } = this.#cells;
    const start = y * width;
    const end = Math.min(x + text.length, right);
    let first = end;
    let last = 0;
    for (let column = Math.max(x, left); column < end; column++) {
      const code = text.charCodeAt(column - x);
      if (glyphs[start + column] === code) continue;
      glyphs[start + column] = code;
      if (column < first) first = column;
      last = column + 1;
    }
    this.damage.span(y, first, last);
  }

  /** To be called where a style or a box has changed: what boxes are painted with may be other colours. */
  forgetPens(): void {
    this.#pens.clear();
  }

  /** Sets the painter's colours to those of a box; `alone` if no other painted box could share them. */
  #dip(box: LayoutBox, alone = false): void {
    const { element } = box;
    const { fg, attributes } = textStyle(element[COMPUTED]);
    const behind = backdrop(box, alone ? undefined : this.#backdrops);
    const video = attributes ^ reverseAround(box, alone ? undefined : this.#reversed);
    this.#painter.pen(fg, behind.color, video, (css) => this.#options.resolveColor(element, css));
    this.#painter.ink = behind.ink;
  }

  /** The style of blank cells behind a box: what its nearest ancestor with a background filled them with. */
  #blank(box: LayoutBox): StyleId {
    for (let at = box.parent; at !== null; at = at.parent) {
      if (!paintsBackground(at)) continue;
      const { fg, attributes } = textStyle(at.element[COMPUTED]);
      const background = backdrop(at).color;
      const video = (attributes & ~DECORATIONS) ^ reverseAround(at);
      return this.#cells.table.intern(fg, background, video);
    }
    return 0;
  }

  /** Depth first, back to front; a stack of its own, since documents nest deeper than calls may. */
  #paintTree(root: LayoutBox, region: Rect, loose: ReadonlySet<LayoutBox>): void {
    const stack: LayoutBox[] = [root];
    for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
      const visible = intersect(box.visible, region);
      if (dims(box)) this.#paintBackdrop(root, box, region);
      if (!isEmpty(visible)) this.#paintBox(box, visible);
      if (isEmpty(intersect(box.clip, region))) continue;
      const { children, start, end } = shownChildren(box, region, loose);
      for (let i = end - 1; i >= start; i--) stack.push(children[i]!);
    }
    // Boxes that are gone are not kept.
    this.#forgetAncestry();
  }

  /** Emptying a map costs more than a look. */
  #forgetAncestry(): void {
    if (this.#backdrops.size > 0) this.#backdrops.clear();
    if (this.#reversed.size > 0) this.#reversed.clear();
  }

  /** What the element paints around its content, inside its border. */
  #paintGutters(box: LayoutBox, visible: Rect): void {
    const painter = this.#painter;
    const { x, y, width, height } = box.rect;
    const [top, right, bottom, left] = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) =>
      borderWidth(box.element[COMPUTED], side),
    ) as [number, number, number, number];
    const inner = {
      x: x + left,
      y: y + top,
      width: Math.max(0, width - left - right),
      height: Math.max(0, height - top - bottom),
    };
    painter.open(inner, intersect(inner, visible), intersect(inner, box.visible));
    if (isEmpty(painter.clip)) return;
    try {
      box.element[PAINT_GUTTERS]?.(painter);
    } catch (error) {
      this.#options.onError(error, box.element);
    }
  }

  /** Dims what is painted so far, and assigns its cells to the modal box: nothing beneath can be hit. */
  #paintBackdrop(root: LayoutBox, box: LayoutBox, region: Rect): void {
    const screen = { x: 0, y: 0, width: this.#cells.width, height: this.#cells.height };
    const area = intersect(region, screen);
    const canvas = ownBackground(root.element);
    const { depth } = this.#painter;
    dim(this.#cells, area, depth, canvas === TRANSPARENT ? DEFAULT_COLOR : canvas);
    this.#hits.claim(area, box.id);
  }

  #paintBox(box: LayoutBox, visible: Rect): void {
    const { element } = box;
    const painter = this.#painter;
    this.painted++;
    this.#dip(box, box.children.length === 0 && this.#backdrops.size === 0);
    const hidden = isHidden(element);
    if (!box.anonymous && !hidden) {
      this.#hits.claim(visible, box.id);
      painter.open(box.rect, visible);
      if (paintsBackground(box))
        painter.fill(0, 0, box.rect.width, box.rect.height, BLANK, painter.blank);
      paintBorder(painter, box);
      paintScrollbars(painter, box);
      if (element[PAINT_GUTTERS] !== undefined) this.#paintGutters(box, visible);
    }
    const seen = intersect(box.content, box.visible);
    painter.open(box.content, intersect(box.content, visible), seen);
    if (isEmpty(painter.clip)) return;
    try {
      if (box.inline !== null) paintInline(painter, box);
      else if (!hidden) element[PAINT]?.(painter);
    } catch (error) {
      this.#options.onError(error, element);
    }
  }
}

/** The id of the nearest box around one that shows; 0 where none does. */
function shownAround(box: LayoutBox): number {
  let at = box.parent;
  while (at !== null && (at.anonymous || isHidden(at.element))) at = at.parent;
  return at?.id ?? 0;
}

const NO_BOXES: readonly LayoutBox[] = [];

/** The boxes that dim what is beneath them, from back to front. */
export function dimmingBoxes(root: LayoutBox | null): readonly LayoutBox[] {
  if (root === null || topLayerOf(documentOf(root.element)).length === 0) return NO_BOXES;
  return (root.paintOrder ?? root.children).filter(dims);
}

/** A modal element, where it is laid out above the document. */
function dims({ viewport, element }: LayoutBox): boolean {
  return viewport !== null && topLayerOf(documentOf(element)).includes(element);
}

/** True where a modal element covers the box, which is not in it. */
function modalOver({ element }: LayoutBox): boolean {
  const modal = topLayerOf(documentOf(element)).at(-1);
  return modal !== undefined && !isInside(element, modal);
}

/** True where nothing but the box and what is in it shows in its cells. */
function isAlone(box: LayoutBox, blockers: Iterable<LayoutBox>): boolean {
  // What a modal element covers is dimmed, cell by cell: it has to be painted with its backdrop.
  if (box.floating || modalOver(box)) return false;
  for (const other of blockers) {
    if (!isEmpty(intersect(other.visible, box.visible)) && !other.within(box)) return false;
  }
  return true;
}
