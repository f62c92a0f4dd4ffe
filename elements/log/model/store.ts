/**
 * The lines of a log: UTF-8 in blocks of 256 KB with an offset a line, so that a million lines take little more than
 * their text. A line has a number that stays its own when others before it are dropped. Nothing is parsed here but
 * where colours of a line continue on the next one.
 */
import { PLAIN_PEN, SGR, withSgr, type Pen } from '../../../runtime/base/text/sgr.js';

const BLOCK_BYTES = 256 * 1024;
const BLOCK_LINES = 16_384;
/** UTF-16 units of a line without an end; then it is ended, so that adding to it stays cheap. */
const MAX_OPEN = 64 * 1024;
const LINE_FEED = 10;

const BREAK_OR_SGR = new RegExp(`\\n|${SGR.source}`, 'g');

const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface Block {
  /** Number of its first line. */
  readonly first: number;
  /** Lines, each with its line feed. */
  bytes: Uint8Array;
  used: number;
  starts: Uint32Array;
  count: number;
  isAscii: boolean;
  /** A byte a line for who reads them; 0 until it is set. */
  facts: Uint8Array;
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
  /** Lines from which on another pen than before is in force at the start, ascending, and these pens. */
  #penLines: number[] = [];
  #pens: Pen[] = [];

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
    this.#penLines = [];
    this.#pens = [];
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
    let low = 0;
    let high = this.#penLines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#penLines[middle]! <= line) low = middle + 1;
      else high = middle;
    }
    return this.#pens[low - 1] ?? PLAIN_PEN;
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

  #add(text: string): void {
    const bytes = encoder.encode(text);
    const from = this.#end;
    this.#addBytes(bytes, bytes.length === text.length);
    if (this.#pen !== PLAIN_PEN || text.includes('\x1b')) this.#notePens(text, from);
    else this.#notePen(from, PLAIN_PEN);
    this.#drop();
  }

  /** Lines that each end with a line feed; what fits into a block is copied at once. */
  #addBytes(bytes: Uint8Array, isAscii: boolean): void {
    let at = 0;
    while (at < bytes.length) {
      const block = this.#openBlock();
      let to = at;
      while (to < bytes.length) {
        const next = bytes.indexOf(LINE_FEED, to) + 1;
        const isFull = block.used + next - at > BLOCK_BYTES || block.count === BLOCK_LINES;
        // A line that is longer than a block is alone in one.
        if (isFull && block.count > 0) break;
        pushStart(block, block.used + to - at);
        to = next;
      }
      if (to === at) {
        this.#blocks.push(newBlock(this.#end));
        continue;
      }
      reserve(block, block.used + to - at);
      block.bytes.set(bytes.subarray(at, to), block.used);
      block.used += to - at;
      block.isAscii &&= isAscii;
      this.#end = block.first + block.count;
      at = to;
    }
  }

  #openBlock(): Block {
    const last = this.#blocks.at(-1);
    if (last !== undefined) return last;
    const block = newBlock(this.#end);
    this.#blocks.push(block);
    return block;
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

  #notePens(text: string, from: number): void {
    let line = from;
    let pen = this.#pen;
    this.#notePen(line, pen);
    for (const [match, parameters] of text.matchAll(BREAK_OR_SGR)) {
      if (match === '\n') this.#notePen(++line, pen);
      else pen = withSgr(pen, parameters ?? '');
    }
    this.#pen = pen;
  }

  #notePen(line: number, pen: Pen): void {
    while ((this.#penLines.at(-1) ?? -1) >= line) {
      this.#penLines.pop();
      this.#pens.pop();
    }
    if (isSame(this.#pens.at(-1) ?? PLAIN_PEN, pen)) return;
    this.#penLines.push(line);
    this.#pens.push(pen);
  }

  /** Blocks are dropped once none of their lines is kept. */
  #drop(): void {
    this.#first = Math.max(this.#first, this.#end - this.maxLines);
    const kept = this.#blocks.findIndex(({ first, count }) => first + count > this.#first);
    if (kept > 0) this.#blocks.splice(0, kept);
    const pen = this.#penLines.findIndex((line) => line > this.#first) - 1;
    if (pen > 1000) {
      this.#penLines.splice(0, pen);
      this.#pens.splice(0, pen);
    }
  }

  /** Applies a smaller `maxLines`. */
  trim(): void {
    this.#drop();
  }

  #blockOf(line: number): Block | undefined {
    if (line < this.#first || line >= this.#end) return undefined;
    let low = 0;
    let high = this.#blocks.length - 1;
    // Most lines that are read are among the last.
    if ((this.#blocks[high]?.first ?? Infinity) <= line) return this.#blocks[high];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#blocks[middle]!.first <= line) low = middle;
      else high = middle - 1;
    }
    return this.#blocks[low];
  }
}

function newBlock(first: number): Block {
  return {
    first,
    bytes: new Uint8Array(0),
    used: 0,
    starts: new Uint32Array(16),
    count: 0,
    isAscii: true,
    facts: new Uint8Array(0),
  };
}

function pushStart(block: Block, start: number): void {
  if (block.count === block.starts.length) {
    const grown = new Uint32Array(block.starts.length * 2);
    grown.set(block.starts);
    block.starts = grown;
  }
  block.starts[block.count++] = start;
}

function reserve(block: Block, length: number): void {
  if (length <= block.bytes.length) return;
  const doubled = Math.min(BLOCK_BYTES, Math.max(1024, block.bytes.length * 2));
  const grown = new Uint8Array(Math.max(length, doubled));
  grown.set(block.bytes.subarray(0, block.used));
  block.bytes = grown;
}

/** Where a line of a block is, without its line feed. */
function boundsOf({ starts, count, used }: Block, index: number): readonly [number, number] {
  return [starts[index]!, (index + 1 < count ? starts[index + 1]! : used) - 1];
}

function withoutReturn(source: string): string {
  return source.endsWith('\r') ? source.slice(0, -1) : source;
}

function isSame(one: Pen, other: Pen): boolean {
  return one.fg === other.fg && one.bg === other.bg && one.attributes === other.attributes;
}
