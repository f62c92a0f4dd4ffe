/**
 * Resolves the policy, the defaults and the flags to what an app may do, before it runs.
 *
 * Denials beat grants; flags of the user beat the policy; the defaults need no consent.
 */
import { existsSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { printable, type Diagnostic, type Span } from '../../../runtime/base/diagnostics.js';
import { accountHome } from '../../boot/account-home.js';
import { guardedCodeFolders } from '../../boot/code-cache.js';
import type { AiSetup } from './ai/endpoint.js';
import { keyVariables, providerTable } from './ai/providers.js';
import { findEnvError, isDangerousVariable } from './grants/env.js';
import { readHostGrant } from './grants/hosts.js';
import {
  containsHome,
  isInside,
  readPathGrant,
  realPathOf,
  stepsOf,
  typeOf,
  type PathVariables,
} from './grants/paths.js';
import { readRunGrant } from './grants/commands.js';
import {
  accessTo,
  mayWriteEverything,
  trustedPath,
  writableStep,
  type FilePermissions,
} from './check.js';
import { denyingFlag } from './denied.js';
import type { PermissionFlags } from './flags.js';
import {
  conflictsOf,
  coversFor,
  denialsFor,
  guardsOf,
  launcherFiles,
  type LauncherFile,
} from './launcher-files.js';
import { requestedGrants } from './requested.js';
import type {
  EnvGrant,
  Grant,
  HostGrant,
  ListKind,
  Origin,
  PathGrant,
  Permissions,
  Rules,
  RunGrant,
  Switch,
  SwitchKind,
  RequestedGrant,
} from './types.js';
import type { Policy } from './policy.js';

/** A variable that sets a key of the app. */
interface ConfigVariable {
  readonly name: string;
  /** The key is one of a secret. */
  readonly isSecret: boolean;
  /** Where the policy names it. */
  readonly span?: Span | undefined;
}

export interface ResolveInputs {
  /** Undefined where the app has no policy block. */
  readonly policy: Policy | undefined;
  /** Path of the app's file; undefined where it has none (stdin). For an app from the web, of its copy. */
  readonly appFile: string | undefined;
  /** Variables that configSchema entries declare (`AppKey.env`). */
  readonly configEnv: readonly ConfigVariable[];
  readonly flags: PermissionFlags;
  readonly cwd: string;
  readonly home: string;
  /** The launcher's environment: PATH and the XDG folders are looked up in it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's file of settings. */
  readonly configPath: string;
  /** The user has named it for this call (`--config`): its folder is not only for settings. */
  readonly isConfigChosen?: boolean | undefined;
  /** The app runs in a test's process, without a launcher whose files it could change. */
  readonly isInTest?: boolean | undefined;
  /** The AI service that the app would use; default: none is set up. */
  readonly ai?: AiSetup | undefined;
  /** Whether what enforces these can keep a part of a folder that the app may write as it is; default: it cannot. */
  readonly canCover?: ((permissions: Permissions) => boolean) | undefined;
}

export interface Resolved {
  /** What holds if the user agrees to `requested`. */
  readonly permissions: Permissions;
  /** What holds without asking the user: the defaults and the flags. */
  readonly granted: Permissions;
  /** What the policy requests beyond that. Empty: there is nothing to ask. */
  readonly requested: readonly RequestedGrant[];
  /** Errors keep the app from starting (exit code 2). */
  readonly diagnostics: readonly Diagnostic[];
  readonly variables: PathVariables;
}

export function resolvePermissions(inputs: ResolveInputs): Resolved {
  const { policy, flags, env } = inputs;
  const diagnostics: Diagnostic[] = [...(policy?.diagnostics ?? [])];
  const variables = pathVariablesOf(inputs);
  const readers = readersOf(variables, inputs, diagnostics);

  const everything = (kind: ListKind): Origin | undefined =>
    flags.allow[kind].everything ? 'flag' : undefined;
  const rules = <G extends Grant>(
    kind: ListKind,
    read: Reader<G>,
    defaults: readonly G[],
    declared: readonly G[] = [],
  ): Both<G> => {
    const own = [...defaults, ...read.flags(kind, 'allow')];
    const deny = read.flags(kind, 'deny');
    const base = { everything: everything(kind), nothing: flags.deny[kind].everything, deny };
    const requested = [...read.policy(kind), ...declared];
    return {
      granted: { ...base, allow: own },
      ifApproved: { ...base, allow: [...own, ...requested] },
    };
  };

  const settings = settingsFolder(inputs, variables);
  const own = [...ownFolder(inputs, variables), ...viewedPath(flags)];
  const read = rules('read', readers.path, own);
  const write = settings.marked(rules('write', readers.path, []));
  const net = rules('net', readers.net, []);
  const oauth = rules('oauth', readers.net, []);
  const files: FilePermissions = {
    read: read.ifApproved,
    write: write.ifApproved,
    all: switches(flags, policy).all,
  };
  const run = rules('run', readers.run(files), []);
  const keys = inputs.ai?.keyVariables ?? keyVariables(providerTable());
  const envRules = withoutKeys(
    rules('env', readers.env, [], configGrants(inputs, keys, diagnostics)),
    keys,
  );
  const mayReachOwn =
    inputs.isInTest !== true && (files.write.allow.length > 0 || mayWriteEverything(files));
  const ownFiles = mayReachOwn ? launcherFiles(files, env) : [];
  const guarded = (both: Rules<PathGrant>, guards: readonly PathGrant[]): Rules<PathGrant> => ({
    ...both,
    deny: [...both.deny, ...guards],
  });
  const account = otherHome(variables);
  const unreadable = [
    ...settings.guards,
    ...keptGuards(variables.home, env),
    // The next start may have its usual home again.
    ...(account === undefined
      ? []
      : [...keptGuards(account, {}), guardOf(join(account, '.config', 'tui'))]),
  ];
  const unwritable = [
    ...stateGuards(variables.home, env),
    ...(account === undefined ? [] : stateGuards(account, {})),
    ...unreadable,
    ...launcherGuards(files, ownFiles),
  ];

  const beforeLinks: Permissions = {
    read: guarded(read.granted, unreadable),
    write: guarded(write.granted, unwritable),
    net: net.granted,
    run: run.granted,
    env: envRules.granted,
    oauth: oauth.granted,
    ...switches(flags, undefined),
  };
  const withWishes: Permissions = {
    read: guarded(read.ifApproved, unreadable),
    write: guarded(write.ifApproved, unwritable),
    net: net.ifApproved,
    run: run.ifApproved,
    env: envRules.ifApproved,
    oauth: oauth.ifApproved,
    ...switches(flags, policy),
  };
  // Who may change a link on the way to the settings chooses what they are.
  const links = settings.linkFolders
    .filter((folder) => accessTo(withWishes, folder) === 'write')
    .map(guardOf);
  const uncovered = { ...withWishes, write: guarded(withWishes.write, links) };
  const covers = coversOf(uncovered, ownFiles, inputs.canCover);
  const granted = { ...beforeLinks, write: guarded(beforeLinks.write, [...links, ...covers]) };
  const permissions = { ...uncovered, write: guarded(uncovered.write, covers) };
  warnOfSettings(permissions, inputs, settings, diagnostics);
  for (const [kind, value, span] of writablePrograms(permissions, policy)) {
    diagnostics.push({
      severity: 'error',
      code: 'bad-permission',
      message: `${kind}: the app could change the program "${value.slice(0, 80)}" that it may run`,
      ...(span === undefined ? {} : { source: policy?.source, span }),
      suggestion: 'move the program out of the folders that the app may write',
    });
  }
  const conflicts = launcherConflicts(permissions, ownFiles, policy);
  // Where bubblewrap works, what it could have kept is not among them.
  const isCoverable =
    process.platform === 'linux' &&
    conflicts.length > 0 &&
    inputs.canCover?.(permissions) === false;
  diagnostics.push(...conflicts.map((each) => (isCoverable ? withBubblewrap(each) : each)));
  const requested = requestedGrants(permissions, granted, {
    home: variables.home,
    env,
    ai: inputs.ai,
  }).map((each) =>
    each.danger === undefined && isOnPath(each, env['PATH'] ?? '')
      ? { ...each, danger: 'programs are started from there' }
      : each,
  );
  return { permissions, granted, requested, diagnostics, variables };
}

interface Both<G extends Grant> {
  readonly granted: Rules<G>;
  readonly ifApproved: Rules<G>;
}

interface Reader<G extends Grant> {
  policy(kind: ListKind): readonly G[];
  flags(kind: ListKind, verb: 'allow' | 'deny'): readonly G[];
}

type GrantError = Pick<Diagnostic, 'message' | 'suggestion'> &
  Partial<Pick<Diagnostic, 'severity'>>;
type Read<G> = { readonly grant: G } | { readonly error: GrantError };

function readersOf(
  variables: PathVariables,
  { policy, flags, cwd, env, ai }: ResolveInputs,
  diagnostics: Diagnostic[],
): {
  path: Reader<PathGrant>;
  net: Reader<HostGrant>;
  run: (files: FilePermissions) => Reader<RunGrant>;
  env: Reader<EnvGrant>;
} {
  const keys = ai?.keyVariables ?? keyVariables(providerTable());
  const reader = <G extends Grant>(
    read: (
      written: string | readonly string[],
      origin: Origin,
      variables: PathVariables,
    ) => Read<G>,
  ): Reader<G> => ({
    policy: (kind) =>
      (policy?.lists[kind] ?? []).flatMap(({ value, span }) => {
        const result = read(value, 'policy', variables);
        if ('grant' in result) return [result.grant];
        report(diagnostics, `${kind}: ${result.error.message}`, result.error, policy?.source, span);
        return [];
      }),
    flags: (kind, verb) =>
      flags[verb][kind].values.flatMap((value) => {
        const result = read(value, 'flag', { ...variables, base: cwd });
        if ('grant' in result) return [result.grant];
        const shown = `--${verb}-${kind}=${value.slice(0, 80)}: ${result.error.message}`;
        report(diagnostics, shown, result.error);
        return [];
      }),
  });
  const oneText =
    <G>(read: (text: string, origin: Origin, variables: PathVariables) => Read<G>) =>
    (value: string | readonly string[], origin: Origin, at: PathVariables): Read<G> =>
      typeof value === 'string'
        ? read(value, origin, at)
        : { error: { message: 'expected a string, found an array' } };
  return {
    path: reader(oneText(readPathGrant)),
    net: reader(oneText(readHostGrant)),
    run: (files) => {
      const path = env['PATH'] ?? '';
      let trusted: string | undefined;
      return reader((value, origin, at) => {
        trusted ??= trustedPath(files, path);
        const found = readRunGrant(value, origin, at, trusted);
        // One that is only to be had where the app may write is an error, and not missing.
        const isMissing = 'grant' in found && found.grant.path === '';
        return isMissing ? readRunGrant(value, origin, at, path) : found;
      });
    },
    env: reader(
      oneText((name, origin): Read<EnvGrant> => {
        const error = findEnvError(name);
        if (error !== undefined) return { error };
        if (isDangerousVariable(name)) return { error: neverGranted(name) };
        if (keys.includes(name)) return { error: keyOfProvider(name) };
        return { grant: { name, written: name, origin } };
      }),
    ),
  };
}

/** What an app cannot have either way does not keep it from running. */
function neverGranted(name: string): GrantError {
  return {
    severity: 'warning',
    message: `${name} is never passed to an app: it changes what programs do`,
  };
}

function keyOfProvider(name: string): GrantError {
  return {
    severity: 'warning',
    message: `${name} is never passed to an app: it holds the key of an AI service`,
    suggestion: 'use $tui.ai, with the permission "ai"',
  };
}

/** Denies the variables that hold keys of AI services, whatever is granted. */
function withoutKeys(
  { granted, ifApproved }: Both<EnvGrant>,
  keys: readonly string[],
): Both<EnvGrant> {
  const own = keys.map((name): EnvGrant => ({ name, written: name, origin: 'default' }));
  const denied = (rules: Rules<EnvGrant>): Rules<EnvGrant> => ({
    ...rules,
    deny: [...rules.deny, ...own],
  });
  return { granted: denied(granted), ifApproved: denied(ifApproved) };
}

function report(
  diagnostics: Diagnostic[],
  message: string,
  { severity = 'error', suggestion }: GrantError,
  source?: Diagnostic['source'],
  span?: Span,
): void {
  diagnostics.push({
    severity,
    code: 'bad-permission',
    message,
    ...(source === undefined ? {} : { source }),
    ...(span === undefined ? {} : { span }),
    suggestion,
  });
}

function pathVariablesOf({ appFile, cwd, home }: ResolveInputs): PathVariables {
  const realCwd = realPathOf(cwd, '/') ?? cwd;
  const realHome = realPathOf(home, realCwd) ?? home;
  const file = appFile === undefined ? undefined : realPathOf(appFile, realCwd);
  const appDir = file === undefined ? realCwd : dirname(file);
  return { base: appDir, appDir, cwd: realCwd, home: realHome };
}

/** Every app may read its own folder. */
function ownFolder({ appFile }: ResolveInputs, variables: PathVariables): PathGrant[] {
  const file = appFile === undefined ? undefined : realPathOf(appFile, variables.cwd);
  if (file === undefined) return [];
  // Keeping an app in the home folder or in / does not grant it everything there.
  if (
    containsHome(variables.appDir, variables.home) ||
    dirname(variables.appDir) === variables.appDir
  ) {
    return [{ path: file, written: '$appDir', origin: 'default', type: 'file' }];
  }
  return [{ path: variables.appDir, written: '$appDir', origin: 'default', type: 'folder' }];
}

/** What one of tui's own viewers shows. */
function viewedPath({ viewed }: PermissionFlags): PathGrant[] {
  const path = viewed === undefined ? undefined : realPathOf(viewed, '/');
  if (viewed === undefined || path === undefined) return [];
  return [{ path, written: viewed, origin: 'default', type: typeOf(path) }];
}

/** Variables of configSchema need no entry in `env`; those that no app gets are reported. */
function configGrants(
  { configEnv, policy }: ResolveInputs,
  keys: readonly string[],
  diagnostics: Diagnostic[],
): EnvGrant[] {
  const grants: EnvGrant[] = [];
  for (const name of new Set(configEnv.map((each) => each.name))) {
    const never = isDangerousVariable(name)
      ? neverGranted(name)
      : keys.includes(name)
        ? keyOfProvider(name)
        : undefined;
    const error = findEnvError(name) ?? never;
    const isSecret = configEnv.some((each) => each.name === name && each.isSecret);
    if (error === undefined) grants.push({ name, written: name, origin: 'configSchema', isSecret });
    else {
      const span = configEnv.find((each) => each.name === name)?.span;
      report(diagnostics, `configSchema: ${error.message}`, error, policy?.source, span);
    }
  }
  return grants;
}

interface SettingsFolder {
  /** What of the file system no app may have: the folder, and where the file in it leads if it is a link. */
  readonly guards: readonly PathGrant[];
  /** Folders with links on the way to the file. */
  readonly linkFolders: readonly string[];
  /** The rules with the folder's own grants marked. */
  marked(both: Both<PathGrant>): Both<PathGrant>;
}

/**
 * The folder of the user's file. An app that could write there would choose what tui does for it and for others;
 * one that could read there would have the keys that the file holds. A grant to write it means `save`.
 *
 * A policy cannot name `$XDG_CONFIG_HOME`: the usual place represents the folder wherever that is.
 */
function settingsFolder(
  { configPath, isConfigChosen = false }: Pick<ResolveInputs, 'configPath' | 'isConfigChosen'>,
  { home, cwd }: PathVariables,
): SettingsFolder {
  const folder = realPathOf(dirname(configPath), cwd) ?? dirname(configPath);
  const own = join(folder, basename(configPath));
  const usual = realPathOf(join(home, '.config', 'tui'), cwd);
  // A file that the user names for one call may be beside others, which are none of ours.
  const isAlone = (file: string): boolean => isConfigChosen || containsHome(dirname(file), home);
  const names = new Set(isConfigChosen ? [own, usual] : [folder, own, usual]);
  const places = new Set<string>();
  const steps = stepsOf(configPath, cwd) ?? [];
  const target = steps.at(-1);
  const linkFolders = new Set(steps.slice(0, -1).map((link) => dirname(link)));
  for (const file of [own, target]) {
    if (file === undefined) continue;
    // A file that is a link into the home itself, or above it, takes nothing but itself with it.
    places.add(isAlone(file) ? file : dirname(file));
  }
  if (usual !== undefined && !containsHome(usual, home)) places.add(usual);
  const mark = (grant: PathGrant): PathGrant =>
    !names.has(grant.path)
      ? grant
      : isConfigChosen
        ? { ...grant, path: own, type: 'file', isSettings: true }
        : { ...grant, path: folder, type: 'folder', isSettings: true };
  const marked = (rules: Rules<PathGrant>): Rules<PathGrant> => ({
    ...rules,
    allow: rules.allow.map(mark),
  });
  // Not what the usual place is in: an app that may write there could replace the user's other programs.
  const above = [home, join(home, '.config')].map((path) => realPathOf(path, cwd) ?? path);
  return {
    guards: [...places].map(guardOf),
    linkFolders: [...linkFolders].filter(
      (path) => !containsHome(path, home) && !above.includes(path),
    ),
    marked: ({ granted, ifApproved }) => ({
      granted: marked(granted),
      ifApproved: marked(ifApproved),
    }),
  };
}

/** Grants that come to nothing, as no app has files among the settings. */
function warnOfSettings(
  { read, write }: Permissions,
  { policy }: ResolveInputs,
  { guards }: SettingsFolder,
  diagnostics: Diagnostic[],
): void {
  const isAmong = (path: string): boolean => guards.some((guard) => isInside(path, guard.path));
  for (const [kind, rules] of [['read', read] as const, ['write', write] as const]) {
    for (const { path, origin, written, isSettings } of rules.allow) {
      if (isSettings === true || !isAmong(path)) continue;
      const item = policy?.lists[kind].find(({ value }) => value === written);
      const place = origin === 'policy' ? { source: policy?.source, span: item?.span } : {};
      diagnostics.push({
        severity: 'warning',
        code: 'among-settings',
        message:
          origin === 'default'
            ? 'the app is in the folder of settings of tui, which no app may read'
            : `${kind}: no app may access the folder of settings of tui`,
        ...place,
        suggestion:
          origin === 'default'
            ? 'move the app to another folder'
            : 'read settings from $tui.config; "write": ["~/.config/tui"] lets the app save some of them',
      });
    }
  }
}

/** The home of the account, where `HOME` names another one. */
function otherHome({ home, cwd }: PathVariables): string | undefined {
  const account = accountHome();
  if (account === undefined) return undefined;
  const real = realPathOf(account, cwd) ?? account;
  return real === home ? undefined : real;
}

/** Where approvals and copies of apps from the web are kept: an app that writes there approves itself. */
function stateGuards(home: string, env: ResolveInputs['env']): PathGrant[] {
  // The usual places as well: the next call may have other variables.
  const folders = [env, {}].flatMap((each) => [
    stateFolder(each, home),
    cacheFolder(each, home),
    ...guardedCodeFolders(each),
  ]);
  return [...new Set(folders)].map(guardOf);
}

/**
 * Where the states and the tokens of apps are kept: what people have typed into one is none of another's business. And
 * the user's keyrings, which have the keys of sign-ins.
 */
function keptGuards(home: string, env: ResolveInputs['env']): PathGrant[] {
  const folders = [env, {}].flatMap((each) => [statesFolder(each, home), tokensFolder(each, home)]);
  return [...new Set([...folders, ...keyringFolders(env, home)])].map(guardOf);
}

/** Real paths of folders of which no user chooses a file for an app: those above, of this start and of usual ones. */
export function guardedFolders(variables: PathVariables, env: ResolveInputs['env']): string[] {
  const account = otherHome(variables);
  const homes = [variables.home, ...(account === undefined ? [] : [account])];
  const guards = homes.flatMap((home) => {
    const own = home === variables.home ? env : {};
    return [
      ...stateGuards(home, own),
      ...keptGuards(home, own),
      ...[
        xdgFolder(own, 'XDG_CONFIG_HOME', join(home, '.config')),
        join(home, '.config', 'tui'),
      ].map(guardOf),
    ];
  });
  return [...new Set(guards.map(({ path }) => path))];
}

/**
 * Of GNOME Keyring, KWallet and macOS; some keep a keyring without a password as it is. Those of this system are
 * guarded before they exist: a keyring can be made while the app runs. Those of others only where a home has them.
 */
function keyringFolders(env: ResolveInputs['env'], home: string): string[] {
  const data = join(home, '.local', 'share');
  const own = env['XDG_DATA_HOME'] ?? '';
  const ofLinux = [data, ...(isAbsolute(own) ? [own] : [])].flatMap((folder) => [
    join(folder, 'keyrings'),
    join(folder, 'kwalletd'),
  ]);
  const ofMacos = [join(home, 'Library', 'Keychains')];
  const [here, elsewhere] = process.platform === 'darwin' ? [ofMacos, ofLinux] : [ofLinux, ofMacos];
  return [...here, ...elsewhere.filter((folder) => existsSync(folder))];
}

function guardOf(path: string): PathGrant {
  return { path: realPathOf(path, '/') ?? path, written: path, origin: 'default', type: 'folder' };
}

/** `$XDG_STATE_HOME/tui`, else `~/.local/state/tui`. */
export function stateFolder(env: ResolveInputs['env'], home: string): string {
  return xdgFolder(env, 'XDG_STATE_HOME', join(home, '.local', 'state'));
}

/** The files of apps' states. */
export function statesFolder(env: ResolveInputs['env'], home: string): string {
  return join(stateFolder(env, home), 'apps');
}

/** The folder of token files, which are used without a keyring. */
export function tokensFolder(env: ResolveInputs['env'], home: string): string {
  return join(stateFolder(env, home), 'tokens');
}

/** `$XDG_CACHE_HOME/tui`, else `~/.cache/tui`. */
export function cacheFolder(env: ResolveInputs['env'], home: string): string {
  return xdgFolder(env, 'XDG_CACHE_HOME', join(home, '.cache'));
}

/** The XDG specification: a relative path in the variable is to be ignored. */
function xdgFolder(env: ResolveInputs['env'], name: string, fallback: string): string {
  const base = env[name];
  return join(base !== undefined && isAbsolute(base) ? base : fallback, 'tui');
}

function switches(flags: PermissionFlags, policy: Policy | undefined): Record<SwitchKind, Switch> {
  const one = (kind: SwitchKind, fallback: boolean): Switch => {
    const denied = flags.denied.includes(kind);
    if (flags.allowed.includes(kind)) return { granted: !denied, origin: 'flag', denied };
    const requested = policy?.switches[kind];
    const granted = requested ?? fallback;
    const origin = !granted ? undefined : requested === undefined ? 'default' : 'policy';
    return { granted: granted && !denied, origin, denied };
  };
  return {
    shader: one('shader', false),
    clipboard: one('clipboard', true),
    terminal: one('terminal', false),
    microphone: one('microphone', false),
    ai: one('ai', false),
    all: one('all', false),
  };
}

function* writablePrograms(
  permissions: Permissions,
  policy: Policy | undefined,
): Generator<[kind: 'run', value: string, span: Span | undefined]> {
  if (permissions.all.granted) return;
  for (const grant of permissions.run.allow) {
    if (grant.path === '' || writableStep(permissions, grant.path) === undefined) continue;
    const item = policy?.lists.run.find(({ value }) =>
      typeof value === 'string' ? value === grant.written : value.join(' ') === grant.written,
    );
    yield ['run', grant.path, grant.origin === 'policy' ? item?.span : undefined];
  }
}

/** Whether the app could put programs where every shell finds them. */
function isOnPath({ kind, value }: RequestedGrant, pathVariable: string): boolean {
  if (kind !== 'write') return false;
  const granted = value.replace(/(?<=.)\/$/, '');
  return pathVariable.split(delimiter).some((folder) => {
    const real = isAbsolute(folder) ? realPathOf(folder, '/') : undefined;
    const isProgram = granted === value && dirname(granted) === real;
    return real !== undefined && (isInside(real, granted) || isProgram);
  });
}

/** What would let the app start with all that it requests. */
function withBubblewrap(diagnostic: Diagnostic): Diagnostic {
  const { suggestion = '' } = diagnostic;
  return {
    ...diagnostic,
    suggestion: `install bubblewrap, which can keep it as it is; ${suggestion}`,
  };
}

/** Where everything may be written, no folder can be left out of a grant: the launcher's files are denied. */
function launcherGuards(files: FilePermissions, own: readonly LauncherFile[]): PathGrant[] {
  if (files.all.granted || files.write.everything === undefined) return [];
  return guardsOf(own).map((path) => ({ path, written: path, origin: 'default', type: 'folder' }));
}

/**
 * What the launcher starts and loads in folders that the app may write, where the sandbox can keep it as it is: the whole
 * folder of packages, as the app could else put another package in front of one, or move the folder away.
 */
function coversOf(
  permissions: Permissions,
  own: readonly LauncherFile[],
  canCover: ResolveInputs['canCover'],
): PathGrant[] {
  if (canCover === undefined || mayWriteEverything(permissions)) return [];
  // A grant of packages themselves would leave room to add others beside them.
  const conflicts = conflictsOf(permissions, own).filter(
    ({ grant }) => !`${grant.path}/`.includes('/node_modules/'),
  );
  const paths = [...new Set(conflicts.flatMap((each) => coversFor(each) ?? []))];
  // Missing paths cannot be covered, and are not created for that.
  const found = paths.filter((path) => existsSync(path));
  if (found.length === 0 || !canCover(permissions)) return [];
  return found.map((path) => ({ ...guardOf(path), type: typeOf(path), isOwnCode: true }));
}

/** Why no app may write the first of these paths. */
function reasonOf([path = '']: readonly string[], own: readonly LauncherFile[]): string {
  const file = own.find(({ path: of, type }) => {
    const steps = stepsOf(of, '/') ?? [of];
    return steps.includes(path) || (type === 'code' && isInside(path, steps.at(-1) ?? of));
  });
  const by = file?.by;
  return by === undefined
    ? 'which is part of tui or is started by it'
    : `which ${by} has tui load or read`;
}

/** What the launcher starts and loads has to be out of the app's reach. */
export function launcherConflicts(
  permissions: Permissions,
  own: readonly LauncherFile[],
  policy: Policy | undefined,
): Diagnostic[] {
  if (mayWriteEverything(permissions)) return [];
  return conflictsOf(permissions, own).map((conflict): Diagnostic => {
    const { grant, paths } = conflict;
    const item = policy?.lists.write.find(({ value }) => value === grant.written);
    const denials = denialsFor(conflict);
    const canDeny = denials?.every((path) => !path.includes(',') && printable(path) === path);
    const asFlag =
      canDeny === true ? `, or run it with ${denyingFlag('write', denials ?? [])}` : '';
    return {
      severity: 'error',
      code: 'bad-permission',
      message: `write: the app could change ${printable(paths[0] ?? '')}, ${reasonOf(paths, own)}`,
      ...(grant.origin === 'policy' && item !== undefined
        ? { source: policy?.source, span: item.span }
        : {}),
      suggestion: `grant a folder that does not contain it${asFlag}`,
    };
  });
}
