/** Keys of elements are declared: no code of an element compares names of keys. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { elements } from '../../elements/index.js';
import { KEY_NAMES } from '../../runtime/base/keys/names.js';
import { parseKeys } from '../../runtime/base/keys/parse.js';
import type { ElementClass } from '../../runtime/element/tui-element.js';

const NAMES: ReadonlySet<string> = new Set(KEY_NAMES);
/** The table of the keys of fields, from which their declaration is made. */
const TABLES = new Set(['elements/text-editing/keymap.ts']);

/** Lines with the name of a key in a comparison, a case, or a table of its own. */
function findNames(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isKey =
      (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) &&
      NAMES.has(node.text) &&
      (ts.isStringLiteralLike(node) || ts.isPropertyAssignment(node.parent));
    if (isKey) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1} ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it('no element compares names of keys', () => {
  const files = readdirSync('elements', { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.ts'))
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((path) => !TABLES.has(path));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(findNames)).toEqual([]);
});

it('what is declared can be read, and each key is declared once', () => {
  const classes: readonly ElementClass[] = elements;
  const declared = classes.filter(({ keys }) => Object.keys(keys).length > 0);
  expect(declared.length).toBeGreaterThan(12);
  for (const { tag, keys } of declared) {
    const ids = Object.values(keys).flatMap((entry) => {
      const result = parseKeys(entry.keys);
      expect([tag, entry.keys, result.ok]).toEqual([tag, entry.keys, true]);
      expect(entry.description).toMatch(/^[A-Z].*\.$/);
      return result.ok ? result.keys.map(([stroke]) => stroke!.id) : [];
    });
    const own = [...new Set(ids)];
    // Ctrl+_ and Ctrl+/ are one stroke, of one entry.
    expect([tag, ids.length - own.length]).toEqual([tag, ids.includes('ctrl+/') ? 1 : 0]);
  }
});
