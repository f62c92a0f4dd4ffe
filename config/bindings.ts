/**
 * The values of the setting `keys`: keys of commands, by app and by the command's id. `keys.APP.COMMAND` names one of
 * them wherever a key of the configuration is written; the app `*` is every app.
 */
import { parseKeys } from '../runtime/base/keys/parse.js';
import { findKept } from '../runtime/base/keys/reach.js';
import { parseJson } from '../runtime/base/json/json.js';
import type { Span } from '../runtime/base/diagnostics.js';
import type { KeyBindings } from './types.js';

export const BINDINGS = 'keys';
/** Every app without a key of its own for a command. */
export const ANY_APP = '*';
export const BINDING_TEXT = 'a key such as "ctrl+s", a chord such as "g g", or null for no key';
const PREFIX = `${BINDINGS}.`;
/** UTF-16 units of a name. */
const MAX_NAME = 200;

export interface BindingPath {
  readonly app: string;
  /** Absent for all of an app. */
  readonly command?: string;
}

/** Reads `keys.APP.COMMAND`. A name with dots is in double quotes; the last one needs none. */
export function bindingPath(key: string): BindingPath | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  const rest = key.slice(PREFIX.length);
  const [, quoted, bare = ''] = /^("(?:[^"\\]|\\.)*")?([^.]*)/.exec(rest) ?? [];
  if (quoted !== undefined && bare !== '') return undefined;
  const app = unquoted(quoted ?? bare);
  const after = rest.slice((quoted ?? bare).length);
  if (app === undefined || app === '') return undefined;
  if (after === '') return { app };
  const command = unquoted(after.slice(1));
  return command === undefined || command === '' ? undefined : { app, command };
}

/** The key of one binding, or of all of an app. */
export function bindingKey({ app, command }: BindingPath): string {
  const name = /[."]/.test(app) ? JSON.stringify(app) : app;
  return command === undefined ? `${PREFIX}${name}` : `${PREFIX}${name}.${command}`;
}

/** The names of nested objects that lead to a key in the user's file. */
export function filePath(key: string): readonly string[] {
  const path = bindingPath(key);
  if (path === undefined) return key.split('.');
  return [BINDINGS, path.app, ...(path.command === undefined ? [] : [path.command])];
}

function unquoted(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

export type CheckedBindings =
  | { readonly ok: true; readonly value: KeyBindings }
  | {
      readonly ok: false;
      readonly message: string;
      /** The key of what is invalid, where it is a part of the setting. */
      readonly key?: string | undefined;
      readonly suggestion?: string | undefined;
      /** Names from the value to what is invalid. */
      readonly path: readonly string[];
      /** The part of the text there. */
      readonly within?: Span | undefined;
    };

const OBJECT_HINT = 'write it as { "APP": { "COMMAND": "ctrl+s" } }';

/** Checks a value of the setting. A copy comes out, frozen. */
export function readBindings(value: unknown): CheckedBindings {
  const found = new Map<string, Readonly<Record<string, string | null>>>();
  const failed = (message: string, path: readonly string[], suggestion = OBJECT_HINT) =>
    ({ ok: false, message, path, suggestion }) as const;
  if (!isObject(value)) return failed('expected an object of apps', []);
  for (const [app, commands] of Object.entries(value)) {
    if (!isName(app)) return failed('expected the name of an app', [app]);
    if (!isObject(commands)) {
      return { ...failed('expected an object of commands', [app]), key: bindingKey({ app }) };
    }
    const keys = new Map<string, string | null>();
    for (const [command, text] of Object.entries(commands)) {
      const path = [app, command];
      if (!isName(command)) return failed('expected the id of a command', path);
      const checked = readBinding(text);
      if (!checked.ok) {
        return { ...checked, key: bindingKey({ app, command }), path };
      }
      keys.set(command, checked.value);
    }
    found.set(app, Object.freeze(Object.fromEntries(keys)));
  }
  return { ok: true, value: Object.freeze(Object.fromEntries(found)) };
}

type CheckedBinding =
  | { readonly ok: true; readonly value: string | null }
  | {
      readonly ok: false;
      readonly message: string;
      readonly suggestion?: string | undefined;
      readonly within?: Span | undefined;
    };

/** Checks the keys of one command. */
function readBinding(value: unknown): CheckedBinding {
  if (value === null) return { ok: true, value };
  if (typeof value !== 'string') return { ok: false, message: `expected ${BINDING_TEXT}` };
  const parsed = parseKeys(value);
  if (!parsed.ok) {
    const { message, suggestion, start, end } = parsed.error;
    return { ok: false, message, suggestion, within: { start, end } };
  }
  if (parsed.keys.length === 0) {
    return {
      ok: false,
      message: `expected ${BINDING_TEXT}, found an empty text`,
      suggestion: 'write null',
    };
  }
  for (const chord of parsed.keys) {
    const kept = findKept(chord);
    if (kept !== undefined) {
      return { ok: false, message: kept, suggestion: 'use another key, such as "f2"' };
    }
  }
  return { ok: true, value };
}

/** Reads one binding of a command line: `null` leaves the command without a key. */
export function readBindingText(text: string): CheckedBinding {
  return readBinding(text === 'null' ? null : text);
}

/** Reads the text of a variable or a flag: JSON, or `APP.COMMAND: key; APP2.COMMAND2: key2`. */
export function readBindingsText(text: string): CheckedBindings {
  if (text.trimStart().startsWith('{')) {
    const parsed = parseJson(text);
    if (parsed.ok) return readBindings(parsed.value);
    return { ok: false, message: parsed.errors[0]?.message ?? 'it is not JSON', path: [] };
  }
  const found = new Map<string, Map<string, string | null>>();
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const colon = part.indexOf(':');
    const path = bindingPath(PREFIX + part.slice(0, Math.max(0, colon)).trim());
    if (path?.command === undefined) {
      const message = 'expected APP.COMMAND and a key, separated by a colon';
      const suggestion = 'write it as "APP.COMMAND: ctrl+s; APP.COMMAND2: null"';
      return { ok: false, message, suggestion, path: [] };
    }
    const written = part.slice(colon + 1).trim();
    const commands = found.get(path.app) ?? new Map<string, string | null>();
    commands.set(path.command, written === 'null' ? null : written);
    found.set(path.app, commands);
  }
  return readBindings(
    Object.fromEntries([...found].map(([app, commands]) => [app, Object.fromEntries(commands)])),
  );
}

/** One value of the bindings of a layer; undefined where it has none. */
export function bindingIn(value: unknown, { app, command }: BindingPath): unknown {
  const apps = value as KeyBindings;
  const commands = Object.hasOwn(apps, app) ? apps[app] : undefined;
  if (commands === undefined || command === undefined) return commands;
  return Object.hasOwn(commands, command) ? commands[command] : undefined;
}

/** The bindings of several layers, the lowest first, in one value: the last one counts for a command. */
export function mergeBindings(layers: readonly KeyBindings[]): KeyBindings {
  const merged = new Map<string, Record<string, string | null>>();
  for (const [app, commands] of layers.flatMap((layer) => Object.entries(layer))) {
    const before = Object.entries(merged.get(app) ?? {});
    merged.set(app, Object.fromEntries([...before, ...Object.entries(commands)]));
  }
  return Object.freeze(Object.fromEntries(merged));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isName(text: string): boolean {
  return text !== '' && text.length <= MAX_NAME && !/\p{Cc}/u.test(text);
}
