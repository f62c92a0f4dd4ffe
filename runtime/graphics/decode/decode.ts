/**
 * Files of pictures to pixels. The libraries are loaded when a file needs them. Bytes come from anybody: this runs
 * where the app runs, never in the launcher.
 */
import { inflateSync } from 'node:zlib';
import { decodeGif } from './gif/gif.js';
import { damaged, readHeader, type ImageFormat, type ImageHeader } from './header.js';
import { ImageError, type Picture, type Pixels } from '../pixels.js';

/** @throws ImageError */
export async function decode(bytes: Uint8Array): Promise<Picture> {
  const header = readHeader(bytes);
  const pixels = await guarded(header, () => DECODERS[header.format](bytes, header));
  if (pixels.data.length < pixels.width * pixels.height * 4) {
    throw damaged(header.format, 'the pixel data is incomplete');
  }
  return pixels;
}

/** Converts what a library throws to an ImageError, with the first line of its message. */
async function guarded<T>({ format }: ImageHeader, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ImageError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw damaged(format, (reason.split('\n')[0] ?? '').slice(0, 120) || 'it cannot be decoded');
  }
}

type Decoder = (bytes: Uint8Array, header: ImageHeader) => Promise<Picture>;

const DECODERS: Readonly<Record<ImageFormat, Decoder>> = {
  png: decodePng,
  jpeg: decodeJpeg,
  gif: (bytes, header) => Promise.resolve(decodeGif(bytes, header)),
  webp: decodeWebp,
};

const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PNG_PALETTE = 3;
const PNG_SIGNATURE = 8;
/** Bytes of a palette of 256 colours. */
const MAX_PALETTE = 3 * 256;

/**
 * The same picture with only the chunks that pixels need: header, palette, transparency, and the data in one chunk, which
 * holds no more than the header states. A file may have millions of other or empty chunks.
 */
function pngParts(bytes: Uint8Array, { width, height }: ImageHeader): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [depth = 0, type = 0] = bytes.subarray(24, 26);
  /** By name, the last of each: the one that the library reads. */
  const single = new Map<string, Uint8Array>();
  const data = Buffer.alloc(bytes.length);
  let length = 0;
  let isEnded = false;
  for (let at = PNG_SIGNATURE; at + 12 <= bytes.length && !isEnded;) {
    const end = at + 12 + view.getUint32(at);
    const name = names.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) break;
    if (name === 'IDAT') {
      data.set(bytes.subarray(at + 8, end - 4), length);
      length += end - at - 12;
    } else if (name === 'IHDR' && single.has(name)) {
      // The library would use the last one, which has not been checked.
      throw damaged('png', 'it has more than one header');
    } else if (isPartOfPixels(name, type)) single.set(name, bytes.subarray(at, end));
    isEnded = name === 'IEND';
    at = end;
  }
  if (!isEnded) throw damaged('png', 'the file is truncated');
  checkPalette(single.get('PLTE'), type);
  const packed = data.subarray(0, length);
  checkInflated(packed, mostInflated(width, height, depth, type));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length, 0);
  head.write('IDAT', 4, 'latin1');
  const end = single.get('IEND')!;
  single.delete('IEND');
  return new Uint8Array(
    Buffer.concat([
      bytes.subarray(0, PNG_SIGNATURE),
      ...single.values(),
      head,
      packed,
      // The checksum, which is not read.
      Buffer.alloc(4),
      end,
    ]),
  );
}

/** The library would read the suggested palette of a true-colour PNG as the palette of its pixels: it is left out. */
function isPartOfPixels(name: string, type: number): boolean {
  if (name === 'PLTE') return type === PNG_PALETTE;
  if (name === 'tRNS') return type <= PNG_PALETTE;
  return name === 'IHDR' || name === 'IEND';
}

function checkPalette(palette: Uint8Array | undefined, type: number): void {
  if (type !== PNG_PALETTE) return;
  if (palette === undefined) throw damaged('png', 'the palette is missing');
  if (palette.length > 12 + MAX_PALETTE)
    throw damaged('png', 'the palette has more than 256 colours');
}

/** The most bytes that the data of a picture can have. */
function mostInflated(width: number, height: number, depth: number, type: number): number {
  const rowBytes = Math.ceil((width * depth * (PNG_CHANNELS[type] ?? 4)) / 8);
  // Interlaced pictures have a filter byte for each row of seven passes, and rows that end within a byte.
  return (rowBytes + 1) * height + (rowBytes + 16) * 14 + height * 14;
}

function checkInflated(packed: Buffer, most: number): void {
  try {
    inflateSync(packed, { maxOutputLength: most });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ImageError('image-too-large', 'it contains more data than its header states');
    }
    throw damaged('png', 'the data cannot be decompressed');
  }
}

/** What a PNG holds, and its samples as they are in it: `sample(row, index)`. */
async function openPng(bytes: Uint8Array, header: ImageHeader) {
  const parts = pngParts(bytes, header);
  const { decode: read } = await import('fast-png');
  const png = read(parts);
  const { width, data, depth, channels } = png;
  const perRow = depth < 8 ? Math.ceil((width * depth * channels) / 8) : width * channels;
  const mask = depth < 8 ? (1 << depth) - 1 : 0xffff;
  const sample = (row: number, index: number): number => {
    if (depth >= 8) return data[row * perRow + index] ?? 0;
    const bit = index * depth;
    return ((data[row * perRow + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & mask;
  };
  return { ...png, sample };
}

/**
 * One number for each pixel of a PNG, row by row: its gray in all its bits, or the sum of its colours.
 *
 * @throws ImageError
 */
export async function pngSamples(bytes: Uint8Array, header: ImageHeader): Promise<Float64Array> {
  const { width, height, channels, palette, sample } = await guarded(header, () =>
    openPng(bytes, header),
  );
  const values = new Float64Array(width * height);
  const colors = channels >= 3 ? 3 : 1;
  for (let at = 0; at < values.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const first = sample(y, x * channels);
    if (palette !== undefined) {
      const [red = 0, green = 0, blue = 0] = palette[first] ?? [];
      values[at] = red + green + blue;
    } else {
      for (let part = 0; part < colors; part++) values[at]! += sample(y, x * channels + part);
    }
  }
  return values;
}

async function decodePng(bytes: Uint8Array, header: ImageHeader): Promise<Pixels> {
  const png = await openPng(bytes, header);
  const { width, height, depth, channels, palette, transparency, sample } = png;
  const pixels = new Uint8Array(width * height * 4);
  const shift = depth === 16 ? 8 : 0;
  const scale = depth < 8 ? 255 / ((1 << depth) - 1) : 1;
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 4) {
      const first = sample(y, x * channels);
      if (palette !== undefined) {
        const entry = palette[first] ?? [0, 0, 0];
        for (let part = 0; part < 3; part++) pixels[to + part] = entry[part] ?? 0;
        pixels[to + 3] = entry[3] ?? 255;
        continue;
      }
      const isColor = channels >= 3;
      const green = isColor ? sample(y, x * channels + 1) : first;
      const blue = isColor ? sample(y, x * channels + 2) : first;
      pixels[to] = (first >> shift) * scale;
      pixels[to + 1] = (green >> shift) * scale;
      pixels[to + 2] = (blue >> shift) * scale;
      let alpha = channels % 2 === 0 ? sample(y, x * channels + channels - 1) >> shift : 255;
      if (transparency !== undefined && channels % 2 === 1) {
        const isClear =
          first === transparency[0] &&
          (!isColor || (green === transparency[1] && blue === transparency[2]));
        if (isClear) alpha = 0;
      }
      pixels[to + 3] = alpha;
    }
  }
  return { width, height, data: pixels };
}

/** Megabytes that the decoder of JPEG may use beside the picture. */
const JPEG_MEMORY = 640;

async function decodeJpeg(bytes: Uint8Array): Promise<Pixels> {
  const { decode: read } = (await import('jpeg-js')).default;
  const options = {
    useTArray: true,
    maxResolutionInMP: 68,
    maxMemoryUsageInMB: JPEG_MEMORY,
  } as const;
  return read(bytes, options);
}

async function decodeWebp(bytes: Uint8Array): Promise<Pixels> {
  const { openWebp } = await import('./webp.js');
  const pixels = (await openWebp())(bytes);
  if (pixels === undefined) throw damaged('webp', 'it cannot be decoded, or it is animated');
  return pixels;
}
