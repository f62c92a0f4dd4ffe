/**
 * Apps that come and go: `node --expose-gc bench/lifecycle.mjs [apps=10000] [mounts=100000]`. Fails where
 * what was stopped stays: after 10,000 apps of one text less than 10 MB more may be in use than after the first
 * thousand, and less than 40 MB more resident, which V8 takes for its own.
 */
import { createApp } from '../dist/cli/library.js';
import { mount } from '../dist/cli/testing.js';

const [apps = 10_000, mounts = 100_000] = process.argv.slice(2).map(Number);
const megabytes = (kind = 'rss') => {
  globalThis.gc?.();
  return Math.round(process.memoryUsage()[kind] / 2 ** 20);
};
const output = { write: () => undefined };

const before = megabytes();
let first = { rss: 0, heapUsed: 0 };
for (let i = 1; i <= apps; i++) {
  const app = createApp('<text>one text</text>', { width: 80, height: 24, output });
  app.frame();
  app.stop();
  if (i % 1000 === 0) {
    // A loop leaves the collector no turn of its own.
    await new Promise((resolve) => setImmediate(resolve));
    if (i === 1000) first = { rss: megabytes(), heapUsed: megabytes('heapUsed') };
  }
}
const last = { rss: megabytes(), heapUsed: megabytes('heapUsed') };
console.log(
  `${before} MB before, ${first.rss} MB (${first.heapUsed} MB in use) after 1000 apps, ${last.rss} MB (${last.heapUsed} MB) after ${apps}`,
);
if (last.heapUsed - first.heapUsed > 10 || last.rss - first.rss > 40) process.exitCode = 1;

for (let i = 1; i <= mounts; i++) {
  const app = await mount('<text>one text</text>', { width: 80, height: 24 });
  app.unmount();
  if (i % 10_000 === 0) console.log(`${i} mounts: ${megabytes()} MB`);
}
