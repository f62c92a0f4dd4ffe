/** Files that elements show, read as the app's scripts would read them, and the settings for pictures. */
import type * as NodeFs from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConfigApi } from '../../config/types.js';
import { sanitize } from '../base/text/sanitize.js';
import type { Follow } from '../script/access.js';
import { followFile } from '../script/follow-file.js';
import type { PermissionsApi } from '../script/globals/tui-global.js';
import type { Diagnostic } from '../base/diagnostics.js';
import type {
  CellImages,
  FileChooser,
  PictureSettings,
  ResourceHost,
  Thresholds,
} from '../dom/host.js';

/** Bytes of the largest file that is read. */
const MAX_BYTES = 64 * 1024 * 1024;

type FileSystem = Pick<typeof NodeFs, 'promises' | 'constants'>;

export interface ResourceOptions {
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** Finds Node's own modules as scripts do: what replaces them there does here. */
  readonly modules: (name: string) => unknown;
  readonly config: ConfigApi | undefined;
  /** Default: everything is granted. */
  readonly permissions: PermissionsApi | undefined;
  /** Follows files; default: this process reads them. */
  readonly follow?: Follow | undefined;
  /** What has the user choose files. */
  readonly chooser?: FileChooser | undefined;
  /** As the app's scripts have it. */
  readonly fetch: typeof globalThis.fetch;
  /** Reads the file of `dither.blueNoisePath`; default as the app reads its own. */
  readonly readBlueNoise: (() => Promise<Uint8Array>) | undefined;
  /** A file is read for the first time; where it may change while it shows. */
  readonly onRead?: ((file: string) => void) | undefined;
  report(diagnostic: Diagnostic): void;
  requestFrame(): void;
}

/** Files that are followed as they change. */
const MAX_NAMES = 1000;

const BLUE_NOISE = 'dither.blueNoisePath';

/** Reasons of the file system, in words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist, or the app may not read it',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'the app may not read it',
  EPERM: 'the app may not read it',
};

export class Resources implements ResourceHost {
  readonly #held = new Set<Promise<unknown>>();
  readonly #listeners = new Set<(file?: string) => void>();
  /** Names of files that were read, by their paths. */
  readonly #names = new Map<string, Set<string>>();
  readonly #downloads = new Map<string, Promise<Uint8Array>>();
  readonly #ended = new AbortController();
  #stopped = false;
  /** Pixels of a cell of the terminal. */
  #cell: PictureSettings['cell'];
  #facts: string | undefined;
  #noise: Thresholds | undefined;
  #isNoiseRead = false;
  /** What shows images; undefined where the terminal shows none. */
  images: CellImages | undefined;

  readonly #options: ResourceOptions;

  constructor(options: ResourceOptions) {
    this.#options = options;
  }

  get chooser(): FileChooser | undefined {
    return this.#options.chooser;
  }

  /** @throws Error with a reason in words */
  async read(path: string): Promise<Uint8Array> {
    const fs = this.#options.modules('node:fs') as FileSystem;
    try {
      const file = this.#fileOf(path);
      this.#noteRead(file, path);
      return await readWhole(fs, file);
    } catch (error) {
      throw inWords(error);
    }
  }

  /** @throws Error with a reason in words */
  async *follow(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
    const fs = this.#options.modules('node:fs') as FileSystem;
    const ended = AbortSignal.any([signal, this.#ended.signal]);
    try {
      const file = this.#fileOf(path);
      yield* (
        this.#options.follow?.(file, ended) ??
        followFile(async () => await openRegular(fs, file), ended)
      );
    } catch (error) {
      throw inWords(error);
    }
  }

  #fileOf(path: string): string {
    const name = /^file:/i.test(path) ? fileURLToPath(path) : path;
    return isAbsolute(name) ? name : join(this.#options.folder, name);
  }

  /** @throws Error with a reason in words */
  async download(url: string): Promise<Uint8Array> {
    // Several pictures of one address that are loaded at a time are one request.
    let download = this.#downloads.get(url);
    if (download === undefined) {
      download = fetchWhole(this.#options.fetch, url).finally(() => this.#downloads.delete(url));
      this.#downloads.set(url, download);
    }
    return await download;
  }

  async permits(kind: 'shader'): Promise<boolean> {
    const { permissions } = this.#options;
    return permissions === undefined || (await permissions.query(kind)) === 'granted';
  }

  waitFor(work: Promise<unknown>): void {
    const done = (): void => {
      this.#held.delete(work);
      if (!this.#stopped) this.#options.requestFrame();
    };
    this.#held.add(work);
    work.then(done, done);
  }

  /** Resolves when nothing is loaded any more. */
  async settled(): Promise<void> {
    while (this.#held.size > 0 && !this.#stopped) await Promise.allSettled(this.#held);
  }

  get pictures(): PictureSettings {
    const { config } = this.#options;
    return {
      mode: config?.renderGfxMode ?? 'sextant',
      algorithm: config?.ditherAlgorithm,
      bits: config?.ditherBits,
      cell: this.#cell,
      animate: config?.renderAnimateGif ?? true,
    };
  }

  /** Reads the matrix of thresholds that the settings name, once pictures are shown. */
  thresholds(decode: (bytes: Uint8Array) => Promise<Thresholds>): Thresholds | undefined {
    if (!this.#isNoiseRead) {
      this.#isNoiseRead = true;
      const path = this.#options.config?.getPath(BLUE_NOISE) ?? '';
      if (path !== '') this.waitFor(this.#loadNoise(path, decode));
    }
    return this.#noise;
  }

  async #loadNoise(
    path: string,
    decode: (bytes: Uint8Array) => Promise<Thresholds>,
  ): Promise<void> {
    try {
      const { readBlueNoise = () => this.read(path) } = this.#options;
      this.#noise = await decode(await readBlueNoise());
      this.changed();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const origin = this.#options.config?.getOrigin(BLUE_NOISE)?.place ?? BLUE_NOISE;
      this.#options.report({
        severity: 'warning',
        code: 'bad-blue-noise',
        message: `${BLUE_NOISE}: "${sanitize(path)}" cannot be used: ${sanitize(reason)}; it is set by ${origin}`,
        suggestion: 'remove the setting to use the embedded matrix',
      });
    }
  }

  get markdownDebug(): boolean {
    return this.#options.config?.markdownDebug ?? false;
  }

  /** Elements that show a file read it again. @param file its path, as passed to `onRead` */
  onFileChange(file: string): void {
    for (const name of this.#names.get(file) ?? []) {
      for (const listener of [...this.#listeners]) listener(name);
    }
  }

  #noteRead(file: string, name: string): void {
    const { onRead } = this.#options;
    if (onRead === undefined) return;
    const names = this.#names.get(file);
    if (names !== undefined) names.add(name);
    else if (this.#names.size < MAX_NAMES) {
      this.#names.set(file, new Set([name]));
      onRead(file);
    }
  }

  onChange(listener: (file?: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What pictures depend on has changed. */
  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /**
   * The terminal's replies; undefined if there are none.
   *
   * @param facts all that pictures depend on: another text where any of it has changed
   */
  learn(cell: PictureSettings['cell'], images: CellImages | undefined, facts: string): void {
    if (facts === this.#facts) return;
    const isFirst = this.#facts === undefined;
    this.#facts = facts;
    this.#cell = cell;
    this.images = images;
    // While the app is made, nothing shows that could have changed.
    if (isFirst) return;
    this.changed();
    this.#options.requestFrame();
  }

  stop(): void {
    this.#stopped = true;
    this.#ended.abort();
    this.#listeners.clear();
  }
}

/** Milliseconds until all of a file has to be there. */
const MAX_DOWNLOAD = 60_000;

/** Redirects are followed as `fetch` does it: each is a request of its own, to what the app may reach. */
async function fetchWhole(fetch: typeof globalThis.fetch, url: string): Promise<Uint8Array> {
  const ended = new AbortController();
  const timer = setTimeout(
    () => ended.abort(new Error(`no answer within ${MAX_DOWNLOAD / 1000} seconds`)),
    MAX_DOWNLOAD,
  );
  // Nothing waits for it alone.
  timer.unref();
  try {
    const response = await fetch(url, { signal: ended.signal });
    if (!response.ok) throw new Error(`the server answered with ${response.status}`);
    const tooLarge = new Error(`it has more than ${MAX_BYTES / 2 ** 20} MB`);
    if (Number(response.headers.get('content-length')) > MAX_BYTES) throw tooLarge;
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > MAX_BYTES) throw tooLarge;
      pieces.push(piece);
    }
    return new Uint8Array(Buffer.concat(pieces));
  } catch (error) {
    ended.abort(error);
    throw reasonOf(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The cause of an error, if `fetch` reports only that it failed. */
function reasonOf(error: unknown): unknown {
  const { message, cause } = error as { message?: unknown; cause?: unknown };
  const { message: inner } = (cause ?? {}) as { message?: unknown };
  const isVague = message === 'fetch failed' && typeof inner === 'string' && inner !== '';
  return isVague ? cause : error;
}

function inWords(error: unknown): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new Error(REASONS[code] ?? message, { cause: error });
}

/** Opened first and looked at afterwards, and never waits: a pipe or a device is refused. */
async function openRegular(
  { promises, constants }: FileSystem,
  path: string,
): Promise<NodeFs.promises.FileHandle> {
  const file = await promises.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw new Error('it is a folder');
    if (!stat.isFile()) throw new Error('it is not a file');
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readWhole(fs: FileSystem, path: string): Promise<Uint8Array> {
  const file = await openRegular(fs, path);
  try {
    const stat = await file.stat();
    if (stat.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 2 ** 20} MB`);
    const bytes = new Uint8Array(stat.size);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}
