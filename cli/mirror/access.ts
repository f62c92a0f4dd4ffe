/**
 * Access to the mirror: proofs of a token, the tickets that clients get for them, and limits on guessing.
 *
 * A token is never sent, and there are no cookies: those of one port are sent to every other port of the machine.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from './messages.js';
import { hmacSha256 } from './hmac.js';
import { clientText, runText, serverText, type Handshake } from './proof.js';
import { LOCK_TIME } from './protocol.js';

/** Milliseconds in which a challenge can be answered, and a ticket be redeemed. */
const TICKET_TIME = 10_000;
/** Tickets at a time, and challenges that were answered. Clients redeem theirs at once; more than this are never redeemed. */
const MAX_TICKETS = 256;
/** Wrong proofs of one address after which each answer is late, and after which there is none for a while. */
const SLOW_AFTER = 5;
const LOCKED_AFTER = 20;
/** Milliseconds. */
const SLOW = 1000;
/** Addresses that are remembered. */
const MAX_ADDRESSES = 1024;

/** Tokens by role. A role without one is off. */
export type Tokens = Readonly<Partial<Record<Role, string>>>;

/** What a client sends for a ticket. */
export interface ClientProof extends Handshake {
  readonly proof: string;
}

/** What a ticket is good for. */
export interface Admission {
  readonly role: Role;
  /** That the server knows the token: for the one client that has proved the same. */
  readonly proof: string;
}

export interface ProofResult {
  /** Undefined where there is none. */
  readonly ticket?: string;
  /** Milliseconds to delay the response, right or wrong. */
  readonly wait: number;
  /** Nothing was compared: too many were wrong. */
  readonly isLocked?: boolean;
  /** Nothing was compared: the challenge is none of this server's, too old, or was answered before. */
  readonly isStale?: boolean;
}

interface Failures {
  count: number;
  /** When the last one was. */
  at: number;
}

export class Access {
  /** Public. Keys of one run are worth nothing in another. */
  readonly run = newToken();
  /** Signs challenges, so that none has to be kept before it is answered. */
  readonly #secret = newToken();
  readonly #keys: readonly (readonly [Role, string])[];
  readonly #answered = new Map<string, number>();
  readonly #tickets = new Map<string, Admission & { readonly until: number }>();
  readonly #failures = new Map<string, Failures>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that does not jump */
  constructor(tokens: Tokens, now: () => number) {
    this.#now = now;
    this.#keys = (['drive', 'view'] as const).flatMap((role) => {
      const token = tokens[role];
      return token === undefined ? [] : [[role, hmacSha256(token, runText(this.run))] as const];
    });
  }

  /** A random text that a client has to answer within some seconds. */
  issueChallenge(): string {
    const text = `${Math.floor(this.#now() + TICKET_TIME)}.${newToken()}`;
    return `${text}.${hmacSha256(this.#secret, text)}`;
  }

  /** Checks the proof of a client, and issues a ticket for a right one: with it the client opens its WebSocket. */
  admit({ proof, ...handshake }: ClientProof, address: string): ProofResult {
    const failures = this.#failuresOf(address);
    if (failures.count >= LOCKED_AFTER) return { wait: 0, isLocked: true };
    if (!this.#isOpen(handshake.challenge)) return { wait: 0, isStale: true };
    const wait = failures.count >= SLOW_AFTER ? SLOW : 0;
    const found = this.#keyOf(clientText(handshake), proof);
    if (found !== undefined) return { ticket: this.#issueTicket(handshake, ...found), wait };
    failures.count++;
    failures.at = this.#now();
    this.#failures.set(address, failures);
    this.#forget();
    return { wait };
  }

  /** What a ticket is good for: once, for some seconds. */
  redeem(ticket: string): Admission | undefined {
    const found = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    return found !== undefined && this.#now() <= found.until ? found : undefined;
  }

  /** Every key is tried, each in the same time. */
  #keyOf(text: string, proof: string): readonly [Role, string] | undefined {
    let found: readonly [Role, string] | undefined;
    for (const each of this.#keys) {
      if (isEqual(hmacSha256(each[1], text), proof)) found ??= each;
    }
    return found;
  }

  #issueTicket(handshake: Handshake, role: Role, key: string): string {
    const until = this.#now() + TICKET_TIME;
    const ticket = newToken();
    this.#answered.set(handshake.challenge, until);
    this.#tickets.set(ticket, {
      role,
      until,
      proof: hmacSha256(key, serverText(handshake, ticket)),
    });
    for (const [old, end] of this.#answered) if (end < this.#now()) this.#answered.delete(old);
    for (const [old, { until: end }] of this.#tickets) {
      if (end < this.#now() || this.#tickets.size > MAX_TICKETS) this.#tickets.delete(old);
    }
    return ticket;
  }

  /** A challenge of this server that has not ended, and that no client has answered. */
  #isOpen(challenge: string): boolean {
    const end = challenge.lastIndexOf('.');
    const text = challenge.slice(0, end);
    if (!isEqual(hmacSha256(this.#secret, text), challenge.slice(end + 1))) return false;
    return Number.parseInt(text) >= this.#now() && !this.#answered.has(challenge);
  }

  #failuresOf(address: string): Failures {
    const known = this.#failures.get(address);
    if (known === undefined || this.#now() - known.at > LOCK_TIME) return { count: 0, at: 0 };
    return known;
  }

  #forget(): void {
    if (this.#failures.size <= MAX_ADDRESSES) return;
    for (const [address, { at }] of this.#failures) {
      if (this.#now() - at > LOCK_TIME) this.#failures.delete(address);
    }
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_ADDRESSES && oldest !== undefined) this.#failures.delete(oldest);
  }
}

/** 128 random bits, as text of URLs. */
export function newToken(): string {
  return randomBytes(16).toString('base64url');
}

/** Compares a proof in a time that does not depend on what is in it. */
function isEqual(known: string, received: string): boolean {
  const [a, b] = [Buffer.from(known), Buffer.from(received)];
  return a.length === b.length && timingSafeEqual(a, b);
}
