/**
 * Random walks over documents: what frames paint bit by bit is what a fresh app paints, and what an
 * independent terminal shows. `node bench/walk.mjs [--steps 100000] [--seed 1] [--kind tree|use]`; a
 * slice of it is in spec/frame/walk.spec.ts. `--walks 2000 --kind wide` also streams, shows pictures and opens tools
 * beside the app, `--kind boxes` has percentages everywhere (a slice is in spec/layout/percentages.spec.ts): so many
 * walks, each of a seed of its own from `--seed` on, and those that differ are printed. It runs from the sources, without a build.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Beside the packages that it imports.
const folder = join(root, 'node_modules', '.cache', `walk-${process.pid}`);
const outfile = join(folder, 'walk.mjs');
mkdirSync(folder, { recursive: true });
try {
  await build({
    entryPoints: [join(root, 'spec/support/walk/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // Some parts are loaded late, by \`require\`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    sourcemap: 'inline',
    outfile,
    logLevel: 'warning',
  });
  const { status } = spawnSync(
    process.execPath,
    ['--enable-source-maps', outfile, ...process.argv.slice(2)],
    { stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
