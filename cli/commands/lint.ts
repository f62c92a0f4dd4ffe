/** `tui lint`: reports the diagnostics of documents without running them. */
import {
  DiagnosticError,
  positionAt,
  printableJson,
  type Diagnostic,
} from '../../runtime/base/diagnostics.js';
import { pushAll } from '../../runtime/base/push-all.js';
import { print, report, type Console } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { inOrder, lintSource } from '../lint/lint-source.js';
import { isMarkdownName, noDocument } from '../documents/markdown-name.js';
import { readDocument } from '../documents/source.js';
import type { Call } from './table.js';

/** Prints diagnostics, as text or as JSON, a line each; the exit code. */
export function showDiagnostics(
  console: Console,
  all: readonly Diagnostic[],
  asJson: boolean,
): number {
  if (asJson) {
    print(console, all.map((diagnostic) => printableJson(toJson(diagnostic))).join('\n'));
  } else report(console, all);
  return all.some(({ severity }) => severity === 'error') ? EXIT.failed : EXIT.done;
}

export async function lint({ console, operands, options }: Call): Promise<number> {
  const all: Diagnostic[] = [];
  for (const path of operands) pushAll(all, await lintFile(path, console));
  return showDiagnostics(console, all, options['json'] === true);
}

async function lintFile(path: string, console: Console): Promise<readonly Diagnostic[]> {
  try {
    if (isMarkdownName(path)) return await lintMarkdown(path, console);
    const appFile = path === '-' ? undefined : path;
    const { all } = await lintSource(await readDocument(path, console), { console, appFile });
    return all;
  } catch (error) {
    if (error instanceof DiagnosticError) return inOrder(error.diagnostics, path);
    throw error;
  }
}

/** Any text is Markdown, as long as it is one. @throws DiagnosticError */
async function lintMarkdown(path: string, console: Console): Promise<readonly Diagnostic[]> {
  await readDocument(path, console);
  return [noDocument(path)];
}

/** For editors: places as numbers, lines and columns from 1. */
function toJson({ severity, code, message, source, span, suggestion }: Diagnostic): object {
  const start =
    source !== undefined && span !== undefined ? positionAt(source, span.start) : undefined;
  const end = source !== undefined && span !== undefined ? positionAt(source, span.end) : undefined;
  return {
    file: source?.file,
    line: start?.line,
    column: start?.column,
    endLine: end?.line,
    endColumn: end?.column,
    severity,
    code,
    message,
    suggestion,
  };
}
