/**
 * Characters that a page paints itself, as layers of a background: blocks, lines of boxes, braille. Fonts draw
 * them with seams, at other widths or not at all. The shapes are those of pictures; see glyph-shapes.ts.
 */
import type { Rect } from '../base/geometry.js';
import { CELL_WIDTH, glyphShape, type GlyphShape } from './glyph-shapes.js';

/** Lengths of CSS for places in a cell, which is 8 by 16 units. */
export interface CellLengths {
  /** From the left edge. */
  x(units: number): string;
  /** From the top. */
  y(units: number): string;
}

/** A layer of a background, as the properties of CSS have it. */
interface Layer {
  readonly image: string;
  readonly position: string;
  readonly size: string;
  readonly repeat: 'repeat-x' | 'no-repeat';
}

const INK = 'currentColor';
const NONE = '#0000';

/** The class of a run of such a character, which may be repeated; undefined for what a font paints. */
export function glyphClass(text: string): string | undefined {
  const code = text.codePointAt(0) ?? 0;
  if (code < 0x2500) return undefined;
  const char = String.fromCodePoint(code);
  return glyphShape(char) === undefined ? undefined : `g${code.toString(16)}`;
}

/** The rule of a class that `glyphClass` has named. The color below the layers is another rule's. */
export function glyphRule(name: string, lengths: CellLengths): string {
  const char = String.fromCodePoint(parseInt(name.slice(1), 16));
  const shape = glyphShape(char) ?? { rects: [] };
  const layers = [...strokes(char, lengths), ...bands(char, shape, lengths)];
  const property = (key: keyof Layer): string =>
    `background-${key}:${layers.map((layer) => layer[key]).join()}`;
  const lines = (['image', 'position', 'size', 'repeat'] as const).map(property);
  return `.${name}{${layers.length === 0 ? '' : lines.join(';')}}`;
}

/** Lines of dashes that lie: what is repeated in a run is not the same all over a cell. */
const DASHED = /[\u2504\u2505\u2508\u2509\u254c\u254d]/;

/**
 * Rectangles beside each other are one layer. It is as wide as the run, not as a cell: widths that are not whole
 * pixels would leave seams.
 */
function bands(char: string, { rects, opacity = 1 }: GlyphShape, { x, y }: CellLengths): Layer[] {
  const ink = opacity === 1 ? INK : `color-mix(in srgb,${INK} ${opacity * 100}%,${NONE})`;
  const groups = new Map<string, Rect[]>();
  for (const rect of [...rects].sort((a, b) => a.x - b.x)) {
    const name = `${rect.y} ${rect.height}`;
    groups.set(name, [...(groups.get(name) ?? []), rect]);
  }
  return [...groups.values()].map((group) => {
    const { y: top, height } = group[0]!;
    // A stop before the last one counts as there: 0 makes a hard edge.
    const stops = group.flatMap(({ x: left, width }) => [
      ...(left > 0 ? [`${NONE} 0 ${x(left)}`] : []),
      `${ink} 0${left + width < CELL_WIDTH ? ` ${x(left + width)}` : ''}`,
    ]);
    const { x: last, width } = group.at(-1)!;
    if (last + width < CELL_WIDTH) stops.push(`${NONE} 0`);
    return {
      image: `linear-gradient(90deg,${(stops.length > 1 ? stops : [ink, ink]).join()})`,
      position: `0 ${y(top)}`,
      size: `${DASHED.test(char) ? 'var(--cell)' : '100%'} calc(${y(top + height)} - ${y(top)})`,
      repeat: 'repeat-x',
    };
  });
}

/** Round corners: on which sides of the middle of the cell their ends are. */
const CORNERS: Readonly<Record<string, readonly [right: boolean, bottom: boolean]>> = {
  '\u256d': [true, true],
  '\u256e': [false, true],
  '\u256f': [false, false],
  '\u2570': [true, false],
};
/** Diagonals: to which sides the gradients across them go. */
const DIAGONALS: Readonly<Record<string, readonly string[]>> = {
  '\u2571': ['to bottom right'],
  '\u2572': ['to bottom left'],
  '\u2573': ['to bottom right', 'to bottom left'],
};

function strokes(char: string, lengths: CellLengths): Layer[] {
  const corner = CORNERS[char];
  if (corner !== undefined) return cornerLayers(...corner, lengths);
  return (DIAGONALS[char] ?? []).map((side) => ({
    image: `linear-gradient(${side},${NONE} calc(50% - .8px),${INK} calc(50% - .3px) calc(50% + .3px),${NONE} calc(50% + .8px))`,
    position: '0 0',
    size: '100% 100%',
    repeat: 'no-repeat',
  }));
}

/**
 * A quarter of a ring, and the line from it to the edge above or below. The line in the middle is from 4 to 5, and from 8 to 9.
 * Layers are as wide as the cell: browsers move the edges of others to pixels of their own choice, beside those of straight lines.
 */
function cornerLayers(isRight: boolean, isBottom: boolean, { x, y }: CellLengths): Layer[] {
  const [top, bottom] = isBottom ? [y(8), y(12)] : [y(5), y(9)];
  // They overlap: their edges may be moved apart.
  const [from, to] = isBottom ? [y(11.5), y(16)] : [y(0), y(5.5)];
  const radius = isRight ? `calc(var(--cell) - ${x(4)})` : x(5);
  const height = `calc(${bottom} - ${top})`;
  const centre = `${isRight ? 'var(--cell)' : '0'} ${isBottom ? '100%' : '0'}`;
  const layer = (image: string, above: string, size: string): Layer => ({
    image,
    position: `0 ${above}`,
    size: `100% ${size}`,
    repeat: 'no-repeat',
  });
  return [
    layer(
      `radial-gradient(${radius} ${height} at ${centre},${NONE} 70%,${INK} 80% 94%,${NONE} 104%)`,
      top,
      height,
    ),
    layer(
      `linear-gradient(90deg,${NONE} ${x(4)},${INK} 0 ${x(5)},${NONE} 0)`,
      from,
      `calc(${to} - ${from})`,
    ),
  ];
}
