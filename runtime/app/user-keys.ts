/**
 * Keys that the user has chosen for the commands of an app, by the setting `keys`. An app is called as its policy names
 * it, else as its file.
 */
import type { ConfigApi, KeyBindings } from '../../config/types.js';
import { didYouMean, type Diagnostic } from '../base/diagnostics.js';
import { jsonValue, parseJsonTree } from '../base/json/json.js';
import { parseKeys } from '../base/keys/parse.js';
import { findKeyWarning } from '../base/keys/reach.js';
import { formatChord, type Chord } from '../base/keys/strokes.js';
import {
  commandsOf,
  hasCommands,
  keysOf,
  setUserKeys,
  userKeysOf,
} from '../element/commands/commands.js';
import { COMMAND } from '../element/internals.js';
import { idOf, parentElementOf, queryFirst, textOf } from '../element/tree.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';

export const USER_KEYS = 'keys';
/** Every app. */
const ANY = '*';

export interface UserKeysParts {
  readonly document: TuiDocument;
  readonly file: string | undefined;
  readonly config: ConfigApi | undefined;
}

/** What an app is called in the setting: the `name` of its policy, else its file's name without the ending. */
export function appNameOf({ document, file = '' }: Omit<UserKeysParts, 'config'>): string {
  const policy = queryFirst(document, 'policy');
  const parsed = policy === null ? undefined : parseJsonTree(textOf(policy));
  const values: unknown = parsed?.ok === true ? jsonValue(parsed.tree) : undefined;
  const name = (values as { readonly name?: unknown } | undefined)?.name;
  if (typeof name === 'string' && name.trim() !== '') return name;
  const [last = ''] = /[^/\\]*$/.exec(file.replace(/[?#].*$/, '')) ?? [];
  return last.replace(/\.[^.]+$/, '');
}

/** The keys of commands by their ids, without those of other apps. */
function chosenKeys(parts: UserKeysParts): ReadonlyMap<string, readonly Chord[]> {
  const found = new Map<string, readonly Chord[]>();
  const all = parts.config?.keys ?? {};
  // Most users have none: then the policy is not read.
  if (Object.keys(all).length === 0) return found;
  for (const app of [ANY, appNameOf(parts)]) {
    for (const [id, text] of Object.entries(ownOf(all, app))) {
      const parsed = parseKeys(text ?? '');
      if (parsed.ok) found.set(id, parsed.keys);
    }
  }
  return found;
}

function ownOf(all: KeyBindings, app: string): KeyBindings[string] {
  return (Object.hasOwn(all, app) ? all[app] : undefined) ?? {};
}

export function applyUserKeys(parts: UserKeysParts): void {
  setUserKeys(parts.document, chosenKeys(parts));
}

/** Warnings about what the user has chosen: commands that do not exist, and keys that cannot have their effect. */
export function checkUserKeys(parts: UserKeysParts): Diagnostic[] {
  const { document, config } = parts;
  const all = config?.keys ?? {};
  if (Object.keys(all).length === 0 || !hasCommands(document)) return [];
  const app = appNameOf(parts);
  const own = ownOf(all, app);
  const commands = commandsOf(document);
  const ids = new Set(commands.map(idOf));
  const found: Diagnostic[] = [];
  const warn = (id: string, code: string, message: string, suggestion?: string): void => {
    const key = settingFor(app, id);
    const place = config?.getOrigin(key)?.place;
    const where = place === undefined ? key : `${place}: ${key}`;
    found.push({ severity: 'warning', code, message: `${where}: ${message}`, suggestion });
  };
  for (const id of Object.keys(own)) {
    if (ids.has(id)) continue;
    const message = `the app has no command "${id}" now`;
    warn(id, 'unknown-command', message, didYouMean(id, [...ids]));
  }
  for (const element of commands) {
    for (const chord of userKeysOf(element) ?? []) {
      const problem = findKeyWarning(chord) ?? findConflict(element, chord, { app, commands });
      if (problem === undefined) continue;
      warn(idOf(element), 'key-conflict', problem.message, problem.suggestion);
    }
  }
  return found;
}

/** Another command of the same element with a key of the app's or the user's own that a chord collides with. */
function findConflict(
  element: TuiElement,
  chord: Chord,
  { app, commands }: { readonly app: string; readonly commands: readonly TuiElement[] },
): { readonly message: string; readonly suggestion: string } | undefined {
  const around = parentElementOf(element);
  let isBefore = true;
  for (const other of commands) {
    // Of two that the user has chosen, the later one is reported.
    if (other === element) isBefore = false;
    if (other === element || parentElementOf(other) !== around) continue;
    if (!isBefore && userKeysOf(other) !== undefined) continue;
    // Of two that are enabled by turns, each has the key.
    if (other[COMMAND]?.isDisabled === true) continue;
    const isSame = keysOf(other).find((each) => startsWith(each, chord) || startsWith(chord, each));
    if (isSame === undefined) continue;
    const name = formatChord(chord, 'ascii');
    const label = other[COMMAND]?.label ?? idOf(other);
    const suggestion = `tui config unset ${settingFor(app, idOf(element))}`;
    if (isSame.length === chord.length) {
      const lost = userKeysOf(other) === undefined ? ', which has it no longer' : '';
      return { message: `${name} is the key of "${label}", too${lost}`, suggestion };
    }
    const longer = formatChord(isSame.length > chord.length ? isSame : chord, 'ascii');
    const shorter = formatChord(isSame.length > chord.length ? chord : isSame, 'ascii');
    return { message: `${shorter} begins ${longer}: it waits for a second`, suggestion };
  }
  return undefined;
}

/** The setting for one command. */
function settingFor(app: string, id: string): string {
  return `${USER_KEYS}.${/[."]/.test(app) ? JSON.stringify(app) : app}.${id}`;
}

function startsWith(chord: Chord, start: Chord): boolean {
  return start.every(({ id }, index) => chord[index]?.id === id);
}
