/**
 * `npm run build`: dist/ from the sources. bundles.mjs makes the bundles; types.mjs checks the types and writes the
 * declarations: `--no-types` skips that. `--out DIR` builds elsewhere. `--names` keeps the names of functions and
 * classes in the command and the runner, for profiles and stack traces.
 *
 * `--command` builds the command with the page of its mirror and nothing else, unless it is there and none of its sources has changed.
 */
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    command: { type: 'boolean', default: false },
    'no-types': { type: 'boolean', default: false },
    out: { type: 'string', default: 'dist' },
    names: { type: 'boolean', default: false },
  },
});
const dist = resolve(root, options.out);
const keepsNames = options.names;

/** The sources of the command that is there, each with what tells it from another version. */
const record = join(dist, 'sources.json');

/** What distinguishes a file from other versions of it, and a folder from one with other names; null where there is none. */
async function versionOf(path) {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return { size, mtimeMs, ino };
  } catch {
    return null;
  }
}

/** Whether the command was built from the sources as they are. */
async function isCurrent() {
  let sources;
  try {
    sources = JSON.parse(await readFile(record, 'utf8'));
  } catch {
    return false;
  }
  const { start, versions } = sources;
  if (sources.keepsNames !== keepsNames) return false;
  const checks = versions.map(async ([path, version]) => {
    // A file that was saved during the build may have been read before.
    if (version === null || version.mtimeMs >= start) return false;
    return isDeepStrictEqual(await versionOf(path), version);
  });
  return !(await Promise.all(checks)).includes(false);
}

async function buildWhatRuns() {
  if (await isCurrent()) return;
  const isShown = process.stderr.isTTY;
  process.stderr.write(`Building the command from the sources …${isShown ? '' : '\n'}`);
  const start = Date.now();
  const { buildCommand } = await import('./bundles.mjs');
  await rm(dist, { recursive: true, force: true });
  const sources = await buildCommand(dist, { keepsNames });
  const others = ['build.mjs', 'bundles.mjs'].map((name) => join(import.meta.dirname, name));
  const settings = ['package.json', 'tsconfig.json', 'node_modules/esbuild/package.json'];
  const all = [...sources, ...others, ...settings.map((name) => join(root, name))];
  const versions = await Promise.all(all.map(async (path) => [path, await versionOf(path)]));
  await writeFile(record, JSON.stringify({ start, keepsNames, versions }));
  if (isShown) process.stderr.write(` ${((Date.now() - start) / 1000).toFixed(1)} s\n`);
}

async function buildAll() {
  const { buildPackage } = await import('./bundles.mjs');
  await rm(dist, { recursive: true, force: true });
  await buildPackage(dist, { keepsNames });
  if (!options['no-types']) {
    const { writeTypes } = await import('./types.mjs');
    writeTypes(dist);
  }
}

await (options.command ? buildWhatRuns() : buildAll());
