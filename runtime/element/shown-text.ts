/** The text of a node as it shows: of a program's output without its sequences. */
import { plainLinesOf } from '../base/text/program-text.js';
import { IS_PROGRAM_TEXT } from './internals.js';
import { dataOf, parentElementOf } from './tree.js';
import type { TuiText } from './tui-element.js';

const HAS_SEQUENCES = /[\x1b\r]/;

export function shownTextOf(node: TuiText): string {
  const data = dataOf(node);
  if (!HAS_SEQUENCES.test(data)) return data;
  for (let at = parentElementOf(node); at !== null; at = parentElementOf(at)) {
    if (at[IS_PROGRAM_TEXT]) return plainLinesOf(data);
  }
  return data;
}
