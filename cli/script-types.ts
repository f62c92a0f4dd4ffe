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
import type { CustomElementRegistry } from '../runtime/element/scripts/custom-elements.js';
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
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [name: string]: any;
}

/**
 * What `tui types` writes of apps, by their files: the types of elements by id, of the keys of `configSchema`, and the
 * keys of messages. Empty without it: then an id has a type of your own, and keys have none.
 */
// It is merged with what the command has written.
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Apps {}

/** What `tui types` writes of the components of apps, by their files: elements by id refer to it. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface AppComponents {}

/** The types of `$tui.state` by key, for your own declarations to add to. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface StateValues {}

/** One part of each app that is described; an app without it has nothing by any name. */
type PartOfApps<Part extends string> = {
  [App in keyof Apps]: Apps[App] extends Readonly<Record<Part, infer Found>>
    ? Found
    : Record<never, never>;
}[keyof Apps];

type KeysOf<Each> = Each extends unknown ? keyof Each : never;
/** Where one app has no such name, what that means. */
type ValuesOf<Each, Key, Missing> = Each extends unknown
  ? Key extends keyof Each
    ? Each[Key]
    : Missing
  : never;

/** An id in the markup of an app. */
export type ElementId = KeysOf<PartOfApps<'ids'>> & string;
/** The element of an id: null too, where several apps are described and one of them has no such id. */
export type ElementById<Id extends ElementId> = ValuesOf<PartOfApps<'ids'>, Id, null>;
/** An id that a selector can name as it is. */
export type SelectableId<Id extends ElementId = ElementId> =
  Id extends `${string}${' ' | '.' | ':' | '[' | '#' | '>' | '+' | '~' | ',' | '*' | '\\'}${string}`
    ? never
    : Id;

/** Of a component: its properties, the types of events that it emits, and the names of its slots. */
interface ComponentDescription {
  readonly properties: object;
  readonly events: string;
  readonly slots: string;
}
type AnyComponents = AppComponents[keyof AppComponents];
/** The name of a component of an app. */
export type ComponentName = KeysOf<AnyComponents> & string;
type DescriptionOf<Name extends ComponentName> = Extract<
  ValuesOf<AnyComponents, Name, never>,
  ComponentDescription
>;
interface ComponentMembers<Events extends string> {
  /** Fires an event at the element, which bubbles. False if a listener has prevented the default. */
  emit(type: [Events] extends [never] ? string : Events, detail?: unknown): boolean;
  addEventListener(
    type: Events,
    listener: EventListener<CustomEvent>,
    options?: boolean | ListenerOptions | null,
  ): void;
}
type ComponentOf<About> = About extends ComponentDescription
  ? ComponentMembers<About['events']> & TuiElement & About['properties']
  : never;
/** The element of a component. */
export type Component<Name extends ComponentName> = ComponentOf<DescriptionOf<Name>>;
/** The names of a component's slots; that of the slot without a name is empty. */
export type SlotName<Name extends ComponentName> = DescriptionOf<Name>['slots'];

/** A key of a `configSchema`. */
export type ConfigKey = KeysOf<PartOfApps<'config'>> & string;
/** The value of such a key; that of any other key may be anything. */
export type ConfigValue<Key extends string> = Key extends ConfigKey
  ? ValuesOf<PartOfApps<'config'>, Key, undefined>
  : unknown;
/** The key, unless its values are of another type. */
type ConfigKeyOf<Key extends string, Type> = Key extends ConfigKey
  ? NonNullable<ConfigValue<Key>> extends Type
    ? Key
    : never
  : string;
/** What a key without a default may be. */
type UnsetValue<Key extends string> = undefined extends ConfigValue<Key> ? undefined : never;

/** A key of messages. */
export type MessageKey = KeysOf<PartOfApps<'messages'>> & string;
/** The key, unless it is a plain text that no message has. */
type MessageKeyOf<Key extends string> = [MessageKey] extends [never]
  ? string
  : // A key that is put together is of no known text.
    Record<never, never> extends Record<Key, unknown>
    ? string
    : Key extends MessageKey
      ? Key
      : never;

export interface ConfigApiOverrides {
  /**
   * Returns the value, or `fallback` if the key is unset. If the value is not a string, returns `fallback` and logs a
   * warning; without a fallback, throws.
   */
  getString<K extends string>(key: K & ConfigKeyOf<K, string>): string | UnsetValue<K>;
  getString<K extends string>(key: K & ConfigKeyOf<K, string>, fallback: string): string;
  /**
   * Returns the value, or `fallback` if the key is unset. If the value is not a boolean, returns `fallback` and logs a
   * warning; without a fallback, throws.
   */
  getBoolean<K extends string>(key: K & ConfigKeyOf<K, boolean>): boolean | UnsetValue<K>;
  getBoolean<K extends string>(key: K & ConfigKeyOf<K, boolean>, fallback: boolean): boolean;
  /**
   * Returns the value, or `fallback` if the key is unset. If the value is not a number, returns `fallback` and logs a
   * warning; without a fallback, throws.
   */
  getNumber<K extends string>(key: K & ConfigKeyOf<K, number>): number | UnsetValue<K>;
  getNumber<K extends string>(key: K & ConfigKeyOf<K, number>, fallback: number): number;
  /** Returns the value of any key, including the app's own; undefined if unset. Objects are frozen. */
  getValue<K extends string>(key: K): ConfigValue<K>;
  /** Sets a value for this run, above every layer; undefined removes it again. Throws if the value is not valid for the key. */
  set<K extends string>(key: K, value: ConfigValue<K> | undefined): void;
  /**
   * Writes `overrides`, and what `set` has set, to the user's file. The rest of the file is kept; values from flags,
   * variables and policies are not written. A key that has its default is removed from the file. Returns the number of
   * values written. Throws without the permission, if the file is malformed, and if a value is invalid or may not be
   * saved by an app.
   */
  save(
    overrides?: { readonly [K in ConfigKey]?: ConfigValue<K> | undefined } & Readonly<
      Record<string, unknown>
    >,
  ): number;
}

export interface StateApiOverrides {
  /** Returns a copy of the value; undefined if the key has none. */
  get<K extends string>(key: K): K extends keyof StateValues ? StateValues[K] | undefined : unknown;
  /**
   * Keeps a value that JSON can represent, at most 64 kB of it; undefined removes the key. Throws a TypeError for any
   * other value.
   */
  set<K extends string>(
    key: K,
    value: K extends keyof StateValues ? StateValues[K] | undefined : unknown,
  ): void;
}

export interface I18nApiOverrides {
  /**
   * Returns the message of a key with `values` inserted. Tries the locale, its fallbacks and the default locale;
   * returns the key if none has a message.
   */
  t<K extends string>(key: K & MessageKeyOf<K>, values?: Readonly<Record<string, unknown>>): string;
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

/** Names and values, those of a form or a script's own; the body of a request. Values are texts, and those of a file input files. */
export interface FormData extends Iterable<[string, string]> {
  append(name: string, value: string): void;
  append(name: string, value: Blob, fileName?: string): void;
  delete(name: string): void;
  /** Of a file input: `get<File>('data')`. */
  get<V extends string | File = string>(name: string): V | null;
  getAll<V extends string | File = string>(name: string): V[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  set(name: string, value: Blob, fileName?: string): void;
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

/** What is found in all of a document. */
export interface TuiDocumentOverrides extends ParentNodeOverrides, DocumentOverrides {
  /** Returns the element with an id of the markup, typed by `tui types`. */
  getElementById<K extends ElementId>(id: K): ElementById<K>;
  /**
   * Returns the element with an id; null if the document has none. State its type as
   * `getElementById<Tui.DataBarsElement>('cpu')`.
   */
  getElementById<T extends TuiElement = TuiElement>(id: string): T | null;
  /** Returns the first element below this one that matches a selector; null if none does. */
  querySelector<K extends SelectableId>(selector: `#${K}`): ElementById<K>;
  querySelector<K extends keyof ElementTagNameMap>(selector: K): ElementTagNameMap[K] | null;
  querySelector<K extends ComponentName>(selector: K): Component<K> | null;
  /** @throws SyntaxError for an invalid selector */
  querySelector<T extends TuiElement = TuiElement>(selector: string): T | null;
}

export interface ParentNodeOverrides {
  /** Returns the first element below this one that matches a selector; null if none does. */
  querySelector<K extends SelectableId>(selector: `#${K}`): ElementById<K> | null;
  querySelector<K extends keyof ElementTagNameMap>(selector: K): ElementTagNameMap[K] | null;
  querySelector<K extends ComponentName>(selector: K): Component<K> | null;
  /** @throws SyntaxError for an invalid selector */
  querySelector<T extends TuiElement = TuiElement>(selector: string): T | null;
  /** Returns every element below this one that matches a selector, as a static list with the methods of arrays. */
  querySelectorAll<K extends keyof ElementTagNameMap>(
    selector: K,
  ): StaticList<ElementTagNameMap[K]>;
  querySelectorAll<K extends ComponentName>(selector: K): StaticList<Component<K>>;
  querySelectorAll<T extends TuiElement = TuiElement>(selector: string): StaticList<T>;
}

export interface DocumentOverrides {
  /** Creates an element that is not in the document yet: append it to one that is. */
  createElement<K extends keyof ElementTagNameMap>(name: K): ElementTagNameMap[K];
  createElement<K extends ComponentName>(name: K): Component<K>;
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
  /** Element that loses or receives the focus in return; null if it is not an element. */
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

export interface TuiGlobalOverrides extends TuiDocumentOverrides {
  /** What the document's scripts export; the same object as `$app`. */
  readonly exports: Exports;
}
