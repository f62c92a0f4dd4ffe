/**
 * Splits the text of a document into units: top-level blocks, and parts of very long ones. A unit that is `stable`
 * never changes, whatever is appended; so an append reads what comes after them only.
 *
 * A text is read in windows, so that the cost of each step is bounded, and the same text has the same units
 * however it came.
 */
import { normalize, readBlocks, type ReadBlock, type References } from './parser.js';

type UnitKind =
  | 'heading'
  | 'paragraph'
  | 'list'
  | 'quote'
  | 'code'
  | 'table'
  | 'rule'
  | 'html'
  | 'reference';

export interface Unit {
  readonly kind: UnitKind;
  /** What is read before `text` for a piece of a longer block: the line that opens the code, the head of the table. */
  readonly prefix: string;
  readonly text: string;
  /** Its first line in the document, from 0. */
  readonly line: number;
  /** Of a heading: 1 to 6, otherwise 0. */
  readonly level: number;
  /** Of a heading: its content as written. */
  readonly content: string;
  /** True for a piece of a longer block that is not its first. */
  readonly continues: boolean;
}

/** Characters that are read at once. */
const WINDOW = 128 * 1024;
/** From here on a code block goes on in another unit, at a line. */
const LONG = { characters: 16 * 1024, lines: 400 };
/** The same for a list and a table, whose lines are elements. */
const MANY = { characters: 8 * 1024, lines: 150 };
/** The same for a block that has no parts of its own: what follows is a block for itself. */
const MAX_UNIT = { characters: 64 * 1024, lines: 1600 };

const KINDS: Readonly<Record<string, UnitKind>> = {
  heading_open: 'heading',
  bullet_list_open: 'list',
  ordered_list_open: 'list',
  blockquote_open: 'quote',
  fence: 'code',
  code_block: 'code',
  table_open: 'table',
  hr: 'rule',
  html_block: 'html',
};

export class MarkdownSource {
  /** Units that stay as they are. */
  readonly stable: Unit[] = [];
  /** Units that more text may change. */
  tail: readonly Unit[] = [];
  /** Definitions of the stable units. */
  readonly #fixed = Object.create(null) as References;
  /** All definitions. */
  references: References = Object.create(this.#fixed) as References;
  /** Text after the stable units. In one piece: what is cut off a string of some MB and put before it again copies all. */
  #text = '';
  /** Characters of it that have been read. */
  #read = 0;
  #prefix = '';
  #continues = false;
  /** Of a list that the text ends in: where its last item starts, in the text of its unit. */
  #itemAt: number | undefined;
  /** Characters that are read at once. */
  #room = WINDOW;
  /** Labels whose definition has become stable. */
  readonly #settled = new Set<string>();
  #line = 0;
  /** A carriage return that may have a line feed behind it. */
  #held = '';

  /** True where there is text that was not read; see `read`. */
  get isPending(): boolean {
    return this.#read < this.#text.length;
  }

  /** Characters that were not read. */
  get unread(): number {
    return this.#text.length - this.#read;
  }

  /** All of it, as it was normalized. */
  get text(): string {
    return this.stable.map(({ text }) => text).join('') + this.#text;
  }

  /** Adds text at the end; `read` makes units of it. */
  append(chunk: string): void {
    let text = this.#held + chunk;
    this.#held = text.endsWith('\r') ? '\r' : '';
    if (this.#held !== '') text = text.slice(0, -1);
    this.#text += normalize(text);
  }

  /** Nothing is appended any more: a carriage return at the end is a line break. */
  end(): void {
    if (this.#held === '') return;
    this.#held = '';
    this.#text += '\n';
  }

  /**
   * Reads the next part of the text.
   *
   * @returns labels of definitions that are new or others now
   */
  read(): ReadonlySet<string> {
    if (this.#growTable() || this.#growList()) return NO_LABELS;
    const before = { ...this.references };
    this.#settled.clear();
    let size = Math.max(this.#room - this.#read, LONG.characters);
    do {
      this.#read = Math.min(this.#read + size, this.#text.length);
      size = this.#read;
    } while (!this.#readOpen() && this.isPending);
    return this.#changedSince(before);
  }

  /**
   * Adds the rest to the table that the text ends in, without reading it again. A line that starts with `|` is another
   * row of a table, whatever is in it; so nothing else of the text changes.
   *
   * @returns false where the rest may be something else
   */
  #growTable(): boolean {
    const last = this.tail.at(-1);
    if (last?.kind !== 'table' || this.unread > MANY.characters) return false;
    const { prefix, text } = last;
    const grown = text + this.#text.slice(this.#read);
    const all = (prefix + grown).trimStart();
    if (all.length > MANY.characters || countLines(all) >= MANY.lines) return false;
    if (!hasHead(prefix + text)) return false;
    // A blank line before these would end it.
    if (!isOfRows(grown.slice(text.lastIndexOf('\n', text.length - 2) + 1))) return false;
    this.tail = [...this.tail.slice(0, -1), { ...last, text: grown }];
    this.#read = this.#text.length;
    return true;
  }

  /**
   * Adds the rest to the list that the text ends in, of which only the last item is read again. What starts an item is
   * one whatever follows, and items before it stay as they are.
   *
   * @returns false where the rest may be something else
   */
  #growList(): boolean {
    const last = this.tail.at(-1);
    const itemAt = this.#itemAt;
    if (last?.kind !== 'list' || itemAt === undefined || this.unread > MANY.characters)
      return false;
    const text = last.text + this.#text.slice(this.#read);
    if (text.length > MANY.characters || countLines(text) >= MANY.lines) return false;
    const item = text.slice(itemAt);
    if (!isItem(item)) return false;
    const [block, ...others] = readBlocks(item, {});
    if (block?.lastItem === undefined || others.length > 0) return false;
    this.tail = [...this.tail.slice(0, -1), { ...last, text }];
    this.#itemAt = itemAt + (lineStarts(item)[block.lastItem] ?? 0);
    this.#read = this.#text.length;
    return true;
  }

  /** Moves what is stable from the open text to the units. @returns true where something was, or all is read */
  #readOpen(): boolean {
    let isMoved = false;
    for (;;) {
      // Definitions of the tail are read again each time: the first one of a label counts.
      this.references = Object.create(this.#fixed) as References;
      const skipped = this.#prefix.length;
      const text = this.#prefix + this.#text.slice(0, this.#read);
      const lines = lineStarts(text);
      const blocks = readBlocks(text, this.references);
      const units = this.#unitsOf(text, lines, blocks);
      const cut = firstCut(text, lines, blocks);
      const end = cut?.block ?? stableCount(text, lines, blocks);
      const next = cut?.at ?? (end === 0 ? 0 : lines[blocks[end]!.start]!);
      this.tail = units;
      this.#itemAt = lastItemAt(lines, blocks, skipped);
      if (next <= skipped) return isMoved;
      isMoved = true;
      for (const block of blocks.slice(0, cut === undefined ? end : end + 1)) this.#settle(block);
      this.stable.push(...units.slice(0, end));
      if (cut !== undefined) {
        const unit = units[end]!;
        const start = end === 0 ? skipped : lines[blocks[end]!.start]!;
        this.stable.push({ ...unit, text: text.slice(start, next) });
      }
      this.#line += countLines(text.slice(skipped, next));
      this.#text = this.#text.slice(next - skipped);
      this.#read -= next - skipped;
      this.#prefix = cut?.prefix ?? '';
      this.#continues = cut !== undefined;
      this.tail = [];
      this.#itemAt = undefined;
      // The rest of a long block is read piece by piece, not as a whole for each of them.
      this.#room = cut === undefined ? WINDOW : 3 * LONG.characters;
      if (this.#read <= this.#room) continue;
      this.#read = this.#room;
      return true;
    }
  }

  #settle({ labels }: ReadBlock): void {
    for (const label of labels) {
      if (this.#fixed[label] !== undefined) continue;
      this.#fixed[label] = this.references[label]!;
      this.#settled.add(label);
    }
  }

  #changedSince(before: References): ReadonlySet<string> {
    const changed = new Set<string>();
    const labels = [...Object.keys(before), ...Object.keys(this.references), ...this.#settled];
    for (const label of labels) {
      const then = before[label];
      const now = this.references[label];
      if (then?.href !== now?.href || then?.title !== now?.title) changed.add(label);
    }
    return changed;
  }

  /** Units of blocks: each has the text up to the next one, blank lines included. */
  #unitsOf(text: string, lines: readonly number[], blocks: readonly ReadBlock[]): Unit[] {
    const prefix = this.#prefix;
    const line = this.#line;
    const continues = this.#continues;
    const skipped = countLines(prefix);
    return blocks.map((block, index) => {
      const isFirst = index === 0;
      const next = blocks[index + 1];
      return {
        kind: kindOf(block),
        prefix: isFirst ? prefix : '',
        text: text.slice(
          isFirst ? prefix.length : lines[block.start],
          next === undefined ? text.length : lines[next.start],
        ),
        line: line + Math.max(0, block.start - skipped),
        level: block.token?.type === 'heading_open' ? Number(block.token.tag.slice(1)) : 0,
        content: block.content,
        continues: isFirst && continues,
      };
    });
  }
}

const NO_LABELS: ReadonlySet<string> = new Set();

/** True where the first two lines of a table are complete: its columns stay as they are. */
export function hasHead(table: string): boolean {
  return countLines(table.trimStart()) >= 2;
}

/** True for lines that go on a table with another row each, whatever the last one will be. */
export function isOfRows(text: string): boolean {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.every((line) => line.startsWith('|'));
}

/**
 * True for a text that starts with an item of a list at the start of a line, however it goes on. Without definitions:
 * they count everywhere, and show nothing.
 */
export function isItem(text: string): boolean {
  // A line of signs alone may be a rule.
  return /^(?:[-+*]|\d{1,9}[.)])[ \t]+[^\s*+_-]/.test(text) && !text.includes(']:');
}

/** Where the last item starts of a list that a text ends in, from the start of the list's unit on. */
function lastItemAt(
  lines: readonly number[],
  blocks: readonly ReadBlock[],
  prefix: number,
): number | undefined {
  const block = blocks.at(-1);
  if (block?.lastItem === undefined) return undefined;
  return lines[block.lastItem]! - (blocks.length === 1 ? prefix : lines[block.start]!);
}

/** Where the first block that is too long goes on in another unit. */
function firstCut(
  text: string,
  lines: readonly number[],
  blocks: readonly ReadBlock[],
): { readonly block: number; readonly at: number; readonly prefix: string } | undefined {
  for (const [index, block] of blocks.entries()) {
    const at = cutBlock(text, lines, block);
    if (at === undefined) continue;
    const head = kindOf(block) === 'table' ? 2 : block.token?.type === 'fence' ? 1 : 0;
    const prefix = text.slice(lines[block.start], lines[block.start + head]);
    return { block: index, at, prefix };
  }
  return undefined;
}

function kindOf({ token }: ReadBlock): UnitKind {
  return token === undefined ? 'reference' : (KINDS[token.type] ?? 'paragraph');
}

/** How many blocks at the start stay as they are, whatever is appended to the text. */
function stableCount(text: string, lines: readonly number[], blocks: readonly ReadBlock[]): number {
  for (let index = blocks.length - 1; index > 0; index--) {
    const { start, lastItem } = blocks[index]!;
    // What the last line is depends on the rest of it.
    const isComplete = start + 1 < lines.length;
    const before = blocks[index - 1]!;
    // A line that starts a list ends whatever is before it.
    const isAfter = before.end < start || lastItem !== undefined;
    if (isComplete && (isAfter || closesItself(text, lines, before))) return index;
  }
  return 0;
}

/** True for a block after which any line is another block, blank or not. */
function closesItself(text: string, lines: readonly number[], { token, end }: ReadBlock): boolean {
  if (token?.type === 'hr') return true;
  if (token?.type === 'heading_open') return token.markup.startsWith('#');
  if (token?.type !== 'fence') return false;
  const last = text.slice(lines[end - 1] ?? 0, lines[end] ?? text.length).trim();
  return last.startsWith(token.markup) && /^(`+|~+)$/.test(last);
}

/** Where a long block is cut: the start of a line; undefined where it is kept whole. */
function cutBlock(text: string, lines: readonly number[], block: ReadBlock): number | undefined {
  const start = lines[block.start]!;
  const length = (lines[block.end] ?? text.length) - start;
  if (length <= MANY.characters && block.end - block.start <= MANY.lines) return undefined;
  const kind = kindOf(block);
  const hasParts = kind === 'list' || kind === 'table' || kind === 'code';
  const limit = kind === 'code' ? LONG : hasParts ? MANY : MAX_UNIT;
  const sibling = kind === 'list' ? siblingOf(text.slice(start, start + 40)) : undefined;
  // What the last line is depends on the rest of it.
  const end = Math.min(block.end, lines.length - 1);
  for (let line = block.start + 1; line < end; line++) {
    const at = lines[line]!;
    if (at < start + limit.characters && line < block.start + limit.lines) continue;
    if (kind !== 'list' || sibling?.test(text.slice(at, at + 40)) === true) return at;
    if (at - start > 4 * MAX_UNIT.characters) return at;
  }
  return kind === 'code' ? undefined : cutLine(text, start, length);
}

/** One line and no end of it: it goes on after a blank. */
function cutLine(text: string, start: number, length: number): number | undefined {
  if (length <= 2 * MAX_UNIT.characters) return undefined;
  const least = start + MAX_UNIT.characters;
  const blank = text.lastIndexOf(' ', least);
  const at = blank > least - 1000 ? blank + 1 : least;
  return /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at;
}

/** What lines that start another item of the same list look like. */
function siblingOf(text: string): RegExp | undefined {
  const [, indent = '', marker = ''] = /^( {0,3})([-+*]|\d{1,9}[.)])(?=[ \t\n])/.exec(text) ?? [];
  if (marker === '') return undefined;
  const sign = marker.slice(-1).replace(/[*+.)]/, '\\$&');
  const number = marker.length > 1 ? '\\d{1,9}' : '';
  // A line of signs alone may be a rule.
  return new RegExp(`^${indent}${number}${sign}[ \\t]+[^\\s*+_-]`);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
