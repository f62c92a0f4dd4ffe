/** `$tui.state`: values of the app's own that are kept between runs. */
import type { StateApi } from '../script/globals/tui-global.js';
import type { Persistence } from './persistence.js';
import { MAX_KEY } from './saved.js';
import { plainJson } from './plain-values.js';

/**
 * @param persistence undefined where nothing is kept between runs
 * @param memory where the values are then
 */
export function createStateApi(
  persistence: Persistence | undefined,
  memory: Map<string, unknown>,
): StateApi {
  const kept = persistence ?? {
    get: (key: string) => structuredClone(memory.get(key)),
    set: (key: string, value: unknown) =>
      value === undefined ? memory.delete(key) : memory.set(key, value),
    clear: () => memory.clear(),
  };
  return Object.freeze({
    isKept: persistence !== undefined,
    get: (key: string) => kept.get(String(key)),
    set: (key: string, value: unknown) => void kept.set(checkedKey(key), checkedValue(key, value)),
    clear: () => kept.clear(),
  });
}

function checkedKey(key: string): string {
  const name = String(key);
  if (name.length > MAX_KEY || name === '__proto__') {
    throw new TypeError(`$tui.state: expected a key of at most ${MAX_KEY} characters`);
  }
  return name;
}

/** A copy; undefined for null and undefined, which remove a key. */
function checkedValue(key: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  const text = plainJson(value, false);
  if (text !== undefined) return JSON.parse(text);
  throw new TypeError(`$tui.state: expected a JSON value of at most 64 kB for "${String(key)}"`);
}
