/** The subject of an approval: the app's content, what enforces its limits, and what it requests. */
import type { AppContent, ContentChange, Enforcement, RequestedGrant } from '../policy/types.js';
import { grantKey } from '../policy/requested.js';
import type { Approval } from './store.js';

export interface Standing {
  /** It requests no more than was approved. */
  readonly isCovered: boolean;
  /** Less is enforced than when it was approved. */
  readonly isWeaker: boolean;
  /** The content is the same; undefined for approvals of earlier versions, which did not keep it. */
  readonly isSame: boolean | undefined;
}

/** @param content undefined where it is not known yet: it counts as the same */
export function standingOf(
  { granted, hash, tier }: Approval,
  requested: readonly RequestedGrant[],
  enforcement: Enforcement,
  content: AppContent | undefined,
): Standing {
  const approved = new Set(granted);
  return {
    isCovered: requested.every((each) => approved.has(grantKey(each))),
    // Tiers are named from the strongest on.
    isWeaker: tier !== undefined && enforcement.tier > tier,
    isSame:
      hash === undefined || tier === undefined
        ? undefined
        : content === undefined || content.hash === hash,
  };
}

/** Whether the app may start without a question. */
export function isCurrent({ isCovered, isWeaker, isSame }: Standing): boolean {
  return isCovered && !isWeaker && isSame === true;
}

/** What has changed since; undefined where the approval does not have the names. */
export function changeSince({ files }: Approval, now: AppContent): ContentChange | undefined {
  if (files === undefined) return undefined;
  const before = new Map(Object.entries(files));
  const isChanged = (name: string): boolean => {
    const known = before.get(name);
    return known !== undefined && now.files.get(name)?.startsWith(known) !== true;
  };
  const names = [...now.files.keys()].sort();
  return {
    added: names.filter((name) => !before.has(name)),
    changed: names.filter(isChanged),
    removed: [...before.keys()].filter((name) => !now.files.has(name)).sort(),
  };
}

/** Names that are shown of each list. */
const MAX_NAMES = 8;

/** `changed: a.js`, one line for each list; the links between files where no file differs. */
export function changeLines(change: ContentChange, show: (name: string) => string): string[] {
  const lines = (['changed', 'added', 'removed'] as const).flatMap((kind) => {
    const names = change[kind];
    if (names.length === 0) return [];
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
    return [`${kind}: ${names.slice(0, MAX_NAMES).map(show).join(', ')}${more}`];
  });
  return lines.length > 0 ? lines : ['changed: the file that an import resolves to'];
}
