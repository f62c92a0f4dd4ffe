/**
 * Connections to a server of anybody who has not proved yet that they may be served. Of more than there may be the oldest
 * are closed, whatever they are in the middle of: a program that opens ever more of them, and finishes none of its
 * requests, keeps nobody else out.
 */
import type { Server } from 'node:net';
import type { Duplex } from 'node:stream';

/** Many, so that the newest has time for its request however fast others come: pages need a handful each. */
const MAX_STRANGERS = 512;

export class Strangers {
  /** By age. */
  readonly #sockets = new Set<Duplex>();
  #isDue = false;

  /** Takes every connection of a server for a stranger's. */
  watch(server: Server): void {
    server.on('connection', (socket) => this.#add(socket));
  }

  /** It may be served, and makes room for no other from now on. */
  remove(socket: Duplex): void {
    this.#sockets.delete(socket);
  }

  #add(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    if (this.#isDue || this.#sockets.size <= MAX_STRANGERS) return;
    this.#isDue = true;
    // Not before what has arrived until now was read: most requests are whole by then, and answered at once.
    setImmediate(() => setImmediate(() => this.#makeRoom()));
  }

  #makeRoom(): void {
    this.#isDue = false;
    const surplus = Math.max(0, this.#sockets.size - MAX_STRANGERS);
    for (const socket of [...this.#sockets].slice(0, surplus)) socket.destroy();
  }
}
