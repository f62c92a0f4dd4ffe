/** HTTP requests that hold others, and WebSockets that do: none reaches a host that is not granted. */
import { describe, expect, it } from '@jest/globals';
import { commandFile } from '../../support/cli.js';
import { Arena, losers, winners, type Fight } from './support/arena.js';
import { describeLauncher } from '../support/tiers.js';
import { serveLeniently } from './support/lenient-server.js';

const main = commandFile();

async function fight(tier: string): Promise<Fight & { readonly heads: readonly string[] }> {
  const arena = new Arena(main);
  const server = await serveLeniently();
  try {
    const { port, heads } = server;
    const result = await arena.fight(
      tier,
      'framing',
      { port },
      { permissions: { net: [`localhost:${port}`] } },
    );
    return { ...result, heads };
  } finally {
    await server.close();
    arena.remove();
  }
}

describe('written to a connection as they are', () => {
  it('they reach the other host', async () => {
    const control = await fight('control');
    expect(losers(control)).toEqual([]);
  });
});

// The launcher's own work, on every tier.
describeLauncher((tier) => {
  it('the server sees one request for each, to the host that is granted', async () => {
    const result = await fight(tier);
    expect(winners(result)).toEqual([]);
    for (const head of result.heads) {
      expect(head).toMatch(/^[A-Z]+ \/\S* HTTP\/1\.1\r\n/);
      expect(head.match(/^host:.*$/gim)).toEqual([expect.stringMatching(/^Host: localhost:\d+$/)]);
    }
    // The launcher still serves whoever asks as it should.
    expect(result.heads.at(-1)).toContain('GET /');
    expect(result.code).toBe(0);
    expect(result.changed).toEqual([]);
  });
});
