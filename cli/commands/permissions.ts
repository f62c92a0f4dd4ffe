/** `tui permissions`: prints what an app may do, why, and what enforces it; revokes approvals. */
import type { Config } from '../../config/index.js';
import { DiagnosticError, printable, printableJson } from '../../runtime/base/diagnostics.js';
import { print, report, type Console } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { ApprovalStore } from '../sandbox/approval/store.js';
import { realPathOf } from '../sandbox/policy/grants/paths.js';
import { enforcementOf } from '../sandbox/launch/tier/enforcement.js';
import { confineCompiler } from '../sandbox/launch/confine-compiler.js';
import { mayHaveCode } from '../sandbox/launch/has-code.js';
import { loadPermissions } from '../sandbox/policy/load.js';
import { loadGrants } from '../sandbox/launch/files/load-grants.js';
import { fetchIfRemote } from '../sandbox/launch/open-app.js';
import { compileApp } from '../sandbox/broker/compiler/compile.js';
import { permissionsJson, permissionsText, type Shown } from '../sandbox/approval/show.js';
import { storageText } from '../sandbox/broker/oauth/storage.js';
import { trustedPath } from '../sandbox/policy/check.js';
import type { Permissions } from '../sandbox/policy/types.js';
import { inspectConfig } from '../documents/settings.js';
import { isMarkdownName } from '../documents/markdown-name.js';
import { openDocument } from '../documents/source.js';
import { usageError } from '../command-line/usage-error.js';
import type { Call } from './table.js';

export async function permissions(call: Call): Promise<number> {
  const { console, operands, options } = call;
  const [file] = operands;
  const json = options['json'] === true;
  const store = new ApprovalStore(console.env, console.home);
  if (options['revoke'] === true) return revoke(console, store, file, json);
  if (file === undefined) return list(console, store, json);
  const shown = await inspect(call, file, store);
  report(console, shown.resolved.diagnostics);
  print(console, json ? permissionsJson(shown) : permissionsText(shown));
  const failed = shown.resolved.diagnostics.some(({ severity }) => severity === 'error');
  return failed ? EXIT.usage : EXIT.done;
}

async function inspect(call: Call, file: string, store: ApprovalStore): Promise<Shown> {
  const { console, permissions: flags } = call;
  const { env } = console;
  const remote = await fetchIfRemote(call, file);
  if (isMarkdownName(file)) return await inspectMarkdown(call, file, store);
  const { source, file: appFile } = remote ?? (await openDocument(file, console));
  const { config } = inspectConfig(call, source);
  const { diagnostics, ...granted } = await loadGrants({
    source,
    appFile,
    remote,
    flags,
    console,
    config,
  });
  const { ai } = granted;
  const { permissions, variables } = granted.resolved;
  const loaded = { ...granted, resolved: { ...granted.resolved, diagnostics } };
  // To know the tier, bubblewrap is tried: not one that the app could have put there.
  const enforcement = enforcementOf(confineCompiler(permissions, env, ai.keyVariables).tier);
  const name = remote === undefined ? loaded.subject?.id : undefined;
  const code = await compileApp(source, { permissions, variables, remote, appFile: name });
  // As a start has it: also handlers and imports count.
  const hasCode = mayHaveCode(source.text);
  const signIns = signInsText(config, permissions, console);
  return { ...loaded, store, flags, enforcement, content: code.content(), hasCode, ai, signIns };
}

/** Where the sign-ins of an app are kept, if it has any. */
function signInsText(
  config: Config,
  permissions: Permissions,
  { env, home }: Console,
): string | undefined {
  if (permissions.oauth.allow.length === 0) return undefined;
  const path = trustedPath(permissions, env['PATH'] ?? '');
  return storageText({ config, env, path, home });
}

/** What the app that shows a Markdown file may do. */
async function inspectMarkdown(call: Call, file: string, store: ApprovalStore): Promise<Shown> {
  const { findMarkdown } = await import('./markdown.js');
  const { permissions: flags, path } = await findMarkdown(call, file);
  const { env, cwd, home } = call.console;
  const { MARKDOWN_VIEWER: source } = await import('../documents/markdown-viewer.js');
  const loaded = loadPermissions({ source, appFile: undefined, flags, env, cwd, home });
  const { permissions, variables } = loaded.resolved;
  const enforcement = enforcementOf(confineCompiler(permissions, env).tier);
  const compiled = { permissions, variables, remote: undefined, appFile: undefined };
  const code = await compileApp(source, compiled);
  const shown = { ...loaded, store, flags, enforcement, content: code.content(), hasCode: true };
  return { ...shown, subject: { id: path } };
}

/** An address is kept as the URL parser writes it, a file by its real path, also when it is gone. */
function idOf(file: string, cwd: string): string {
  if (/^https?:\/\//i.test(file)) {
    try {
      return new URL(file).href;
    } catch {
      throw usageError(`${file.slice(0, 200)} is not a URL`);
    }
  }
  return realPathOf(file, cwd) ?? file;
}

function revoke(
  console: Console,
  store: ApprovalStore,
  file: string | undefined,
  json: boolean,
): number {
  let revoked: number;
  try {
    revoked = store.revoke(file === undefined ? undefined : idOf(file, console.cwd));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'cannot-write',
        message: `cannot revoke the approvals (${reason})`,
        source: { file: store.path, text: '' },
      },
    ]);
  }
  const what = revoked === 1 ? '1 approval was revoked' : `${revoked} approvals were revoked`;
  print(console, json ? printableJson({ revoked }) : what);
  return EXIT.done;
}

function list(console: Console, store: ApprovalStore, json: boolean): number {
  const { approvals, error } = store.read();
  if (error !== undefined) {
    report(console, [
      {
        severity: 'warning',
        code: 'unreadable-approvals',
        message: `the file of approvals is ignored: ${error}`,
        source: { file: store.path, text: '' },
      },
    ]);
  }
  if (json) {
    print(console, printableJson({ file: store.path, approvals }, 2));
    return EXIT.done;
  }
  if (approvals.length === 0) {
    print(console, 'No app is approved. To show the permissions of an app: tui permissions FILE');
    return EXIT.done;
  }
  const lines = approvals.flatMap(({ id, granted, at, hash, tier, files }) => [
    printable(id),
    `  since ${printable(at.slice(0, 10))}${heldText(hash, tier, files)}`,
    ...granted.map((each) => `  ${printable(each)}`),
  ]);
  print(console, lines.join('\n'));
  return EXIT.done;
}

/** What an approval is tied to. */
function heldText(
  hash: string | undefined,
  tier: string | undefined,
  files: Readonly<Record<string, string>> | undefined,
): string {
  if (hash === undefined || tier === undefined) return ', without its content: tui asks again';
  const count = files === undefined ? undefined : Object.keys(files).length;
  const size = count === undefined ? '' : ` of ${count} ${count === 1 ? 'file' : 'files'}`;
  return `, as ${hash.slice(0, 16)}${size}, on tier ${tier}`;
}
