/**
 * Flattens nested objects to keys in dot notation, with the place of each value.
 *
 * JSON's own rule for a name that appears twice in an object holds: the last one counts, whole. It is
 * reported, since it is never intended.
 */
import type { JsonNode } from '../../runtime/base/json/json.js';
import type { Span } from '../../runtime/base/diagnostics.js';

export interface Leaf {
  readonly path: readonly string[];
  /** The path in dot notation. */
  readonly key: string;
  readonly node: JsonNode;
  /** Offsets of the last name on the path, quotes included. */
  readonly name: Span;
}

export interface Flattened {
  readonly leaves: readonly Leaf[];
  /** Names that appear twice: the first ones, which do not count. */
  readonly duplicates: readonly Leaf[];
}

/** Objects below this many names are values by themselves: no key is that long. */
const MAX_KEY_DEPTH = 32;

/** @param isLeaf whether an object is a value by itself and is not looked into */
export function flatten(object: JsonNode, isLeaf: (key: string) => boolean): Flattened {
  const leaves: Leaf[] = [];
  const duplicates: Leaf[] = [];
  const waiting: { node: JsonNode; path: readonly string[] }[] = [{ node: object, path: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner: typeof waiting = [];
    const last = new Map<string, Leaf>();
    for (const leaf of members(next.node, next.path)) {
      const name = leaf.path.at(-1) ?? '';
      const before = last.get(name);
      if (before !== undefined) duplicates.push(before);
      last.set(name, leaf);
    }
    for (const leaf of last.values()) {
      const inside = leaf.node.type === 'object' && leaf.path.length < MAX_KEY_DEPTH;
      if (inside && !isLeaf(leaf.key)) inner.push(leaf);
      else leaves.push(leaf);
    }
    waiting.push(...inner.reverse());
  }
  // As they are in the text, in which order readers expect them.
  leaves.sort((a, b) => a.node.offset - b.node.offset);
  return { leaves, duplicates };
}

/** The properties of an object node, as written. */
export function members(object: JsonNode, path: readonly string[] = []): Leaf[] {
  const found: Leaf[] = [];
  for (const property of object.children ?? []) {
    const [name, value] = property.children ?? [];
    if (name === undefined || value === undefined) continue;
    const here = [...path, String(name.value)];
    found.push({
      path: here,
      key: here.join('.'),
      node: value,
      name: { start: name.offset, end: name.offset + name.length },
    });
  }
  return found;
}

/** The member that counts: the last of its name. */
export function member(object: JsonNode, name: string): JsonNode | undefined {
  return members(object).findLast((leaf) => leaf.path[0] === name)?.node;
}
