/** Selects the compiler of this machine's tier. To be called before anything of an app is compiled. */
import type { Console } from '../../command-line/console.js';
import type { PermissionFlags } from '../policy/flags.js';
import type { Source } from '../../../runtime/base/diagnostics.js';
import { confineEsbuild } from '../broker/compiler/confine.js';
import { keyRingOf } from '../policy/ai/keys.js';
import { keyVariables, providerTable } from '../policy/ai/providers.js';
import { loadPermissions } from '../policy/load.js';
import type { Permissions } from '../policy/types.js';
import { limitLookups } from './runner/environment.js';
import { chooseTier, type TierChoice } from './tier/tier.js';

/**
 * @param permissions what the app may write: bubblewrap is not looked for there
 * @param keys the variables of the keys of AI services: nothing that is started from here on has them
 * @returns the tier, which the app runs on as well
 */
export function confineCompiler(
  permissions: Permissions,
  env: NodeJS.ProcessEnv,
  keys: readonly string[] = keyVariables(providerTable()),
): TierChoice {
  keyRingOf(env).take(env, keys);
  limitLookups(permissions, env);
  const choice = chooseTier(env);
  confineEsbuild(choice.tier.bubblewrap);
  return choice;
}

/**
 * Whether this machine's tier can keep part of a folder as it is that the app may write: bubblewrap can, and is not looked
 * for where the app may write.
 */
export function canCover(env: NodeJS.ProcessEnv): (permissions: Permissions) => boolean {
  return (permissions) => {
    const limited = { ...env };
    limitLookups(permissions, limited);
    return chooseTier(limited).tier.bubblewrap !== undefined;
  };
}

/** For an app from the web, whose modules are found by the compiler before its permissions are complete. */
export function confineForDocument(
  flags: PermissionFlags,
  { env, cwd, home }: Console,
): (source: Source) => void {
  return (source) => {
    const { resolved } = loadPermissions({ source, appFile: undefined, flags, env, cwd, home });
    confineCompiler(resolved.permissions, env);
  };
}
