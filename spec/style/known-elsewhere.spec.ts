/** Hints lead somewhere: nothing that is here is told to be missing, and what is named in a hint can be written. */
import { expect, it } from '@jest/globals';
import { elements } from '../../elements/index.js';
import { knownElsewhere } from '../../runtime/style/reading/hints.js';
import { parseDeclaration } from '../../runtime/style/reading/parse.js';
import { createPropertyTable } from '../../runtime/style/properties/properties.js';

const table = createPropertyTable(elements);

it.each([...knownElsewhere()])('%s: %s', (name, hint) => {
  expect(table.find(name)).toBeUndefined();
  for (const [, text = ''] of hint.matchAll(/"([^"]+)"/g)) {
    if (text.startsWith(':') || text === 'inert') continue;
    const [property = '', value] = text.split(': ');
    if (value === undefined) expect(table.find(property)).toBeDefined();
    else expect(parseDeclaration(table, property, value).ok).toBe(true);
  }
});
