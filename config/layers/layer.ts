/** A layer as read: values by key with their places, and the diagnostics. */
import { nearest, type Source, type Span } from '../../runtime/base/diagnostics.js';
import { fromProperty, type Declared } from '../declared.js';
import { fail, quotedKey, type ConfigDiagnostic } from '../diagnostics.js';
import { PROPERTIES, SECTIONS } from '../schema.js';
import type { ConfigOrigin } from '../types.js';

export interface Entry extends ConfigOrigin {
  readonly value: unknown;
  /** Where parts of the value are written, by their keys (`keys.APP.COMMAND`). */
  readonly places?: Readonly<Record<string, string>> | undefined;
  /** The value in its file, with secrets masked, for a diagnostic; undefined where it is in none. */
  readonly excerpt?: (() => Excerpt) | undefined;
}

/** Part of a file. */
export interface Excerpt {
  readonly source: Source;
  readonly span: Span;
}

export interface Layer {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly diagnostics: readonly ConfigDiagnostic[];
}

export const EMPTY_LAYER: Layer = { entries: new Map(), diagnostics: [] };

/** The schema's keys as the layers read them. */
export const DECLARED: ReadonlyMap<string, Declared> = new Map(
  [...PROPERTIES].map(([key, property]) => [key, fromProperty(key, property)]),
);

/**
 * `did you mean "log.level"?` for a key that is not known, and the keys of a section for its name. Never what was
 * written: an app's key that does not fit here for another reason is not misspelt.
 */
export function suggestKey(key: string, others: Iterable<string> = []): string | undefined {
  const own = [...others];
  if (PROPERTIES.has(key) || own.includes(key)) return undefined;
  const within = [...PROPERTIES.keys(), ...own].filter((known) => known.startsWith(`${key}.`));
  if (within.length > 0) return `its keys are ${within.join(', ')}`;
  const found = nearest(key, [...PROPERTIES.keys(), ...SECTIONS, ...own]);
  if (found !== undefined) return `did you mean "${found}"?`;
  // `level` alone is far from `log.level` by distance, and it is the likely slip where keys are nested.
  const nested = [...PROPERTIES.keys()].filter((known) => known.endsWith(`.${key}`));
  return nested.length === 1 ? `did you mean "${nested[0] ?? ''}"?` : undefined;
}

/** @param custom the app's keys that nothing declares: there is nothing to check their values by */
export function failUnknown(
  key: string,
  declared: Iterable<string>,
  custom: readonly string[],
): never {
  const suggestion = custom.includes(key)
    ? "declare it in the policy's configSchema"
    : suggestKey(key, [...declared, ...custom]);
  return fail('unknown-key', `${quotedKey(key)} is not a key of the configuration`, suggestion);
}
