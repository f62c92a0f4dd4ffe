/** The destination of encoded frames: a real terminal, a stream, or memory. */

/** What a screen writes to. */
export interface Output {
  /** Size in cells. */
  readonly width: number;
  readonly height: number;
  /**
   * True while earlier bytes have not left yet. A frame is then skipped; what it would have shown is
   * made up for by the next one.
   */
  readonly congested: boolean;
  /** Takes the bytes before it returns: the caller writes the next frame into the same array. */
  write(bytes: Uint8Array): void;
}

/** Size used where a terminal reports none, or one that cannot be true. */
export const FALLBACK_SIZE = { width: 80, height: 24 } as const;
/** No terminal is larger; a pty whose size was never set may report anything. */
const MAX_SIZE = 10_000;

/** The size that a terminal reports, or 80x24 if that is 0, not a number, or implausible. */
export function plausibleSize(
  width: number | undefined,
  height: number | undefined,
): { width: number; height: number } {
  const fits = (cells: number | undefined): cells is number =>
    cells !== undefined && Number.isInteger(cells) && cells > 0 && cells <= MAX_SIZE;
  return fits(width) && fits(height) ? { width, height } : { ...FALLBACK_SIZE };
}

/** The part of a writable stream that frames need; `process.stdout` and any `stream.Writable` have it. */
export interface ByteStream {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  readonly writableNeedDrain?: boolean;
  write(bytes: Uint8Array): unknown;
}

/** An output over a writable stream. The size is read from the stream at each call. */
export function streamOutput(stream: ByteStream): Output {
  return {
    get width() {
      return plausibleSize(stream.columns, stream.rows).width;
    },
    get height() {
      return plausibleSize(stream.columns, stream.rows).height;
    },
    get congested() {
      return stream.writableNeedDrain === true;
    },
    write(bytes) {
      // A stream may keep what it is given until it can write it, so it gets a copy.
      stream.write(Buffer.from(bytes));
    },
  };
}
