/** The imports of sources and specs, types too, read off their text. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDERS = ['cli', 'config', 'elements', 'runtime', 'spec'];
const IMPORTS = /(?:from|import|require)\s*\(?\s*'(\.[^']+)'/g;

/** By path, relative to the project, the files that import it. @param {string} root */
export function importersOf(root) {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const own = Object.entries(imports).filter(([, { default: path }]) => path.startsWith('.'));
  const importers = new Map();
  for (const file of FOLDERS.flatMap((folder) => sourcesIn(root, folder))) {
    const text = readFileSync(join(root, file), 'utf8');
    const paths = [...text.matchAll(IMPORTS)].map(([, path]) => join(dirname(file), path));
    for (const [name, { default: path }] of own) {
      if (text.includes(`'${name}'`)) paths.push(join(path));
    }
    for (const path of paths) {
      const imported = sourceOf(root, path);
      if (!importers.has(imported)) importers.set(imported, new Set());
      importers.get(imported).add(file);
    }
  }
  return importers;
}

function sourcesIn(root, folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.[cm]?[jt]s$/.test(name))
    .map((name) => join(folder, name));
}

/** `./x.js` is `./x.ts` on disk. */
function sourceOf(root, path) {
  const source = path.replace(/\.js$/, '.ts');
  return existsSync(join(root, source)) ? source : path;
}

/**
 * The files that reach one of these, by way of files that pass the filter.
 *
 * @param {ReadonlyMap<string, ReadonlySet<string>>} importers
 * @param {Iterable<string>} files
 * @param {(file: string) => boolean} passes
 */
export function reaching(importers, files, passes = () => true) {
  const found = new Set();
  const next = [...files];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    for (const importer of importers.get(file) ?? []) {
      if (found.has(importer)) continue;
      found.add(importer);
      if (passes(importer)) next.push(importer);
    }
  }
  return found;
}
