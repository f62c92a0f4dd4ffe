/**
 * Keeps a stream open to its end although the other side reads no more. A stream of Node's whose write fails closes at once, and
 * what an app had sent before its end would be lost with it: log entries, a result, printed lines.
 */
import type { Writable } from 'node:stream';

type Callback = (error?: Error | null) => void;

/** @returns the stream, of which a write to an app that has ended counts as done */
export function ignoreLostWrites<Stream extends Writable>(stream: Stream): Stream {
  const { _write: write, _writev: writev } = stream;
  stream._write = (chunk, encoding, callback) =>
    write.call(stream, chunk, encoding, withoutLoss(callback));
  if (typeof writev === 'function') {
    stream._writev = (chunks, callback) => writev.call(stream, chunks, withoutLoss(callback));
  }
  return stream;
}

function withoutLoss(callback: Callback): Callback {
  return (error) => callback(isLoss(error) ? null : error);
}

function isLoss(error: (Error & { readonly code?: string }) | null | undefined): boolean {
  return error?.code === 'EPIPE' || error?.code === 'ECONNRESET';
}
