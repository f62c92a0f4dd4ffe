/**
 * The lines of a log: UTF-8 in blocks of 256 KB with an offset a line, so that a million lines take little more than
 * their text. A line has a number that stays its own when others before it are dropped. Nothing is parsed here but
 * where colours of a line continue on the next one.
 * Many lines that are set at once are stored later (`unread.ts`).
 */
import { PLAIN_PEN, type Pen } from '../../../runtime/base/text/sgr.js';
import { addBytes, boundsOf, newBlock, penIn, textOfLines, type Block } from './block.js';
import { Blocks } from './blocks.js';
import { PORTION, UnreadTexts } from './unread.js';

/** UTF-16 units of a line without an end; then it is ended, so that adding to it stays cheap. */
const MAX_OPEN = 64 * 1024;
/** Lines that are set at once from which on they are stored in portions as they are read. */
const MANY = 8 * PORTION;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class LineStore {
  /** Lines that are kept. */
  maxLines = Infinity;
  /** The number of the first line that is kept, and the one after the last. */
  #first = 0;
  #end = 0;
  /** The last line was written without an end. */
  #isOpen = false;
  readonly #blocks = new Blocks();
  /** The pen after all that was written. */
  #pen: Pen = PLAIN_PEN;
  #unread: UnreadTexts | undefined;
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
    return this.#blocks.list.reduce(
      (sum, { bytes, starts, facts }) =>
        sum + bytes.byteLength + starts.byteLength + facts.byteLength,
      0,
    );
  }

  clear(): void {
    this.#blocks.list = [];
    this.#first = this.#end;
    this.#isOpen = false;
    this.#pen = PLAIN_PEN;
    this.#unread = undefined;
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
    this.#end = line + texts.length;
    this.#unread = new UnreadTexts(this.#blocks, line, texts, {
      first: () => this.#first,
      onMove: (from, by) => {
        this.#end += by;
        this.onChange(from, by);
      },
      onPens: (from) => this.onChange(from, 0),
      onRead: (end, pen) => {
        this.#unread = undefined;
        // Lines that were added since then began without colours.
        if (this.#end === end) this.#pen = pen;
        this.#drop();
      },
    });
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
    for (const block of this.#blocks.list) block.facts = new Uint8Array(0);
  }

  // Lines that were set at once

  /** All of them are stored. */
  get isRead(): boolean {
    return this.#unread === undefined;
  }

  /** Stores this many of the lines that are not stored yet, in their order. */
  read(lines: number): void {
    this.#unread?.read(lines);
  }

  readAll(): void {
    this.read(Infinity);
  }

  /** Stores the last lines, so that their number is known before they show. */
  readEnd(): void {
    this.#unread?.readEnd(() => this.#end);
  }

  /** Makes all numbers those that lines have for good: texts of several lines are stored. */
  settle(): void {
    if (this.#unread?.settle() === true) this.#drop();
  }

  #add(text: string): void {
    const bytes = encoder.encode(text);
    const from = this.#end;
    // What was set at once is in blocks of its own until its colours are known.
    const { end = 0 } = this.#unread ?? {};
    const { list } = this.#blocks;
    if ((list.at(-1)?.first ?? -1) < end || list.length === 0) list.push(newBlock(from));
    this.#end = addBytes(list, bytes, bytes.length === text.length);
    if (this.#pen !== PLAIN_PEN || text.includes('\x1b'))
      this.#pen = this.#blocks.notePens(text, from, this.#pen, this.#end);
    else this.#blocks.notePen(from, PLAIN_PEN);
    this.#drop();
  }

  /** Removes the last line, which goes on, and returns it. */
  #takeOpen(): string {
    const line = this.#end - 1;
    const block = this.#blocks.list.at(-1);
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

  /** Blocks are dropped once none of their lines is kept. */
  #drop(): void {
    if (this.count > this.maxLines) this.settle();
    this.#first = Math.max(this.#first, this.#end - this.maxLines);
    this.#blocks.dropBefore(this.#first);
  }

  /** Applies a smaller `maxLines`. */
  trim(): void {
    this.#drop();
  }

  #blockOf(line: number): Block | undefined {
    if (line < this.#first || line >= this.#end) return undefined;
    const blocks = this.#blocks;
    const at = blocks.indexOf(line);
    if (blocks.list[at]?.unread === undefined) return blocks.list[at];
    this.#unread?.readBlock(at);
    return blocks.list[blocks.indexOf(line)];
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
