/**
 * Images of the app for pages of the mirror. The app sends pixels of a stated size and the cells that show them elsewhere;
 * clients get a PNG that is made here, once for all of them. An app may send as many as it likes: one is made at a time, in
 * a thread of its own, with rests, and none that is gone again at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { TerminalImage } from '../../runtime/terminal/images/image.js';
import { filtered, pngOf } from '../../runtime/terminal/images/png.js';

/** Milliseconds for which an image has to be there: canvases that move have another one in each frame. */
const STILL = 80;
/** After work for an image that took longer than this, how many times as long nothing is made. */
const SMALL = 2;
const REST = 4;
/** Bytes of messages that are kept for clients that come; others are made again. */
const MAX_MADE = 32 * 1024 * 1024;

interface Entry {
  readonly image: TerminalImage;
  readonly at: number;
  message?: Buffer;
}

export class MirrorImages {
  /** Numbers by the ids of the terminal, which come again: a number never does. */
  readonly #numbers = new Map<number, number>();
  readonly #entries = new Map<number, Entry>();
  readonly #requested = new Set<number>();
  #last = 0;
  #isMaking = false;

  readonly #onMade: () => void;

  /** @param onMade a requested message is ready */
  constructor(onMade: () => void) {
    this.#onMade = onMade;
  }

  /** Those that the app has. */
  get numbers(): readonly number[] {
    return [...this.#entries.keys()];
  }

  /** The number of the image that the cells of the app name by an id. */
  numberOf(id: number): number | undefined {
    return this.#numbers.get(id);
  }

  add(id: number, image: TerminalImage): void {
    this.#numbers.set(id, ++this.#last);
    this.#entries.set(this.#last, { image, at: performance.now() });
  }

  /** @returns its number */
  remove(id: number): number | undefined {
    const number = this.#numbers.get(id);
    if (number === undefined) return undefined;
    this.#numbers.delete(id);
    this.#entries.delete(number);
    return number;
  }

  /** The message with an image; undefined where it is being made, or is gone. */
  messageOf(number: number): Buffer | undefined {
    const entry = this.#entries.get(number);
    if (entry === undefined) return undefined;
    if (entry.message === undefined) {
      this.#requested.add(number);
      void this.#make();
    }
    return entry.message;
  }

  /** Of all messages that are kept. */
  get bytes(): number {
    return [...this.#entries.values()].reduce(
      (sum, { message }) => sum + (message?.length ?? 0),
      0,
    );
  }

  /** Forgets messages, until the next client comes. */
  rest(): void {
    this.#requested.clear();
    for (const entry of this.#entries.values()) delete entry.message;
  }

  async #make(): Promise<void> {
    if (this.#isMaking) return;
    this.#isMaking = true;
    for (const number of this.#requested) {
      const entry = this.#entries.get(number);
      if (entry !== undefined) {
        const wait = entry.at + STILL - performance.now();
        if (wait > 0) await sleep(wait, undefined, { ref: false });
      }
      // Meanwhile it may have gone, and its clients too.
      if (this.#requested.delete(number) && entry !== undefined && this.#entries.has(number)) {
        const { message, cost } = await messageWith(number, entry.image);
        if (this.#entries.has(number)) this.#keep(number, entry, message);
        if (cost > SMALL) await sleep(cost * REST, undefined, { ref: false });
      }
    }
    this.#isMaking = false;
  }

  #keep(number: number, entry: Entry, message: Buffer): void {
    entry.message = message;
    this.#onMade();
    let { bytes } = this;
    for (const [each, other] of this.#entries) {
      if (bytes <= MAX_MADE) return;
      if (each === number || other.message === undefined) continue;
      bytes -= other.message.length;
      delete other.message;
    }
  }
}

/** @returns the message, and the milliseconds of work in this thread */
async function messageWith(
  id: number,
  image: TerminalImage,
): Promise<{ readonly message: Buffer; readonly cost: number }> {
  let started = performance.now();
  const rows = filtered(image);
  let cost = performance.now() - started;
  const deflated = await promisify(deflate)(rows, { level: 3 });
  started = performance.now();
  const { columns, rows: height } = image;
  const png = pngOf(image, deflated).toString('base64');
  const message = Buffer.from(JSON.stringify({ type: 'image', id, columns, rows: height, png }));
  cost += performance.now() - started;
  return { message, cost };
}
