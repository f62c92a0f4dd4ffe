/** The permission flags, declared once: reading, help and completion are derived from this table. */
import { didYouMean, DiagnosticError, type Diagnostic } from '../../../runtime/base/diagnostics.js';
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
    'Let the app read these files and folders; without a list, all files',
    'Keep the app from reading them',
  ],
  write: [
    'PATH,…',
    'Let the app read and write these files and folders',
    'Keep the app from writing them',
  ],
  net: [
    'HOST,…',
    'Let the app connect to these hosts, such as example.com:443',
    'Keep the app from connecting to them',
  ],
  run: [
    'PROGRAM,…',
    'Let the app run these programs, outside the sandbox',
    'Keep the app from running them',
  ],
  env: ['NAME,…', 'Let the app read these environment variables', 'Keep the app from reading them'],
  oauth: [
    'HOST,…',
    'Let the app sign you in and send your token to these hosts',
    'Keep the app from sending your token to them',
  ],
};

const SWITCHES: Readonly<Record<(typeof SWITCH_KINDS)[number], readonly [string, string]>> = {
  shader: ['Let the app use shaders', 'Keep the app from using shaders'],
  clipboard: ['Let the app use the clipboard', 'Keep the app from using the clipboard'],
  terminal: [
    'Let programs that the app runs use the terminal',
    'Keep programs that the app runs off the terminal',
  ],
  microphone: ['Let the app record sound', 'Keep the app from recording sound'],
  ai: ['Let the app use the AI service', 'Keep the app from using the AI service'],
  all: ['Let the app do everything', 'Deny everything'],
};

export const PERMISSION_FLAGS: readonly PermissionFlag[] = [
  ...LIST_KINDS.flatMap((kind): PermissionFlag[] => {
    const [value, allow, deny] = LISTS[kind];
    const path = kind === 'read' || kind === 'write';
    return [
      { flag: `--allow-${kind}`, value, description: allow, path },
      { flag: `--deny-${kind}`, value, description: `${deny}; overrides every grant`, path },
    ];
  }),
  ...SWITCH_KINDS.flatMap((kind): PermissionFlag[] => {
    const [allow, deny] = SWITCHES[kind];
    return [
      { flag: `--allow-${kind}`, value: undefined, description: allow, path: false },
      {
        flag: `--deny-${kind}`,
        value: undefined,
        description: `${deny}; overrides every grant`,
        path: false,
      },
    ];
  }),
  {
    flag: '--trust',
    value: undefined,
    description: 'Grant what the policy requests without asking',
    path: false,
  },
  {
    flag: '--allow-unenforced',
    value: undefined,
    description: 'Run an app even if its network access cannot be limited',
    path: false,
  },
];

interface FlagList {
  /** The flag had no list. */
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
  /** A file or a folder that one of tui's own viewers may read: a path as it is, without words or wildcards. */
  readonly viewed?: string | undefined;
}

const NONE: FlagList = { everything: false, values: [] };
const NO_LISTS: Readonly<Record<ListKind, FlagList>> = {
  read: NONE,
  write: NONE,
  net: NONE,
  run: NONE,
  env: NONE,
  oauth: NONE,
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
 * What tui's own viewers may do: read one file, or a folder, and nothing else; of what the user says, denials count.
 * Their code is part of tui, so they also start where the network cannot be limited.
 */
export function toReadOnly(path: string, { deny, denied }: PermissionFlags): PermissionFlags {
  return { ...NO_PERMISSION_FLAGS, deny, denied, viewed: path, allowUnenforced: true };
}

/** The first flag that grants something, as the user wrote it; undefined where there is none. */
export function grantingFlagIn({ allow, allowed }: PermissionFlags): string | undefined {
  const kind = [
    ...LIST_KINDS.filter((list) => allow[list].everything || allow[list].values.length > 0),
    ...allowed,
  ][0];
  return kind === undefined ? undefined : `--allow-${kind}`;
}

export function isPermissionFlag(arg: string): boolean {
  return /^--(allow|deny)-|^--trust(=|$)/.test(arg);
}

/**
 * Reads arguments that are all permission flags. Those of a repeated flag add up. Throws a DiagnosticError
 * with every error in them.
 */
export function readPermissionFlags(args: readonly string[]): PermissionFlags {
  if (args.length === 0) return NO_PERMISSION_FLAGS;
  const diagnostics: Diagnostic[] = [];
  const lists = { allow: { ...NO_LISTS }, deny: { ...NO_LISTS } };
  const switches: Record<'allow' | 'deny', PermissionKind[]> = { allow: [], deny: [] };
  let [trust, allowUnenforced] = [false, false];
  for (const arg of args) {
    const equals = arg.indexOf('=');
    const name = equals < 0 ? arg : arg.slice(0, equals);
    const text = equals < 0 ? undefined : arg.slice(equals + 1);
    const known = PERMISSION_FLAGS.find(({ flag }) => flag === name);
    const found = findFlagError(known, name, text);
    if (found !== undefined) {
      diagnostics.push(found);
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
        const before = lists[verb][list];
        lists[verb][list] = {
          everything: before.everything || text === undefined,
          values: [...before.values, ...entriesOf(text)],
        };
      }
    }
  }
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  return { ...lists, allowed: switches.allow, denied: switches.deny, trust, allowUnenforced };
}

function entriesOf(text: string | undefined): string[] {
  return text?.split(',').map((value) => value.trim()) ?? [];
}

/** @param known undefined where no flag has this name */
function findFlagError(
  known: (typeof PERMISSION_FLAGS)[number] | undefined,
  name: string,
  text: string | undefined,
): Diagnostic | undefined {
  if (known === undefined) {
    const flags = PERMISSION_FLAGS.map(({ flag }) => flag);
    const suggestion = didYouMean(name, flags) ?? 'see tui --help';
    return createError('unknown-flag', `${cut(name)} is not a flag`, suggestion);
  }
  const { value } = known;
  if (value === undefined) {
    if (text === undefined) return undefined;
    return createError('bad-value', `${name} accepts no value`, `write ${name}`);
  }
  // A token is for one service: no app needs to send it everywhere.
  if (name === '--allow-oauth' && text === undefined) {
    return createError('missing-value', `${name} needs hosts`, `write ${name}=${value}`);
  }
  // An empty variable of a shell (--allow-read=$DIR) must not come to mean everything.
  if (!entriesOf(text).includes('')) return undefined;
  const suggestion = `write ${name}=${value}, or ${name} alone for everything`;
  return createError('missing-value', `${name}= has an empty entry`, suggestion);
}

function createError(code: string, message: string, suggestion?: string): Diagnostic {
  return { severity: 'error', code, message, suggestion };
}

function cut(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}
