/** Tokens and tickets, with a clock of one's own. */
import { describe, expect, it } from '@jest/globals';
import { Access } from '../../cli/mirror/access.js';
import { hostsOf, isLoopback } from '../../cli/mirror/origins.js';

const TOKENS = { drive: 'd'.repeat(22), view: 'v'.repeat(22) };

function clock(): { now: number; read: () => number } {
  const time = { now: 1000, read: () => time.now };
  return time;
}

describe('tickets', () => {
  it('are good once', () => {
    const access = new Access(TOKENS, clock().read);
    const ticket = access.issueTicket('drive');
    expect(access.redeem(ticket)).toBe('drive');
    expect(access.redeem(ticket)).toBeUndefined();
  });

  it('are good for ten seconds', () => {
    const time = clock();
    const access = new Access(TOKENS, time.read);
    const [early, late] = [access.issueTicket('view'), access.issueTicket('view')];
    time.now += 10_000;
    expect(access.redeem(early)).toBe('view');
    time.now += 1;
    expect(access.redeem(late)).toBeUndefined();
  });

  it('that nobody uses do not pile up', () => {
    const access = new Access(TOKENS, clock().read);
    const first = access.issueTicket('view');
    for (let i = 0; i < 10_000; i++) access.issueTicket('view');
    expect(access.redeem(first)).toBeUndefined();
  });
});

describe('tokens', () => {
  it('stand for their roles', () => {
    const access = new Access(TOKENS, clock().read);
    expect(access.check(TOKENS.drive, 'a').role).toBe('drive');
    expect(access.check(TOKENS.view, 'a').role).toBe('view');
    for (const wrong of ['', 'd', `${TOKENS.drive} `, TOKENS.drive.toUpperCase(), '\0'])
      expect(access.check(wrong, 'a').role).toBeUndefined();
  });

  it('stand for nothing where nobody has the role', () => {
    const access = new Access({ view: TOKENS.view }, clock().read);
    expect(access.check('', 'a').role).toBeUndefined();
    expect(access.check('undefined', 'a').role).toBeUndefined();
  });

  it('cost a second after five wrong ones, and a minute after twenty, of the same address', () => {
    const time = clock();
    const access = new Access(TOKENS, time.read);
    for (let i = 0; i < 5; i++) expect(access.check('x', 'a').wait).toBe(0);
    expect(access.check('x', 'a').wait).toBe(1000);
    for (let i = 0; i < 14; i++) access.check('x', 'a');
    expect(access.check(TOKENS.drive, 'a')).toMatchObject({ role: undefined, isLocked: true });
    expect(access.check(TOKENS.drive, 'b')).toMatchObject({ role: 'drive', isLocked: false });
    time.now += 60_001;
    expect(access.check(TOKENS.drive, 'a')).toMatchObject({ role: 'drive', wait: 0 });
  });

  it('are remembered for so many addresses only', () => {
    const access = new Access(TOKENS, clock().read);
    for (let i = 0; i < 20; i++) access.check('x', 'first');
    for (let i = 0; i < 2000; i++) access.check('x', `address ${i}`);
    expect(access.check(TOKENS.view, 'first').role).toBe('view');
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
    expect([...hostsOf('127.0.0.1', 8080)]).toEqual([
      '127.0.0.1:8080',
      'localhost:8080',
      '[::1]:8080',
    ]);
    expect(hostsOf('box.example', 80)).toContain('box.example');
    expect(hostsOf('0.0.0.0', 81)).toContain('127.0.0.1:81');
    expect(hostsOf('0.0.0.0', 81)).not.toContain('evil.test:81');
  });
});
