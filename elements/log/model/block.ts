/** A block of lines: UTF-8 with an offset a line, or texts that are stored once one of them is read. */
import { PLAIN_PEN, type Pen } from '../../../runtime/base/text/sgr.js';

const BLOCK_BYTES = 256 * 1024;
const BLOCK_LINES = 16_384;
const LINE_FEED = 10;

const decoder = new TextDecoder();

export interface Block {
  /** Number of its first line. */
  first: number;
  /** Lines, each with its line feed. */
  bytes: Uint8Array;
  used: number;
  starts: Uint32Array;
  count: number;
  isAscii: boolean;
  /** A byte a line for who reads them; 0 until it is set. */
  facts: Uint8Array;
  /** Texts that are not stored yet: each of them counts as one line until then. */
  unread: UnreadLines | undefined;
  hasSgr: boolean;
  /** The pen that its first line begins with. */
  pen: Pen;
  /** Lines of it from which on another pen than before is in force at the start, ascending, and these pens. */
  penLines: number[];
  pens: Pen[];
}

/** A part of a list of texts. */
interface UnreadLines {
  readonly texts: unknown[];
  readonly from: number;
  readonly to: number;
}

export function newBlock(first: number, unread?: UnreadLines): Block {
  return {
    first,
    bytes: new Uint8Array(0),
    used: 0,
    starts: new Uint32Array(unread === undefined ? 16 : 0),
    count: unread === undefined ? 0 : unread.to - unread.from,
    isAscii: true,
    facts: new Uint8Array(0),
    unread,
    hasSgr: false,
    pen: PLAIN_PEN,
    penLines: [],
    pens: [],
  };
}

/**
 * Adds lines that each end with a line feed to the last of some blocks, and to new ones; what fits into a block is copied at once.
 *
 * @returns the number after the last line
 */
export function addBytes(blocks: Block[], bytes: Uint8Array, isAscii: boolean): number {
  let at = 0;
  let block = blocks.at(-1)!;
  while (at < bytes.length) {
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
      block = newBlock(block.first + block.count);
      blocks.push(block);
      continue;
    }
    reserve(block, block.used + to - at);
    block.bytes.set(bytes.subarray(at, to), block.used);
    block.used += to - at;
    block.isAscii &&= isAscii;
    at = to;
  }
  return block.first + block.count;
}

/** Where a line of a block is, without its line feed. */
export function boundsOf(
  { starts, count, used }: Block,
  index: number,
): readonly [start: number, end: number] {
  return [starts[index]!, (index + 1 < count ? starts[index + 1]! : used) - 1];
}

/** All lines of a block, each with its line feed. */
export function textOf({ bytes, used }: Block): string {
  return decoder.decode(bytes.subarray(0, used));
}

/** The texts of a block that is not stored yet, each with a line feed; one that has an end of its own has no other. */
export function textOfUnread({ texts, from, to }: UnreadLines): string {
  return textOfLines(texts.slice(from, to));
}

export function textOfLines(lines: readonly unknown[]): string {
  const text = `${lines.join('\n')}\n`;
  // Only then may a line have an end of its own, and only for texts is joining the same as `String`.
  const isPlain = !text.includes('\n\n') && lines.every((line) => typeof line === 'string');
  if (isPlain) return text;
  return lines.map((line) => `${String(line).replace(/\n$/, '')}\n`).join('');
}

/** True where one of the texts is several lines. */
export function hasBreaks({ texts, from, to }: UnreadLines): boolean {
  for (let at = from; at < to; at++) if (String(texts[at]).includes('\n')) return true;
  return false;
}

/** The pen that a line of a block begins with. */
export function penIn({ penLines, pens, pen }: Block, index: number): Pen {
  let low = 0;
  let high = penLines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (penLines[middle]! <= index) low = middle + 1;
    else high = middle;
  }
  return pens[low - 1] ?? pen;
}

/** Notes the pen that a line of a block begins with; those of later lines are forgotten. */
export function setPenIn(block: Block, index: number, pen: Pen): void {
  const { penLines, pens } = block;
  while ((penLines.at(-1) ?? -1) >= index) {
    penLines.pop();
    pens.pop();
  }
  if (index === 0) block.pen = pen;
  if (isSame(pens.at(-1) ?? block.pen, pen)) return;
  penLines.push(index);
  pens.push(pen);
}

function isSame(one: Pen, other: Pen): boolean {
  return one.fg === other.fg && one.bg === other.bg && one.attributes === other.attributes;
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
