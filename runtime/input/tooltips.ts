/** Tooltips: which text shows, and where, once the pointer has rested. */
import type { TuiElement } from '../element/tui-element.js';
import { CARET, TOOLTIP_AT, DEFINITION } from '../element/internals.js';
import { isConnected, borderBoxOf, parentElementOf, getAttribute } from '../element/tree.js';

/** Milliseconds that the pointer has to rest. */
const TOOLTIP_DELAY = 300;

export interface TooltipHost {
  /** Calls `callback` once after `ms` milliseconds; returns a function that cancels it. */
  setTimer(callback: () => void, ms: number): () => void;
  /** The cell of the screen where an element's content box starts. */
  origin(element: TuiElement): { readonly x: number; readonly y: number } | undefined;
  reportError(error: unknown, element: TuiElement): void;
  onChange(): void;
}

/** A text and the cell of the screen it explains. */
export interface Tooltip {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Rows from `y` on that are not to be covered; default 1. */
  readonly rows?: number;
}

export class Tooltips {
  /** What shows now. */
  shown: Tooltip | null = null;
  #cancel: (() => void) | undefined;
  #cell: { readonly x: number; readonly y: number } | undefined;
  /** Asks again for what shows; undefined where it cannot change. */
  #again: (() => Tooltip | null) | undefined;
  /** True until the frame that shows what was requested: it would only be asked the same. */
  #isNew = false;

  readonly #host: TooltipHost;

  constructor(host: TooltipHost) {
    this.#host = host;
  }

  /** The pointer is at a cell; one that shows follows at once, since the user is looking already. */
  move(target: TuiElement, x: number, y: number): void {
    if (this.#cell?.x === x && this.#cell.y === y) return;
    this.#cell = { x, y };
    this.#cancel?.();
    const findTooltip = (): Tooltip | null => {
      const text = isConnected(target) ? this.#textAt(target, x, y) : undefined;
      return text === undefined ? null : { text, x, y };
    };
    if (this.shown !== null) {
      this.#show(findTooltip(), findTooltip);
      if (this.shown !== null) return;
    }
    this.#cancel = this.#host.setTimer(() => {
      this.#cancel = undefined;
      this.#show(findTooltip(), findTooltip);
    }, TOOLTIP_DELAY);
  }

  /** Called when another element has moved under the resting pointer. */
  retarget(target: TuiElement, x: number, y: number): void {
    this.#cell = undefined;
    this.hide();
    this.move(target, x, y);
  }

  /** Updates or closes the tooltip after its target was repainted, since its text may have changed. */
  follow(): void {
    if (this.shown === null || this.#again === undefined) return;
    if (this.#isNew) {
      this.#isNew = false;
      return;
    }
    const now = this.#again();
    const { shown } = this;
    if (now?.text === shown.text && now.x === shown.x && now.y === shown.y) return;
    this.shown = now;
  }

  /**
   * The Tab key came to an element, or another key moved what it would act on: its text shows, after the same
   * time, or at once where one showed before.
   */
  focused(element: TuiElement, atOnce = false): void {
    this.hide();
    const findTooltip = (): Tooltip | null => this.#atCaret(element);
    if (element[TOOLTIP_AT] !== undefined && element[CARET] !== undefined) {
      if (atOnce) this.#show(findTooltip(), findTooltip);
      else {
        this.#cancel = this.#host.setTimer(() => {
          this.#cancel = undefined;
          this.#show(findTooltip(), findTooltip);
        }, TOOLTIP_DELAY);
      }
      return;
    }
    if (ownText(element) === undefined) return;
    this.#cancel = this.#host.setTimer(() => {
      this.#cancel = undefined;
      const text = ownText(element);
      const box = borderBoxOf(element);
      if (text === undefined || !isConnected(element) || box.height === 0) return;
      this.#show({ text, x: box.x, y: box.y, rows: box.height });
    }, TOOLTIP_DELAY);
  }

  /** A key, a press, or a pointer that went away. */
  hide(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#show(null);
  }

  /** The pointer left the screen: where it comes back it has moved. */
  leave(): void {
    this.#cell = undefined;
    this.hide();
  }

  /** The text of what the keys would act on, at its cell. */
  #atCaret(element: TuiElement): Tooltip | null {
    const caret = isConnected(element) ? element[CARET]?.() : null;
    const origin = this.#host.origin(element);
    if (caret === null || caret === undefined || origin === undefined) return null;
    const x = origin.x + caret.x;
    const y = origin.y + caret.y;
    const text = this.#textAt(element, x, y);
    return text === undefined ? null : { text, x, y };
  }

  #show(tooltip: Tooltip | null, again?: () => Tooltip | null): void {
    this.#again = again;
    this.#isNew = true;
    if (tooltip === null && this.shown === null) return;
    this.shown = tooltip;
    this.#host.onChange();
  }

  /** The innermost element with a text for the cell provides it. */
  #textAt(target: TuiElement, x: number, y: number): string | undefined {
    for (let at: TuiElement | null = target; at !== null; at = parentElementOf(at)) {
      const origin = at[TOOLTIP_AT] === undefined ? undefined : this.#host.origin(at);
      if (origin === undefined) {
        const own = ownText(at);
        if (own !== undefined) return own;
        continue;
      }
      try {
        const text: unknown = at[TOOLTIP_AT]?.(x - origin.x, y - origin.y);
        if (typeof text === 'string' && text.trim() !== '') return text;
      } catch (error) {
        this.#host.reportError(error, at);
      }
      const own = ownText(at);
      if (own !== undefined) return own;
    }
    return undefined;
  }
}

/** The attribute that every element takes, but those to which it means something of their own. */
function ownText(element: TuiElement): string | undefined {
  if (element[DEFINITION].attributes.has('tooltip')) return undefined;
  const text = getAttribute(element, 'tooltip');
  return text === null || text.trim() === '' ? undefined : text;
}
