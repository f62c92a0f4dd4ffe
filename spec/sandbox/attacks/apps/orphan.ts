/** An endless loop, which no message and no signal gets into: it says that it lives by a file that grows. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { place } from './kit.js';

const wait = new Int32Array(new SharedArrayBuffer(4));
// Not for ever, where the spec has failed to end it.
for (const end = Date.now() + 8000; Date.now() < end;) {
  appendFileSync(join(place.cache, 'heart'), 'x');
  Atomics.wait(wait, 0, 0, 5);
}
