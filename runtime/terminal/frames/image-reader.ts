/**
 * Images of an untrusted process: one at a time, in pieces, with no more bytes than its size has. Nothing of them is
 * decoded or inflated here: they are plain pixels, and cells that are checked as those of frames are.
 */
import { BLANK } from '../../paint/cells.js';
import {
  bytesOf,
  CELL_BYTES,
  IMAGE_PROTOCOLS,
  MAX_BYTES_A_FRAME,
  MAX_IMAGES_A_FRAME,
  MAX_KEPT_BYTES,
  findSizeError,
  type ImageCells,
  type ImageIds,
  type ImageProtocol,
  type ImageSink,
  type ImageSize,
} from '../images/image.js';
import { color } from './frame-reader.js';
import { FrameError } from './wire.js';

interface Arriving {
  readonly id: number;
  readonly size: ImageSize;
  readonly bytes: Uint8Array;
  have: number;
}

/** Where images of a session go. */
export interface ImagePort extends ImageIds {
  readonly sink: ImageSink;
  /** What the terminal has. */
  readonly graphics: Readonly<Record<ImageProtocol, boolean>>;
}

export class ImageReader {
  #arriving: Arriving | undefined;
  /** Bytes of each image that the terminal keeps. */
  readonly #kept = new Map<number, number>();
  #keptBytes = 0;
  #sinceFrame = 0;
  #imagesSinceFrame = 0;

  readonly #port: () => ImagePort | undefined;

  /** @param port returns undefined if the terminal does not show images */
  constructor(port: () => ImagePort | undefined) {
    this.#port = port;
  }

  /** Whether an image of that number has arrived, and is still there. */
  has(id: number): boolean {
    return this.#kept.has(id);
  }

  /** Images have been sent since the last acknowledgement. */
  get isSent(): boolean {
    return this.#imagesSinceFrame > 0;
  }

  /** The other process may send as much again. */
  acknowledged(): void {
    this.#sinceFrame = 0;
    this.#imagesSinceFrame = 0;
  }

  /** @throws FrameError */
  begin(body: DataView): void {
    if (body.byteLength !== 16) throw new FrameError('an image with an invalid length');
    const id = body.getUint32(0, true);
    const protocol = IMAGE_PROTOCOLS[body.getUint32(12, true)];
    if (protocol === undefined) throw new FrameError('an image with an unknown encoding');
    const size = {
      protocol,
      columns: body.getUint16(4, true),
      rows: body.getUint16(6, true),
      width: body.getUint16(8, true),
      height: body.getUint16(10, true),
    };
    const port = this.#port();
    if (port?.graphics[protocol] !== true) {
      throw new FrameError('an image for a terminal without images');
    }
    if (this.#arriving !== undefined) throw new FrameError('an image within another one');
    if (id < port.first || id >= port.first + port.count) {
      throw new FrameError('an image with an id of another program');
    }
    if (this.#kept.has(id)) throw new FrameError('an image with the id of another one');
    const error = findSizeError(size);
    if (error !== undefined) throw new FrameError(error);
    const { pixels, cells } = bytesOf(size);
    const bytes = pixels + cells;
    this.#sinceFrame += bytes;
    this.#imagesSinceFrame++;
    // What was sent before an acknowledgement had arrived counts twice here.
    const isFlood =
      this.#sinceFrame > 2 * MAX_BYTES_A_FRAME || this.#imagesSinceFrame > 2 * MAX_IMAGES_A_FRAME;
    if (isFlood || this.#keptBytes + bytes > MAX_KEPT_BYTES) {
      throw new FrameError('too many images');
    }
    this.#arriving = { id, size, bytes: new Uint8Array(bytes), have: 0 };
  }

  /** @throws FrameError */
  data(body: Uint8Array): void {
    const arriving = this.#arriving;
    const kept = this.#kept;
    if (arriving === undefined) throw new FrameError('pixels without an image');
    const { id, size, bytes } = arriving;
    if (body.length === 0 || arriving.have + body.length > bytes.length) {
      throw new FrameError('more pixels than the image declares');
    }
    bytes.set(body, arriving.have);
    arriving.have += body.length;
    if (arriving.have < bytes.length) return;
    this.#arriving = undefined;
    const { pixels } = bytesOf(size);
    const image = { ...size, data: bytes.subarray(0, pixels), cells: cellsOf(bytes, pixels) };
    kept.set(id, bytes.length);
    this.#keptBytes += bytes.length;
    this.#port()?.sink.send(id, image);
  }

  /** @throws FrameError */
  remove(body: DataView): void {
    const id = body.byteLength === 4 ? body.getUint32(0, true) : -1;
    const bytes = this.#kept.get(id);
    if (bytes === undefined) throw new FrameError('an unknown image');
    this.#kept.delete(id);
    this.#keptBytes -= bytes;
    this.#port()?.sink.remove(id);
  }
}

/** The cells behind the pixels; what is not a character is a blank. @throws FrameError where a colour is none */
function cellsOf(bytes: Uint8Array, from: number): ImageCells | undefined {
  const count = (bytes.length - from) / CELL_BYTES;
  if (count === 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + from);
  const cells = {
    glyphs: new Uint32Array(count),
    fg: new Uint32Array(count),
    bg: new Uint32Array(count),
  };
  for (let at = 0; at < count; at++) {
    const glyph = view.getUint32(at * CELL_BYTES, true);
    cells.glyphs[at] = glyph <= 0x10ffff ? glyph : BLANK;
    cells.fg[at] = color(view.getUint32(at * CELL_BYTES + 4, true));
    cells.bg[at] = color(view.getUint32(at * CELL_BYTES + 8, true));
  }
  return cells;
}
