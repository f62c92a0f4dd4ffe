/** Turns an operand of the command line into an app that may start: read, resolved and approved. */
import { dirname } from 'node:path';
import type { Config, ConfigReader } from '../../../config/index.js';
import type { FileFilter } from '../../../runtime/script/bundle/files.js';
import {
  DiagnosticError,
  type Diagnostic,
  type Source,
} from '../../../runtime/base/diagnostics.js';
import type { Keyboard } from '../../../runtime/terminal/tty.js';
import { isTerminal, report, type Console } from '../../command-line/console.js';
import { EXIT } from '../../command-line/exit-codes.js';
import { usageError } from '../../command-line/usage-error.js';
import { chosenFile, loadConfig, policyOf } from '../../documents/settings.js';
import { isMarkdownAddress, isMarkdownName } from '../../documents/markdown-name.js';
import { openDocument } from '../../documents/source.js';
import type { Call } from '../../commands/table.js';
import { mayHaveCode, mayShowFiles } from './has-code.js';
import type { RunnerCommand } from './tier/command.js';
import type { ApprovalStore } from '../approval/store.js';
import type { AppCode } from '../broker/compiler/compile.js';
import type { Permissions } from '../policy/types.js';
import type { RemoteApp } from '../remote/remote.js';
import type { Admission } from '../approval/approval.js';
import type { HeldPaths } from './files/held-paths.js';
import type { Editor } from './editing/follow-edits.js';
import type { LaunchInputs } from './launch-inputs.js';
import type { Task } from '../channel/task.js';

export interface OpenedApp {
  readonly source: Source;
  readonly config: Config;
  /** The file, or the copy of an app from the web; undefined for stdin. */
  readonly appFile: string | undefined;
  readonly remote: RemoteApp | undefined;
  /**
   * Nothing of it runs: no script, no handler, no file to read or decode, and its policy names no file. There is nothing to keep
   * in a sandbox, and nothing that could use what is granted.
   */
  readonly isInert: boolean;
}

/** Reads the app and its configuration. @throws DiagnosticError */
export async function openApp(
  call: Call,
  operand: string,
  readerOf: (config: Config) => ConfigReader,
): Promise<OpenedApp> {
  const remote = await fetchIfRemote(call, operand);
  const { source, file: appFile } = remote ?? (await openDocument(operand, call.console));
  const config = loadConfig(call, source, readerOf);
  if (config.lint) await lintFirst(call, source, { appFile, remote });
  const isInert =
    remote === undefined &&
    !mayHaveCode(source.text) &&
    !mayShowFiles(source.text) &&
    !policyNamesFile(config) &&
    !limitsClipboard(call, source);
  const app = { source, config, appFile, remote, isInert };
  const hasSettings = config.getPath('i18n.messagesDir') !== undefined;
  if (isInert && (hasSettings || policyOf(source)?.text.includes('permissions') === true)) {
    await readGrants(call, app);
  }
  return app;
}

/**
 * Whether an app could be started as it is now; asks no question, and runs nothing.
 *
 * @throws DiagnosticError
 */
export async function checkStart(call: Call, operand: string): Promise<void> {
  const app = await openApp(call, operand, () => 'live');
  const { lintSource } = await import('../../lint/lint-source.js');
  const { console, permissions: flags } = call;
  const inputs = { console, appFile: app.appFile, flags, isUnprinted: true };
  const { all } = await lintSource(app.source, inputs);
  const errors = all.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(errors);
  await readGrants(call, app);
}

/** Errors of a document of which no file is read but those that these permissions grant, and no other is looked for. */
export async function errorsWithin(
  { console, permissions: flags }: Call,
  source: Source,
  { appFile, limits }: { readonly appFile: string; readonly limits: Permissions },
): Promise<readonly Diagnostic[]> {
  const { lintSource } = await import('../../lint/lint-source.js');
  const { all } = await lintSource(source, { console, appFile, flags, limits });
  return all.filter(({ severity }) => severity === 'error');
}

/** `--lint`: a document with errors does not start. @throws DiagnosticError */
async function lintFirst(
  { console, permissions: flags }: Call,
  source: Source,
  { appFile, remote }: Pick<OpenedApp, 'appFile' | 'remote'>,
): Promise<void> {
  const { lintSource } = await import('../../lint/lint-source.js');
  const { all, scripts } = await lintSource(source, { console, appFile, remote, flags });
  if (all.some(({ severity }) => severity === 'error')) throw new DiagnosticError(all);
  report(console, scripts);
}

/** What an app is granted. @throws DiagnosticError if its policy, a flag or a setting is invalid */
async function readGrants(call: Call, app: OpenedApp) {
  const { console, permissions: flags } = call;
  const { loadGrants } = await import('./files/load-grants.js');
  const isConfigChosen = chosenFile(call) !== undefined;
  const { diagnostics, ...grants } = await loadGrants({ ...app, flags, console, isConfigChosen });
  if (isConfigChosen) await refuseWithinReach(app.config.configPath, grants.resolved.permissions);
  if (diagnostics.some(({ severity }) => severity === 'error'))
    throw new DiagnosticError(diagnostics);
  report(console, diagnostics);
  return grants;
}

/** What an app requests, and of which file it is; paths as they lead by now. @throws DiagnosticError */
export async function requestsOf(call: Call, app: OpenedApp): Promise<string> {
  const [{ resolved }, { grantKey }] = await Promise.all([
    readGrants(call, app),
    import('../policy/requested.js'),
  ]);
  return JSON.stringify([
    app.appFile,
    policyOf(app.source)?.text,
    resolved.requested.map(grantKey),
  ]);
}

/** An app that can write to the folder of the settings can change them. @throws DiagnosticError */
async function refuseWithinReach(path: string, permissions: Permissions): Promise<void> {
  const { writableStep } = await import('../policy/check.js');
  if (writableStep(permissions, dirname(path)) === undefined) return;
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'config-in-reach',
      message: 'the app could change these settings: it may write in their folder',
      source: { file: path, text: '' },
      suggestion: 'move them to a folder that no app may write to',
    },
  ]);
}

/** What a person copies goes through the launcher then, which refuses it. */
function limitsClipboard({ permissions: { denied } }: Call, source: Source): boolean {
  if (denied.includes('clipboard') || denied.includes('all')) return true;
  return policyOf(source)?.text.includes('clipboard') === true;
}

/** The policy has a file read or written, which has to lie within what the app is granted. */
function policyNamesFile(config: Config): boolean {
  return Object.entries(config.getSchema()).some(
    ([key, { format, orSuffix }]) =>
      config.getSource(key) === 'policy' &&
      // A theme is a name or a file.
      (orSuffix === undefined
        ? format === 'path'
        : String(config.getString(key)).toLowerCase().endsWith(orSuffix)),
  );
}

/** The text of an app that is not run: a file, one from the web, or of a Markdown file the app that shows it. */
export async function readApp(
  call: Pick<Call, 'console' | 'permissions'>,
  operand: string,
): Promise<Source> {
  const remote = await fetchIfRemote(call, operand);
  const source = remote?.source ?? (await openDocument(operand, call.console)).source;
  if (!isMarkdownName(operand)) return source;
  return (await import('../../documents/markdown-viewer.js')).MARKDOWN_VIEWER;
}

/** An app from the web; undefined where the operand is a file. */
export async function fetchIfRemote(
  { console, permissions }: Pick<Call, 'console' | 'permissions'>,
  operand: string,
) {
  if (!/^https?:\/\//i.test(operand)) return undefined;
  if (isMarkdownAddress(operand)) {
    throw usageError(
      `${operand.slice(0, 200)} is Markdown, which is read only from files`,
      'save it to a file first',
    );
  }
  const [{ fetchRemoteApp }, { confineForDocument }] = await Promise.all([
    import('../remote/remote.js'),
    import('./confine-compiler.js'),
  ]);
  const { env, home } = console;
  const onDocument = confineForDocument(permissions, console);
  return await fetchRemoteApp(operand, { env, home, flags: permissions, onDocument });
}

export interface LaunchTask {
  readonly command?: RunnerCommand | undefined;
  readonly argv: readonly string[];
  readonly task: Task;
  /** Where keys of a live app come from. */
  readonly keyboard?: Keyboard | undefined;
  /** The file that the picture goes to, where the task keeps it. */
  readonly output?: string | undefined;
  readonly onPicture?: ((text: string) => Promise<void>) | undefined;
  /** Whose stdin the app reads, where the console of the call is a terminal of its own. */
  readonly input?: Console | undefined;
  /** Writes what the app leaves for stdout, once it has ended; default: prints it. */
  readonly onResult?: ((text: string) => void) | undefined;
  /** Who runs an app whose edits are followed. */
  readonly editor?: Editor | undefined;
}

/** Asks where it has to, and runs the app in its sandbox. The exit code. */
export async function launchApp(call: Call, app: OpenedApp, task: LaunchTask): Promise<number> {
  const { console, permissions: flags } = call;
  const { env, home } = console;
  const [{ policy, resolved, settings, subject, ai }, { confineCompiler }, { launch }] =
    await Promise.all([
      readGrants(call, app),
      import('./confine-compiler.js'),
      import('./launch.js'),
    ]);
  const [{ checkLibraries }, { HeldPaths: Held }, { stateOwner }] = await Promise.all([
    import('./tier/tier.js'),
    import('./files/held-paths.js'),
    import('../../state/state-owner.js'),
  ]);
  const { tier, warnings, notices } = confineCompiler(resolved.permissions, env, ai.keyVariables);
  report(console, warnings);
  checkLibraries(tier, resolved.permissions, policy);
  const { enforcementOf } = await import('./tier/enforcement.js');
  const enforcement = enforcementOf(tier);
  if (app.remote !== undefined) {
    const { checkEnforced } = await import('../remote/remote.js');
    checkEnforced(enforcement, flags, app.remote.url);
  }
  const [{ Admission: Admitting }, { ApprovalStore: Store }, { compileApp }] = await Promise.all([
    import('../approval/approval.js'),
    import('../approval/store.js'),
    import('../broker/compiler/compile.js'),
  ]);
  const store = new Store(env, home);
  const admission = new Admitting({
    resolved,
    settings,
    subject,
    enforcement,
    store,
    trust: flags.trust,
    name: policy?.name,
    hasCode: mayHaveCode(app.source.text),
    allowUnenforced: flags.allowUnenforced,
    ask: await askerOf(console, task.editor?.isRestart),
  });
  // With what it would have: that is what the question is about, and what runs.
  // The runner is started first, where it may be: it takes longer to come up.
  const code = Promise.resolve().then(() =>
    compileApp(app.source, {
      permissions: admission.permissions,
      variables: resolved.variables,
      remote: app.remote,
      appFile: app.remote === undefined ? subject?.id : undefined,
    }),
  );
  const compiled = code.then(ignore, ignore);
  const inputs = {
    console,
    ...app,
    ...task,
    tier,
    code,
    notices,
    ai,
    permissions: admission.permissions,
    variables: resolved.variables,
    assistant: async () => (await import('./assistant-service.js')).assistantService(call),
    stateOwner: stateOwner(app.remote === undefined ? subject?.id : undefined, app.remote),
    // What the question shows is what is mounted afterwards, whatever has come to its name meanwhile.
    openHeldPaths: (): HeldPaths => new Held(admission.permissions),
    lateModules: async () => await lateModulesOf(code, admission.permissions, store),
    printedErrors: async (diagnostics: readonly Diagnostic[]): Promise<readonly Diagnostic[]> => {
      if (app.remote !== undefined) return diagnostics;
      const { agreedErrors } = await import('../broker/compiler/agreed-errors.js');
      return agreedErrors(diagnostics, { document: app.source, resolved });
    },
  };
  try {
    return (await launchAdmitted(admission, inputs, launch)) ?? EXIT.denied;
  } finally {
    // A compiler whose work is left undone writes about itself to stderr.
    await compiled;
  }
}

const ignore = (): void => undefined;

type AdmittedInputs = Omit<LaunchInputs, 'held'> & {
  readonly openHeldPaths: () => HeldPaths;
  readonly printedErrors: (diagnostics: readonly Diagnostic[]) => Promise<readonly Diagnostic[]>;
};

async function launchAdmitted(
  admission: Admission,
  { openHeldPaths: openPaths, lateModules, printedErrors, ...inputs }: AdmittedInputs,
  launch: (inputs: LaunchInputs) => Promise<number | undefined>,
): Promise<number | undefined> {
  const { console, code } = inputs;
  if (admission.settled !== undefined) return await launch({ ...inputs, held: openPaths() });
  if (admission.isApprovedIfUnchanged) {
    // The runner starts meanwhile. It has nothing of the app before the content is known.
    const admitted = code.then((found) => admission.admits(found.content())).catch(() => false);
    const exitCode = await launch({ ...inputs, lateModules, held: openPaths(), admitted });
    if (exitCode !== undefined) return exitCode;
  }
  const held = openPaths();
  const { result, content } = await code;
  // The user is not asked about an app that cannot run.
  if (result?.ok === false) throw new DiagnosticError(await printedErrors(result.diagnostics));
  const answer = await admission.decide(content());
  report(console, answer.diagnostics);
  if (!answer.allowed) return undefined;
  // Who has just answered has read the notices.
  return await launch({ ...inputs, lateModules, held, notices: [] });
}

async function lateModulesOf(
  code: Promise<AppCode>,
  permissions: Permissions,
  store: ApprovalStore,
): Promise<FileFilter> {
  const { lateModules } = await import('./late-modules.js');
  return lateModules((await code).content(), permissions, store.read().approvals);
}

/** A question needs a terminal in which the user sees it and can answer. */
async function askerOf(console: Console, isSudden?: boolean) {
  if (!isTerminal(console, 'stdin') || !isTerminal(console, 'stdout')) return undefined;
  if (/^(dumb)?$/.test(console.env['TERM'] ?? '')) return undefined;
  const { stdin, stdout } = console;
  const { askOnTerminal } = await import('../approval/prompt.js');
  return (content: Parameters<typeof askOnTerminal>[0]) =>
    askOnTerminal(content, { stdin, stdout, isSudden } as never);
}
