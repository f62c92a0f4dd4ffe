/** A picture as lines of text with SGR colours (ECMA-48, section 8.3.117), for `cat` and for logs. */
import {
  channels,
  isIndexed,
  isRgb,
  paletteIndex,
  type Color,
  type ColorDepth,
} from '../base/color.js';
import {
  BLINK,
  BOLD,
  DIM,
  ITALIC,
  REVERSE,
  STRIKE,
  UNDERLINE,
  type Style,
} from '../paint/cells.js';
import { ColorMapper } from '../terminal/encoding/palette.js';
import { runsOf, type ScreenParts } from './parts.js';

const CODES: readonly (readonly [number, number])[] = [
  [BOLD, 1],
  [DIM, 2],
  [ITALIC, 3],
  [UNDERLINE, 4],
  [BLINK, 5],
  [REVERSE, 7],
  [STRIKE, 9],
];

/**
 * One line a row, in colours that a terminal of `depth` has, whole rows where they have a background; a reset ends every line that set
 * something, so that a cut-off output leaves no colour behind. Trailing rows without content are dropped.
 */
export function toAnsi(screen: ScreenParts, depth: ColorDepth): string {
  const mapper = new ColorMapper(depth);
  const palette = screen.palette.map(({ fg, bg, attributes }) => ({
    fg: mapper.map(fg),
    bg: mapper.map(bg),
    attributes,
  }));
  const lines = Array.from({ length: screen.height }, (_, y) => line(screen, palette, y));
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

function line(screen: ScreenParts, palette: readonly Style[], y: number): string {
  let text = '';
  let kept = '';
  let keptColored = false;
  let colored = false;
  for (const { x, cells, style } of runsOf(screen, y)) {
    const start = y * screen.width + x;
    const content = screen.chars.slice(start, start + cells).join('');
    const sgr = codes(palette[style]);
    if (sgr.length > 0 || colored) text += `\u001b[${[0, ...sgr].join(';')}m`;
    colored = sgr.length > 0;
    text += content;
    // Blanks in the terminal's own colours at the end of a row show nothing.
    if (colored || content.trim() !== '') {
      kept = colored ? text : text.replace(/ +$/, '');
      keptColored = colored;
    }
  }
  return keptColored ? `${kept}\u001b[0m` : kept;
}

function codes(style: Style | undefined): (number | string)[] {
  if (style === undefined) return [];
  const found: (number | string)[] = CODES.filter(([bit]) => (style.attributes & bit) !== 0).map(
    ([, code]) => code,
  );
  found.push(...color(style.fg, 30), ...color(style.bg, 40));
  return found;
}

function color(value: Color, base: 30 | 40): (number | string)[] {
  if (isRgb(value)) return [base + 8, 2, ...channels(value)];
  if (!isIndexed(value)) return [];
  const index = paletteIndex(value);
  if (index < 8) return [base + index];
  if (index < 16) return [base + 60 + index - 8];
  return [base + 8, 5, index];
}
