/** An endless loop, which no message and no signal gets into: it says that it lives by a file that grows. */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { place } from './kit.js';

const wait = new Int32Array(new SharedArrayBuffer(4));
// Not for ever, where nothing ends it: longer than the spec waits for its end.
for (const end = Date.now() + 120_000; Date.now() < end;) {
  if (existsSync(join(place.cache, 'stop'))) break;
  appendFileSync(join(place.cache, 'heart'), 'x');
  Atomics.wait(wait, 0, 0, 5);
}
