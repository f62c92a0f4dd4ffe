/**
 * Pictures by address, in a document without code: what is fetched is what `fetch` of a script would get, from hosts that
 * are granted, and no more of it than a picture may have.
 * @ci
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rgbaPng } from '../../graphics/files.js';
import { commandFile, tui, type Result } from '../../support/cli.js';
import { Arena } from './support/arena.js';
import { describeLauncher } from '../support/tiers.js';

/** Two cells of a white picture, as characters. */
const WHITE = /^([@M%&WBR#$8])\1\s*$/;
const PICTURE = Buffer.from(rgbaPng(16, 16, new Uint8Array(16 * 16 * 4).fill(255)));

let arena: Arena;
let good: Server;
let other: Server;
/** Requests to the host that is granted, connections to the other one, and bytes that went out. */
let asked: string[] = [];
let reached = 0;
let sent = 0;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

/** As much as is taken, without an end. */
function pour(response: ServerResponse): void {
  const piece = Buffer.alloc(1024 * 1024);
  const more = (): void => {
    if (response.destroyed) return;
    sent += piece.length;
    response.write(piece, () => setImmediate(more));
  };
  more();
}

beforeEach(async () => {
  arena = new Arena(commandFile());
  [asked, reached, sent] = [[], 0, 0];
  other = createServer((_, response) => response.end(PICTURE));
  other.on('connection', () => reached++);
  good = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url === '/away') {
      response.writeHead(302, { location: `http://127.0.0.1:${portOf(other)}/p.png` }).end();
    } else if (url === '/near') response.writeHead(302, { location: '/p.png' }).end();
    else if (url === '/round') response.writeHead(302, { location: '/round' }).end();
    else if (url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else if (url === '/endless') pour(response);
    else response.end(PICTURE);
  });
  await Promise.all([listen(good), listen(other)]);
});
afterEach(() => {
  for (const server of [good, other]) {
    server.closeAllConnections();
    server.close();
  }
  arena.remove();
});

async function show(tier: string, url: string, isGranted = true): Promise<Result> {
  const net = isGranted ? [`127.0.0.1:${portOf(good)}`] : [];
  const file = arena.put(
    'app/p.tui',
    `<policy>${JSON.stringify({ permissions: { net } })}</policy><img src="${url}" alt="SHUT" gfx-mode="luma"/>`,
  );
  return await tui(['snapshot', file, '--trust'], {
    cwd: arena.root,
    env: { HOME: `${arena.root}/home`, TUI_SANDBOX_TIER: tier },
  });
}
const at = (path: string): string => `http://127.0.0.1:${portOf(good)}${path}`;

describe('without a check', () => {
  it('a redirect leads to the other host', async () => {
    const response = await fetch(at('/away'));
    expect([response.status, reached]).toEqual([200, 1]);
  });
});

// The launcher's own work, on every tier.
describeLauncher((tier) => {
  it('a picture of a host that is granted shows, also after a redirect on it', async () => {
    for (const path of ['/p.png', '/near']) {
      const { stdout } = await show(tier, at(path));
      expect([path, stdout]).toEqual([path, expect.stringMatching(WHITE)]);
    }
  });

  it('a host that is not granted is not asked', async () => {
    const refused = await show(tier, at('/p.png'), false);
    expect(refused.stdout.trim()).toBe('SHUT');
    expect(refused.stderr).toContain('is not permitted');
    expect(asked).toEqual([]);
    const { stdout } = await show(tier, `http://127.0.0.1:${portOf(other)}/p.png`);
    expect([stdout.trim(), reached]).toEqual(['SHUT', 0]);
  });

  it('a redirect leads to no host that is not granted, to no file, and not round for ever', async () => {
    for (const path of ['/away', '/file', '/round']) {
      const { stdout, stderr } = await show(tier, at(path));
      expect([path, stdout.trim(), reached]).toEqual([path, 'SHUT', 0]);
      expect(stderr).toContain('error image-unread');
    }
    expect(asked.filter((path) => path === '/round').length).toBeLessThan(30);
  });

  it('what has no end is ended', async () => {
    const { stdout, stderr } = await show(tier, at('/endless'));
    expect(stdout.trim()).toBe('SHUT');
    expect(stderr).toContain('it has more than 64 MB');
    expect(sent).toBeLessThan(160 * 1024 * 1024);
  });
});
