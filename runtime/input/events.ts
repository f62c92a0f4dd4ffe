/** Events made from input, with the names and fields of UI Events and CSSOM View. */
import type { TuiElement } from '../tree/element.js';
import type { Modifiers } from '../input-events.js';
import { TuiEvent, type EventInit } from '../tree/event.js';

const INPUT: EventInit = { bubbles: true, cancelable: true, composed: true };

abstract class InputEvent extends TuiEvent {
  override readonly isTrusted = true;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;

  constructor(type: string, modifiers: Modifiers, init: EventInit = INPUT) {
    super(type, init);
    this.ctrlKey = modifiers.ctrlKey;
    this.altKey = modifiers.altKey;
    this.shiftKey = modifiers.shiftKey;
    this.metaKey = modifiers.metaKey;
  }

  getModifierState(key: string): boolean {
    const states: Record<string, boolean> = {
      Control: this.ctrlKey,
      Alt: this.altKey,
      Shift: this.shiftKey,
      Meta: this.metaKey,
    };
    return Object.hasOwn(states, key) && states[key] === true;
  }
}

/** `keydown`, and `keyup` where the terminal reports releases. */
export class KeyboardEvent extends InputEvent {
  /** `a`, `A`, ` `, `Enter`, `ArrowUp`, `F1`. */
  readonly key: string;
  /** `KeyA`, where the terminal tells; else the empty string. */
  readonly code: string;
  readonly repeat: boolean;
  /** Terminals hand over text once it is composed. */
  readonly isComposing = false;

  constructor(
    type: string,
    init: Modifiers & {
      readonly key: string;
      readonly code?: string;
      readonly repeat?: boolean;
    },
  ) {
    super(type, init);
    this.key = init.key;
    this.code = init.code ?? '';
    this.repeat = init.repeat ?? false;
  }
}

/** `focus` and `blur`, which do not bubble, `focusin` and `focusout`, which do. */
export class FocusEvent extends TuiEvent {
  override readonly isTrusted = true;

  constructor(
    type: string,
    /** Where the focus comes from, or goes to; null where that is no element. */
    readonly relatedTarget: TuiElement | null,
  ) {
    super(type, { bubbles: type.startsWith('focusi') || type === 'focusout', composed: true });
  }
}

export interface MouseInit extends Modifiers {
  /** The cell of the screen, from 0. */
  readonly clientX: number;
  readonly clientY: number;
  /** The cell inside the target's content box; in its popup, inside the border of that. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** 0 left, 1 middle, 2 right, 3 back, 4 forward. */
  readonly button?: number;
  /** Bits of the buttons that are down: 1 left, 2 right, 4 middle. */
  readonly buttons?: number;
  /** Clicks in a row at one cell. */
  readonly detail?: number;
  /** True in the popup of the target. */
  readonly inPopup?: boolean;
  /** Cells since the last `mousemove`; 0 for other events. */
  readonly movementX?: number;
  readonly movementY?: number;
  /** The element the pointer came from or goes to. */
  readonly relatedTarget?: TuiElement | null;
}

export class MouseEvent extends InputEvent {
  readonly clientX: number;
  readonly clientY: number;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly button: number;
  readonly buttons: number;
  readonly detail: number;
  readonly inPopup: boolean;
  readonly movementX: number;
  readonly movementY: number;
  readonly relatedTarget: TuiElement | null;

  constructor(type: string, init: MouseInit, bubbles = true) {
    // Those that do not bubble, `mouseenter` and `mouseleave`, cannot be prevented either.
    super(type, init, { ...INPUT, bubbles, cancelable: bubbles });
    this.clientX = init.clientX;
    this.clientY = init.clientY;
    this.offsetX = init.offsetX;
    this.offsetY = init.offsetY;
    this.button = init.button ?? 0;
    this.buttons = init.buttons ?? 0;
    this.detail = init.detail ?? 0;
    this.inPopup = init.inPopup ?? false;
    this.movementX = init.movementX ?? 0;
    this.movementY = init.movementY ?? 0;
    this.relatedTarget = init.relatedTarget ?? null;
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
}

export class WheelEvent extends MouseEvent {
  static readonly DOM_DELTA_LINE = 1;
  /** Lines, as terminals count steps. */
  readonly deltaMode = WheelEvent.DOM_DELTA_LINE;
  readonly deltaX: number;
  readonly deltaY: number;
  readonly deltaZ = 0;

  constructor(
    type: string,
    init: MouseInit & { readonly deltaX: number; readonly deltaY: number },
  ) {
    super(type, init);
    this.deltaX = init.deltaX;
    this.deltaY = init.deltaY;
  }
}

/** `resize`: the screen has another size. */
export class ResizeEvent extends TuiEvent {
  override readonly isTrusted = true;

  constructor() {
    super('resize');
  }
}

/** `copy`: a listener that prevents it keeps the text from the clipboard. */
export class CopyEvent extends TuiEvent {
  override readonly isTrusted = true;
  readonly clipboardData: { getData(format: string): string };

  constructor(text: string) {
    super('copy', INPUT);
    this.clipboardData = clipboardData(text);
  }
}

/** `paste`: the text is in `clipboardData`, as in a browser. */
export class PasteEvent extends TuiEvent {
  override readonly isTrusted = true;
  readonly clipboardData: { getData(format: string): string };

  constructor(text: string) {
    super('paste', INPUT);
    this.clipboardData = clipboardData(text);
  }
}

function clipboardData(text: string): { getData(format: string): string } {
  return { getData: (format) => (/^text(\/plain)?$/i.test(format) ? text : '') };
}
