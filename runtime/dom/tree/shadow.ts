/**
 * Shadow trees: which children of a host are in which slot. The answer is kept until a change of the host's children, of
 * slots or of their names, and looked for when it is next read.
 */
import {
  attributesOf,
  childNodesOf,
  firstChildOf,
  isAnyShadow,
  isElement,
  isText,
  elementKindOf,
  nameOf,
  nextInTree,
  ownerOf,
  parentOf,
  rootOf,
  setSlotFinder,
  shadowHostOf,
  shadowRootOf,
  writing,
  type TreeNode,
} from './tree-node.js';

interface Place {
  readonly slot: TreeNode;
  /** Among the nodes of the slot. */
  readonly index: number;
}

interface Assignment {
  /** Every slot of the tree, in its order, with what is in it. */
  readonly slots: ReadonlyMap<TreeNode, readonly TreeNode[]>;
  readonly places: ReadonlyMap<TreeNode, Place>;
}

const assignments = new WeakMap<TreeNode, Assignment>();
/** What listeners to `slotchange` know of. */
const signalled = new WeakMap<TreeNode, readonly TreeNode[]>();
const NONE: readonly TreeNode[] = [];

/** Puts a fragment into its place as the root of an element's shadow tree, for good. */
export function attachShadowRoot(host: TreeNode, root: TreeNode, isClosed: boolean): void {
  writing.attachShadow(host, root, isClosed);
}

/** True for a `<slot>` in a shadow tree; elsewhere the name means nothing. */
export function isSlot(node: TreeNode): boolean {
  return (
    isAnyShadow && nameOf(node) === 'slot' && isElement(node) && shadowHostOf(rootOf(node)) !== null
  );
}

/** The nodes of the host that are in a slot; none where the slot shows what it has itself. */
export function assignedNodesOf(slot: TreeNode): readonly TreeNode[] {
  const root = rootOf(slot);
  return shadowHostOf(root) === null ? NONE : (assignmentOf(root).slots.get(slot) ?? NONE);
}

/** The slot in which a child of a host is shown; null where it is in none. */
export function assignedSlotOf(node: TreeNode): TreeNode | null {
  return placeOf(node)?.slot ?? null;
}

/** The next of the nodes in the slot of a node. */
export function nextAssigned(node: TreeNode, step: 1 | -1): TreeNode | null {
  const place = placeOf(node);
  return place === undefined ? null : (assignedNodesOf(place.slot)[place.index + step] ?? null);
}

function placeOf(node: TreeNode): Place | undefined {
  const parent = parentOf(node);
  const root = parent === null ? null : shadowRootOf(parent);
  return root === null ? undefined : assignmentOf(root).places.get(node);
}
setSlotFinder(assignedSlotOf);

function assignmentOf(root: TreeNode): Assignment {
  let found = assignments.get(root);
  if (found === undefined) assignments.set(root, (found = assign(root)));
  return found;
}

function assign(root: TreeNode): Assignment {
  const slots = new Map<TreeNode, TreeNode[]>();
  const byName = new Map<string, TreeNode>();
  for (let node = firstChildOf(root); node !== null; node = nextInTree(node, root)) {
    if (nameOf(node) !== 'slot' || !isElement(node)) continue;
    slots.set(node, []);
    // Of several slots with one name, the first has the nodes.
    const name = textOf(node, 'name');
    if (!byName.has(name)) byName.set(name, node);
  }
  const places = new Map<TreeNode, Place>();
  const host = shadowHostOf(root);
  for (const node of host === null ? NONE : childNodesOf(host)) {
    if (!isElement(node) && !isText(node)) continue;
    const slot = byName.get(isElement(node) ? textOf(node, 'slot') : '');
    const nodes = slot === undefined ? undefined : slots.get(slot);
    if (slot === undefined || nodes === undefined) continue;
    places.set(node, { slot, index: nodes.length });
    nodes.push(node);
  }
  return { slots, places };
}

function textOf(element: TreeNode, key: string): string {
  return attributesOf(element)?.get(key)?.text ?? '';
}

/**
 * Something has changed on which slots depend: children of a host, a slot, or the name of one. Elements around slots are
 * laid out again.
 */
function forget(root: TreeNode): void {
  const before = assignments.get(root);
  // Nothing has looked since the last change.
  if (before === undefined) return;
  assignments.delete(root);
  scheduleSignal(root);
  for (const slot of before.slots.keys()) {
    const parent = parentOf(slot);
    if (parent === null || rootOf(slot) !== root) continue;
    const target = parent === root ? shadowHostOf(root) : parent;
    if (target === null) continue;
    const record = { type: 'invalidate', target, kind: 'structure' } as const;
    ownerOf(target).emit(record, true);
  }
}

/** After children of `parent` came or went. */
export function onChildrenChanged(parent: TreeNode, changed: readonly TreeNode[]): void {
  if (!isAnyShadow) return;
  const own = shadowRootOf(parent);
  if (own !== null) forget(own);
  const root = rootOf(parent);
  if (shadowHostOf(root) !== null && changed.some(hasSlot)) forget(root);
}

/** True if a node is a slot of a shadow tree, or one is in it. */
export function hasSlot(top: TreeNode): boolean {
  for (let node: TreeNode | null = top; node !== null; node = nextInTree(node, top)) {
    if (nameOf(node) === 'slot' && isElement(node)) return true;
  }
  return false;
}

/** After an attribute has changed. */
export function onSlotAttribute(element: TreeNode, key: string): void {
  if (!isAnyShadow) return;
  const parent = parentOf(element);
  const own = key === 'slot' && parent !== null ? shadowRootOf(parent) : null;
  if (own !== null) forget(own);
  if (key === 'name' && isSlot(element)) forget(rootOf(element));
}

let pending: Set<TreeNode> | undefined;
let dispatchSlotChange: (slot: TreeNode) => void = () => undefined;

/** To be called once, by the class of events. */
export function setSlotChange(dispatch: (slot: TreeNode) => void): void {
  dispatchSlotChange = dispatch;
}

/** `slotchange` fires once the script has run, at each slot that has other nodes than before. */
export function scheduleSignal(root: TreeNode): void {
  if (pending !== undefined) {
    pending.add(root);
    return;
  }
  pending = new Set([root]);
  queueMicrotask(() => {
    const roots = pending ?? [];
    pending = undefined;
    for (const each of roots) {
      for (const [slot, nodes] of assignmentOf(each).slots) {
        const before = signalled.get(slot) ?? NONE;
        if (before.length === nodes.length && before.every((node, at) => node === nodes[at])) {
          continue;
        }
        signalled.set(slot, nodes);
        dispatchSlotChange(slot);
      }
    }
  });
}

/** What is in a slot, slots in it replaced by what is in these: `assignedNodes({ flatten: true })`. */
export function flattenedNodesOf(slot: TreeNode): TreeNode[] {
  const assigned = assignedNodesOf(slot);
  const nodes = assigned.length > 0 ? assigned : childNodesOf(slot);
  return nodes.flatMap((node) => {
    if (isSlot(node)) return flattenedNodesOf(node);
    return isElement(node) || isText(node) ? [node] : [];
  });
}

/** Names of elements that may have a shadow tree, beside those of custom elements (DOM, "valid shadow host name"). */
const HOSTS = new Set(
  (
    'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span ' +
    'container'
  ).split(' '),
);

export function mayHaveShadow(element: TreeNode): boolean {
  const name = nameOf(element);
  if (HOSTS.has(name)) return true;
  return name.includes('-') && elementKindOf(element).mayHost;
}
