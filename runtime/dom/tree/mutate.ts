/**
 * Every change to the tree's shape goes through `splice`: it relinks, keeps the id map and the connected marks,
 * emits one record and then calls the elements' hooks. No recursion: documents are as deep as they like.
 */
import { pushAll } from '../../base/push-all.js';
import {
  attributesOf,
  childNodesOf,
  COMMENT_NODE,
  DOCTYPE_NODE,
  DOCUMENT_NODE,
  ELEMENT_NODE,
  elementKindOf,
  fail,
  firstChildOf,
  FRAGMENT_NODE,
  INSTRUCTION_NODE,
  isAnyShadow,
  isConnected,
  isDocument,
  isInShadow,
  isElement,
  isMarked,
  isParent,
  kindOf,
  lastChildOf,
  nextInTree,
  nextSiblingOf,
  ownerOf,
  parentOf,
  previousSiblingOf,
  dataOf,
  isTreeNode,
  shadowHostOf,
  shadowRootOf,
  writing,
  type Owner,
  type TreeNode,
} from './tree-node.js';
import { notifyRemoval } from './removals.js';
import { onChildrenChanged } from './shadow.js';
import { existingContent, isHeldBy } from './template.js';
import type { IdMap } from './id-map.js';

/** Inserts nodes (fragments represent their children) in front of `before`, or at the end where it is null. */
export function insert(
  parent: TreeNode,
  inputNodes: readonly TreeNode[],
  before: TreeNode | null,
): void {
  const nodes = flatten(inputNodes);
  checkFragments(parent, inputNodes);
  checkInsertion(parent, nodes, before);
  const next = firstOutside(before, nodes);
  takeOut(inputNodes, nodes);
  // A hook that ran while they were taken out may have moved the place.
  splice(parent, [], nodes, next !== null && parentOf(next) === parent ? next : null);
}

/** Replaces one child by nodes. */
export function replace(parent: TreeNode, inputNodes: readonly TreeNode[], child: TreeNode): void {
  const nodes = flatten(inputNodes);
  checkFragments(parent, inputNodes);
  checkInsertion(parent, nodes, child, child);
  checkRemoval(child);
  const next = firstOutside(nextSiblingOf(child), nodes);
  takeOut(
    inputNodes.filter((node) => node !== child),
    nodes.filter((node) => node !== child),
  );
  const removed = parentOf(child) === parent && !nodes.includes(child) ? [child] : [];
  if (nodes.includes(child)) takeOut([child], [child]);
  splice(parent, removed, nodes, next !== null && parentOf(next) === parent ? next : null);
}

/** Replaces all children. */
export function replaceAll(parent: TreeNode, inputNodes: readonly TreeNode[]): void {
  const nodes = flatten(inputNodes);
  checkFragments(parent, inputNodes);
  checkInsertion(parent, nodes, null);
  for (const child of childNodesOf(parent)) checkRemoval(child);
  takeOut(inputNodes, nodes);
  splice(parent, childNodesOf(parent), nodes, null);
}

export function remove(node: TreeNode): void {
  const parent = parentOf(node);
  if (parent === null) return;
  checkRemoval(node);
  splice(parent, [node], [], nextSiblingOf(node));
}

/** Removes children of a parent, neighbours in this order: one change for all of them. */
export function removeAll(parent: TreeNode, nodes: readonly TreeNode[]): void {
  const last = nodes.at(-1);
  if (last === undefined) return;
  const areNeighbours = nodes.every(
    (node, index) =>
      parentOf(node) === parent && (index === 0 || previousSiblingOf(node) === nodes[index - 1]),
  );
  if (!areNeighbours) {
    for (const node of nodes) if (parentOf(node) === parent) remove(node);
    return;
  }
  for (const node of nodes) checkRemoval(node);
  splice(parent, nodes, [], nextSiblingOf(last));
}

/**
 * Moves children of a parent in front of another child, or to the end: as one change, in which they never leave the document. Their
 * focus and whatever else depends on that stays.
 */
export function moveAll(
  parent: TreeNode,
  nodes: readonly TreeNode[],
  before: TreeNode | null,
): void {
  const own = nodes.filter((node) => parentOf(node) === parent && node !== before);
  if (own.length === 0) return;
  const owner = ownerOf(parent);
  for (const node of own) {
    notifyRemoval(node);
    writing.unlink(node);
  }
  const previousSibling = before === null ? lastChildOf(parent) : previousSiblingOf(before);
  for (const node of own) writing.link(parent, node, before);
  owner.version++;
  const connected = isConnected(parent);
  if (connected || owner.watched) {
    owner.emit(
      {
        type: 'childList',
        target: parent,
        addedNodes: own,
        removedNodes: own,
        previousSibling,
        nextSibling: before,
      },
      connected,
    );
  }
  notifyContent(parent);
}

/** Sets a text's or comment's data. */
export function setData(node: TreeNode, data: string): void {
  const oldValue = dataOf(node);
  writing.setData(node, data);
  const owner = ownerOf(node);
  const connected = isConnected(node);
  owner.version++;
  if (connected || owner.watched) {
    owner.emit({ type: 'characterData', target: node, oldValue }, connected);
  }
  notifyContent(parentOf(node));
}

/** Strings become text nodes. */
export function toNodes(owner: Owner, inputNodes: readonly unknown[]): readonly TreeNode[] {
  return inputNodes.map((each) => (isTreeNode(each) ? each : owner.createText(String(each))));
}

/** All text of a node replaced by one; '' leaves no child. */
export function setTextContent(parent: TreeNode, text: string): void {
  replaceAll(parent, text === '' ? [] : [ownerOf(parent).createText(text)]);
}

/**
 * Adds a child to a parent that is neither observed nor connected, without a check or a
 * record: for trees in the making.
 */
export function appendDetached(parent: TreeNode, node: TreeNode): void {
  writing.link(parent, node, null);
  ownerOf(parent).version++;
}

/** Puts the root into its document; it stays there. */
export function attachRoot(document: TreeNode, root: TreeNode): void {
  appendDetached(document, root);
  setConnected(root, true, []);
}

/** Marks what was put into a document without records, and knows its ids. */
export function indexTree(document: TreeNode): void {
  for (const child of childNodesOf(document)) if (isElement(child)) setConnected(child, true, []);
}

function splice(
  parent: TreeNode,
  removed: readonly TreeNode[],
  added: readonly TreeNode[],
  before: TreeNode | null,
): void {
  if (removed.length === 0 && added.length === 0) return;
  const owner = ownerOf(parent);
  const connected = isConnected(parent);
  const changed: TreeNode[] = [];
  for (const node of removed) {
    notifyRemoval(node);
    writing.unlink(node);
  }
  const previousSibling = before === null ? lastChildOf(parent) : previousSiblingOf(before);
  for (const node of added) {
    if (ownerOf(node) !== owner) adopt(node, owner);
    writing.link(parent, node, before);
  }
  owner.version++;
  if (isAnyShadow) onChildrenChanged(parent, [...removed, ...added]);
  if (connected) {
    for (const node of removed) if (isElement(node)) setConnected(node, false, changed);
    for (const node of added) if (isElement(node)) setConnected(node, true, changed);
  }
  if (connected || owner.watched) {
    owner.emit(
      {
        type: 'childList',
        target: parent,
        addedNodes: added,
        removedNodes: removed,
        previousSibling,
        nextSibling: before,
      },
      connected,
    );
  }
  notifyContent(parent);
  for (const element of changed) {
    const kind = elementKindOf(element);
    if (isMarked(element)) kind.connected(element);
    else kind.disconnected(element);
  }
}

/** Marks a subtree and keeps the id map right; adds the elements that are notified to `changed`. */
function setConnected(top: TreeNode, connected: boolean, changed: TreeNode[]): void {
  const { ids } = ownerOf(top);
  // What is removed is in no document by now: the shadow trees in it are known by their roots.
  const roots = [top];
  for (const root of roots) {
    const isDocumented = !isAnyShadow || (root === top && !isInShadow(top));
    for (let node: TreeNode | null = root; node !== null; node = nextInTree(node, root)) {
      if (!isElement(node)) continue;
      const inner = isAnyShadow ? shadowRootOf(node) : null;
      if (inner !== null) roots.push(inner);
      markOne(node, connected, isDocumented ? ids : null, changed);
    }
  }
}

function markOne(node: TreeNode, connected: boolean, ids: IdMap | null, changed: TreeNode[]): void {
  writing.mark(node, connected);
  if (ids !== null) {
    const id = attributesOf(node)?.get('id')?.text ?? '';
    if (id !== '') {
      if (connected) ids.add(id, node);
      else ids.remove(id, node);
    }
  }
  if (elementKindOf(node).hasLifecycle) changed.push(node);
}

/** Moves a subtree to another document, with the contents of its templates. */
export function adopt(root: TreeNode, owner: Owner): void {
  const roots = [root];
  for (const top of roots) {
    for (let node: TreeNode | null = top; node !== null; node = nextInTree(node, top)) {
      writing.setOwner(node, owner);
      const content = existingContent(node) ?? shadowRootOf(node);
      if (content !== null) roots.push(content);
    }
  }
}

/** Every change of children is reported to the parent; further up only to elements with inline layout. */
function notifyContent(parent: TreeNode | null): void {
  for (let node = parent; node !== null && isElement(node); node = parentOf(node)) {
    const kind = elementKindOf(node);
    if (kind.observesContent) kind.onContentChange(node);
    if (!kind.isInline) return;
  }
}

/** Fragments are replaced by their children; a node passed twice is placed last. */
function flatten(inputNodes: readonly TreeNode[]): readonly TreeNode[] {
  const only = inputNodes[0];
  if (inputNodes.length === 1 && only !== undefined && !isFragment(only)) return inputNodes;
  const nodes = new Set<TreeNode>();
  for (const each of inputNodes) {
    const list = isFragment(each) ? childNodesOf(each) : [each];
    for (const node of list) {
      nodes.delete(node);
      nodes.add(node);
    }
  }
  return [...nodes];
}

/** Takes nodes out of where they are; a fragment's children go as one. */
function takeOut(inputNodes: readonly TreeNode[], nodes: readonly TreeNode[]): void {
  for (const each of inputNodes) {
    if (isFragment(each)) splice(each, childNodesOf(each), [], null);
  }
  for (const node of nodes) {
    const parent = parentOf(node);
    if (parent !== null) splice(parent, [node], [], nextSiblingOf(node));
  }
}

function firstOutside(from: TreeNode | null, nodes: readonly TreeNode[]): TreeNode | null {
  let node = from;
  if (node === null) return null;
  const moving = nodes.length > 1 ? new Set(nodes) : undefined;
  while (node !== null && (moving?.has(node) ?? nodes[0] === node)) node = nextSiblingOf(node);
  return node;
}

/** The standard's checks before an insertion; the root of a document stays its only element. */
function checkInsertion(
  parent: TreeNode,
  nodes: readonly TreeNode[],
  before: TreeNode | null,
  replaced: TreeNode | null = null,
): void {
  if (!isParent(parent)) fail('HierarchyRequestError', 'this node has no children');
  for (const node of nodes) {
    const { nodeType } = kindOf(node);
    if (nodeType === DOCUMENT_NODE && isHeldBy(parent, node)) {
      fail('HierarchyRequestError', 'a node cannot be inserted into itself');
    }
    // Only a node with children can be an ancestor; most insertions are of leaves and pay nothing.
    if (nodeType === ELEMENT_NODE && (firstChildOf(node) !== null || canContain(node, parent))) {
      if (isHeldBy(parent, node)) {
        fail('HierarchyRequestError', 'a node cannot be inserted into itself');
      }
      checkRemoval(node);
    }
  }
  if (before !== null && parentOf(before) !== parent) {
    fail('NotFoundError', 'the reference node is not a child of this node');
  }
  for (const node of nodes) {
    const { nodeType } = kindOf(node);
    if (nodeType === DOCUMENT_NODE || (nodeType === DOCTYPE_NODE && !isDocument(parent))) {
      fail('HierarchyRequestError', 'this kind of node cannot be inserted here');
    }
  }
  if (isDocument(parent)) checkDocument(parent, nodes, before, replaced);
}

function checkFragments(parent: TreeNode, inputNodes: readonly TreeNode[]): void {
  for (const each of inputNodes) {
    if (isAnyShadow) checkShadowRoot(each);
    if (isFragment(each) && isHeldBy(parent, each)) {
      fail('HierarchyRequestError', 'a node cannot be inserted into itself');
    }
  }
}

/** Of elements without children: the node itself, and what is in its content or its shadow tree. */
function canContain(node: TreeNode, parent: TreeNode): boolean {
  return node === parent || existingContent(node) !== null || shadowRootOf(node) !== null;
}

/** A document has one doctype, then one element, and no text. */
function checkDocument(
  document: TreeNode,
  nodes: readonly TreeNode[],
  before: TreeNode | null,
  replaced: TreeNode | null,
): void {
  // What is moved inside the document counts twice, so that its root cannot be put in again.
  const after: TreeNode[] = [];
  for (const child of childNodesOf(document)) {
    if (child === before) pushAll(after, nodes);
    if (child !== replaced) after.push(child);
  }
  if (before === null) pushAll(after, nodes);
  let elements = 0;
  let doctypes = 0;
  for (const node of after) {
    const { nodeType } = kindOf(node);
    if (nodeType === ELEMENT_NODE) elements++;
    else if (nodeType === DOCTYPE_NODE) {
      doctypes++;
      if (elements > 0) fail('HierarchyRequestError', 'the doctype comes before the root');
    } else if (nodeType !== COMMENT_NODE && nodeType !== INSTRUCTION_NODE) {
      fail('HierarchyRequestError', 'a document cannot contain text');
    }
  }
  if (elements > 1) fail('HierarchyRequestError', 'a document has only one root element');
  if (doctypes > 1) fail('HierarchyRequestError', 'a document has only one doctype');
}

function checkRemoval(node: TreeNode): void {
  if (ownerOf(node).root === node && parentOf(node) !== null) {
    fail('HierarchyRequestError', 'the root cannot be removed from its document');
  }
}

function isFragment(node: TreeNode): boolean {
  return kindOf(node).nodeType === FRAGMENT_NODE;
}

/** The root of a shadow tree is a fragment that stays with its host. */
function checkShadowRoot(node: TreeNode): void {
  if (shadowHostOf(node) !== null) {
    fail('HierarchyRequestError', 'the root of a shadow tree cannot be inserted');
  }
}
