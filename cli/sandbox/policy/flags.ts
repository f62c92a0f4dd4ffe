/** The permission flags, declared once: reading, help and completion are derived from this table. */
import { didYouMean, DiagnosticError, type Diagnostic } from '../../../runtime/diagnostics.js';
import { LIST_KINDS, SWITCH_KINDS, type ListKind, type PermissionKind } from './types.js';

export interface PermissionFlag {
  readonly flag: string;
  /** What may follow `=`, for help; undefined where nothing may. */
  readonly value: string | undefined;
  readonly description: string;
  /** Whether the value is a list of paths, for completion. */
  readonly path: boolean;
}

const LISTS: Readonly<Record<ListKind, readonly [value: string, allow: string, deny: string]>> = {
  read: [
    'PATH,…',
    'Let the app read these files and folders; without a list, all',
    'Keep it from reading them',
  ],
  write: ['PATH,…', 'Let the app write them, and read them', 'Keep it from writing them'],
  net: [
    'HOST,…',
    'Let the app connect to these hosts, as example.com:443',
    'Keep it from connecting to them',
  ],
  run: [
    'PROGRAM,…',
    'Let the app run these programs, outside of the sandbox',
    'Keep it from running them',
  ],
  env: ['NAME,…', 'Let the app see these environment variables', 'Keep it from seeing them'],
};

const SWITCHES: Readonly<Record<(typeof SWITCH_KINDS)[number], readonly [string, string]>> = {
  shader: ['Let the app use shaders', 'Keep it from using shaders'],
  clipboard: ['Let the app use the clipboard', 'Keep it from the clipboard'],
  terminal: ['Let the app hand the terminal to programs', 'Keep it from handing over the terminal'],
  ai: ['Let the app use the AI service', 'Keep it from the AI service'],
  all: ['Let the app do everything', 'Keep it from everything'],
};

export const PERMISSION_FLAGS: readonly PermissionFlag[] = [
  ...LIST_KINDS.flatMap((kind): PermissionFlag[] => {
    const [value, allow, deny] = LISTS[kind];
    const path = kind === 'read' || kind === 'write';
    return [
      { flag: `--allow-${kind}`, value, description: allow, path },
      { flag: `--deny-${kind}`, value, description: `${deny}; beats every grant`, path },
    ];
  }),
  ...SWITCH_KINDS.flatMap((kind): PermissionFlag[] => {
    const [allow, deny] = SWITCHES[kind];
    return [
      { flag: `--allow-${kind}`, value: undefined, description: allow, path: false },
      {
        flag: `--deny-${kind}`,
        value: undefined,
        description: `${deny}; beats every grant`,
        path: false,
      },
    ];
  }),
  {
    flag: '--trust',
    value: undefined,
    description: 'Grant what the policy asks for without asking you',
    path: false,
  },
  {
    flag: '--allow-unenforced',
    value: undefined,
    description: 'Run an app also where its access to the network cannot be limited',
    path: false,
  },
];

export interface FlagList {
  /** The flag stood without a list. */
  readonly everything: boolean;
  readonly values: readonly string[];
}

export interface PermissionFlags {
  readonly allow: Readonly<Record<ListKind, FlagList>>;
  readonly deny: Readonly<Record<ListKind, FlagList>>;
  /** Switches by name. */
  readonly allowed: readonly PermissionKind[];
  readonly denied: readonly PermissionKind[];
  /** Skips the prompt and nothing else. */
  readonly trust: boolean;
  readonly allowUnenforced: boolean;
}

const NONE: FlagList = { everything: false, values: [] };
const NO_LISTS: Readonly<Record<ListKind, FlagList>> = {
  read: NONE,
  write: NONE,
  net: NONE,
  run: NONE,
  env: NONE,
};

export const NO_PERMISSION_FLAGS: PermissionFlags = {
  allow: NO_LISTS,
  deny: NO_LISTS,
  allowed: [],
  denied: [],
  trust: false,
  allowUnenforced: false,
};

/**
 * What tui's own viewers may do: read one file, or a folder, and nothing else. Their code is part of tui, so they also
 * start where the network cannot be limited.
 */
export function toReadOnly(path: string): PermissionFlags {
  const read = { everything: false, values: [path] };
  return { ...NO_PERMISSION_FLAGS, allow: { ...NO_LISTS, read }, allowUnenforced: true };
}

export function isPermissionFlag(arg: string): boolean {
  return /^--(allow|deny)-|^--trust(=|$)/.test(arg);
}

/**
 * Reads arguments that are all permission flags. Those of a repeated flag add up. Throws a DiagnosticError
 * with every fault in them.
 */
export function readPermissionFlags(args: readonly string[]): PermissionFlags {
  if (args.length === 0) return NO_PERMISSION_FLAGS;
  const faults: Diagnostic[] = [];
  const lists = { allow: { ...NO_LISTS }, deny: { ...NO_LISTS } };
  const switches: Record<'allow' | 'deny', PermissionKind[]> = { allow: [], deny: [] };
  let [trust, allowUnenforced] = [false, false];
  for (const arg of args) {
    const equals = arg.indexOf('=');
    const name = equals < 0 ? arg : arg.slice(0, equals);
    const text = equals < 0 ? undefined : arg.slice(equals + 1);
    const known = PERMISSION_FLAGS.find(({ flag }) => flag === name);
    if (known === undefined) {
      faults.push(
        fault(
          'unknown-flag',
          `${cut(name)} is not a flag`,
          didYouMean(
            name,
            PERMISSION_FLAGS.map(({ flag }) => flag),
          ) ?? 'see tui --help',
        ),
      );
      continue;
    }
    if (known.value === undefined && text !== undefined) {
      faults.push(fault('bad-value', `${name} takes no value`, `write ${name}`));
      continue;
    }
    if (name === '--trust') trust = true;
    else if (name === '--allow-unenforced') allowUnenforced = true;
    else {
      const verb = name.startsWith('--allow-') ? 'allow' : 'deny';
      const kind = name.slice(verb.length + 3) as PermissionKind;
      const list = LIST_KINDS.find((each) => each === kind);
      if (list === undefined) switches[verb].push(kind);
      else {
        const values = text?.split(',').map((value) => value.trim()) ?? [];
        if (values.includes('')) {
          // An empty variable of a shell (--allow-read=$DIR) must not come to mean everything.
          faults.push(
            fault(
              'missing-value',
              `${name}= has an empty entry`,
              `write ${name}=${known.value}, or ${name} alone for everything`,
            ),
          );
          continue;
        }
        const before = lists[verb][list];
        lists[verb][list] = {
          everything: before.everything || text === undefined,
          values: [...before.values, ...values],
        };
      }
    }
  }
  if (faults.length > 0) throw new DiagnosticError(faults);
  return { ...lists, allowed: switches.allow, denied: switches.deny, trust, allowUnenforced };
}

function fault(code: string, message: string, suggestion?: string): Diagnostic {
  return { severity: 'error', code, message, suggestion };
}

function cut(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}
