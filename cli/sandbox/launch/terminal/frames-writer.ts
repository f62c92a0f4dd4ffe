/**
 * Writes to the app's end of the socket for frames. An app that has ended reads nothing, and a stream whose write fails stops
 * reading, too: frames and printed lines that the app had sent before its end would be lost.
 */
import { writeSync } from 'node:fs';
import type { Duplex } from 'node:stream';

/** A socket of Node's, whose descriptor has no public name. */
interface WithDescriptor {
  readonly _handle?: { readonly fd?: number } | null;
}

/** Sends a message; to an app that has ended, none. */
export function writeMessage(frames: Duplex, message: Uint8Array): void {
  if (frames.destroyed) return;
  const fd = (frames as WithDescriptor)._handle?.fd ?? -1;
  const sent = frames.writableLength === 0 && fd >= 0 ? writeNow(fd, message) : 0;
  if (sent < message.length) frames.write(Buffer.from(message.subarray(sent)));
}

/** @returns bytes that there was room for, or that no app will read */
function writeNow(fd: number, message: Uint8Array): number {
  try {
    return writeSync(fd, message);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EPIPE' || code === 'ECONNRESET' ? message.length : 0;
  }
}
