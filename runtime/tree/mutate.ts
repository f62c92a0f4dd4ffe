/**
 * Every change to the tree's shape goes through `splice`: it relinks, keeps the id map and the
 * connected flags, emits one record and then calls the elements' hooks. No recursion: a subtree is a
 * stretch of linkedom's list.
 */
import {
  CHILDREN,
  CONNECTED,
  DOCUMENT_NODE,
  END,
  FRAGMENT_NODE,
  NEXT,
  PREV,
  childNodesOf,
  COMMENT_NODE,
  endOf,
  firstChildOf,
  isCharacterData,
  isElement,
  isInside,
  isParent,
  lastChildOf,
  nextSiblingOf,
  ownerOf,
  previousSiblingOf,
  VALUE,
  type LinkedCharacterData,
  type LinkedElementNode,
  type LinkedNode,
  type LinkedOwner,
  type LinkedParent,
} from './linkedom.js';

/** Inserts nodes (fragments stand for their children) in front of `before`, or at the end where it is null. */
export function insert(
  parent: LinkedParent,
  given: readonly LinkedNode[],
  before: LinkedNode | null,
): void {
  const nodes = flatten(given);
  checkInsertion(parent, nodes, before);
  const next = firstOutside(before, nodes);
  takeOut(given, nodes);
  // A hook that ran while they were taken out may have moved the place.
  splice(parent, [], nodes, next?.parentNode === parent ? next : null);
}

/** Replaces one child by nodes. */
export function replace(
  parent: LinkedParent,
  given: readonly LinkedNode[],
  child: LinkedNode,
): void {
  const nodes = flatten(given);
  checkInsertion(parent, nodes, child);
  checkRemoval(child);
  const next = firstOutside(nextSiblingOf(child), nodes);
  takeOut(
    given.filter((node) => node !== child),
    nodes.filter((node) => node !== child),
  );
  const removed = child.parentNode === parent && !nodes.includes(child) ? [child] : [];
  if (nodes.includes(child)) takeOut([child], [child]);
  splice(parent, removed, nodes, next?.parentNode === parent ? next : null);
}

/** Replaces all children. */
export function replaceAll(parent: LinkedParent, given: readonly LinkedNode[]): void {
  const nodes = flatten(given);
  checkInsertion(parent, nodes, null);
  for (const child of childNodesOf(parent)) checkRemoval(child);
  takeOut(given, nodes);
  splice(parent, childNodesOf(parent), nodes, null);
}

export function remove(node: LinkedNode): void {
  const parent = node.parentNode;
  if (parent === null) return;
  checkRemoval(node);
  splice(parent, [node], [], nextSiblingOf(node));
}

/** Sets a text's or comment's data. */
export function setData(node: LinkedCharacterData, data: string): void {
  const oldValue = node[VALUE];
  node[VALUE] = data;
  const owner = ownerOf(node);
  const connected = isConnected(node);
  owner.version++;
  if (connected || owner.watched) {
    owner.emit({ type: 'characterData', target: node, oldValue }, connected);
  }
  notifyContent(node.parentNode, owner);
}

/** Strings become text nodes. */
export function toNodes(
  owner: LinkedOwner,
  given: readonly (LinkedNode | string)[],
): readonly LinkedNode[] {
  return given.map((each) =>
    typeof each === 'object' && each !== null && 'nodeType' in each
      ? each
      : (owner.createTextNode(String(each)) as LinkedNode),
  );
}

export function isConnected(node: LinkedNode): boolean {
  if (isElement(node)) return node[CONNECTED];
  if (node.nodeType === DOCUMENT_NODE) return true;
  return node.parentNode !== null && isConnected(node.parentNode);
}

/**
 * Adds a child to a parent that nobody watches and that is not connected, without a check or a
 * record: for trees in the making.
 */
export function appendDetached(parent: LinkedParent, node: LinkedNode): void {
  link(parent, node, null);
  parent[CHILDREN] = null;
  ownerOf(parent).version++;
}

/** Puts the root into its document; it stays there. */
export function attachRoot(owner: LinkedOwner, root: LinkedElementNode): void {
  appendDetached(owner, root);
  setConnected(root, true, []);
}

function splice(
  parent: LinkedParent,
  removed: readonly LinkedNode[],
  added: readonly LinkedNode[],
  before: LinkedNode | null,
): void {
  if (removed.length === 0 && added.length === 0) return;
  const owner = ownerOf(parent);
  const connected = isConnected(parent);
  const changed: LinkedElementNode[] = [];
  for (const node of removed) unlink(node);
  const previousSibling = before === null ? lastChildOf(parent) : previousSiblingOf(before);
  for (const node of added) {
    if (node.ownerDocument !== owner) adopt(node, owner);
    link(parent, node, before);
  }
  parent[CHILDREN] = null;
  owner.version++;
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
  notifyContent(parent, owner);
  for (const element of changed) {
    owner.callHook(element, element[CONNECTED] ? 'connected' : 'disconnected');
  }
}

function link(parent: LinkedParent, node: LinkedNode, before: LinkedNode | null): void {
  const after = before ?? parent[END];
  const ahead = after[PREV] ?? parent;
  const last = endOf(node);
  ahead[NEXT] = node;
  node[PREV] = ahead;
  last[NEXT] = after;
  after[PREV] = last;
  node.parentNode = parent;
}

function unlink(node: LinkedNode): void {
  const last = endOf(node);
  const ahead = node[PREV];
  const after = last[NEXT];
  if (ahead !== null) ahead[NEXT] = after;
  if (after !== null) after[PREV] = ahead;
  node[PREV] = null;
  last[NEXT] = null;
  node.parentNode = null;
}

/** Marks a subtree and keeps the id map right; adds the elements that want to hear of it to `changed`. */
function setConnected(
  root: LinkedElementNode,
  connected: boolean,
  changed: LinkedElementNode[],
): void {
  const { elementIds } = ownerOf(root);
  const last = root[END];
  for (let node: LinkedNode | null = root; node !== null && node !== last; node = node[NEXT]) {
    if (!isElement(node)) continue;
    node[CONNECTED] = connected;
    const { id } = node;
    if (id !== '') {
      if (connected) elementIds.add(id, node);
      else elementIds.remove(id, node);
    }
    if (node.hasLifecycle) changed.push(node);
  }
}

/** Gives a subtree to another document. */
export function adopt(root: LinkedNode, owner: LinkedOwner): void {
  const last = endOf(root);
  for (let node: LinkedNode | null = root; node !== null; node = node[NEXT]) {
    node.ownerDocument = owner;
    if (node === last) break;
  }
}

/** The parent hears of every change among its children; further up only who lays out inline content. */
function notifyContent(parent: LinkedParent | null, owner: LinkedOwner): void {
  for (let node = parent; node !== null && isElement(node); node = node.parentNode) {
    const { hearsContent, isInline } = node.definition;
    if (hearsContent) owner.callHook(node, 'contentChanged');
    if (!isInline) return;
  }
}

/** Fragments give way to their children; a node given twice stands at its last place. */
function flatten(given: readonly LinkedNode[]): readonly LinkedNode[] {
  const only = given[0];
  if (given.length === 1 && only !== undefined && only.nodeType !== FRAGMENT_NODE) return given;
  const nodes = new Set<LinkedNode>();
  for (const each of given) {
    const list = each.nodeType === FRAGMENT_NODE ? childNodesOf(each as LinkedParent) : [each];
    for (const node of list) {
      nodes.delete(node);
      nodes.add(node);
    }
  }
  return [...nodes];
}

/** Takes nodes out of where they are; a fragment's children go as one. */
function takeOut(given: readonly LinkedNode[], nodes: readonly LinkedNode[]): void {
  for (const each of given) {
    if (each.nodeType === FRAGMENT_NODE) {
      const fragment = each as LinkedParent;
      splice(fragment, childNodesOf(fragment), [], null);
    }
  }
  for (const node of nodes) {
    if (node.parentNode !== null) splice(node.parentNode, [node], [], nextSiblingOf(node));
  }
}

function firstOutside(from: LinkedNode | null, nodes: readonly LinkedNode[]): LinkedNode | null {
  let node = from;
  if (node === null) return null;
  const moving = nodes.length > 1 ? new Set(nodes) : undefined;
  while (node !== null && (moving?.has(node) ?? nodes[0] === node)) node = nextSiblingOf(node);
  return node;
}

/** The standard's checks before an insertion; the root of a document stays its only element. */
function checkInsertion(
  parent: LinkedParent,
  nodes: readonly LinkedNode[],
  before: LinkedNode | null,
): void {
  if (!isParent(parent)) fail('HierarchyRequestError', 'this node has no children');
  if (before !== null && before.parentNode !== parent) {
    fail('NotFoundError', 'the reference node is not a child of this node');
  }
  for (const node of nodes) {
    if (!isElement(node) && !isCharacterData(node)) {
      fail('HierarchyRequestError', 'this kind of node cannot be inserted');
    }
    if (parent.nodeType === DOCUMENT_NODE && node.nodeType !== COMMENT_NODE) {
      fail('HierarchyRequestError', 'the document has its root already');
    }
    // Only a node with children can be an ancestor; most insertions are of leaves and pay nothing.
    if (isElement(node) && (node === parent || firstChildOf(node) !== null)) {
      if (isInside(parent, node)) {
        fail('HierarchyRequestError', 'a node cannot be inserted into itself');
      }
      checkRemoval(node);
    }
  }
}

function checkRemoval(node: LinkedNode): void {
  if (isElement(node) && node.parentNode?.nodeType === DOCUMENT_NODE) {
    fail('HierarchyRequestError', 'the root cannot leave its document');
  }
}

/** Throws the standard's exception of that name. */
export function fail(name: string, message: string): never {
  throw new DOMException(message, name);
}
