/**
 * Decides whether an app may start with the permissions it requests: approved before, trusted by a flag, or
 * prompted for now.
 */
import { dirname, relative } from 'node:path';
import { type Diagnostic, printable } from '../../../runtime/base/diagnostics.js';
import type { ApprovalStore, Approval } from './store.js';
import { grantingFlag } from '../policy/denied.js';
import type { Resolved } from '../policy/resolve.js';
import type {
  AppContent,
  Enforcement,
  Permissions,
  PolicySetting,
  Subject,
  RequestedGrant,
} from '../policy/types.js';
import { grantKey, withoutUnset } from '../policy/requested.js';
import type { PromptAnswer, PromptContent } from './prompt-content.js';
import { needsYes, runsUnenforced, unenforcedKinds, type AppToApprove } from './needs-approval.js';
import { changeLines, changeSince, isCurrent, standingOf } from './standing.js';

export interface AuthorizeInputs extends AppToApprove {
  readonly resolved: Resolved;
  /** Undefined if the app cannot be recognized later (stdin): it cannot be approved for always. */
  readonly subject: Subject | undefined;
  /** What the app calls itself in its policy. */
  readonly name: string | undefined;
  /** What its policy sets of the keys that tui itself acts on. */
  readonly settings?: readonly PolicySetting[] | undefined;
  readonly store: ApprovalStore;
  /** `--trust`. */
  readonly trust: boolean;
  readonly enforcement: Enforcement;
  /** Asks the user; undefined without a terminal. */
  readonly ask: ((content: PromptContent) => Promise<PromptAnswer>) | undefined;
}

export type Authorization =
  | {
      readonly allowed: true;
      readonly permissions: Permissions;
      readonly by: 'default' | 'trust' | 'approval' | 'once' | 'always';
      /** A failure that does not keep the app from running. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly allowed: false; readonly diagnostics: readonly Diagnostic[] };

/** The decision on one start of an app. Part of it is known before the app is compiled, part of it only then. */
export class Admission {
  /** Granted if the app may start. */
  readonly permissions: Permissions;
  /** The decision where it does not hang on the content: nothing is requested, or all of it is trusted. */
  readonly settled: 'default' | 'trust' | undefined;
  readonly #known: Approval | undefined;
  readonly #storeError: string | undefined;
  readonly #inputs: AuthorizeInputs;

  constructor(inputs: AuthorizeInputs) {
    const resolved = inputs.ask === undefined ? withoutUnset(inputs.resolved) : inputs.resolved;
    this.#inputs = { ...inputs, resolved };
    this.permissions = resolved.permissions;
    this.settled = settledOf(this.#inputs);
    if (this.settled !== undefined) return;
    const { approvals, error } = inputs.store.read();
    this.#storeError = error;
    this.#known = approvals.find(({ id }) => id === inputs.subject?.id);
  }

  /** Whether an approval holds if the content is the one that was approved. */
  get isApprovedIfUnchanged(): boolean {
    return this.admits(undefined);
  }

  /** Whether an approval holds for this content. */
  admits(content: AppContent | undefined): boolean {
    const { resolved, enforcement } = this.#inputs;
    if (this.#known === undefined) return false;
    return isCurrent(standingOf(this.#known, resolved.requested, enforcement, content));
  }

  /** Asks only where it has to. A refusal is exit code 3. */
  async decide(content: AppContent): Promise<Authorization> {
    if (this.settled !== undefined) return this.#allow(this.settled);
    if (this.admits(content)) return this.#allow('approval');
    const { subject, store, ask } = this.#inputs;
    const diagnostics =
      this.#storeError === undefined ? [] : [unreadable(store.path, this.#storeError)];
    const question = this.#question(content);
    if (ask === undefined) {
      return { allowed: false, diagnostics: [...diagnostics, missing(this.#inputs, question)] };
    }
    if (lengthOf(question) > MAX_LENGTH) {
      return { allowed: false, diagnostics: [...diagnostics, tooLong(subject)] };
    }
    const answer = await ask(question);
    if (answer === 'deny') return { allowed: false, diagnostics: [denied(subject)] };
    if (answer === 'once' || subject === undefined) return this.#allow('once', diagnostics);
    return this.#keep(subject, content, diagnostics);
  }

  #keep({ id }: Subject, content: AppContent, diagnostics: readonly Diagnostic[]): Authorization {
    const { store, resolved, enforcement } = this.#inputs;
    try {
      const granted = resolved.requested.map(grantKey);
      store.approve({ id, granted, content, tier: enforcement.tier });
      return this.#allow('always', diagnostics);
    } catch (error) {
      return this.#allow('once', [...diagnostics, notKept(store.path, error)]);
    }
  }

  #allow(
    by: 'default' | 'trust' | 'approval' | 'once' | 'always',
    diagnostics: readonly Diagnostic[] = [],
  ): Authorization {
    return { allowed: true, permissions: this.permissions, by, diagnostics };
  }

  #question(content: AppContent): PromptContent {
    const known = this.#known;
    const { subject, name, settings, resolved, enforcement } = this.#inputs;
    const { requested } = resolved;
    const standing =
      known === undefined ? undefined : standingOf(known, requested, enforcement, content);
    const isChanged = standing !== undefined && standing.isSame !== true;
    const change = known !== undefined && isChanged ? changeSince(known, content) : undefined;
    return {
      subject: subject?.id,
      hash: subject?.hash,
      name,
      requested,
      settings,
      enforcement,
      approvedBefore: new Set(known?.granted),
      changed: isChanged,
      changes: change === undefined ? undefined : changeLines(change, shownFrom(subject)),
      weakerThan: standing?.isWeaker === true ? known?.tier : undefined,
      // The operator of the web server can change what the app receives.
      canKeep:
        subject !== undefined && !(subject.hash !== undefined && requestsMicrophone(requested)),
    };
  }
}

function requestsMicrophone(requested: readonly RequestedGrant[]): boolean {
  return requested.some(({ kind }) => kind === 'microphone');
}

function settledOf(inputs: AuthorizeInputs): 'default' | 'trust' | undefined {
  if (!needsYes(inputs)) return 'default';
  return inputs.trust ? 'trust' : undefined;
}

/** Names of files as seen from the app's folder. */
function shownFrom(subject: Subject | undefined): (name: string) => string {
  const folder = subject === undefined ? undefined : dirname(subject.id);
  return (name) => {
    if (folder === undefined || !name.startsWith('/')) return name;
    const short = relative(folder, name);
    return short.startsWith('../../') ? name : short;
  };
}

/** UTF-16 units of a question. It is long enough for any app, and Ctrl+C has no effect while it is wrapped. */
const MAX_LENGTH = 64 * 1024;
/** What an entry counts beside its own. */
const ENTRY = 16;

function lengthOf({ requested, settings = [], changes = [] }: PromptContent): number {
  const texts = [
    ...requested.flatMap(({ value, danger = '' }) => [value, danger]),
    ...settings.flatMap(({ key, value }) => [key, value]),
    ...changes,
  ];
  return texts.reduce((sum, text) => sum + ENTRY + text.length, 0);
}

function tooLong(subject: Subject | undefined): Diagnostic {
  return {
    severity: 'error',
    code: 'not-permitted',
    message: 'the app was not started: it requests more than a person can read',
    ...(subject === undefined ? {} : { source: { file: subject.id, text: '' } }),
    suggestion: 'request less in its policy',
  };
}

/** At most this many flags are listed. */
const MAX_FLAGS = 12;

function missing(
  inputs: AuthorizeInputs,
  { changed, changes = [], weakerThan }: PromptContent,
): Diagnostic {
  const { resolved, subject, enforcement } = inputs;
  const { requested } = resolved;
  const isUnenforced = runsUnenforced(inputs);
  const since = [
    ...(changed ? [['it has changed since it was approved', ...changes].join(', ')] : []),
    ...(weakerThan === undefined
      ? []
      : [`it was approved on tier ${weakerThan}, and this is tier ${enforcement.tier}`]),
    ...(isUnenforced
      ? [`its access to ${unenforcedText(enforcement)} cannot be limited here`]
      : []),
  ].map((reason) => `; ${printable(reason)}`);
  return {
    severity: 'error',
    code: 'not-permitted',
    message: `${whatIsMissing(inputs)}${since.join('')}`,
    ...(subject === undefined ? {} : { source: { file: subject.id, text: '' } }),
    suggestion: `run it with ${waysToAgree(requested, isUnenforced)}, or approve it in a terminal`,
  };
}

function whatIsMissing({ resolved: { requested }, subject }: AuthorizeInputs): string {
  if (requested.length > 0) {
    const requestTexts = requested.slice(0, MAX_FLAGS).map(requestText).join(', ');
    const more = requested.length > MAX_FLAGS ? ` and ${requested.length - MAX_FLAGS} more` : '';
    return `this app needs permission for ${requestTexts}${more}, but there is no terminal to ask on`;
  }
  const app = subject?.hash === undefined ? 'this app' : 'this app from the web';
  return `${app} needs your approval, but there is no terminal to ask on`;
}

/** The flags that would suffice; each alternative is complete. */
function waysToAgree(requested: readonly RequestedGrant[], isUnenforced: boolean): string {
  const unenforced = isUnenforced ? ['--allow-unenforced'] : [];
  const flags = [...requested.map(flagFor), ...unenforced].join(' ');
  // No user would type more flags than that.
  return flags === '' || requested.length > MAX_FLAGS ? '--trust' : `${flags} or --trust`;
}

/** `the network` and the like. */
function unenforcedText(enforcement: Enforcement): string {
  const names = unenforcedKinds(enforcement).map((kind) => (kind === 'net' ? 'the network' : kind));
  return names.join(', ');
}

/** A program with the requested arguments, if a flag can express them. */
function flagFor({ kind, value }: RequestedGrant): string {
  const isPlain = kind === 'run' && /^[\w./ $*=:@%+-]+$/.test(value) && value.includes(' ');
  return isPlain ? `'--allow-run=${value}'` : grantingFlag(kind, value);
}

function requestText({ kind, value }: RequestedGrant): string {
  return value === '' ? `"${kind}"` : `"${kind}" ${printable(value.slice(0, 200))}`;
}

function denied(subject: Subject | undefined): Diagnostic {
  return {
    severity: 'error',
    code: 'not-permitted',
    message: 'the app was not started: you did not allow its permissions',
    ...(subject === undefined ? {} : { source: { file: subject.id, text: '' } }),
  };
}

function unreadable(path: string, error: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'unreadable-approvals',
    message: `the file of approvals is ignored: ${error}`,
    source: { file: path, text: '' },
  };
}

function notKept(path: string, error: unknown): Diagnostic {
  const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  return {
    severity: 'warning',
    code: 'approval-not-kept',
    message: `the approval could not be saved (${reason}): it applies to this run only`,
    source: { file: path, text: '' },
  };
}
