/** The bytes of a `data:` URL. */
import { ImageError, MAX_BYTES } from '../pixels.js';

/** @throws ImageError if it has no comma, is too long, or has invalid base64 */
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
    const text = unescaped(data).toString('latin1');
    // White space is allowed (the Infra Standard's forgiving-base64 decode); Node would skip other characters, too.
    const [invalid] = /[^A-Za-z0-9+/=\t\n\f\r ]/.exec(text) ?? [];
    if (invalid !== undefined) {
      const message = `expected base64 in the data URL, found ${JSON.stringify(invalid)}`;
      throw new ImageError('image-damaged', message, 'encode the file with base64');
    }
    return new Uint8Array(Buffer.from(text, 'base64'));
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
