/**
 * Sends a configuration to another process: it is read in one that may see the user's file and environment, and
 * used in one that may not. The layers cross as data with their places; saving crosses back.
 */
import { messageOf, readValue } from './declared.js';
import { readFileLayer, type FileLayer } from './layers/file-layer.js';
import { DECLARED, EMPTY_LAYER, type Entry, type Layer } from './layers/layer.js';
import { fail, quotedKey } from './diagnostics.js';
import { withoutSecrets } from './texts/redact.js';
import { late } from '../runtime/base/late.js';
import type { Changes } from './files/save.js';
import { PROPERTIES } from './schema.js';
import { appRefusal } from './layers/set-by.js';

const saving = late(() => require('./files/save.js') as typeof import('./files/save.js'));

/** Values by key, each with its place. */
export type LayerData = readonly (readonly [key: string, entry: Entry])[];

export interface ConfigState {
  readonly configPath: string;
  /** Replaces `~` in paths. */
  readonly home: string;
  readonly file: FileData;
  readonly env: LayerData;
  readonly cli: LayerData;
}

export interface FileData {
  readonly exists: boolean;
  readonly entries: LayerData;
  /** What the user has saved for the app's own keys; undefined: as before. */
  readonly app?: LayerData | undefined;
}

/** What a save changes, by key; a key without a value is taken out of the file. */
export type ChangeData = readonly (readonly [key: string, value?: unknown])[];

export interface StateOptions {
  /** Whether the value of a variable may cross: one that a key of the app names, or one of tui's own. */
  readonly mayRead: (variable: string, isOwn: boolean) => boolean;
}

/** The entries without those of secret keys, and without the passwords in others. */
export function layerData({ entries }: Layer): LayerData {
  return [...entries]
    .filter(([key]) => DECLARED.get(key)?.secret !== true)
    .map(([key, entry]) => [key, withoutPasswords(key, entry)]);
}

/** Without its file. The address of the AI service may have its key in it. A path is a path, and an app's own values are its own. */
function withoutPasswords(key: string, { value, source, place, places }: Entry): Entry {
  const entry = { value, source, place, ...(places === undefined ? {} : { places }) };
  const canContainPassword = PROPERTIES.has(key) && PROPERTIES.get(key)?.format !== 'path';
  return canContainPassword && typeof value === 'string'
    ? { ...entry, value: withoutSecrets(value) }
    : entry;
}

/** The environment's layer: nothing of a variable crosses that the app may not see. */
export function environmentData(layer: Layer, options: StateOptions): LayerData {
  return layerData(layer).filter(([key, { place }]) => options.mayRead(place, DECLARED.has(key)));
}

/** Errors of a layer were reported where it was read. */
export function layerOf(data: LayerData): Layer {
  return { ...EMPTY_LAYER, entries: new Map(data) };
}

export function fileLayerOf({ exists, entries }: FileData): FileLayer {
  return { ...layerOf(entries), exists };
}

export function changeData(changes: Changes): ChangeData {
  return [...changes].map(([key, value]) => (value === undefined ? [key] : [key, value]));
}

/**
 * Saves changes that an app in another process requests. Checks every key and value here, and whether an app may save
 * it at all. Returns the new content of the file.
 *
 * @throws DiagnosticError, ConfigPermissionError, ConfigLockedError
 */
export function saveFor(configPath: string, data: unknown): FileData {
  if (!Array.isArray(data) || data.length > DECLARED.size) {
    fail('bad-value', 'expected an array of changes, one for each key');
  }
  const changes = new Map<string, unknown>();
  for (const change of data as readonly unknown[]) {
    const [key, value] = Array.isArray(change) ? (change as readonly unknown[]) : [];
    const declared = typeof key === 'string' ? DECLARED.get(key) : undefined;
    if (declared === undefined) fail('unknown-key', `${quotedKey(String(key))} cannot be saved`);
    const refusal = appRefusal(declared.key, value, 'save');
    if (refusal !== undefined) fail(refusal.code, refusal.message, refusal.suggestion);
    if (value === undefined) {
      changes.set(declared.key, undefined);
      continue;
    }
    const checked = readValue(declared, value);
    if (!checked.ok) fail('bad-value', messageOf(declared.key, checked), checked.suggestion);
    changes.set(declared.key, checked.value);
  }
  saving().saveChanges(configPath, changes);
  const file = readFileLayer(configPath);
  return { exists: file.exists, entries: layerData(file) };
}
