/**
 * Files that the user has chosen, as the standard's `File`: name, size and type are known, and bytes are read when a script
 * requests them, from where the file is open. `slice` reads nothing.
 */
import { nameClass } from '../base/class-name.js';

/** Where the bytes are. */
export interface ChosenSource {
  /** Yields the bytes from `start` to `end`. @throws DOMException `NotReadableError` */
  read(start: number, end: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Called when a script has got what it has read. */
  activity(): void;
}

interface Range {
  readonly source: ChosenSource;
  readonly start: number;
  readonly end: number;
}

const ranges = new WeakMap<Blob, Range>();

function rangeOf(blob: Blob): Range {
  const range = ranges.get(blob);
  if (range === undefined) throw new TypeError('Illegal invocation');
  return range;
}

/** Where Node keeps a blob's bytes; undefined where it does so in another way. */
const HANDLE = Object.getOwnPropertySymbols(new Blob([])).find(
  ({ description }) => description === 'kHandle',
);

/**
 * What puts blobs together reads this, and would find no bytes: `new Blob([file])` would be empty. It is an error instead.
 */
function refuseParts(blob: Blob): void {
  if (HANDLE === undefined) return;
  Object.defineProperty(blob, HANDLE, {
    get: () => {
      throw new DOMException(
        'the bytes of a chosen file are read from the disk: use new Blob([await file.arrayBuffer()])',
        'NotSupportedError',
      );
    },
  });
}

/** The members that read, for a file and for its slices. */
const READING = {
  slice(this: Blob, from?: number, to?: number, type = ''): Blob {
    const { source, start, end } = rangeOf(this);
    const size = end - start;
    const place = (value: number): number => {
      const whole = Math.trunc(value) || 0;
      return whole < 0 ? Math.max(0, size + whole) : Math.min(whole, size);
    };
    const first = place(from ?? 0);
    const last = Math.max(first, place(to ?? size));
    return new ChosenSlice({ source, start: start + first, end: start + last }, String(type));
  },
  stream(this: Blob): ReadableStream<Uint8Array> {
    const { source, start, end } = rangeOf(this);
    const stopped = new AbortController();
    const pieces = source.read(start, end, stopped.signal)[Symbol.asyncIterator]();
    return new ReadableStream<Uint8Array>(
      {
        type: 'bytes',
        pull: async (controller) => {
          const next = await pieces.next();
          if (next.done !== true) {
            if (next.value.length > 0) controller.enqueue(Uint8Array.from(next.value));
            return;
          }
          controller.close();
          // A reader that waits with its own buffer.
          (controller as ReadableByteStreamController).byobRequest?.respond(0);
          source.activity();
        },
        cancel: async () => {
          stopped.abort();
          await pieces.return?.();
        },
      },
      { highWaterMark: 0 },
    );
  },
  async arrayBuffer(this: Blob): Promise<ArrayBuffer> {
    return (await readAll(this)).buffer as ArrayBuffer;
  },
  async bytes(this: Blob): Promise<Uint8Array> {
    return await readAll(this);
  },
  async text(this: Blob): Promise<string> {
    return new TextDecoder().decode(await readAll(this));
  },
};

async function readAll(blob: Blob): Promise<Uint8Array> {
  const { source, start, end } = rangeOf(blob);
  const all = new Uint8Array(end - start);
  let at = 0;
  try {
    for await (const piece of source.read(start, end, new AbortController().signal)) {
      all.set(piece, at);
      at += piece.length;
    }
  } finally {
    source.activity();
  }
  return all;
}

class ChosenSlice extends Blob {
  static {
    nameClass(this, 'Blob');
  }
  // Node's own accessors look at where it keeps the bytes.
  readonly #type: string;

  constructor(range: Range, type: string) {
    super([], { type });
    this.#type = super.type;
    ranges.set(this, range);
    refuseParts(this);
  }
  override get type(): string {
    return this.#type;
  }
  override get size(): number {
    const { start, end } = rangeOf(this);
    return end - start;
  }
}

interface FileFacts {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export class ChosenFile extends File {
  static {
    nameClass(this, 'File');
  }
  readonly #facts: FileFacts;

  constructor(source: ChosenSource, facts: FileFacts) {
    const { name, type, modified, size } = facts;
    super([], name, { type, lastModified: modified });
    this.#facts = { name: super.name, type: super.type, modified: super.lastModified, size };
    ranges.set(this, { source, start: 0, end: size });
    refuseParts(this);
  }
  override get name(): string {
    return this.#facts.name;
  }
  override get type(): string {
    return this.#facts.type;
  }
  override get lastModified(): number {
    return this.#facts.modified;
  }
  override get size(): number {
    const { start, end } = rangeOf(this);
    return end - start;
  }
}

for (const { prototype } of [ChosenSlice, ChosenFile]) {
  for (const [name, value] of Object.entries(READING)) {
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}
/** As in browsers, where no folder was chosen. */
Object.defineProperty(ChosenFile.prototype, 'webkitRelativePath', {
  value: '',
  configurable: true,
});
