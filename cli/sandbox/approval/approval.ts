/** Whether an app may start with what it wants: approved before, trusted by a flag, or asked for now. */
import { type Diagnostic, printable } from '../../../runtime/diagnostics.js';
import type { ApprovalStore } from './store.js';
import { grantingFlag } from '../policy/denied.js';
import type { Resolved } from '../policy/resolve.js';
import type { Enforcement, Permissions, PolicySetting, Subject, Wanted } from '../policy/types.js';
import { wantedKey, withoutUnset } from '../policy/requested.js';
import type { PromptAnswer, PromptContent } from './prompt-content.js';

export interface AuthorizeInputs {
  readonly resolved: Resolved;
  /** Undefined where the app cannot be told again (stdin): it cannot be approved for always. */
  readonly subject: Subject | undefined;
  /** What the app calls itself in its policy. */
  readonly name: string | undefined;
  /** What its policy sets of the keys that tui itself acts on. */
  readonly settings?: readonly PolicySetting[] | undefined;
  readonly store: ApprovalStore;
  /** `--trust`. */
  readonly trust: boolean;
  readonly enforcement: Enforcement;
  /** Asks the user; undefined where there is no terminal to ask on. */
  readonly ask: ((content: PromptContent) => Promise<PromptAnswer>) | undefined;
}

export type Authorization =
  | {
      readonly allowed: true;
      readonly permissions: Permissions;
      readonly by: 'default' | 'trust' | 'approval' | 'once' | 'always';
      /** Something that went wrong and keeps nobody from running. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly allowed: false; readonly diagnostics: readonly Diagnostic[] };

/** Asks only where it has to. A refusal is exit code 3. */
export async function authorize(given: AuthorizeInputs): Promise<Authorization> {
  const { subject, store, ask } = given;
  const resolved = ask === undefined ? withoutUnset(given.resolved) : given.resolved;
  const inputs = { ...given, resolved };
  const { permissions, wanted } = resolved;
  const allow = (
    by: 'default' | 'trust' | 'approval' | 'once' | 'always',
    diagnostics: readonly Diagnostic[] = [],
  ): Authorization => ({ allowed: true, permissions, by, diagnostics });
  // An app from the web is code of somebody else from the start: also without any wish it is asked for once.
  const isRemote = subject?.hash !== undefined;
  if (wanted.length === 0 && !isRemote) return allow('default');
  if (inputs.trust) return allow('trust');
  const { approvals, problem } = store.read();
  const known = approvals.find((each) => each.id === subject?.id);
  const approved = new Set(known?.granted);
  const sameContent = known !== undefined && known.hash === subject?.hash;
  if (sameContent && wanted.every((each) => approved.has(wantedKey(each))))
    return allow('approval');
  const diagnostics = problem === undefined ? [] : [unreadable(store.path, problem)];
  if (ask === undefined) {
    return { allowed: false, diagnostics: [...diagnostics, missing(inputs)] };
  }
  const answer = await ask({
    subject: subject?.id,
    hash: subject?.hash,
    name: inputs.name,
    wanted,
    settings: inputs.settings,
    approvedBefore: approved,
    changed: known !== undefined && !sameContent,
    enforcement: inputs.enforcement,
    canKeep: subject !== undefined,
  });
  if (answer === 'deny') return { allowed: false, diagnostics: [denied(subject)] };
  if (answer === 'once' || subject === undefined) return allow('once', diagnostics);
  try {
    store.approve(subject, wanted.map(wantedKey));
    return allow('always', diagnostics);
  } catch (error) {
    return allow('once', [...diagnostics, notKept(store.path, error)]);
  }
}

/** At most this many flags are listed. */
const MOST_FLAGS = 12;

function missing({ resolved: { wanted }, subject, enforcement }: AuthorizeInputs): Diagnostic {
  const wants = wanted.slice(0, MOST_FLAGS).map(wantedText).join(', ');
  const more = wanted.length > MOST_FLAGS ? ` and ${wanted.length - MOST_FLAGS} more` : '';
  const flags = wanted.slice(0, MOST_FLAGS).map(flagFor);
  const unenforced = unenforcedKinds(enforcement, wanted);
  const limits =
    unenforced.length === 0 ? '' : `; ${unenforced.join(', ')} cannot be enforced here`;
  return {
    severity: 'error',
    code: 'not-permitted',
    message:
      wanted.length === 0
        ? `an app from the web has to be agreed to, and there is no terminal to ask on${limits}`
        : `the app wants ${wants}${more}, which nobody has agreed to, and there is no terminal to ask on${limits}`,
    ...(subject === undefined ? {} : { source: { file: subject.id, text: '' } }),
    suggestion:
      wanted.length === 0 || wanted.length > MOST_FLAGS
        ? 'run it with --trust, or agree in a terminal'
        : `run it with ${flags.join(' ')}, with --trust, or agree in a terminal`,
  };
}

/** A program with the arguments that were asked for, where a flag can say them. */
function flagFor({ kind, value }: Wanted): string {
  const isPlain = kind === 'run' && /^[\w./ $*=:@%+-]+$/.test(value) && value.includes(' ');
  return isPlain ? `'--allow-run=${value}'` : grantingFlag(kind, value);
}

function wantedText({ kind, value }: Wanted): string {
  return value === '' ? `"${kind}"` : `"${kind}" ${printable(value.slice(0, 200))}`;
}

function unenforcedKinds({ levels }: Enforcement, wanted: readonly Wanted[]): string[] {
  const all = wanted.some(({ kind }) => kind === 'all');
  if (all) return [];
  return Object.entries(levels)
    .filter(([, level]) => level === 'none')
    .map(([kind]) => `"${kind}"`);
}

function denied(subject: Subject | undefined): Diagnostic {
  return {
    severity: 'error',
    code: 'not-permitted',
    message: 'you did not agree to what the app wants, so it was not started',
    ...(subject === undefined ? {} : { source: { file: subject.id, text: '' } }),
  };
}

function unreadable(path: string, problem: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'unreadable-approvals',
    message: `the file of approvals is left out: ${problem}`,
    source: { file: path, text: '' },
  };
}

function notKept(path: string, error: unknown): Diagnostic {
  const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  return {
    severity: 'warning',
    code: 'approval-not-kept',
    message: `the approval could not be kept (${reason}): it holds for this time`,
    source: { file: path, text: '' },
  };
}
