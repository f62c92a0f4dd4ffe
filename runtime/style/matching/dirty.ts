/**
 * Elements whose styles must be computed again: changes are recorded as they happen, at the cost of a map
 * entry, and spread over the tree once, when styles are next read.
 */
import {
  EMPTINESS,
  INSIDE,
  type Around,
  type Feature,
  type Reach,
  type ReachMap,
  type StructureReach,
} from './invalidation-sets.js';
import { descendantsOf } from '../../element/query.js';
import type { BucketKey } from './selectors.js';
import { Places, type Gap } from './sibling-invalidation.js';
import {
  isElement,
  parentElementOf as parentInFlatTree,
  getAttribute,
  isConnected,
  localNameOf,
  idOf,
} from '../../element/tree.js';
import { firstElementOf, nextElementOf, parentElementOf } from './tree-as-is.js';
import type { TuiElement, TuiNode } from '../../element/tui-element.js';

/** Match rules again. */
export const MATCH = 1;
/** Compute again with the same rules: inherited values have changed. */
export const RECOMPUTE = 2;
/** Descendants are affected as well. */
export const SUBTREE = 4;

/** Maximum ancestors searched for a rule that may match descendants; beyond, one is assumed. */
const LEVELS = 100;

export class DirtySet {
  /** Flags by element. */
  readonly elements = new Map<TuiElement, number>();
  readonly #features = new Map<TuiElement, Set<Feature>>();
  readonly #parents = new Map<TuiNode, Places>();
  #isInsideChanged = false;

  get isEmpty(): boolean {
    return (
      this.elements.size === 0 &&
      this.#features.size === 0 &&
      this.#parents.size === 0 &&
      !this.#isInsideChanged
    );
  }

  mark(element: TuiElement, flags: number): void {
    this.elements.set(element, (this.elements.get(element) ?? 0) | flags);
  }

  /** A class, id, attribute or state of the element changed. */
  addFeature(element: TuiElement, feature: Feature): void {
    let features = this.#features.get(element);
    if (features === undefined) this.#features.set(element, (features = new Set()));
    features.add(feature);
  }

  /** Children were added, removed or moved. */
  addParent(parent: TuiNode, gap: Gap): void {
    let places = this.#parents.get(parent);
    if (places === undefined) this.#parents.set(parent, (places = new Places()));
    places.add(gap);
    this.#isInsideChanged = true;
  }

  clear(): void {
    this.elements.clear();
    this.#features.clear();
    this.#parents.clear();
    this.#isInsideChanged = false;
  }

  /** Turns what was noted into flags on elements. */
  spread(reach: ReachMap, roots: () => Iterable<TuiElement>): void {
    if (this.#isInsideChanged) {
      for (const each of reach.get(INSIDE)) this.#spreadEverywhere(each, roots());
    }
    for (const [element, features] of this.#features) {
      for (const feature of features) {
        for (const each of reach.get(feature)) this.#spreadOne(element, each, roots);
      }
    }
    for (const [parent, places] of this.#parents) {
      for (const each of reach.structure) this.#spreadChildren(parent, places, each, roots);
      if (isElement(parent)) {
        for (const each of reach.get(EMPTINESS)) this.#spreadOne(parent, each, roots);
      }
    }
    this.#features.clear();
    this.#parents.clear();
    this.#isInsideChanged = false;
  }

  #spreadOne(element: TuiElement, reach: Reach, roots: () => Iterable<TuiElement>): void {
    if (!isConnected(element)) return;
    switch (reach.scope) {
      case 'self':
        if (hadKey(element, reach)) this.mark(element, MATCH);
        return;
      case 'descendants':
        this.#spreadBelow(element, reach);
        return;
      case 'siblings': {
        let next = nextElementOf(element);
        for (; next !== null; next = nextElementOf(next)) {
          if (hasKey(next, reach.key)) this.mark(next, MATCH);
        }
        return;
      }
      case 'family': {
        // The last step may lead sideways from a descendant, or down from a sibling.
        let member: TuiElement | null = element;
        for (; member !== null; member = nextElementOf(member)) {
          if (member === element ? hadKey(member, reach) : hasKey(member, reach.key)) {
            this.mark(member, MATCH);
          }
          this.#spreadBelow(member, reach);
        }
        return;
      }
      case 'document':
        this.#spreadEverywhere(reach, roots());
    }
  }

  /** What a change among the children of a parent may mean for those that stayed. */
  #spreadChildren(
    parent: TuiNode,
    places: Places,
    { reach, side, own, around }: StructureReach,
    roots: () => Iterable<TuiElement>,
  ): void {
    const first = firstElementOf(parent);
    if (first === null || !isConnected(first)) return;
    if (around !== undefined && !isAround(parent, around)) return;
    const isSideways = reach.scope === 'siblings' || reach.scope === 'family';
    const walked = new Set<TuiElement>();
    for (const child of places.on(side, parent)) {
      if (own !== undefined && !own.some((key) => hasKey(child, key))) continue;
      if (reach.scope === 'self') {
        if (hasKey(child, reach.key)) this.mark(child, MATCH);
      } else if (!isSideways) this.#spreadOne(child, reach, roots);
      else {
        // What is behind a sibling that was walked over was walked over, too.
        let member: TuiElement | null = child;
        for (; member !== null && !walked.has(member); member = nextElementOf(member)) {
          walked.add(member);
          if (hasKey(member, reach.key)) this.mark(member, MATCH);
          if (reach.scope === 'family') this.#spreadBelow(member, reach);
        }
      }
      if (reach.scope === 'document') return;
    }
  }

  #spreadEverywhere(reach: Reach, roots: Iterable<TuiElement>): void {
    for (const root of roots) {
      if (hasKey(root, reach.key)) this.mark(root, MATCH);
      this.#spreadBelow(root, { ...reach, depth: Infinity });
    }
  }

  #spreadBelow(top: TuiElement, reach: Reach): void {
    for (const element of descendantsOf(top, reach.depth)) {
      if (hasKey(element, reach.key)) this.mark(element, MATCH);
    }
  }
}

/** For the changed element itself: the class or id that leads to it may be the very one it has lost. */
function hadKey(element: TuiElement, reach: Reach): boolean {
  return reach.key.kind === 'class' || reach.key.kind === 'id' || hasKey(element, reach.key);
}

function isAround(parent: TuiNode, { relation, keys }: Around): boolean {
  if (!isElement(parent)) return false;
  let at: TuiElement | null = parent;
  for (let level = 0; at !== null; level++, at = parentElementOf(at)) {
    const element: TuiElement = at;
    if (keys.some((key) => hasKey(element, key))) return true;
    if (relation === 'child') return false;
    if (level >= LEVELS) return true;
  }
  return false;
}

function hasKey(element: TuiElement, key: BucketKey): boolean {
  switch (key.kind) {
    case 'any':
      return true;
    case 'tag':
      return localNameOf(element) === key.name;
    case 'id':
      return idOf(element) === key.name;
    case 'class':
      return classesOf(element).includes(key.name);
  }
}

/** An element's classes; those of most elements are none. */
export function classesOf(element: TuiElement): readonly string[] {
  return splitClasses(getAttribute(element, 'class'));
}

const NO_CLASSES: readonly string[] = [];

/** Texts of attributes, which rows have in common. */
const split = new Map<string, readonly string[]>();
const MAX_SPLIT = 1000;

export function splitClasses(text: string | null): readonly string[] {
  if (text === null || text === '') return NO_CLASSES;
  let names = split.get(text);
  if (names === undefined) {
    names = text.split(/[\t\n\f\r ]+/).filter((name) => name !== '');
    if (split.size >= MAX_SPLIT) split.clear();
    split.set(text, names);
  }
  return names;
}

/** The depth of an element; depths of its ancestors are cached, so that a deep document needs one walk. */
export function depthOf(element: TuiElement, depths: Map<TuiElement, number>): number {
  const path: TuiElement[] = [];
  let above: TuiElement | null = element;
  while (above !== null && !depths.has(above)) {
    path.push(above);
    above = parentInFlatTree(above);
  }
  let depth = above === null ? -1 : (depths.get(above) ?? -1);
  for (const each of path.reverse()) depths.set(each, ++depth);
  return depth;
}
