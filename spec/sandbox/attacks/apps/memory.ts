/** Takes memory until it is ended, or has as much as it wants. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attack, done, place, sleep } from './kit.js';

const MB = 1024 * 1024;
let names = 0;
const kinds: Readonly<Record<string, () => unknown>> = {
  // In V8's heap.
  objects: () => Array.from({ length: 10_000 }, (_, index) => ({ index, text: `${index}` })),
  // Outside of it.
  buffers: () => Buffer.alloc(MB, 1),
  files: () => appendFileSync(join(String(place['folder']), 'file'), Buffer.alloc(MB, 1)),
  // The kernel keeps 1.6 kB for each of them.
  names: () => {
    for (let n = 0; n < 8; n++) {
      writeFileSync(join(String(place['folder']), `${'x'.repeat(240)}${++names}`), '');
    }
  },
  shared: () => new Uint8Array(new SharedArrayBuffer(MB)).fill(1),
};
const take = kinds[String(place['kind'])] ?? (() => undefined);

const held: unknown[] = [];
const written = (): number => (place['kind'] === 'files' ? held.length * MB : names * 1600);
while (process.memoryUsage.rss() + written() < Number(place['most']) * MB) {
  for (let n = 0; n < 8; n++) held.push(take());
  // One gives the event loop its turns, the other never does.
  if (place['yields'] === true) await sleep(1);
}
await attack('all of it', () => held.length);
done();
