/** Finds the classes of elements in the sources, for pages and types that are generated from them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const folder = fileURLToPath(new URL('../elements/', import.meta.url));

/**
 * The class of each tag and the classes between it and TuiElement, nearest first, each with its source.
 *
 * @param read Gives the syntax tree of a file; it is asked once for each.
 */
export function elementSources(read = parse) {
  const classes = new Map();
  const tags = new Map();
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.ts')) continue;
    const source = read(join(folder, name));
    for (const node of source.statements) {
      if (!ts.isClassDeclaration(node) || node.name === undefined) continue;
      const { members, heritageClauses } = node;
      const parent = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
      const found = { node, source, base: parent?.types[0]?.expression.getText(source) };
      classes.set(node.name.text, found);
      const tag = members.find((member) => member.name?.getText(source) === 'tag')?.initializer;
      if (tag !== undefined && ts.isStringLiteral(tag)) tags.set(tag.text, found);
    }
  }
  return (tag) => {
    const chain = [];
    for (let at = tags.get(tag); at !== undefined; at = classes.get(at.base)) chain.push(at);
    return chain;
  };
}

function parse(file) {
  return ts.createSourceFile(file, ts.sys.readFile(file) ?? '', ts.ScriptTarget.Latest, true);
}
