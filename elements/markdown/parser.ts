/** Wraps markdown-it: CommonMark with GFM's tables, strikethrough and autolinks. */
import MarkdownIt, { type Token } from 'markdown-it';

export type { Token } from 'markdown-it';

/** Link reference definitions by their normalized labels. */
export type References = Record<string, { title: string; href: string }>;

/** A block of the top level, in lines of the text that was read; `end` is exclusive. */
export interface ReadBlock {
  readonly start: number;
  readonly end: number;
  /** The first token; undefined for link reference definitions, which show nothing. */
  readonly token: Token | undefined;
  /** Of a heading: its content as written. */
  readonly content: string;
  /** Labels of the definitions in it. */
  readonly labels: readonly string[];
  /** Of a list: the first line of its last item. */
  readonly lastItem: number | undefined;
}

/** Levels of blocks in blocks. markdown-it leaves out what is deeper: such a block is shown as it is written. */
export const MAX_NESTING = 100;

const parser = new MarkdownIt('default', { html: true, linkify: true, maxNesting: MAX_NESTING });
// Blocks are read one by one here, and lines are normalized once.
parser.core.ruler.disable(['normalize', 'block']);
// A destination that may not be followed is still no text: see links.ts.
parser.validateLink = () => true;
// What is shown of an address is the address: no other script in place of its code, no decoding.
parser.normalizeLinkText = (url) => url;

const { normalizeReference } = parser.utils;
export { normalizeReference };

/** Normalizes line breaks and null characters, as markdown-it requires. */
export function normalize(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return lines.includes('\0') ? lines.replaceAll('\0', '\ufffd') : lines;
}

/** The blocks of the top level. Definitions in them are added to `references`, unless the label has one. */
export function readBlocks(text: string, references: References): ReadBlock[] {
  const blocks: ReadBlock[] = [];
  let labels: string[] = [];
  const noting = new Proxy(references, {
    set: (target, label, value) => {
      labels.push(String(label));
      return Reflect.set(target, label, value);
    },
  });
  const state = new parser.block.State(text, parser, { references: noting }, []);
  const rules = parser.block.ruler.getRules('');
  const { lineMax, tokens } = state;
  for (let line = state.skipEmptyLines(0); line < lineMax; line = state.skipEmptyLines(line)) {
    const first = tokens.length;
    state.line = line;
    for (const rule of rules) if (rule(state, line, lineMax, false)) break;
    // No rule leaves a line where it is; a document that does would never end.
    const end = Math.max(state.line, line + 1);
    const token = tokens[first];
    const content = token?.type === 'heading_open' ? (tokens[first + 1]?.content ?? '') : '';
    const lastItem = lastItemOf(tokens, first);
    blocks.push({ start: line, end: trimmed(state, line, end), token, content, labels, lastItem });
    // Nothing but the first token of a block is kept.
    tokens.length = 0;
    labels = [];
    line = end;
  }
  return blocks;
}

function lastItemOf(tokens: readonly Token[], first: number): number | undefined {
  if (tokens[first]?.type.endsWith('list_open') !== true) return undefined;
  return tokens.findLast(({ type, level }) => type === 'list_item_open' && level === 1)?.map?.[0];
}

/** Where a block ends, without blank lines after it. */
function trimmed(state: { isEmpty(line: number): boolean }, start: number, end: number): number {
  while (end > start + 1 && state.isEmpty(end - 1)) end--;
  return end;
}

/** The tokens of a text; those of type `inline` are not read yet. */
export function parseBlocks(text: string, references: References): Token[] {
  const tokens: Token[] = [];
  parser.block.parse(text, parser, { references }, tokens);
  return tokens;
}

/** What a token of type `inline` contains. */
export function parseInline(token: Token, references: References): readonly Token[] {
  const state = new parser.core.State(token.content, parser, { references });
  state.tokens = [token];
  parser.core.process(state);
  return token.children ?? [];
}
