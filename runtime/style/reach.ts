/**
 * What a change can reach: for every class, id, attribute and state that a selector names, which
 * elements may match differently once it changes. Reaches are never too small; they may be too large.
 */
import { SelectorType, type Selector } from 'css-what';
import {
  classOf,
  idOf,
  STATE_PSEUDOS,
  STRUCTURAL_PSEUDOS,
  type BucketKey,
  type Combinator,
  type Complex,
} from './selectors.js';

export interface Reach {
  /**
   * - `self`: the changed element
   * - `descendants`: what is below it, down to `depth` levels
   * - `siblings`: elements after it with the same parent
   * - `family`: everything below its parent
   * - `document`: everything
   */
  readonly scope: 'self' | 'descendants' | 'siblings' | 'family' | 'document';
  /** Levels below the changed element; Infinity where a descendant combinator stands between. */
  readonly depth: number;
  /** Only elements that have this can be meant. */
  readonly key: BucketKey;
}

/** A change by name: `.class`, `#id`, `[attribute`, `:state`, or one of the constants below. */
export type Feature = string;

/** Children were added, removed or moved. */
export const STRUCTURE: Feature = 'structure';
/** An element got its first content or lost its last. */
export const EMPTINESS: Feature = 'empty';
/** Anything below an element that a `:has()` may see. */
export const INSIDE: Feature = 'inside';

export class ReachMap {
  private readonly reaches = new Map<Feature, Map<string, Reach>>();

  add(complex: Complex): void {
    this.collect(complex, [], complex.key, false);
  }

  get(feature: Feature): Iterable<Reach> {
    return this.reaches.get(feature)?.values() ?? [];
  }

  has(feature: Feature): boolean {
    return this.reaches.has(feature);
  }

  /** @param after the combinators between this selector's subject and the element that is matched. */
  private collect(
    complex: Complex,
    after: readonly Combinator[],
    key: BucketKey,
    isInHas: boolean,
  ): void {
    for (const [index, compound] of complex.compounds.entries()) {
      const steps = [...complex.combinators.slice(index), ...after];
      const reach = isInHas ? anywhere(key) : reachOf(steps, key);
      for (const token of compound.simple) {
        const isInside =
          token.type === SelectorType.Pseudo && STATE_PSEUDOS.get(token.name)?.isInside;
        for (const feature of featuresOf(token)) {
          this.put(feature, isInside === true ? anywhere(key) : reach);
        }
      }
      const before = complex.combinators[index - 1];
      if (before === 'sibling' || before === 'adjacent') this.put(STRUCTURE, reach);
      for (const { name, list } of compound.nested) {
        if (name === 'has') this.put(INSIDE, anywhere(key));
        for (const nested of list) this.collect(nested, steps, key, isInHas || name === 'has');
      }
    }
  }

  private put(feature: Feature, reach: Reach): void {
    let known = this.reaches.get(feature);
    if (known === undefined) this.reaches.set(feature, (known = new Map()));
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
  const depth = steps.includes('descendant') ? Infinity : steps.length - sideways;
  return { scope: sideways === 0 ? 'descendants' : 'family', depth, key };
}

function featuresOf(token: Selector): Feature[] {
  const id = idOf(token);
  if (id !== undefined) return [`#${id}`];
  const className = classOf(token);
  if (className !== undefined) return [`.${className}`];
  if (token.type === SelectorType.Attribute) return [attributeFeature(token.name)];
  if (token.type !== SelectorType.Pseudo) return [];
  if (STRUCTURAL_PSEUDOS.has(token.name)) return [STRUCTURE];
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
