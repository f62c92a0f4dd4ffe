/** The inputs of a Config, and their defaults from the process. */
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { checkOptions, type OptionKinds } from '../../runtime/base/check-options.js';
import type { Environment } from './file-layer.js';
import type { ChangeData, ConfigState, FileData } from '../transfer.js';
import type { Entry } from './layer.js';
import type { PolicyText } from './policy-layer.js';
import type { ConfigDiagnostic } from '../diagnostics.js';
import type { ConfigSource } from '../types.js';

export interface ConfigInputs {
  readonly env: Environment;
  /** Folder that relative paths of flags and variables count from. */
  readonly cwd: string;
  /** Home folder, for `~/.config`. */
  readonly home: string;
  /** The user's file; default from `env` and `home`. */
  readonly configPath?: string | undefined;
  /** The file of what the user has saved for the app's own keys; default: there is none. */
  readonly appConfigPath?: string | undefined;
  /** The user's file is neither read nor written. */
  readonly withoutFile?: boolean | undefined;
  /** The app's policy block with its place; gives `config` and `configSchema`. */
  readonly policy?: PolicyText | undefined;
  /** The policy's `config` object, if it is already parsed. */
  readonly policyConfig?: Readonly<Record<string, unknown>> | undefined;
  /** The policy's `configSchema` object, where it was parsed already. */
  readonly configSchema?: Readonly<Record<string, unknown>> | undefined;
  /** The app's file, which relative paths of a parsed policy count from. */
  readonly policyFile?: string | undefined;
  /** As `parseCliFlags` returns them. */
  readonly cliFlags?: Readonly<Record<string, unknown>> | undefined;
  /** Whether a variable that a key of the app names may be read; default: each may. */
  readonly mayRead?: ((variable: string) => boolean) | undefined;
  /**
   * The policy is an app's: keys that no policy may set (`setBy`) are left out of it. Default: the program that
   * gives it speaks for its user.
   */
  readonly restrictPolicy?: boolean | undefined;
  /** `set` and `save` are called by an app, and may do what `setBy` allows one. Default: by a program. */
  readonly restrictCaller?: boolean | undefined;
  /** Whether the policy grants writing in a folder; default: the file system decides alone. */
  readonly allowWrite?: ((folder: string) => boolean) | undefined;
  /** The layers as another process has read them; nothing is read here then but the policy. */
  readonly state?: ConfigState | undefined;
  /** Saves in that other process. Default: here. */
  readonly save?: ((changes: ChangeData) => FileData) | undefined;
  /** Where `printConfig` writes; default the log of the running app, else the process's standard output. */
  readonly output?: { write(text: string): unknown } | undefined;
}

/** Each input, and what it is: programs without types get a word for what is none. */
const KINDS: OptionKinds<ConfigInputs> = {
  env: 'object',
  cwd: 'string',
  home: 'string',
  configPath: 'string',
  appConfigPath: 'string',
  withoutFile: 'boolean',
  policy: 'object',
  policyConfig: 'object',
  configSchema: 'object',
  policyFile: 'string',
  cliFlags: 'object',
  mayRead: 'function',
  restrictPolicy: 'boolean',
  restrictCaller: 'boolean',
  allowWrite: 'function',
  state: 'object',
  save: 'function',
  output: 'object',
};

/** @throws TypeError for what is none of the inputs of a Config */
export function checkInputs(inputs: unknown): asserts inputs is Partial<ConfigInputs> {
  checkOptions<ConfigInputs>('Config', inputs, KINDS);
  const { policy } = inputs as { readonly policy?: { readonly text?: unknown } };
  if (policy !== undefined && typeof policy.text !== 'string') {
    throw new TypeError(
      'Config: expected the text of a policy block as policy; pass a parsed one as policyConfig and configSchema',
    );
  }
}

/** The state of one layer for one key, as `explain` lists it. */
export interface LayerState {
  readonly source: ConfigSource;
  readonly entry: Entry | undefined;
  /** Why the value there is ignored. */
  readonly diagnostic: ConfigDiagnostic | undefined;
}

/** Nothing is in it and nothing can be made in it, not even by root. */
const NO_HOME = '/dev/null';

/**
 * The user's home folder. `HOME` may be empty or relative; used as it is, settings would be read from an app's working
 * folder. Some containers have no name for their user, and so no settings file.
 */
export function homeFolder(): string {
  for (const look of [() => homedir(), () => userInfo().homedir]) {
    try {
      const folder = look();
      if (isAbsolute(folder)) return folder;
    } catch {
      // Neither the variable nor an entry of the user's.
    }
  }
  return NO_HOME;
}
