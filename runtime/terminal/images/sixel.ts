/** Images as sixels: strips of six rows, each colour of a strip by itself, repeated columns counted. */
import { CLEAR_INDEX, COLORS, PALETTE_BYTES, toPercent } from '../../graphics/indexed-format.js';
import type { TerminalImage } from './image.js';

/** Rows of one strip. */
const STRIP = 6;
const REPEAT = 0x21;
const COLOR = 0x23;
const RETURN = 0x24;
const NEXT_LINE = 0x2d;
/** The sixel without a point; the others follow. */
const EMPTY = 0x3f;

/**
 * Encodes a sixel image. Points of the transparent colour are not drawn.
 *
 * @param image with the data of `sixel`, which may contain any numbers
 */
export function sixelImage(image: TerminalImage): Buffer {
  const encoder = new SixelEncoder(image);
  encoder.step(Infinity);
  return encoder.bytes;
}

/** Encodes an image strip by strip: noise of the size of a screen takes seconds, in which no key would be read. */
export class SixelEncoder {
  readonly #image: TerminalImage;
  readonly #indexes: Uint8Array;
  readonly #out = new SixelWriter();
  /** For each colour the sixels of the strip, and from where to where it has points. */
  readonly #sixels: Uint8Array;
  readonly #first = new Int32Array(COLORS);
  readonly #last = new Int32Array(COLORS).fill(-1);
  #top = 0;

  constructor(image: TerminalImage) {
    const { width, height, data } = image;
    this.#image = image;
    this.#indexes = data.subarray(PALETTE_BYTES);
    this.#sixels = new Uint8Array(COLORS * width);
    const out = this.#out;
    // P2=1: what is not drawn stays. The raster has the size, so that terminals can make room at once.
    out.text(`\x1bP0;1;0q"1;1;${width};${height}`);
    const isUsed = new Uint8Array(COLORS);
    for (let at = 0; at < width * height; at++) isUsed[this.#indexes[at]!] = 1;
    for (let color = 0; color < CLEAR_INDEX; color++) {
      if (isUsed[color] === 0) continue;
      const parts = [0, 1, 2].map((part) => toPercent(data[color * 3 + part]!));
      out.text(`#${color};2;${parts.join(';')}`);
    }
  }

  /** What was written so far; all of it once `step` has returned true. */
  get bytes(): Buffer {
    return this.#out.take();
  }

  /**
   * Encodes strips until their pixels and bytes are this many.
   *
   * @returns true where the image is complete
   */
  step(work: number): boolean {
    const { width, height } = this.#image;
    const start = this.#out.length;
    for (let pixels = 0; this.#top < height; this.#top += STRIP) {
      if (pixels + this.#out.length - start > work) return false;
      const rows = Math.min(STRIP, height - this.#top);
      this.#read(rows);
      this.#write();
      if (this.#top + STRIP < height) this.#out.byte(NEXT_LINE);
      else this.#out.text('\x1b\\');
      pixels += rows * width;
    }
    return true;
  }

  #read(rows: number): void {
    const { width } = this.#image;
    for (let row = 0; row < rows; row++) {
      for (let x = 0, at = (this.#top + row) * width; x < width; x++, at++) {
        const color = this.#indexes[at]!;
        if (color === CLEAR_INDEX) continue;
        if (this.#last[color]! < 0) this.#first[color] = x;
        if (x < this.#first[color]!) this.#first[color] = x;
        if (x > this.#last[color]!) this.#last[color] = x;
        this.#sixels[color * width + x]! |= 1 << row;
      }
    }
  }

  #write(): void {
    const { width } = this.#image;
    const out = this.#out;
    const sixels = this.#sixels;
    let hasBefore = false;
    for (let color = 0; color < CLEAR_INDEX; color++) {
      const end = this.#last[color]!;
      if (end < 0) continue;
      this.#last[color] = -1;
      if (hasBefore) out.byte(RETURN);
      hasBefore = true;
      out.byte(COLOR);
      out.number(color);
      const start = color * width;
      out.repeat(EMPTY, this.#first[color]!);
      for (let x = this.#first[color]!; x <= end;) {
        const sixel = sixels[start + x]!;
        let count = 1;
        while (x + count <= end && sixels[start + x + count] === sixel) count++;
        out.repeat(EMPTY + sixel, count);
        x += count;
      }
      sixels.fill(0, start, start + width);
    }
  }
}

class SixelWriter {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#bytes.length)]);
    }
    this.#bytes[this.#length++] = value;
  }

  number(value: number): void {
    if (value >= 10) this.number(Math.floor(value / 10));
    this.byte(0x30 + (value % 10));
  }

  /** `count` times the same sixel, in the shortest way. */
  repeat(sixel: number, count: number): void {
    if (count > 3) {
      this.byte(REPEAT);
      this.number(count);
      this.byte(sixel);
    } else for (let at = 0; at < count; at++) this.byte(sixel);
  }

  text(value: string): void {
    for (let at = 0; at < value.length; at++) this.byte(value.charCodeAt(at));
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
