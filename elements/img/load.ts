/** What `src` names, decoded. */
import { bytesOfDataUrl } from '../../runtime/graphics/data-url.js';
import { decode } from '../../runtime/graphics/decode.js';
import { ImageError, type Pixels } from '../../runtime/graphics/pixels.js';

/**
 * @param read the bytes of a file as the app may read it; throws where it may not
 * @throws ImageError, or what `read` throws
 */
export async function loadPicture(
  src: string,
  read: (path: string) => Promise<Uint8Array>,
): Promise<Pixels> {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(src)?.[1]?.toLowerCase();
  if (scheme === 'data') return await decode(bytesOfDataUrl(src));
  if (scheme === undefined) return await decode(await read(src));
  if (scheme === 'file') return await decode(await read(src));
  throw new ImageError(
    'image-format',
    `expected a file or a data URL, found ${scheme}:`,
    scheme.startsWith('http') ? 'fetch it in a script, and set src to a data URL' : undefined,
  );
}
