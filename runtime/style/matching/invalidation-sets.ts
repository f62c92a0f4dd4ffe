/**
 * Invalidation sets: for every class, id, attribute and state that a selector names, which
 * elements may match differently once it changes. Reaches are never too small; they may be too large.
 */
import { SelectorType, type Selector } from 'css-what';
import {
  classOf,
  idOf,
  keyOf,
  STATE_PSEUDOS,
  type BucketKey,
  type Combinator,
  type Complex,
  type Compound,
} from './selectors.js';
import type { Side } from './sibling-invalidation.js';

export interface Reach {
  /**
   * - `self`: the changed element
   * - `descendants`: what is below it, down to `depth` levels
   * - `siblings`: elements after it with the same parent
   * - `family`: everything below its parent
   * - `document`: everything
   */
  readonly scope: 'self' | 'descendants' | 'siblings' | 'family' | 'document';
  /** Levels below the changed element; Infinity where a descendant combinator is between. */
  readonly depth: number;
  /** Only elements that have this can be meant. */
  readonly key: BucketKey;
}

/** A change by name: `.class`, `#id`, `[attribute`, `:state`, or one of the constants below; changes among children are distinguished by place. */
export type Feature = string;

/** What children that came, went or moved can reach. */
export interface StructureReach {
  /** From each of the siblings that count as changed. */
  readonly reach: Reach;
  readonly side: Side;
  /** A sibling that has none of these does not count; undefined where any may. */
  readonly own: readonly BucketKey[] | undefined;
  /** What the parent must be, or be inside of, for the rule to mean its children. */
  readonly around: Around | undefined;
}

export interface Around {
  readonly relation: 'child' | 'descendant';
  readonly keys: readonly BucketKey[];
}

/** An element got its first content or lost its last. */
export const EMPTINESS: Feature = 'empty';
/** Anything below an element that a `:has()` may see. */
export const INSIDE: Feature = 'inside';

export class ReachMap {
  readonly #reaches = new Map<Feature, Map<string, Reach>>();
  readonly #structures = new Map<string, StructureReach>();

  add(complex: Complex): void {
    this.#collect(complex, [], complex.key, false);
  }

  get(feature: Feature): Iterable<Reach> {
    return this.#reaches.get(feature)?.values() ?? [];
  }

  get structure(): Iterable<StructureReach> {
    return this.#structures.values();
  }

  /** Whether what an element matches depends on its siblings, or on what is in it. */
  get dependsOnPlaces(): boolean {
    return this.#structures.size > 0 || this.has(INSIDE);
  }

  has(feature: Feature): boolean {
    return this.#reaches.has(feature);
  }

  /** @param after the combinators between this selector's subject and the element that is matched. */
  #collect(complex: Complex, after: readonly Combinator[], key: BucketKey, isInHas: boolean): void {
    for (const [index, compound] of complex.compounds.entries()) {
      const steps = [...complex.combinators.slice(index), ...after];
      const reach = isInHas ? anywhere(key) : reachOf(steps, key);
      for (const token of compound.simple) {
        const { isInside = false, isOutside = false } =
          (token.type === SelectorType.Pseudo ? STATE_PSEUDOS.get(token.name) : undefined) ?? {};
        for (const feature of featuresOf(token)) {
          this.#put(feature, isInside || isOutside ? anywhere(key) : reach);
        }
      }
      this.#collectStructure(complex, index, reach);
      for (const { name, list } of compound.nested) {
        if (name === 'has') this.#put(INSIDE, anywhere(key));
        for (const nested of list) this.#collect(nested, steps, key, isInHas || name === 'has');
      }
    }
  }

  #collectStructure(complex: Complex, index: number, reach: Reach): void {
    const compound = complex.compounds[index]!;
    const sides = new Set(compound.simple.flatMap(sidesOf));
    const before = complex.combinators[index - 1];
    if (before === 'adjacent') sides.add('next');
    if (before === 'sibling') sides.add('after');
    if (sides.size === 0) return;
    const own = keysOf(compound);
    const around = aroundOf(complex, index);
    for (const side of sides) {
      const found: StructureReach = { reach, side, own, around };
      this.#structures.set(JSON.stringify(found), found);
    }
  }

  #put(feature: Feature, reach: Reach): void {
    let known = this.#reaches.get(feature);
    if (known === undefined) this.#reaches.set(feature, (known = new Map<string, Reach>()));
    known.set(`${reach.scope} ${reach.depth} ${reach.key.kind} ${reach.key.name}`, reach);
  }
}

function anywhere(key: BucketKey): Reach {
  return { scope: 'document', depth: Infinity, key };
}

function reachOf(steps: readonly Combinator[], key: BucketKey): Reach {
  if (steps.length === 0) return { scope: 'self', depth: 0, key };
  const sideways = steps.filter((step) => step === 'sibling' || step === 'adjacent').length;
  if (sideways === steps.length) return { scope: 'siblings', depth: 0, key };
  const isFar = steps.includes('descendant') || steps.includes('slotted');
  const depth = isFar ? Infinity : steps.length - sideways;
  return { scope: sideways === 0 ? 'descendants' : 'family', depth, key };
}

/** Pseudo-classes that hang on the place among siblings, with whose coming and going they notice. */
const SIDES: ReadonlyMap<string, readonly Side[]> = new Map<string, readonly Side[]>([
  ['first-child', ['next']],
  ['last-child', ['previous']],
  ['only-child', ['next', 'previous']],
  ['nth-child', ['after']],
  ['first-of-type', ['after']],
  ['nth-of-type', ['after']],
  ['nth-last-child', ['before']],
  ['last-of-type', ['before']],
  ['nth-last-of-type', ['before']],
  ['only-of-type', ['after', 'before']],
]);

function sidesOf(token: Selector): readonly Side[] {
  return token.type === SelectorType.Pseudo ? (SIDES.get(token.name) ?? []) : [];
}

/** What an element that matches has one of; undefined where that is not known. */
export function keysOf(compound: Compound): readonly BucketKey[] | undefined {
  const key = keyOf(compound);
  if (key.kind !== 'any') return [key];
  for (const { name, list } of compound.nested) {
    if (name !== 'is') continue;
    const keys = list.map((complex) => complex.key);
    if (keys.every(({ kind }) => kind !== 'any')) return keys;
  }
  return undefined;
}

/** What a compound of a selector asks of the elements around the one it matches. */
function aroundOf({ compounds, combinators }: Complex, index: number): Around | undefined {
  let at = index - 1;
  // Siblings have the same parent.
  while (combinators[at] === 'sibling' || combinators[at] === 'adjacent') at--;
  const relation = combinators[at];
  if (relation !== 'child' && relation !== 'descendant') return undefined;
  const keys = keysOf(compounds[at]!);
  return keys === undefined ? undefined : { relation, keys };
}

function featuresOf(token: Selector): Feature[] {
  const id = idOf(token);
  if (id !== undefined) return [`#${id}`];
  const className = classOf(token);
  if (className !== undefined) return [`.${className}`];
  if (token.type === SelectorType.Attribute) return [attributeFeature(token.name)];
  if (token.type !== SelectorType.Pseudo) return [];
  if (token.name === 'empty') return [EMPTINESS];
  if (token.name === 'state') return [stateFeature(String(token.data).trim())];
  const { states = [], attributes = [] } = STATE_PSEUDOS.get(token.name) ?? {};
  return [...states.map(stateFeature), ...attributes.map(attributeFeature)];
}

export function stateFeature(state: string): Feature {
  return `:${state}`;
}

/** `[show-values]` and `[showValues]` are one. */
export function attributeFeature(name: string): Feature {
  return `[${name.replace(/-/g, '').toLowerCase()}`;
}
