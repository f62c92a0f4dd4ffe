/**
 * The runtime and what elements share know no element by its name: an element declares what others have to know of it.
 * Names of the runtime's own elements (`style`, `br`, `a` …) are not among these.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { elements } from '../../elements/index.js';

const NAMES: ReadonlySet<string> = new Set(elements.map(({ tag }) => tag));

/** Parsing knows HTML's names, and what writes HTML or reads a page in a browser does. */
const ALLOWED = [
  'runtime/dom/parsing/',
  'runtime/element/loading/html-hints.ts',
  'runtime/markup/',
  'runtime/page/',
  'runtime/screen/',
];

const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
const LOOKUPS = new Set(['get', 'has', 'includes', 'indexOf']);
const SELECTING =
  /^(matches|closest|query(First|All)|querySelector(All)?|getElementsByTagName|elementsByTag)$/;

function isTagName(node: ts.Node): boolean {
  return /\b(localName|localNameOf|nodeName|tagName|tag)\b(\([^()]*\))?$/.test(node.getText());
}

function isName(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isStringLiteralLike(node) && NAMES.has(node.text);
}

function selectsByName(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node)) return false;
  const types = node.text.replace(/\[[^\]]*\]/g, '').matchAll(/(?<![\w.#:-])[a-z][\w-]*/g);
  return [...types].some(([type]) => NAMES.has(type));
}

function hasName(node: ts.Node): boolean {
  return isName(node) || (ts.forEachChild(node, (child) => hasName(child) || undefined) ?? false);
}

function calledName({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** Lines that compare the name of an element with that of one of `elements/`. */
function findNames(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** Constants of the file that contain such names, and those that are selectors with some. */
  const tables = new Set<string>();
  const selectors = new Set<string>();
  for (const statement of file.statements.filter((each) => ts.isVariableStatement(each))) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer === undefined) continue;
      if (hasName(initializer)) tables.add(name.getText());
      if (selectsByName(initializer)) selectors.add(name.getText());
    }
  }
  const isTable = (node: ts.Node): boolean => tables.has(node.getText()) || hasName(node);
  const compares = (node: ts.Node): boolean => {
    if (ts.isBinaryExpression(node) && EQUALITY.has(node.operatorToken.kind)) {
      const { left, right } = node;
      return (isName(left) && isTagName(right)) || (isTagName(left) && isName(right));
    }
    if (ts.isSwitchStatement(node)) {
      const { clauses } = node.caseBlock;
      return (
        isTagName(node.expression) &&
        clauses.some((each) => ts.isCaseClause(each) && isName(each.expression))
      );
    }
    if (ts.isElementAccessExpression(node)) {
      return isTagName(node.argumentExpression) && isTable(node.expression);
    }
    if (!ts.isCallExpression(node)) return false;
    const called = calledName(node);
    if (SELECTING.test(called)) {
      return node.arguments.some((each) => selectsByName(each) || selectors.has(each.getText()));
    }
    const { expression } = node;
    return (
      LOOKUPS.has(called) &&
      ts.isPropertyAccessExpression(expression) &&
      node.arguments.some(isTagName) &&
      isTable(expression.expression)
    );
  };
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (compares(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1}: ${node.getText().split('\n')[0] ?? ''}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it('finds comparisons of names', () => {
  const text = `
    const VALUES = new Map([['slider', 1]]);
    const CONTROLS = 'input, textarea';
    if (localNameOf(element) === 'tabs') one();
    if ('text' !== element.localName) two();
    switch (tag) { case 'button': three(); }
    VALUES.get(localNameOf(element));
    new Set(['select']).has(localName);
    queryFirst(label, CONTROLS);
    closest(element, 'radio-group');
    element.matches('label[for]');
  `;
  expect(findNames('x.ts', text).map((each) => each.split(':')[1])).toEqual(
    [4, 5, 6, 7, 8, 9, 10, 11].map(String),
  );
});

it('finds no others', () => {
  const text = `
    const ROLES = new Set(['button', 'link']);
    if (localNameOf(element) === 'style') one();
    if (event.type === 'input' || role === 'list') two();
    switch (node.type) { case 'text': three(); }
    ROLES.has(role);
    queryAll(element, '[list], a[href=label], :input, .button');
  `;
  expect(findNames('x.ts', text)).toEqual([]);
});

it('has none in the runtime and in what elements share', () => {
  const files = ['runtime', 'elements/support'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => /(?<!\.d)\.ts$/.test(path)),
  );
  const read = files.filter((path) => !ALLOWED.some((allowed) => path.startsWith(allowed)));
  expect(read.length).toBeGreaterThan(300);
  expect(read.flatMap((path) => findNames(path, readFileSync(path, 'utf8')))).toEqual([]);
});
