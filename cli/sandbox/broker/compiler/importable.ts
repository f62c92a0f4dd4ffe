/** Files that an app may import: what it may read, and the packages beside it. */
import { sep } from 'node:path';
import { accessTo } from '../../policy/check.js';
import { isInside, type PathVariables } from '../../policy/grants/paths.js';
import type { Permissions } from '../../policy/types.js';

/** Decides by the real path of a file or, with a separator at its end, of a folder. */
export function importableBy(
  permissions: Permissions,
  variables: PathVariables,
): (real: string) => boolean {
  return (real) =>
    accessTo(permissions, real) !== 'none' || isPackageFile(real, permissions, variables);
}

/**
 * Packages in a `node_modules` above the app are its code: found there by every program, they need no
 * grant. A denial holds for them too.
 */
function isPackageFile(real: string, permissions: Permissions, { appDir }: PathVariables): boolean {
  const { read, all } = permissions;
  if (read.nothing || all.denied || read.deny.some(({ path }) => isInside(real, path)))
    return false;
  const at = real.indexOf(`${sep}node_modules${sep}`);
  return at >= 0 && isInside(appDir, real.slice(0, at) || sep);
}
