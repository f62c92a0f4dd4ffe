/** What waits for clients, without clients. */
import { describe, expect, it } from '@jest/globals';
import { HeldMessages, MAX_SUPERSEDED, type HeldMessage } from '../../cli/mirror/held-messages.js';

class Client {
  closed = 0;
  onTooSlow(): void {
    this.closed++;
  }
}

const message = (seq: number, size: number, kind: HeldMessage['kind'] = 'frame'): HeldMessage => ({
  kind,
  seq,
  bytes: Buffer.alloc(size),
});

describe('versions that clients hold', () => {
  it('count once, however many hold them', () => {
    const held = new HeldMessages();
    const frame = message(1, 1000);
    const clients = Array.from({ length: 5 }, () => new Client());
    for (const client of clients) held.retain(frame, client);
    expect(held.bytes).toBe(1000);
    for (const client of clients.slice(1)) held.release(frame, client);
    expect(held.bytes).toBe(1000);
    held.release(frame, clients[0]!);
    expect(held.bytes).toBe(0);
  });

  it('never exceed the limit beside the newest ones: who holds the oldest is closed', () => {
    const held = new HeldMessages();
    const size = MAX_SUPERSEDED / 4;
    const clients = Array.from({ length: 8 }, () => new Client());
    for (const [seq, client] of clients.entries()) {
      held.retain(message(seq, size), client);
      held.retain(message(seq, 10, 'tree'), client);
      expect(held.bytes).toBeLessThanOrEqual(MAX_SUPERSEDED + size + 10);
    }
    expect(clients.map(({ closed }) => closed)).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
  });

  it('control: many small ones, and one that is larger than the limit, close no client', () => {
    const held = new HeldMessages();
    const clients = Array.from({ length: 60 }, () => new Client());
    for (const [seq, client] of clients.entries()) held.retain(message(seq, 10_000), client);
    const [late, prompt] = [new Client(), new Client()];
    const other = new HeldMessages();
    other.retain(message(1, 2 * MAX_SUPERSEDED), late);
    other.retain(message(2, 2 * MAX_SUPERSEDED), prompt);
    expect([...clients, late, prompt].every(({ closed }) => closed === 0)).toBe(true);
  });
});
