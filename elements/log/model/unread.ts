/**
 * Texts that were set at once as the lines of a log. They are stored in portions, those first that are read. Until then each text counts
 * as one line: one of several lines moves those behind it on once it is read, or when exact numbers are needed.
 */
import { PLAIN_PEN, type Pen } from '../../../runtime/base/text/sgr.js';
import { addBytes, hasBreaks, newBlock, textOf, textOfUnread } from './block.js';
import type { Blocks } from './blocks.js';

/** Lines that are stored at once, where others come later. */
export const PORTION = 2048;
/** Texts that are copied at once: V8 takes ten times as long for a million in one list. */
const CHUNK = 4 * PORTION;
/** Lines at the end that are stored before they show, so that what is above them is known too. */
const END_LINES = 1024;

const encoder = new TextEncoder();

export interface UnreadPorts {
  /** The first line that is kept. */
  first(): number;
  /** Numbers of all lines from one on have grown. */
  onMove(from: number, by: number): void;
  /** Colours of lines from one on are known. */
  onPens(from: number): void;
  /** All is stored. @param end the line after all of them, which begins with a pen */
  onRead(end: number, pen: Pen): void;
}

export class UnreadTexts {
  /** The next line that is read, the pen that it begins with, and the line after all of them. */
  #line: number;
  #pen = PLAIN_PEN;
  #end: number;
  /** Each text that is not read is one line. */
  #isExact = false;
  #isRead = false;

  readonly #blocks: Blocks;
  readonly #ports: UnreadPorts;

  constructor(blocks: Blocks, line: number, texts: readonly unknown[], ports: UnreadPorts) {
    this.#blocks = blocks;
    this.#ports = ports;
    this.#line = line;
    this.#end = line + texts.length;
    for (let start = 0; start < texts.length; start += CHUNK) {
      const chunk = texts.slice(start, start + CHUNK);
      for (let from = 0; from < chunk.length; from += PORTION) {
        const to = Math.min(chunk.length, from + PORTION);
        blocks.list.push(newBlock(line + start + from, { texts: chunk, from, to }));
      }
    }
  }

  get end(): number {
    return this.#end;
  }

  /** Stores this many of the lines that are not stored yet, in their order. */
  read(lines: number): void {
    const from = this.#line;
    while (!this.#isRead && this.#line - from < lines) this.#readNext();
  }

  /** Stores the last lines, so that their number is known before they show. @param end the line after all that there are */
  readEnd(end: () => number): void {
    const { list } = this.#blocks;
    for (let at = list.length - 1; at >= 0; at--) {
      const { first, unread } = list[at]!;
      if (unread !== undefined) this.readBlock(at);
      if (end() - first >= END_LINES) return;
    }
  }

  /** Makes all numbers those that lines have for good. @returns false where they are */
  settle(): boolean {
    if (this.#isExact) return false;
    const { list } = this.#blocks;
    for (let at = list.length - 1; at >= 0; at--) {
      const { unread } = list[at]!;
      if (unread !== undefined && hasBreaks(unread)) this.readBlock(at);
    }
    this.#isExact = true;
    return true;
  }

  #readNext(): void {
    if (this.#line >= this.#end) {
      this.#isRead = true;
      this.#ports.onRead(this.#end, this.#pen);
      return;
    }
    const blocks = this.#blocks;
    let at = blocks.indexOf(Math.max(this.#line, this.#ports.first()));
    if (blocks.list[at]!.unread !== undefined) {
      this.readBlock(at);
      at = blocks.indexOf(Math.max(this.#line, this.#ports.first()));
    }
    const block = blocks.list[at]!;
    const end = block.first + block.count;
    if (block.hasSgr || this.#pen !== PLAIN_PEN) {
      this.#pen = blocks.notePens(textOf(block), block.first, this.#pen, end);
      this.#ports.onPens(block.first);
    }
    this.#line = end;
  }

  /** Stores the texts of a block; its first line begins without colours until those before it are read. */
  readBlock(at: number): void {
    const { list } = this.#blocks;
    const { first, count, unread } = list[at]!;
    if (unread === undefined) return;
    const text = textOfUnread(unread);
    unread.texts.fill(undefined, unread.from, unread.to);
    const bytes = encoder.encode(text);
    const blocks = [newBlock(first)];
    const end = addBytes(blocks, bytes, bytes.length === text.length);
    list.splice(at, 1, ...blocks);
    const by = end - first - count;
    if (by > 0) {
      for (const block of list.slice(at + blocks.length)) block.first += by;
      this.#end += by;
      this.#ports.onMove(first + count, by);
    }
    if (!text.includes('\x1b')) return;
    for (const block of blocks) block.hasSgr = true;
    this.#blocks.notePens(text, first, PLAIN_PEN, end);
  }
}
