/** The launcher's requests for the app, and the app's permissions, for the developer tools. */
import {
  MAX_RECORDS,
  type PermissionRecord,
  type RequestRecord,
} from '../../../devtools/records.js';
import { grantedEntries } from '../../approval/show.js';
import type { IncomingRequest } from '../../channel/channel.js';
import { isRecord } from '../../channel/protocol.js';
import { DeniedError } from '../../policy/denied.js';
import { LIST_KINDS, SWITCH_KINDS, type Origin, type Permissions } from '../../policy/types.js';

/** What is done for the runtime itself, and not for the app. */
const OWN: ReadonlySet<string> = new Set([
  'assist',
  'devtools',
  'tree',
  'messages',
  'picture',
  'state-save',
]);

/** UTF-16 units of what was requested. */
const MAX_SUBJECT = 500;

/** Requests that permissions are used by. */
const USED: Readonly<Record<string, readonly string[]>> = {
  net: ['fetch', 'websocket'],
  run: ['run', 'spawn'],
  terminal: ['hand-over'],
  clipboard: ['clipboard'],
  write: ['config-save'],
};

export class RequestLog {
  /** Oldest first. */
  readonly records: RequestRecord[] = [];
  #count = 0;

  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** A request begins; returns what is called with its end. */
  begin({
    kind,
    payload,
  }: IncomingRequest): ((error: unknown, value: unknown) => void) | undefined {
    if (OWN.has(kind)) return undefined;
    const started = performance.now();
    const record: RequestRecord = {
      id: ++this.#count,
      time: Date.now(),
      kind,
      subject: subjectOf(payload),
      state: 'waiting',
      result: '',
      duration: undefined,
    };
    this.records.push(record);
    if (this.records.length > MAX_RECORDS) this.records.shift();
    this.#onChange();
    return (error, value) => {
      record.duration = performance.now() - started;
      record.state = error === undefined ? 'done' : isDenied(error) ? 'denied' : 'failed';
      record.result = (error === undefined ? resultOf(value) : messageOf(error)).slice(
        0,
        MAX_SUBJECT,
      );
      this.#onChange();
    };
  }
}

function isDenied(error: unknown): boolean {
  const { name } = isRecord(error) ? error : {};
  return error instanceof DeniedError || name === 'ConfigPermissionError';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The address, the program, the permission. A query may hold what is secret, and shows: it is the user who looks. */
function subjectOf(payload: unknown): string {
  const { method, url, argv, kind, value } = isRecord(payload) ? payload : {};
  const text = (part: unknown): string => (typeof part === 'string' ? part : '');
  const words = Array.isArray(argv)
    ? argv.map(text).join(' ')
    : [
        text(method),
        text(url),
        text(kind),
        Array.isArray(value) ? value.map(text).join(' ') : text(value),
      ]
        .filter((part) => part !== '')
        .join(' ');
  return words.slice(0, MAX_SUBJECT);
}

function resultOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { status, code } = isRecord(value) ? value : {};
  return [status, code].filter((part) => typeof part === 'number').join(' ');
}

/** @param home the user's folder, which paths are shown from */
export function permissionRecords(permissions: Permissions, home: string): PermissionRecord[] {
  const lists = LIST_KINDS.flatMap((kind) => {
    const { rows, denied } = grantedEntries(permissions, kind, home);
    const used = USED[kind] ?? [];
    const record =
      (state: PermissionRecord['state']) =>
      ({ value, origin }: { readonly value: string; readonly origin: Origin }) => ({
        kind,
        value,
        state,
        origin,
        used,
      });
    return [...rows.map(record('granted')), ...denied.map(record('denied'))];
  });
  const switches = SWITCH_KINDS.flatMap((kind): PermissionRecord[] => {
    const { granted, denied, origin } = permissions[kind];
    if (!granted && !denied) return [];
    const state = denied ? 'denied' : 'granted';
    return [
      { kind, value: '', state, origin: denied ? 'flag' : (origin ?? ''), used: USED[kind] ?? [] },
    ];
  });
  return [...lists, ...switches];
}
