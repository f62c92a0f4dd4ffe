/** Tooltips: which text shows, and where, once the pointer has rested. */
import type { TuiElement } from '../element/tui-element.js';
import { TOOLTIP_AT, DEFINITION } from '../element/internals.js';

/** Milliseconds that the pointer has to rest. */
export const TOOLTIP_DELAY = 300;

export interface TooltipHost {
  /** Calls back once after so many milliseconds; returns what takes it back. */
  setTimer(callback: () => void, ms: number): () => void;
  /** The cell of the screen where an element's content box starts. */
  origin(element: TuiElement): { readonly x: number; readonly y: number } | undefined;
  reportError(error: unknown, element: TuiElement): void;
  changed(): void;
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
  private cancel: (() => void) | undefined;
  private cell: { readonly x: number; readonly y: number } | undefined;

  constructor(private readonly host: TooltipHost) {}

  /** The pointer is at a cell; one that shows follows at once, since the user is looking already. */
  move(target: TuiElement, x: number, y: number): void {
    if (this.cell?.x === x && this.cell.y === y) return;
    this.cell = { x, y };
    this.cancel?.();
    if (this.shown !== null) {
      const text = this.textAt(target, x, y);
      this.show(text === undefined ? null : { text, x, y });
      if (text !== undefined) return;
    }
    this.cancel = this.host.setTimer(() => {
      this.cancel = undefined;
      if (!target.isConnected) return;
      const text = this.textAt(target, x, y);
      if (text !== undefined) this.show({ text, x, y });
    }, TOOLTIP_DELAY);
  }

  /** Another element is at the cell where the pointer rests. */
  retarget(target: TuiElement, x: number, y: number): void {
    this.cell = undefined;
    this.hide();
    this.move(target, x, y);
  }

  /** The Tab key came to an element: its own text shows below it, after the same time. */
  focused(element: TuiElement): void {
    this.hide();
    if (ownText(element) === undefined) return;
    this.cancel = this.host.setTimer(() => {
      this.cancel = undefined;
      const text = ownText(element);
      const box = element.getBoundingClientRect();
      if (text === undefined || !element.isConnected || box.height === 0) return;
      this.show({ text, x: box.x, y: box.y, rows: box.height });
    }, TOOLTIP_DELAY);
  }

  /** A key, a press, or a pointer that went away. */
  hide(): void {
    this.cancel?.();
    this.cancel = undefined;
    this.show(null);
  }

  /** The pointer left the screen: where it comes back it has moved. */
  leave(): void {
    this.cell = undefined;
    this.hide();
  }

  private show(tooltip: Tooltip | null): void {
    if (tooltip === null && this.shown === null) return;
    this.shown = tooltip;
    this.host.changed();
  }

  /** The innermost element that has a text for the cell gives it. */
  private textAt(target: TuiElement, x: number, y: number): string | undefined {
    for (let at: TuiElement | null = target; at !== null; at = at.parentElement) {
      const origin = at[TOOLTIP_AT] === undefined ? undefined : this.host.origin(at);
      if (origin === undefined) {
        const own = ownText(at);
        if (own !== undefined) return own;
        continue;
      }
      try {
        const text: unknown = at[TOOLTIP_AT]?.(x - origin.x, y - origin.y);
        if (typeof text === 'string' && text.trim() !== '') return text;
      } catch (error) {
        this.host.reportError(error, at);
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
  const text = element.getAttribute('tooltip');
  return text === null || text.trim() === '' ? undefined : text;
}
