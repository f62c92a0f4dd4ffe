/**
 * The permissions of an app, for everybody in the launcher: their types, how they come about, and the
 * functions that answer whether something may be done.
 */
export type * from './permissions-types.js';
export { LIST_KINDS, SWITCH_KINDS } from './permissions-types.js';
export {
  accessTo,
  allowsEnv,
  allowsNet,
  allowsRead,
  allowsRun,
  allowsSwitch,
  allowsWrite,
  grantedEnvironment,
  hostAndPort,
  query,
  type Access,
  type QueryResult,
} from './permissions-check.js';
export { DeniedError, deniedMessage, grantingFlag } from './permissions-denied.js';
export {
  NO_PERMISSION_FLAGS,
  PERMISSION_FLAGS,
  readPermissionFlags,
  type PermissionFlags,
} from './permissions-flags.js';
export { resolvePermissions, type Resolved, type ResolveInputs } from './permissions-resolve.js';
export { mountsOf, nodePathList, symlinksLeaving, type Mount } from './permissions-mounts.js';
export { readPolicy, type Policy, type PolicyItem } from './policy.js';
export type { PathLike, PathWords } from './grants-paths.js';
export type { Program } from './grants-run.js';
