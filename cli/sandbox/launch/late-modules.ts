/**
 * The files that a running, approved app may import. The approval is of the content that it was started with; a file
 * that is added later was not part of it. It is let in where no app could have made it what it is: an app that may
 * write it would speak for this one, with the permissions of this one.
 */
import type { FileFilter } from '../../../runtime/script/bundle/files.js';
import type { Approval } from '../approval/store.js';
import { digest } from '../broker/compiler/content.js';
import { accessTo } from '../policy/check.js';
import { isInside } from '../policy/grants/paths.js';
import type { AppContent, Permissions } from '../policy/types.js';

/**
 * @param content what was approved: files of it are let in as they were
 * @param approvals what other apps may do; programs that they may run are not in any sandbox
 */
export function lateModules(
  content: AppContent,
  permissions: Permissions,
  approvals: readonly Approval[],
): FileFilter {
  const written = approvals.flatMap(({ granted }) => granted.flatMap(writtenBy));
  return (path, bytes) => {
    if (content.files.get(path) === digest(bytes)) return true;
    const isOwn = accessTo(permissions, path) === 'write';
    return !isOwn && !written.some((grant) => isInside(path, grant));
  };
}

/** The path that a kept permission lets an app write: see `grantKey`. */
function writtenBy(granted: string): string[] {
  if (granted === 'all') return ['/'];
  const [, path] = /^write (.*)$/s.exec(granted) ?? [];
  return path === undefined ? [] : [path.replace(/(?<=.)\/$/, '')];
}
