/** What a policy asks for beyond what holds anyway, in the canonical form that approvals keep. */
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
  type Wanted,
} from './types.js';

interface Surroundings {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ai?: AiSetup | undefined;
}

/**
 * @param permissions what would hold if the user agreed
 * @param unasked what holds without asking
 */
export function wantedOf(
  permissions: Permissions,
  unasked: Permissions,
  { home, env, ai }: Surroundings,
): Wanted[] {
  const wanted: Wanted[] = [];
  for (const kind of SWITCH_KINDS) {
    if (!allowsSwitch(permissions, kind)) continue;
    if (kind !== 'all' && permissions.all.granted) continue;
    if (kind === 'ai') {
      const host = ai?.endpoint?.host ?? '';
      // A flag means the user's own service. Where the policy has chosen another, that is asked about.
      if (allowsSwitch(unasked, kind) && ai?.endpoint?.chosenBy !== 'policy') continue;
      wanted.push({ kind, value: host, written: kind, danger: danger.aiDanger(ai) });
      continue;
    }
    if (allowsSwitch(unasked, kind)) continue;
    wanted.push({ kind, value: '', written: kind, danger: danger.SWITCH_DANGER[kind] });
  }
  // Everything is everything: a list of parts beside it would only hide that.
  if (permissions.all.granted) return wanted;
  if (permissions.all.denied) return [];
  for (const grant of asked(permissions.read)) {
    if (accessTo(permissions, grant.path) === 'none' || accessTo(unasked, grant.path) !== 'none')
      continue;
    wanted.push({
      kind: 'read',
      value: pathValue(grant),
      written: grant.written,
      danger: danger.readDanger(grant, home),
    });
  }
  for (const grant of asked(permissions.write)) {
    if (grant.isSettings === true) {
      const isWanted = agreedAccess(permissions, grant.path) === 'write';
      if (!isWanted || agreedAccess(unasked, grant.path) === 'write') continue;
      const { written, isSettings } = grant;
      wanted.push({
        kind: 'write',
        value: pathValue(grant, isFolderToMake(grant)),
        written,
        isSettings,
        danger: undefined,
      });
      continue;
    }
    const access = accessTo(permissions, grant.path);
    if (access === 'none' || accessTo(unasked, grant.path) === access) continue;
    wanted.push({
      kind: 'write',
      value: pathValue(grant, isFolderToMake(grant)),
      written: grant.written,
      danger: danger.writeDanger(grant, home),
    });
  }
  for (const kind of ['net', 'oauth'] as const) {
    for (const grant of asked(permissions[kind])) {
      if (isDenied(grant, permissions[kind]) || isCovered(grant, unasked[kind])) continue;
      const { written } = grant;
      wanted.push({ kind, value: hostText(grant), written, danger: danger.netDanger(grant) });
    }
  }
  for (const grant of asked(permissions.run)) {
    const text = runText(grant);
    if (
      unasked.run.everything !== undefined ||
      permissions.run.deny.some((each) => runText(each) === text)
    )
      continue;
    if (
      unasked.run.allow.some(
        (each) =>
          runText(each) === text ||
          (each.path === grant.path && each.args.length === 0 && !each.exact),
      )
    )
      continue;
    wanted.push({
      kind: 'run',
      value: text,
      written: grant.written,
      danger: danger.runDanger(grant),
    });
  }
  for (const grant of asked(permissions.env)) {
    if (!allowsEnv(permissions, grant.name) || allowsEnv(unasked, grant.name)) continue;
    const why = danger.envDanger(grant, permissions.env.allow);
    const isUnset =
      grant.origin === 'configSchema' && why === undefined && env[grant.name] === undefined;
    wanted.push({
      kind: 'env',
      value: grant.name,
      written: grant.written,
      danger: why,
      ...(isUnset ? { isUnset } : {}),
    });
  }
  return distinct(wanted);
}

function asked<G extends { readonly origin: string }>(rules: {
  readonly allow: readonly G[];
  readonly nothing: boolean;
}): G[] {
  const isAsked = ({ origin }: G): boolean => origin === 'policy' || origin === 'configSchema';
  return rules.nothing ? [] : rules.allow.filter(isAsked);
}

/** What is wanted and what is granted without the variables that the app can do without today. */
export function withoutUnset<
  T extends { readonly permissions: Permissions; readonly wanted: readonly Wanted[] },
>(resolved: T): T {
  const { permissions, wanted } = resolved;
  const unset = new Set(wanted.filter(({ isUnset }) => isUnset === true).map(({ value }) => value));
  if (unset.size === 0) return resolved;
  const env = {
    ...permissions.env,
    allow: permissions.env.allow.filter(({ name }) => !unset.has(name)),
  };
  return {
    ...resolved,
    permissions: { ...permissions, env },
    wanted: wanted.filter(({ isUnset }) => isUnset !== true),
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

function distinct(wanted: readonly Wanted[]): Wanted[] {
  const seen = new Map<string, Wanted>();
  for (const each of wanted) {
    const key = wantedKey(each);
    if (!seen.has(key)) seen.set(key, each);
  }
  return [...seen.values()];
}

/** One text for one thing that is wanted: what approvals compare. */
export function wantedKey({ kind, value }: Wanted): string {
  return value === '' ? kind : `${kind} ${value}`;
}
