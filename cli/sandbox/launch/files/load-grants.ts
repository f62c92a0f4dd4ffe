/** The grants of an app, and every error of its policy, flags and settings that a start reports for it. */
import type { Config } from '../../../../config/index.js';
import type { Diagnostic } from '../../../../runtime/base/diagnostics.js';
import type { Console } from '../../../command-line/console.js';
import { aiSetup, type AiSetup } from '../../policy/ai/endpoint.js';
import { keyRingOf } from '../../policy/ai/keys.js';
import { allowsSwitch } from '../../policy/check.js';
import { loadPermissions, type Loaded, type LoadInputs } from '../../policy/load.js';
import { checkMessagesFolder } from './messages-folder.js';
import { createSettingError } from '../../policy/setting-error.js';
import type { Permissions } from '../../policy/types.js';
import { canCover } from '../confine-compiler.js';

export interface GrantInputs extends Pick<
  LoadInputs,
  'source' | 'appFile' | 'remote' | 'flags' | 'isConfigChosen'
> {
  readonly config: Config;
  readonly console: Pick<Console, 'env' | 'cwd' | 'home'>;
}

export interface Grants extends Loaded {
  readonly ai: AiSetup;
  /** Errors keep the app from starting. */
  readonly diagnostics: readonly Diagnostic[];
}

/** @throws DiagnosticError if the policy is not JSON */
export async function loadGrants({ config, console, ...app }: GrantInputs): Promise<Grants> {
  const { env, cwd, home } = console;
  const ai = aiSetup(config, (variable) => keyRingOf(env).has(env, variable));
  const { configPath } = config;
  const covers = canCover(env);
  const loaded = loadPermissions({ ...app, env, cwd, home, configPath, ai, canCover: covers });
  const { permissions, diagnostics } = loaded.resolved;
  const ofSettings = await checkSettings(config, permissions, ai);
  const folder = checkMessagesFolder(config, permissions, {
    cwd,
    isRemote: app.remote !== undefined,
  });
  return { ...loaded, ai, diagnostics: [...diagnostics, ...ofSettings, ...folder] };
}

/** Values that would fail at the first request of an app with this permission. */
async function checkSettings(
  config: Config,
  permissions: Permissions,
  ai: AiSetup,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = allowsSwitch(permissions, 'ai') ? checkAi(config, ai) : [];
  if (permissions.oauth.allow.length === 0) return found;
  const oauth = await import('../../broker/oauth/settings.js');
  return [...found, ...oauth.checkSettings(config, permissions)];
}

/** What is missing is reported where it is used: the app may do without. */
function checkAi(config: Config, { error, errors }: AiSetup): Diagnostic[] {
  const found = errors.map((message) =>
    createSettingError(config, 'ai.providers', `ai.providers: ${message}`, undefined),
  );
  if (error?.code !== 'ai-bad-endpoint') return found;
  return [...found, createSettingError(config, 'ai.endpoint', error.message, error.suggestion)];
}
