import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  canonicalHost,
  coversHost,
  isLoopback,
  isPrivateAddress,
  readHostGrant,
} from '../../cli/sandbox/policy/grants/hosts.js';
import type { HostGrant } from '../../cli/sandbox/policy/types.js';
import { propertyRuns } from '../support/property-runs.js';

function grant(text: string): HostGrant {
  const result = readHostGrant(text, 'policy');
  if ('error' in result) throw new Error(`${text}: ${result.error.message}`);
  return result.grant;
}

describe('a host has one form', () => {
  it.each([
    ['EXAMPLE.com', 'example.com'],
    ['example.com.', 'example.com'],
    ['example.com..', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example.', 'xn--bcher-kva.example'],
    ['ｅｘａｍｐｌｅ．com', 'example.com'],
    ['example。com', 'example.com'],
    ['exam\u00adple.com', 'example.com'],
    ['127.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['[::ffff:7f00:1]', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['[::ffff:127.0.0.1]', '127.0.0.1'],
    ['[::7f00:1]', '127.0.0.1'],
    ['[0:0:0:0:0:0:0:1]', '::1'],
    ['2001:DB8::0:1', '2001:db8::1'],
  ])('%s is %s', (text, host) => expect(canonicalHost(text)?.host).toBe(host));

  it.each([
    '',
    ' ',
    'a b',
    'a/b',
    'user@host',
    'host:80',
    'host:443',
    '*',
    '256.1.1.1',
    'a\0b',
    'a%41',
    '[::1',
    '...',
    'a'.repeat(2000),
  ])('%j is none', (text) => expect(canonicalHost(text)).toBeUndefined());

  it('is what fetch will connect to', () => {
    fc.assert(
      fc.property(fc.webAuthority({ withPort: false, withIPv4: true, withIPv6: true }), (host) => {
        const expected = new URL(`http://${host}/`).hostname;
        const known = canonicalHost(host);
        if (!expected.startsWith('[')) expect(known?.host).toBe(expected.replace(/\.+$/, ''));
        else expect(known).toBeDefined();
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('a grant of hosts', () => {
  it.each([
    ['example.com', 'example.com', undefined, true],
    ['example.com', 'example.com', 8080, true],
    ['example.com', 'www.example.com', undefined, false],
    ['example.com:443', 'example.com', 443, true],
    ['example.com:443', 'example.com', 80, false],
    ['*.example.com', 'a.example.com', 1, true],
    ['*.example.com', 'a.b.example.com', 1, true],
    ['*.example.com', 'example.com', 1, false],
    ['*.example.com', 'evilexample.com', 1, false],
    ['*.example.com', 'example.com.evil.org', 1, false],
    ['*.example.com:443', 'a.example.com', 443, true],
    ['*.example.com:443', 'a.example.com', 80, false],
    ['[::1]:8080', '[::1]', 8080, true],
    ['::1', '[0::1]', 8080, true],
    ['10.0.0.1', '167772161', 80, true],
    ['*.0.0.1', '10.0.0.1', 80, false],
  ])('%s and %s port %s: %s', (text, host, port, covers) => {
    const result = readHostGrant(text, 'policy');
    const asked = canonicalHost(host);
    if ('error' in result) expect(covers).toBe(false);
    else expect(asked !== undefined && coversHost(result.grant, asked, port)).toBe(covers);
  });

  it.each([
    ['*', 'expected a host name, found "*"'],
    ['*:443', 'expected a host name, found "*"'],
    ['**', 'expected a host name, found "*"'],
    ['a*.com', 'only as the first label'],
    ['*.*.com', 'only as the first label'],
    ['https://user:secret@example.com/x', 'found a URL'],
    ['example.com/x', 'without a path'],
    ['user@example.com', 'without a user'],
    ['example.com:0', 'expected a port from 1 to 65535'],
    ['example.com:65536', 'expected a port from 1 to 65535'],
    ['example.com:https', 'expected a port from 1 to 65535'],
    ['*.1.2.3.4', 'no subdomains'],
    ['', 'found nothing'],
    ['a b', 'expected a host name or an IP address'],
  ])('%j is an error', (text, message) => {
    const result = readHostGrant(text, 'policy');
    expect('error' in result ? result.error.message : '').toContain(message);
  });

  it('suggests a port where it has another word', () => {
    const result = readHostGrant('example.com:https', 'policy');
    expect('error' in result ? result.error.suggestion : '').toBe('write "example.com:443"');
  });

  it('suggests the host of an address, without its user', () => {
    const result = readHostGrant('https://user:secret@example.com:8443/x', 'policy');
    expect('error' in result ? result.error.suggestion : '').toBe('write "example.com:8443"');
  });

  it('covers names as a naive model does', () => {
    const label = fc.constantFrom('a', 'b', 'com', 'example');
    const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
    const port = fc.option(fc.constantFrom(80, 443), { nil: undefined });
    fc.assert(
      fc.property(
        name,
        fc.boolean(),
        port,
        name,
        fc.constantFrom(80, 443),
        (own, below, at, asked, to) => {
          const text = `${below ? '*.' : ''}${own}${at === undefined ? '' : `:${at}`}`;
          const labels = asked.split('.');
          const tails = labels.map((_, index) => labels.slice(index + 1).join('.'));
          const expected = (below ? tails.includes(own) : own === asked) && (at ?? to) === to;
          expect(coversHost(grant(text), { host: asked }, to)).toBe(expected);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('private addresses', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    'no address',
  ])('%s is one', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '64:ff9b::808:808',
    '2002:808:808::',
  ])('%s is none', (address) => expect(isPrivateAddress(address)).toBe(false));

  it('knows this machine', () => {
    expect(['127.9.9.9', '0.0.0.0', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
    expect(['10.0.0.1', 'fe80::1', 'localhost'].some(isLoopback)).toBe(false);
  });
});
