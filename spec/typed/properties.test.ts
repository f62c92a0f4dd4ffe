/** `tui-runtime/types`: what a property of an element returns may be set again, in its types and when the app runs. */
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { mount } from 'tui-runtime/testing';

const FILE = join(import.meta.dirname, 'assignments.ts');

/** As in browsers: they return an object, and are set by its text. */
const SET_BY_TEXT = ['classList', 'style'];

interface Property {
  readonly tag: string;
  readonly name: string;
}

/** A program of the project's declarations and one more text; `before` has read the declarations. */
function programOf(text: string, before?: ts.Program): ts.Program {
  const config = join(import.meta.dirname, 'tsconfig.json');
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    import.meta.dirname,
    undefined,
    config,
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === FILE || fileExists.call(host, name);
  host.getSourceFile = (name, version) =>
    name === FILE
      ? ts.createSourceFile(name, text, version, true)
      : getSourceFile.call(host, name, version);
  return ts.createProgram([FILE], options, host, before);
}

/** Of every element, each property that is not readonly. */
function propertiesIn(program: ts.Program): Property[] {
  const checker = program.getTypeChecker();
  const statement = program.getSourceFile(FILE)?.statements[1];
  if (statement === undefined || !ts.isExpressionStatement(statement)) throw new Error('no types');
  const map = checker.getTypeAtLocation(statement.expression);
  return map.getProperties().flatMap((element) => {
    const type = checker.getTypeOfSymbolAtLocation(element, statement);
    const settable = type.getProperties().filter((each) => each.declarations?.some(isSettable));
    return settable.map(({ name }) => ({ tag: element.name, name }));
  });
}

function isSettable(node: ts.Declaration): boolean {
  if (ts.isSetAccessor(node)) return true;
  return (
    ts.isPropertySignature(node) &&
    (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly) === 0
  );
}

const DECLARED = 'declare const elements: Tui.ElementTagNameMap;';
const declarations = programOf(`${DECLARED} elements;`);
const all = propertiesIn(declarations);

describe('every property of every element', () => {
  it('is found', () => {
    expect(all.length).toBeGreaterThan(300);
    expect(all).toEqual(
      expect.arrayContaining([
        { tag: 'data-bars', name: 'labels' },
        { tag: 'list', name: 'value' },
        { tag: 'table', name: 'rows' },
        { tag: 'text', name: 'hidden' },
      ]),
    );
  });

  it('accepts the type that it returns', () => {
    const lines = all
      .filter(({ name }) => !SET_BY_TEXT.includes(name))
      .map(({ tag, name }) => `elements['${tag}'].${name} = elements['${tag}'].${name};`);
    const program = programOf([DECLARED, ...lines].join('\n'), declarations);
    const file = program.getSourceFile(FILE);
    const found = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ];
    expect(
      found.map(({ start = 0, messageText }) => {
        const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
        return `${lines[line - 1]} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
      }),
    ).toEqual([]);
  });

  it('accepts the value that it returns', async () => {
    const app = await mount('<container/>', { errors: 'keep' });
    for (const { tag, name } of all) {
      // Its own types forbid what HTML's do not have.
      const element = app.$tui.createElement(tag) as unknown as Record<string, unknown>;
      const value = element[name];
      element[name] = value;
      expect([tag, name, String(element[name])]).toEqual([tag, name, String(value)]);
    }
    expect(app.diagnostics).toEqual([]);
  });
});
