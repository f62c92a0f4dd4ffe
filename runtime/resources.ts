/** Files that elements show, read as the app's scripts would read them, and the settings for pictures. */
import type * as NodeFs from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConfigApi } from '../config/types.js';
import type { CellImages, PictureSettings, ResourceHost } from './dom/host.js';

/** Bytes of the largest file that is read. */
const MAX_BYTES = 64 * 1024 * 1024;

type FileSystem = Pick<typeof NodeFs, 'promises' | 'constants'>;

export interface ResourceOptions {
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** Finds Node's own modules as scripts do: what stands in for them there does here. */
  readonly modules: (name: string) => unknown;
  readonly config: ConfigApi | undefined;
  requestFrame(): void;
}

/** Reasons of the file system, in words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file, or the app may not read it',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'the app may not read it',
  EPERM: 'the app may not read it',
};

export class Resources implements ResourceHost {
  private readonly held = new Set<Promise<unknown>>();
  private readonly listeners = new Set<() => void>();
  private stopped = false;
  /** Pixels of a cell of the terminal. */
  private cell: PictureSettings['cell'];
  /** What shows images; undefined where the terminal shows none. */
  images: CellImages | undefined;

  constructor(private readonly options: ResourceOptions) {}

  /** @throws Error with a reason in words */
  async read(path: string): Promise<Uint8Array> {
    const fs = this.options.modules('node:fs') as FileSystem;
    try {
      const name = /^file:/i.test(path) ? fileURLToPath(path) : path;
      return await readWhole(fs, isAbsolute(name) ? name : join(this.options.folder, name));
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      throw new Error(REASONS[code] ?? message, { cause: error });
    }
  }

  hold(work: Promise<unknown>): void {
    const done = (): void => {
      this.held.delete(work);
      if (!this.stopped) this.options.requestFrame();
    };
    this.held.add(work);
    work.then(done, done);
  }

  /** Resolves when nothing is loaded any more. */
  async settled(): Promise<void> {
    while (this.held.size > 0 && !this.stopped) await Promise.allSettled(this.held);
  }

  get pictures(): PictureSettings {
    const { config } = this.options;
    return {
      mode: config?.renderGfxMode ?? 'sextant',
      algorithm: config?.ditherAlgorithm ?? 'sierra-stable',
      bits: config?.ditherBits,
      cell: this.cell,
      animate: config?.renderAnimateGif ?? true,
    };
  }

  get markdownDebug(): boolean {
    return this.options.config?.markdownDebug ?? false;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** What pictures depend on has changed. */
  changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** What the terminal has said of itself; undefined: nothing. */
  learn(cell: PictureSettings['cell'], images: CellImages | undefined): void {
    const isSame = cell?.width === this.cell?.width && cell?.height === this.cell?.height;
    if (isSame && images === this.images) return;
    this.cell = cell;
    this.images = images;
    this.changed();
    this.options.requestFrame();
  }

  stop(): void {
    this.stopped = true;
    this.listeners.clear();
  }
}

/** Opened first and looked at afterwards, and never waits: a pipe or a device is refused. */
async function readWhole({ promises, constants }: FileSystem, path: string): Promise<Uint8Array> {
  const file = await promises.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw new Error('it is a folder');
    if (!stat.isFile()) throw new Error('it is not a file');
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
