/** Damaged files in a document: each is a picture or an error with its reason, and the app goes on. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Img } from '../../../elements/img/img.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { dataUrl, rgbaPng } from '../../graphics/files.js';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';

afterEach(unmountAll);

const FILES = ['wheel.png', 'sunset.jpg', 'compass.gif', 'fields.webp'];
const GOOD = dataUrl(rgbaPng(8, 16, new Uint8Array(8 * 16 * 4).fill(255)));

it.each(FILES)('%s, changed and cut off', async (name) => {
  const bytes = new Uint8Array(readFileSync(`examples/pictures/${name}`));
  const app = await mount('<tui><img alt="SHUT"/></tui>', {
    width: 12,
    height: 4,
    errors: 'keep',
  });
  const img = app.document.querySelector('img') as Img;
  const events: string[] = [];
  for (const type of ['load', 'error']) img.addEventListener(type, () => events.push(type));
  const show = async (src: string): Promise<void> => {
    events.length = 0;
    img.setAttribute('src', src);
    await app.settle();
    await app.advance(500);
  };
  const place = fc.oneof(fc.nat(bytes.length - 1), fc.nat(60));
  const changes = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 8 });
  const length = fc.oneof(fc.constant(bytes.length), fc.nat(bytes.length));
  await fc.assert(
    fc.asyncProperty(changes, length, async (list, end) => {
      const changed = bytes.slice();
      for (const [at, value] of list) changed[at] = value;
      const known = app.diagnostics.length;
      await show(dataUrl(changed.subarray(0, end)));
      expect(img.complete).toBe(true);
      const isBroken = img.matches(':state(broken)');
      expect(events).toEqual([isBroken ? 'error' : 'load']);
      expect(app.text().includes('SHUT')).toBe(isBroken);
      const added = app.diagnostics.slice(known);
      expect(added.map(({ code }) => code)).toEqual(
        isBroken ? [expect.stringMatching(/^image-(damaged|format|too-large)$/)] : [],
      );
      // What shows next is not touched by it.
      await show(GOOD);
      expect(img.matches(':state(broken)')).toBe(false);
    }),
    { numRuns: propertyRuns(200) },
  );
  expect(app.exitCode).toBeUndefined();
});
