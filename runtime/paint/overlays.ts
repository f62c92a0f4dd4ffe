/**
 * What lies above the document: highlighted cells, a tooltip, notifications. They are painted on a
 * copy of the document's cells, so that taking them away shows exactly what is beneath.
 */
import { DEFAULT_COLOR, type Color, type ColorDepth } from '../color.js';
import { intersect, isEmpty, sameRect, type Rect } from '../geometry.js';
import { BLANK, BOLD, CellBuffer, REVERSE, WIDE_TAIL } from './cells.js';
import type { Damage } from './damage.js';
import { CellPainter } from './painter.js';
import { placeNotices, placeTip, type Notice, type Panel, type Tip } from './panels.js';

export type { Notice, NoticeKind, Tip } from './panels.js';

export interface OverlayContent {
  /** Oldest first. */
  readonly notices: readonly Notice[];
  readonly tip: Tip | null;
  /** Cells of selected text. */
  readonly highlight: readonly Rect[];
}

export const NO_OVERLAYS: OverlayContent = { notices: [], tip: null, highlight: [] };

const BORDER_COLORS = {
  info: 'var(--accent)',
  success: 'var(--success)',
  warning: 'var(--warning)',
  error: 'var(--error)',
} as const;
const [HORIZONTAL, VERTICAL] = [0x2500, 0x2502];
const CORNERS = [0x256d, 0x256e, 0x256f, 0x2570] as const;

export class Overlays {
  depth: ColorDepth = 'truecolor';
  private readonly top: CellBuffer;
  private readonly painter: CellPainter;
  private shown: OverlayContent = NO_OVERLAYS;
  /** Cells that the last frame's overlays covered or changed. */
  private covered: readonly Rect[] = [];

  constructor(
    private readonly base: CellBuffer,
    private readonly resolve: (css: string) => Color | undefined,
  ) {
    this.top = new CellBuffer(base.width, base.height, base.table);
    this.painter = new CellPainter(this.top);
  }

  /** The cells to show: the document's own where nothing lies above them. */
  get cells(): CellBuffer {
    return this.covered.length > 0 ? this.top : this.base;
  }

  /** True where a panel covers the cell. */
  covers(x: number, y: number): boolean {
    return this.panels().some(
      ({ rect }) => !isEmpty(intersect(rect, { x, y, width: 1, height: 1 })),
    );
  }

  /**
   * Puts the overlays above the document's cells as they are now, and adds to `damage` what they
   * changed against the last frame.
   */
  compose(content: OverlayContent, damage: Damage): void {
    const { base, top } = this;
    const same = sameContent(content, this.shown) && top.width === base.width;
    this.shown = content;
    if (same && top.height === base.height && (this.covered.length === 0 || damage.empty)) return;
    for (const rect of this.covered) damage.add(rect);
    const panels = this.panels();
    const area = { x: 0, y: 0, width: base.width, height: base.height };
    const touched = [...content.highlight, ...panels.map(({ rect }) => rect)]
      // A glyph of two cells of which one is covered is not shown: one column more on each side.
      .map(({ x, y, width, height }) => intersect({ x: x - 1, y, width: width + 2, height }, area))
      .filter((rect) => !isEmpty(rect));
    this.covered = touched;
    if (touched.length === 0) return;
    this.copyBase();
    for (const rect of content.highlight) this.highlight(intersect(rect, area));
    for (const panel of panels) this.paint(panel);
    for (const rect of touched) damage.add(rect);
  }

  private panels(): Panel[] {
    const { notices, tip } = this.shown;
    const tips = tip === null ? undefined : placeTip(tip, this.base);
    const placed = placeNotices(notices, this.base);
    return tips === undefined ? placed : [...placed, tips];
  }

  private copyBase(): void {
    const { base, top } = this;
    if (top.width !== base.width || top.height !== base.height) top.resize(base.width, base.height);
    top.glyphs.set(base.glyphs);
    top.styles.set(base.styles);
    top.generation = base.generation;
  }

  private highlight({ x, y, width, height }: Rect): void {
    const { glyphs, styles, table, width: stride } = this.top;
    const background = this.resolve('var(--selection)') ?? DEFAULT_COLOR;
    const colored = background !== DEFAULT_COLOR && this.depth !== 'none';
    for (let row = y; row < y + height; row++) {
      let from = row * stride + x;
      let to = from + width;
      // Glyphs of two cells are highlighted whole.
      if (glyphs[from] === WIDE_TAIL && x > 0) from--;
      if (glyphs[to] === WIDE_TAIL && to < (row + 1) * stride) to++;
      for (let at = from; at < to; at++) {
        const { fg, bg, attributes } = table.get(styles[at]!);
        styles[at] = colored
          ? table.intern(fg, background, attributes & ~REVERSE)
          : table.intern(fg, bg, attributes ^ REVERSE);
      }
    }
  }

  private paint({ rect, lines, border, kind }: Panel): void {
    const { painter } = this;
    const surface = this.color('var(--surface)');
    // Where the theme has no surface of its own, a tooltip has no edge but reverse video.
    const reverse = !border && surface === DEFAULT_COLOR ? REVERSE : 0;
    painter.depth = this.depth;
    painter.open(rect, rect);
    painter.pen(this.color('var(--text)'), surface, reverse, this.resolve);
    painter.fill(0, 0, rect.width, rect.height, BLANK);
    if (border) this.border(rect, kind === 'tip' ? 'var(--border)' : BORDER_COLORS[kind]);
    const inset = border ? 2 : kind === 'tip' && rect.width >= 3 ? 1 : 0;
    lines.forEach((line, index) => painter.text(inset, index + (border ? 1 : 0), line));
  }

  private border({ width, height }: Rect, css: string): void {
    const { painter } = this;
    const bold = this.depth === 'none' ? BOLD : 0;
    const style = painter.style(this.color(css), undefined, bold);
    painter.fill(0, 0, width, 1, HORIZONTAL, style);
    painter.fill(0, height - 1, width, 1, HORIZONTAL, style);
    painter.fill(0, 0, 1, height, VERTICAL, style);
    painter.fill(width - 1, 0, 1, height, VERTICAL, style);
    painter.put(0, 0, CORNERS[0], style);
    painter.put(width - 1, 0, CORNERS[1], style);
    painter.put(width - 1, height - 1, CORNERS[2], style);
    painter.put(0, height - 1, CORNERS[3], style);
  }

  private color(css: string): Color {
    return this.resolve(css) ?? DEFAULT_COLOR;
  }
}

function sameContent(a: OverlayContent, b: OverlayContent): boolean {
  return (
    a.notices === b.notices &&
    a.tip === b.tip &&
    a.highlight.length === b.highlight.length &&
    a.highlight.every((rect, index) => sameRect(rect, b.highlight[index]!))
  );
}
