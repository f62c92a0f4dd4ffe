/**
 * Access to the mirror: tokens, the tickets that pages get for them, and limits on guessing.
 *
 * A token is never part of an address that is requested, and there are no cookies: those of one port are sent
 * to every other port of the machine.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from './messages.js';
import { LOCK_TIME } from './protocol.js';

/** Milliseconds in which a ticket can be redeemed. */
const TICKET_TIME = 10_000;
/** Tickets at a time. Pages redeem theirs at once; more than this are never redeemed. */
const MAX_TICKETS = 256;
/** Wrong tokens of one address after which each answer is late, and after which there is none for a while. */
const SLOW_AFTER = 5;
const LOCKED_AFTER = 20;
/** Milliseconds. */
const SLOW = 1000;
/** Addresses that are remembered. */
const MAX_ADDRESSES = 1024;

/** Tokens by role. A role without one is off. */
export type Tokens = Readonly<Partial<Record<Role, string>>>;

interface Failures {
  count: number;
  /** When the last one was. */
  at: number;
}

export class Access {
  readonly #digests: readonly (readonly [Role, Buffer])[];
  readonly #tickets = new Map<string, { readonly role: Role; readonly until: number }>();
  readonly #failures = new Map<string, Failures>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that does not jump */
  constructor(tokens: Tokens, now: () => number) {
    this.#now = now;
    this.#digests = (['drive', 'view'] as const).flatMap((role) => {
      const token = tokens[role];
      return token === undefined ? [] : [[role, digest(token)] as const];
    });
  }

  /**
   * Checks a token. `role` is undefined for a wrong one; `wait` is the number of milliseconds to delay the response, right
   * or wrong; with `isLocked` the token was not compared.
   */
  check(
    token: string,
    address: string,
  ): { readonly role: Role | undefined; readonly wait: number; readonly isLocked: boolean } {
    const failures = this.#failuresOf(address);
    if (failures.count >= LOCKED_AFTER) return { role: undefined, wait: 0, isLocked: true };
    const wait = failures.count >= SLOW_AFTER ? SLOW : 0;
    const role = this.#roleOf(token);
    if (role === undefined) {
      failures.count++;
      failures.at = this.#now();
      this.#failures.set(address, failures);
      this.#forget();
    }
    return { role, wait, isLocked: false };
  }

  /** Issues a ticket, with which a page opens its WebSocket: valid once, for some seconds. */
  issueTicket(role: Role): string {
    const now = this.#now();
    for (const [ticket, { until }] of this.#tickets) {
      if (until < now || this.#tickets.size >= MAX_TICKETS) this.#tickets.delete(ticket);
    }
    const ticket = newToken();
    this.#tickets.set(ticket, { role, until: now + TICKET_TIME });
    return ticket;
  }

  redeem(ticket: string): Role | undefined {
    const found = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    return found !== undefined && this.#now() <= found.until ? found.role : undefined;
  }

  /** Every token is compared, each in the same time: digests are of one length. */
  #roleOf(token: string): Role | undefined {
    const given = digest(token);
    let found: Role | undefined;
    for (const [role, known] of this.#digests) {
      if (timingSafeEqual(known, given)) found ??= role;
    }
    return found;
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

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
