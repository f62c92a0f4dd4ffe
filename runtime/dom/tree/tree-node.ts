/**
 * The storage of every node: links, the owner, and what a kind of node answers the tree. All of it is private,
 * so that nothing a script does to a node or a prototype reaches it; the functions of this file are the door.
 */
import { nameClass } from '../../base/class-name.js';
import { EventTarget, type EventScope } from '../events/event-target.js';
import type { DocumentHost, ListenerHost } from '../host.js';
import type { Attributes } from './attributes.js';
import type { IdMap } from './id-map.js';

/** `Node.nodeType` values. */
export const ELEMENT_NODE = 1;
export const ATTRIBUTE_NODE = 2;
export const TEXT_NODE = 3;
export const CDATA_NODE = 4;
export const INSTRUCTION_NODE = 7;
export const COMMENT_NODE = 8;
export const DOCUMENT_NODE = 9;
export const DOCTYPE_NODE = 10;
export const FRAGMENT_NODE = 11;

export const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/** What the tree asks of a kind of node: one object for all nodes of a class. */
export interface NodeKind {
  readonly nodeType: number;
  /** A node of the same kind without children, in another document maybe. */
  copy(node: TreeNode, owner: Owner): TreeNode;
}

/** What the tree asks of a kind of element. */
export interface ElementKind extends NodeKind {
  readonly namespace: string | null;
  /** Its text is written as it is: `script`, `style`. */
  readonly isRaw: boolean;
  /** Elements in it are made of its text: they are not part of its markup, and of no copy. */
  readonly rendersText: boolean;
  /** Its markup goes into a fragment, which is inert. */
  readonly isTemplate: boolean;
  /** Whether scripts may give it a shadow tree, where its name is one of a custom element. */
  readonly mayHost: boolean;
  /** True where it has a hook for changes among its children. */
  readonly observesContent: boolean;
  /** Whether a change below it concerns it: it lays out its own text and inline elements. */
  readonly isInline: boolean;
  /** Whether it does something in `connected` or `disconnected`; most do not, and are skipped. */
  readonly hasLifecycle: boolean;
  connected(element: TreeNode): void;
  disconnected(element: TreeNode): void;
  onContentChange(element: TreeNode): void;
  /** Scripts' names of attributes are stored in small letters: HTML outside of apps. */
  readonly lowersNames: boolean;
  /** The key under which an attribute is stored, whatever its spelling. */
  attributeKey(name: string): string;
  /** The text of an attribute has changed; null where it was, or is, absent. */
  onAttributeChange(element: TreeNode, key: string, old: string | null, text: string | null): void;
  /** The text of an attribute whose value never was text. */
  attributeText(element: TreeNode, key: string): string;
  /** After the attributes of a copy are in place. */
  attributesCopied(from: TreeNode, to: TreeNode): void;
  hasState(element: TreeNode, state: string): boolean;
  /** False if the element has the name of a custom element that is not defined yet. */
  isDefined(element: TreeNode): boolean;
}

/** A change of the tree, reported synchronously after it. */
export type TreeRecord =
  | {
      readonly type: 'childList';
      readonly target: TreeNode;
      readonly addedNodes: readonly TreeNode[];
      readonly removedNodes: readonly TreeNode[];
      readonly previousSibling: TreeNode | null;
      readonly nextSibling: TreeNode | null;
    }
  | {
      readonly type: 'attributes';
      readonly target: TreeNode;
      /** As it is spelt in the document. */
      readonly attributeName: string;
      readonly attributeNamespace: string | null;
      /** The one name of all spellings. */
      readonly property: string;
      /** Null where there was none, or where the old value never was text. */
      readonly oldValue: string | null;
    }
  | { readonly type: 'characterData'; readonly target: TreeNode; readonly oldValue: string }
  | { readonly type: 'invalidate'; readonly target: TreeNode; readonly kind: Invalidation }
  | { readonly type: 'state'; readonly target: TreeNode; readonly state: string };

export type Invalidation = 'paint' | 'layout' | 'structure';

/** What all nodes of one document share. Scripts never see it. */
export abstract class Owner {
  readonly #isOwner = true;
  /** Counts every change of shape, attributes or text, so that live lists know when to look again. */
  version = 0;

  static is(value: unknown): value is Owner {
    return typeof value === 'object' && value !== null && #isOwner in value && value.#isOwner;
  }

  /** True where `class` has capitals that count, and tag names keep their case. */
  abstract readonly isXml: boolean;
  abstract readonly contentType: string;
  abstract readonly document: TreeNode;
  /** An element that cannot leave its document; null in a plain document. */
  abstract readonly root: TreeNode | null;
  abstract readonly host: DocumentHost;
  abstract readonly ids: IdMap;
  /** The document's address; `about:blank` where it has none. */
  abstract readonly url: string;
  /** True if an observer requires records of detached nodes too. */
  abstract readonly watched: boolean;
  abstract readonly activeElement: TreeNode | null;
  /** Elements shown above the whole document, the topmost last. */
  abstract readonly topLayer: readonly TreeNode[];
  /** The window, to which events bubble from the document. */
  abstract readonly view: EventTarget | null;
  /** Calls back after every change, of detached nodes too; returns a function that ends it. */
  abstract watch(sink: (record: TreeRecord) => void): () => void;
  abstract emit(record: TreeRecord, connected: boolean): void;
  abstract createText(data: string): TreeNode;
  /** @param name With its prefix; in HTML in small letters. */
  abstract createElement(name: string, namespace: string | null): TreeNode;
  abstract createFragment(): TreeNode;
  /** Parses a script's markup to a fragment; errors are reported. */
  abstract parseFragment(markup: string, context: TreeNode): TreeNode;
}

interface ChildArrays {
  readonly nodes: readonly TreeNode[];
  elements: readonly TreeNode[] | null;
}

/** The first document that has been made: the owner of nodes that scripts construct. */
let current: Owner | undefined;

export function setCurrentOwner(owner: Owner): void {
  current = owner;
}

/** The same where there may be none. */
export function knownOwner(): Owner | undefined {
  return current;
}

export function currentOwner(): Owner {
  if (current === undefined) throw new TypeError('there is no document for this node');
  return current;
}

/** Slots of shadow trees, which `shadow.ts` knows: it imports this file. */
let slotOf: (node: TreeNode) => TreeNode | null = () => null;

export function setSlotFinder(find: (node: TreeNode) => TreeNode | null): void {
  slotOf = find;
}

const scope: EventScope = {
  parentOf(target, origin, isComposed) {
    const node = target as TreeNode;
    const parent = (isAnyShadow ? slotOf(node) : null) ?? parentOf(node);
    if (parent !== null) return parent;
    const host = shadowHostOf(node);
    // An event that is not composed ends at the root of the tree that it started in.
    if (host !== null) return isComposed || rootOf(origin as TreeNode) !== node ? host : null;
    return isDocument(node) ? ownerOf(node).view : null;
  },
  retarget(target, against) {
    return isAnyShadow && isTreeNode(target) ? retarget(target, against) : target;
  },
  targetsOf(path) {
    let target = path[0]!;
    if (!isAnyShadow || !isTreeNode(target)) return path.map(() => target);
    // It changes where the path leaves the shadow tree of the target, and nowhere else.
    let root = rootOf(target);
    return path.map((node, index) => {
      if (index > 0 && path[index - 1] === root && shadowHostOf(root) === node) {
        target = node;
        root = rootOf(node as TreeNode);
      }
      return target;
    });
  },
  isHost: (target) => isAnyShadow && isTreeNode(target) && shadowRootOf(target) !== null,
  hidesFrom(target, current) {
    if (!isAnyShadow || !isTreeNode(target)) return false;
    const at = isTreeNode(current) ? current : null;
    for (let root = rootOf(target); ;) {
      const host = shadowHostOf(root);
      if (host === null || (at !== null && isHeldByShadow(at, root))) return false;
      if (isClosed(root)) return true;
      root = rootOf(host);
    }
  },
  hostOf: (target): ListenerHost => ownerOf(target as TreeNode).host,
};

export let ownerOf: (node: TreeNode) => Owner;
export let kindOf: (node: TreeNode) => NodeKind;
export let parentOf: (node: TreeNode) => TreeNode | null;
export let firstChildOf: (node: TreeNode) => TreeNode | null;
export let lastChildOf: (node: TreeNode) => TreeNode | null;
export let nextSiblingOf: (node: TreeNode) => TreeNode | null;
export let previousSiblingOf: (node: TreeNode) => TreeNode | null;
/** An element's local name, and that of a processing instruction or a doctype; else ''. */
export let nameOf: (node: TreeNode) => string;
/** A text's or comment's data; '' of other nodes. */
export let dataOf: (node: TreeNode) => string;
/** An element's attributes; null where it has none, and of other nodes. */
export let attributesOf: (node: TreeNode) => Attributes | null;
/** A node's children as an array, shared until its next change: not to be written to. */
export let childNodesOf: (node: TreeNode) => readonly TreeNode[];
/** The element children, in the same way. */
export let childElementsOf: (node: TreeNode) => readonly TreeNode[];
/** True while the element is in its document; of other nodes ask `isConnected`. */
export let isMarked: (element: TreeNode) => boolean;
export let isTreeNode: (value: unknown) => value is TreeNode;
/** The root of an element's shadow tree; null where it has none. */
export let shadowRootOf: (element: TreeNode) => TreeNode | null;
/** The element whose shadow tree this is the root of; null of other nodes. */
export let shadowHostOf: (root: TreeNode) => TreeNode | null;
/** Whether a shadow root is closed to scripts outside. */
export let isClosed: (root: TreeNode) => boolean;

/** Most apps have no shadow trees: what walks the tree checks this first, and walks it as it is. */
export let isAnyShadow = false;

/** Most documents contain HTML alone: what checks each name checks this first. */
export let isAnyForeign = false;

/** An element of another vocabulary than HTML has been made. */
export function noteForeign(): void {
  isAnyForeign = true;
}

/** What changes the storage; for `mutate.ts` and `attributes.ts`. */
export interface Writing {
  /** Links without a check or a record. */
  link(parent: TreeNode, node: TreeNode, before: TreeNode | null): void;
  unlink(node: TreeNode): void;
  mark(element: TreeNode, connected: boolean): void;
  setOwner(node: TreeNode, owner: Owner): void;
  setData(node: TreeNode, data: string): void;
  setAttributes(node: TreeNode, attributes: Attributes): void;
  setKind(node: TreeNode, kind: NodeKind): void;
  attachShadow(host: TreeNode, root: TreeNode, closed: boolean): void;
}
export let writing: Writing;

const NONE: readonly TreeNode[] = [];

export abstract class TreeNode extends EventTarget {
  static {
    nameClass(this, 'TreeNode');
  }

  // Not read-only: elements of scripts' own are upgraded, and nodes move between documents.
  #kind: NodeKind;
  #owner: Owner;
  readonly #name: string;
  #content: string | Attributes | null;
  #parent: TreeNode | null = null;
  #first: TreeNode | null = null;
  #last: TreeNode | null = null;
  #next: TreeNode | null = null;
  #previous: TreeNode | null = null;
  #arrays: ChildArrays | null = null;
  #connected = false;
  /** Of an element its shadow root; of a shadow root its host. */
  #shadow: TreeNode | null = null;
  #isClosed = false;

  /** @throws TypeError where a script constructs what only the document makes */
  constructor(owner: Owner, kind: NodeKind, name: string, data: string | null) {
    super(scope);
    if (!Owner.is(owner)) throw new TypeError('Illegal constructor');
    this.#owner = owner;
    this.#kind = kind;
    this.#name = name;
    this.#content = data;
  }

  static {
    const arraysOf = (node: TreeNode): ChildArrays => {
      let arrays = node.#arrays;
      if (arrays === null) {
        const nodes: TreeNode[] = [];
        for (let child = node.#first; child !== null; child = child.#next) nodes.push(child);
        arrays = { nodes, elements: null };
        node.#arrays = arrays;
      }
      return arrays;
    };
    isTreeNode = (value): value is TreeNode =>
      typeof value === 'object' && value !== null && #kind in value;
    ownerOf = (node) => node.#owner;
    kindOf = (node) => node.#kind;
    parentOf = (node) => node.#parent;
    firstChildOf = (node) => node.#first;
    lastChildOf = (node) => node.#last;
    nextSiblingOf = (node) => node.#next;
    previousSiblingOf = (node) => node.#previous;
    nameOf = (node) => node.#name;
    dataOf = (node) => {
      const content = node.#content;
      return typeof content === 'string' ? content : '';
    };
    attributesOf = (node) => {
      const content = node.#content;
      return typeof content === 'object' ? content : null;
    };
    childNodesOf = (node) => (node.#first === null ? NONE : arraysOf(node).nodes);
    childElementsOf = (node) => {
      if (node.#first === null) return NONE;
      const arrays = arraysOf(node);
      return (arrays.elements ??= arrays.nodes.filter(isElement));
    };
    isMarked = (element) => element.#connected;
    shadowRootOf = (element) => (isElement(element) ? element.#shadow : null);
    shadowHostOf = (root) => (root.#shadow === null || isElement(root) ? null : root.#shadow);
    isClosed = (root) => root.#isClosed;
    writing = {
      link(parent, node, before) {
        const previous = before === null ? parent.#last : before.#previous;
        node.#parent = parent;
        node.#previous = previous;
        node.#next = before;
        if (previous === null) parent.#first = node;
        else previous.#next = node;
        if (before === null) parent.#last = node;
        else before.#previous = node;
        parent.#arrays = null;
      },
      unlink(node) {
        const parent = node.#parent;
        if (parent === null) return;
        const previous = node.#previous;
        const next = node.#next;
        if (previous === null) parent.#first = next;
        else previous.#next = next;
        if (next === null) parent.#last = previous;
        else next.#previous = previous;
        node.#parent = null;
        node.#previous = null;
        node.#next = null;
        parent.#arrays = null;
      },
      mark(element, connected) {
        element.#connected = connected;
      },
      setOwner(node, owner) {
        node.#owner = owner;
      },
      setData(node, data) {
        node.#content = data;
      },
      setAttributes(node, attributes) {
        node.#content = attributes;
      },
      setKind(node, kind) {
        node.#kind = kind;
      },
      attachShadow(host, root, closed) {
        host.#shadow = root;
        root.#shadow = host;
        root.#isClosed = closed;
        isAnyShadow = true;
      },
    };
  }
}

export function isElement(node: TreeNode): boolean {
  return kindOf(node).nodeType === ELEMENT_NODE;
}

export function isDocument(node: TreeNode): boolean {
  return kindOf(node).nodeType === DOCUMENT_NODE;
}

export function isText(node: TreeNode): boolean {
  const { nodeType } = kindOf(node);
  return nodeType === TEXT_NODE || nodeType === CDATA_NODE;
}

/** True of nodes that can have children. */
export function isParent(node: TreeNode): boolean {
  const { nodeType } = kindOf(node);
  return nodeType === ELEMENT_NODE || nodeType === FRAGMENT_NODE || nodeType === DOCUMENT_NODE;
}

/** What an element's class answers. @throws TypeError for other nodes */
export function elementKindOf(node: TreeNode): ElementKind {
  const kind = kindOf(node);
  if (!isKindOfElement(kind)) throw new TypeError('expected an element');
  return kind;
}

function isKindOfElement(kind: NodeKind): kind is ElementKind {
  return kind.nodeType === ELEMENT_NODE;
}

export function isConnected(node: TreeNode): boolean {
  for (let each: TreeNode | null = node; each !== null; each = parentOf(each)) {
    const { nodeType } = kindOf(each);
    if (nodeType === ELEMENT_NODE) return isMarked(each);
    if (nodeType === DOCUMENT_NODE) return true;
    const host = shadowHostOf(each);
    if (host !== null) return isMarked(host);
  }
  return false;
}

/** True where a node is in a shadow tree, or the root of one. */
export function isInShadow(node: TreeNode): boolean {
  return isAnyShadow && shadowHostOf(rootOf(node)) !== null;
}

/** True where `node` is inside `ancestor`, shadow trees of what is in it included. */
function isHeldByShadow(node: TreeNode, ancestor: TreeNode): boolean {
  for (let each: TreeNode | null = node; each !== null;) {
    if (each === ancestor) return true;
    each = parentOf(each) ?? shadowHostOf(each);
  }
  return false;
}

/** What a node outside of a shadow tree learns of a node inside: the host around it (DOM, "retarget"). */
export function retarget(node: TreeNode, against: unknown): TreeNode {
  let target = node;
  for (;;) {
    const root = rootOf(target);
    const host = shadowHostOf(root);
    if (host === null || (isTreeNode(against) && isHeldByShadow(against, root))) return target;
    target = host;
  }
}

/**
 * The next node in document order inside `root`, through shadow trees as well: the shadow tree of an element comes before
 * its children.
 */
export function nextInAllTrees(node: TreeNode, root: TreeNode): TreeNode | null {
  const inner = isAnyShadow ? shadowRootOf(node) : null;
  const first = inner ?? firstChildOf(node);
  if (first !== null) return first;
  for (let each: TreeNode | null = node; each !== null && each !== root;) {
    const host: TreeNode | null = isAnyShadow ? shadowHostOf(each) : null;
    const next: TreeNode | null = host === null ? nextSiblingOf(each) : firstChildOf(host);
    if (next !== null) return next;
    each = host ?? parentOf(each);
  }
  return null;
}

/** True where `node` is `ancestor` or inside it. */
export function isInside(node: TreeNode | null, ancestor: TreeNode): boolean {
  for (let each = node; each !== null; each = parentOf(each)) if (each === ancestor) return true;
  return false;
}

export function parentElementOf(node: TreeNode): TreeNode | null {
  const parent = parentOf(node);
  return parent !== null && isElement(parent) ? parent : null;
}

export function nextElementOf(node: TreeNode): TreeNode | null {
  let next = nextSiblingOf(node);
  while (next !== null && !isElement(next)) next = nextSiblingOf(next);
  return next;
}

export function previousElementOf(node: TreeNode): TreeNode | null {
  let previous = previousSiblingOf(node);
  while (previous !== null && !isElement(previous)) previous = previousSiblingOf(previous);
  return previous;
}

export function rootOf(node: TreeNode): TreeNode {
  let root = node;
  for (let parent = parentOf(root); parent !== null; parent = parentOf(root)) root = parent;
  return root;
}

/** The next node in document order inside `root`; null at its end. */
export function nextInTree(node: TreeNode, root: TreeNode): TreeNode | null {
  return firstChildOf(node) ?? nextAfter(node, root);
}

/** What follows a node and all that is in it, inside `root`. */
export function nextAfter(node: TreeNode, root: TreeNode): TreeNode | null {
  for (let each: TreeNode | null = node; each !== null && each !== root; each = parentOf(each)) {
    const next = nextSiblingOf(each);
    if (next !== null) return next;
  }
  return null;
}

/** The text of all that is in a node. */
export function textIn(root: TreeNode): string {
  const first = firstChildOf(root);
  // Most elements hold one text.
  if (first !== null && isText(first) && nextSiblingOf(first) === null) return dataOf(first);
  const parts: string[] = [];
  for (let node = first; node !== null; node = nextInTree(node, root)) {
    if (isText(node)) parts.push(dataOf(node));
  }
  return parts.join('');
}

/** Throws the standard's exception of that name. */
export function fail(name: string, message: string): never {
  throw new DOMException(message, name);
}

/** The first child that markup and copies have: without what an element made of its text. */
export function firstWrittenOf(node: TreeNode): TreeNode | null {
  const first = firstChildOf(node);
  return first !== null && isMade(first) ? nextWrittenOf(first) : first;
}

/** The same for the next sibling. */
export function nextWrittenOf(node: TreeNode): TreeNode | null {
  let next = nextSiblingOf(node);
  while (next !== null && isMade(next)) next = nextSiblingOf(next);
  return next;
}

function isMade(node: TreeNode): boolean {
  const parent = parentOf(node);
  return (
    parent !== null && isElement(node) && isElement(parent) && elementKindOf(parent).rendersText
  );
}
