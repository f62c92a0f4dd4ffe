/**
 * Connections that are kept alive for the next request. A connection belongs to one target: it is never used for
 * another host, port or scheme, and is checked again each time it is used.
 */
import { Agent, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Network, Target } from './network.js';

/** Idle connections over all targets. */
const MAX_KEPT = 16;
/** Milliseconds that an idle connection is kept. */
const KEPT_FOR = 15_000;

export class Connections {
  readonly #agents = new Map<string, TargetAgent>();
  readonly #kept = new Set<Duplex>();

  readonly #network: Network;

  constructor(network: Network) {
    this.#network = network;
  }

  /** The agent for requests to a target. */
  agent(target: Target): Agent {
    const key = `${target.isSecure ? 'https' : 'http'} ${target.host} ${target.port}`;
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const agent: TargetAgent = new TargetAgent(this.#network, target, this.#kept, () => {
      if (this.#agents.get(key) === agent) this.#agents.delete(key);
    });
    this.#agents.set(key, agent);
    return agent;
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }
}

class TargetAgent extends Agent {
  /** Open connections, idle ones included. */
  #open = 0;

  readonly #network: Network;
  readonly #target: Target;
  readonly #kept: Set<Duplex>;
  readonly #onUnused: () => void;

  constructor(network: Network, target: Target, kept: Set<Duplex>, onUnused: () => void) {
    super({ keepAlive: true, timeout: KEPT_FOR });
    this.#network = network;
    this.#target = target;
    this.#kept = kept;
    this.#onUnused = onUnused;
  }

  override createConnection(): Socket {
    const socket = this.#network.connect(this.#target);
    this.#open++;
    socket.once('close', () => {
      this.#kept.delete(socket);
      if (--this.#open === 0) this.#onUnused();
    });
    return socket;
  }

  /** False closes the connection. */
  override keepSocketAlive(socket: Duplex): boolean {
    if (this.#kept.size >= MAX_KEPT) return false;
    const isKept: unknown = super.keepSocketAlive(socket);
    if (isKept === true) this.#kept.add(socket);
    return isKept === true;
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    this.#kept.delete(socket);
    super.reuseSocket(socket, request);
    if (!this.#network.accepts(this.#target, socket as Socket)) socket.destroy();
  }
}
