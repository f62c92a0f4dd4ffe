/** Cutting and padding by cells, always between graphemes. */
import { cellWidth, walkClusters } from './graphemes.js';

/** No real cluster is longer in UTF-16 units; it keeps a hostile text from costing its whole length. */
const UNITS_PER_CELL = 64;

/**
 * Sanitised text cut to at most `cells` cells; where something is cut, `ellipsis` ends it. A box too
 * small for the ellipsis gets as much of the text as fits.
 */
export function truncate(text: string, cells: number, ellipsis = '…'): string {
  if (!(cells > 0)) return '';
  if (text.length <= cells * 2 && cellWidth(text) <= cells) return text;
  const whole = fitLength(text, cells);
  if (whole === text.length) return text;
  const mark = cellWidth(ellipsis);
  if (cells < mark) return text.slice(0, whole);
  return text.slice(0, fitLength(text, cells - mark)) + ellipsis;
}

/** As many leading graphemes as fit into `cells`. */
export function fit(text: string, cells: number): string {
  return text.slice(0, fitLength(text, cells));
}

/** UTF-16 units of the leading graphemes that fit. */
function fitLength(text: string, cells: number): number {
  if (!(cells > 0)) return 0;
  const part = text.length > cells * UNITS_PER_CELL ? text.slice(0, cells * UNITS_PER_CELL) : text;
  let width = 0;
  let length = 0;
  walkClusters(part, (_start, end, own) => {
    width += own;
    if (width > cells) return false;
    length = end;
    return true;
  });
  return length;
}

/** Pads a text with blanks to exactly `cells` cells, or truncates it. */
export function pad(
  text: string,
  cells: number,
  align: 'left' | 'right' | 'center' = 'left',
): string {
  const kept = truncate(text, cells);
  const space = Math.max(0, cells - cellWidth(kept));
  const before = align === 'left' ? 0 : align === 'right' ? space : Math.floor(space / 2);
  return ' '.repeat(before) + kept + ' '.repeat(space - before);
}
