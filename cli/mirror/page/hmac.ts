/**
 * HMAC-SHA-256 as FIPS 180-4 and RFC 2104 describe them. Browsers have it at addresses of this machine and over HTTPS
 * alone (`crypto.subtle`); at others the page does it itself.
 */
import type { Hmac } from '../proof.js';

const encoder = new TextEncoder();
/** Bytes of a block. */
const BLOCK = 64;

export const hmac: Hmac<Promise<string>> = async (key, text) => {
  const [secret, message] = [encoder.encode(key), encoder.encode(text)];
  const { subtle } = crypto as Partial<Crypto>;
  if (subtle === undefined) return hex(hmacOf(secret, message));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await subtle.importKey('raw', secret, algorithm, false, ['sign']);
  return hex(new Uint8Array(await subtle.sign('HMAC', imported, message)));
};

/** 128 random bits. */
export function newNonce(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** The same without the browser's. */
export function hmacOf(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const padded = (pad: number, rest: Uint8Array): Uint8Array =>
    sha256(Uint8Array.from([...block.map((byte) => byte ^ pad), ...rest]));
  return padded(0x5c, padded(0x36, message));
}

function sha256(bytes: Uint8Array): Uint8Array {
  const length = ((bytes.length + 8) >> 6) + 1;
  const data = new Uint8Array(length * BLOCK);
  const view = new DataView(data.buffer);
  data.set(bytes);
  data[bytes.length] = 0x80;
  view.setUint32(data.length - 4, bytes.length * 8);
  const hash = PRIMES.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)));
  for (let at = 0; at < data.length; at += BLOCK) {
    const words = Array.from({ length: 16 }, (_, i) => view.getUint32(at + 4 * i));
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (const [i, prime] of PRIMES.entries()) {
      if (i > 15) {
        const [x, y] = [words[i - 15]!, words[i - 2]!];
        const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
        const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
        words[i] = (words[i - 16]! + low + words[i - 7]! + high) | 0;
      }
      const mixed = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
      const one = h + mixed + fraction(Math.cbrt(prime)) + words[i]!;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i]! + word) | 0;
  }
  const result = new DataView(new ArrayBuffer(32));
  for (const [i, word] of hash.entries()) result.setInt32(4 * i, word);
  return new Uint8Array(result.buffer);
}

/** The first 64 primes: the constants of the hash are parts of their roots. */
const PRIMES: readonly number[] = Array.from({ length: 310 }, (_, i) => i + 2)
  .filter((n) => !Array.from({ length: n - 2 }, (_, i) => i + 2).some((d) => n % d === 0))
  .slice(0, 64);

/** The first 32 bits after the point. */
function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
