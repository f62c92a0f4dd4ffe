/**
 * Hosts in canonical form, and which of them a grant covers.
 *
 * The WHATWG URL parser does what fetch will do: case, punycode, full-width dots, `2130706433`, `0x7f.1`.
 * What it leaves is done here: trailing dots, and IPv4 addresses that are written as IPv6 ones.
 */
import type { BlockList } from 'node:net';
import { late } from '../../../../runtime/base/late.js';
import type { HostGrant, Origin } from '../types.js';

const net = late(() => require('node:net') as typeof import('node:net'));

export interface Host {
  readonly host: string;
  readonly family?: 4 | 6;
}

/** The canonical host; undefined where the text is none. Takes IPv6 addresses with and without brackets. */
export function canonicalHost(text: string): Host | undefined {
  if (text === '' || text.length > 1024 || /[\s/\\?#@%*]/.test(text)) return undefined;
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  const bracketed = net().isIP(bare) === 6 ? `[${bare}]` : text;
  let name: string;
  try {
    const url = new URL(`http://${bracketed}/`);
    // A colon that is not part of an IPv6 address was a port, also where the parser dropped it (80).
    if (!bracketed.startsWith('[') && text.includes(':')) return undefined;
    name = url.hostname;
  } catch {
    return undefined;
  }
  if (name.startsWith('[')) {
    const address = name.slice(1, -1);
    const mapped = mappedIPv4(address);
    return mapped === undefined ? { host: address, family: 6 } : { host: mapped, family: 4 };
  }
  name = name.replace(/\.+$/, '');
  if (name === '') return undefined;
  if (net().isIP(name) === 4) return { host: name, family: 4 };
  // `1.2.3.4.` was a name to the parser of old versions.
  if (/^[\d.]+$/.test(name)) return undefined;
  return { host: name };
}

/** `::ffff:7f00:1` and `::127.0.0.1` as the IPv4 address they reach. */
function mappedIPv4(address: string): string | undefined {
  const words = /^::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (words === null) return undefined;
  return dotted(parseInt(words[1] ?? '0', 16), parseInt(words[2] ?? '0', 16));
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The port that a URL of `http`, `https`, `ws` or `wss` leads to. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' || protocol === 'wss:' ? 443 : 80;
}

export type HostGrantError = { readonly message: string; readonly suggestion?: string };

/** Reads `host`, `host:port`, `*.host`, `*.host:port`, `[::1]:80` as a policy or a flag has it. */
export function readHostGrant(
  written: string,
  origin: Origin,
): { readonly grant: HostGrant } | { readonly error: HostGrantError } {
  const text = written.trim();
  const error = findFormError(text);
  if (error !== undefined) return { error };
  const below = text.startsWith('*.');
  const rest = below ? text.slice(2) : text;
  const colon = net().isIP(rest) === 6 ? -1 : (/:[^:\]]*$/.exec(rest)?.index ?? -1);
  const name = colon < 0 ? rest : rest.slice(0, colon);
  const portText = colon < 0 ? undefined : rest.slice(colon + 1);
  if (name.includes('*')) {
    const message = '"*" is allowed only as the first label of a host name';
    return { error: { message, suggestion: 'write "*.example.com"' } };
  }
  const port = portText === undefined ? undefined : readPort(portText);
  const host = canonicalHost(name);
  if (port === false) {
    const message = `expected a port from 1 to 65535, found "${portText ?? ''}"`;
    const suggestion = `write "${host === undefined ? 'example.com' : `${below ? '*.' : ''}${name}`}:443"`;
    return { error: { message, suggestion } };
  }
  if (host === undefined) return { error: { message: 'expected a host name or an IP address' } };
  if (below && host.family !== undefined)
    return { error: { message: 'an IP address has no subdomains' } };
  return { grant: { written, origin, ...host, below, ...(port === undefined ? {} : { port }) } };
}

/** What is not a host, with or without a port, by its form. */
function findFormError(text: string): HostGrantError | undefined {
  if (text === '') return { message: 'expected a host name, found nothing' };
  if (/^\*+(:\d*)?$/.test(text)) {
    const suggestion = 'write "*.example.com" for all subdomains of a host, or grant "all"';
    return { message: 'expected a host name, found "*"', suggestion };
  }
  const scheme = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/?#]*)/i.exec(text);
  if (scheme !== null) {
    const message = 'expected a host name, found a URL';
    return { message, suggestion: `write "${scheme[1] ?? ''}"` };
  }
  if (text.includes('@')) return { message: 'expected a host name without a user' };
  if (/[/\\?#]/.test(text)) return { message: 'expected a host name without a path' };
  return undefined;
}

function readPort(text: string): number | false {
  if (!/^\d{1,5}$/.test(text)) return false;
  const port = Number(text);
  return port >= 1 && port <= 65535 ? port : false;
}

/** Whether the grant covers a canonical host; without a port, whether it does for some port. */
export function coversHost(grant: HostGrant, host: Host, port?: number): boolean {
  if (grant.port !== undefined && port !== undefined && grant.port !== port) return false;
  if (!grant.below) return grant.host === host.host;
  return host.family === undefined && host.host.endsWith(`.${grant.host}`);
}

/**
 * Addresses that lead to this machine, to its network, or to nowhere on the internet: IANA's
 * special-purpose registries (RFC 6890); 0.0.0.0 is this machine on Linux.
 */
const PRIVATE = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  ipv6: [
    ['::', 128],
    ['::1', 128],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['5f00::', 16],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ],
} as const;
const LOOPBACK = {
  ipv4: [
    ['127.0.0.0', 8],
    ['0.0.0.0', 8],
  ],
  ipv6: [
    ['::1', 128],
    ['::', 128],
  ],
} as const;

type Networks = Readonly<
  Record<'ipv4' | 'ipv6', readonly (readonly [net: string, bits: number])[]>
>;

/** Made when an address is first looked up: most starts never do. */
const lists = new Map<Networks, BlockList>();

function isIn(networks: Networks, { host, family }: Host): boolean {
  let list = lists.get(networks);
  if (list === undefined) {
    lists.set(networks, (list = new (net().BlockList)()));
    for (const [net, bits] of networks.ipv4) list.addSubnet(net, bits, 'ipv4');
    for (const [net, bits] of networks.ipv6) list.addSubnet(net, bits, 'ipv6');
  }
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether an address is not one of the open internet. What is not an address at all counts as private. */
export function isPrivateAddress(address: string): boolean {
  const host = canonicalAddress(address);
  if (host === undefined) return true;
  const inside = embeddedIPv4(host);
  if (inside !== undefined) return isPrivateAddress(inside);
  return isIn(PRIVATE, host);
}

/** Whether an address leads to this machine. */
export function isLoopback(address: string): boolean {
  const host = canonicalAddress(address);
  return host !== undefined && isIn(LOOPBACK, host);
}

/** An address in canonical form, a zone (`fe80::1%eth0`) left out. */
export function canonicalAddress(
  address: string,
): { readonly host: string; readonly family: 4 | 6 } | undefined {
  const plain = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  if (net().isIP(plain) === 0) return undefined;
  const host = canonicalHost(plain);
  return host?.family === undefined ? undefined : { host: host.host, family: host.family };
}

/** The IPv4 address that NAT64 (RFC 6052) and 6to4 (RFC 3056) addresses lead to. */
function embeddedIPv4({ host, family }: Host): string | undefined {
  if (family !== 6) return undefined;
  const words = wordsOf(host);
  if (words[0] === 0x2002) return dotted(words[1] ?? 0, words[2] ?? 0);
  const nat64 = words[0] === 0x64 && words[1] === 0xff9b && words.slice(2, 6).every((w) => w === 0);
  return nat64 ? dotted(words[6] ?? 0, words[7] ?? 0) : undefined;
}

function wordsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const words = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((word) => parseInt(word, 16));
  const before = words(head);
  if (tail === undefined) return before;
  const after = words(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/**
 * Names that can only mean this machine or its network, so that granting one is a deliberate choice. The owner of any
 * other name can point it at a private address at any moment (DNS rebinding).
 */
export function isPrivateName(host: string): boolean {
  return (
    !host.includes('.') ||
    /\.(localhost|local|internal|lan|intranet|private|home\.arpa)$/.test(host)
  );
}

export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}
