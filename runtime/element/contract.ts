/**
 * The contract between `elements/` and the runtime: the declarations of an element and the services that it
 * receives. One element is one class; from its static tables come parsing, validation, typed access, messages,
 * lint, the reference page and the example screens.
 */
import type { Color, ColorDepth } from '../base/color.js';
import type { Rect } from '../base/geometry.js';
import type { GlyphLevel } from '../base/text/glyph-levels.js';
import type { ImagePart } from '../base/text/image-parts.js';
import type { ValueDeclaration, ValueOf } from '../base/values.js';

/** Attributes by camelCase name; written kebab-case or camelCase in markup. */
export type AttributeTable = {
  readonly [name: string]: ValueDeclaration & {
    readonly required?: boolean;
    /**
     * For `onX` attributes that are not events: the property of the element that is set to the function compiled from
     * the attribute's code. The element calls it with one argument, and uses the return value.
     */
    readonly hook?: string;
    /** Of a hook: it may return a promise. What it throws is a rejection then, which the element shows. */
    readonly isAsync?: true;
  };
};

/** One thing of an element that `bind` keeps equal to a state; by default the property of its name. */
export interface Bindable {
  readonly description: string;
  /** The method that returns the value, if it is not a property. */
  readonly get?: string;
  /** The method that takes a value. */
  readonly set?: string;
  /** Events after which a person may have changed it; default `input` and `change`. */
  readonly events?: readonly string[];
  /** What plain `bind="key"` means for this element; one at most. */
  readonly default?: boolean;
  /** The value is a set of ids: the element is given a `Set`, the state keeps its list or set. */
  readonly ids?: boolean;
  /** Changes go from the state to the element only. */
  readonly oneWay?: boolean;
}

/** What can be bound beside the declared attributes, by the name after `bind:`. */
export type BindableTable = { readonly [name: string]: Bindable };

/** A scroll position, in cells, or in the rows and columns of an element that scrolls by those. */
export interface ScrollPosition {
  readonly left: number;
  readonly top: number;
}

/** Where an element is scrolled to, and how far it can be. */
export interface ScrollPlace extends ScrollPosition {
  readonly maxLeft: number;
  readonly maxTop: number;
  scrollTo(position: ScrollPosition): void;
}

/** A style property that an element adds to the property table. */
export type StyleDeclaration = ValueDeclaration & {
  /** What must be done again when it changes; default `paint`. */
  readonly affects?: 'layout' | 'paint';
  /** Children take the parent's value where they set none; default false. */
  readonly inherited?: boolean;
};

/** Style properties by camelCase name. One name means the same in every element. */
export type StyleTable = { readonly [name: string]: StyleDeclaration };

/**
 * A rule of the look that an element has by itself. It is weaker than every rule of a theme and of a
 * document, whatever its selector, so that an author's sheet overrides all of it.
 */
export interface StyleRule {
  /** Any selector list that a sheet may have: `button:focus-visible`, `tabs > tab`. */
  readonly selector: string;
  /** Conditions as after `@media`: `(monochrome)`, `(min-width: 60)`; default always. */
  readonly media?: string;
  /** Values by property name as a sheet writes them, shorthands and custom properties too; never `!important`. */
  readonly declarations: Readonly<Record<string, string>>;
}

/** States that an element sets by itself: each name with when it matches. */
export type StateTable = { readonly [state: string]: string };

/** Keys of an element while it has the focus, by names that its code reads: see `keyAction`. */
export type KeyTable = {
  readonly [action: string]: {
    /** As `key` of a command: `enter, space`. */
    readonly keys: string;
    readonly description: string;
  };
};

/** Events by type; each has an attribute, `select` -> `onSelect`. */
export type EventTable = {
  readonly [type: string]: {
    readonly description: string;
    readonly fields?: { readonly [field: string]: string };
    /** Their TypeScript types, for `tui.d.ts`; default `unknown`. */
    readonly types?: { readonly [field: string]: string };
  };
};

/** A small document that shows one thing: a golden, a picture in the reference and a test at once. */
export interface Example {
  readonly name: string;
  /** Width and height in cells. */
  readonly size: readonly [number, number];
  readonly markup: string;
}

/** Values of an attribute table; absent and without a default is undefined. */
export type AttributeValues<T extends AttributeTable> = {
  readonly [K in keyof T]: T[K] extends { default: unknown }
    ? ValueOf<T[K]>
    : ValueOf<T[K]> | undefined;
};

/** Values of a style table. */
export type StyleValues<T extends StyleTable> = {
  readonly [K in keyof T]: T[K] extends { default: unknown }
    ? ValueOf<T[K]>
    : ValueOf<T[K]> | undefined;
};

/**
 * An element's computed style: every property of the table, by camelCase name. Frozen and shared
 * between elements whose values are equal.
 */
export interface ComputedStyle {
  readonly [property: string]: unknown;
}

/**
 * What an element's content means for layout.
 * - `flow`: children are boxes; bare text becomes a text box of its own
 * - `inline`: text and inline elements, measured and painted by this element
 * - `none`: no content; children are an error
 */
export type ContentModel = 'flow' | 'inline' | 'none';

/** Where a box is, in cells of the screen. */
export interface Place {
  /** The content box. */
  readonly content: Rect;
  /** What can be seen of the border box. */
  readonly visible: Rect;
}

/** How an element divides its content box between two children, with a line of one cell between them. */
export interface Division {
  /** `row`: beside each other. */
  readonly axis: 'row' | 'column';
  /** True where the line is a border of both: each is laid out a cell further, under the line. */
  readonly shared: boolean;
  /** Cells of the first pane, of this many of both; the line is one more. */
  first(both: number): number;
}

/** Cells of a content box that were dragged over; both ends are included, in any order. */
export interface SelectionBounds {
  readonly startX: number;
  readonly endX: number;
  /** Absent: every row. */
  readonly startY?: number | undefined;
  readonly endY?: number | undefined;
}

/** A panel in a border above the document. */
export interface PopupPanel {
  /** Preferred width inside the border, in cells. It may get less. */
  readonly width: number;
  readonly height: number;
  /**
   * Paints it: (0, 0) is the first cell inside the border, `width` and `height` are the available space.
   * Called when something in the element was invalidated, not when something below it moved.
   */
  paint(painter: Painter): void;
  /** Another panel beside a row of this one: a submenu. It is at the left where the right has no room. */
  readonly child?: { readonly row: number; readonly panel: PopupPanel } | undefined;
}

/**
 * A panel that belongs to an element and is above the document: the list of a select, a calendar, a menu. It
 * hangs below the element and is at least as wide, or above it where there is more room, always inside the screen.
 */
export interface Popup extends PopupPanel {
  /** An element that it hangs at instead of its own, which may have no box. Hidden, it closes the popup. */
  readonly anchor?: object | undefined;
  /** A cell of the screen that one of its corners is at, instead of below an element. */
  readonly cell?: { readonly x: number; readonly y: number } | undefined;
  /** The part of the element's content box that it hangs at, after painting; undefined where none of it shows. */
  place?(): Rect | undefined;
  /** Escape closes a part of it. @returns false where all of it is to be closed; default: always */
  back?(): boolean;
  /** Escape, a press outside, the focus elsewhere: the element has to remove its state `open`. */
  close(): void;
}

/** Where a popup is to open. */
export interface PopupPlace<Target = object> {
  /** It opens below this element, and closes when that is out of sight. */
  readonly element: Target;
  /** A cell of the screen to open at instead. */
  readonly cell?: { readonly x: number; readonly y: number } | undefined;
  /** What it is opened for, inside of the element; default: the element. */
  readonly source?: Target | undefined;
  /** A key opens it. */
  readonly isByKey?: boolean | undefined;
}

/** Where an element draws. Coordinates are cells of its content box: (0, 0) is the cell inside border and padding. */
export interface Painter {
  /** Size of the content box, in cells. */
  readonly width: number;
  readonly height: number;
  /** The part of the content box to draw now, possibly a small part of `visible`: the rest is up to date. */
  readonly clip: Rect;
  /**
   * The visible part of the content box. Positions may depend on this but never on `clip`, or a part that is
   * redrawn would not match the rest.
   */
  readonly visible: Rect;
  /** How many colours the screen shows; `none` means patterns instead of colours. */
  readonly depth: ColorDepth;
  /** Whether a background of unknown colour is light or dark. */
  readonly scheme: 'light' | 'dark';
  /** Colours are shown as shades of gray. */
  readonly isGray: boolean;
  /** Cells can show images that the terminal has; what is printed into the scrollback shows them by characters. */
  readonly showsImages: boolean;
  /** What glyphs will be shown; others are replaced one by one. */
  readonly glyphs: GlyphLevel;
  /** The element's own foreground, background and attributes, as a style id. */
  readonly base: number;
  /** The style of marks and blank cells: `base` without the underline or the stroke of text. */
  readonly blank: number;
  /** The element's own foreground colour. */
  readonly fg: Color;
  /** The background behind the element: a colour, or `TRANSPARENT` over painted siblings. */
  readonly bg: Color;
  /** The id of a style; attributes are the bits of `paint/cells.ts`. Omitted parts are the element's own. */
  style(fg?: Color, bg?: Color, attributes?: number): number;
  /** Resolves a CSS colour or `var(--name)` for this element; undefined if the text is not a colour. */
  color(css: string): Color | undefined;
  /** One glyph of one cell, by code point. Outside the clip nothing happens. */
  put(x: number, y: number, codePoint: number, style?: number): void;
  /** The same glyph in every cell of a rectangle. */
  fill(
    x: number,
    y: number,
    width: number,
    height: number,
    codePoint: number,
    style?: number,
  ): void;
  /** `count` glyphs of one cell each side by side, by code point: the same as this many `put`, in one loop. */
  run(x: number, y: number, codePoints: Uint32Array, count: number, style?: number): void;
  /**
   * Text by grapheme, sanitised; never wraps, never paints half a wide glyph. Returns the cells it took.
   * `maxWidth` (default: to the right edge) cuts it off.
   */
  text(x: number, y: number, text: string, style?: number, maxWidth?: number): number;
  /** One cell of an image that the terminal has; the foreground of `style` names the image. No text can show one. */
  imagePart(x: number, y: number, part: ImagePart, style: number): void;
}

/** A painter over what an element painted before. */
export interface RefreshPainter extends Painter {
  /** Style ids keep their meaning while this number stays. */
  readonly generation: number;
  /** Clears cells to the background behind the element. */
  clear(x: number, y: number, width: number, height: number): void;
  /**
   * Moves the cells of a row one to the left, from column `x + 1` on and `width - 1` of them, as they were
   * painted in the frame before. All of them must be glyphs that are one cell wide in every terminal.
   *
   * @param changed how many of the cells look different after it
   * @returns false where that is not possible and nothing was moved
   */
  shift(x: number, y: number, width: number, changed: number): boolean;
}

/**
 * User input that no listener has prevented, for the default actions of elements: the fields of the event as the
 * runtime created it, which scripts cannot change. The fields depend on the type; clicks by scripts and keys have no
 * position.
 */
export interface InputAction<Target = object> {
  /** As of the event: `keydown`, `mousedown`, `click`, `wheel`, `paste` … */
  readonly type: string;
  /** The innermost element. */
  readonly target: Target;
  readonly key?: string;
  readonly code?: string;
  readonly repeat?: boolean;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
  readonly metaKey?: boolean;
  /** The cell of the screen. */
  readonly clientX?: number;
  readonly clientY?: number;
  /** The cell relative to the target's content box; in its popup, relative to the inside of the popup's border. */
  readonly offsetX?: number;
  readonly offsetY?: number;
  /** True in the popup of the target. */
  readonly inPopup?: boolean;
  /** Which of the popup's panels, from 0, the outermost. */
  readonly panel?: number;
  /** 0 left, 1 middle, 2 right, 3 back, 4 forward. */
  readonly button?: number;
  /** Bits of the buttons that are down: 1 left, 2 right, 4 middle. */
  readonly buttons?: number;
  /** Cells since the last `mousemove`. */
  readonly movementX?: number;
  readonly movementY?: number;
  /** How many clicks in a row. */
  readonly detail?: number;
  /** Steps of the wheel, in lines. */
  readonly deltaX?: number;
  readonly deltaY?: number;
  /** What is pasted. */
  readonly text?: string;
}
