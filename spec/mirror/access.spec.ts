/** Tokens, their proofs and tickets, with a clock of one's own. */
import { describe, expect, it } from '@jest/globals';
import { Access, type ClientProof, type ProofResult } from '../../cli/mirror/access.js';
import { hmacSha256 } from '../../cli/mirror/hmac.js';
import { Hosts, isLoopback, partnerOf } from '../../cli/mirror/origins.js';
import { clientText, runText, serverText } from '../../cli/mirror/proof.js';

const TOKENS = { drive: 'd'.repeat(22), view: 'v'.repeat(22) };

function clock(): { now: number; read: () => number } {
  const time = { now: 1000, read: () => time.now };
  return time;
}

const HOST = '127.0.0.1:8080';

/** What a client sends that has a token. */
function proofOf(access: Access, token: string, change: Partial<ClientProof> = {}): ClientProof {
  const handshake = { host: HOST, challenge: access.issueChallenge(), nonce: 'n'.repeat(32) };
  const key = hmacSha256(token, runText(access.run));
  return { ...handshake, proof: hmacSha256(key, clientText(handshake)), ...change };
}

const check = (access: Access, token: string, address: string): ProofResult =>
  access.admit(proofOf(access, token), address);

/** What a token stands for; undefined for nothing. */
function roleOf(access: Access, token: string, address = 'a'): string | undefined {
  const { ticket } = check(access, token, address);
  return ticket === undefined ? undefined : access.redeem(ticket)?.role;
}

const issueTicket = (access: Access, role: 'drive' | 'view'): string =>
  check(access, TOKENS[role], 'a').ticket!;

describe('tickets', () => {
  it('are good once', () => {
    const access = new Access(TOKENS, clock().read);
    const ticket = issueTicket(access, 'drive');
    expect(access.redeem(ticket)?.role).toBe('drive');
    expect(access.redeem(ticket)).toBeUndefined();
  });

  it('are good for ten seconds', () => {
    const time = clock();
    const access = new Access(TOKENS, time.read);
    const [early, late] = [issueTicket(access, 'view'), issueTicket(access, 'view')];
    time.now += 10_000;
    expect(access.redeem(early)?.role).toBe('view');
    time.now += 1;
    expect(access.redeem(late)).toBeUndefined();
  });

  it('that nobody uses do not pile up', () => {
    const access = new Access(TOKENS, clock().read);
    const first = issueTicket(access, 'view');
    for (let i = 0; i < 10_000; i++) issueTicket(access, 'view');
    expect(access.redeem(first)).toBeUndefined();
  });

  it('come with what only a server that knows the token can send', () => {
    const access = new Access(TOKENS, clock().read);
    const { proof, ...handshake } = proofOf(access, TOKENS.view);
    const { ticket = '' } = access.admit({ proof, ...handshake }, 'a');
    const key = hmacSha256(TOKENS.view, runText(access.run));
    expect(access.redeem(ticket)?.proof).toBe(hmacSha256(key, serverText(handshake, ticket)));
  });
});

describe('challenges', () => {
  it('are answered within ten seconds', () => {
    const time = clock();
    const access = new Access(TOKENS, time.read);
    const [early, late] = [proofOf(access, TOKENS.view), proofOf(access, TOKENS.view)];
    time.now += 10_000;
    expect(access.admit(early, 'a').ticket).toBeDefined();
    time.now += 1;
    expect(access.admit(late, 'a')).toEqual({ wait: 0, isStale: true });
  });

  it('are answered once', () => {
    const access = new Access(TOKENS, clock().read);
    const proof = proofOf(access, TOKENS.view);
    expect(access.admit(proof, 'a').ticket).toBeDefined();
    expect(access.admit(proof, 'a')).toEqual({ wait: 0, isStale: true });
  });

  it('are of this server, as it has made them', () => {
    const [access, other] = [new Access(TOKENS, clock().read), new Access(TOKENS, clock().read)];
    const own = access.issueChallenge();
    for (const challenge of ['', '.', own.slice(1), `${own}0`, `1${own}`, other.issueChallenge()]) {
      expect(access.admit(proofOf(access, TOKENS.view, { challenge }), 'a').isStale).toBe(true);
    }
  });
});

describe('proofs', () => {
  it.each(['host', 'nonce', 'proof'] as const)('with another %s are wrong', (name) => {
    const access = new Access(TOKENS, clock().read);
    const right = proofOf(access, TOKENS.view);
    expect(access.admit({ ...right, [name]: `${right[name]}0` }, 'a')).toEqual({ wait: 0 });
    expect(access.admit(right, 'a').ticket).toBeDefined();
  });

  it('of one run are wrong in another', () => {
    const [before, after] = [new Access(TOKENS, clock().read), new Access(TOKENS, clock().read)];
    const key = hmacSha256(TOKENS.drive, runText(before.run));
    const handshake = { host: HOST, challenge: after.issueChallenge(), nonce: 'n'.repeat(32) };
    const proof = hmacSha256(key, clientText(handshake));
    expect(after.admit({ ...handshake, proof }, 'a').ticket).toBeUndefined();
  });
});

describe('tokens', () => {
  it('stand for their roles', () => {
    const access = new Access(TOKENS, clock().read);
    expect(roleOf(access, TOKENS.drive)).toBe('drive');
    expect(roleOf(access, TOKENS.view)).toBe('view');
    for (const wrong of ['', 'd', `${TOKENS.drive} `, TOKENS.drive.toUpperCase(), '\0'])
      expect(roleOf(access, wrong)).toBeUndefined();
  });

  it('stand for nothing where nobody has the role', () => {
    const access = new Access({ view: TOKENS.view }, clock().read);
    expect(roleOf(access, '')).toBeUndefined();
    expect(roleOf(access, 'undefined')).toBeUndefined();
  });

  it('cost a second after five wrong ones, and a minute after twenty, of the same address', () => {
    const time = clock();
    const access = new Access(TOKENS, time.read);
    for (let i = 0; i < 5; i++) expect(check(access, 'x', 'a').wait).toBe(0);
    expect(check(access, 'x', 'a').wait).toBe(1000);
    for (let i = 0; i < 14; i++) check(access, 'x', 'a');
    expect(check(access, TOKENS.drive, 'a')).toEqual({ wait: 0, isLocked: true });
    expect(roleOf(access, TOKENS.drive, 'b')).toBe('drive');
    time.now += 60_001;
    expect(check(access, TOKENS.drive, 'a')).toMatchObject({ wait: 0 });
    expect(roleOf(access, TOKENS.drive)).toBe('drive');
  });

  it('are remembered for so many addresses only', () => {
    const access = new Access(TOKENS, clock().read);
    for (let i = 0; i < 20; i++) check(access, 'x', 'first');
    for (let i = 0; i < 2000; i++) check(access, 'x', `address ${i}`);
    expect(roleOf(access, TOKENS.view, 'first')).toBe('view');
  });
});

describe('names of the server', () => {
  it.each(['127.0.0.1', '127.8.9.1', 'localhost', 'LOCALHOST', '::1', '[::1]'])(
    '%s is for this machine',
    (host) => expect(isLoopback(host)).toBe(true),
  );
  it.each([
    '0.0.0.0',
    '::',
    '192.0.2.1',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    '128.0.0.1',
  ])('%s is for others', (host) => expect(isLoopback(host)).toBe(false));
  it('are those of loopback, and its own', () => {
    const hosts = new Hosts('127.0.0.1', 8080, true);
    for (const each of ['127.0.0.1:8080', 'localhost:8080', '[::1]:8080', hosts.printed])
      expect([each, hosts.hasPage(each)]).toEqual([each, true]);
    for (const each of ['127.0.0.1', '127.0.0.1:80', 'evil.test:8080', 'evil.localhost:8080'])
      expect([each, hosts.hasPage(each), hosts.hasClients(each)]).toEqual([each, false, false]);
    expect(new Hosts('box.example', 80, false).hasPage('box.example')).toBe(true);
    expect(new Hosts('0.0.0.0', 81, true).hasPage('127.0.0.1:81')).toBe(true);
    expect(new Hosts('0.0.0.0', 81, true).hasPage('evil.test:81')).toBe(false);
  });
  it('are printed with one that is new in each run', () => {
    const [one, other] = [new Hosts('::1', 80, true), new Hosts('::1', 80, true)];
    expect(one.printed).toMatch(/^[0-9a-f]{12}\.localhost:80$/);
    expect(one.plain).toBe('[::1]:80');
    expect(one.printed).not.toBe(other.printed);
    // Pages of the other run connect again, and are not loaded again.
    for (const host of [other.printed, other.printed.replace(':80', '')])
      expect([one.hasClients(host), one.hasPage(host)]).toEqual([true, false]);
    for (const host of [`${other.printed}80`, `x${other.printed}`, `${other.printed}.evil.test`])
      expect(one.hasClients(host)).toBe(false);
  });
  it('have no name of a run on a free port, which is new itself', () => {
    const hosts = new Hosts('127.0.0.1', 50_123, true, false);
    expect(hosts).toMatchObject({ printed: '127.0.0.1:50123', isNamed: false });
    expect([hosts.hasPage('localhost:50123'), hosts.hasPage('127.0.0.1:50123')]).toEqual([
      true,
      true,
    ]);
    expect(hosts.hasClients('0123456789ab.localhost:50123')).toBe(false);
  });
  it('are its own alone where another program may be at those of loopback', () => {
    for (const host of ['127.0.0.1', '192.0.2.1']) {
      const hosts = new Hosts(host, 8080, false);
      expect(hosts).toMatchObject({ printed: `${host}:8080`, plain: `${host}:8080` });
      expect(hosts.hasPage(`${host}:8080`)).toBe(true);
      for (const each of ['localhost:8080', '[::1]:8080', '0123456789ab.localhost:8080'])
        expect([each, hosts.hasClients(each)]).toEqual([each, false]);
    }
    expect(new Hosts('0.0.0.0', 81, false).hasPage('127.0.0.1:81')).toBe(true);
    expect(new Hosts('0.0.0.0', 81, false).hasPage('localhost:81')).toBe(false);
  });
  it.each([
    ['127.0.0.1', '::1'] as const,
    ['0.0.0.0', '::1'] as const,
    ['localhost', '::1'] as const,
    ['[::1]', '127.0.0.1'] as const,
    ['::', undefined] as const,
    ['192.0.2.1', undefined] as const,
    ['127.0.0.2', undefined] as const,
  ])('of a server at %s need %s for localhost', (host, partner) => {
    expect(partnerOf(host)).toBe(partner);
  });
});
