/**
 * The lines of a log: UTF-8 in blocks of 256 KB with an offset a line, so that a million lines take little more than
 * their text. A line has a number that stays its own when others before it are dropped. Nothing is parsed here but
 * where colours of a line continue on the next one.
 *
 * Many lines that are set at once are stored in portions, those first that are read. Until then each text counts as one
 * line: one of several lines moves those behind it on once it is read, or when exact numbers are needed.
 */
import { PLAIN_PEN, SGR, withSgr, type Pen } from '../../../runtime/base/text/sgr.js';
import {
  addBytes,
  boundsOf,
  hasBreaks,
  newBlock,
  penIn,
  setPenIn,
  textOf,
  textOfLines,
  textOfUnread,
  type Block,
} from './block.js';

/** UTF-16 units of a line without an end; then it is ended, so that adding to it stays cheap. */
const MAX_OPEN = 64 * 1024;
/** Lines that are stored at once, where others come later. */
const PORTION = 2048;
/** Texts that are copied at once: V8 takes ten times as long for a million in one list. */
const CHUNK = 4 * PORTION;
/** Lines that are set at once from which on they are stored in portions as they are read. */
const MANY = 8 * PORTION;
/** Lines at the end that are stored before they show, so that what is above them is known too. */
const END_LINES = 1024;

const BREAK_OR_SGR = new RegExp(`\\n|${SGR.source}`, 'g');

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Lines that were set at once, and are read in their order. */
interface Unfinished {
  /** The next line that is read, the pen that it begins with, and the line after all of them. */
  line: number;
  pen: Pen;
  end: number;
  /** Each text that is not read is one line. */
  isExact: boolean;
}

export class LineStore {
  /** Lines that are kept. */
  maxLines = Infinity;
  /** The number of the first line that is kept, and the one after the last. */
  #first = 0;
  #end = 0;
  /** The last line was written without an end. */
  #isOpen = false;
  #blocks: Block[] = [];
  /** The pen after all that was written. */
  #pen: Pen = PLAIN_PEN;
  #unfinished: Unfinished | undefined;
  /** Called where lines from one on are other lines now: their numbers have grown, or their colours are known. */
  onChange: (from: number, by: number) => void = () => undefined;

  get first(): number {
    return this.#first;
  }

  get end(): number {
    return this.#end;
  }

  get count(): number {
    return this.#end - this.#first;
  }

  /** Bytes of the text and of what belongs to it. */
  get byteLength(): number {
    this.readAll();
    return this.#blocks.reduce(
      (sum, { bytes, starts, facts }) =>
        sum + bytes.byteLength + starts.byteLength + facts.byteLength,
      0,
    );
  }

  clear(): void {
    this.#blocks = [];
    this.#first = this.#end;
    this.#isOpen = false;
    this.#pen = PLAIN_PEN;
    this.#unfinished = undefined;
  }

  /** Replaces all lines. Colours of one line continue on the next one. */
  setLines(lines: Iterable<unknown>): void {
    this.clear();
    const all = Array.isArray(lines) ? (lines as unknown[]) : [...lines];
    // Which lines are kept depends on how many there are.
    const isLater = all.length > MANY && all.length <= this.maxLines && areTexts(all);
    if (isLater) this.#setLater(all);
    else
      for (let at = 0; at < all.length; at += PORTION)
        this.write(textOfLines(all.slice(at, at + PORTION)));
  }

  #setLater(texts: readonly unknown[]): void {
    const line = this.#end;
    for (let start = 0; start < texts.length; start += CHUNK) {
      const chunk = texts.slice(start, start + CHUNK);
      for (let from = 0; from < chunk.length; from += PORTION) {
        const to = Math.min(chunk.length, from + PORTION);
        this.#blocks.push(newBlock(line + start + from, { texts: chunk, from, to }));
      }
    }
    this.#end = line + texts.length;
    this.#unfinished = { line, pen: PLAIN_PEN, end: this.#end, isExact: false };
  }

  /** Adds whole lines: a line feed at the end adds none. They begin without colours. */
  append(text: string): void {
    this.#isOpen = false;
    this.#pen = PLAIN_PEN;
    this.#add(text.endsWith('\n') ? text : `${text}\n`);
  }

  /**
   * Adds a piece of a stream: a line without an end is continued by the next piece.
   *
   * @returns the first line that may be another one than before
   */
  write(text: string): number {
    if (text === '') return this.#end;
    // The colours of what is before continue in it.
    this.readAll();
    const before = this.#isOpen ? this.#takeOpen() : '';
    const from = this.#end;
    const whole = before + text;
    const isOpen = !whole.endsWith('\n');
    this.#add(isOpen ? `${whole}\n` : whole);
    this.#isOpen = isOpen && whole.length - whole.lastIndexOf('\n') < MAX_OPEN;
    return from;
  }

  /** A line as it was written, without its end; empty where there is none. */
  source(line: number): string {
    const block = this.#blockOf(line);
    if (block === undefined) return '';
    const [start, end] = boundsOf(block, line - block.first);
    return withoutReturn(decoder.decode(block.bytes.subarray(start, end)));
  }

  /** Visits lines in order; a block is decoded once. */
  each(from: number, to: number, visit: (line: number, source: string) => void): void {
    let line = Math.max(from, this.#first);
    const end = Math.min(to, this.#end);
    while (line < end) {
      const block = this.#blockOf(line);
      if (block === undefined) return;
      const last = Math.min(end, block.first + block.count);
      const [origin] = boundsOf(block, line - block.first);
      const [, stop] = boundsOf(block, last - 1 - block.first);
      // In ASCII, bytes are characters.
      const text = block.isAscii ? decoder.decode(block.bytes.subarray(origin, stop)) : '';
      for (; line < last; line++) {
        const [start, after] = boundsOf(block, line - block.first);
        const source = block.isAscii
          ? text.slice(start - origin, after - origin)
          : decoder.decode(block.bytes.subarray(start, after));
        visit(line, withoutReturn(source));
      }
    }
  }

  /** The pen that a line begins with. */
  penOf(line: number): Pen {
    const block = this.#blockOf(line);
    return block === undefined ? PLAIN_PEN : penIn(block, line - block.first);
  }

  factsOf(line: number): number {
    const block = this.#blockOf(line);
    return block?.facts[line - block.first] ?? 0;
  }

  setFacts(line: number, facts: number): void {
    const block = this.#blockOf(line);
    if (block === undefined) return;
    if (block.facts.length < block.count) {
      const grown = new Uint8Array(block.starts.length);
      grown.set(block.facts);
      block.facts = grown;
    }
    block.facts[line - block.first] = facts;
  }

  resetFacts(): void {
    for (const block of this.#blocks) block.facts = new Uint8Array(0);
  }

  // Lines that were set at once

  /** All of them are stored. */
  get isRead(): boolean {
    return this.#unfinished === undefined;
  }

  /** Stores this many of the lines that are not stored yet, in their order. */
  read(lines: number): void {
    const { line = 0 } = this.#unfinished ?? {};
    while (this.#unfinished !== undefined && this.#unfinished.line - line < lines)
      this.#readNext(this.#unfinished);
  }

  readAll(): void {
    this.read(Infinity);
  }

  /** Stores the last lines, so that their number is known before they show. */
  readEnd(): void {
    if (this.#unfinished === undefined) return;
    for (let at = this.#blocks.length - 1; at >= 0; at--) {
      const { first, unread } = this.#blocks[at]!;
      if (unread !== undefined) this.#readBlock(at);
      if (this.#end - first >= END_LINES) return;
    }
  }

  /** Makes all numbers those that lines have for good: texts of several lines are stored. */
  settle(): void {
    const unfinished = this.#unfinished;
    if (unfinished === undefined || unfinished.isExact) return;
    for (let at = this.#blocks.length - 1; at >= 0; at--) {
      const { unread } = this.#blocks[at]!;
      if (unread !== undefined && hasBreaks(unread)) this.#readBlock(at);
    }
    unfinished.isExact = true;
    this.#drop();
  }

  #readNext(unfinished: Unfinished): void {
    const { line, end, pen } = unfinished;
    if (line >= end) {
      this.#unfinished = undefined;
      // Lines that were added since then began without colours.
      if (this.#end === end) this.#pen = pen;
      this.#drop();
      return;
    }
    let at = this.#indexOf(Math.max(line, this.#first));
    if (this.#blocks[at]!.unread !== undefined) {
      this.#readBlock(at);
      at = this.#indexOf(Math.max(line, this.#first));
    }
    const block = this.#blocks[at]!;
    if (block.hasSgr || pen !== PLAIN_PEN) {
      unfinished.pen = this.#notePens(textOf(block), block.first, pen, block.first + block.count);
      this.onChange(block.first, 0);
    }
    unfinished.line = block.first + block.count;
  }

  /** Stores the texts of a block; its first line begins without colours until those before it are read. */
  #readBlock(at: number): void {
    const { first, count, unread } = this.#blocks[at]!;
    if (unread === undefined) return;
    const text = textOfUnread(unread);
    unread.texts.fill(undefined, unread.from, unread.to);
    const bytes = encoder.encode(text);
    const blocks = [newBlock(first)];
    const end = addBytes(blocks, bytes, bytes.length === text.length);
    this.#blocks.splice(at, 1, ...blocks);
    const by = end - first - count;
    if (by > 0) this.#moveOn(at + blocks.length, first + count, by);
    if (!text.includes('\x1b')) return;
    for (const block of blocks) block.hasSgr = true;
    this.#notePens(text, first, PLAIN_PEN, end);
  }

  /** Numbers of all lines from a block on grow. */
  #moveOn(at: number, from: number, by: number): void {
    for (const block of this.#blocks.slice(at)) block.first += by;
    this.#end += by;
    if (this.#unfinished !== undefined) this.#unfinished.end += by;
    this.onChange(from, by);
  }

  #add(text: string): void {
    const bytes = encoder.encode(text);
    const from = this.#end;
    // What was set at once is in blocks of its own until its colours are known.
    const { end = 0 } = this.#unfinished ?? {};
    if ((this.#blocks.at(-1)?.first ?? -1) < end || this.#blocks.length === 0)
      this.#blocks.push(newBlock(from));
    this.#end = addBytes(this.#blocks, bytes, bytes.length === text.length);
    if (this.#pen !== PLAIN_PEN || text.includes('\x1b'))
      this.#pen = this.#notePens(text, from, this.#pen);
    else this.#notePen(from, PLAIN_PEN);
    this.#drop();
  }

  /** Removes the last line, which goes on, and returns it. */
  #takeOpen(): string {
    const line = this.#end - 1;
    const block = this.#blocks.at(-1);
    if (block === undefined || line < this.#first) return '';
    const [start, end] = boundsOf(block, line - block.first);
    const text = decoder.decode(block.bytes.subarray(start, end));
    this.#pen = this.penOf(line);
    block.used = start;
    block.count--;
    if (line - block.first < block.facts.length) block.facts[line - block.first] = 0;
    this.#end = line;
    return text;
  }

  /** Notes the pens of the lines of a text. @returns the pen after it */
  #notePens(text: string, from: number, before: Pen, to = this.#end): Pen {
    let line = from;
    let pen = before;
    this.#notePen(line, pen);
    for (const [match, parameters] of text.matchAll(BREAK_OR_SGR)) {
      if (match === '\n') {
        if (++line < to) this.#notePen(line, pen);
      } else pen = withSgr(pen, parameters ?? '');
    }
    return pen;
  }

  #notePen(line: number, pen: Pen): void {
    const block = this.#blocks[this.#indexOf(line)];
    if (block !== undefined) setPenIn(block, line - block.first, pen);
  }

  /** Blocks are dropped once none of their lines is kept. */
  #drop(): void {
    if (this.count > this.maxLines) this.settle();
    this.#first = Math.max(this.#first, this.#end - this.maxLines);
    const kept = this.#blocks.findIndex(({ first, count }) => first + count > this.#first);
    if (kept > 0) this.#blocks.splice(0, kept);
  }

  /** Applies a smaller `maxLines`. */
  trim(): void {
    this.#drop();
  }

  #blockOf(line: number): Block | undefined {
    if (line < this.#first || line >= this.#end) return undefined;
    const at = this.#indexOf(line);
    if (this.#blocks[at]?.unread === undefined) return this.#blocks[at];
    this.#readBlock(at);
    return this.#blocks[this.#indexOf(line)];
  }

  /** Where the block is that a line is in. */
  #indexOf(line: number): number {
    let low = 0;
    let high = this.#blocks.length - 1;
    // Most lines that are read are among the last.
    if ((this.#blocks[high]?.first ?? Infinity) <= line) return high;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#blocks[middle]!.first <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function withoutReturn(source: string): string {
  return source.endsWith('\r') ? source.slice(0, -1) : source;
}

/**
 * True for a list of texts, by one of each portion: a look at each of a million takes longer than a frame. A value of another
 * type among them is read as a text with its portion.
 */
function areTexts(values: readonly unknown[]): boolean {
  for (let at = 0; at < values.length; at += PORTION)
    if (typeof values[at] !== 'string') return false;
  return typeof values.at(-1) === 'string';
}
