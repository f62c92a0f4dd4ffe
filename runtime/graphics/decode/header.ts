/** Reads the header of an image file. Nothing is decoded before its size has been checked here. */
import { ImageError, MAX_BYTES, MAX_PIXELS } from '../pixels.js';

export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp';

export interface ImageHeader {
  readonly format: ImageFormat;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** @throws ImageError where it is not a picture, its header is cut off, or it is too large */
export function readHeader(bytes: Uint8Array): ImageHeader {
  if (bytes.length > MAX_BYTES) {
    throw new ImageError('image-too-large', `expected a file of at most ${MAX_BYTES / 2 ** 20} MB`);
  }
  const format = formatOf(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: readonly [width: number, height: number] | undefined;
  try {
    size = SIZES[format](view);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  if (size === undefined) throw damaged(format, 'the header is truncated');
  const [width, height] = size;
  if (width === 0 || height === 0) throw damaged(format, `its size is ${width} x ${height} pixels`);
  if (width * height > MAX_PIXELS) {
    throw new ImageError(
      'image-too-large',
      `expected at most ${MAX_PIXELS / 2 ** 20} million pixels, found ${width} x ${height}`,
      'make the picture smaller',
    );
  }
  return { format, width, height };
}

export function damaged(format: ImageFormat, reason: string): ImageError {
  return new ImageError('image-damaged', `this ${NAMES[format]} is damaged: ${reason}`);
}

const NAMES: Readonly<Record<ImageFormat, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  gif: 'GIF',
  webp: 'WebP',
};

function formatOf(bytes: Uint8Array): ImageFormat {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'webp';
  throw new ImageError(
    'image-format',
    bytes.length === 0 ? 'the file is empty' : 'expected a PNG, JPEG, GIF or WebP file',
    /^\s*<(\?xml|svg)/.test(start) ? 'convert the SVG to PNG' : undefined,
  );
}

/** The name of the chunk that a PNG begins with. */
const IHDR = 0x49484452;

type ReadSize = (view: DataView) => readonly [width: number, height: number] | undefined;

const SIZES: Readonly<Record<ImageFormat, ReadSize>> = {
  // The signature, the length and the name of IHDR, then its data.
  png: (view) =>
    view.getUint32(12) === IHDR ? [view.getUint32(16), view.getUint32(20)] : undefined,
  gif: (view) => [view.getUint16(6, true), view.getUint16(8, true)],
  jpeg: jpegSize,
  webp: webpSize,
};

function jpegSize(view: DataView): readonly [number, number] | undefined {
  for (let at = 2; at + 4 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // SOF0 to SOF15, of which C4, C8 and CC are other things.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
    }
    // Start of scan or end of image before any frame.
    if (marker === 0xda || marker === 0xd9) return undefined;
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += isBare ? 2 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(view: DataView): readonly [number, number] | undefined {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  const u24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (kind === 'VP8X') return [u24(24) + 1, u24(27) + 1];
  if (kind === 'VP8 ')
    return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  if (kind !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}
