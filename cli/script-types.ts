/**
 * Types only: scripts/generate-dts.mjs makes `docs/reference/tui.d.ts`, the types of everything a script can use,
 * from this module.
 *
 * The members of an interface `XOverrides` replace those of `X` in that file, where scripts need a more precise type than
 * the runtime itself.
 */
import type { elements } from '../elements/index.js';
import type { Attr, NamedNodeMap } from '../runtime/dom/attr.js';
import type { CharacterData, Comment, Text } from '../runtime/dom/character-data.js';
import type { ComputedStyleDeclaration } from '../runtime/dom/css/computed-style.js';
import type { DocumentFragment } from '../runtime/dom/document-fragment.js';
import type { Document } from '../runtime/dom/document.js';
import type { Element } from '../runtime/dom/element.js';
import type {
  EventListener,
  EventTarget,
  ListenerOptions,
} from '../runtime/dom/events/event-target.js';
import type { CustomEvent, Event } from '../runtime/dom/events/event.js';
import type {
  ClipboardEvent,
  FormDataEvent,
  InputEvent,
  SubmitEvent,
} from '../runtime/dom/events/editing-events.js';
import type {
  CompositionEvent,
  FocusEvent,
  KeyboardEvent,
  MouseEvent,
  PointerEvent,
  UIEvent,
  WheelEvent,
} from '../runtime/dom/events/ui-events.js';
import type { HTMLElement } from '../runtime/dom/html-element.js';
import type { StaticList } from '../runtime/dom/lists.js';
import type {
  HashChangeEvent,
  History,
  Location,
  PopStateEvent,
} from '../runtime/dom/window/location.js';
import type { MediaQueryList, MediaQueryListEvent } from '../runtime/dom/css/media-query-list.js';
import type { MutationObserver, MutationRecord } from '../runtime/dom/mutation-observer.js';
import type { Node } from '../runtime/dom/node.js';
import type { TokenList } from '../runtime/dom/token-list.js';
import type { NodeFilter, TreeWalker } from '../runtime/dom/tree-walker.js';
import type { Window } from '../runtime/dom/window/window.js';
import type { CustomElementRegistry } from '../runtime/element/custom-elements.js';
import type { TuiDocument, TuiElement } from '../runtime/element/tui-element.js';
import type { ResizeObserverEntry } from '../runtime/script/globals/resize-observer.js';

// Classes by name: their comments are kept then.
export type {
  Attr,
  CharacterData,
  ClipboardEvent,
  Comment,
  CompositionEvent,
  CustomElementRegistry,
  CustomEvent,
  Document,
  DocumentFragment,
  Element,
  Event,
  EventTarget,
  FocusEvent,
  FormDataEvent,
  HashChangeEvent,
  History,
  HTMLElement,
  InputEvent,
  KeyboardEvent,
  Location,
  MediaQueryList,
  MediaQueryListEvent,
  MouseEvent,
  MutationObserver,
  MutationRecord,
  NamedNodeMap,
  Node,
  PointerEvent,
  PopStateEvent,
  ResizeObserverEntry,
  StaticList,
  SubmitEvent,
  Text,
  TokenList,
  TreeWalker,
  TuiDocument,
  TuiElement,
  UIEvent,
  WheelEvent,
  Window,
};
export type { CDATASection, ProcessingInstruction } from '../runtime/dom/character-data.js';
export type { ParentNode } from '../runtime/dom/parent-node.js';
// The record of `document.observe`, which is none of the standard's.
export type { MutationRecord as TreeChange } from '../runtime/element/tui-element.js';
export type { Logger } from '../runtime/script/logger.js';
export type { TuiGlobal } from '../runtime/script/globals/tui-global.js';

/** The classes of elements, in the order of their registry. */
export type Elements = typeof elements;

/** What the document's scripts export. Declare your own members by declaration merging, or leave them untyped. */
export interface Exports {
  // The author knows the type, but cannot state it in a handler's attribute.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly [name: string]: any;
}

/** Elements by their names in markup; the generator writes its members. */
export interface ElementTagNameMap {
  readonly [tag: string]: TuiElement;
}

/** Events of every element, by type. */
export interface ElementEventMap {
  click: MouseEvent;
  dblclick: MouseEvent;
  contextmenu: MouseEvent;
  mousedown: MouseEvent;
  mouseup: MouseEvent;
  mousemove: MouseEvent;
  mouseenter: MouseEvent;
  mouseleave: MouseEvent;
  mouseover: MouseEvent;
  mouseout: MouseEvent;
  wheel: WheelEvent;
  keydown: KeyboardEvent;
  keyup: KeyboardEvent;
  keypress: KeyboardEvent;
  focus: FocusEvent;
  blur: FocusEvent;
  focusin: FocusEvent;
  focusout: FocusEvent;
  input: Event;
  change: Event;
  select: Event;
  submit: Event;
  scroll: Event;
  resize: UIEvent;
  paste: ClipboardEvent;
  copy: ClipboardEvent;
  load: Event;
  error: Event;
}

/** Names and values, those of a form or a script's own; the body of a request. */
export interface FormData extends Iterable<[string, string]> {
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  forEach(callback: (value: string, name: string, data: FormData) => unknown): void;
}

/** Each of these is a global of scripts, too. */
export interface WindowOverrides {
  readonly window: Window;
  readonly self: Window;
  readonly document: TuiDocument;
  readonly location: Location;
  readonly history: History;
  readonly customElements: CustomElementRegistry;
  /** In cells. */
  readonly innerWidth: number;
  readonly innerHeight: number;
  matchMedia(query: string): MediaQueryList;
  getComputedStyle(element: Element): ComputedStyleDeclaration;
  /** Calls back before the next frame. Returns a handle for `cancelAnimationFrame`. */
  requestAnimationFrame(callback: (time: number) => unknown): number;
  cancelAnimationFrame(handle: number): void;
  readonly EventTarget: new () => EventTarget;
  readonly Event: typeof Event;
  readonly CustomEvent: typeof CustomEvent;
  readonly UIEvent: typeof UIEvent;
  readonly MouseEvent: typeof MouseEvent;
  readonly PointerEvent: typeof PointerEvent;
  readonly WheelEvent: typeof WheelEvent;
  readonly KeyboardEvent: typeof KeyboardEvent;
  readonly FocusEvent: typeof FocusEvent;
  readonly InputEvent: typeof InputEvent;
  readonly CompositionEvent: typeof CompositionEvent;
  readonly ClipboardEvent: typeof ClipboardEvent;
  readonly SubmitEvent: typeof SubmitEvent;
  readonly FormDataEvent: typeof FormDataEvent;
  /** Names and values of the controls of a form, and of the button that was pressed. */
  readonly FormData: new (form?: TuiElement, submitter?: TuiElement | null) => FormData;
  readonly PopStateEvent: typeof PopStateEvent;
  readonly HashChangeEvent: typeof HashChangeEvent;
  readonly MediaQueryListEvent: typeof MediaQueryListEvent;
  readonly Node: typeof Node;
  readonly Document: new () => Document;
  readonly Element: typeof Element;
  /** Extended by the classes of `customElements.define`. */
  readonly HTMLElement: abstract new () => TuiElement;
  readonly CharacterData: typeof CharacterData;
  readonly Text: new (data?: string) => Text;
  readonly Comment: new (data?: string) => Comment;
  readonly DocumentFragment: new () => DocumentFragment;
  readonly Attr: typeof Attr;
  readonly MutationObserver: typeof MutationObserver;
  readonly ResizeObserver: new (callback: ResizeObserverCallback) => ResizeObserver;
  readonly NodeFilter: typeof NodeFilter;
}

type ResizeObserverCallback = (entries: ResizeObserverEntry[], observer: ResizeObserver) => unknown;

/** Reports sizes after the frames that change them. */
interface ResizeObserver {
  observe(target: Element, options?: { readonly box?: 'content-box' | 'border-box' }): void;
  unobserve(target: Element): void;
  disconnect(): void;
}

export interface ResizeObserverEntryOverrides {
  readonly target: TuiElement;
}

export interface CustomElementRegistryOverrides {
  /** @throws SyntaxError, NotSupportedError or TypeError for a name or class that cannot be defined */
  define(name: string, constructor: new () => TuiElement): void;
  get(name: string): (new () => TuiElement) | undefined;
  /** Upgrades elements in a tree to the classes defined for their names. */
  upgrade(root: Node): void;
}

export interface NodeOverrides {
  addEventListener<K extends keyof ElementEventMap>(
    type: K,
    listener: EventListener<ElementEventMap[K]>,
    options?: boolean | ListenerOptions | null,
  ): void;
  addEventListener<T extends Event = Event>(
    type: string,
    listener: EventListener<T>,
    options?: boolean | ListenerOptions | null,
  ): void;
}

export interface ParentNodeOverrides {
  /** Returns the first element below this one that matches a selector; null if none does. */
  querySelector<K extends keyof ElementTagNameMap>(selector: K): ElementTagNameMap[K] | null;
  /** @throws SyntaxError for an invalid selector */
  querySelector<T extends TuiElement = TuiElement>(selector: string): T | null;
  /** Returns every element below this one that matches a selector, as a static list with the methods of arrays. */
  querySelectorAll<K extends keyof ElementTagNameMap>(
    selector: K,
  ): StaticList<ElementTagNameMap[K]>;
  querySelectorAll<T extends TuiElement = TuiElement>(selector: string): StaticList<T>;
}

export interface DocumentOverrides {
  /** Creates an element that is not in the document yet: append it to one that is. */
  createElement<K extends keyof ElementTagNameMap>(name: K): ElementTagNameMap[K];
  createElement(name: string): TuiElement;
  /**
   * Returns the element with an id; null if the document has none. State its type as
   * `getElementById<Tui.DataBarsElement>('cpu')`.
   */
  getElementById<T extends TuiElement = TuiElement>(id: string): T | null;
}

export interface EventOverrides {
  readonly target: TuiElement;
  readonly currentTarget: TuiElement;
  /** The elements on the event's path, target first; empty unless it is being dispatched. */
  composedPath(): TuiElement[];
}

export interface EventTargetOverrides {
  addEventListener<T extends Event = Event>(
    type: string,
    listener: EventListener<T>,
    options?: boolean | ListenerOptions | null,
  ): void;
  removeEventListener<T extends Event = Event>(
    type: string,
    listener: EventListener<T>,
    options?: boolean | ListenerOptions | null,
  ): void;
}

export interface FocusEventOverrides {
  /** Where the focus comes from, or goes to; null where that is no element. */
  readonly relatedTarget: TuiElement | null;
}

export interface MouseEventOverrides {
  /** The element the pointer came from or goes to. */
  readonly relatedTarget: TuiElement | null;
}

export interface SubmitEventOverrides {
  readonly submitter: TuiElement | null;
}

export interface AttrOverrides {
  readonly ownerElement: TuiElement | null;
  readonly ownerDocument: TuiDocument | null;
}

export interface ElementOverrides {
  closest<K extends keyof ElementTagNameMap>(selector: K): ElementTagNameMap[K] | null;
  closest<T extends TuiElement = TuiElement>(selector: string): T | null;
}

export interface TuiGlobalOverrides extends ParentNodeOverrides, DocumentOverrides {
  /** What the document's scripts export; the same object as `$app`. */
  readonly exports: Exports;
}
