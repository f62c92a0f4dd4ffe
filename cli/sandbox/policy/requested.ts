/** Permissions that a policy requests beyond the defaults, in the canonical form of approvals. */
import { extname } from 'node:path';
import type { AiSetup } from './ai/endpoint.js';
import { coversHost } from './grants/hosts.js';
import { runText } from './grants/commands.js';
import { accessTo, agreedAccess, allowsEnv, allowsSwitch } from './check.js';
import * as danger from './danger.js';
import {
  SWITCH_KINDS,
  type HostGrant,
  type PathGrant,
  type Permissions,
  type Rules,
  type RunGrant,
  type RequestedGrant,
} from './types.js';

interface Surroundings {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ai?: AiSetup | undefined;
}

/**
 * @param permissions what would hold if the user agreed
 * @param granted what holds without asking
 */
export function requestedGrants(
  permissions: Permissions,
  granted: Permissions,
  { home, env, ai }: Surroundings,
): RequestedGrant[] {
  const switches = requestedSwitches(permissions, granted, ai);
  // Everything is everything: a list of parts beside it would only hide that.
  if (permissions.all.granted) return switches;
  if (permissions.all.denied) return [];
  return distinct([
    ...switches,
    ...requestedReads(permissions, granted, home),
    ...requestedWrites(permissions, granted, home),
    ...requestedHosts('net', permissions, granted),
    ...requestedHosts('oauth', permissions, granted),
    ...requestedRuns(permissions, granted),
    ...requestedVariables(permissions, granted, env),
  ]);
}

function requestedSwitches(
  permissions: Permissions,
  granted: Permissions,
  ai: AiSetup | undefined,
): RequestedGrant[] {
  const requested: RequestedGrant[] = [];
  for (const kind of SWITCH_KINDS) {
    if (!allowsSwitch(permissions, kind)) continue;
    if (kind !== 'all' && permissions.all.granted) continue;
    if (kind === 'ai') {
      const value = ai?.endpoint?.shown ?? '';
      // A flag means the user's own service. Where the policy has chosen another, that is asked about.
      if (allowsSwitch(granted, kind) && ai?.endpoint?.chosenBy !== 'policy') continue;
      requested.push({ kind, value, written: kind, danger: danger.aiDanger(ai) });
      continue;
    }
    if (allowsSwitch(granted, kind)) continue;
    requested.push({ kind, value: '', written: kind, danger: danger.SWITCH_DANGER[kind] });
  }
  return requested;
}

function requestedReads(
  permissions: Permissions,
  granted: Permissions,
  home: string,
): RequestedGrant[] {
  return requestedRules(permissions.read)
    .filter(
      ({ path }) => accessTo(permissions, path) !== 'none' && accessTo(granted, path) === 'none',
    )
    .map((grant) => ({
      kind: 'read',
      value: pathValue(grant),
      written: grant.written,
      danger: danger.readDanger(grant, home),
    }));
}

function requestedWrites(
  permissions: Permissions,
  granted: Permissions,
  home: string,
): RequestedGrant[] {
  return requestedRules(permissions.write)
    .filter((grant) => isNewWrite(grant, permissions, granted))
    .map((grant) => ({
      kind: 'write',
      value: pathValue(grant, isFolderToMake(grant)),
      written: grant.written,
      ...(grant.isSettings === true
        ? { isSettings: true, danger: undefined }
        : { danger: danger.writeDanger(grant, home) }),
    }));
}

/** True where the user's yes would add to what may be done with the path. */
function isNewWrite(
  { path, isSettings }: PathGrant,
  permissions: Permissions,
  granted: Permissions,
): boolean {
  if (isSettings === true) {
    const isWritable = agreedAccess(permissions, path) === 'write';
    return isWritable && agreedAccess(granted, path) !== 'write';
  }
  const access = accessTo(permissions, path);
  return access !== 'none' && accessTo(granted, path) !== access;
}

function requestedHosts(
  kind: 'net' | 'oauth',
  permissions: Permissions,
  granted: Permissions,
): RequestedGrant[] {
  return requestedRules(permissions[kind])
    .filter((grant) => !isDenied(grant, permissions[kind]) && !isCovered(grant, granted[kind]))
    .map((grant) => ({
      kind,
      value: hostText(grant),
      written: grant.written,
      danger: danger.netDanger(grant),
    }));
}

function requestedRuns({ run }: Permissions, { run: granted }: Permissions): RequestedGrant[] {
  if (granted.everything !== undefined) return [];
  const isDeniedRun = (text: string): boolean => run.deny.some((each) => runText(each) === text);
  const isGranted = (grant: RunGrant): boolean =>
    granted.allow.some(
      (each) =>
        runText(each) === runText(grant) ||
        (each.path === grant.path && each.args.length === 0 && !each.exact),
    );
  return requestedRules(run)
    .filter((grant) => !isDeniedRun(runText(grant)) && !isGranted(grant))
    .map((grant) => ({
      kind: 'run',
      value: runText(grant),
      written: grant.written,
      danger: danger.runDanger(grant),
    }));
}

function requestedVariables(
  permissions: Permissions,
  granted: Permissions,
  env: Surroundings['env'],
): RequestedGrant[] {
  return requestedRules(permissions.env)
    .filter(({ name }) => allowsEnv(permissions, name) && !allowsEnv(granted, name))
    .map((grant) => {
      const why = danger.envDanger(grant, permissions.env.allow);
      const isUnset =
        grant.origin === 'configSchema' && why === undefined && env[grant.name] === undefined;
      return {
        kind: 'env',
        value: grant.name,
        written: grant.written,
        danger: why,
        ...(isUnset ? { isUnset } : {}),
      };
    });
}

function requestedRules<G extends { readonly origin: string }>(rules: {
  readonly allow: readonly G[];
  readonly nothing: boolean;
}): G[] {
  const isRequested = ({ origin }: G): boolean => origin === 'policy' || origin === 'configSchema';
  return rules.nothing ? [] : rules.allow.filter(isRequested);
}

/** What is requested and what is granted without the variables that the app can do without today. */
export function withoutUnset<
  T extends { readonly permissions: Permissions; readonly requested: readonly RequestedGrant[] },
>(resolved: T): T {
  const { permissions, requested } = resolved;
  const unset = new Set(
    requested.filter(({ isUnset }) => isUnset === true).map(({ value }) => value),
  );
  if (unset.size === 0) return resolved;
  const env = {
    ...permissions.env,
    allow: permissions.env.allow.filter(({ name }) => !unset.has(name)),
  };
  return {
    ...resolved,
    permissions: { ...permissions, env },
    requested: requested.filter(({ isUnset }) => isUnset !== true),
  };
}

/** A path as questions show it and approvals keep it; what will be a folder has that name from the start. */
export function pathValue({ path, type }: PathGrant, isMade = false): string {
  return (type === 'folder' || isMade) && !path.endsWith('/') ? `${path}/` : path;
}

/** True where nothing exists yet and a folder is created after the user agrees. */
export function isFolderToMake({ path, type, written }: PathGrant): boolean {
  return type === 'missing' && (/[\\/]$/.test(written) || extname(path) === '');
}

/** `*.example.com:443`, `[::1]:80`. */
export function hostText({ host, below, port, family }: HostGrant): string {
  const name = family === 6 ? `[${host}]` : host;
  return `${below ? '*.' : ''}${name}${port === undefined ? '' : `:${port}`}`;
}

function isDenied(grant: HostGrant, { deny }: Rules<HostGrant>): boolean {
  return deny.some((each) => includes(each, grant));
}

function isCovered(grant: HostGrant, { allow }: Rules<HostGrant>): boolean {
  return allow.some((each) => includes(each, grant));
}

/** Whether everything that `inner` covers is covered by `outer`. */
function includes(outer: HostGrant, inner: HostGrant): boolean {
  if (outer.port !== undefined && outer.port !== inner.port) return false;
  if (inner.below) {
    return outer.below && (inner.host === outer.host || inner.host.endsWith(`.${outer.host}`));
  }
  return coversHost(outer, inner);
}

function distinct(requested: readonly RequestedGrant[]): RequestedGrant[] {
  const seen = new Map<string, RequestedGrant>();
  for (const each of requested) {
    const key = grantKey(each);
    if (!seen.has(key)) seen.set(key, each);
  }
  return [...seen.values()];
}

/** One text for each requested permission: approvals compare these. */
export function grantKey({ kind, value }: RequestedGrant): string {
  return value === '' ? kind : `${kind} ${value}`;
}
