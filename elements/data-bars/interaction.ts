/**
 * Responses of a chart to the pointer and keys: selection, hover, and the cursor. It uses the marks painted last, so
 * input applies to what the user sees.
 *
 * Decided where the specification is silent:
 * - a click that hits no bar clears and fires `select`: in the element's box, its border and padding included, from any
 *   state; on other elements and the empty screen where something was selected. One that sets the selection, as on
 *   another chart that shares it, does not clear it
 * - a press that is let go in another cell has selected text and is not a click
 * - `hover` needs no `selectable`, is fired once for each bar entered, again after the pointer was on
 *   none, and not when the pointer leaves
 * - ids set by the `selectedIds` attribute are the app's: clicks and keys fire `select` and change nothing
 */
import type { BarValue } from '../charts/contract.js';
import type { AccessibleAction, AccessibleElement } from '../../runtime/base/accessible-node.js';
import type { KeyTable } from '../../runtime/element/contract.js';
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import { BarCursor } from './interaction-cursor.js';
import type { BarPlace } from '../charts/contract.js';
import type { Marks } from './marks/marks.js';
import type { ChartModel } from './model/model.js';
import type { ChartSelection } from '../charts/selection.js';
import type { NumberFormat } from '../charts/scale/number-format.js';

/** What this needs of the element. */
export interface InteractionHost {
  readonly model: ChartModel;
  readonly selection: ChartSelection;
  readonly marks: Marks;
  /** Whether people may select. */
  selectable(): boolean;
  fire(type: 'select' | 'hover', fields: Readonly<Record<string, unknown>>): void;
  /** The picture has changed: the selection, or where the cursor rests. */
  onChange(): void;
}

/** The fields of input events that are read here; a `click()` from a script has no place. */
interface InputLike {
  readonly type: string;
  readonly offsetX?: number;
  readonly offsetY?: number;
  readonly clientX?: number;
  readonly clientY?: number;
  readonly key?: string;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly metaKey?: boolean;
  readonly shiftKey?: boolean;
}

/** The fields of `hover`, and with `id` those of `select`. */
export interface BarFields {
  readonly entryIndex: number;
  readonly seriesIndex: number;
  readonly value: BarValue;
  readonly label: string | undefined;
}

export const BAR_KEYS = {
  up: { keys: 'up', description: 'Moves to the bar above.' },
  down: { keys: 'down', description: 'Moves to the bar below.' },
  left: { keys: 'left', description: 'Moves to the bar on the left.' },
  right: { keys: 'right', description: 'Moves to the bar on the right.' },
  first: { keys: 'home', description: 'Moves to the first entry.' },
  last: { keys: 'end', description: 'Moves to the last entry.' },
  select: { keys: 'enter, space', description: 'Selects or deselects the bar.' },
  clear: { keys: 'escape', description: 'Clears the selection.' },
} as const satisfies KeyTable;

export class ChartInteraction {
  readonly #cursor: BarCursor;
  /** Place in the stream and series of the bar under the pointer; -1 where there is none. */
  #hoverPlace = -1;
  #hoverSeries = -1;
  #pressX = NaN;
  #pressY = NaN;
  /** True while keys are in use: only then does the cursor show. */
  #keys = false;

  readonly #host: InteractionHost;

  constructor(host: InteractionHost) {
    this.#host = host;

    this.#cursor = new BarCursor(host.model, host.marks, host.selection);
  }

  /** The default action of an event; true where it was this chart's. */
  act(event: InputLike): boolean {
    switch (event.type) {
      case 'mousedown':
        this.#pressX = event.clientX ?? NaN;
        this.#pressY = event.clientY ?? NaN;
        this.#hideCursor();
        return false;
      case 'mousemove':
        this.#hover(event);
        return false;
      case 'click':
        return this.#click(event);
      case 'keydown':
        return this.#key(event);
      default:
        return false;
    }
  }

  /** Before a click anywhere. What it returns is called after all that the click does: true where it was on the chart. */
  beforeClick(): ((isOwn: boolean) => void) | undefined {
    const { selection } = this.#host;
    if (!this.#host.selectable() || selection.empty) return undefined;
    const { version } = selection;
    return (isOwn) => {
      if (!isOwn && selection.version === version && !selection.empty) this.#clear();
    };
  }

  /** The pointer is over the element no more. */
  left(): void {
    this.#hoverPlace = this.#hoverSeries = -1;
  }

  /** The element has the focus; where a press gave it, the press hides the cursor again. */
  focused(): void {
    this.#keys = true;
    this.#host.onChange();
  }

  /** The cell of the bar that keys would select; null where keys are not in use. */
  caret(): { readonly x: number; readonly y: number } | null {
    return this.#keys && this.#host.selectable() ? this.#cursor.cell() : null;
  }

  /** The bars that show, each as something to select. */
  options(numbers: NumberFormat): AccessibleElement[] {
    const { model, selection } = this.#host;
    const current = this.#cursor.known();
    return this.#cursor.all().map((bar) => {
      const { entry, series } = bar;
      return {
        role: 'option',
        selected: selection.isSelected(entry, series),
        parts: [{ role: 'text', name: barName(model, bar, numbers) }],
        part: `b${model.first + entry}-${series}`,
        current: (current?.entry === entry && current.series === series) || undefined,
      };
    });
  }

  /** What an action comes to at a bar. */
  operation(action: AccessibleAction, part: string): (() => void) | undefined {
    const { model, selection } = this.#host;
    const [, place = '', series = ''] = /^b(\d+)-(\d+)$/.exec(part) ?? [];
    if (place === '' || !this.#host.selectable() || action.type === 'set') return undefined;
    const target = { entry: Number(place) - model.first, series: Number(series) };
    const bar = this.#cursor.find(target);
    if (bar === undefined) return undefined;
    const isSelected = selection.isSelected(bar.entry, bar.series);
    const shouldSelect = action.type === 'select' ? action.value : !isSelected;
    const changes = action.type === 'press' || action.type === 'select';
    return () => {
      this.#cursor.moveTo(bar);
      this.#showCursor();
      if (changes && isSelected !== shouldSelect) this.#toggle(bar);
    };
  }

  #hover({ offsetX = NaN, offsetY = NaN }: InputLike): void {
    const { model, marks } = this.#host;
    const bar = marks.hit(offsetX, offsetY);
    const place = bar === undefined ? -1 : model.first + bar.entry;
    const series = bar === undefined ? -1 : bar.series;
    if (place === this.#hoverPlace && series === this.#hoverSeries) return;
    this.#hoverPlace = place;
    this.#hoverSeries = series;
    if (bar !== undefined) this.#host.fire('hover', { ...barFields(model, bar) });
  }

  #click({ offsetX, offsetY, clientX, clientY }: InputLike): boolean {
    if (!this.#host.selectable() || offsetX === undefined || offsetY === undefined) return false;
    if (clientX !== this.#pressX || clientY !== this.#pressY) return false;
    const bar = this.#host.marks.hit(offsetX, offsetY);
    if (bar === undefined) this.#clear();
    else {
      this.#cursor.moveTo(bar);
      this.#toggle(bar);
    }
    return true;
  }

  #key(event: InputLike): boolean {
    if (!this.#host.selectable() || event.shiftKey === true) return false;
    const action = keyAction(BAR_KEYS, event);
    switch (action) {
      case undefined:
        return false;
      case 'clear':
        if (this.#host.selection.empty) return false;
        this.#clear();
        return true;
      case 'select': {
        const bar = this.#cursor.bar();
        if (bar === undefined) return false;
        this.#showCursor();
        this.#toggle(bar);
        return true;
      }
      default:
        // At its end a chart leaves the key to what scrolls around it.
        if (!this.#cursor.move(action)) return false;
        this.#showCursor();
        return true;
    }
  }

  /** Selects a bar, or clears where it is selected already. */
  #toggle(bar: BarPlace): void {
    const { model, selection } = this.#host;
    if (selection.isSelected(bar.entry, bar.series)) {
      this.#clear();
      return;
    }
    selection.pick(bar.entry, bar.series);
    this.#host.onChange();
    this.#host.fire('select', { ...barFields(model, bar), id: selection.idOf(bar.entry) });
  }

  #clear(): void {
    this.#host.selection.drop();
    this.#host.onChange();
    const none = { entryIndex: -1, seriesIndex: -1, value: undefined, label: undefined };
    this.#host.fire('select', { ...none, id: undefined });
  }

  #showCursor(): void {
    this.#keys = true;
    this.#host.onChange();
  }

  #hideCursor(): void {
    if (!this.#keys) return;
    this.#keys = false;
    this.#host.onChange();
  }
}

/** `Mon, web, 12`. */
function barName(model: ChartModel, { entry, series }: BarPlace, numbers: NumberFormat): string {
  const number = model.value(entry, series);
  const value = Number.isNaN(number) ? 'no value' : numbers.exact(number);
  const { name = '' } = model.series[series] ?? {};
  const label = model.label(entry) ?? `${entry + 1}`;
  return [label, ...(model.series.length > 1 ? [name] : []), value].filter(Boolean).join(', ');
}

export function barFields(model: ChartModel, { entry, series }: BarPlace): BarFields {
  const value = model.value(entry, series);
  return {
    entryIndex: entry,
    seriesIndex: series,
    value: Number.isNaN(value) ? null : value,
    label: model.label(entry),
  };
}
