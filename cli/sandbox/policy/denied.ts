/** The error of a refused operation: which permission it needs, and how the user grants it. */
import { nameClass } from '../../../runtime/base/class-name.js';
import { printable } from '../../../runtime/base/diagnostics.js';
import { SWITCH_KINDS, type PermissionKind } from './types.js';

/** Thrown by an access that is not granted. */
export class DeniedError extends Error {
  static {
    nameClass(this, 'DeniedError');
  }

  override readonly name = 'DeniedError';
  readonly code = 'not-permitted';
  constructor(
    readonly permission: PermissionKind,
    /** What was requested: a path, `host:port`, a command line, a variable. */
    readonly value: string,
    /** Why, where it is more than a missing grant. */
    reason?: string,
  ) {
    super(deniedMessage(permission, value, reason));
  }
  /** What of it crosses to the runner beside its message. */
  get details(): { readonly permission: PermissionKind; readonly value: string } {
    return { permission: this.permission, value: this.value };
  }
}

const DOES: Readonly<Record<PermissionKind, string>> = {
  read: 'reading',
  write: 'writing',
  net: 'connecting to',
  run: 'running',
  env: 'the variable',
  oauth: 'sending a token to',
  shader: 'shaders',
  clipboard: 'the clipboard',
  microphone: 'recording sound',
  terminal: 'lending the terminal',
  ai: 'the AI service',
  all: 'everything',
};

/** Longest part of a value that a message shows, in UTF-16 units. */
const MAX_SHOWN_LENGTH = 200;

/** What was refused, the flag that grants it, and the entry of the policy that does. */
export function deniedMessage(permission: PermissionKind, value: string, reason?: string): string {
  const shown = value === '' ? '' : ` ${cut(value)}`;
  const why = reason === undefined ? '' : `: ${reason}`;
  const line = grantingEntry(permission, value);
  const policy = line === undefined ? '' : `, or write ${line} in the policy's "permissions"`;
  return `${DOES[permission]}${shown} is not permitted${why}; it needs "${permission}": run with ${grantingFlag(permission, value)}${policy}`;
}

/** The entry of the policy that grants it, for the app's author; undefined where none is known. */
function grantingEntry(permission: PermissionKind, value: string): string | undefined {
  if (isSwitch(permission)) return `"${permission}": true`;
  const entry = permission === 'run' ? (value.split(' ')[0] ?? '') : value;
  // What is cut for the message would grant nothing.
  if (entry === '' || entry !== cut(entry)) return undefined;
  return `"${permission}": [${JSON.stringify(entry)}]`;
}

function isSwitch(permission: PermissionKind): boolean {
  return SWITCH_KINDS.some((kind) => kind === permission);
}

/** The same for a file that no app has, whatever is granted. */
export function guardedMessage(permission: 'read' | 'write', path: string): string {
  return `${DOES[permission]} ${cut(path)} is not permitted: no app may access that folder; settings are in $tui.config`;
}

/** The flag that grants it, as it is typed in a shell. */
export function grantingFlag(permission: PermissionKind, value = ''): string {
  const flag = `--allow-${permission}`;
  if (value === '' || value.includes(',') || isSwitch(permission)) return flag;
  return shellWord(`${flag}=${cut(permission === 'run' ? (value.split(' ')[0] ?? value) : value)}`);
}

/** The flag that denies these, as it is typed in a shell; no value may hold a comma. */
export function denyingFlag(permission: PermissionKind, values: readonly string[]): string {
  return shellWord(`--deny-${permission}=${values.join(',')}`);
}

function shellWord(text: string): string {
  return /^[\w./:@%+=[\],-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}

function cut(value: string): string {
  const text = printable(value.slice(0, MAX_SHOWN_LENGTH));
  return value.length > MAX_SHOWN_LENGTH ? `${text}…` : text;
}
