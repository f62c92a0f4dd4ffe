/**
 * Connections to a server whose clients have not yet proved that they may be served. Beyond a limit the oldest are
 * closed, whatever they are in the middle of. So a program that opens many of them, and finishes none of its requests,
 * cannot keep other clients out.
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
