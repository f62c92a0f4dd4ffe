/** Pictures in files, written by other code than what reads them. */
import { deflateSync } from 'node:zlib';

const TABLE = Uint32Array.from({ length: 256 }, (_, value) => {
  let crc = value;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 255]!;
  return (crc ^ 0xffffffff) >>> 0;
}

export function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA. */
  readonly type: number;
  /** Rows as they are stored, without their filter bytes. */
  readonly rows: readonly Uint8Array[];
  readonly palette?: readonly number[];
  readonly transparency?: readonly number[];
  /** Chunks before the data. */
  readonly extra?: readonly Uint8Array[];
}

export function png({ width, height, depth, type, rows, ...rest }: PngParts): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = type;
  const data = deflateSync(Buffer.concat(rows.flatMap((row) => [Buffer.of(0), row])));
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      ...(rest.extra ?? []),
      ...(rest.palette === undefined ? [] : [chunk('PLTE', Uint8Array.from(rest.palette))]),
      ...(rest.transparency === undefined
        ? []
        : [chunk('tRNS', Uint8Array.from(rest.transparency))]),
      chunk('IDAT', data),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}

/** An RGBA picture. */
export function rgbaPng(width: number, height: number, data: Uint8Array): Uint8Array {
  const rows = Array.from({ length: height }, (_, y) =>
    data.subarray(y * width * 4, (y + 1) * width * 4),
  );
  return png({ width, height, depth: 8, type: 6, rows });
}

export function dataUrl(bytes: Uint8Array, type = 'png'): string {
  return `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
