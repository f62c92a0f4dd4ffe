/** Finds headings, words and lines in a text, whether or not they have elements. */
import { parseInline, parseBlocks, type Token } from './parser.js';
import { visible } from './nodes.js';
import type { MarkdownSource, Unit } from './source.js';

export interface OutlineEntry {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** Line of the text, from 0. */
  readonly line: number;
  /** What links call it, after the `#`. */
  readonly id: string;
}

const outlines = new WeakMap<Unit, { readonly text: string }>();

/** The headings that are not part of a list or a quote. */
export function outlineOf(source: MarkdownSource): readonly OutlineEntry[] {
  const ids = new Map<string, number>();
  const entries: OutlineEntry[] = [];
  for (const unit of unitsOf(source)) {
    if (unit.level === 0) continue;
    const text = titleOf(unit, source);
    const name = idOf(text);
    const count = ids.get(name) ?? 0;
    ids.set(name, count + 1);
    // Headings of the same words are numbered, as on forges.
    const id = count === 0 ? name : `${name}-${count}`;
    entries.push({ level: unit.level, text, line: unit.line, id });
  }
  return entries;
}

function titleOf(unit: Unit, { references }: MarkdownSource): string {
  let known = outlines.get(unit);
  if (known === undefined) {
    const inline = parseBlocks(unit.text, {}).find(({ type }) => type === 'inline');
    const words = inline === undefined ? '' : wordsOf(parseInline(inline, references));
    outlines.set(unit, (known = { text: visible(words).replace(/\s+/g, ' ').trim() }));
  }
  return known.text;
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return type === 'image' ? wordsOf(children ?? []) : content;
    })
    .join('');
}

/** As GitHub names headings. */
function idOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** `%20` and the like as what they mean; as it is where that is nothing. */
export function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Lines with some words, whatever their capitals. */
export function linesWith(source: MarkdownSource, words: string, limit: number): number[] {
  const found: number[] = [];
  const query = words.toLowerCase();
  if (query === '') return found;
  for (const { text, line } of unitsOf(source)) {
    if (!text.toLowerCase().includes(query)) continue;
    // Blank lines at the start of the text are none of the first block's.
    for (const [index, each] of text.trimStart().split('\n').entries()) {
      if (!each.toLowerCase().includes(query)) continue;
      if (found.push(line + index) >= limit) return found;
    }
  }
  return found;
}

/** The unit that a line is in. */
export function unitOfLine(source: MarkdownSource, line: number): number {
  let low = 0;
  let high = unitCount(source) - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((unitAt(source, middle)?.line ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

function* unitsOf({ stable, tail, isPending }: MarkdownSource): Iterable<Unit> {
  yield* stable;
  if (!isPending) yield* tail;
}

function unitCount({ stable, tail, isPending }: MarkdownSource): number {
  return stable.length + (isPending ? 0 : tail.length);
}

function unitAt({ stable, tail }: MarkdownSource, index: number): Unit | undefined {
  return stable[index] ?? tail[index - stable.length];
}
