/** Loads and decodes the file or URL in `src`. */
import { bytesOfDataUrl } from '../../runtime/graphics/decode/data-url.js';
import { decode } from '../../runtime/graphics/decode/decode.js';
import { ImageError, type Picture } from '../../runtime/graphics/pixels.js';

export interface PictureSource {
  /** The bytes of a file as the app may read it; throws where it may not. */
  read(path: string): Promise<Uint8Array>;
  /** The bytes at an address that the app may reach; throws where it may not. */
  download(url: string): Promise<Uint8Array>;
}

/** @throws ImageError, or what `source` throws */
export async function loadPicture(src: string, source: PictureSource): Promise<Picture> {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(src)?.[1]?.toLowerCase();
  switch (scheme) {
    case undefined:
    case 'file':
      return await decode(await source.read(src));
    case 'data':
      return await decode(bytesOfDataUrl(src));
    case 'http':
    case 'https':
      return await decode(await source.download(src));
    default:
      throw new ImageError(
        'image-format',
        `expected a file, a data URL or an address of http or https, found ${scheme}:`,
      );
  }
}
