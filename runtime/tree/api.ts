/**
 * The standard's interfaces as this tree offers them. `E` is the element type and `D` the document
 * type, so that `parentElement` is a `TuiElement` without a cast.
 */
import type { Diagnostic } from '../diagnostics.js';
import type { Rect } from '../geometry.js';
import type { AttributeList, AttributeNode } from './attributes.js';
import type { TokenList } from './class-list.js';
import type { Dataset } from './dataset.js';
import type { EventListener, ListenerOptions } from './event-target.js';
import type { TuiEvent } from './event.js';
import type { LiveList, StaticList } from './live-list.js';
import type { StyleDeclarations } from './style-declaration.js';
import type { Timing } from './timing.js';
import type { ScrollOptions, Viewport } from './viewport.js';

export type { ScrollMetrics, ScrollOptions, Viewport } from './viewport.js';

export interface EventTargetApi {
  addEventListener<T extends TuiEvent = TuiEvent>(
    type: string,
    listener: EventListener<T>,
    options?: boolean | ListenerOptions,
  ): void;
  removeEventListener<T extends TuiEvent = TuiEvent>(
    type: string,
    listener: EventListener<T>,
    options?: boolean | ListenerOptions,
  ): void;
  /** False where a listener prevented the default. */
  dispatchEvent(event: TuiEvent | Event): boolean;
}

export interface NodeApi<E, D> extends EventTargetApi {
  /** 1 element, 3 text, 8 comment, 9 document, 11 fragment. */
  readonly nodeType: number;
  readonly nodeName: string;
  readonly ownerDocument: D;
  readonly parentNode: ParentNodeApi<E, D> | null;
  readonly parentElement: E | null;
  readonly firstChild: NodeApi<E, D> | null;
  readonly lastChild: NodeApi<E, D> | null;
  readonly previousSibling: NodeApi<E, D> | null;
  readonly nextSibling: NodeApi<E, D> | null;
  readonly childNodes: LiveList<NodeApi<E, D>>;
  readonly isConnected: boolean;
  readonly baseURI: string | null;
  nodeValue: string | null;
  textContent: string | null;
  hasChildNodes(): boolean;
  contains(other: NodeApi<E, D> | null): boolean;
  compareDocumentPosition(other: NodeApi<E, D>): number;
  isSameNode(other: NodeApi<E, D> | null): boolean;
  isEqualNode(other: NodeApi<E, D> | null): boolean;
  getRootNode(): NodeApi<E, D>;
  normalize(): void;
  cloneNode(deep?: boolean): NodeApi<E, D>;
  appendChild<T extends NodeApi<E, D>>(node: T): T;
  insertBefore<T extends NodeApi<E, D>>(node: T, before: NodeApi<E, D> | null): T;
  removeChild<T extends NodeApi<E, D>>(node: T): T;
  replaceChild<T extends NodeApi<E, D>>(node: NodeApi<E, D>, child: T): T;
}

export interface ChildNodeApi<E, D> {
  readonly previousElementSibling: E | null;
  readonly nextElementSibling: E | null;
  before(...nodes: (NodeApi<E, D> | string)[]): void;
  after(...nodes: (NodeApi<E, D> | string)[]): void;
  replaceWith(...nodes: (NodeApi<E, D> | string)[]): void;
  remove(): void;
}

export interface ParentNodeApi<E, D> extends NodeApi<E, D> {
  readonly children: LiveList<E>;
  readonly childElementCount: number;
  readonly firstElementChild: E | null;
  readonly lastElementChild: E | null;
  append(...nodes: (NodeApi<E, D> | string)[]): void;
  prepend(...nodes: (NodeApi<E, D> | string)[]): void;
  replaceChildren(...nodes: (NodeApi<E, D> | string)[]): void;
  /** Throws a `SyntaxError` DOMException for a selector that cannot be read. */
  querySelector(selector: string): E | null;
  querySelectorAll(selector: string): StaticList<E>;
  getElementsByTagName(name: string): LiveList<E>;
  getElementsByClassName(names: string): LiveList<E>;
}

export interface FragmentApi<E, D> extends ParentNodeApi<E, D> {
  getElementById(id: string): E | null;
}

export interface CharacterDataApi<E, D> extends NodeApi<E, D>, ChildNodeApi<E, D> {
  data: string;
  /** In UTF-16 units, as all offsets here. */
  readonly length: number;
  substringData(offset: number, count: number): string;
  appendData(data: string): void;
  insertData(offset: number, data: string): void;
  deleteData(offset: number, count: number): void;
  replaceData(offset: number, count: number, data: string): void;
}

export interface TextApi<E, D> extends CharacterDataApi<E, D> {
  readonly wholeText: string;
  splitText(offset: number): TextApi<E, D>;
}

/** A DOM element by the standard; what this runtime adds is in `element.ts`. */
export interface ElementApi<E, D> extends ParentNodeApi<E, D>, ChildNodeApi<E, D> {
  /** As written: names keep their case here. */
  readonly localName: string;
  readonly tagName: string;
  readonly namespaceURI: string;
  id: string;
  className: string;
  readonly classList: TokenList;
  /** The tokens of `class`, shared until it changes. */
  readonly classNames: readonly string[];
  readonly dataset: Dataset;
  get style(): StyleDeclarations;
  set style(text: string);
  hidden: boolean;
  /** -1 where the attribute is absent or no number. */
  tabIndex: number;
  role: string | null;

  /** Either spelling finds it; `data-*`, `aria-*` and `bind:*` have one. */
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: unknown): void;
  removeAttribute(name: string): void;
  hasAttribute(name: string): boolean;
  hasAttributes(): boolean;
  toggleAttribute(name: string, force?: boolean): boolean;
  /** As spelt, in the order of the source. */
  getAttributeNames(): string[];
  readonly attributes: AttributeList;
  getAttributeNode(name: string): AttributeNode | null;
  setAttributeNode(attribute: AttributeNode): AttributeNode | null;
  removeAttributeNode(attribute: AttributeNode): AttributeNode;
  getAttributeNS(namespace: string | null, name: string): string | null;
  setAttributeNS(namespace: string | null, name: string, value: unknown): void;
  removeAttributeNS(namespace: string | null, name: string): void;
  hasAttributeNS(namespace: string | null, name: string): boolean;

  innerHTML: string;
  outerHTML: string;
  innerText: string;
  insertAdjacentHTML(position: InsertPosition, markup: string): void;
  insertAdjacentElement(position: InsertPosition, element: E): E | null;
  insertAdjacentText(position: InsertPosition, text: string): void;

  matches(selector: string): boolean;
  closest(selector: string): E | null;

  click(): void;
  focus(): void;
  blur(): void;
  /** In cells. */
  /** While a button is down, pointer events go to this element, wherever the pointer is. There is one pointer. */
  setPointerCapture(pointerId?: number): void;
  releasePointerCapture(pointerId?: number): void;
  hasPointerCapture(pointerId?: number): boolean;
  getBoundingClientRect(): BoundingRect;

  // Scrolling, in cells; everything is 0 where the element has no box.
  scrollTop: number;
  scrollLeft: number;
  readonly scrollWidth: number;
  readonly scrollHeight: number;
  readonly clientLeft: number;
  readonly clientTop: number;
  readonly clientWidth: number;
  readonly clientHeight: number;
  scrollTo(left: number, top: number): void;
  scrollTo(place: { readonly left?: number; readonly top?: number }): void;
  scroll(left: number, top: number): void;
  scroll(place: { readonly left?: number; readonly top?: number }): void;
  scrollBy(left: number, top: number): void;
  scrollBy(place: { readonly left?: number; readonly top?: number }): void;
  /** `true` and no argument: to the top of what scrolls; `false`: to the bottom. */
  scrollIntoView(options?: boolean | Partial<ScrollOptions>): void;
}

export type InsertPosition = 'beforebegin' | 'afterbegin' | 'beforeend' | 'afterend';

export interface BoundingRect extends Rect {
  readonly top: number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** The tree has changed: emitted synchronously, after the change. */
export type MutationRecordOf<E, D> =
  | {
      readonly type: 'childList';
      readonly target: ParentNodeApi<E, D>;
      readonly addedNodes: readonly NodeApi<E, D>[];
      readonly removedNodes: readonly NodeApi<E, D>[];
      readonly previousSibling: NodeApi<E, D> | null;
      readonly nextSibling: NodeApi<E, D> | null;
    }
  | {
      readonly type: 'attributes';
      readonly target: E;
      /** As it is spelt in the document. */
      readonly attributeName: string;
      /** The one name of all spellings: camelCase. */
      readonly property: string;
      /** Null where there was none, or where the old value never was text. */
      readonly oldValue: string | null;
    }
  | {
      readonly type: 'characterData';
      readonly target: CharacterDataApi<E, D>;
      readonly oldValue: string;
    }
  | {
      readonly type: 'invalidate';
      readonly target: E;
      readonly kind: 'paint' | 'layout' | 'structure';
    }
  | { readonly type: 'state'; readonly target: E; readonly state: string };

/** The document, with the hooks by which an app takes part. */
export interface DocumentApi<E, D> extends ParentNodeApi<E, D> {
  /** The `<tui>` element: always there, also where the file has none. */
  readonly documentElement: E;
  /** The same element. */
  readonly body: E;
  /** The same element. */
  readonly head: E;
  /** The text of the `<title>` element; setting it makes one where there is none. */
  title: string;
  /** The focused element, or the root. */
  readonly activeElement: E;
  readonly defaultView: Readonly<Record<string, unknown>>;

  createElement(name: string): E;
  createElementNS(namespace: string | null, name: string): E;
  createTextNode(data: string): TextApi<E, D>;
  createComment(data: string): CharacterDataApi<E, D>;
  createDocumentFragment(): FragmentApi<E, D>;
  importNode<T extends NodeApi<E, D>>(node: T, deep?: boolean): T;
  adoptNode<T extends NodeApi<E, D>>(node: T): T;
  getElementById(id: string): E | null;

  /**
   * Hears of every change of the connected tree, synchronously, after the change. Returns what ends it.
   * With `detached`, of changes outside the document too.
   */
  observe(
    sink: (record: MutationRecordOf<E, D>) => void,
    options?: { readonly detached?: boolean },
  ): () => void;
  /** Every fault that `report` was given; the last thousand of them. */
  readonly diagnostics: readonly Diagnostic[];

  /** A fault at run time. An app may put its own function here; by default it is added to `diagnostics`. */
  report: (diagnostic: Diagnostic) => void;
  /** An exception in a listener or a hook. By default it becomes a diagnostic. */
  reportError: (error: unknown, target?: unknown) => void;
  /** Before each listener, and after it whatever became of it; calls nest as dispatches do. */
  listenerBegins: (() => void) | undefined;
  listenerEnds: (() => void) | undefined;
  /** After each listener that ended well, with what it returned (a promise, where it is asynchronous). */
  listenerReturned: ((result: unknown, target: unknown) => void) | undefined;
  /** `element.focus()`, and with null `element.blur()`; whoever owns the focus puts its function here. */
  requestFocus: ((element: E | null) => void) | undefined;
  /** Moves the focus to where it belongs in an element that has opened; whoever owns the focus answers. */
  enterFocus: ((element: E) => void) | undefined;
  /** The element that has the pointer while a button is down; whoever dispatches events puts its own here. */
  pointerCapture: { element: E | null } | undefined;
  /** `element.getBoundingClientRect()` in cells; whoever knows the layout puts its function here. */
  boundsOf: ((element: E) => Rect) | undefined;
  /** `element.scrollTop` and its kind; whoever knows the layout puts its own here. */
  viewport: Viewport<E> | undefined;
  /**
   * Whether `element.style` takes a declaration; whoever knows the properties puts its function here, and
   * tells of what it does not take.
   */
  acceptsStyle: ((element: E, property: string, value: string) => boolean) | undefined;
  /** What elements that move go by; whoever has the clock puts its own here. */
  timing: Timing | undefined;
  /**
   * A text that a person copies from what an element shows: fires `copy` at it and, unless that is
   * prevented, hands the text to the clipboard. Returns false where it was prevented.
   */
  requestCopy: ((element: E, text: string) => boolean) | undefined;
  /** After `element.click()`, where no listener prevented it; whoever runs default actions puts its function here. */
  runDefault: ((event: TuiEvent) => void) | undefined;
  /**
   * Elements shown above the whole document, the topmost last; another array after each change. The
   * last one is modal: everything outside it is inert. They have to be `position: fixed`.
   */
  readonly topLayer: readonly E[];
  /** Puts an element on top of the top layer, or takes it out. */
  setTopLayer(element: E, on: boolean): void;
  /** Called by whoever owns the focus; `null` is the root. */
  setActiveElement(element: E | null): void;
}
