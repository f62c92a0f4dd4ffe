/** Decides what an app may do: the only place that does. Pure, but for looking where paths lead. */
import { devNull } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import {
  canonicalAddress,
  canonicalHost,
  coversHost,
  isLocalhost,
  isLoopback,
  isPrivateAddress,
  isPrivateName,
  portOf,
  type Host,
} from './grants/hosts.js';
import { isDangerousVariable } from './grants/env.js';
import {
  isInside,
  isOfProcess,
  pathText,
  realPathOf,
  stepsOf,
  type PathLike,
  type PathVariables,
} from './grants/paths.js';
import { coversRun, findProgram, type Program } from './grants/commands.js';
import {
  type PathGrant,
  type Permissions,
  type PermissionKind,
  type Rules,
  type SwitchKind,
  LIST_KINDS,
  SWITCH_KINDS,
} from './types.js';

/** What may be done with a path. */
export type Access = 'none' | 'read' | 'write';

/** The part of the permissions that is about files. */
export type FilePermissions = Pick<Permissions, 'read' | 'write' | 'all'>;

/** What may be done with a real path. What is denied for reading is denied for writing too. */
export function accessTo(permissions: FilePermissions, real: string): Access {
  if (isOfProcess(real)) return 'none';
  const { read, write, all } = permissions;
  const covers = (grants: readonly PathGrant[]): boolean =>
    grants.some((grant) => isInside(real, grant.path));
  if (all.denied || read.nothing || covers(read.deny)) return 'none';
  const everything = all.granted || write.everything !== undefined;
  const mayWrite = (everything || covers(write.allow)) && !write.nothing && !covers(write.deny);
  if (mayWrite) return 'write';
  // A write grant is a read grant; denying the write leaves that.
  const mayRead = everything || read.everything !== undefined || covers(read.allow);
  return mayRead || covers(write.allow) ? 'read' : 'none';
}

/**
 * What the policy and the user say of a real path, beside the folders that no app has files in (the settings,
 * approvals, copies of apps from the web). Not to be mounted: it only records approvals.
 */
export function agreedAccess(permissions: Permissions, real: string): Access {
  const agreed = (rules: Rules<PathGrant>): Rules<PathGrant> => ({
    ...rules,
    deny: rules.deny.filter(({ origin }) => origin !== 'default'),
  });
  const { read, write } = permissions;
  return accessTo({ ...permissions, read: agreed(read), write: agreed(write) }, real);
}

/** Whether the path is in a folder that no app has files in, whatever is granted. */
export function isGuarded({ read, write }: Permissions, real: string): boolean {
  return [...read.deny, ...write.deny].some(
    ({ origin, path }) => origin === 'default' && isInside(real, path),
  );
}

/**
 * Whether `$tui.config.save` may write the user's file: with a grant to write its folder. Where the user has named a
 * file, the grant is of that file alone.
 */
export function allowsSave(permissions: Permissions, configPath: string, cwd: string): boolean {
  const folder = realPathOf(dirname(configPath), cwd);
  const target = realPathOf(configPath, cwd);
  if (folder === undefined || target === undefined) return false;
  const { read, write } = permissions;
  const isDenied = [...read.deny, ...write.deny].some(
    ({ origin, path }) => origin !== 'default' && isInside(target, path),
  );
  return !isDenied && agreedAccess(permissions, join(folder, basename(configPath))) === 'write';
}

/**
 * What the app may write of a path's steps: the file itself, or a symlink on the way to it. Where there is
 * one, the app chooses what is found under the path. A path that leads nowhere counts as such a step.
 */
export function writableStep(permissions: FilePermissions, path: string): string | undefined {
  if (!mayWriteAnything(permissions)) return undefined;
  const steps = stepsOf(path, '/');
  if (steps === undefined) return path;
  return steps.find((step) => accessTo(permissions, step) === 'write');
}

function mayWriteAnything({ write, all }: FilePermissions): boolean {
  return all.granted || write.everything !== undefined || write.allow.length > 0;
}

/** Every file is granted for writing: nothing is out of the app's reach. */
export function mayWriteEverything({ write, all }: FilePermissions): boolean {
  return all.granted || write.everything !== undefined;
}

/**
 * The folders of PATH in which programs are looked up for an app, or by the launcher while it runs one:
 * absolute, and out of the app's reach.
 */
export function trustedPath(permissions: FilePermissions, pathVariable: string): string {
  const folders = pathVariable.split(delimiter).filter((each) => isTrustedPath(permissions, each));
  // To the system an empty PATH is the working folder.
  return folders.length === 0 ? devNull : folders.join(delimiter);
}

/** Whether a path is absolute, and the app cannot choose what is found under it. */
export function isTrustedPath(permissions: FilePermissions, path: string): boolean {
  return (
    isAbsolute(path) &&
    (mayWriteEverything(permissions) || writableStep(permissions, path) === undefined)
  );
}

/**
 * The real path that may be read, else undefined. Open that one, not the path that was requested: only it
 * is the one that was looked at.
 */
export function allowsRead(
  permissions: Permissions,
  path: PathLike,
  cwd: string,
): string | undefined {
  const real = realOf(path, cwd);
  return real !== undefined && accessTo(permissions, real) !== 'none' ? real : undefined;
}

/** The same for writing. */
export function allowsWrite(
  permissions: Permissions,
  path: PathLike,
  cwd: string,
): string | undefined {
  const real = realOf(path, cwd);
  return real !== undefined && accessTo(permissions, real) === 'write' ? real : undefined;
}

function realOf(path: PathLike, cwd: string): string | undefined {
  const text = pathText(path);
  return text === undefined ? undefined : realPathOf(text, cwd);
}

/**
 * Whether a connection may be made.
 *
 * @param host as it is in the address: a name, an IPv4 or an IPv6 address, brackets or not
 * @param port absent: whether it may be made to some port
 * @param address what the name was resolved to. Ask once before resolving and once for each address after:
 *   without it, a name says nothing about where it leads
 */
export function allowsNet(
  permissions: Permissions,
  host: string,
  port?: number,
  address?: string,
): boolean {
  const target = readTarget(host, port, address);
  if (target === undefined) return false;
  const { net, all } = permissions;
  if (all.denied || net.nothing) return false;
  if (net.deny.some((grant) => denies(grant, target))) return false;
  return all.granted || grantsNet(net, target);
}

/** Where a connection leads. */
interface Target {
  readonly requestedHost: Host;
  /** What the name was resolved to. */
  readonly at: Host | undefined;
  readonly port: number | undefined;
}

/** Undefined if the parts are invalid, or if an address is mapped to another. */
function readTarget(
  host: string,
  port: number | undefined,
  address: string | undefined,
): Target | undefined {
  const requestedHost = canonicalHost(host);
  if (requestedHost === undefined || (port !== undefined && !(port >= 1 && port <= 65535)))
    return undefined;
  if (address === undefined) return { requestedHost, at: undefined, port };
  const at = canonicalAddress(address);
  if (at === undefined || (requestedHost.family !== undefined && at.host !== requestedHost.host))
    return undefined;
  return { requestedHost, at, port };
}

function grantsNet(net: Permissions['net'], { requestedHost, at, port }: Target): boolean {
  const granted = net.allow.some((grant) => coversHost(grant, requestedHost, port));
  if (!granted && net.everything === undefined) return false;
  const end = at ?? (requestedHost.family === undefined ? undefined : requestedHost);
  if (end === undefined) return granted || !isPrivateName(requestedHost.host);
  if (!isPrivateAddress(end.host)) return true;
  // A private address must have been granted knowingly: itself, or by a name that can only be private.
  if (net.allow.some((grant) => coversHost(grant, end, port))) return true;
  if (!granted || requestedHost.family !== undefined || !isPrivateName(requestedHost.host))
    return false;
  return !isLocalhost(requestedHost.host) || isLoopback(end.host);
}

/**
 * The permissions of requests that carry the token of who has signed in: to the hosts of `oauth`, and to no others
 * whatever else is granted. What is denied for `net` is denied here too.
 */
export function netOfTokens(permissions: Permissions): Permissions {
  const { net, oauth, all } = permissions;
  const nothing = net.nothing || oauth.nothing;
  const rules = { everything: undefined, allow: oauth.allow, nothing };
  return {
    ...permissions,
    net: { ...rules, deny: [...net.deny, ...oauth.deny] },
    all: { ...all, granted: false },
  };
}

/**
 * The permissions of the launcher's own requests to the server that people sign in at, which the question has named:
 * to that server, and to others on the internet that it names. To private addresses only where they were granted.
 */
export function netOfServer(permissions: Permissions, server: URL): Permissions {
  const { net, oauth, all } = permissions;
  const requestedHost = canonicalHost(server.hostname);
  const port = portOf(server);
  const own = { written: server.origin, origin: 'policy', below: false, port } as const;
  return {
    ...permissions,
    net: {
      everything: 'policy',
      allow: [...(requestedHost === undefined ? [] : [{ ...requestedHost, ...own }]), ...net.allow],
      nothing: net.nothing,
      deny: [...net.deny, ...oauth.deny],
    },
    all: { ...all, granted: false },
  };
}

/** Whether a request to the host may carry the token of who has signed in. */
export function allowsToken(permissions: Permissions, host: string, port?: number): boolean {
  return allowsNet(netOfTokens(permissions), host, port);
}

/** A port that is denied is denied; a request for any port is denied only if all are. */
function denies(
  grant: Permissions['net']['deny'][number],
  { requestedHost, at, port }: Target,
): boolean {
  if (grant.port !== undefined && port !== grant.port) return false;
  const covers = (host: Host): boolean =>
    coversHost(grant, host) ||
    (!grant.below &&
      grant.host === 'localhost' &&
      (isLocalhost(host.host) || isLoopback(host.host)));
  return covers(requestedHost) || (at !== undefined && covers(at));
}

/**
 * The program to start, else undefined. Start `path` with these arguments and without a shell.
 *
 * @param pathVariable the launcher's PATH
 */
export function allowsRun(
  permissions: Permissions,
  argv: readonly string[],
  variables: PathVariables,
  pathVariable: string,
): Program | undefined {
  const [name = '', ...args] = argv;
  const { run, all } = permissions;
  if (all.denied || run.nothing || argv.some((arg) => arg.includes('\0'))) return undefined;
  const program = findProgram(name, variables, trustedPath(permissions, pathVariable));
  if (program === undefined) return undefined;
  if (run.deny.some((grant) => deniesRun(grant, program, args))) return undefined;
  if (all.granted) return program;
  const granted =
    run.everything !== undefined || run.allow.some((grant) => coversRun(grant, program, args));
  if (!granted) return undefined;
  // What an app can write it could have written: it would choose the program itself.
  return writableStep(permissions, program.path) === undefined ? program : undefined;
}

/** A denied program is denied under each of its names. */
function deniesRun(
  grant: Permissions['run']['deny'][number],
  program: Program,
  args: readonly string[],
): boolean {
  return (
    coversRun(grant, program, args) ||
    (grant.real !== '' &&
      grant.real === program.real &&
      coversRun({ ...grant, path: program.path }, program, args))
  );
}

export function allowsEnv(permissions: Permissions, name: string): boolean {
  const { env, all } = permissions;
  if (deniesEnv(permissions, name)) return false;
  return all.granted || env.everything !== undefined || env.allow.some((g) => g.name === name);
}

/** Whether a variable is kept from the app and its programs whatever is granted. */
export function deniesEnv({ env, all }: Permissions, name: string): boolean {
  if (isDangerousVariable(name) || all.denied || env.nothing) return true;
  return env.deny.some((grant) => grant.name === name);
}

/**
 * Whether the app may have the value of a variable that a setting came from: one that it has named itself
 * where it is granted, one of tui's own unless it is denied by name.
 */
export function allowsSetting(permissions: Permissions, name: string, isOwn: boolean): boolean {
  if (!isOwn) return allowsEnv(permissions, name);
  return !permissions.env.deny.some((grant) => grant.name === name);
}

/** The granted part of an environment. */
export function grantedEnvironment(
  permissions: Permissions,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const found: [string, string][] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && allowsEnv(permissions, name)) found.push([name, value]);
  }
  return Object.fromEntries(found);
}

export function allowsSwitch(permissions: Permissions, kind: SwitchKind): boolean {
  const { all } = permissions;
  if (all.denied || permissions[kind].denied) return false;
  return all.granted || permissions[kind].granted;
}

export type QueryResult = 'granted' | 'denied';

/**
 * What `$tui.permissions.query(kind, value)` answers. Without a value: whether all of the kind is granted.
 * Throws a TypeError for a kind that is none.
 */
export function query(
  permissions: Permissions,
  kind: string,
  value: string | readonly string[] | undefined,
  variables: PathVariables,
  pathVariable: string,
): QueryResult {
  const known = [...LIST_KINDS, ...SWITCH_KINDS].find((name) => name === kind);
  if (known === undefined) {
    const kinds = [...LIST_KINDS, ...SWITCH_KINDS].join(', ');
    throw new TypeError(`there is no permission "${kind.slice(0, 40)}": expected one of ${kinds}`);
  }
  return answer(permissions, known, value, variables, pathVariable) ? 'granted' : 'denied';
}

function answer(
  permissions: Permissions,
  kind: PermissionKind,
  value: string | readonly string[] | undefined,
  variables: PathVariables,
  pathVariable: string,
): boolean {
  if (isSwitch(kind)) return allowsSwitch(permissions, kind);
  if (value === undefined) {
    const { everything, nothing } = permissions[kind];
    // Keys of AI services are denied by default: they are not meant by all variables.
    const deny = [...permissions[kind].deny].filter(
      ({ origin }) => kind !== 'env' || origin !== 'default',
    );
    const { all } = permissions;
    return (
      (all.granted || everything !== undefined) && !nothing && !all.denied && deny.length === 0
    );
  }
  const text = typeof value === 'string' ? value : (value[0] ?? '');
  if (kind === 'run') {
    const argv = typeof value === 'string' ? value.trim().split(/\s+/) : value;
    return allowsRun(permissions, argv, variables, pathVariable) !== undefined;
  }
  if (kind === 'env') return allowsEnv(permissions, text);
  if (kind === 'net' || kind === 'oauth') {
    const target = hostAndPort(text);
    const isAllowed = kind === 'net' ? allowsNet : allowsToken;
    return target !== undefined && isAllowed(permissions, target.host, target.port);
  }
  const allows = kind === 'read' ? allowsRead : allowsWrite;
  // `..` by the spelling: what it leads to may be outside of the app's grants, and the answer would reveal it.
  return (
    text !== '' && allows(permissions, resolve(variables.cwd, text), variables.cwd) !== undefined
  );
}

function isSwitch(kind: PermissionKind): kind is SwitchKind {
  return SWITCH_KINDS.some((each) => each === kind);
}

/** `host`, `host:port` or an address with a scheme. */
export function hostAndPort(text: string): { host: string; port?: number } | undefined {
  if (/^[a-z]+:\/\//i.test(text)) {
    try {
      const url = new URL(text);
      const hasPort = url.port !== '' || /^(?:http|ws)s?:$/.test(url.protocol);
      return hasPort ? { host: url.hostname, port: portOf(url) } : undefined;
    } catch {
      return undefined;
    }
  }
  const whole = canonicalHost(text);
  if (whole !== undefined) return { host: whole.host };
  const parts = /^(.*):(\d{1,5})$/.exec(text);
  if (parts === null) return undefined;
  return { host: parts[1] ?? '', port: Number(parts[2]) };
}
