/** Modules that are loaded late: what is required is what the types are of, and what starts without them stays so. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';

const LATE =
  /require\(\s*'(?<required>\.[^']+)',?\s*\) as typeof import\(\s*'(?<typed>[^']+)',?\s*\)/g;
/** Imports and exports that are evaluated with the file; those of types alone are gone in the bundle. */
const STATIC = /^(?:import|export)(?! type\b)[^;']*?(?:from )?'(?<path>\.[^']+)';/gm;

function staticImports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(STATIC)]
    .filter(([statement]) => !isOfTypes(statement))
    .map(({ groups }) => join(dirname(file), groups!['path']!).replace(/\.js$/, '.ts'))
    .filter((path) => existsSync(path));
}

function isOfTypes(statement: string): boolean {
  const names = /\{(?<names>[^}]*)\}/.exec(statement)?.groups?.['names'];
  const each = names?.split(',').map((name) => name.trim()) ?? [];
  return each.some(Boolean) && each.every((name) => name === '' || name.startsWith('type '));
}

/** The ways from a file to all that is evaluated with it. */
function evaluatedWith(start: string): Map<string, string> {
  const importer = new Map([[start, '']]);
  for (const file of importer.keys()) {
    for (const path of staticImports(file)) if (!importer.has(path)) importer.set(path, file);
  }
  return importer;
}

it('requires the module whose types it states', () => {
  const files = ['runtime', 'elements', 'config', 'cli'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  );
  const found = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(LATE)]);
  expect(found.length).toBeGreaterThan(10);
  for (const { groups } of found) expect(groups?.['required']).toBe(groups?.['typed']);
});

it('starts the launcher of an app without elements, styles, layout and paint', () => {
  const importer = evaluatedWith('cli/sandbox/launch/launch.ts');
  expect(importer.size).toBeGreaterThan(100);
  const heavy = /^(elements|runtime\/(dom|style|layout|paint|input))\//;
  const found = [...importer.keys()].filter((file) => heavy.test(file));
  const ways = found.slice(0, 3).map((file) => {
    const way = [file];
    for (let at = importer.get(file)!; at !== ''; at = importer.get(at)!) way.unshift(at);
    return way.join(' > ');
  });
  expect(ways).toEqual([]);
});
