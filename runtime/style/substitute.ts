/**
 * `var(--name, fallback)`: bounded, so that no sheet can make a short text grow without end or
 * refer to itself.
 */

/** Maximum length of a substituted text, in UTF-16 units; longer texts are invalid. */
export const SUBSTITUTED_LENGTH = 4096;
/** How deep fallbacks and variables may nest. */
const DEPTH = 64;

/** True where the text may hold a `var()`; cheap. */
export function hasVariable(text: string): boolean {
  return /var\(/i.test(text);
}

/** The text of a custom property, already substituted; undefined if it is unset or invalid. */
export type Lookup = (name: string) => string | undefined;

/**
 * Replaces every `var()` in a text.
 *
 * @param miss is called with the name of each variable that had neither a value nor a fallback.
 * @returns undefined where a variable is missing without fallback, nesting is too deep or the result is too long.
 */
export function substitute(
  text: string,
  lookup: Lookup,
  miss?: (name: string) => void,
  depth = 0,
): string | undefined {
  if (depth > DEPTH) return undefined;
  let result = '';
  let from = 0;
  for (;;) {
    const start = findVariable(text, from);
    if (start < 0) break;
    const open = start + 4;
    const { close, comma } = closing(text, open);
    const name = text.slice(open, comma < 0 ? close : comma).trim();
    if (!/^--[^\s()]+$/.test(name)) return undefined;
    let value = lookup(name);
    if (value === undefined) {
      if (comma < 0) {
        miss?.(name);
        return undefined;
      }
      value = substitute(text.slice(comma + 1, close).trim(), lookup, miss, depth + 1);
      if (value === undefined) return undefined;
    }
    result += text.slice(from, start) + value;
    if (result.length > SUBSTITUTED_LENGTH) return undefined;
    from = close + 1;
  }
  result += text.slice(from);
  return result.length > SUBSTITUTED_LENGTH ? undefined : result.trim();
}

/** Start of the next `var(` that is a function of its own and not inside quotes. */
function findVariable(text: string, from: number): number {
  let quote = '';
  for (let index = from; index < text.length; index++) {
    const character = text[index]!;
    if (character === '\\') index++;
    else if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (
      (character === 'v' || character === 'V') &&
      text.slice(index, index + 4).toLowerCase() === 'var(' &&
      !/[\w-]/.test(text[index - 1] ?? ' ')
    ) {
      return index;
    }
  }
  return -1;
}

/** The parenthesis that closes the one before `open`, and the first comma on its level (or -1). */
function closing(text: string, open: number): { close: number; comma: number } {
  let depth = 0;
  let comma = -1;
  let quote = '';
  for (let index = open; index < text.length; index++) {
    const character = text[index]!;
    if (character === '\\') index++;
    else if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth++;
    else if (character === ')') {
      if (depth === 0) return { close: index, comma };
      depth--;
    } else if (character === ',' && depth === 0 && comma < 0) comma = index;
  }
  // At the end of a text CSS closes open blocks.
  return { close: text.length, comma };
}

/**
 * A set of custom properties: an element's own over its parent's. Shared: an element without any
 * has its parent's object.
 */
export class CustomProperties {
  static readonly none = new CustomProperties(undefined, new Map());
  readonly #resolved = new Map<string, string | undefined>();
  readonly #depth: number;

  readonly #parent: CustomProperties | undefined;
  readonly #own: ReadonlyMap<string, string | undefined>;

  /** @param own texts as declared; undefined takes the parent's value away (`initial`). */
  constructor(parent: CustomProperties | undefined, own: ReadonlyMap<string, string | undefined>) {
    this.#parent = parent;
    this.#own = own;

    this.#depth = parent === undefined ? 0 : parent.#depth + 1;
    // A chain as long as the document is deep would make each look-up as long.
    if (this.#depth < 16 || parent === undefined) return;
    const flat = new Map<string, string | undefined>();
    const chain: CustomProperties[] = [];
    for (let set: CustomProperties | undefined = parent; set !== undefined; set = set.#parent) {
      chain.push(set);
    }
    for (const set of chain.reverse()) {
      for (const name of set.#own.keys()) flat.set(name, set.get(name));
    }
    this.#parent = new CustomProperties(undefined, flat);
    this.#depth = 1;
  }

  /** What is set here or above, for suggestions. */
  names(): Set<string> {
    return new Set([...(this.#parent?.names() ?? []), ...this.#own.keys()]);
  }

  /** The substituted text of a custom property. */
  get(name: string): string | undefined {
    return this.#resolve(name, new Set(), 0);
  }

  #resolve(name: string, active: Set<string>, depth: number): string | undefined {
    if (!this.#own.has(name)) return this.#parent?.get(name);
    if (this.#resolved.has(name)) return this.#resolved.get(name);
    if (active.has(name)) {
      // Every member of a cycle is invalid, fallbacks or not; those that only lead to it are not members.
      const path = [...active];
      for (const member of path.slice(path.indexOf(name))) this.#resolved.set(member, undefined);
      return undefined;
    }
    if (depth > DEPTH) return undefined;
    active.add(name);
    const text = this.#own.get(name);
    const value =
      text === undefined || !hasVariable(text)
        ? text
        : substitute(text, (other) => this.#resolve(other, active, depth + 1));
    active.delete(name);
    if (!this.#resolved.has(name)) this.#resolved.set(name, value);
    return this.#resolved.get(name);
  }
}
