/**
 * Messages in a stream of a channel, which itself knows bytes only: four bytes of length (little-endian, of
 * the content), one of type, the content.
 */
import { ProtocolError } from './protocol.js';

export interface StreamFrame {
  readonly type: number;
  readonly bytes: Uint8Array;
}

const HEAD = 5;
/** Bytes of one frame's content. Larger messages are cut by their sender. */
export const LARGEST_CONTENT = 64 * 1024 - HEAD;

/** A frame as bytes. @throws RangeError where the content is too large for one */
export function streamFrame(type: number, bytes: Uint8Array = new Uint8Array()): Uint8Array {
  if (bytes.length > LARGEST_CONTENT) throw new RangeError('too much for one frame');
  const frame = new Uint8Array(HEAD + bytes.length);
  new DataView(frame.buffer).setUint32(0, bytes.length, true);
  frame[4] = type;
  frame.set(bytes, HEAD);
  return frame;
}

/** Cuts content into as many frames as it needs. Each but the last has the type with `more` added. */
export function* streamFrames(
  type: number,
  bytes: Uint8Array,
  more: number,
): Generator<Uint8Array, void> {
  let at = 0;
  do {
    const part = bytes.subarray(at, at + LARGEST_CONTENT);
    at += part.length;
    yield streamFrame(at < bytes.length ? type + more : type, part);
  } while (at < bytes.length);
}

/** @throws ProtocolError, and what the stream throws */
export async function* readStreamFrames(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamFrame, void> {
  let held: Uint8Array = new Uint8Array();
  for await (const piece of body) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    while (held.length >= HEAD) {
      const length = new DataView(held.buffer, held.byteOffset).getUint32(0, true);
      if (length > LARGEST_CONTENT)
        throw new ProtocolError('a frame in a stream that is too large');
      if (held.length < HEAD + length) break;
      yield { type: held[4] ?? 0, bytes: held.subarray(HEAD, HEAD + length) };
      held = held.subarray(HEAD + length);
    }
  }
  if (held.length > 0) throw new ProtocolError('a stream that ends within a frame');
}
