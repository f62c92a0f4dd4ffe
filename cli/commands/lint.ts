/** `tui lint`: everything that is wrong with documents, without running them. */
import {
  DiagnosticError,
  positionAt,
  type Diagnostic,
  type Source,
} from '../../runtime/diagnostics.js';
import { findHandlerFault, type ScriptCompiler } from '../../runtime/script/compiler.js';
import { print, report, type Console } from '../console.js';
import { EXIT } from '../exit-codes.js';
import { NO_PERMISSION_FLAGS } from '../sandbox/policy/flags.js';
import type { Permissions } from '../sandbox/policy/types.js';
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
    Config.init({ env: {}, policy: policyOf(source), restrictPolicy: true });
    const policy = Config.get().problems.filter(({ layer }) => layer === 'policy');
    const { problems, compiler } = await permissionsOf(source, path, console);
    const options = { file: source.file, env: console.env, theme: 'bw-std', compiler };
    const app = createApp(source.text, options);
    try {
      return inOrder([...app.diagnostics, ...policy, ...problems, ...(await app.check())]);
    } finally {
      app.stop();
    }
  } catch (error) {
    if (error instanceof DiagnosticError) return inOrder(error.diagnostics);
    throw error;
  }
}

interface Limits {
  /** What is wrong with the permissions that the policy asks for. */
  readonly problems: readonly Diagnostic[];
  /** Reads for the app what it may read once it has what it asks for: nobody has agreed to more. */
  readonly compiler: ScriptCompiler;
}

async function permissionsOf(source: Source, path: string, { env }: Console): Promise<Limits> {
  const { loadPermissions } = await import('../sandbox/policy/load.js');
  const appFile = path === '-' ? undefined : path;
  const { resolved } = loadPermissions({ source, appFile, flags: NO_PERMISSION_FLAGS, env });
  const { permissions, words, diagnostics } = resolved;
  return {
    // Text that is no JSON is the policy's own fault.
    problems: diagnostics.filter(({ code }) =>
      /^(bad-permission|unknown-key|among-settings)$/.test(code),
    ),
    compiler: {
      compileScripts: async (blocks, document) => {
        await confine(permissions, env);
        const { compileFor } = await import('../sandbox/broker/compiler/compile.js');
        return await compileFor(blocks, document, { permissions, words });
      },
      findFault: async (code) => {
        await confine(permissions, env);
        return await findHandlerFault(code);
      },
    },
  };
}

async function confine(permissions: Permissions, env: Console['env']): Promise<void> {
  const { confineCompiler } = await import('../sandbox/launch/confine-compiler.js');
  confineCompiler(permissions, env);
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
