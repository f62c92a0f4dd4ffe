/** A script checked against `tui.d.ts`. */
import ts from 'typescript';

export const DECLARATIONS = 'docs/reference/tui.d.ts';
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  lib: ['lib.es2023.d.ts'],
  // As the file's own head says: the globals of scripts are Node's.
  types: ['node'],
  strict: true,
  noEmit: true,
};

const host = ts.createCompilerHost(OPTIONS);
const libraries = new Map<string, ts.SourceFile | undefined>();

/** Messages of the checker, each with the line of the script. */
export function typeErrors(script: string): string[] {
  const made: ts.CompilerHost = {
    ...host,
    getSourceFile: (name, target) => {
      if (name === 'script.ts') return ts.createSourceFile(name, script, target);
      // The language's own declarations are read once for all checks.
      if (!libraries.has(name)) libraries.set(name, host.getSourceFile(name, target));
      return libraries.get(name);
    },
    fileExists: (name) => name === 'script.ts' || host.fileExists(name),
  };
  const program = ts.createProgram(['script.ts', DECLARATIONS], OPTIONS, made);
  // Those of the language's and Node's declarations are not in question, and take most of the time.
  const found = ['script.ts', DECLARATIONS].flatMap((name) => {
    const file = program.getSourceFile(name);
    if (file === undefined) throw new Error(`${name} is not part of the program`);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  const general = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  return [...general, ...found].map(({ file, start, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? -1;
    return `${file?.fileName ?? ''}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
