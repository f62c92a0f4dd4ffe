/** Values that go between states and elements: when two are the same, and how one reads as text. */

/** Larger values are taken as different: comparing them would cost more than passing them on. */
const MAX_COMPARED = 10_000;

/** True for a set of any realm; not `instanceof`, since scripts and specs may have realms of their own. */
export function isSet(value: unknown): value is ReadonlySet<unknown> {
  return Object.prototype.toString.call(value) === '[object Set]';
}

export function isMap(value: unknown): value is ReadonlyMap<unknown, unknown> {
  return Object.prototype.toString.call(value) === '[object Map]';
}

/** True for arrays and for objects of no class: what a state makes reactive and compares by content. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Equal by content: sets and maps member by member, arrays and plain objects all the way down, the
 * rest by identity. NaN equals itself.
 */
export function equalValues(first: unknown, second: unknown): boolean {
  const pairs: Pair[] = [[first, second]];
  for (let compared = 0; ; compared++) {
    const pair = pairs.pop();
    if (pair === undefined) return true;
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (compared + pairs.length > MAX_COMPARED || !addParts(a, b, pairs)) return false;
  }
}

/** Two values that have to be equal. */
type Pair = readonly [unknown, unknown];

/** Adds the parts that two objects are equal by. False where the objects differ already. */
function addParts(a: object, b: object, pairs: Pair[]): boolean {
  if (isSet(a)) return isSet(b) && sameMembers(a, b);
  if (isMap(a)) return isMap(b) && addEntries(a, b, pairs);
  if (Array.isArray(a)) return Array.isArray(b) && addItems(a, b, pairs);
  if (!isPlain(a) || !isPlain(b)) return false;
  return !isSet(b) && !isMap(b) && !Array.isArray(b) && addFields(a, b, pairs);
}

function addEntries(
  a: ReadonlyMap<unknown, unknown>,
  b: ReadonlyMap<unknown, unknown>,
  pairs: Pair[],
): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    if (!b.has(key)) return false;
    pairs.push([value, b.get(key)]);
  }
  return true;
}

function addItems(a: readonly unknown[], b: readonly unknown[], pairs: Pair[]): boolean {
  if (a.length !== b.length || a.length > MAX_COMPARED) return false;
  for (let index = 0; index < a.length; index++) pairs.push([a[index], b[index]]);
  return true;
}

function addFields(a: object, b: object, pairs: Pair[]): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || keys.length > MAX_COMPARED) return false;
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) return false;
    pairs.push([Reflect.get(a, key), Reflect.get(b, key)]);
  }
  return true;
}

function sameMembers(a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): boolean {
  if (a.size !== b.size) return false;
  for (const member of a) if (!b.has(member)) return false;
  return true;
}

/** A value as the text of an element: lists with commas, nothing for null and undefined, else JSON. */
export function formatBound(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isSet(value) || Array.isArray(value)) {
    return Array.from(value as Iterable<unknown>, formatItem).join(', ');
  }
  return formatItem(value);
}

function formatItem(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isPlain(value)) {
    try {
      return String(value);
    } catch {
      return '';
    }
  }
  try {
    return JSON.stringify(value);
  } catch {
    // It refers to itself, or holds a bigint.
    return '';
  }
}

/** Members as texts, of a set, a list or one name; none of anything else. */
export function toIds(value: unknown): Set<string> {
  if (typeof value === 'string') return new Set(value === '' ? [] : [value]);
  if (!isSet(value) && !Array.isArray(value)) return new Set();
  return new Set(Array.from(value as Iterable<unknown>, formatItem));
}

/** The parts of a dotted key: `user.name` is `name` in `user`. Undefined where a part is empty. */
export function splitKey(key: string): readonly string[] | undefined {
  const parts = key.trim().split('.');
  return parts.includes('') ? undefined : parts;
}
