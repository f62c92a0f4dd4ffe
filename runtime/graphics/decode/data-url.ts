/** The bytes of a `data:` URL. */
import { ImageError, MAX_BYTES } from '../pixels.js';

/** @throws ImageError where it has no comma or is too long */
export function bytesOfDataUrl(url: string): Uint8Array {
  const comma = url.indexOf(',');
  if (comma < 0) {
    throw new ImageError(
      'image-format',
      'expected a comma before the data of a data URL',
      'write data:image/png;base64,...',
    );
  }
  // Each byte takes three characters at most.
  if (url.length - comma > MAX_BYTES * 3) {
    throw new ImageError('image-too-large', 'the data URL is too long');
  }
  const data = url.slice(comma + 1);
  if (/;\s*base64\s*$/i.test(url.slice(Math.max(0, comma - 20), comma))) {
    return new Uint8Array(Buffer.from(unescaped(data).toString('latin1'), 'base64'));
  }
  return new Uint8Array(unescaped(data));
}

/** Percent escapes as bytes; what is none stays as it is. */
function unescaped(text: string): Buffer {
  if (!text.includes('%')) return Buffer.from(text, 'utf8');
  return Buffer.from(
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  );
}
