/** Telling nodes apart, with their types. */
import type { DocumentHost } from '../dom/host.js';
import { ownerOf, type Owner } from '../dom/tree/tree-node.js';
import { firstElementOf, nextElementOf, parentElementOf } from './tree.js';
import type { Registry, TuiDocument, TuiElement } from './tui-element.js';

export type { TuiElement, TuiNode } from './tui-element.js';

/** Everything below an element in document order, down to `depth` levels; without recursion. */
export function* descendantsOf(top: TuiElement, depth = Infinity): Generator<TuiElement> {
  if (depth < 1) return;
  let level = 1;
  let element = firstElementOf(top);
  while (element !== null) {
    yield element;
    const child = level < depth ? firstElementOf(element) : null;
    if (child !== null) {
      element = child;
      level++;
      continue;
    }
    let next = nextElementOf(element);
    while (next === null) {
      const parent = parentElementOf(element);
      if (parent === null || parent === top) return;
      element = parent;
      level--;
      next = nextElementOf(element);
    }
    element = next;
  }
}

/** Calls back with an element and everything below it in document order; without recursion. */
export function visitElements(top: TuiElement, visit: (element: TuiElement) => void): void {
  visit(top);
  let element = firstElementOf(top);
  while (element !== null) {
    visit(element);
    const child = firstElementOf(element);
    if (child !== null) {
      element = child;
      continue;
    }
    let next = nextElementOf(element);
    while (next === null) {
      const parent = parentElementOf(element);
      if (parent === null || parent === top) return;
      element = parent;
      next = nextElementOf(element);
    }
    element = next;
  }
}

/** What answers a document; for the runtime itself, since scripts cannot reach it. */
export function hostOf(document: TuiDocument): DocumentHost {
  return ownerOf(document).host;
}

const REGISTRY = Symbol('registry');
interface Registered {
  [REGISTRY]?: Registry;
}

/** To be called once, by what makes a document. */
export function setRegistry(owner: Owner, registry: Registry): void {
  (owner as Registered)[REGISTRY] = registry;
}

/** The elements that a document knows. */
export function registryOf(document: TuiDocument): Registry {
  const registry = (ownerOf(document) as Registered)[REGISTRY];
  if (registry === undefined) throw new Error('a document of another kind');
  return registry;
}
