/**
 * The class of every element in a document of an app, and the types of the nodes around it. It is a DOM element
 * first (`../dom/`); beyond that it has typed attributes, hooks for layout and painting, states, and events
 * with fields.
 */
import { nameClass } from '../base/class-name.js';
import type { AccessibleAction, AccessibleElement } from '../base/accessible-node.js';
import { HTMLElement } from '../dom/html-element.js';
import type { CharacterData, Text } from '../dom/character-data.js';
import type { DocumentFragment } from '../dom/document-fragment.js';
import type { Event } from '../dom/events/event.js';
import { type EventInit } from '../dom/events/event.js';
import type { FAMILY, Node } from '../dom/node.js';
import type { ParentNode } from '../dom/parent-node.js';
import { describeNode } from '../dom/document-host.js';
import { staticList, type StaticList } from '../dom/lists.js';
import { kindOf, ownerOf, type Invalidation } from '../dom/tree/tree-node.js';
import { textByKey } from '../dom/tree/attributes.js';
import { parseTokens } from '../dom/token-list.js';
import type { Available, Insets, Size } from '../base/geometry.js';
import type { ValueError } from '../base/values.js';
import { lineOf, summaryOf } from './accessibility/accessible-line.js';
import { readBox, readElement } from './accessibility/accessible-text.js';
import { ForeignKind } from './loading/foreign-kind.js';
import type {
  AttributeTable,
  BindableTable,
  ComputedStyle,
  ContentModel,
  Division,
  EventTable,
  Example,
  InputAction as AnyAction,
  PopupPlace as AnyPlace,
  KeyTable,
  Painter,
  Place,
  RefreshPainter,
  Popup,
  ScrollPlace,
  SelectionBounds,
  StateTable,
  StyleRule,
  StyleTable,
} from './contract.js';
import type { Command } from './commands/commands.js';
import { Definition } from './definition.js';
import { checkHookNames } from './scripts/hook-names.js';
import { emit, fire, invalidate, reportError } from './services.js';
import type { ElementSource } from './source.js';
import type { TuiDocument } from './tui-document.js';
import {
  PROPS,
  COMPUTED,
  MEASURE,
  PAINT,
  REFRESH,
  ACCESSIBLE_TEXT,
  ACCESSIBLE_SUMMARY,
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  CONNECTED,
  DISCONNECTED,
  CHECK,
  CONTENT_CHANGED,
  BOX_TITLE,
  GUTTERS,
  PAINT_GUTTERS,
  DIVISION,
  IS_PROGRAM_TEXT,
  ROW_DATA,
  SCROLL_ANCHOR,
  SCROLL_PLACE,
  IS_NAME_ONLY,
  OPERATION,
  COLLAPSED,
  PLACED,
  FOCUSABLE,
  TAB_STOP,
  DEFAULT_ACTION,
  HOVER_AT,
  MENU_PLACE,
  MENU_PRESSED,
  BEFORE_CLICK,
  KEY_USE,
  COMMAND,
  HAS_OWN_COMMANDS,
  COMMANDS_CHANGED,
  LEADING_TEXT,
  INSERT_TEXT,
  CARET,
  POPUP,
  SHOW_POPUP,
  TOOLTIP_AT,
  IS_TEXT_SELECTABLE,
  GET_SELECTABLE_TEXT,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
  GET_CLIPBOARD_DESCRIPTION,
  STATE_CHANGED,
  DEFINITION,
  HAS_STATE,
  SET_PROPS,
  REPORT_INVALID_VALUE,
  sealInternals,
} from './internals.js';
import { tabIndexOf, clickElement } from './tree.js';
import { hasVicinities } from './rows/vicinity.js';

export { CustomEvent, Event as TuiEvent } from '../dom/events/event.js';
export type { MutationRecord } from './records.js';
export type { TuiDocument } from './tui-document.js';
export type { ElementSource } from './source.js';
export type {
  AttributeTable,
  AttributeValues,
  BindableTable,
  ComputedStyle,
  ContentModel,
  EventTable,
  Example,
  Painter,
  Popup,
  SelectionBounds,
  StateTable,
  StyleRule,
  StyleTable,
} from './contract.js';
export type { Available, Insets, Size } from '../base/geometry.js';

/** The types of what is around a node of an app's document. */
export interface TuiFamily {
  readonly node: TuiNode;
  readonly parent: TuiParentNode;
  readonly element: TuiElement;
  readonly document: TuiDocument;
}
interface InTui {
  readonly [FAMILY]: TuiFamily;
}
export type TuiNode = Node & InTui;
export type TuiParentNode = ParentNode & InTui;
export type TuiText = Text & InTui;
export type TuiCharacterData = CharacterData & InTui;
export type TuiFragment = DocumentFragment & InTui;

/** An element's class, with its declarations. */
export interface ElementClass {
  new (document: TuiDocument, localName: string): TuiElement;
  readonly prototype: TuiElement;
  readonly name: string;
  readonly tag: string;
  readonly description: string;
  readonly content: ContentModel;
  readonly raw: boolean;
  readonly rendersText: boolean;
  readonly inline: boolean;
  readonly shrinkToFit: boolean;
  readonly fillsRow: boolean;
  readonly labelable: boolean;
  readonly textField: boolean;
  readonly drawnContent: string | undefined;
  readonly attributes: AttributeTable;
  readonly styles: StyleTable;
  readonly states: StateTable;
  readonly keys: KeyTable;
  readonly rules: readonly StyleRule[];
  readonly kinds: Readonly<Record<string, string>>;
  readonly events: EventTable;
  readonly bindable: BindableTable;
  readonly persist: readonly string[];
  readonly globals: Readonly<Record<string, unknown>>;
  readonly examples: readonly Example[];
}

/** The known elements. Nothing in the runtime knows an element by name but through it. */
export interface Registry {
  get(tag: string): ElementClass | undefined;
  has(tag: string): boolean;
  /** The class of a tag; for an unknown one the fallback's. */
  classOf(tag: string): ElementClass;
  /** What unknown elements behave as. */
  readonly fallback: ElementClass;
  readonly tags: readonly string[];
  /** All classes, in the order of `tags`; reading it loads those that no document has needed yet. */
  readonly classes: readonly ElementClass[];
  /** Classes that have been loaded, in the order of `tags`; there are more of them with time. */
  readonly loaded: readonly ElementClass[];
}

const definitions = new WeakMap<object, Definition>();
const NO_NAMES: readonly string[] = [];
const NO_STYLE: ComputedStyle = Object.freeze({});
const NO_STATES: ReadonlySet<string> = new Set();

/** The cell under a pointer that does not move: of the screen (`client`), and of an element's content (`offset`). */
export interface PointerCell {
  readonly clientX: number;
  readonly clientY: number;
  readonly offsetX: number;
  readonly offsetY: number;
  /** The innermost element at that cell. */
  readonly target: TuiElement;
}

/** Where an element is in its file; undefined where a script made it. */
export let sourceOf: (element: TuiElement) => ElementSource | undefined;
export let setSource: (element: TuiElement, source: ElementSource) => void;
/** What code in attributes of an element sees: the names of the template that it was made of. */
export let scopeOf: (element: TuiElement) => object | undefined;
export let setScope: (element: TuiElement, scope: object) => void;
/** The element's states, such as `focus`, `hover` and `active`, which pseudo-classes match. */
export let statesOf: (element: TuiElement) => ReadonlySet<string>;
/** Sets a state; `:state(name)` matches from now on. */
export let addState: (element: TuiElement, state: string) => void;
export let removeState: (element: TuiElement, state: string) => void;
/** The tokens of `class`, shared until it changes. */
let classNamesOf: (element: TuiElement) => readonly string[];
/** For the style stage; without a style, what is read is computed then, or has no properties. */
export let setComputed: (element: TuiElement, computed: ComputedStyle | undefined) => void;

/** The style of an element that is not near the view, or of one that has none. */
function lateStyle(element: TuiElement): ComputedStyle {
  return (ownerOf(element).host.lateStyle(element) as ComputedStyle | undefined) ?? NO_STYLE;
}

/** What an action comes to: a click on an element, or what the element does as after a key. */
export type Operation = TuiElement | (() => void);

/** What a person did, or a click that a script made; see `contract.ts`. */
export type InputAction = AnyAction<TuiElement>;

/** Where a popup is to open; see `contract.ts`. */
export type PopupPlace = AnyPlace<TuiElement>;

/** Data that an element makes children of. */
export interface RowData {
  readonly count: number;
  /** Counts changes of the data. */
  readonly version: number;
  /** What the last change has replaced: the rows from `start` to `end` of version `version`. */
  readonly changed: { readonly version: number; readonly start: number; readonly end: number };
  /** The layout has read what has changed. */
  onRead(): void;
  /** The child at a place, if there is one. */
  shownAt(place: number): TuiElement | undefined;
  /** Makes the children from a place to another one, both included. */
  show(from: number, to: number): TuiElement[];
  hide(children: readonly TuiElement[]): void;
  /** -1 for what is not one of these children. */
  placeOf(child: TuiElement): number;
}

/** Any element. */
export class TuiElement extends HTMLElement {
  static {
    nameClass(this, 'TuiElement');
  }

  declare readonly [FAMILY]: TuiFamily;

  /** The name in markup: `data-bars`. */
  static readonly tag: string = '';
  /** One sentence for the reference. */
  static readonly description: string = '';
  static readonly content: ContentModel = 'flow';
  /** Its content is text as written, and no box: `script`, `style`. */
  static readonly raw: boolean = false;
  /** True for a raw element that makes elements of its text: those show instead of it. */
  static readonly rendersText: boolean = false;
  /** True for elements that flow with the text around them, as words do: `b`, `span`. */
  static readonly inline: boolean = false;
  /**
   * True for what is as wide as its content in a column, unless its own `align-self` or the column's
   * `align-items` differs: a button is, a paragraph is not.
   */
  static readonly shrinkToFit: boolean = false;
  /** True for what fills any width: in a row it takes the room that others leave. */
  static readonly fillsRow: boolean = false;
  /** True for what a label around it is the label of. */
  static readonly labelable: boolean = false;
  /** True for what the user types a text in: its name and id describe the text. */
  static readonly textField: boolean = false;
  /**
   * Selector of the elements in it that it draws itself, where hiding one of them alone would show it nevertheless.
   * Default: all, unless its content is `flow` or flows with the text around it.
   */
  static readonly drawnContent: string | undefined = undefined;
  static readonly attributes: AttributeTable = {};
  static readonly styles: StyleTable = {};
  /** States that the element sets by itself, for style rules: `:state(name)`, or a pseudo-class of that name. */
  static readonly states: StateTable = {};
  /** Its own keys. No code of an element compares names of keys; a spec checks it. */
  static readonly keys: KeyTable = {};
  /** The default style rules of the element. A rule that cannot be parsed is a bug. */
  static readonly rules: readonly StyleRule[] = [];
  /** Names of the elements that a document has in place of this one, by the attribute `type`: `<input type="date">`. */
  static readonly kinds: Readonly<Record<string, string>> = {};
  static readonly events: EventTable = {};
  /** What `bind` and `bind:name` bind, beside the declared attributes; see `Bindable`. */
  static readonly bindable: BindableTable = {};
  /** Names of what is kept between runs with the setting `persist`: what `bind:name` would bind. */
  static readonly persist: readonly string[] = [];
  /** Classes that scripts find as globals, by their names; see `ELEMENT_GLOBALS`. */
  static readonly globals: Readonly<Record<string, unknown>> = {};
  static readonly examples: readonly Example[] = [];

  /** The declared attributes as values, by camelCase name, defaults filled in. @internal */
  declare readonly [PROPS]: Readonly<Record<string, unknown>>;
  /** What the style stage has assigned; frozen and shared. @internal */
  declare readonly [COMPUTED]: ComputedStyle;
  #props: Readonly<Record<string, unknown>>;
  #computed: ComputedStyle = NO_STYLE;
  #states: Set<string> | null = null;
  #source: ElementSource | undefined = undefined;
  #scope: object | undefined = undefined;
  #classText = '';
  #classNames = NO_NAMES;

  /** @internal */ constructor(document: TuiDocument, localName: string) {
    const definition = definitionOfClass(new.target);
    super(ownerOf(document), definition, localName, null);
    this.#props = definition.defaults;
  }

  static {
    Object.defineProperties(TuiElement.prototype, {
      [PROPS]: {
        get(this: TuiElement) {
          return this.#props;
        },
      },
      [COMPUTED]: {
        get(this: TuiElement) {
          const computed = this.#computed;
          return computed === NO_STYLE && hasVicinities() ? lateStyle(this) : computed;
        },
      },
    });
    setComputed = (element, computed) => (element.#computed = computed ?? NO_STYLE);
    sourceOf = (element) => element.#source;
    setSource = (element, source) => (element.#source = source);
    scopeOf = (element) => element.#scope;
    setScope = (element, scope) => (element.#scope = scope);
    statesOf = (element) => element.#states ?? NO_STATES;
    classNamesOf = (element) => {
      const text = textByKey(element, 'class') ?? '';
      if (text !== element.#classText) {
        element.#classText = text;
        element.#classNames = text === '' ? NO_NAMES : parseTokens(text);
      }
      return element.#classNames;
    };
    addState = (element, state) => {
      if (element.#states?.has(state) === true) return;
      (element.#states ??= new Set()).add(state);
      emit(element, { type: 'state', target: element, state });
      element[STATE_CHANGED]?.(state, true);
    };
    removeState = (element, state) => {
      if (element.#states?.delete(state) !== true) return;
      emit(element, { type: 'state', target: element, state });
      element[STATE_CHANGED]?.(state, false);
    };
  }

  /** What the element's class declares, made ready. @internal */
  get [DEFINITION](): Definition {
    const kind = kindOf(this);
    if (kind instanceof Definition) return kind;
    if (kind instanceof ForeignKind) return kind.definition;
    throw new TypeError('expected an element');
  }

  /** @internal */
  [HAS_STATE](state: string): boolean {
    return statesOf(this).has(state);
  }

  /** @internal */
  [SET_PROPS](props: Readonly<Record<string, unknown>>): void {
    this.#props = props;
  }

  /** An attribute was set to an invalid value; the last valid one stays. @internal */
  [REPORT_INVALID_VALUE](name: string, error: ValueError): void {
    const { code, message, suggestion } = this.#kindError(name) ?? error;
    const where = `${describeElement(this)}: "${name}": `;
    reportError(this, { code, message: where + message, suggestion });
  }

  /** An element stays what it was made as: only a document makes another one of it by its `type`. */
  #kindError(name: string): ValueError | undefined {
    const { kinds, tag } = this.constructor as ElementClass;
    const type = name === 'type' ? (this.getAttribute('type') ?? '') : '';
    const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    if (kind === undefined) return undefined;
    return {
      code: 'bad-value',
      message: `expected the type of a text field, found ${JSON.stringify(type)}: only in a document is <${tag} type="${type}"> a <${kind}>`,
      suggestion: `write document.createElement('${kind}'), or <${kind}> in markup`,
    };
  }

  /** A copy of the element's states, such as `focus`, `hover` and `active`, which pseudo-classes match. */
  get states(): ReadonlySet<string> {
    return new Set(statesOf(this));
  }

  /** The tokens of `class`. */
  get classNames(): readonly string[] {
    return [...classNamesOf(this)];
  }

  // What a class may replace.

  /** The size it would like: content box, in cells. Either part of `available` may be infinite. @internal */
  [MEASURE]?(available: Available): Size;

  /** @internal */ [PAINT]?(painter: Painter): void;

  /** Reports what of its data and style does not go together; for lint, which paints nothing. @internal */
  [CHECK]?(): void;

  /**
   * Paints only the cells that changed since the last `paint` or `refresh`, over what they painted: called
   * instead of `paint` where nothing but `invalidate('paint')` has happened to the element since and its
   * cells are as it left them. False where it painted nothing and `paint` has to be called. @internal
   */
  [REFRESH]?(painter: RefreshPainter): boolean;

  /** Returns the text for screen readers: one line for a control; for a box, also its content. @internal */
  [ACCESSIBLE_TEXT](): string {
    return lineOf(this) ?? readElement(this);
  }

  /** The text for the element itself, before its content: `group "Logs"`; may be empty. @internal */
  [ACCESSIBLE_SUMMARY](): string {
    return summaryOf(this) ?? readBox(this);
  }

  /** What it is to assistive technology, as data; undefined for a box or a text, which `role` describes. @internal */
  [ACCESSIBLE_NODE](): AccessibleElement | undefined {
    return undefined;
  }

  /**
   * What an action of assistive technology comes to, without doing it yet: an element to click, or what to call once
   * the element has the focus. Undefined where a person could not do it now. A part is called what `part` of
   * `[ACCESSIBLE_NODE]` says; the element itself is the empty text. `focus` and `key` need an answer for parts only.
   * Default: a press is a click. @internal
   */
  [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    return action.type === 'press' && part === '' ? this : undefined;
  }

  /** A declared attribute has a new value. Called at load for each one written, once all are read. @internal */
  [ATTRIBUTE_CHANGED](_name: string, _value: unknown): void {
    invalidate(this, this[MEASURE] === undefined ? 'paint' : 'layout');
  }

  /** The element has entered the document. @internal */
  [CONNECTED](): void {
    return;
  }

  /** The element has left the document. @internal */
  [DISCONNECTED](): void {
    return;
  }

  /** A state was set, or taken back. @internal */
  [STATE_CHANGED]?(state: string, isSet: boolean): void;

  /** Children have changed, or text in them as far down as content is inline. @internal */
  [CONTENT_CHANGED](): void {
    if (this[MEASURE] !== undefined) invalidate(this, 'layout');
  }

  /** Text in the top border of its box; none by default. @internal */
  get [BOX_TITLE](): string {
    return '';
  }

  /**
   * Cells between the border and the padding that the element paints itself, around its content: the
   * mark of a checkbox, the summary of a collapsible. To be followed by `invalidate('structure')`
   * where it changes. @internal
   */
  get [GUTTERS](): Insets | undefined {
    return undefined;
  }

  /** Paints the gutters; (0, 0) is the first cell inside the border. The content comes over it. @internal */
  [PAINT_GUTTERS]?(painter: Painter): void;

  /**
   * Divides the content box between the first two children, whatever `display` is. To be followed by
   * `invalidate('structure')` where the answer changes. @internal
   */
  [DIVISION]?(): Division;

  /** Of an element that scrolls: what in it stays in view when its size or its content changes. @internal */
  [SCROLL_ANCHOR]?(): TuiElement | undefined;

  /** Its text is the output of a program: SGR sequences in it are looks, all others have no effect. @internal */
  get [IS_PROGRAM_TEXT](): boolean {
    return false;
  }

  /** The data that it makes children of, those near the view; undefined where its children are what they are. @internal */
  [ROW_DATA]?(): RowData | undefined;

  /** Of an element that scrolls its content itself: where it is; undefined before it was painted. @internal */
  [SCROLL_PLACE]?(): ScrollPlace | undefined;

  /** True where its words are but the name of another element, which says them. @internal */
  get [IS_NAME_ONLY](): boolean {
    return false;
  }

  /** True where nothing inside has a box, bare text included; change it with `invalidate('structure')`. @internal */
  get [COLLAPSED](): boolean {
    return false;
  }

  /**
   * Called when boxes have their places, before anything is painted: the element may change its content for the room
   * that it got, and is laid out again then, a few times a frame at most. @internal
   */
  [PLACED]?(place: Place): void;

  // Hooks for input; what each is called with are cells of the content box, from (0, 0).

  /**
   * True if clicks and `focus()` can focus it, and the Tab key unless `tabindex` is
   * negative. Default: `tabindex` is 0 or more. @internal
   */
  get [FOCUSABLE](): boolean {
    return tabIndexOf(this) >= 0;
  }

  /**
   * False keeps the Tab key from stopping at what can have the focus otherwise: of a group of radio
   * buttons one is a stop. @internal
   */
  get [TAB_STOP](): boolean {
    return true;
  }

  /**
   * The default action of an event that no listener has prevented: a button is pressed, a chart
   * selects. Called along the path from the event's target until one returns true, which also prevents
   * the runtime's default actions (scrolling, moving the focus by Tab, ending the app by Ctrl+C).
   * Called for user input, and for the click of `element.click()`. @internal
   */
  [DEFAULT_ACTION]?(event: InputAction): boolean;

  /**
   * What a key is to the focused element, whether or not it has an effect now. `edit`: it types or edits text, and only
   * commands with `while-typing` get it. `find`: a letter that finds an item, unless it is a command. @internal
   */
  [KEY_USE]?(event: InputAction): 'edit' | 'find' | undefined;

  /** Of an element that is a command: what it does, and how it is called. @internal */
  get [COMMAND](): Command | undefined {
    return undefined;
  }

  /** True where keys reach the commands in it while it shows, wherever the focus is: a dialog. @internal */
  get [HAS_OWN_COMMANDS](): boolean {
    return false;
  }

  /** Of an element that `watchCommands` was called with: a command, or which ones keys reach, has changed. @internal */
  [COMMANDS_CHANGED]?(): void;

  /** Hovers the element's part at a cell, after a frame that may have put another one under the pointer. @internal */
  [HOVER_AT]?(pointer: PointerCell): void;
  /** See click-watchers.ts: called before a click anywhere; what it returns is called after it. @internal */
  [BEFORE_CLICK]?(): ((target: TuiElement) => void) | undefined;

  /** Text painted before the element's own, such as the marker of an item; copied with it. @internal */
  get [LEADING_TEXT](): string | undefined {
    return undefined;
  }

  /** Of a field: types a text that came too fast for its keys to be done one by one in `defaultAction`. @internal */
  [INSERT_TEXT]?(text: string): void;

  /** Position of the text cursor while the element has the focus; null hides it. @internal */
  [CARET]?(): { readonly x: number; readonly y: number } | null;

  /** The right button was pressed at a cell of the content box: the row there gets the cursor, as what the menu acts on. @internal */
  [MENU_PRESSED]?(event: InputAction): void;
  /** Where a key opens a context menu, in the content box: below the row with the cursor. Null: below the first row. @internal */
  [MENU_PLACE]?(): { readonly x: number; readonly y: number } | null;

  /**
   * The popup of the element while it has the state `open`; called again after each invalidation of
   * the element. Pointer events in the popup go to the element, with `inPopup` true and `offsetX` and
   * `offsetY` counted from the popup's first cell. @internal
   */
  [POPUP]?(): Popup | null;

  /** Opens the popup of the element at another one: a menu at its button, or at the pointer. @internal */
  [SHOW_POPUP]?(place: PopupPlace): void;

  /** Text of the tooltip at a cell, asked once the pointer has rested there; undefined for none. @internal */
  [TOOLTIP_AT]?(x: number, y: number): string | undefined;

  /** True where dragging over it selects what `getSelectableText` returns. Text elements need no hook. @internal */
  [IS_TEXT_SELECTABLE]?(): boolean;

  /** What is copied for the cells between two that the pointer was dragged over. @internal */
  [GET_SELECTABLE_TEXT]?(bounds?: SelectionBounds): string;

  /** The cells to highlight for the cells dragged over; undefined where nothing is selected. @internal */
  [GET_SELECTION_HIGHLIGHT_BOUNDS]?(
    startX: number,
    endX: number,
    startY?: number,
    endY?: number,
  ): SelectionBounds | undefined;

  /** What is copied, for a notification: `2 bars`; undefined for the number of characters. @internal */
  [GET_CLIPBOARD_DESCRIPTION]?(bounds?: SelectionBounds): string | undefined;

  /** Dispatches `click`, unless the element is disabled. */
  override click(): void {
    clickElement(this);
  }

  // What this runtime adds to a DOM element, for scripts.

  /** Returns the text for screen readers: one line for a control; for a box, also its content. */
  accessibleText(): string {
    return this[ACCESSIBLE_TEXT]();
  }

  /**
   * Requests that the element be repainted, laid out and painted, or (`structure`) that its
   * gutters and the boxes in it be rebuilt.
   */
  invalidate(kind: Invalidation): void {
    invalidate(this, kind);
  }

  /**
   * Dispatches an event with these fields on it. It bubbles and is cancelable unless `init` says
   * otherwise; returns the event, for `defaultPrevented`.
   */
  fire(type: string, fields: Readonly<Record<string, unknown>> = {}, init: EventInit = {}): Event {
    return fire(this, type, fields, init);
  }

  /** Sets a state; `:state(name)` matches from now on. */
  addState(state: string): void {
    addState(this, String(state));
  }

  removeState(state: string): void {
    removeState(this, String(state));
  }
}

/** True where elements made of its text show instead of the text. */
export function rendersText(element: TuiElement): boolean {
  return element[DEFINITION].rendersText;
}

/** What its content means for layout. */
export function contentModelOf(element: TuiElement): ContentModel {
  return element[DEFINITION].content;
}

/** True where it flows with the text around it and has no box of its own. */
export function isInlineBox(element: TuiElement): boolean {
  return element[DEFINITION].isInlineBox;
}

/** True for what a label around it is the label of. */
export function isLabelable(element: TuiElement): boolean {
  return element[DEFINITION].isLabelable;
}

/** True for what the user types a text in. */
export function isTextField(element: TuiElement): boolean {
  return element[DEFINITION].isTextField;
}

/** Selector of the elements in it that it draws itself; undefined if there are none. */
export function drawnContentOf(element: TuiElement): string | undefined {
  return element[DEFINITION].drawnContent;
}

/** True where its content is text as written: `script`, `style`. */
export function isRaw(element: TuiElement): boolean {
  return element[DEFINITION].isRaw;
}

/** The declarations of a class, compiled at its first use. */
export function definitionOfClass(elementClass: ElementClass): Definition {
  let definition = definitions.get(elementClass);
  if (definition === undefined) {
    checkHookNames(elementClass.tag, elementClass.prototype, TuiElement.prototype);
    definition = new Definition(elementClass, TuiElement);
    sealInternals(elementClass.prototype, TuiElement.prototype);
    definitions.set(elementClass, definition);
  }
  return definition;
}

/** Applies the definition of a class that a script has defined. */
export function defineClass(elementClass: ElementClass, definition: Definition): void {
  definitions.set(elementClass, definition);
}

/** Lets scripts put a value of their own in the place of what an element returns, as `[Replaceable]` of Web IDL does. */
function makeReplaceable(prototype: object, ...names: readonly string[]): void {
  for (const name of names) {
    Object.defineProperty(prototype, name, {
      ...Object.getOwnPropertyDescriptor(prototype, name),
      set(value: unknown) {
        const own = { value, configurable: true, enumerable: true, writable: true };
        Object.defineProperty(this, name, own);
      },
    });
  }
}
makeReplaceable(TuiElement.prototype, 'states', 'classNames');

/** `<gauge id="cpu">`, for messages. */
export function describeElement(element: TuiElement): string {
  return describeNode(element);
}

/** A `NodeList` of elements, which does not change. */
export type ElementList = StaticList<TuiElement>;

export function listOf(elements: readonly TuiElement[]): ElementList {
  return staticList(elements);
}
