/**
 * The one door to linkedom. It stores the nodes, as a list through the whole document: each node
 * knows the next one in document order, and an element has an end node that closes it. What is not
 * by the standard is repaired on top of that storage, in the files beside this one.
 *
 * Two facts about linkedom 0.18.14 this file leans on, both held by a spec:
 * - its links are symbols that it does not export; they are found by their descriptions;
 * - its exported classes are facades that refuse `new`; the real class is the facade's prototype.
 */
import * as linkedom from 'linkedom';
import type { Rect } from '../geometry.js';
import { TuiEventTarget } from './event-target.js';
import type { TuiEvent } from './event.js';
import type { Viewport } from './viewport.js';

/** The types of linkedom's symbols: each link has one of its own. */
export declare class Link {
  static readonly next: unique symbol;
  static readonly prev: unique symbol;
  static readonly end: unique symbol;
  static readonly start: unique symbol;
  static readonly value: unique symbol;
}

/** `Node.nodeType` values; `END_NODE` is linkedom's own. */
export const ELEMENT_NODE = 1;
export const ATTRIBUTE_NODE = 2;
export const TEXT_NODE = 3;
export const COMMENT_NODE = 8;
export const DOCUMENT_NODE = 9;
export const FRAGMENT_NODE = 11;
export const END_NODE = -1;

export type LinkedConstructor = new (...args: never[]) => object;

function realClass(facade: unknown): LinkedConstructor {
  return Object.getPrototypeOf(facade) as LinkedConstructor;
}

export const LinkedElement = realClass(linkedom.Element);
export const LinkedText = realClass(linkedom.Text);
export const LinkedComment = realClass(linkedom.Comment);
export const LinkedFragment = realClass(linkedom.DocumentFragment);
export const LinkedDocument = realClass(linkedom.Document);
const LinkedNodeClass = realClass(linkedom.Node);

// linkedom's event target has no capture phase, lets exceptions of listeners escape and keeps a map
// for every node. `super()` looks its parent class up each time, so the parent can be exchanged.
Object.setPrototypeOf(LinkedNodeClass, TuiEventTarget);
Object.setPrototypeOf(LinkedNodeClass.prototype, TuiEventTarget.prototype);

function symbolOf(node: object, description: string): symbol {
  const found = Object.getOwnPropertySymbols(node).find(
    (symbol) => symbol.description === description,
  );
  if (found === undefined) throw new Error(`linkedom has no ${description} link any more`);
  return found;
}

const probe = Reflect.construct(LinkedElement, [null, 'probe']) as Record<symbol, object>;
/** The next node in document order: the first child, or the element's own end, or what follows it. */
export const NEXT: typeof Link.next = symbolOf(probe, 'next') as typeof Link.next;
export const PREV: typeof Link.prev = symbolOf(probe, 'prev') as typeof Link.prev;
/** An element's (fragment's, document's) end node. */
export const END: typeof Link.end = symbolOf(probe, 'end') as typeof Link.end;
/** From an end node back to what it closes. */
export const START: typeof Link.start = symbolOf(probe[END]!, 'start') as typeof Link.start;
/** A text's or comment's data. */
export const VALUE: typeof Link.value = symbolOf(
  Reflect.construct(LinkedText, [null, '']),
  'value',
) as typeof Link.value;

/** A node as it is stored. */
export interface LinkedNode extends TuiEventTarget {
  readonly nodeType: number;
  readonly localName: string;
  ownerDocument: LinkedOwner | null;
  parentNode: LinkedParent | null;
  [NEXT]: LinkedNode | null;
  [PREV]: LinkedNode | null;
}

export interface LinkedCharacterData extends LinkedNode {
  [VALUE]: string;
}

/** An element, a fragment or a document. */
export interface LinkedParent extends LinkedNode {
  [NEXT]: LinkedNode;
  [END]: EndNode;
  /** Child arrays, made when asked for and thrown away at each change. */
  [CHILDREN]: ChildArrays | null;
}

/** Closes a parent in the list. */
export interface EndNode extends LinkedNode {
  readonly [START]: LinkedParent;
  [PREV]: LinkedNode;
}

export interface ChildArrays {
  readonly nodes: readonly LinkedNode[];
  elements: readonly LinkedElementNode[] | null;
}
export const CHILDREN: unique symbol = Symbol('children');

/** True from the moment an element is reachable from its document; kept, so that asking costs no walk. */
export const CONNECTED: unique symbol = Symbol('connected');

/** The part of an element that the tree's own machinery calls. */
export interface LinkedElementNode extends LinkedParent {
  [CONNECTED]: boolean;
  readonly id: string;
  /** Whether its class does something in `connected` or `disconnected`; most do not, and are skipped. */
  readonly hasLifecycle: boolean;
  readonly definition: {
    /** Whether it has a hook for changes among its children. */
    readonly hearsContent: boolean;
    /** Whether a change below it concerns it: it lays out its own text and inline elements. */
    readonly isInline: boolean;
  };
}

/** The part of a document that the tree's own machinery calls. */
export interface LinkedOwner extends LinkedParent {
  readonly elementIds: {
    add(id: string, element: object): void;
    remove(id: string, element: object): void;
  };
  /** Calls a hook of an element; an exception in it is reported and goes no further. */
  callHook(
    element: LinkedElementNode,
    hook: 'connected' | 'disconnected' | 'contentChanged' | 'attributeChanged',
    ...given: readonly unknown[]
  ): void;
  createTextNode(data: string): object;
  /** Markup of a script to a fragment; its faults are reported. */
  parseFragment(markup: string): LinkedParent;
  readonly requestFocus: ((element: never) => void) | undefined;
  readonly pointerCapture: { element: unknown } | undefined;
  readonly boundsOf: ((element: never) => Rect) | undefined;
  readonly viewport: Viewport<never> | undefined;
  readonly acceptsStyle: ((element: never, property: string, value: string) => boolean) | undefined;
  readonly runDefault: ((event: TuiEvent) => void) | undefined;
  /** Counts every change of shape, attributes or text, so that live lists know when to look again. */
  version: number;
  emit(record: unknown, connected: boolean): void;
  /** True where somebody wants records of detached nodes too. */
  readonly watched: boolean;
}

export function isElement(node: { readonly nodeType: number }): node is LinkedElementNode {
  return node.nodeType === ELEMENT_NODE;
}

export function isParent(node: { readonly nodeType: number }): node is LinkedParent {
  const { nodeType } = node;
  return nodeType === ELEMENT_NODE || nodeType === FRAGMENT_NODE || nodeType === DOCUMENT_NODE;
}

export function isCharacterData(node: { readonly nodeType: number }): node is LinkedCharacterData {
  return node.nodeType === TEXT_NODE || node.nodeType === COMMENT_NODE;
}

/** The last node of a node's own stretch of the list. */
export function endOf(node: LinkedNode): LinkedNode {
  return isParent(node) ? node[END] : node;
}

/** The owner of a node: its document, or itself where it is one. */
export function ownerOf(node: LinkedNode): LinkedOwner {
  return node.ownerDocument ?? (node as LinkedOwner);
}

export function firstChildOf(parent: LinkedParent): LinkedNode | null {
  const first = parent[NEXT];
  return first === parent[END] ? null : first;
}

export function lastChildOf(parent: LinkedParent): LinkedNode | null {
  const last = parent[END][PREV];
  if (last === parent) return null;
  return last.nodeType === END_NODE ? (last as EndNode)[START] : last;
}

export function nextSiblingOf(node: LinkedNode): LinkedNode | null {
  const after = endOf(node)[NEXT];
  return after === null || after.nodeType === END_NODE ? null : after;
}

export function previousSiblingOf(node: LinkedNode): LinkedNode | null {
  const before = node[PREV];
  if (before === null || before === node.parentNode) return null;
  return before.nodeType === END_NODE ? (before as EndNode)[START] : before;
}

/** A parent's children as an array, shared until its next change: not to be written to. */
export function childNodesOf(parent: LinkedParent): readonly LinkedNode[] {
  return arraysOf(parent).nodes;
}

/** The element children, in the same way. */
export function childElementsOf(parent: LinkedParent): readonly LinkedElementNode[] {
  const arrays = arraysOf(parent);
  return (arrays.elements ??= arrays.nodes.filter(isElement));
}

function arraysOf(parent: LinkedParent): ChildArrays {
  let arrays = parent[CHILDREN] ?? null;
  if (arrays === null) {
    const nodes: LinkedNode[] = [];
    for (let node = firstChildOf(parent); node !== null; node = nextSiblingOf(node))
      nodes.push(node);
    arrays = { nodes, elements: null };
    parent[CHILDREN] = arrays;
  }
  return arrays;
}

/** True where `node` is `ancestor` or inside it. */
export function isInside(node: LinkedNode | null, ancestor: LinkedNode): boolean {
  for (let each = node; each !== null; each = each.parentNode) {
    if (each === ancestor) return true;
  }
  return false;
}
