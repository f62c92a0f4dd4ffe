/** Loads and decodes the file or URL in `src`. */
import { setImmediate } from 'node:timers/promises';
import { bytesOfDataUrl } from '../../runtime/graphics/decode/data-url.js';
import { decode } from '../../runtime/graphics/decode/decode.js';
import { readHeader } from '../../runtime/graphics/decode/header.js';
import { ImageError, MAX_PIXELS, type Picture } from '../../runtime/graphics/pixels.js';

export interface PictureSource {
  /** The bytes of a file as the app may read it; throws where it may not. */
  read(path: string): Promise<Uint8Array>;
  /** The bytes at an address that the app may reach; throws where it may not. */
  download(url: string): Promise<Uint8Array>;
}

/** Pixels of all images that an app shows, beside the one that is loaded: 1 GB. */
const MAX_ALL_PIXELS = 4 * MAX_PIXELS;

/** What the images of one app share. */
export interface SharedLoading {
  /** Ends when the file before has been decoded. */
  last: Promise<unknown>;
  waiting: number;
  /** What is shown, by the element that shows it. */
  readonly shown: Map<object, Picture>;
}

const loadings = new WeakMap<PictureSource, SharedLoading>();

export function sharedLoading(source: PictureSource): SharedLoading {
  let shared = loadings.get(source);
  if (shared === undefined) {
    shared = { last: Promise.resolve(), waiting: 0, shown: new Map() };
    loadings.set(source, shared);
  }
  return shared;
}

/**
 * One after the other: a page of many large images responds while they are loaded, and holds the bytes of one file.
 *
 * @param isNeeded asked when its turn comes; undefined is returned where it is not any more
 * @throws ImageError, or what `source` throws
 */
export async function loadPicture(
  src: string,
  source: PictureSource,
  isNeeded: () => boolean = () => true,
): Promise<Picture | undefined> {
  const shared = sharedLoading(source);
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(src)?.[1]?.toLowerCase();
  const load = async (read: () => Promise<Uint8Array> | Uint8Array) =>
    await inTurn(shared, async () =>
      isNeeded() ? await decodeOne(await read(), shared) : undefined,
    );
  switch (scheme) {
    case undefined:
    case 'file':
      return await load(() => source.read(src));
    case 'data':
      return await load(() => bytesOfDataUrl(src));
    case 'http':
    case 'https': {
      // A slow server keeps no other image waiting.
      const bytes = await source.download(src);
      return await load(() => bytes);
    }
    default:
      throw new ImageError(
        'image-format',
        `expected a file, a data URL or an address of http or https, found ${scheme}:`,
      );
  }
}

/** Input is read and a frame can be painted between two files. */
async function inTurn<T>(shared: SharedLoading, work: () => Promise<T>): Promise<T> {
  const isFirst = shared.waiting++ === 0;
  const turn = isFirst ? work() : shared.last.then(() => setImmediate()).then(work);
  shared.last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    shared.waiting--;
  }
}

async function decodeOne(bytes: Uint8Array, { shown }: SharedLoading): Promise<Picture> {
  const { width, height } = readHeader(bytes);
  let pixels = width * height;
  for (const picture of shown.values()) pixels += picture.width * picture.height;
  if (pixels > MAX_ALL_PIXELS) {
    throw new ImageError(
      'image-too-large',
      `the images of the app have more than ${MAX_ALL_PIXELS / 2 ** 20} million pixels together`,
      'show fewer at a time, or smaller ones',
    );
  }
  return await decode(bytes);
}
