/**
 * The bytes of the frame protocol between the process that paints (runner) and the one that owns the
 * terminal (launcher). Version 5.
 *
 * A message is its length (u32, of what follows), its type (u8), three zero bytes, and a body. All
 * numbers are little-endian; every message is a multiple of four bytes, so that cells can be copied
 * as words.
 *
 * FRAME, runner to launcher:
 *
 *   u32 flags          RESET: ids of earlier announcements are void, and every cell follows;
 *                      INLINE: the cells are the live region below the shell's prompt, at most as high as the terminal
 *   u16 width, height  in cells: of the screen, or of the live region
 *   i16 x, y           the text cursor; -1, -1: hidden
 *   u32 links          how many addresses are announced; each as a cluster
 *   u32 styles         how many are announced; each u32 fg, u32 bg, u16 attributes, u16 link (0: none)
 *   u32 clusters       how many are announced; each u32 length in bytes, UTF-8, padded to four bytes
 *   u32 moves          each u16 row, left, right, i16 step (left where positive), u16 changed, u16 zero;
 *                      see `Damage.move`
 *   u32 spans          each u16 row, left, u32 count, then `count` glyphs and `count` style ids, u32 each
 *
 * Styles and links get the next free id from 1, clusters from 0. A glyph is a code point, `CLUSTER` plus the
 * id of a cluster, or `WIDE_TAIL`, as in the cell buffer.
 */

import type { UserInput } from '../../base/input-events.js';
import { MAX_LINK_TEXT } from '../../paint/cells.js';
import type { Capabilities } from '../capabilities.js';

/** Bytes of a message's length, type and padding. */
const HEAD_BYTES = 8;

/** Types of messages from the runner. */
export const FRAME = 1;
/** u8 depth (index of `DEPTHS`), u8 grays (index of `GRAYS`), u8 scheme (index of `SCHEMES`), a zero byte. */
export const COLORS = 2;
/** UTF-8 text, padded with NUL. */
export const TITLE = 3;
export const BELL = 4;
/** Ctrl+Z that nothing in the app has taken. */
export const SUSPEND = 5;
/** The answer to a PING. */
export const PONG = 6;
/** u8 flags of `DisplaySettings`, three zero bytes: what the app's configuration has from now on. */
export const SETTINGS = 7;
export const ALT_SCREEN = 1;
export const MOUSE = 2;
export const SYNC = 4;

/**
 * An image that the terminal is to show: u32 id, u16 columns, rows (in cells), width, height (in pixels), u32 protocol (index
 * of `IMAGE_PROTOCOLS`). Its data follows in as many IMAGE_DATA as it takes, with other messages between them or not: its
 * pixels as in `TerminalImage`, filled up to a multiple of four bytes, then, for any protocol but kitty's, each of its cells
 * as u32 glyph, fg, bg.
 */
export const IMAGE = 8;
export const IMAGE_DATA = 9;
/** u32 id of an image that is not shown any more. */
export const IMAGE_GONE = 10;
/** The live region is to be erased at the end. */
export const CLEAR = 11;
/**
 * Lines to print above the live region: u32 lines, each u32 width in cells, u32 runs, each u32 fg, u32 bg, u32 attributes, u32
 * length in bytes, UTF-8, padded to four bytes.
 */
export const PRINT = 12;

/** Bytes of text in one PRINT. */
export const MAX_PRINT = 32_768;
/** Bytes of printed text that may wait for the terminal. */
export const MAX_PRINT_WAITING = 64 * 1024 * 1024;

/** Types of messages from the launcher. */
/** The last FRAME was shown; another one may come. */
export const ACK = 1;
/** JSON of a `DisplayEvent`. */
export const EVENT = 2;
export const PING = 3;

/** What the launcher reports beside acknowledgements. */
export type DisplayEvent =
  | { readonly type: 'input'; readonly input: UserInput }
  | { readonly type: 'resize'; readonly width: number; readonly height: number }
  | { readonly type: 'capabilities'; readonly capabilities: Capabilities };

export const DEPTHS = ['none', '16', '256', 'truecolor'] as const;
export const GRAYS = [undefined, 'light', 'dark'] as const;
export const SCHEMES = ['dark', 'light'] as const;

/** Flags of a FRAME. */
export const RESET = 1;
export const INLINE = 2;

/** Bytes of one cluster; `GlyphFacts` prints none longer than 64 UTF-16 units. */
export const MAX_CLUSTER_BYTES = 256;
/** Bytes of a title. */
export const MAX_TITLE_BYTES = 4096;

/**
 * How many ids of styles, and of clusters, one generation may announce on a screen of this many cells.
 * The app compacts its table (`StyleTable.crowded`) long before.
 */
export function maxIds(cells: number): number {
  return 16_384 + 16 * cells;
}

/** Bytes of the largest message on a screen of this many cells: every cell and every id, and then some. */
export function maxMessage(cells: number): number {
  return 65_536 + 2 * MAX_LINK_TEXT + 64 * cells;
}

/** A message that breaks the protocol: the runner is broken or hostile. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** A message under construction, in one array that is used again. */
export class MessageBytes {
  #words = new Uint32Array(1024);
  #bytes = new Uint8Array(this.#words.buffer);
  #view = new DataView(this.#words.buffer);
  /** Bytes so far. */
  length = 0;

  begin(type: number): void {
    this.length = HEAD_BYTES;
    this.#view.setUint32(4, type, true);
  }

  /** The whole message. Valid until the next `begin`. */
  end(): Uint8Array {
    while (this.length % 4 !== 0) this.#bytes[this.length++] = 0;
    this.#view.setUint32(0, this.length - 4, true);
    return this.#bytes.subarray(0, this.length);
  }

  /** A message without a body. */
  bare(type: number): Uint8Array {
    this.begin(type);
    return this.end();
  }

  u16(value: number): void {
    this.#reserve(2);
    this.#view.setUint16(this.length, value, true);
    this.length += 2;
  }

  u32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.length, value, true);
    this.length += 4;
  }

  /** Writes a number at an earlier place. */
  patch(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  /** Bytes, padded to a multiple of four. */
  padded(bytes: Uint8Array): void {
    this.#reserve(bytes.length + 3);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
    while (this.length % 4 !== 0) this.#bytes[this.length++] = 0;
  }

  /** Words of a typed array, from `start` up to `end`. Only at a multiple of four bytes. */
  copy(source: Uint32Array, start: number, end: number): void {
    const count = end - start;
    this.#reserve(count * 4);
    this.#words.set(source.subarray(start, end), this.length / 4);
    this.length += count * 4;
  }

  #reserve(count: number): void {
    if (this.length + count + 4 <= this.#bytes.length) return;
    const words = new Uint32Array(Math.ceil((this.length + count + 4) / 2));
    words.set(this.#words);
    this.#words = words;
    this.#bytes = new Uint8Array(words.buffer);
    this.#view = new DataView(words.buffer);
  }
}

/** Cuts a stream of bytes into messages. */
export class MessageReader {
  /** The message being collected; aligned, so that its words can be read as such. */
  #buffer = new Uint8Array(4096);
  #have = 0;

  readonly #onMessage: (type: number, body: Uint8Array) => void;
  readonly #largest: () => number;

  /**
   * @param onMessage called with the type and the body; the body is valid during the call, and begins
   *   at a multiple of four bytes of its buffer
   * @param largest bytes of the largest message that is accepted, read for each message
   */
  constructor(onMessage: (type: number, body: Uint8Array) => void, largest: () => number) {
    this.#onMessage = onMessage;
    this.#largest = largest;
  }

  /** @throws FrameError, and what `onMessage` throws */
  feed(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const need = this.#have < HEAD_BYTES ? HEAD_BYTES : this.#size();
      const count = Math.min(need - this.#have, bytes.length - at);
      this.#room(need);
      this.#buffer.set(bytes.subarray(at, at + count), this.#have);
      this.#have += count;
      at += count;
      if (this.#have < HEAD_BYTES || this.#have < this.#size()) continue;
      const end = this.#have;
      this.#have = 0;
      this.#onMessage(this.#buffer[4] ?? 0, this.#buffer.subarray(HEAD_BYTES, end));
    }
  }

  #size(): number {
    const length = new DataView(this.#buffer.buffer).getUint32(0, true) + 4;
    if (length < HEAD_BYTES || length % 4 !== 0)
      throw new FrameError('a message with an invalid length');
    if (length > this.#largest()) throw new FrameError(`a message of ${length} bytes`);
    return length;
  }

  /** Bounded by `largest`. */
  #room(need: number): void {
    if (need <= this.#buffer.length) return;
    const next = new Uint8Array(need);
    next.set(this.#buffer.subarray(0, this.#have));
    this.#buffer = next;
  }
}
