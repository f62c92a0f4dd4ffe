/** Images of an app: assigns each an id, within the terminal's limits. */
import {
  bytesOf,
  MAX_KEPT_BYTES,
  findSizeError,
  type ImageIds,
  type ImageProtocol,
  type ImageSink,
  type TerminalImage,
} from './image.js';

export class NumberedImages {
  /** Bytes of each image that is kept. */
  readonly #kept = new Map<number, number>();
  #bytes = 0;
  #next = 0;

  readonly #sink: ImageSink;
  readonly #ids: ImageIds;

  constructor(
    sink: ImageSink,
    ids: ImageIds,
    /** The best that the terminal has for pictures in a mode; asked each time. */
    readonly protocolFor: (mode: ImageProtocol | 'auto') => ImageProtocol | undefined,
  ) {
    this.#sink = sink;
    this.#ids = ids;
  }

  /** Its id; `later` where others have to be shown first, undefined where it cannot be shown. */
  send(image: TerminalImage): number | 'later' | undefined {
    const { pixels, cells } = bytesOf(image);
    const length = pixels + cells;
    if (findSizeError(image) !== undefined || this.#bytes + length > MAX_KEPT_BYTES)
      return undefined;
    const id = this.#free();
    if (id === undefined) return undefined;
    if (!this.#sink.send(id, image)) return 'later';
    this.#kept.set(id, length);
    this.#bytes += length;
    return id;
  }

  remove(id: number): void {
    const length = this.#kept.get(id);
    if (length === undefined) return;
    this.#kept.delete(id);
    this.#bytes -= length;
    this.#sink.remove(id);
  }

  /** In turn, so that an id is not used again while cells with it may still show. */
  #free(): number | undefined {
    const { first, count } = this.#ids;
    for (let tried = 0; tried < count; tried++) {
      const id = first + this.#next;
      this.#next = (this.#next + 1) % count;
      if (!this.#kept.has(id)) return id;
    }
    return undefined;
  }
}
