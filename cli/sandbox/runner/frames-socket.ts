/**
 * The runner's end of the socket for frames and events. Sixty frames a second pass here, so a frame is written by
 * the call that sends it, and what comes is read into one buffer.
 */
import { writeSync } from 'node:fs';
import { Socket, type ConnectOpts, type SocketConstructorOpts } from 'node:net';
import { FRAMES_FD } from '../channel/descriptors.js';

const READ_BYTES = 64 * 1024;

export class FramesSocket {
  readonly #socket: Socket;

  /** @param onBytes called with bytes that are valid during the call only */
  constructor(onBytes: (bytes: Uint8Array) => void) {
    const options: SocketConstructorOpts & ConnectOpts = {
      fd: FRAMES_FD,
      readable: true,
      writable: true,
      onread: {
        buffer: new Uint8Array(READ_BYTES),
        callback: (count, buffer) => {
          onBytes(buffer.subarray(0, count));
          return true;
        },
      },
    };
    this.#socket = new Socket(options);
    // The launcher has ended; the channel says so as well.
    this.#socket.on('error', () => undefined);
  }

  /** What the socket has no room for leaves later, in its order. */
  send(message: Uint8Array): void {
    const socket = this.#socket;
    if (!socket.writable) return;
    const sent = socket.writableLength === 0 ? writeNow(message) : 0;
    if (sent < message.length) socket.write(Buffer.from(message.subarray(sent)));
  }

  /** Resolves when all messages have left this process, or the other end is gone. */
  async flushed(): Promise<void> {
    const socket = this.#socket;
    if (!socket.writable || socket.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.write('', () => resolve());
    });
  }
}

/** @returns bytes that there was room for */
function writeNow(message: Uint8Array): number {
  try {
    return writeSync(FRAMES_FD, message);
  } catch {
    // No room; what else it may be, the socket finds out.
    return 0;
  }
}
