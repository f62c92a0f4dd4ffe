/**
 * The types that `docs/reference/tui.d.ts` is made from by scripts/generate-dts.mjs, and nothing that runs: what a
 * script of an app can reach.
 *
 * The members of an interface `XOverrides` replace those of `X` in that file, where a script can be given a better
 * type than the runtime itself has use for.
 */
import type { elements } from '../elements/index.js';
import type { Comment, Text } from '../runtime/dom/character-data.js';
import type { DocumentFragment } from '../runtime/dom/document-fragment.js';
import type {
  EventListener,
  EventTarget,
  ListenerOptions,
} from '../runtime/dom/events/event-target.js';
import type { CustomEvent, Event } from '../runtime/dom/events/event.js';
import type {
  ClipboardEvent,
  FocusEvent,
  KeyboardEvent,
  MouseEvent,
  UIEvent,
  WheelEvent,
} from '../runtime/dom/events/ui-events.js';
import type { StaticList } from '../runtime/dom/lists.js';
import type { MutationObserver } from '../runtime/dom/mutation-observer.js';
import type { NodeFilter } from '../runtime/dom/tree-walker.js';
import type { ComputedStyle, TuiDocument, TuiElement } from '../runtime/element/tui-element.js';

// Classes by name: their comments are kept then.
export type { Attr, NamedNodeMap } from '../runtime/dom/attr.js';
export type {
  CDATASection,
  CharacterData,
  Comment,
  ProcessingInstruction,
  Text,
} from '../runtime/dom/character-data.js';
export type { DocumentFragment } from '../runtime/dom/document-fragment.js';
export type { Document } from '../runtime/dom/document.js';
export type { Element } from '../runtime/dom/element.js';
export type { EventTarget } from '../runtime/dom/events/event-target.js';
export type { CustomEvent, Event } from '../runtime/dom/events/event.js';
export type {
  ClipboardEvent,
  FocusEvent,
  KeyboardEvent,
  MouseEvent,
  UIEvent,
  WheelEvent,
} from '../runtime/dom/events/ui-events.js';
export type { HTMLElement } from '../runtime/dom/html-element.js';
export type { StaticList } from '../runtime/dom/lists.js';
export type { MutationObserver, MutationRecord } from '../runtime/dom/mutation-observer.js';
export type { Node } from '../runtime/dom/node.js';
export type { ParentNode } from '../runtime/dom/parent-node.js';
export type { TokenList } from '../runtime/dom/token-list.js';
export type { TreeWalker } from '../runtime/dom/tree-walker.js';
export type { TuiDocument, TuiElement } from '../runtime/element/tui-element.js';
// The record of `document.observe`, which is none of the standard's.
export type { MutationRecord as TreeChange } from '../runtime/element/tui-element.js';
export type { Logger } from '../runtime/script/logger.js';
export type { TuiGlobal } from '../runtime/script/tui-global.js';

/** The classes of elements, in the order of their registry. */
export type Elements = typeof elements;

/** What the document's scripts export. Add your own by declaration merging, or leave it loose. */
export interface Exports {
  // An author knows what it is, and has no way to say so in a handler's attribute.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly [name: string]: any;
}

/** Elements by their names in markup; the generator writes it out. */
export interface ElementTagNameMap {
  readonly [tag: string]: TuiElement;
}

/** Events that every element hears, by type. */
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

/** `document.defaultView`: the constructors that a script has no globals for. */
export interface View {
  readonly document: TuiDocument;
  readonly window: View;
  readonly self: View;
  readonly Event: typeof Event;
  readonly CustomEvent: typeof CustomEvent;
  readonly EventTarget: typeof EventTarget;
  /** For `instanceof`; elements are made by `createElement`. */
  readonly Element: abstract new (...args: never[]) => TuiElement;
  /** The same. */
  readonly HTMLElement: abstract new (...args: never[]) => TuiElement;
  readonly Text: typeof Text;
  readonly Comment: typeof Comment;
  readonly DocumentFragment: typeof DocumentFragment;
  readonly MutationObserver: typeof MutationObserver;
  readonly NodeFilter: typeof NodeFilter;
  getComputedStyle(element: TuiElement): ComputedStyle;
  addEventListener<T extends Event = Event>(
    type: string,
    listener: EventListener<T>,
    options?: boolean | ListenerOptions,
  ): void;
  removeEventListener<T extends Event = Event>(
    type: string,
    listener: EventListener<T>,
    options?: boolean | ListenerOptions,
  ): void;
  dispatchEvent(event: Event): boolean;
}

export interface TuiElementOverrides {
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
  querySelector<K extends keyof ElementTagNameMap>(selector: K): ElementTagNameMap[K] | null;
  /** @throws SyntaxError for a selector that cannot be read */
  querySelector<T extends TuiElement = TuiElement>(selector: string): T | null;
  querySelectorAll<K extends keyof ElementTagNameMap>(
    selector: K,
  ): StaticList<ElementTagNameMap[K]>;
  querySelectorAll<T extends TuiElement = TuiElement>(selector: string): StaticList<T>;
}

export interface DocumentOverrides {
  createElement<K extends keyof ElementTagNameMap>(name: K): ElementTagNameMap[K];
  createElement(name: string): TuiElement;
  /** The type is yours to state: `getElementById<Tui.DataBarsElement>("cpu")`. */
  getElementById<T extends TuiElement = TuiElement>(id: string): T | null;
}

export interface EventOverrides {
  readonly target: TuiElement;
  readonly currentTarget: TuiElement;
  /** The elements the event passes, target first; empty when no dispatch is on. */
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

export interface AttrOverrides {
  readonly ownerElement: TuiElement | null;
  readonly ownerDocument: TuiDocument | null;
}

export interface ElementOverrides {
  closest<K extends keyof ElementTagNameMap>(selector: K): ElementTagNameMap[K] | null;
  closest<T extends TuiElement = TuiElement>(selector: string): T | null;
}

export interface TuiDocumentOverrides extends TuiElementOverrides {
  readonly defaultView: View;
}

export interface TuiGlobalOverrides extends ParentNodeOverrides, DocumentOverrides {
  /** What the document's scripts export; the same object as `$app`. */
  readonly exports: Exports;
}
