/** Checks a document without running it: every stage reports, whatever the others report. */
import { pushAll } from '../../runtime/base/push-all.js';
import { Config } from '../../config/index.js';
import { DiagnosticError, type Diagnostic, type Source } from '../../runtime/base/diagnostics.js';
import { parseMarkup } from '../../runtime/markup/parse.js';
import { mayHaveParts, type DocumentParts } from '../../runtime/element/components/parts.js';
import type { CompileAccess } from '../sandbox/broker/compiler/compile.js';
import type { CompileResult } from '../../runtime/script/compile.js';
import type { MessagesFile } from '../../runtime/messages/catalog.js';
import { findHandlerError, type ScriptCompiler } from '../../runtime/script/compiler.js';
import type { Console } from '../command-line/console.js';
import { createApp } from '../create-app.js';
import type { Grants } from '../sandbox/launch/files/load-grants.js';
import { NO_PERMISSION_FLAGS, type PermissionFlags } from '../sandbox/policy/flags.js';
import { readPolicy } from '../sandbox/policy/policy.js';
import type { Permissions } from '../sandbox/policy/types.js';
import type { RemoteApp } from '../sandbox/remote/remote.js';
import { policyOf } from '../documents/settings.js';
import { blocksIn } from '../documents/script-blocks.js';
import { elementsOf } from './elements-of.js';
import { checkScripts } from './script-checks.js';

export interface LintInputs {
  readonly console: Console;
  /** Path of the app's file, or of the copy of one from the web; undefined for stdin. */
  readonly appFile: string | undefined;
  readonly remote?: RemoteApp | undefined;
  /** Default: none. */
  readonly flags?: PermissionFlags | undefined;
  /** What is read, whatever the policy requests; nothing that it names is looked for. Default: what it requests. */
  readonly limits?: Permissions | undefined;
  /** The result is not printed, so that errors keep what they show of files that only the policy requests. */
  readonly isUnprinted?: boolean | undefined;
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
  const { grantDiagnostics, compiler, readMessages, parts, found, printed } = await grantsOf(
    source,
    config,
    inputs,
  );
  // The policy is read for its settings and for its permissions: what both find is one error.
  const known = new Set(policy.map(keyOf));
  const granted = grantDiagnostics.filter((each) => !known.has(keyOf(each)));
  const app = createApp(source.text, {
    file: source.file,
    env: inputs.console.env,
    theme: 'bw-std',
    config,
    compiler,
    readMessages,
    readParts: () => parts,
    isForgiving: true,
  });
  try {
    const checked = await app.check();
    const all = [...app.diagnostics, ...policy, ...granted, ...checked];
    const { files, hasPackages, unused } = await found(all);
    const { exportedNames } = await import('../../runtime/script/compile.js');
    const about = checkScripts({
      source,
      document: app.document,
      parts,
      files,
      hasPackages,
      members: Object.keys(app.$tui),
      exports: await exportedNames(blocksIn(source, parts)),
      sheets: [...elementsOf(parseMarkup(source).nodes)].filter(({ name }) => name === 'style'),
      theme: app.theme,
    });
    const scripts = [...unused, ...about.filter((each) => !isReported(each, all))];
    return { all: inOrder(printed([...all, ...scripts]), source.file), scripts: printed(scripts) };
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
  /** It imports packages. */
  readonly hasPackages: boolean;
  /** Imports that fail, and that no code uses: they are left out of what runs. */
  readonly unused: readonly Diagnostic[];
}

interface Limits {
  /** What a start reports of the permissions and of the settings that only their readers can check. */
  readonly grantDiagnostics: readonly Diagnostic[];
  /** Reads what the app may read once it has what it requests: the user has agreed to no more. */
  readonly compiler: ScriptCompiler;
  /** The same for files that the document is made of. */
  readonly parts: DocumentParts;
  /** The same for files of messages. */
  readonly readMessages: (locale: string) => MessagesFile | undefined;
  /** What compiling has found beside `known`. */
  readonly found: (known: readonly Diagnostic[]) => Promise<Compiled>;
  /** What may be printed of errors. */
  readonly printed: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
}

async function grantsOf(
  source: Source,
  config: Config,
  { appFile, console, flags = NO_PERMISSION_FLAGS, remote, limits, isUnprinted }: LintInputs,
): Promise<Limits> {
  const { env } = console;
  const { loadGrants } = await import('../sandbox/launch/files/load-grants.js');
  const inputs = { appFile, remote, flags, console, config };
  const errors: Diagnostic[] = [];
  const loadDefaults = async (): Promise<Grants> =>
    await loadGrants({ ...inputs, source: { file: source.file, text: '' } });
  const load = async (): Promise<Grants> => {
    try {
      return await loadGrants({ ...inputs, source });
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      pushAll(errors, error.diagnostics);
      // The rest is checked as of an app that requests nothing.
      return await loadDefaults();
    }
  };
  const grants = limits === undefined ? await load() : await loadDefaults();
  const { variables } = grants.resolved;
  const permissions = limits ?? grants.resolved.permissions;
  const { readableMessages } = await import('../sandbox/launch/files/messages-folder.js');
  const messages = readableMessages(config, permissions, console.cwd);
  const { agreedErrors } = await import('../sandbox/broker/compiler/agreed-errors.js');
  const { resolved } = grants;
  const isWhole = remote !== undefined || limits !== undefined || isUnprinted === true;
  let last: (() => Promise<CompileResult>) | undefined;
  let result: CompileResult | undefined;
  return {
    grantDiagnostics:
      limits === undefined ? [...errors, ...grants.diagnostics] : policyErrors(source),
    compiler: {
      compileScripts: async (blocks, document) => {
        await confine(permissions, env);
        const { compileFor } = await import('../sandbox/broker/compiler/compile.js');
        const access = { permissions, variables, remote };
        last = async () =>
          await compileFor(blocks, document, { ...access, keepsUnusedImports: true });
        return (result = await compileFor(blocks, document, access));
      },
      findHandlerError: async (code) => {
        await confine(permissions, env);
        return await findHandlerError(code);
      },
    },
    parts: await partsOf(source, { permissions, variables, remote }),
    readMessages: (locale) => (remote === undefined ? messages.read(locale) : undefined),
    found: async (known) => {
      const whole = await last?.();
      return { ...textsOf(result), unused: unusedImports(whole, known) };
    },
    printed: (diagnostics) =>
      agreedErrors(diagnostics, { document: source, resolved, trust: isWhole || flags.trust }),
  };
}

/** Errors of the policy as a text. */
function policyErrors(source: Source): readonly Diagnostic[] {
  try {
    const text = policyOf(source);
    return text === undefined ? [] : readPolicy(text).diagnostics;
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics;
    throw error;
  }
}

async function partsOf(
  source: Source,
  access: Pick<CompileAccess, 'permissions' | 'variables' | 'remote'>,
): Promise<DocumentParts> {
  if (!mayHaveParts(source.text)) return [];
  const { partsFor } = await import('../sandbox/broker/compiler/compile.js');
  return partsFor(source, access);
}

/** What was imported: the app's own files, and whether there are others. */
function textsOf(result: CompileResult | undefined): Pick<Compiled, 'files' | 'hasPackages'> {
  if (result === undefined) return { files: [], hasPackages: false };
  if (!result.ok) return { files: undefined, hasPackages: false };
  const texts = Object.values(result.script.texts);
  const files = texts.filter(({ file }) => isOwn(file));
  return { files, hasPackages: texts.some(({ file }) => file.includes('node_modules')) };
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

/** An element has shown it already: the same, or that the whole value fails for it. */
function isReported({ code, source, span }: Diagnostic, all: readonly Diagnostic[]): boolean {
  return all.some(
    (each) =>
      each.source?.file === source?.file &&
      (each.code === code || each.code === 'bad-style') &&
      (each.span?.start ?? -1) <= (span?.start ?? -1) &&
      (each.span?.end ?? -1) >= (span?.end ?? -1),
  );
}

function keyOf({ code, source, span }: Diagnostic): string {
  return `${code} ${placeOf({ source, span })}`;
}

function placeOf({ source, span }: Pick<Diagnostic, 'source' | 'span'>): string {
  return `${source?.file ?? ''}:${span?.start ?? -1}`;
}

async function confine(permissions: Permissions, env: Console['env']): Promise<void> {
  const { confineCompiler } = await import('../sandbox/launch/confine-compiler.js');
  confineCompiler(permissions, env);
}
