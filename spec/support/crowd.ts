/** A program that opens ever more connections to a server of this machine, and finishes nothing on any of them. */
import { connect } from 'node:net';

export interface Crowd {
  /** Connections that it has opened. */
  readonly opened: number;
  leave(): void;
}

/**
 * @param said on each connection
 * @param reads each connection is opened again when it ends; one that does not read does not notice that
 */
export function crowdOf(port: number, count: number, said: string, reads = true): Crowd {
  let isOver = false;
  const sockets = new Set<ReturnType<typeof connect>>();
  const crowd = { opened: 0, leave };
  function come(): void {
    if (isOver) return;
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.once('connect', () => {
      crowd.opened++;
      if (said !== '') socket.write(said);
    });
    socket.on('error', () => undefined);
    if (reads) socket.resume();
    else socket.pause();
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(come, 5);
    });
  }
  function leave(): void {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  }
  for (let i = 0; i < count; i++) come();
  return crowd;
}
