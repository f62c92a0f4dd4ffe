/** Loads the file in `src` as text. */

/** Why a file is not shown, in words, and what to do about it. */
export class TextError extends Error {
  constructor(
    message: string,
    readonly suggestion?: string,
  ) {
    super(message);
  }
}

/**
 * @param read the bytes of a file as the app may read it; throws where it may not
 * @throws TextError, or what `read` throws
 */
export async function readText(
  src: string,
  read: (path: string) => Promise<Uint8Array>,
): Promise<string> {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(src)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'file') {
    throw new TextError(
      `expected a file, found ${scheme}:`,
      scheme.startsWith('http') ? 'fetch it in a script, and set value' : undefined,
    );
  }
  const bytes = await read(src);
  if (bytes.includes(0)) throw new TextError('it is not text: it contains NUL bytes');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TextError('it is not UTF-8', 'save it as UTF-8');
  }
}
