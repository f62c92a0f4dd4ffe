/** Lines of a tooltip, `name  value  share` each, and the names of entries and series in it. */
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import { TEXT_UNITS } from './contract.js';
import { textCells } from './scale/columns.js';

/** Most lines beside label and `…`, with which a tooltip shows whole; most cells of a name. */
export const MAX_LINES = 10;
const NAME_CELLS = 32;

export interface TooltipLine {
  readonly name: string;
  readonly value: string;
  readonly share: string;
}

/** Names to the left, values and shares to the right. */
export function alignLines(lines: readonly TooltipLine[]): string[] {
  const widest = (text: (line: TooltipLine) => string): number =>
    Math.max(0, ...lines.map((line) => textCells(text(line))));
  const names = Math.max(0, ...lines.map(({ name }) => cellWidth(name)));
  const values = widest(({ value }) => value);
  const shares = widest(({ share }) => share);
  return lines.map(({ name, value, share }) => {
    const gap = names === 0 ? '' : ' '.repeat(names - cellWidth(name) + 2);
    const row = name + gap + ' '.repeat(values - textCells(value)) + value;
    return share === '' ? row : `${row}${' '.repeat(shares - textCells(share) + 2)}${share}`;
  });
}

export function safeText(text: string): string {
  return truncate(sanitize(text.slice(0, TEXT_UNITS)).replace(/\s+/g, ' ').trim(), NAME_CELLS);
}
