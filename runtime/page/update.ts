/**
 * Brings a twin in a browser in step with an app: what has changed is changed, and all else stays as it is. So the
 * focus, the caret and an open list stay where the user has them, and regions read aloud what is new in them alone.
 */
import type { AccessibleItem } from '../base/accessible-node.js';
import { followFocus } from './focus-echo.js';
import { syncField } from './field-echo.js';
import type { LiveDocument, LiveElement, LiveNode } from './page-document.js';
import { contentOf, describeTwin, focusedIn, remember } from './twin.js';
import type { VirtualElement } from './virtual.js';
import { realize } from './virtual.js';

type Virtual = VirtualElement | string;

/**
 * Shows other items.
 *
 * @param main what `twinElement` has made, in the document
 * @throws TypeError for any other element
 */
export function updateTwin<E extends LiveElement>(
  document: LiveDocument<E>,
  main: E,
  items: readonly AccessibleItem[],
  title: string,
): void {
  const before = contentOf(main);
  if (before === undefined) throw new TypeError('expected an element that twinElement has made');
  const after = { virtual: describeTwin(items, title), focused: focusedIn(items) };
  const focus = pathTo(document.activeElement, main);
  new Patch(document, focus).element(main, before.virtual, after.virtual);
  remember(main, after);
  const isLost = focus.size > 0 && pathTo(document.activeElement, main).size === 0;
  followFocus(main, { ...after, before: before.focused, isInside: focus.size > 0, isLost });
}

/** An element of the twin and all around it, up to the twin; none where it is not in there. */
function pathTo(node: LiveNode | null | undefined, main: LiveNode): Set<LiveNode> {
  const path = new Set<LiveNode>();
  for (let at = node ?? null; at !== null; at = at.parentNode) {
    path.add(at);
    if (at === main) return path;
  }
  return new Set();
}

class Patch<E extends LiveElement> {
  readonly #document: LiveDocument<E>;
  /** What has the browser's focus, with all around it: moved in the document it would lose it. */
  readonly #focus: ReadonlySet<LiveNode>;

  constructor(document: LiveDocument<E>, focus: ReadonlySet<LiveNode>) {
    this.#document = document;
    this.#focus = focus;
  }

  element(element: LiveElement, before: VirtualElement, after: VirtualElement): void {
    for (const [name, value] of after.attributes) {
      if (before.attributes.get(name) !== value) element.setAttribute(name, value);
    }
    for (const name of before.attributes.keys()) {
      if (!after.attributes.has(name)) element.removeAttribute(name);
    }
    this.#children(element, before, after);
    syncField(element, before, after, this.#focus.has(element));
  }

  #children(parent: LiveElement, before: VirtualElement, after: VirtualElement): void {
    const nodes = Array.from(parent.childNodes);
    // Other code has changed it: its own part cannot be distinguished.
    const isKnown =
      nodes.length === before.children.length &&
      before.children.every((child, at) => typeof child === 'string' || isElement(nodes[at]!));
    if (!isKnown) for (const node of nodes) parent.removeChild(node);
    const old = isKnown ? before.children : [];
    const matches = match(old, after.children);
    const kept = new Set(matches);
    for (const [at, node] of nodes.entries()) {
      if (isKnown && !kept.has(at)) parent.removeChild(node);
    }
    const focused = isKnown ? nodes.findIndex((node) => this.#focus.has(node)) : -1;
    const stays = longestRise(matches, focused);
    let next: LiveNode | null = null;
    for (let at = after.children.length - 1; at >= 0; at--) {
      const virtual = after.children[at]!;
      const from = matches[at]!;
      const node: LiveNode = from < 0 ? this.#make(virtual) : nodes[from]!;
      if (from >= 0) this.#node(node, old[from]!, virtual);
      if (from < 0 || !stays.has(at)) parent.insertBefore(node, next);
      next = node;
    }
  }

  #make(virtual: Virtual): LiveNode {
    return typeof virtual === 'string'
      ? this.#document.createTextNode(virtual)
      : realize(this.#document, virtual);
  }

  #node(node: LiveNode, before: Virtual, after: Virtual): void {
    if (typeof after !== 'string') {
      this.element(node as LiveElement, before as VirtualElement, after);
    } else if (before !== after) node.textContent = after;
  }
}

function isElement(node: LiveNode): node is LiveElement {
  return 'setAttribute' in node;
}

/** For each new child the place of the old one that it is made of; -1 for none. */
function match(before: readonly Virtual[], after: readonly Virtual[]): number[] {
  const keptKeys = new Set(after.map(keyOf));
  /** Places of old ones by their keys, and of those that no new one names by their kinds; the first last. */
  const byKey = new Map<string, number[]>();
  const free = new Map<string, number[]>();
  for (let at = before.length - 1; at >= 0; at--) {
    const child = before[at]!;
    const key = keyOf(child);
    const hasKey = key !== undefined;
    if (hasKey && keptKeys.has(key)) put(byKey, `${key} ${kindOf(child, true)}`, at);
    else put(free, kindOf(child, hasKey), at);
  }
  return after.map((child) => {
    const key = keyOf(child);
    const kind = kindOf(child, false);
    // An element that has become operable, or ceased to be, is still the same one.
    return key === undefined
      ? (free.get(kind)?.pop() ?? free.get(kindOf(child, true))?.pop() ?? -1)
      : (byKey.get(`${key} ${kindOf(child, true)}`)?.pop() ?? free.get(kind)?.pop() ?? -1);
  });
}

function put(places: Map<string, number[]>, name: string, at: number): void {
  const list = places.get(name);
  if (list === undefined) places.set(name, [at]);
  else list.push(at);
}

/** What it is made of cannot be made anything else. */
function kindOf(child: Virtual, hasKey: boolean): string {
  if (typeof child === 'string') return 'text';
  return [child.name, child.attributes.get('role'), child.attributes.get('type'), hasKey].join(' ');
}

/** The reference of the item that it is of: its own, or that of the control in it. */
function keyOf(child: Virtual): string | undefined {
  if (typeof child === 'string') return undefined;
  const own = child.attributes.get('data-ref');
  if (own !== undefined || child.attributes.has('role')) return own;
  if (child.name !== 'div' && child.name !== 'th') return undefined;
  for (const inner of child.children) {
    const ref = typeof inner === 'string' ? undefined : inner.attributes.get('data-ref');
    if (ref !== undefined) return `in ${ref}`;
  }
  return undefined;
}

/**
 * Places of as many children as possible that are in their old order, so that the others alone are moved.
 *
 * @param focused the old place of one that is among them; -1 for none
 */
function longestRise(matches: readonly number[], focused: number): Set<number> {
  const pivot = focused < 0 ? -1 : matches.indexOf(focused);
  const fits = (from: number, at: number): boolean =>
    from >= 0 && (pivot < 0 || at === pivot || (at < pivot ? from < focused : from > focused));
  /** Places at which the best rise of each length ends, and what comes before each place. */
  const ends: number[] = [];
  const previous = new Map<number, number>();
  for (const [at, from] of matches.entries()) {
    if (!fits(from, at)) continue;
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1;
      if (matches[ends[middle]!]! < from) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous.set(at, ends[low - 1]!);
    ends[low] = at;
  }
  const places = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) places.add(at);
  return places;
}
