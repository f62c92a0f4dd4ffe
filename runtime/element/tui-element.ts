/**
 * The class of every element in a document of an app, and the types of the nodes around it. It is a DOM element
 * first (`../dom/`); beyond that it has typed attributes, hooks for layout and painting, states, and events
 * with fields.
 */
import type { AccessibleElement } from '../accessible-node.js';
import type { Diagnostic } from '../diagnostics.js';
import { HTMLElement } from '../dom/html-element.js';
import type { CharacterData, Text } from '../dom/character-data.js';
import type { DocumentFragment } from '../dom/document-fragment.js';
import { Event, type EventInit } from '../dom/events/event.js';
import { dispatchTrusted } from '../dom/events/event-target.js';
import type { FAMILY, Node } from '../dom/node.js';
import type { ParentNode } from '../dom/parent-node.js';
import { describeNode } from '../dom/document-host.js';
import { staticList, type StaticList } from '../dom/lists.js';
import { isMarked, ownerOf, type Invalidation } from '../dom/tree/tree-node.js';
import { textByKey } from '../dom/tree/attributes.js';
import { parseTokens } from '../dom/token-list.js';
import type { Insets, Size } from '../geometry.js';
import type { ValueFault } from '../values.js';
import { readBox, readElement } from './accessible-text.js';
import { defaultNode } from './accessible-tree.js';
import { setDeclared } from './attribute-values.js';
import type {
  AttributeTable,
  BindableTable,
  ComputedStyle,
  ContentModel,
  Division,
  EventTable,
  Example,
  Painter,
  RefreshPainter,
  Popup,
  SelectionBounds,
  StyleRule,
  StyleTable,
} from './contract.js';
import { Definition } from './definition.js';
import type { MutationRecord } from './records.js';
import type { ElementSource } from './source.js';
import type { TuiDocument } from './tui-document.js';

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
  StyleRule,
  StyleTable,
  StyleValues,
} from './contract.js';
export type { Insets, Size } from '../geometry.js';

/** The types of what stands around a node of an app's document. */
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
  readonly inline: boolean;
  readonly shrinkToFit: boolean;
  readonly fillsRow: boolean;
  readonly attributes: AttributeTable;
  readonly styles: StyleTable;
  readonly rules: readonly StyleRule[];
  readonly events: EventTable;
  readonly bindable: BindableTable;
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

/** Any element. */
export class TuiElement extends HTMLElement {
  declare readonly [FAMILY]: TuiFamily;

  /** The name in markup: `data-bars`. */
  static readonly tag: string = '';
  /** One sentence for the reference. */
  static readonly description: string = '';
  static readonly content: ContentModel = 'flow';
  /** Its content is text as written, and no box: `script`, `style`. */
  static readonly raw: boolean = false;
  /** True for elements that flow with the text around them, as words do: `b`, `span`. */
  static readonly inline: boolean = false;
  /**
   * True for what is as wide as its content in a column, unless its own `align-self` or the column's
   * `align-items` says otherwise: a button is, a paragraph is not.
   */
  static readonly shrinkToFit: boolean = false;
  /** True for what fills any width: in a row it takes the room that others leave. */
  static readonly fillsRow: boolean = false;
  static readonly attributes: AttributeTable = {};
  static readonly styles: StyleTable = {};
  /** Its look before any sheet says otherwise. A rule that cannot be read is a fault of the program. */
  static readonly rules: readonly StyleRule[] = [];
  static readonly events: EventTable = {};
  /** What `bind` and `bind:name` bind, beside the declared attributes; see `Bindable`. */
  static readonly bindable: BindableTable = {};
  static readonly examples: readonly Example[] = [];

  /** The declared attributes as values, by camelCase name, defaults filled in. @internal */
  readonly props: Readonly<Record<string, unknown>>;
  /** Assigned by the style stage; frozen and shared. @internal */
  computed: ComputedStyle = NO_STYLE;
  /** `focus`, `hover`, `active` and the like, as pseudo-classes ask for them. */
  readonly states: ReadonlySet<string> = NO_STATES;
  /** Where it stands in its file; absent where a script made it. @internal */
  source: ElementSource | undefined = undefined;
  #classText = '';
  #classNames = NO_NAMES;

  /** @internal */ constructor(document: TuiDocument, localName: string) {
    const definition = definitionOf(new.target);
    super(ownerOf(document), definition, localName, null);
    this.props = definition.defaults;
  }

  /** The tokens of `class`, shared until it changes. */
  get classNames(): readonly string[] {
    const text = textByKey(this, 'class') ?? '';
    if (text !== this.#classText) {
      this.#classText = text;
      this.#classNames = text === '' ? NO_NAMES : parseTokens(text);
    }
    return this.#classNames;
  }

  // What a class may replace.

  /** The size it would like: content box, in cells. Either part of `available` may be infinite. @internal */
  measure?(available: Size): Size;

  /** @internal */ paint?(painter: Painter): void;

  /**
   * Paints only the cells that changed since the last `paint` or `refresh`, over what they painted: called
   * instead of `paint` where nothing but `invalidate('paint')` has happened to the element since and its
   * cells are as it left them. False where it painted nothing and `paint` has to be called. @internal
   */
  refresh?(painter: RefreshPainter): boolean;

  /** What a screen reader says: of a control one line, of a box also what is in it; see `reading.ts`. */
  accessibleText(): string {
    return readElement(this);
  }

  /** What it says of the element itself, before what is in it: `group "Logs"`; empty for nothing. @internal */
  accessibleSummary(): string {
    const isOwn = this.accessibleText !== TuiElement.prototype.accessibleText;
    return isOwn ? this.accessibleText() : readBox(this);
  }

  /** What it is to assistive technology, as data; undefined for a box or a text: `role` says it. @internal */
  accessibleNode(): AccessibleElement | undefined {
    return defaultNode(this, TuiElement.prototype);
  }

  /** A declared attribute has a new value. Called at load for each one written, once all are read. @internal */
  attributeChanged(_name: string, _value: unknown): void {
    this.invalidate(this.measure === undefined ? 'paint' : 'layout');
  }

  /** The element has entered the document. @internal */
  connected(): void {
    return;
  }

  /** The element has left the document. @internal */
  disconnected(): void {
    return;
  }

  /** Children have changed, or text in them as far down as content is inline. @internal */
  contentChanged(): void {
    if (this.measure !== undefined) this.invalidate('layout');
  }

  /** Text in the top border of its box; none by default. @internal */
  get boxTitle(): string {
    return '';
  }

  /**
   * Cells between the border and the padding that the element paints itself, around its content: the
   * mark of a checkbox, the summary of a collapsible. To be followed by `invalidate('structure')`
   * where it changes. @internal
   */
  get gutters(): Insets | undefined {
    return undefined;
  }

  /** Paints the gutters; (0, 0) is the first cell inside the border. The content comes over it. @internal */
  paintGutters?(painter: Painter): void;

  /**
   * Divides the content box between the first two children, whatever `display` says. To be followed by
   * `invalidate('structure')` where the answer changes. @internal
   */
  division?(): Division;

  /** Of an element that scrolls: what in it stays in view when its size or its content changes. @internal */
  scrollAnchor?(): TuiElement | undefined;

  /** True where its words are but the name of another element, which says them. @internal */
  get isNameOnly(): boolean {
    return false;
  }

  /** True where nothing inside has a box, bare text included; change it with `invalidate('structure')`. @internal */
  get collapsed(): boolean {
    return false;
  }

  // Hooks for input; what each is called with are cells of the content box, from (0, 0).

  /**
   * True where clicks and `focus()` may give it the focus, and the Tab key unless `tabindex` is
   * negative. Default: `tabindex` is 0 or more. @internal
   */
  get focusable(): boolean {
    return this.tabIndex >= 0;
  }

  /**
   * False keeps the Tab key from stopping at what can have the focus otherwise: of a group of radio
   * buttons one is a stop. @internal
   */
  get tabStop(): boolean {
    return true;
  }

  /**
   * What the element does with an event that no listener prevented: a button presses, a chart
   * selects. Called up the path from the event's target until one returns true, which also keeps the
   * runtime from its own default (scrolling, moving the focus by Tab, ending the app by Ctrl+C).
   * Events are those made from input, and the click of `element.click()`. @internal
   */
  defaultAction?(event: Event): boolean;

  /** Hovers the element's part at a cell, after a frame that may have put another one under the pointer. @internal */
  hoverAt?(pointer: PointerCell): void;

  /** Of a field: types a text that came too fast for its keys to be done one by one in `defaultAction`. @internal */
  insertText?(text: string): void;

  /** Where the text cursor stands while the element has the focus; null hides it. @internal */
  caret?(): { readonly x: number; readonly y: number } | null;

  /**
   * What hangs at the element while it has the state `open`; asked again after each invalidation of
   * the element. Pointer events in the popup go to the element, with `inPopup` true and `offsetX` and
   * `offsetY` counted from the popup's first cell. @internal
   */
  popup?(): Popup | null;

  /** Text of the tooltip at a cell, asked once the pointer has rested there; undefined for none. @internal */
  tooltipAt?(x: number, y: number): string | undefined;

  /** True where dragging over it selects what `getSelectableText` tells. Text elements need no hook. @internal */
  isTextSelectable?(): boolean;

  /** What is copied for the cells between two that the pointer was dragged over. @internal */
  getSelectableText?(bounds?: SelectionBounds): string;

  /** The cells to highlight for the cells dragged over; undefined where nothing is selected. @internal */
  getSelectionHighlightBounds?(
    startX: number,
    endX: number,
    startY?: number,
    endY?: number,
  ): SelectionBounds | undefined;

  /** What the notification says after copying; undefined for the number of characters. @internal */
  getClipboardDescription?(bounds?: SelectionBounds): string | undefined;

  /** As in HTML, a disabled control is not clicked by scripts either. */
  override click(): void {
    if (this.props['disabled'] !== true) super.click();
  }

  // What this runtime adds to a DOM element.

  /**
   * Asks for the element to be painted again, to be laid out and painted, or (`structure`) to have its
   * gutters and the boxes in it made anew.
   */
  invalidate(kind: Invalidation): void {
    this.#emit({ type: 'invalidate', target: this, kind });
  }

  /** Milliseconds since the app was made, for pictures that move; 0 where nothing moves, as in a snapshot. @internal */
  get animationTime(): number {
    return ownerOf(this).host.timing?.time ?? 0;
  }

  /**
   * Paints the element again after so many milliseconds. To be called by `paint`: what does not show is
   * not painted, and what is not painted costs nothing. @internal
   */
  repaintAfter(ms: number): void {
    ownerOf(this).host.timing?.repaint(this, ms);
  }

  /** Calls back once after so many milliseconds of the app's clock; returns what takes it back. @internal */
  setTimer(callback: () => void, ms: number): () => void {
    return ownerOf(this).host.timing?.setTimer(callback, ms) ?? (() => undefined);
  }

  /**
   * Dispatches an event with these fields on it. It bubbles and can be prevented unless `init` says
   * otherwise; returns the event, for `defaultPrevented`.
   */
  fire(type: string, fields: Readonly<Record<string, unknown>> = {}, init: EventInit = {}): Event {
    const event = new Event(type, { bubbles: true, cancelable: true, ...init });
    for (const [name, value] of Object.entries(fields)) {
      // `type` and `target` are the event's own.
      if (name in Event.prototype) continue;
      Object.defineProperty(event, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    dispatchTrusted(this, event);
    return event;
  }

  /** Sets a state; `:name` and `:state(name)` match from now on. */
  addState(state: string): void {
    if (this.states.has(state)) return;
    if (this.states === NO_STATES) (this as unknown as { states: Set<string> }).states = new Set();
    (this.states as Set<string>).add(state);
    this.#emit({ type: 'state', target: this, state });
  }

  removeState(state: string): void {
    if (!this.states.has(state)) return;
    (this.states as Set<string>).delete(state);
    this.#emit({ type: 'state', target: this, state });
  }

  /** Tells a fault of this element at run time: the document has it, and the element fires `error`. @internal */
  report(fault: {
    readonly code: string;
    readonly message: string;
    readonly suggestion?: string | undefined;
  }): void {
    const diagnostic: Diagnostic = { severity: 'error', ...fault };
    ownerOf(this).host.report(diagnostic);
    this.fire(
      'error',
      { message: fault.message, diagnostic },
      { bubbles: false, cancelable: false },
    );
  }

  /** Tells something of the element, without an event. @internal */
  reportToDocument(diagnostic: Diagnostic): void {
    ownerOf(this).host.report(diagnostic);
  }

  /** Moves the focus to where it belongs in this element, which has opened. @internal */
  enterFocus(): void {
    ownerOf(this).host.enterFocus(this);
  }

  /** A person copies a text from it: false where a listener of `copy` prevented that. @internal */
  requestCopy(text: string): boolean {
    return ownerOf(this).host.copy(this, text);
  }

  // For the tree's own use.

  /** What the element's class declares, made ready. @internal */
  get definition(): Definition {
    return definitionOf(this.constructor as ElementClass);
  }
  /** What its content means for layout. @internal */
  get contentModel(): ContentModel {
    return this.definition.content;
  }
  /** True where it flows with the text around it and has no box of its own. @internal */
  get isInlineBox(): boolean {
    return this.definition.isInlineBox;
  }
  /** @internal */ get isRaw(): boolean {
    return this.definition.isRaw;
  }
  /** A declared attribute set as a property. @internal */
  setDeclared(name: string, value: unknown): void {
    setDeclared(this, name, value);
  }
  /** An attribute was given a value that does not fit; the last good one stays. @internal */
  valueFault(name: string, fault: ValueFault): void {
    const { code, message, suggestion } = fault;
    this.report({ code, message: `${describeElement(this)}: "${name}": ${message}`, suggestion });
  }

  #emit(record: MutationRecord): void {
    if (isMarked(this)) ownerOf(this).emit(record, true);
  }
}

/** The declarations of a class, compiled at its first use. */
export function definitionOf(elementClass: ElementClass): Definition {
  let definition = definitions.get(elementClass);
  if (definition === undefined) {
    definition = new Definition(elementClass, TuiElement);
    definitions.set(elementClass, definition);
  }
  return definition;
}

/** Has a class that a script has defined be what its definition says. */
export function defineClass(elementClass: ElementClass, definition: Definition): void {
  definitions.set(elementClass, definition);
}

/** `<gauge id="cpu">`, for messages. */
export function describeElement(element: TuiElement): string {
  return describeNode(element);
}

/** A `NodeList` of elements, which does not change. */
export type ElementList = StaticList<TuiElement>;

export function listOf(elements: readonly TuiElement[]): ElementList {
  return staticList(elements);
}
