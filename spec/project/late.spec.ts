/** Modules that are loaded late: what is required is what the types are of. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const LATE =
  /require\(\s*'(?<required>\.[^']+)',?\s*\) as typeof import\(\s*'(?<typed>[^']+)',?\s*\)/g;

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
