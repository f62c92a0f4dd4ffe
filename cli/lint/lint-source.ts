/** Checks a document without running it: every stage reports, whatever the others report. */
import { pushAll } from '../../runtime/push-all.js';
import { Config } from '../../config/index.js';
import { DiagnosticError, type Diagnostic, type Source } from '../../runtime/diagnostics.js';
import type { CompileResult } from '../../runtime/script/compile.js';
import { findHandlerError, type ScriptCompiler } from '../../runtime/script/compiler.js';
import type { Console } from '../command-line/console.js';
import { createApp } from '../create-app.js';
import { NO_PERMISSION_FLAGS, type PermissionFlags } from '../sandbox/policy/flags.js';
import type { Permissions } from '../sandbox/policy/types.js';
import type { RemoteApp } from '../sandbox/remote/remote.js';
import { policyOf } from '../documents/settings.js';
import { checkScripts } from './script-checks.js';

export interface LintInputs {
  readonly console: Console;
  /** Path of the app's file, or of the copy of one from the web; undefined for stdin. */
  readonly appFile: string | undefined;
  readonly remote?: RemoteApp | undefined;
  /** Default: none. */
  readonly flags?: PermissionFlags | undefined;
}

export interface Linted {
  /** Of markup, styles, policy, permissions and scripts, in the order of the file. */
  readonly all: readonly Diagnostic[];
  /** Those of them that an app that runs does not report itself. */
  readonly scripts: readonly Diagnostic[];
}

export async function lintSource(source: Source, inputs: LintInputs): Promise<Linted> {
  const config = new Config({
    env: {},
    cwd: inputs.console.cwd,
    home: '/nonexistent',
    withoutFile: true,
    policy: policyOf(source),
    restrictPolicy: true,
  });
  const policy = config.diagnostics.filter(({ layer }) => layer === 'policy');
  const { permissionDiagnostics, compiler, found } = await permissionsOf(source, inputs);
  const app = createApp(source.text, {
    file: source.file,
    env: inputs.console.env,
    theme: 'bw-std',
    compiler,
    isForgiving: true,
  });
  try {
    const all = [...app.diagnostics, ...policy, ...permissionDiagnostics, ...(await app.check())];
    const { files, unused } = await found(all);
    const members = Object.keys(app.$tui);
    const scripts = [
      ...unused,
      ...checkScripts({ source, document: app.document, files, members }),
    ];
    return { all: inOrder([...all, ...scripts], source.file), scripts };
  } finally {
    app.stop();
  }
}

/** By place: the document's first, then those of each file that it imports. */
export function inOrder(diagnostics: readonly Diagnostic[], file: string): Diagnostic[] {
  const fileOf = ({ source }: Diagnostic): string =>
    source === undefined || source.file === file ? '' : source.file;
  return [...diagnostics].sort((a, b) => {
    const [left, right] = [fileOf(a), fileOf(b)];
    if (left !== right) return left < right ? -1 : 1;
    return (a.span?.start ?? 0) - (b.span?.start ?? 0);
  });
}

interface Compiled {
  /** The app's own files; undefined where it does not compile. */
  readonly files: readonly Source[] | undefined;
  /** Imports that fail, and that no code uses: they are left out of what runs. */
  readonly unused: readonly Diagnostic[];
}

interface Limits {
  /** What is wrong with the permissions that the policy requests. */
  readonly permissionDiagnostics: readonly Diagnostic[];
  /** Reads what the app may read once it has what it requests: the user has agreed to no more. */
  readonly compiler: ScriptCompiler;
  /** What compiling has found beside `known`. */
  readonly found: (known: readonly Diagnostic[]) => Promise<Compiled>;
}

async function permissionsOf(
  source: Source,
  { appFile, console: { env, cwd, home }, flags = NO_PERMISSION_FLAGS, remote }: LintInputs,
): Promise<Limits> {
  const [{ loadPermissions }, { canCover }] = await Promise.all([
    import('../sandbox/policy/load.js'),
    import('../sandbox/launch/confine-compiler.js'),
  ]);
  const inputs = { appFile, remote, flags, env, cwd, home, canCover: canCover(env) };
  const errors: Diagnostic[] = [];
  const load = (): ReturnType<typeof loadPermissions> => {
    try {
      return loadPermissions({ ...inputs, source });
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      pushAll(errors, error.diagnostics);
      // The rest is checked as of an app that requests nothing.
      return loadPermissions({ ...inputs, source: { file: source.file, text: '' } });
    }
  };
  const { permissions, words, diagnostics } = load().resolved;
  let last: (() => Promise<CompileResult>) | undefined;
  let result: CompileResult | undefined;
  return {
    // Text that is not JSON is reported as an error of the policy.
    permissionDiagnostics: [...errors, ...diagnostics].filter(({ code }) =>
      /^(bad-permission|unknown-key|among-settings)$/.test(code),
    ),
    compiler: {
      compileScripts: async (blocks, document) => {
        await confine(permissions, env);
        const { compileFor } = await import('../sandbox/broker/compiler/compile.js');
        const access = { permissions, words, remote };
        last = async () =>
          await compileFor(blocks, document, { ...access, keepsUnusedImports: true });
        return (result = await compileFor(blocks, document, access));
      },
      findHandlerError: async (code) => {
        await confine(permissions, env);
        return await findHandlerError(code);
      },
    },
    found: async (known) => {
      const whole = await last?.();
      return { files: ownFiles(result), unused: unusedImports(whole, known) };
    },
  };
}

/** What was imported, without packages; undefined where it did not compile. */
function ownFiles(result: CompileResult | undefined): readonly Source[] | undefined {
  if (result === undefined) return [];
  if (!result.ok) return undefined;
  return Object.values(result.script.texts).filter(({ file }) => isOwn(file));
}

function isOwn(file: string): boolean {
  return !/(^|[\\/])node_modules[\\/]/.test(file) && !file.endsWith('.json');
}

function unusedImports(
  result: CompileResult | undefined,
  known: readonly Diagnostic[],
): Diagnostic[] {
  if (result === undefined || result.ok) return [];
  const places = new Set(known.map(placeOf));
  return result.diagnostics
    .filter(({ code, source }) => code === 'script-import' && isOwn(source?.file ?? ''))
    .filter((diagnostic) => !places.has(placeOf(diagnostic)))
    .map((diagnostic) => ({ ...diagnostic, severity: 'warning' }));
}

function placeOf({ source, span }: Diagnostic): string {
  return `${source?.file ?? ''}:${span?.start ?? -1}`;
}

async function confine(permissions: Permissions, env: Console['env']): Promise<void> {
  const { confineCompiler } = await import('../sandbox/launch/confine-compiler.js');
  confineCompiler(permissions, env);
}
