/** Cutting and padding by cells, always between graphemes. */
import { cellWidth, graphemes } from './graphemes.js';

/**
 * Sanitised text cut to at most `cells` cells; where something is cut, `ellipsis` ends it. A box too
 * small for the ellipsis gets as much of the text as fits.
 */
export function truncate(text: string, cells: number, ellipsis = '…'): string {
  if (cells <= 0) return '';
  if (text.length <= cells * 2 && cellWidth(text) <= cells) return text;
  const mark = cellWidth(ellipsis);
  const head = fit(text, cells);
  if (head.length === text.length) return text;
  return cells < mark ? head : fit(text, cells - mark) + ellipsis;
}

/** As many leading graphemes as fit into `cells`. */
export function fit(text: string, cells: number): string {
  // 64 units a cell is past any real cluster; the cut keeps a hostile text from costing its whole length.
  const part = text.length > cells * 64 ? text.slice(0, cells * 64) : text;
  let width = 0;
  let kept = '';
  for (const grapheme of graphemes(part)) {
    width += grapheme.width;
    if (width > cells) return kept;
    kept += grapheme.text;
  }
  return kept;
}

/** Text padded with blanks to exactly `cells` cells, cut where it is longer. */
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
