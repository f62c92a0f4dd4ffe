/** Converts values of states to JSON and back: JSON values, and sets and maps of them. */
import { isMap, isPlain, isSet } from '../element/binding/values.js';
import { MAX_DEPTH, MAX_VALUE } from './saved.js';

/** Members that represent a set and a map: `{ "$tui:set": [1, 2] }`. */
const SET = '$tui:set';
const MAP = '$tui:map';

/** A value that JSON would change: a date, a function, NaN, an object of a class. */
class NotPlain extends Error {}

/**
 * A value as JSON; undefined where JSON would make another value of it, or where it is too large or too deep.
 *
 * @param collections whether sets and maps are kept too
 */
export function plainJson(value: unknown, collections: boolean): string | undefined {
  try {
    const text = JSON.stringify(plainOf(value, collections, 0));
    return typeof text === 'string' && text.length <= MAX_VALUE ? text : undefined;
  } catch {
    // A cycle, a getter that throws, a value that JSON cannot represent.
    return undefined;
  }
}

function plainOf(value: unknown, collections: boolean, depth: number): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (depth >= MAX_DEPTH) throw new NotPlain();
  const inner = (each: unknown): unknown => plainOf(each, collections, depth + 1);
  if (collections && isSet(value)) return { [SET]: [...value].map(inner) };
  if (collections && isMap(value)) {
    return { [MAP]: [...value].map(([key, each]) => [inner(key), inner(each)]) };
  }
  if (!isPlain(value)) throw new NotPlain();
  if (Array.isArray(value)) return Array.from(value as readonly unknown[], inner);
  return Object.fromEntries(
    Object.entries(value)
      // As JSON does: a member without a value is none.
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => [key, inner(each)]),
  );
}

/** The value of what `plainJson` made, once parsed. */
export function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(revived);
  const [first, ...rest] = Object.entries(value);
  if (first !== undefined && rest.length === 0 && Array.isArray(first[1])) {
    const [name, members] = first as [string, unknown[]];
    if (name === SET) return new Set(members.map(revived));
    if (name === MAP && members.every((each) => Array.isArray(each) && each.length === 2)) {
      return new Map(members.map((each) => revived(each) as [unknown, unknown]));
    }
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revived(each)]));
}

/** The kind of a value: a saved one replaces one of the same kind alone. */
function kindOfValue(value: unknown): string {
  if (isSet(value)) return 'set';
  if (isMap(value)) return 'map';
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}

/** Whether a saved value may replace another: one of the same kind, and null and undefined are of every kind. */
export function fits(saved: unknown, now: unknown): boolean {
  if (saved === null || now === null || now === undefined) return true;
  return kindOfValue(saved) === kindOfValue(now);
}
