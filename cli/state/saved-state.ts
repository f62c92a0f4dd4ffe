/** Validates the state that an app sends, and merges changes into it. */
import { isSecretSetting, withoutSecrets } from '../../config/index.js';
import {
  MAX_KEY,
  MAX_VALUE,
  type SavedElement,
  type SavedState,
} from '../../runtime/persistence/saved.js';

/** Days for which the state of a removed element is kept. */
const KEPT_DAYS = 30;
/** Maximum elements, states and values of an app, each. */
const MAX_ENTRIES = 5000;

export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Entries by key, without a prototype, and no more than an app can have. */
function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value)
    ? Object.entries(value)
        .filter(([key]) => key.length <= MAX_KEY && key !== '__proto__')
        .slice(0, MAX_ENTRIES)
    : [];
}

/** What of a value is a state. What looks like a secret is left out, by its name or by its text. */
export function cleanState(value: Fields): {
  readonly kept: SavedState;
  readonly leftOut: string[];
} {
  const leftOut: string[] = [];
  const isFine = (name: string, key: string, each: unknown): boolean => {
    const text = JSON.stringify(each);
    if (text === undefined || text.length > MAX_VALUE) return false;
    const isSecret =
      isSecretSetting(key, each) ||
      // Tokens, passwords in addresses, members named like secrets.
      withoutSecrets(text) !== text ||
      hasSecretMember(each, 0);
    if (isSecret && leftOut.length < MAX_LEFT_OUT) leftOut.push(name);
    return !isSecret;
  };
  const valuesOf = (kind: 'states' | 'own'): Record<string, unknown> =>
    Object.fromEntries(
      entriesOf(value[kind]).filter(
        // Of the app's own values null removes one.
        ([key, each]) =>
          (each !== null || kind === 'states') && isFine(`${kind} ${key}`, key, each),
      ),
    );
  const elements = entriesOf(value['elements']).flatMap(([id, each]): [string, SavedElement][] => {
    const { tag, fields, seen } = isRecord(each) ? each : {};
    if (typeof tag !== 'string' || tag.length > MAX_KEY) return [];
    const name = `elements ${id}`;
    if (isSecretSetting(id, undefined)) {
      if (leftOut.length < MAX_LEFT_OUT) leftOut.push(name);
      return [];
    }
    const kept = Object.fromEntries(
      entriesOf(fields).filter(([key, field]) => isFine(name, key, field)),
    );
    const day = typeof seen === 'string' && /^\d{4}-\d\d-\d\d$/.test(seen) ? seen : undefined;
    return [[id, { tag, fields: kept, ...(day === undefined ? {} : { seen: day }) }]];
  });
  const kept = {
    elements: Object.fromEntries(elements),
    states: valuesOf('states'),
    own: valuesOf('own'),
  };
  return { kept, leftOut };
}

/** Names of values that look like secrets, in one answer. */
const MAX_LEFT_OUT = 20;

function hasSecretMember(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > 64) return false;
  return Object.entries(value).some(
    ([key, each]) =>
      (!Array.isArray(value) && each !== '' && each !== null && isSecretSetting(key, each)) ||
      hasSecretMember(each, depth + 1),
  );
}

/** Keys of states and values that are to go. */
export function removals(changes: Fields): ReadonlySet<string> {
  const own = entriesOf(changes['own']).filter(([, value]) => value === null);
  const { secret } = changes;
  const states = Array.isArray(secret) ? secret.slice(0, MAX_ENTRIES).map(String) : [];
  return new Set([...own.map(([key]) => `own ${key}`), ...states.map((key) => `states ${key}`)]);
}

/** What was changed last comes first: where there is too much, the oldest goes. */
export function merged(
  before: SavedState,
  changes: SavedState,
  gone: ReadonlySet<string>,
  now: Date,
): SavedState {
  const today = now.toISOString().slice(0, 10);
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10);
  const values = (kind: 'states' | 'own'): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries({ ...changes[kind], ...before[kind], ...changes[kind] })
        .filter(([key]) => !gone.has(`${kind} ${key}`))
        .slice(0, MAX_ENTRIES),
    );
  const changed = Object.entries(changes.elements).map(([id, each]): [string, SavedElement] => {
    const old = Object.hasOwn(before.elements, id) ? before.elements[id] : undefined;
    const fields = old?.tag === each.tag ? { ...old.fields, ...each.fields } : each.fields;
    return [id, { tag: each.tag, fields, seen: today }];
  });
  const others = Object.entries(before.elements)
    .filter(([id, { seen = today }]) => seen >= oldest && !Object.hasOwn(changes.elements, id))
    // A day that is still to come would be kept for ever.
    .map(([id, each]): [string, SavedElement] => [
      id,
      (each.seen ?? today) > today ? { ...each, seen: today } : each,
    ]);
  return {
    elements: Object.fromEntries([...changed, ...others].slice(0, MAX_ENTRIES)),
    states: values('states'),
    own: values('own'),
  };
}
