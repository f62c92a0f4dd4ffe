/**
 * Which elements have to be looked at again: changes are noted as they happen, at the cost of a map
 * entry, and spread over the tree once, when styles are asked for.
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
import { descendantsOf } from '../element/query.js';
import type { BucketKey } from './selectors.js';
import { Places, type Gap, type Parent } from './sibling-invalidation.js';

/** Match the rules again. */
export const MATCH = 1;
/** Compute again with the same rules: the parent hands down something else. */
export const RECOMPUTE = 2;
/** Everything below is new as well. */
export const SUBTREE = 4;

/** The part of an element that spreading a change needs. */
export interface Walkable {
  readonly id: string;
  readonly localName: string;
  readonly isConnected: boolean;
  readonly parentElement: this | null;
  readonly firstElementChild: this | null;
  readonly lastElementChild: this | null;
  readonly nextElementSibling: this | null;
  readonly previousElementSibling: this | null;
  getAttribute(name: string): string | null;
}

/** Levels looked up to find whether a rule can mean what is inside; above that it is taken to. */
const LEVELS = 100;

export class DirtySet<E extends Walkable> {
  /** Flags by element. */
  readonly elements = new Map<E, number>();
  private readonly features = new Map<E, Set<Feature>>();
  private readonly parents = new Map<Parent<E>, Places<E>>();
  private isInsideChanged = false;

  get isEmpty(): boolean {
    return (
      this.elements.size === 0 &&
      this.features.size === 0 &&
      this.parents.size === 0 &&
      !this.isInsideChanged
    );
  }

  mark(element: E, flags: number): void {
    this.elements.set(element, (this.elements.get(element) ?? 0) | flags);
  }

  /** A class, id, attribute or state of the element changed. */
  addFeature(element: E, feature: Feature): void {
    let features = this.features.get(element);
    if (features === undefined) this.features.set(element, (features = new Set()));
    features.add(feature);
  }

  /** Children were added, removed or moved. */
  addParent(parent: Parent<E>, gap: Gap<E>): void {
    let places = this.parents.get(parent);
    if (places === undefined) this.parents.set(parent, (places = new Places()));
    places.add(gap);
    this.isInsideChanged = true;
  }

  clear(): void {
    this.elements.clear();
    this.features.clear();
    this.parents.clear();
    this.isInsideChanged = false;
  }

  /** Turns what was noted into flags on elements. */
  spread(reach: ReachMap, roots: () => Iterable<E>): void {
    if (this.isInsideChanged) {
      for (const each of reach.get(INSIDE)) this.spreadEverywhere(each, roots());
    }
    for (const [element, features] of this.features) {
      for (const feature of features) {
        for (const each of reach.get(feature)) this.spreadOne(element, each, roots);
      }
    }
    for (const [parent, places] of this.parents) {
      for (const each of reach.structure) this.spreadChildren(parent, places, each, roots);
      if ('localName' in parent) {
        for (const each of reach.get(EMPTINESS)) this.spreadOne(parent as E, each, roots);
      }
    }
    this.features.clear();
    this.parents.clear();
    this.isInsideChanged = false;
  }

  private spreadOne(element: E, reach: Reach, roots: () => Iterable<E>): void {
    if (!element.isConnected) return;
    switch (reach.scope) {
      case 'self':
        if (hadKey(element, reach)) this.mark(element, MATCH);
        return;
      case 'descendants':
        this.spreadBelow(element, reach);
        return;
      case 'siblings': {
        let next = element.nextElementSibling;
        for (; next !== null; next = next.nextElementSibling) {
          if (hasKey(next, reach.key)) this.mark(next, MATCH);
        }
        return;
      }
      case 'family': {
        // The last step may lead sideways from a descendant, or down from a sibling.
        let member: E | null = element;
        for (; member !== null; member = member.nextElementSibling) {
          if (member === element ? hadKey(member, reach) : hasKey(member, reach.key)) {
            this.mark(member, MATCH);
          }
          this.spreadBelow(member, reach);
        }
        return;
      }
      case 'document':
        this.spreadEverywhere(reach, roots());
    }
  }

  /** What a change among the children of a parent may mean for those that stayed. */
  private spreadChildren(
    parent: Parent<E>,
    places: Places<E>,
    { reach, side, own, around }: StructureReach,
    roots: () => Iterable<E>,
  ): void {
    if (parent.firstElementChild?.isConnected !== true) return;
    if (around !== undefined && !isAround(parent, around)) return;
    const isSideways = reach.scope === 'siblings' || reach.scope === 'family';
    const walked = new Set<E>();
    for (const child of places.on(side, parent)) {
      if (own !== undefined && !own.some((key) => hasKey(child, key))) continue;
      if (reach.scope === 'self') {
        if (hasKey(child, reach.key)) this.mark(child, MATCH);
      } else if (!isSideways) this.spreadOne(child, reach, roots);
      else {
        // What is behind a sibling that was walked over was walked over, too.
        let member: E | null = child;
        for (; member !== null && !walked.has(member); member = member.nextElementSibling) {
          walked.add(member);
          if (hasKey(member, reach.key)) this.mark(member, MATCH);
          if (reach.scope === 'family') this.spreadBelow(member, reach);
        }
      }
      if (reach.scope === 'document') return;
    }
  }

  private spreadEverywhere(reach: Reach, roots: Iterable<E>): void {
    for (const root of roots) {
      if (hasKey(root, reach.key)) this.mark(root, MATCH);
      this.spreadBelow(root, { ...reach, depth: Infinity });
    }
  }

  private spreadBelow(top: E, reach: Reach): void {
    for (const element of descendantsOf(top, reach.depth)) {
      if (hasKey(element, reach.key)) this.mark(element, MATCH);
    }
  }
}

/** For the changed element itself: the class or id that leads to it may be the very one it has lost. */
function hadKey(element: Walkable, reach: Reach): boolean {
  return reach.key.kind === 'class' || reach.key.kind === 'id' || hasKey(element, reach.key);
}

function isAround(parent: Parent<unknown>, { relation, keys }: Around): boolean {
  if (!('localName' in parent)) return false;
  let at: Walkable | null = parent as unknown as Walkable;
  for (let level = 0; at !== null; level++, at = at.parentElement) {
    const element: Walkable = at;
    if (keys.some((key) => hasKey(element, key))) return true;
    if (relation === 'child') return false;
    if (level >= LEVELS) return true;
  }
  return false;
}

function hasKey(element: Walkable, key: BucketKey): boolean {
  switch (key.kind) {
    case 'any':
      return true;
    case 'tag':
      return element.localName === key.name;
    case 'id':
      return element.id === key.name;
    case 'class':
      return classesOf(element).includes(key.name);
  }
}

/** An element's classes; those of most elements are none. */
export function classesOf(element: Walkable): readonly string[] {
  return splitClasses(element.getAttribute('class'));
}

const NO_CLASSES: readonly string[] = [];

export function splitClasses(text: string | null): readonly string[] {
  if (text === null || text === '') return NO_CLASSES;
  return text.split(/[\t\n\f\r ]+/).filter((name) => name !== '');
}

/** Levels above an element; what is found on the way is kept, so that a deep document costs one walk. */
export function depthOf<E extends Walkable>(element: E, depths: Map<E, number>): number {
  const path: E[] = [];
  let above: E | null = element;
  while (above !== null && !depths.has(above)) {
    path.push(above);
    above = above.parentElement;
  }
  let depth = above === null ? -1 : (depths.get(above) ?? -1);
  for (const each of path.reverse()) depths.set(each, ++depth);
  return depth;
}
