/** The one door to css-tree: loaded when there is a sheet to read, and kept from reading its own leftovers. */
import type { CssNode } from 'css-tree';
import { cssParser } from '../../base/packages.cjs';

type CssParser = ReturnType<typeof cssParser>;

let parser: CssParser | undefined;
/** Longest text parsed, in UTF-16 units: what css-tree's token buffer may hold. */
let longest = -1;

/** True once a sheet was parsed: until then css-tree is not loaded. */
export function isCssParserLoaded(): boolean {
  return parser !== undefined;
}

/**
 * Parses a sheet into rules and declarations, with values and selectors left as text. Throws
 * RangeError where blocks nest deeper than the stack.
 *
 * @param offset added to every place, in UTF-16 units.
 */
export function parseCss(text: string, offset: number): CssNode {
  parser ??= cssParser();
  clean(parser, text.length);
  return parser(text, {
    context: 'stylesheet',
    positions: true,
    offset,
    parseValue: false,
    parseCustomProperty: false,
    parseRulePrelude: false,
    parseAtrulePrelude: false,
  });
}

/**
 * css-tree 3.2.1 reuses its token buffer and, to match brackets, looks at the token at index
 * `text.length`, which this text never writes. An opening bracket that a longer text has left there
 * breaks the matching and sends the parser round for ever. Tokens that are not brackets put it right.
 */
function clean(parse: CssParser, length: number): void {
  if (length <= longest) parse(';'.repeat(length + 1), { context: 'declarationList' });
  longest = Math.max(longest, length + 1);
}
