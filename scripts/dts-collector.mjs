/**
 * Types copied from the sources with everything they name, as declarations that stand alone: of a class
 * what may be used of its instances, of an interface all but the members that are not for authors.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

export class Collector {
  /** Declarations by name, in the order of their asking. */
  declarations = new Map();
  #files = new Map();

  /**
   * @param {Record<string, {skip?: string[], replace?: Record<string, string>, add?: string}>} edits
   *   by the name of a type: members left out, members written anew, members added
   */
  constructor(edits = {}) {
    this.edits = edits;
  }

  /** Copies a type of a file, and what it refers to. */
  add(file, name) {
    const found = this.find(file, name);
    if (found === undefined) throw new Error(`${file} has no type ${name}`);
    this.#take(found);
  }

  /** The declaration of a name as a file sees it; undefined for names of the language. */
  find(file, name) {
    const source = this.source(file);
    for (const statement of source.statements) {
      if (isType(statement) && statement.name?.text === name) return { source, node: statement };
      if (ts.isVariableStatement(statement)) {
        const node = statement.declarationList.declarations.find((each) => each.name.text === name);
        if (node !== undefined) return { source, node };
      }
      const from = moduleOf(statement, name);
      if (from === undefined || !from.module.startsWith('.')) continue;
      return this.find(resolve(dirname(file), from.module.replace(/\.js$/, '.ts')), from.name);
    }
    return undefined;
  }

  source(file) {
    let source = this.#files.get(file);
    if (source === undefined) {
      if (!existsSync(file)) throw new Error(`there is no ${file}`);
      const text = readFileSync(file, 'utf8');
      source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      this.#files.set(file, source);
    }
    return source;
  }

  /** The public members of a class as those of an interface, with what they refer to; `own` leaves out overrides. */
  members(source, node, { own = false, wants = () => true } = {}) {
    const written = [];
    const setters = new Set(
      node.members.filter(ts.isSetAccessorDeclaration).map((member) => member.name.getText(source)),
    );
    for (const member of node.members) {
      if (!isPublic(member) || (own && isOverride(member))) continue;
      const name = member.name.getText(source);
      if (!wants(name)) continue;
      const doc = docOf(source, member);
      if (ts.isMethodDeclaration(member)) {
        const types = member.typeParameters?.map((each) => each.getText(source)).join(', ');
        const parameters = member.parameters.map((each) => parameterOf(source, each)).join(', ');
        const optional = member.questionToken === undefined ? '' : '?';
        const result = required(source, member, name).getText(source);
        written.push({
          name,
          text: `${doc}${name}${optional}${types ? `<${types}>` : ''}(${parameters}): ${result};`,
        });
      } else if (ts.isGetAccessorDeclaration(member)) {
        const type = required(source, member, name).getText(source);
        written.push({
          name,
          text: `${doc}${setters.has(name) ? '' : 'readonly '}${name}: ${type};`,
        });
      } else if (ts.isPropertyDeclaration(member)) {
        const readonly = has(member, ts.SyntaxKind.ReadonlyKeyword) ? 'readonly ' : '';
        const type = member.type?.getText(source) ?? literalType(source, member, name);
        const optional = member.questionToken === undefined ? '' : '?';
        written.push({ name, text: `${doc}${readonly}${name}${optional}: ${type};` });
      } else continue;
      this.#follow(source, signatureOf(member));
    }
    return written;
  }

  #take({ source, node }) {
    const name = node.name.text;
    const known = this.declarations.get(name);
    if (known !== undefined) {
      if (known.node !== node) throw new Error(`two types are called ${name}`);
      return;
    }
    const entry = { node, text: '' };
    this.declarations.set(name, entry);
    entry.text = this.#write(source, node, name);
  }

  #write(source, node, name) {
    const doc = docOf(source, node);
    const tag = tagOf(source, node);
    // An element's class has its types under the name of its tag.
    if (tag !== undefined) return `${doc}type ${name} = ${elementType(tag)};`;
    const types = node.typeParameters?.map((each) => each.getText(source)).join(', ');
    const head = `${name}${types ? `<${types}>` : ''}`;
    if (ts.isVariableDeclaration(node)) return `${doc}const ${name}: ${tupleType(source, node)};`;
    if (ts.isTypeAliasDeclaration(node)) {
      this.#follow(source, node);
      return `${doc}type ${head} = ${node.type.getText(source)};`;
    }
    const edit = this.edits[name] ?? {};
    const kept = ts.isClassDeclaration(node)
      ? this.members(source, node)
      : node.members.map((member) => ({
          name: member.name?.getText(source) ?? '',
          text: `${docOf(source, member)}${member.getText(source)}`,
          node: member,
        }));
    const members = [];
    for (const { name: member, text, node: from } of kept) {
      if (edit.skip?.includes(member)) continue;
      const anew = edit.replace?.[member];
      if (anew !== undefined) {
        if (!members.includes(anew)) members.push(anew);
        continue;
      }
      if (from !== undefined) this.#follow(source, from);
      members.push(text);
    }
    if (edit.add !== undefined) members.push(edit.add);
    const bases = (node.heritageClauses ?? [])
      .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
      .flatMap((clause) => {
        this.#follow(source, clause);
        return clause.types.map((type) => type.getText(source));
      });
    const heritage = bases.length === 0 ? '' : ` extends ${bases.join(', ')}`;
    return `${doc}interface ${head}${heritage} {\n${members.join('\n')}\n}`;
  }

  #follow(source, node) {
    const visit = (each) => {
      const name = referenceOf(each);
      if (name !== undefined) {
        const found = this.find(source.fileName, name);
        if (found !== undefined) this.#take(found);
      }
      if (!ts.isBlock(each)) ts.forEachChild(each, visit);
    };
    for (const each of Array.isArray(node) ? node : [node]) visit(each);
  }
}

/** `data-bars` -> `DataBarsElement`. */
export function elementType(tag) {
  return `${tag.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase())}Element`;
}

/** What an element's class says its tag is; undefined for any other class, and for the base of all. */
function tagOf(source, node) {
  if (!ts.isClassDeclaration(node)) return undefined;
  const tag = node.members.find((member) => member.name?.getText(source) === 'tag')?.initializer;
  return tag !== undefined && ts.isStringLiteral(tag) && tag.text !== '' ? tag.text : undefined;
}

function isType(statement) {
  return (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement)
  );
}

/** Where an import or a re-export has a name from. */
function moduleOf(statement, name) {
  const clause = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : ts.isExportDeclaration(statement)
      ? statement.exportClause
      : undefined;
  if (clause === undefined || statement.moduleSpecifier === undefined) return undefined;
  const found = clause.elements?.find((each) => each.name.text === name);
  if (found === undefined) return undefined;
  return { module: statement.moduleSpecifier.text, name: (found.propertyName ?? found.name).text };
}

function referenceOf(node) {
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) return node.typeName.text;
  if (ts.isTypeQueryNode(node) && ts.isIdentifier(node.exprName)) return node.exprName.text;
  if (ts.isExpressionWithTypeArguments(node) && ts.isIdentifier(node.expression)) {
    return node.expression.text;
  }
  return undefined;
}

function has(node, kind) {
  return node.modifiers?.some((modifier) => modifier.kind === kind) === true;
}

/** A hook of the base class that authors may call as well is marked `@public`, and counts as the element's own. */
function isOverride(member) {
  if (!has(member, ts.SyntaxKind.OverrideKeyword)) return false;
  return !ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'public');
}

function isPublic(member) {
  if (member.name === undefined || !ts.isIdentifier(member.name)) return false;
  return ![
    ts.SyntaxKind.PrivateKeyword,
    ts.SyntaxKind.ProtectedKeyword,
    ts.SyntaxKind.StaticKeyword,
  ].some((kind) => has(member, kind));
}

/** The parts of a member that its text shows: not its body. */
function signatureOf(member) {
  return [...(member.parameters ?? []), member.type].filter((part) => part !== undefined);
}

function docOf(source, node) {
  const docs = node.jsDoc ?? node.parent?.parent?.jsDoc ?? [];
  // Before a file's first declaration stands what is said of the whole file.
  const doc = docs.at(-1);
  return doc === undefined ? '' : `${doc.getText(source).replace(/ @public(?= \*\/)/, '')}\n`;
}

function parameterOf(source, parameter) {
  const { name, type, initializer, questionToken, dotDotDotToken } = parameter;
  const optional = questionToken !== undefined || initializer !== undefined ? '?' : '';
  const written =
    type?.getText(source) ?? literalType(source, parameter, name.getText(source), true);
  return `${dotDotDotToken === undefined ? '' : '...'}${name.getText(source)}${optional}: ${written}`;
}

function required(source, member, name) {
  if (member.type !== undefined) return member.type;
  throw new Error(`${source.fileName}: ${name} states no type`);
}

function literalType(source, { initializer }, name, wide = false) {
  const kind = initializer?.kind;
  if (kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword) return 'boolean';
  if (kind === ts.SyntaxKind.NumericLiteral) return wide ? 'number' : initializer.getText(source);
  if (kind === ts.SyntaxKind.StringLiteral) return 'string';
  // A constant of this or of another file, or of a class: the DOM's are all numbers.
  if (kind === ts.SyntaxKind.Identifier && /^[A-Z_]+$/.test(initializer.getText(source)))
    return 'number';
  if (kind === ts.SyntaxKind.PropertyAccessExpression) return 'number';
  if (kind === ts.SyntaxKind.NullKeyword) return 'null';
  throw new Error(`${source.fileName}: ${name} states no type`);
}

function tupleType(source, { initializer, name }) {
  const list =
    initializer !== undefined && ts.isAsExpression(initializer) && initializer.expression;
  if (list && ts.isArrayLiteralExpression(list)) return `readonly ${list.getText(source)}`;
  throw new Error(`${source.fileName}: ${name.text} is no list of constants`);
}
