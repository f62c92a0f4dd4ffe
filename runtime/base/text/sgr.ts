/** SGR: the sequences by which programs set colours and attributes of their text (ECMA-48, section 8.3.117). */
import { DEFAULT_COLOR, indexed, rgb, type Color } from '../color.js';
import { BLINK, BOLD, DIM, ITALIC, REVERSE, STRIKE, UNDERLINE } from './attributes.js';

/** The look of the text that follows. */
export interface Pen {
  readonly fg: Color;
  readonly bg: Color;
  /** Bits of `attributes.ts`. */
  readonly attributes: number;
}

export const PLAIN_PEN: Pen = { fg: DEFAULT_COLOR, bg: DEFAULT_COLOR, attributes: 0 };

/** One sequence; its parameters may have parts, as in `38:2::255:0:0`. */
export const SGR = /\x1b\[([\d;:]{0,64})m/;

/** Codes that switch attributes on, and those that switch them off. */
const ON: Readonly<Record<number, number>> = {
  1: BOLD,
  2: DIM,
  3: ITALIC,
  4: UNDERLINE,
  5: BLINK,
  6: BLINK,
  7: REVERSE,
  9: STRIKE,
  21: UNDERLINE,
};
const OFF: Readonly<Record<number, number>> = {
  22: BOLD | DIM,
  23: ITALIC,
  24: UNDERLINE,
  25: BLINK,
  27: REVERSE,
  29: STRIKE,
};

/** The pen after a sequence with these parameters. */
export function withSgr(before: Pen, parameters: string): Pen {
  let pen = before;
  const codes = parameters.split(';');
  for (let at = 0; at < codes.length; at++) {
    const [code = 0, ...parts] = (codes[at] ?? '').split(':').map(Number);
    if (code === 38 || code === 48) {
      const isSplit = parts.length > 0;
      const rest = isSplit ? parts : codes.slice(at + 1, at + 5).map(Number);
      const { color, used } = extendedColor(rest, isSplit);
      if (!isSplit) at += used;
      if (color !== undefined) pen = code === 38 ? { ...pen, fg: color } : { ...pen, bg: color };
    } else pen = withCode(pen, code, parts[0]);
  }
  return pen;
}

function withCode(pen: Pen, code: number, part: number | undefined): Pen {
  if (code === 0) return PLAIN_PEN;
  const on = ON[code];
  // 4:0 switches underlines off.
  if (on !== undefined && !(code === 4 && part === 0)) {
    return { ...pen, attributes: pen.attributes | on };
  }
  const off = code === 4 ? UNDERLINE : OFF[code];
  if (off !== undefined) return { ...pen, attributes: pen.attributes & ~off };
  if (code === 39) return { ...pen, fg: DEFAULT_COLOR };
  if (code === 49) return { ...pen, bg: DEFAULT_COLOR };
  const [tens, index] = [Math.floor(code / 10), code % 10];
  if (index > 7) return pen;
  if (tens === 3 || tens === 9) return { ...pen, fg: indexed(index + (tens === 9 ? 8 : 0)) };
  if (tens === 4 || tens === 10) return { ...pen, bg: indexed(index + (tens === 10 ? 8 : 0)) };
  return pen;
}

/** The colour behind 38 or 48, and the codes it takes: `5;n` or `2;r;g;b`, with parts `2::r:g:b` as well. */
function extendedColor(
  [kind, ...rest]: readonly number[],
  isSplit: boolean,
): { readonly color: Color | undefined; readonly used: number } {
  const isByte = (value: number | undefined): value is number =>
    value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255;
  if (kind === 5) {
    const [index] = rest;
    return { color: isByte(index) ? indexed(index) : undefined, used: 2 };
  }
  if (kind !== 2) return { color: undefined, used: 1 };
  const [red, green, blue] = isSplit && rest.length > 3 ? rest.slice(1) : rest;
  const isColor = isByte(red) && isByte(green) && isByte(blue);
  return { color: isColor ? rgb(red, green, blue) : undefined, used: 4 };
}
