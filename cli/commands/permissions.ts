/** `tui permissions`: what an app may do, why, and what enforces it; and taking approvals back. */
import { homedir } from 'node:os';
import { DiagnosticError, printable } from '../../runtime/diagnostics.js';
import { print, report, type Console } from '../console.js';
import { EXIT } from '../exit-codes.js';
import { ApprovalStore } from '../sandbox/approval/store.js';
import { realPathOf } from '../sandbox/policy/grants/paths.js';
import { enforcementOf } from '../sandbox/launch/tier/enforcement.js';
import { limitLookups } from '../sandbox/launch/environment.js';
import { loadPermissions, type Loaded } from '../sandbox/policy/load.js';
import type { Enforcement } from '../sandbox/policy/types.js';
import { permissionsJson, permissionsText, type Shown } from '../sandbox/approval/show.js';
import { chooseTier } from '../sandbox/launch/tier/tier.js';
import { openDocument } from '../source.js';
import { usageError } from '../usage-error.js';
import type { Call } from './table.js';

export async function permissions(call: Call): Promise<number> {
  const { console, operands, options } = call;
  const [file] = operands;
  const json = options['json'] === true;
  const store = new ApprovalStore(console.env, homedir());
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
  if (/^https?:\/\//i.test(file)) {
    const [{ fetchRemoteApp }, { confineForDocument }] = await Promise.all([
      import('../sandbox/remote/remote.js'),
      import('../sandbox/launch/confine-compiler.js'),
    ]);
    const { env } = console;
    const onDocument = confineForDocument(flags, env);
    const remote = await fetchRemoteApp(file, { env, flags, onDocument });
    const loaded = loadPermissions({
      source: remote.source,
      appFile: remote.file,
      remote,
      flags,
      env: console.env,
    });
    return { ...loaded, store, flags, enforcement: enforcementFor(console, loaded) };
  }
  const { source, file: appFile } = await openDocument(file);
  const loaded = loadPermissions({ source, appFile, flags, env: console.env });
  return { ...loaded, store, flags, enforcement: enforcementFor(console, loaded) };
}

/** To know the tier, bubblewrap is tried: not one that the app could have put there. */
function enforcementFor({ env }: Console, { resolved }: Loaded): Enforcement {
  limitLookups(resolved.permissions, env);
  return enforcementOf(chooseTier(env).tier);
}

/** An address is kept as the URL parser writes it, a file by its real path, also when it is gone. */
function idOf(file: string): string {
  if (/^https?:\/\//i.test(file)) {
    try {
      return new URL(file).href;
    } catch {
      throw usageError(`${file.slice(0, 200)} is no address`);
    }
  }
  return realPathOf(file, process.cwd()) ?? file;
}

function revoke(
  console: Console,
  store: ApprovalStore,
  file: string | undefined,
  json: boolean,
): number {
  let revoked: number;
  try {
    revoked = store.revoke(file === undefined ? undefined : idOf(file));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'cannot-write',
        message: `the approvals cannot be taken back (${reason})`,
        source: { file: store.path, text: '' },
      },
    ]);
  }
  const what = revoked === 1 ? '1 approval was taken back' : `${revoked} approvals were taken back`;
  print(console, json ? JSON.stringify({ revoked }) : what);
  return EXIT.done;
}

function list(console: Console, store: ApprovalStore, json: boolean): number {
  const { approvals, problem } = store.read();
  if (problem !== undefined) {
    report(console, [
      {
        severity: 'warning',
        code: 'unreadable-approvals',
        message: `the file of approvals is left out: ${problem}`,
        source: { file: store.path, text: '' },
      },
    ]);
  }
  if (json) {
    print(console, JSON.stringify({ file: store.path, approvals }, undefined, 2));
    return EXIT.done;
  }
  if (approvals.length === 0) {
    print(console, 'No app is approved. Which rights an app has: tui permissions FILE');
    return EXIT.done;
  }
  const lines = approvals.flatMap(({ id, granted, at }) => [
    printable(id),
    `  since ${printable(at.slice(0, 10))}`,
    ...granted.map((each) => `  ${printable(each)}`),
  ]);
  print(console, lines.join('\n'));
  return EXIT.done;
}
