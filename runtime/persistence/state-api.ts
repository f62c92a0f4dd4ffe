/** `$tui.state`: values of the app's own that are kept between runs. */
import type { StateApi } from '../script/globals/tui-global.js';
import type { Persistence } from './persistence.js';

/** @param persistence undefined where nothing is kept: then the values last as long as the app */
export function createStateApi(persistence: Persistence | undefined): StateApi {
  const memory = new Map<string, string>();
  return Object.freeze({
    isKept: persistence !== undefined,
    get: (key: string) => {
      if (persistence !== undefined) return persistence.get(String(key));
      const text = memory.get(String(key));
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    set: (key: string, value: unknown) => {
      if (persistence !== undefined) persistence.set(String(key), value);
      else if (value === undefined || value === null) memory.delete(String(key));
      else memory.set(String(key), JSON.stringify(value));
    },
    clear: () => {
      memory.clear();
      persistence?.clear();
    },
  });
}
