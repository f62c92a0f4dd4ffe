/**
 * Which elements have to be looked at again: changes are noted as they happen, at the cost of a map
 * entry, and spread over the tree once, when styles are asked for.
 */
import { EMPTINESS, INSIDE, STRUCTURE, type Feature, type Reach, type ReachMap } from './reach.js';

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
  readonly nextElementSibling: this | null;
  readonly previousElementSibling: this | null;
  getAttribute(name: string): string | null;
}

/** A parent whose children changed; elements, or the document. */
interface Parent<E> {
  readonly firstElementChild: E | null;
}

export class DirtySet<E extends Walkable> {
  /** Flags by element. */
  readonly elements = new Map<E, number>();
  private readonly features = new Map<E, Set<Feature>>();
  private readonly parents = new Set<Parent<E>>();
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
  addParent(parent: Parent<E>): void {
    this.parents.add(parent);
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
    for (const parent of this.parents) {
      for (const each of reach.get(STRUCTURE)) this.spreadChildren(parent, each);
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
          if (hasKey(next, reach)) this.mark(next, MATCH);
        }
        return;
      }
      case 'family': {
        // The last step may lead sideways from a descendant, or down from a sibling.
        let member: E | null = element;
        for (; member !== null; member = member.nextElementSibling) {
          if (member === element ? hadKey(member, reach) : hasKey(member, reach)) {
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

  /** What a change among the children of a parent may mean, each child taken as changed. */
  private spreadChildren(parent: Parent<E>, reach: Reach): void {
    let child = parent.firstElementChild;
    if (child?.isConnected !== true) return;
    for (; child !== null; child = child.nextElementSibling) {
      if (reach.scope !== 'descendants' && hasKey(child, reach)) this.mark(child, MATCH);
      if (reach.scope !== 'self' && reach.scope !== 'siblings') this.spreadBelow(child, reach);
    }
  }

  private spreadEverywhere(reach: Reach, roots: Iterable<E>): void {
    for (const root of roots) {
      if (hasKey(root, reach)) this.mark(root, MATCH);
      this.spreadBelow(root, { ...reach, depth: Infinity });
    }
  }

  private spreadBelow(top: E, reach: Reach): void {
    for (const element of descendantsOf(top, reach.depth)) {
      if (hasKey(element, reach)) this.mark(element, MATCH);
    }
  }
}

/** For the changed element itself: the class or id that leads to it may be the very one it has lost. */
function hadKey(element: Walkable, reach: Reach): boolean {
  return reach.key.kind === 'class' || reach.key.kind === 'id' || hasKey(element, reach);
}

function hasKey(element: Walkable, { key }: Reach): boolean {
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

/** Everything below an element in document order, down to `depth` levels; without recursion. */
export function* descendantsOf<E extends Walkable>(top: E, depth = Infinity): Generator<E> {
  if (depth < 1) return;
  let level = 1;
  let element = top.firstElementChild;
  while (element !== null) {
    yield element;
    const child: E | null = level < depth ? element.firstElementChild : null;
    if (child !== null) {
      element = child;
      level++;
      continue;
    }
    let next: E | null = element.nextElementSibling;
    while (next === null) {
      const parent: E | null = element.parentElement;
      if (parent === null || parent === top) return;
      element = parent;
      level--;
      next = element.nextElementSibling;
    }
    element = next;
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
