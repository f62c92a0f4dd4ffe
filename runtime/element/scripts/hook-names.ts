/** Finds methods named like a hook that are not hooks: the runtime would never call them. */
import * as internals from '../internals.js';

type Internals = Readonly<Record<string, unknown>>;

/** Hooks by the words of their symbols: `paint` to `PAINT`. */
let hooks: ReadonlyMap<string, { readonly constant: string; readonly symbol: symbol }> | undefined;

/** What the runtime sets, and classes do not declare. */
const STATE: ReadonlySet<unknown> = new Set([
  internals.DEFINITION,
  internals.PROPS,
  internals.COMPUTED,
  internals.HAS_STATE,
  internals.SET_PROPS,
  internals.REPORT_INVALID_VALUE,
]);

function readHooks(): NonNullable<typeof hooks> {
  const found = new Map<string, { constant: string; symbol: symbol }>();
  for (const [constant, symbol] of Object.entries(internals as Internals)) {
    if (typeof symbol !== 'symbol' || STATE.has(symbol)) continue;
    found.set(symbol.description ?? '', { constant, symbol });
  }
  return found;
}

/**
 * @param top the class of all elements, whose members have the names of hooks where scripts may call those
 * @throws TypeError if a class has a member `paint` and no `[PAINT]`. A class that has both may call one from the other.
 */
export function checkHookNames(tag: string, prototype: object, top: object): void {
  const chain: object[] = [];
  for (
    let each: object | null = prototype;
    each !== null && each !== top;
    each = Object.getPrototypeOf(each) as object | null
  ) {
    chain.push(each);
  }
  hooks ??= readHooks();
  for (const name of chain.flatMap((each) => Object.getOwnPropertyNames(each))) {
    const hook = hooks.get(name);
    if (hook === undefined || chain.some((each) => Object.hasOwn(each, hook.symbol))) continue;
    const { constant } = hook;
    throw new TypeError(
      `<${tag}>: nothing calls "${name}"; name it [${constant}] and import ${constant} from elements/support/author.js`,
    );
  }
}
