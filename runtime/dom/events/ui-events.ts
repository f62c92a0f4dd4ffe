/** The events of UI Events, Pointer Events, Input Events and the Clipboard API, as scripts construct them. */
import { dispatchControl as control, Event, RELATED, type EventInit } from './event.js';
import type { EventTarget } from './event-target.js';
import { keyCodeOf } from './key-codes.js';

export interface UIEventInit extends EventInit {
  readonly detail?: number | undefined;
  readonly view?: unknown;
}

/** What every `init…` method starts with. */
type UIArguments = readonly [type: string, bubbles?: boolean, cancelable?: boolean, view?: unknown];
type MouseEventArguments = readonly [
  ...UIArguments,
  detail?: number,
  screenX?: number,
  screenY?: number,
  clientX?: number,
  clientY?: number,
  ctrlKey?: boolean,
  altKey?: boolean,
  shiftKey?: boolean,
  metaKey?: boolean,
  button?: number,
  relatedTarget?: EventTarget | null,
];

let setView: (event: UIEvent, view: unknown, detail?: unknown) => void;
let setModifiers: (event: ModifiedEvent, init: ModifierInit) => void;

/** The base of events of input. */
export class UIEvent extends Event {
  #detail: number;
  #view: unknown;

  constructor(type: string, init?: UIEventInit | null) {
    super(type, init);
    this.#detail = Math.trunc(Number(init?.detail ?? 0)) || 0;
    this.#view = init?.view ?? null;
  }
  static {
    setView = (event, view, detail = 0) => {
      event.#view = view ?? null;
      event.#detail = Math.trunc(Number(detail)) || 0;
    };
  }
  /** Former way to initialize the event before its dispatch, for older code. */
  initUIEvent(
    ...[type, bubbles, cancelable, view, detail]: readonly [...UIArguments, detail?: number]
  ): void {
    if (begin(this, type, bubbles, cancelable)) setView(this, view, detail);
  }
  override get [Symbol.toStringTag](): string {
    return 'UIEvent';
  }
  get detail(): number {
    return this.#detail;
  }
  get view(): unknown {
    return this.#view;
  }
  get which(): number {
    return 0;
  }
}

/** False while the event is being dispatched. */
function begin(event: Event, type: string, bubbles: unknown, cancelable: unknown): boolean {
  return control.initialize(event, String(type), Boolean(bubbles), Boolean(cancelable));
}

export interface ModifierInit {
  readonly ctrlKey?: boolean | undefined;
  readonly altKey?: boolean | undefined;
  readonly shiftKey?: boolean | undefined;
  readonly metaKey?: boolean | undefined;
}

/** What keys and the pointer have in common. */
abstract class ModifiedEvent extends UIEvent {
  #modifiers: number;

  constructor(type: string, init?: (UIEventInit & ModifierInit) | null) {
    super(type, init);
    this.#modifiers = bitsOf(init);
  }
  static {
    setModifiers = (event, init) => (event.#modifiers = bitsOf(init));
  }
  get ctrlKey(): boolean {
    return (this.#modifiers & 1) !== 0;
  }
  get altKey(): boolean {
    return (this.#modifiers & 2) !== 0;
  }
  get shiftKey(): boolean {
    return (this.#modifiers & 4) !== 0;
  }
  get metaKey(): boolean {
    return (this.#modifiers & 8) !== 0;
  }
  getModifierState(key: string): boolean {
    const bit = ({ Control: 1, Alt: 2, Shift: 4, Meta: 8 } as Record<string, number>)[key] ?? 0;
    return (this.#modifiers & bit) !== 0;
  }
}

function bitsOf(init: ModifierInit | null | undefined): number {
  return (
    (init?.ctrlKey ? 1 : 0) |
    (init?.altKey ? 2 : 0) |
    (init?.shiftKey ? 4 : 0) |
    (init?.metaKey ? 8 : 0)
  );
}

export interface KeyboardEventInit extends UIEventInit, ModifierInit {
  readonly key?: string | undefined;
  readonly code?: string | undefined;
  readonly location?: number | undefined;
  readonly repeat?: boolean | undefined;
  readonly isComposing?: boolean | undefined;
  readonly keyCode?: number | undefined;
  readonly charCode?: number | undefined;
}

/** `keydown` and `keyup`. */
export class KeyboardEvent extends ModifiedEvent {
  static readonly DOM_KEY_LOCATION_STANDARD = 0;
  static readonly DOM_KEY_LOCATION_LEFT = 1;
  static readonly DOM_KEY_LOCATION_RIGHT = 2;
  static readonly DOM_KEY_LOCATION_NUMPAD = 3;
  #key: string;
  readonly #code: string;
  #location: number;
  readonly #repeat: boolean;
  readonly #isComposing: boolean;
  readonly #keyCode: number | undefined;
  readonly #charCode: number;

  constructor(type: string, init?: KeyboardEventInit | null) {
    super(type, init);
    this.#key = String(init?.key ?? '');
    this.#code = String(init?.code ?? '');
    this.#location = Number(init?.location ?? 0);
    this.#repeat = Boolean(init?.repeat);
    this.#isComposing = Boolean(init?.isComposing);
    this.#keyCode = init?.keyCode;
    this.#charCode = Number(init?.charCode ?? 0);
  }
  initKeyboardEvent(
    ...[
      type,
      bubbles,
      cancelable,
      view,
      key,
      location,
      ctrlKey,
      altKey,
      shiftKey,
      metaKey,
    ]: readonly [
      ...UIArguments,
      key?: string,
      location?: number,
      ctrlKey?: boolean,
      altKey?: boolean,
      shiftKey?: boolean,
      metaKey?: boolean,
    ]
  ): void {
    if (!begin(this, type, bubbles, cancelable)) return;
    setView(this, view);
    setModifiers(this, { ctrlKey, altKey, shiftKey, metaKey });
    this.#key = String(key ?? '');
    this.#location = Number(location ?? 0);
  }
  override get [Symbol.toStringTag](): string {
    return 'KeyboardEvent';
  }
  /** `a`, `A`, ` `, `Enter`, `ArrowUp`, `F1`. */
  get key(): string {
    return this.#key;
  }
  /** The key's place on the keyboard, `KeyA`: as the terminal reports it, else that of a US keyboard. */
  get code(): string {
    return this.#code;
  }
  get location(): number {
    return this.#location;
  }
  get repeat(): boolean {
    return this.#repeat;
  }
  /** False from the keyboard: terminals send text once it is composed. */
  get isComposing(): boolean {
    return this.#isComposing;
  }
  /** Number of the key, for older code: 13 for Enter, 65 for `a`. */
  get keyCode(): number {
    return this.#keyCode ?? keyCodeOf(this.#key);
  }
  get charCode(): number {
    return this.#charCode;
  }
  override get which(): number {
    return this.keyCode;
  }
}

/** Where the focus comes from, or goes to; null of other events. */
export let relatedTargetOf: (event: Event) => EventTarget | null;

export interface FocusEventInit extends UIEventInit {
  readonly relatedTarget?: EventTarget | null | undefined;
}

/** `focus` and `blur`, which do not bubble, `focusin` and `focusout`, which do. */
export class FocusEvent extends UIEvent {
  readonly #related: EventTarget | null;

  constructor(type: string, init?: FocusEventInit | null) {
    super(type, init);
    this.#related = init?.relatedTarget ?? null;
  }
  override get [Symbol.toStringTag](): string {
    return 'FocusEvent';
  }
  static {
    relatedTargetOf = (event) => (#related in event ? event.#related : null);
  }
  /** Element that loses or receives the focus in return; null if it is not an element. */
  get relatedTarget(): EventTarget | null {
    return control.seenRelated(this);
  }
  /** @internal */
  override get [RELATED](): EventTarget | null {
    return this.#related;
  }
}

export interface MouseEventInit extends UIEventInit, ModifierInit {
  /** The cell of the screen, from 0. */
  readonly clientX?: number | undefined;
  readonly clientY?: number | undefined;
  /** The cell relative to the target's content box; in its popup, relative to the inside of the popup's border. */
  readonly offsetX?: number | undefined;
  readonly offsetY?: number | undefined;
  /** 0 left, 1 middle, 2 right, 3 back, 4 forward. */
  readonly button?: number | undefined;
  /** Bits of the buttons that are down: 1 left, 2 right, 4 middle. */
  readonly buttons?: number | undefined;
  /** True in the popup of the target. */
  readonly inPopup?: boolean | undefined;
  /** Cells since the last `mousemove`; 0 for other events. */
  readonly movementX?: number | undefined;
  readonly movementY?: number | undefined;
  /** The element the pointer came from or goes to. */
  readonly relatedTarget?: EventTarget | null | undefined;
}

/** A click, a move of the pointer; coordinates are cells. */
export class MouseEvent extends ModifiedEvent {
  #init: MouseEventInit;

  constructor(type: string, init?: MouseEventInit | null) {
    super(type, init);
    this.#init = { ...init };
  }
  /** Former way to initialize the event, for older code; `screenX` and `screenY` are ignored. */
  initMouseEvent(...args: MouseEventArguments): void {
    const [type, bubbles, cancelable, view, detail, , , clientX, clientY, ...rest] = args;
    const [ctrlKey, altKey, shiftKey, metaKey, button, relatedTarget] = rest;
    if (!begin(this, type, bubbles, cancelable)) return;
    setView(this, view, detail);
    setModifiers(this, { ctrlKey, altKey, shiftKey, metaKey });
    this.#init = { clientX, clientY, button, relatedTarget };
  }
  override get [Symbol.toStringTag](): string {
    return 'MouseEvent';
  }
  /** The cell of the screen, from 0. */
  get clientX(): number {
    return Number(this.#init.clientX ?? 0);
  }
  get clientY(): number {
    return Number(this.#init.clientY ?? 0);
  }
  get x(): number {
    return this.clientX;
  }
  get y(): number {
    return this.clientY;
  }
  // The document does not scroll and its window is the screen: all three count the same cells.
  get pageX(): number {
    return this.clientX;
  }
  get pageY(): number {
    return this.clientY;
  }
  get screenX(): number {
    return this.clientX;
  }
  get screenY(): number {
    return this.clientY;
  }
  /** The cell relative to the target's content box; in its popup, relative to the inside of the popup's border. */
  get offsetX(): number {
    return Number(this.#init.offsetX ?? this.clientX);
  }
  get offsetY(): number {
    return Number(this.#init.offsetY ?? this.clientY);
  }
  /** 0 left, 1 middle, 2 right, 3 back, 4 forward. */
  get button(): number {
    return Number(this.#init.button ?? 0);
  }
  /** Bits of the buttons that are down: 1 left, 2 right, 4 middle. */
  get buttons(): number {
    return Number(this.#init.buttons ?? 0);
  }
  /** True in the popup of the target. */
  get inPopup(): boolean {
    return Boolean(this.#init.inPopup);
  }
  /** Cells since the last `mousemove`; 0 for other events. */
  get movementX(): number {
    return Number(this.#init.movementX ?? 0);
  }
  get movementY(): number {
    return Number(this.#init.movementY ?? 0);
  }
  get relatedTarget(): EventTarget | null {
    return control.seenRelated(this);
  }
  /** @internal */
  override get [RELATED](): EventTarget | null {
    return this.#init.relatedTarget ?? null;
  }
  override get which(): number {
    return this.button + 1;
  }
}

export interface PointerEventInit extends MouseEventInit {
  readonly pointerId?: number | undefined;
  readonly pointerType?: string | undefined;
  readonly isPrimary?: boolean | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly pressure?: number | undefined;
}

/** There is one pointer, the mouse. */
export class PointerEvent extends MouseEvent {
  readonly #init: PointerEventInit;

  constructor(type: string, init?: PointerEventInit | null) {
    super(type, init);
    this.#init = { ...init };
  }
  override get [Symbol.toStringTag](): string {
    return 'PointerEvent';
  }
  get pointerId(): number {
    return Number(this.#init.pointerId ?? 0);
  }
  get pointerType(): string {
    return String(this.#init.pointerType ?? '');
  }
  get isPrimary(): boolean {
    return Boolean(this.#init.isPrimary);
  }
  get width(): number {
    return Number(this.#init.width ?? 1);
  }
  get height(): number {
    return Number(this.#init.height ?? 1);
  }
  get pressure(): number {
    return Number(this.#init.pressure ?? 0);
  }
}

export interface WheelEventInit extends MouseEventInit {
  readonly deltaX?: number | undefined;
  readonly deltaY?: number | undefined;
  readonly deltaZ?: number | undefined;
  readonly deltaMode?: number | undefined;
}

/** A step of the wheel; positive is down, and to the right. */
export class WheelEvent extends MouseEvent {
  static readonly DOM_DELTA_PIXEL = 0;
  static readonly DOM_DELTA_LINE = 1;
  static readonly DOM_DELTA_PAGE = 2;
  readonly #init: WheelEventInit;

  constructor(type: string, init?: WheelEventInit | null) {
    super(type, init);
    this.#init = { ...init };
  }
  override get [Symbol.toStringTag](): string {
    return 'WheelEvent';
  }
  get deltaX(): number {
    return Number(this.#init.deltaX ?? 0);
  }
  get deltaY(): number {
    return Number(this.#init.deltaY ?? 0);
  }
  get deltaZ(): number {
    return Number(this.#init.deltaZ ?? 0);
  }
  /** Always lines: terminals report steps of the wheel. */
  get deltaMode(): number {
    return Number(this.#init.deltaMode ?? WheelEvent.DOM_DELTA_PIXEL);
  }
}

export interface CompositionEventInit extends UIEventInit {
  readonly data?: string | undefined;
}

export class CompositionEvent extends UIEvent {
  #data: string;

  constructor(type: string, init?: CompositionEventInit | null) {
    super(type, init);
    this.#data = String(init?.data ?? '');
  }
  initCompositionEvent(
    ...[type, bubbles, cancelable, view, data]: readonly [...UIArguments, data?: string]
  ): void {
    if (!begin(this, type, bubbles, cancelable)) return;
    setView(this, view);
    this.#data = String(data ?? '');
  }
  override get [Symbol.toStringTag](): string {
    return 'CompositionEvent';
  }
  get data(): string {
    return this.#data;
  }
}
