/**
 * Files that are derived from declarations and kept in the repository: `npm run generate` writes it,
 * `npm run generated` (a part of `npm run check`) fails where a file is stale.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate as charts } from './generate-charts.mjs';
import { generate as commandLine } from './generate-command-line.mjs';
import { generate as config } from './generate-config.mjs';
import { generate as types } from './generate-dts.mjs';
import { generate as dom } from './generate-dom.mjs';
import { generate as elements } from './generate-elements.mjs';
import { generate as events } from './generate-events.mjs';
import { generate as late } from './generate-late.mjs';
import { generate as mirror } from './generate-mirror.mjs';
import { generate as scriptApi } from './generate-script-api.mjs';
import { generate as stylePage } from './generate-style-page.mjs';
import { generate as policy } from './generate-policy.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
/** Folders that hold nothing else: a file that nothing generates any more is stale, too. */
const OWNED = ['docs/reference', 'docs/images/charts'];

const declared = await types();
const declarations = declared['docs/reference/tui.d.ts'];

const files = {
  ...(await commandLine()),
  ...(await config()),
  ...(await late()),
  ...(await mirror()),
  ...(await policy()),
  ...(await stylePage()),
  ...declared,
  ...(await scriptApi(declarations)),
  ...(await dom(declarations)),
  ...(await events(declarations)),
  // Last: its apps end esbuild's process some time after they have compiled, and it is the same for all.
  ...(await elements()),
  ...(await charts()),
};
const stale = [];
for (const [path, content] of Object.entries(files)) {
  const present = await readFile(join(root, path), 'utf8').catch(() => undefined);
  if (present === content) continue;
  stale.push(path);
  if (check) continue;
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}
for (const folder of OWNED) {
  for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = relative(root, join(entry.parentPath, entry.name));
    if (Object.hasOwn(files, path)) continue;
    stale.push(path);
    if (!check) await rm(join(root, path));
  }
}
if (check && stale.length > 0) {
  console.error(`stale: ${stale.join(', ')}\nrun \`npm run generate\` and commit the result`);
  process.exitCode = 1;
} else {
  console.log(
    `${Object.keys(files).length} generated files, ${stale.length} ${check ? 'stale' : 'changed'}`,
  );
}
