/** Dims the cells behind a modal dialog, so that it is distinct in every color depth. */
import { channels, DEFAULT_COLOR, isRgb, rgb, type Color, type ColorDepth } from '../base/color.js';
import type { Rect } from '../base/geometry.js';
import { isImagePart } from '../base/text/image-parts.js';
import { BOLD, CLUSTER, DIM, type CellBuffer, type StyleId } from './cells.js';

/** Share of black that backgrounds take, and of the background that text takes. */
const SHADE = 0.4;
const FADE = 0.5;

/** Dims the cells of a rectangle inside the screen. @param canvas the root's background */
export function dim(cells: CellBuffer, rect: Rect, depth: ColorDepth, canvas: Color): void {
  const { glyphs, styles, table, width } = cells;
  const known = new Map<StyleId, StyleId>();
  const ofImages = new Map<StyleId, StyleId>();
  for (let row = rect.y; row < rect.y + rect.height; row++) {
    for (let at = row * width + rect.x; at < row * width + rect.x + rect.width; at++) {
      const id = styles[at]!;
      const glyph = glyphs[at]!;
      const isImage = glyph >= CLUSTER && isImagePart(table.text(glyph));
      const dimmedBefore = isImage ? ofImages : known;
      let dimmed = dimmedBefore.get(id);
      if (dimmed === undefined) {
        // Links behind a dialog cannot be followed, in the terminal neither.
        const { fg, bg, attributes } = table.get(id);
        // Pixels cannot be dimmed, and terminals that draw them would get them again with each other background.
        dimmed = isImage
          ? table.intern(fg, bg, attributes)
          : table.intern(...dimStyle(fg, bg, attributes, depth, canvas));
        dimmedBefore.set(id, dimmed);
      }
      styles[at] = dimmed;
    }
  }
}

function dimStyle(
  fg: Color,
  bg: Color,
  attributes: number,
  depth: ColorDepth,
  canvas: Color,
): [Color, Color, number] {
  const thin = attributes & ~BOLD;
  if (depth === 'none') return [fg, bg, thin | DIM];
  if (depth !== '16' && isRgb(fg) && isRgb(bg)) {
    const shaded = mix(bg, rgb(0, 0, 0), SHADE);
    return [mix(fg, shaded, FADE), shaded, thin];
  }
  // What a palette's colours look like is the terminal's business: they all give way to one.
  const plain = isRgb(bg) || bg === DEFAULT_COLOR ? bg : canvas;
  return [DEFAULT_COLOR, plain, thin | DIM];
}

function mix(from: Color, to: Color, share: number): Color {
  const [a, b] = [channels(from), channels(to)];
  const part = (index: 0 | 1 | 2): number => Math.round(a[index] * (1 - share) + b[index] * share);
  return rgb(part(0), part(1), part(2));
}
