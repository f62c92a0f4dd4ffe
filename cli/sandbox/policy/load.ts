/** Reads an app's permissions from its text, for the launcher and `tui permissions`. */
import { homedir } from 'node:os';
import { configPathIn } from '../../../config/layers/file-layer.js';
import {
  EMPTY_POLICY,
  readPolicyText,
  shownSettings,
} from '../../../config/layers/policy-layer.js';
import type { Source } from '../../../runtime/base/diagnostics.js';
import { policyOf } from '../../documents/settings.js';
import type { AiSetup } from './ai/endpoint.js';
import type { PolicySetting, Subject } from './types.js';
import { realPathOf } from './grants/paths.js';
import type { PermissionFlags } from './flags.js';
import { resolvePermissions, type Resolved, type ResolveInputs } from './resolve.js';
import { readPolicy, type Policy } from './policy.js';

export interface LoadInputs {
  readonly source: Source;
  /** The app's file, or its copy where it came from the web; undefined for stdin. */
  readonly appFile: string | undefined;
  /** For an app from the web: its address and content. */
  readonly remote?: { readonly url: string; readonly hash: string } | undefined;
  readonly flags: PermissionFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's file of settings; default from `env` and `home`. */
  readonly configPath?: string | undefined;
  /** The user has named it for this call. */
  readonly isConfigChosen?: boolean | undefined;
  /** The app runs in a test's process, without a launcher whose files it could change. */
  readonly isInTest?: boolean | undefined;
  /** The AI service that the app would use; default: none is set up. */
  readonly ai?: AiSetup | undefined;
  /** See `ResolveInputs`. */
  readonly canCover?: ResolveInputs['canCover'];
  /** Default: those of the process. */
  readonly cwd?: string;
  readonly home?: string;
}

export interface Loaded {
  /** Undefined where the app has no policy block. */
  readonly policy: Policy | undefined;
  readonly resolved: Resolved;
  /** What the policy sets of the keys that tui itself acts on. */
  readonly settings: readonly PolicySetting[];
  /** Keys that it sets and no policy may set: they are left out. */
  readonly reserved: readonly string[];
  /** What an approval is kept for; undefined for stdin. */
  readonly subject: Subject | undefined;
}

export function loadPermissions(inputs: LoadInputs): Loaded {
  const { source, appFile, remote, flags, env } = inputs;
  const cwd = inputs.cwd ?? process.cwd();
  const home = inputs.home ?? homedir();
  const text = policyOf(source);
  const policy = text === undefined ? undefined : readPolicy(text);
  const layer =
    text === undefined ? EMPTY_POLICY : readPolicyText(text, { cwd, isRestricted: true });
  const appKeys = [...layer.appKeys.values()];
  const configEnv = appKeys.flatMap(({ key, env: name, secret: isSecret }) =>
    name === undefined ? [] : [{ name, isSecret, span: layer.variablePlaces.get(key) }],
  );
  const { configPath = configPathIn(env, home) } = inputs;
  const resolved = resolvePermissions({
    policy,
    appFile,
    configEnv,
    flags,
    cwd,
    home,
    env,
    configPath,
    isConfigChosen: inputs.isConfigChosen,
    isInTest: inputs.isInTest,
    ai: inputs.ai,
    canCover: inputs.canCover,
  });
  const real = appFile === undefined ? undefined : realPathOf(appFile, cwd);
  const subject: Subject | undefined =
    remote !== undefined
      ? { id: remote.url, hash: remote.hash }
      : real === undefined
        ? undefined
        : { id: real };
  const reserved = layer.diagnostics.flatMap(({ code, key = '' }) =>
    code === 'reserved-key' ? [key] : [],
  );
  return { policy, resolved, settings: shownSettings(layer, home), reserved, subject };
}
