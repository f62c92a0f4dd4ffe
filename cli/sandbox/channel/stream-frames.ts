/**
 * Messages in a stream of a channel, which itself knows bytes only: four bytes of length (little-endian, of
 * the content), one of type, the content.
 */
import { ProtocolError } from './protocol-error.js';

export interface StreamFrame {
  readonly type: number;
  readonly bytes: Uint8Array;
}

const HEAD = 5;
/** Bytes of one frame's content. Larger messages are cut by their sender. */
const MAX_CONTENT = 64 * 1024 - HEAD;

/** A frame as bytes. @throws RangeError where the content is too large for one */
export function streamFrame(type: number, bytes: Uint8Array = new Uint8Array()): Uint8Array {
  if (bytes.length > MAX_CONTENT) throw new RangeError('the content is too large for one frame');
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
    const part = bytes.subarray(at, at + MAX_CONTENT);
    at += part.length;
    yield streamFrame(at < bytes.length ? type + more : type, part);
  } while (at < bytes.length);
}

/** @throws ProtocolError, and what the stream throws */
export async function* readStreamFrames(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamFrame, void> {
  // Joined only when a frame is whole: it may come byte by byte.
  let waiting: Uint8Array[] = [];
  let size = 0;
  let needed = HEAD;
  for await (const piece of body) {
    waiting.push(piece);
    size += piece.length;
    if (size < needed) continue;
    let bytes: Uint8Array = waiting.length === 1 ? piece : Buffer.concat(waiting);
    for (;;) {
      needed = frameSize(bytes);
      if (bytes.length < needed) break;
      yield { type: bytes[4] ?? 0, bytes: bytes.subarray(HEAD, needed) };
      bytes = bytes.subarray(needed);
    }
    waiting = [bytes];
    size = bytes.length;
  }
  if (size > 0) throw new ProtocolError('a stream that ends within a frame');
}

/** Bytes of the frame that these begin, or of its head where that is not whole. */
function frameSize(bytes: Uint8Array): number {
  if (bytes.length < HEAD) return HEAD;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (length > MAX_CONTENT) throw new ProtocolError('a frame in a stream that is too large');
  return HEAD + length;
}
