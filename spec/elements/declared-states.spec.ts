/** States that the code of elements sets are declared, and so in the reference. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { elements } from '../../elements/index.js';
import type { ElementClass } from '../../runtime/element/tui-element.js';

const SETS = /addState\(\s*[\w.#]+,\s*'([\w-]+)'/g;
/** What any control has while it is pressed. */
const COMMON = 'active';

function statesSet(): Set<string> {
  const found = new Set<string>();
  for (const entry of readdirSync('elements', { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.ts')) continue;
    const source = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, state = ''] of source.matchAll(SETS)) found.add(state);
  }
  return found;
}

it('states that are set are declared', () => {
  const classes: readonly ElementClass[] = elements;
  const declared = new Set(classes.flatMap(({ states }) => Object.keys(states)));
  const set = [...statesSet()].filter((state) => state !== COMMON);
  expect(set.length).toBeGreaterThan(7);
  expect(set.filter((state) => !declared.has(state))).toEqual([]);
});
