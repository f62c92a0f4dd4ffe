/** The page's own HMAC, for browsers that have none at an address, beside Node's. */
import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hmac, hmacOf, newNonce } from '../../cli/mirror/page/hmac.js';
import { propertyRuns } from '../support/property-runs.js';

it('is that of Node, for keys and messages of any length', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 300 }),
      (key, text) => {
        const expected = createHmac('sha256', key).update(text).digest('hex');
        expect(Buffer.from(hmacOf(key, text)).toString('hex')).toBe(expected);
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});

it('is right at each border of a block', () => {
  for (let length = 0; length <= 130; length++) {
    const text = new Uint8Array(length).fill(length);
    const expected = createHmac('sha256', text).update(text).digest('hex');
    expect(Buffer.from(hmacOf(text, text)).toString('hex')).toBe(expected);
  }
});

it('is that of the browser where it has one', async () => {
  const expected = createHmac('sha256', 'ключ').update('表示\n').digest('hex');
  await expect(hmac('ключ', '表示\n')).resolves.toBe(expected);
  expect(newNonce()).toMatch(/^[0-9a-f]{32}$/);
  expect(newNonce()).not.toBe(newNonce());
});
