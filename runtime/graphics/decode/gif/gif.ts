/**
 * GIF: its frames are found at once, and composed one after the other when they are shown, so that a long animation
 * takes no more memory than its file and one picture. Each step reads at least one byte or writes at least one pixel,
 * so that no file keeps it busy; the library that was tried first does not end on some damaged files.
 */
import { damaged, type ImageHeader } from '../header.js';
import { ImageError, type Animation, type Picture } from '../../pixels.js';
import { unpack } from './lzw.js';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** What becomes of a frame before the next one is shown. */
const TO_BACKGROUND = 2;
const TO_PREVIOUS = 3;
/** Frames that are shown; of a file with more, the first ones. */
const MAX_FRAMES = 10_000;
/** Milliseconds: what is faster than the first counts as the second, as browsers have it. */
const MIN_DELAY = 20;
const USUAL_DELAY = 100;

/** A frame as the file has it. */
interface Frame {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  readonly colors: Uint8Array;
  /** The number of the colour that is none. */
  readonly clear: number | undefined;
  readonly isInterlaced: boolean;
  readonly bits: number;
  readonly data: Uint8Array;
  readonly disposal: number;
  /** Milliseconds until the next one. */
  readonly delay: number;
}

/** Reads bytes one after the other. @throws ImageError behind the last */
class Reader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw damaged('gif', 'the file is truncated');
    return value;
  }

  word(): number {
    return this.byte() | (this.byte() << 8);
  }

  take(length: number): Uint8Array {
    const start = this.#at;
    this.#skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** Blocks of up to 255 bytes, to an empty one. Measured first: there may be millions of them. */
  blocks(): Uint8Array {
    const start = this.#at;
    let length = 0;
    for (let size = this.byte(); size > 0; size = this.byte()) {
      length += size;
      this.#skip(size);
    }
    const data = new Uint8Array(length);
    this.#at = start;
    let to = 0;
    for (let size = this.byte(); size > 0; size = this.byte()) {
      data.set(this.take(size), to);
      to += size;
    }
    return data;
  }

  #skip(length: number): void {
    this.#at += length;
    if (this.#at > this.#bytes.length) throw damaged('gif', 'the file is truncated');
  }
}

/** Reads a colour table, whose size is in the flags; undefined if the flags state that there is none. */
function tableOf(reader: Reader, flags: number): Uint8Array | undefined {
  return (flags & 0x80) === 0 ? undefined : reader.take(3 * 2 ** ((flags & 7) + 1));
}

/** The first frame, and the animation where others follow that can be read. @throws ImageError */
export function decodeGif(bytes: Uint8Array, header: ImageHeader): Picture {
  const { frames, plays } = readFrames(bytes, header);
  const film = new Film(header, frames, plays);
  const first = film.show(0);
  return frames.length > 1 ? { ...first, animation: film } : first;
}

interface Frames {
  readonly frames: readonly Frame[];
  /** How often all of them are shown. */
  readonly plays: number;
}

/** All frames up to the end, or up to damage where there is a frame before it. @throws ImageError */
function readFrames(bytes: Uint8Array, { width, height }: ImageHeader): Frames {
  const reader = new Reader(bytes, 10);
  const flags = reader.byte();
  reader.take(2);
  const shared = tableOf(reader, flags);
  const frames: Frame[] = [];
  let plays = 1;
  /** The graphic control extension before a frame. */
  let control: Uint8Array | undefined;
  try {
    while (frames.length < MAX_FRAMES) {
      const kind = reader.byte();
      if (kind === IMAGE) {
        frames.push(readFrame(reader, { width, height }, shared, control));
        control = undefined;
        continue;
      }
      if (kind !== EXTENSION) {
        if (frames.length === 0) throw damaged('gif', 'it contains no frame');
        break;
      }
      const label = reader.byte();
      const data = reader.blocks();
      if (label === GRAPHIC_CONTROL) control = data;
      else if (label === APPLICATION) plays = playsOf(data) ?? plays;
    }
  } catch (error) {
    if (frames.length === 0 || !(error instanceof ImageError)) throw error;
  }
  return { frames, plays };
}

/** The NETSCAPE extension: number of repetitions; 0 is infinite. */
function playsOf(data: Uint8Array): number | undefined {
  const name = String.fromCharCode(...data.subarray(0, 11));
  if ((name !== 'NETSCAPE2.0' && name !== 'ANIMEXTS1.0') || data[11] !== 1) return undefined;
  const repeats = (data[12] ?? 0) | ((data[13] ?? 0) << 8);
  return repeats === 0 ? Infinity : repeats + 1;
}

function readFrame(
  reader: Reader,
  { width, height }: Pick<ImageHeader, 'width' | 'height'>,
  shared: Uint8Array | undefined,
  control: Uint8Array | undefined,
): Frame {
  const [left, top, columns, rows] = [reader.word(), reader.word(), reader.word(), reader.word()];
  const flags = reader.byte();
  const colors = tableOf(reader, flags) ?? shared;
  if (colors === undefined) throw damaged('gif', 'the palette is missing');
  if (left + columns > width || top + rows > height || columns * rows === 0) {
    throw damaged('gif', 'a frame is larger than the image');
  }
  const [packed = 0, low = 0, high = 0, clear] = control ?? [];
  const stated = (low | (high << 8)) * 10;
  return {
    left,
    top,
    columns,
    rows,
    colors,
    clear: (packed & 1) === 1 ? clear : undefined,
    isInterlaced: (flags & 0x40) !== 0,
    bits: reader.byte(),
    data: reader.blocks(),
    disposal: (packed >> 2) & 7,
    delay: stated < MIN_DELAY ? USUAL_DELAY : stated,
  };
}

/** Composes frames on one picture, which is changed by it. */
class Film implements Animation {
  readonly plays: number;
  readonly #data: Uint8Array;
  /** The frame that the picture shows; -1 before the first. */
  #at = -1;
  /** What was below that frame, where it is to come back. */
  #below: Uint8Array | undefined;
  #frames: readonly Frame[];

  readonly #size: Pick<ImageHeader, 'width' | 'height'>;

  constructor(
    size: Pick<ImageHeader, 'width' | 'height'>,
    frames: readonly Frame[],
    plays: number,
  ) {
    this.#size = size;

    this.#frames = frames;
    this.plays = plays;
    this.#data = new Uint8Array(size.width * size.height * 4);
  }

  get count(): number {
    return this.#frames.length;
  }

  delay(frame: number): number {
    return this.#frames[frame]?.delay ?? USUAL_DELAY;
  }

  show(frame: number): Picture {
    if (frame < this.#at) {
      this.#at = -1;
      this.#below = undefined;
      this.#data.fill(0);
    }
    while (this.#at < frame && this.#at + 1 < this.#frames.length) this.#step();
    const { width, height } = this.#size;
    return { width, height, data: this.#data };
  }

  /** The next frame. One that is damaged is where the animation ends; the first one has to be whole. */
  #step(): void {
    const next = this.#frames[this.#at + 1]!;
    let indexes: Uint8Array;
    try {
      indexes = unpack(next.data, next.bits, next.columns * next.rows);
    } catch (error) {
      if (this.#at < 0 || !(error instanceof ImageError)) throw error;
      this.#frames = this.#frames.slice(0, this.#at + 1);
      return;
    }
    this.#dispose();
    this.#at += 1;
    if (next.disposal === TO_PREVIOUS) this.#below = this.#copy(next);
    this.#draw(next, indexes);
  }

  #dispose(): void {
    const shown = this.#frames[this.#at];
    if (shown === undefined) return;
    // Browsers leave what is behind the picture, whatever colour the file calls its background.
    if (shown.disposal === TO_BACKGROUND) {
      this.#eachRow(shown, (start, end) => this.#data.fill(0, start, end));
    } else if (this.#below !== undefined) {
      const below = this.#below;
      this.#eachRow(shown, (start, end, row) => {
        const length = end - start;
        this.#data.set(below.subarray(row * length, (row + 1) * length), start);
      });
      this.#below = undefined;
    }
  }

  #copy(frame: Frame): Uint8Array {
    const bytes = new Uint8Array(frame.columns * frame.rows * 4);
    this.#eachRow(frame, (start, end, row) => {
      bytes.set(this.#data.subarray(start, end), row * (end - start));
    });
    return bytes;
  }

  #eachRow(
    { left, top, columns, rows }: Frame,
    visit: (start: number, end: number, row: number) => void,
  ): void {
    for (let row = 0; row < rows; row++) {
      const start = ((top + row) * this.#size.width + left) * 4;
      visit(start, start + columns * 4, row);
    }
  }

  #draw(frame: Frame, indexes: Uint8Array): void {
    const { left, top, columns, rows, colors, clear } = frame;
    const data = this.#data;
    const order = frame.isInterlaced ? interlaced(rows) : undefined;
    for (let row = 0, from = 0; row < rows; row++) {
      let to = ((top + (order?.[row] ?? row)) * this.#size.width + left) * 4;
      for (let column = 0; column < columns; column++, from++, to += 4) {
        const index = indexes[from]!;
        if (index === clear) continue;
        data[to] = colors[index * 3] ?? 0;
        data[to + 1] = colors[index * 3 + 1] ?? 0;
        data[to + 2] = colors[index * 3 + 2] ?? 0;
        data[to + 3] = 255;
      }
    }
  }
}

/** The rows in the order in which they are stored. */
function interlaced(rows: number): number[] {
  const order: number[] = [];
  for (const [start, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const) {
    for (let row = start; row < rows; row += step) order.push(row);
  }
  return order;
}
