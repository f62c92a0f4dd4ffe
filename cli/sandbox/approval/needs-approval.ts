/** Decides whether an app needs the user's consent before it starts. */
import type { Resolved } from '../policy/resolve.js';
import type { ConfinedKind, Enforcement, Subject } from '../policy/types.js';

export interface AppToApprove {
  readonly resolved: Pick<Resolved, 'requested' | 'permissions'>;
  readonly subject: Subject | undefined;
  readonly enforcement: Enforcement;
  /** Something of it runs. */
  readonly hasCode: boolean;
  /** `--allow-unenforced` */
  readonly allowUnenforced: boolean;
}

export function needsYes(app: AppToApprove): boolean {
  const { resolved, subject } = app;
  // An app from the web is code of others from the start: even without requests the user is asked once.
  return resolved.requested.length > 0 || subject?.hash !== undefined || runsUnenforced(app);
}

/** Its code can do more than it is granted, and the user has not permitted that. */
export function runsUnenforced({
  resolved: { permissions },
  enforcement,
  hasCode,
  allowUnenforced,
}: AppToApprove): boolean {
  const mayEverything = permissions.all.granted && !permissions.all.denied;
  return hasCode && !allowUnenforced && !mayEverything && unenforcedKinds(enforcement).length > 0;
}

export function unenforcedKinds({ levels }: Enforcement): ConfinedKind[] {
  return (Object.keys(levels) as ConfinedKind[]).filter((kind) => levels[kind] === 'none');
}
