/** Limits of requests: the size of a stream that is read to its end, and the number that wait. */
import type { Body, IncomingRequest } from '../channel/channel.js';

/**
 * Reads a request's stream to its end.
 *
 * @param what the stream holds, for the error
 * @throws an error with the code `too-large`
 */
export async function collect(body: Body | undefined, max: number, what: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > max) {
      const error = new Error(`${what} has more than ${max} bytes`);
      throw Object.assign(error, { code: 'too-large' });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

export function tooMany(max: number): Error {
  return Object.assign(new Error(`expected at most ${max} requests at a time`), {
    code: 'too-many',
  });
}

/** Requests of a kind that wait for their turn, each with as much of its stream as came unread. */
const MAX_WAITING = 16;

/**
 * Answers requests one after the other: until it is a request's turn, its stream is not read and nothing
 * is made for it. The next turn comes when the runner has read the answer.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @throws what the answer throws, or an error with the code `too-many` */
  async take<T>({ signal, ready }: IncomingRequest, answer: () => Promise<T> | T): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw tooMany(MAX_WAITING);
    this.#waiting++;
    const turn = this.#last.then(async () => {
      await ready();
      signal.throwIfAborted();
      return await answer();
    });
    this.#last = turn.catch(() => undefined).then(() => this.#waiting--);
    return await turn;
  }
}
