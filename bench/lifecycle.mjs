/**
 * Apps that come and go: `node --expose-gc bench/lifecycle.mjs [apps=10000] [mounts=100000]`. Fails where
 * what was stopped stays: 10,000 apps of one text have to stay below 100 MB resident.
 */
import { createApp } from '../dist/cli/library.js';
import { mount } from '../dist/cli/testing.js';

const [apps = 10_000, mounts = 100_000] = process.argv.slice(2).map(Number);
const LIMIT = 100;
const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);
const output = { write: () => undefined };

const before = megabytes();
let most = before;
for (let i = 1; i <= apps; i++) {
  const app = createApp('<text>one text</text>', { width: 80, height: 24, output });
  app.frame();
  app.stop();
  if (i % 1000 === 0) {
    // A loop leaves the collector no turn of its own.
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, megabytes());
  }
}
globalThis.gc?.();
console.log(`${apps} apps: ${before} MB before, ${most} MB at most, ${megabytes()} MB after`);
if (most > LIMIT) {
  console.log(`more than ${LIMIT} MB`);
  process.exitCode = 1;
}

for (let i = 1; i <= mounts; i++) {
  const app = await mount('<text>one text</text>', { width: 80, height: 24 });
  app.unmount();
  if (i % 10_000 === 0) console.log(`${i} mounts: ${megabytes()} MB`);
}
