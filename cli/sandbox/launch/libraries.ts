/** The libraries of Node: it loads them whenever it starts, the launcher as well. */
import { DiagnosticError } from '../../../runtime/diagnostics.js';
import type { LauncherFile } from '../policy/launcher-files.js';
import type { Policy } from '../policy/policy.js';
import { launcherConflicts } from '../policy/resolve.js';
import type { Permissions } from '../policy/types.js';
import type { Tier } from './tier/tier.js';

/** Only tier A knows them: they are mounted there. @throws DiagnosticError where the app could write one */
export function checkLibraries(
  { bubblewrap }: Tier,
  permissions: Permissions,
  policy?: Policy,
): void {
  if (bubblewrap === undefined || permissions.write.allow.length === 0) return;
  const files = bubblewrap.libraries.map(({ path }): LauncherFile => ({ path, type: 'program' }));
  const conflicts = launcherConflicts(permissions, files, policy);
  if (conflicts.length > 0) throw new DiagnosticError(conflicts);
}
