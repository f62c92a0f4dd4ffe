/** Prints an app's permissions for people and for programs: what is granted, by whom, and what enforces it. */
import type { Approval, ApprovalStore } from './store.js';
import { runText } from '../policy/grants/commands.js';
import { accessTo, agreedAccess, allowsSwitch } from '../policy/check.js';
import * as danger from '../policy/danger.js';
import type { AiSetup } from '../policy/ai/endpoint.js';
import type { PermissionFlags } from '../policy/flags.js';
import type { Resolved } from '../policy/resolve.js';
import {
  LIST_KINDS,
  SWITCH_KINDS,
  type AppContent,
  type ContentChange,
  type Enforcement,
  type EnforcementLevel,
  type ListKind,
  type Origin,
  type PathGrant,
  type Permissions,
  type PermissionKind,
  type PolicySetting,
  type Subject,
} from '../policy/types.js';
import { hostText, isFolderToMake, pathValue, grantKey } from '../policy/requested.js';
import { needsYes } from './needs-approval.js';
import { changeLines, changeSince, isCurrent, standingOf, type Standing } from './standing.js';
import type { Policy } from '../policy/policy.js';
import { plain } from '../../../runtime/base/text/plain.js';
import { enforcementLines, ownName } from './prompt-content.js';

export interface Shown {
  readonly policy: Policy | undefined;
  readonly resolved: Resolved;
  readonly settings: readonly PolicySetting[];
  readonly reserved: readonly string[];
  readonly subject: Subject | undefined;
  readonly store: ApprovalStore;
  readonly flags: PermissionFlags;
  readonly enforcement: Enforcement;
  /** What it is made of now. */
  readonly content: AppContent;
  /** Something of it runs. */
  readonly hasCode: boolean;
  /** The AI service that it would use. */
  readonly ai?: AiSetup | undefined;
  /** Completes "sign-ins are kept …". */
  readonly signIns?: string | undefined;
}

/** `granted`: without a question. `approved`: agreed to before. `asked`: at the next start. */
type State = 'granted' | 'approved' | 'trusted' | 'asked';

interface Row {
  readonly value: string;
  readonly written: string;
  readonly origin: Origin;
  readonly state: State;
  readonly danger: string | undefined;
  /** It is `$tui.config.save` that is granted, not the folder's files. */
  readonly isSettings?: boolean | undefined;
}

interface Section {
  readonly kind: ListKind;
  /** `launcher`: no app has what it is about. */
  readonly enforcement: EnforcementLevel | 'launcher';
  readonly rows: readonly Row[];
  readonly denied: readonly string[];
}

interface View {
  readonly sections: readonly Section[];
  readonly switches: readonly {
    readonly kind: PermissionKind;
    readonly granted: boolean;
    readonly origin: Origin | undefined;
    readonly denied: boolean;
    readonly state: State;
    /** The host of the AI service; else ''. */
    readonly value: string;
    readonly danger: string | undefined;
  }[];
  /** Whether it starts without a question. */
  readonly approved: boolean;
  /** What was agreed to before, and what that is worth now. */
  readonly before:
    | {
        readonly approval: Approval;
        readonly standing: Standing;
        readonly change: ContentChange | undefined;
      }
    | undefined;
}

function viewOf(shown: Shown): View {
  const { resolved, subject, store, flags, enforcement, content, hasCode } = shown;
  const app = { resolved, subject, enforcement, hasCode, allowUnenforced: flags.allowUnenforced };
  const { permissions, requested } = resolved;
  const approval = subject === undefined ? undefined : store.find(subject.id);
  const before =
    approval === undefined
      ? undefined
      : {
          approval,
          standing: standingOf(approval, requested, enforcement, content),
          change: changeSince(approval, content),
        };
  const isValid = before !== undefined && isCurrent({ ...before.standing, isCovered: true });
  const known = new Set(isValid ? approval?.granted : []);
  const requestedKeys = new Set(requested.map(grantKey));
  const stateOf = (kind: PermissionKind, value: string): State => {
    const key = value === '' ? kind : `${kind} ${value}`;
    if (!requestedKeys.has(key)) return 'granted';
    if (known.has(key)) return 'approved';
    return flags.trust ? 'trusted' : 'asked';
  };
  const sections = LIST_KINDS.map((kind): Section => {
    const { rows, denied } = grantedEntries(permissions, kind, resolved.variables.home);
    return {
      kind,
      enforcement: kind === 'oauth' ? 'launcher' : enforcement.levels[kind],
      rows: rows.map((row) => ({ ...row, state: stateOf(kind, row.value) })),
      denied: denied.map(({ value }) => value),
    };
  });
  const switches = SWITCH_KINDS.map((kind) => ({
    kind,
    granted: allowsSwitch(permissions, kind),
    origin: permissions[kind].origin,
    denied: permissions[kind].denied || permissions.all.denied,
    ...switchDetails(shown, kind, (value) => stateOf(kind, value)),
  }));
  const agreed = flags.trust || (before !== undefined && isCurrent(before.standing));
  return { sections, switches, before, approved: agreed || !needsYes(app) };
}

/** What a switch is granted for, whether that was agreed to, and what there is to know of it. */
function switchDetails(
  { resolved: { requested }, ai }: Shown,
  kind: PermissionKind,
  stateOf: (value: string) => State,
): { readonly state: State; readonly value: string; readonly danger: string | undefined } {
  if (kind !== 'ai') return { state: stateOf(''), value: '', danger: undefined };
  const asked = requested.find((each) => each.kind === 'ai');
  const value = asked?.value ?? ai?.endpoint?.shown ?? '';
  return { state: stateOf(value), value, danger: danger.aiDanger(ai) };
}

type Entry = Omit<Row, 'state'>;
type Denial = Pick<Row, 'value' | 'origin'>;

/** Everything that is granted of a kind, and what of it is denied. Grants that a denial takes away are left out. */
export function grantedEntries(
  permissions: Permissions,
  kind: ListKind,
  home: string,
): { readonly rows: readonly Entry[]; readonly denied: readonly Denial[] } {
  const { all } = permissions;
  const rules = permissions[kind];
  if (all.denied || rules.nothing) return { rows: [], denied: [{ value: '*', origin: 'flag' }] };
  const everything = all.granted ? all.origin : rules.everything;
  const whole: Entry[] =
    everything === undefined
      ? []
      : [{ value: '*', written: '*', origin: everything, danger: 'everything' }];
  const [granted, deny] = listed(permissions, kind, home);
  const allow = granted.filter((entry) => !isDenied(permissions, kind, entry, deny));
  // A policy may request what every app has anyway: keep one line, of the first grant.
  const distinct = new Map(allow.toReversed().map((each) => [each.value, each]));
  return { rows: [...whole, ...[...distinct.values()].toReversed()], denied: deny };
}

function isDenied(
  permissions: Permissions,
  kind: ListKind,
  { value, isSettings }: Entry,
  denied: readonly Denial[],
): boolean {
  if (kind !== 'read' && kind !== 'write') return denied.some((each) => each.value === value);
  const look = isSettings === true ? agreedAccess : accessTo;
  const access = look(permissions, value.replace(/(?<=.)\/$/, ''));
  return access === 'none' || (kind === 'write' && access !== 'write');
}

function listed(
  permissions: Permissions,
  kind: ListKind,
  home: string,
): [allow: Entry[], deny: Denial[]] {
  const { read, write, run, env } = permissions;
  const shown = (grant: PathGrant): string =>
    pathValue(grant, kind === 'write' && isFolderToMake(grant));
  switch (kind) {
    case 'read':
    case 'write': {
      const { allow, deny } = kind === 'read' ? read : write;
      const why = kind === 'read' ? danger.readDanger : danger.writeDanger;
      return [
        allow.map((each) => ({
          value: shown(each),
          written: each.written,
          origin: each.origin,
          danger:
            each.origin === 'default' || each.isSettings === true ? undefined : why(each, home),
          isSettings: each.isSettings,
        })),
        deny.map((each) => ({ value: pathValue(each), origin: each.origin })),
      ];
    }
    case 'net':
    case 'oauth':
      return [
        permissions[kind].allow.map((each) => ({
          value: hostText(each),
          written: each.written,
          origin: each.origin,
          danger: danger.netDanger(each),
        })),
        permissions[kind].deny.map((each) => ({ value: hostText(each), origin: each.origin })),
      ];
    case 'run':
      return [
        run.allow.map((each) => ({
          value: runText(each),
          written: each.written,
          origin: each.origin,
          danger: each.path === '' ? 'it is not installed' : danger.runDanger(each),
        })),
        run.deny.map((each) => ({ value: runText(each), origin: each.origin })),
      ];
    case 'env':
      return [
        env.allow.map((each) => ({
          value: each.name,
          written: each.name,
          origin: each.origin,
          danger: danger.envDanger(each, env.allow),
        })),
        env.deny
          .filter(({ origin }) => origin !== 'default')
          .map(({ name, origin }) => ({ value: name, origin })),
      ];
  }
}

const LEVELS: Readonly<Record<Section['enforcement'], (by: string) => string>> = {
  system: (by) => `enforced by the system (${by})`,
  node: (by) => `enforced by ${by}, not by the system`,
  none: () => 'not enforced',
  launcher: () => 'enforced by tui, which keeps the token',
};

const ORIGINS: Readonly<Record<Origin, string>> = {
  default: 'every app',
  policy: 'policy',
  configSchema: 'configSchema',
  flag: 'flag',
};

const STATES: Readonly<Record<State, string>> = {
  granted: '',
  approved: ', approved',
  trusted: ', --trust',
  asked: ', asked at the start',
};

export function permissionsText(shown: Shown): string {
  const view = viewOf(shown);
  return [
    ...headLines(shown),
    ...view.sections.flatMap((section) => sectionLines(section, shown)),
    '',
    ...view.switches.flatMap(switchLines),
    ...settingLines(shown),
    '',
    ...beforeLines(view),
    view.approved ? 'It starts without asking.' : 'It asks before it starts.',
  ].join('\n');
}

/** Which app it is, and what enforces its permissions. */
function headLines(shown: Shown): string[] {
  const { policy, subject, enforcement } = shown;
  return [
    subject === undefined ? '<stdin>' : plain(subject.id),
    ...(policy?.name === undefined ? [] : [ownName(policy.name)]),
    ...(policy === undefined ? [withoutPolicy(shown)] : []),
    `Tier ${enforcement.tier}, ${enforcement.by}.`,
    ...(enforcement.tier === 'A' ? [] : enforcementLines(enforcement)),
  ];
}

/** What is granted and denied of a kind; nothing for sign-ins where there are none. */
function sectionLines(section: Section, { enforcement, flags, signIns }: Shown): string[] {
  const { kind, rows, denied } = section;
  if (kind === 'oauth' && rows.length + denied.length === 0) return [];
  const origins = flags.viewed === undefined ? ORIGINS : { ...ORIGINS, default: 'to show it' };
  const isKept = kind === 'oauth' && signIns !== undefined;
  return [
    '',
    `${kind}  ${LEVELS[section.enforcement](enforcement.by)}`,
    ...(rows.length === 0 ? ['  nothing'] : rows.map((row) => rowLine(kind, row, origins))),
    ...denied.map((value) => `  not ${value === '*' ? 'anything' : plain(value)}`),
    ...(isKept ? [`  Sign-ins are stored ${plain(signIns)}.`] : []),
  ];
}

function rowLine(kind: ListKind, row: Row, origins: Readonly<Record<Origin, string>>): string {
  const { value, origin, state, danger: risk, isSettings } = row;
  const mark = risk === undefined ? ' ' : '!';
  const from = `${origins[origin]}${asWritten(kind, row)}${STATES[state]}`;
  if (value === '*') return `${mark} everything  (${from})`;
  const why = risk ?? (isSettings === true ? 'to change your settings of tui' : undefined);
  return `${mark} ${plain(value)}  (${from})${why === undefined ? '' : ` ${why}`}`;
}

/** How a path was written, where that is not how it is shown. */
function asWritten(kind: ListKind, { value, written }: Row): string {
  const isPath = kind === 'read' || kind === 'write';
  const isShown = written === value || `${written}/` === value || written === '*';
  return isPath && !isShown ? ` ${plain(written)}` : '';
}

function switchLines(shown: View['switches'][number]): string[] {
  const { kind, granted, origin, denied, state, value, danger: risk } = shown;
  const why = granted && origin !== undefined ? ` (${ORIGINS[origin]}${STATES[state]})` : '';
  const line = `${kind}  ${granted ? 'yes' : denied ? 'denied' : 'no'}${why}`;
  if (!granted || (value === '' && risk === undefined)) return [line];
  const details = [plain(value), risk].filter(Boolean).join('  ');
  return [line, `${risk === undefined ? ' ' : '!'} ${details}`];
}

/** The settings that its policy brings, and those that no policy may bring. */
function settingLines({ settings, reserved }: Shown): string[] {
  if (settings.length + reserved.length === 0) return [];
  return [
    '',
    'Settings of its policy:',
    ...settings.map(({ key, value }) => `  ${plain(key)} = ${plain(value)}`),
    ...reserved.map((key) => `  not ${key}, which only the user may set`),
  ];
}

function withoutPolicy({ flags }: Shown): string {
  return flags.viewed === undefined
    ? 'It has no policy: it has the permissions of every app.'
    : 'It runs no code: a viewer of tui shows it, and follows links in its folder.';
}

/** What was agreed to before, where there is something. */
function beforeLines({ before }: View): string[] {
  if (before === undefined) return [];
  const { approval, standing, change } = before;
  const since = `Approved on ${plain(approval.at.slice(0, 10))}`;
  if (standing.isSame === undefined)
    return [`${since}, by a version that did not record its content.`];
  const lines = [
    `${since} on tier ${approval.tier ?? ''}, as ${approval.hash?.slice(0, 16) ?? ''}.`,
  ];
  if (standing.isWeaker) lines.push('! This tier enforces less.');
  if (!standing.isSame) {
    lines.push('! It has changed since.');
    if (change !== undefined) lines.push(...changeLines(change, plain).map((line) => `  ${line}`));
  }
  return lines;
}

function byKind<T extends { readonly kind: PermissionKind }>(
  entries: readonly T[],
  valueOf: (entry: T) => object,
): Record<string, object> {
  return Object.fromEntries(entries.map((entry) => [entry.kind, valueOf(entry)]));
}

export function permissionsJson(shown: Shown): string {
  const { policy, subject, enforcement } = shown;
  const view = viewOf(shown);
  return JSON.stringify(
    {
      app: subject?.id ?? null,
      hash: shown.content.hash,
      files: Object.fromEntries(shown.content.files),
      approval: approvalJson(view),
      name: policy?.name ?? null,
      policy: policy !== undefined,
      tier: enforcement.tier,
      enforcedBy: enforcement.by,
      asks: !view.approved,
      settings: shown.settings,
      reserved: shown.reserved,
      ...(shown.signIns === undefined ? {} : { signIns: shown.signIns }),
      permissions: {
        ...byKind(view.sections, ({ enforcement: level, rows, denied }) => {
          return { enforcement: level, granted: rows, denied };
        }),
        ...byKind(view.switches, ({ granted, origin, denied, state, value }) => {
          const own = value === '' ? {} : { value };
          return { granted, origin: origin ?? null, denied, state, ...own };
        }),
      },
    },
    undefined,
    2,
  );
}

function approvalJson({ before }: View): object | null {
  if (before === undefined) return null;
  const { approval, standing, change } = before;
  const { hash, at, tier, granted } = approval;
  return {
    at,
    hash: hash ?? null,
    tier: tier ?? null,
    granted,
    holds: isCurrent(standing),
    ...(standing.isSame === true ? {} : { changes: change ?? null }),
    isWeaker: standing.isWeaker,
  };
}
