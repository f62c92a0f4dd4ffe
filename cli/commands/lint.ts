/** `tui lint`: everything that is wrong with documents, without running them. */
import {
  DiagnosticError,
  positionAt,
  type Diagnostic,
  type Source,
} from '../../runtime/diagnostics.js';
import { print, report, type Console } from '../console.js';
import { EXIT } from '../exit-codes.js';
import { NO_PERMISSION_FLAGS } from '../launcher/permissions-flags.js';
import { createApp } from '../library.js';
import { policyOf } from '../settings.js';
import { readDocument } from '../source.js';
import { Config } from '../../config/index.js';
import type { Call } from './table.js';

export async function lint({ console, operands, options }: Call): Promise<number> {
  const all: Diagnostic[] = [];
  for (const path of operands) all.push(...(await lintFile(path, console)));
  if (options['json'] === true) {
    print(console, all.map((diagnostic) => JSON.stringify(toJson(diagnostic))).join('\n'));
  } else report(console, all);
  return all.some(({ severity }) => severity === 'error') ? EXIT.failed : EXIT.done;
}

async function lintFile(path: string, console: Console): Promise<readonly Diagnostic[]> {
  try {
    const source = await readDocument(path);
    Config.init({ env: {}, policy: policyOf(source) });
    const policy = Config.get().problems.filter(({ layer }) => layer === 'policy');
    const permissions = await permissionProblems(source, path, console);
    const app = createApp(source.text, { file: source.file, env: console.env, theme: 'bw-std' });
    try {
      return inOrder([...app.diagnostics, ...policy, ...permissions, ...(await app.check())]);
    } finally {
      app.stop();
    }
  } catch (error) {
    if (error instanceof DiagnosticError) return inOrder(error.diagnostics);
    throw error;
  }
}

/** What is wrong with the permissions that the policy asks for; text that is no JSON is the policy's own fault. */
async function permissionProblems(
  source: Source,
  path: string,
  { env }: Console,
): Promise<readonly Diagnostic[]> {
  if (policyOf(source) === undefined) return [];
  const { loadPermissions } = await import('../launcher/permissions-load.js');
  const appFile = path === '-' ? undefined : path;
  const flags = NO_PERMISSION_FLAGS;
  const { diagnostics } = loadPermissions({ source, appFile, flags, env }).resolved;
  return diagnostics.filter(({ code }) => code === 'bad-permission' || code === 'unknown-key');
}

function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
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
