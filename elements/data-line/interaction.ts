/**
 * Responses of a line chart to the pointer and keys: cross-hair, selection, zoom and pan. It uses what was painted last, so
 * input applies to what the user sees.
 */
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import type { InputAction } from '../../runtime/element/tui-element.js';
import type { BarPlace } from '../charts/contract.js';
import type { ChartSelection } from '../charts/selection.js';
import type { Domain } from '../charts/scale/scale.js';
import { LineCursor } from './cursor.js';
import { LINE_KEYS } from './declaration.js';
import type { LineLayout } from './marks/layout.js';
import type { LineView } from './marks/settings.js';
import type { LineModel } from './model/model.js';
import { PAN_SHARE, panned, zoomed } from './zoom.js';

export interface LineHost {
  readonly model: LineModel;
  readonly selection: ChartSelection;
  layout(): LineLayout | undefined;
  selectable(): boolean;
  zoomable(): boolean;
  focused(): boolean;
  /** The whole horizontal axis. */
  whole(): Domain;
  setView(view: LineView | undefined): void;
  fire(type: 'select' | 'hover', fields: Readonly<Record<string, unknown>>): void;
  onChange(): void;
}

type Pointer = Partial<{
  readonly offsetX: number;
  readonly offsetY: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly deltaY: number;
  readonly buttons: number;
  readonly button: number;
}>;

export class LineInteraction {
  readonly cursor: LineCursor;
  /** The point under the pointer, as places in the stream. */
  #hovered: BarPlace | undefined;
  /** True while keys are in use: the cross-hair is where they are. */
  #usesKeys = false;
  #press: { readonly x: number; readonly y: number } | undefined;
  /** Where a drag was last, while the button is down. */
  #dragX: number | undefined;

  readonly #host: LineHost;

  constructor(host: LineHost) {
    this.#host = host;
    this.cursor = new LineCursor(host.model, () => host.layout());
  }

  /** The point of the cross-hair. */
  get crossed(): BarPlace | undefined {
    if (this.#usesKeys) return this.cursor.point;
    const { first } = this.#host.model;
    const hovered = this.#hovered;
    if (hovered === undefined || hovered.entry < first) return undefined;
    return { entry: hovered.entry - first, series: hovered.series };
  }

  get usesKeys(): boolean {
    return this.#usesKeys;
  }

  act(event: InputAction): boolean {
    const pointer = event as InputAction & Pointer;
    switch (event.type) {
      case 'mousedown':
        return this.#pressed(pointer);
      case 'mousemove':
        return this.#moved(pointer);
      case 'mouseup':
        if (this.#dragX === undefined) return false;
        this.#dragX = undefined;
        return true;
      case 'wheel':
        return this.#wheel(pointer);
      case 'click':
        return this.#click(pointer);
      case 'keydown':
        return this.#key(event);
      default:
        return false;
    }
  }

  left(): void {
    if (this.#hovered === undefined) return;
    this.#hovered = undefined;
    this.#host.onChange();
  }

  blurred(): void {
    if (!this.#usesKeys) return;
    this.#usesKeys = false;
    this.#host.onChange();
  }

  #pressed({ offsetX, clientX = NaN, clientY = NaN }: Pointer): boolean {
    this.#press = { x: clientX, y: clientY };
    if (this.#usesKeys) this.#host.onChange();
    this.#usesKeys = false;
    if (!this.#host.zoomable()) return false;
    this.#dragX = offsetX;
    return true;
  }

  #moved({ offsetX = NaN, offsetY = NaN }: Pointer): boolean {
    if (this.#dragX !== undefined) {
      this.#pan(this.#dragX - offsetX);
      this.#dragX = offsetX;
      return true;
    }
    const { model } = this.#host;
    const point = this.cursor.at(offsetX, offsetY);
    const before = this.#hovered;
    const place = point && { entry: model.first + point.entry, series: point.series };
    if (place?.entry === before?.entry && place?.series === before?.series) return false;
    this.#hovered = place;
    this.#host.onChange();
    if (point !== undefined) this.#host.fire('hover', pointFields(model, point));
    return false;
  }

  #wheel({ deltaY = 0, offsetX = 0 }: Pointer): boolean {
    if (!this.#host.zoomable() || !this.#host.focused() || deltaY === 0) return false;
    const plot = this.#host.layout()?.plot;
    if (plot === undefined || plot.width < 1) return false;
    const share = Math.max(0, Math.min(1, (offsetX - plot.x + 0.5) / plot.width));
    return this.#zoom(deltaY < 0 ? 1 : -1, share);
  }

  #click({ offsetX, offsetY, clientX, clientY, button }: Pointer): boolean {
    const host = this.#host;
    if (!host.selectable() || offsetX === undefined || offsetY === undefined) {
      return host.zoomable() && button !== undefined;
    }
    if (clientX !== this.#press?.x || clientY !== this.#press?.y) return false;
    const point = this.cursor.at(offsetX, offsetY);
    if (point === undefined) this.#clear();
    else {
      this.cursor.moveTo(point);
      this.toggle(point);
    }
    return true;
  }

  #key(event: InputAction): boolean {
    const host = this.#host;
    const action = keyAction(LINE_KEYS, event);
    if (action === undefined) return false;
    switch (action) {
      case 'closer':
      case 'farther':
        return host.zoomable() && this.#zoom(action === 'closer' ? 1 : -1, this.#center());
      case 'whole':
        if (!host.zoomable()) return false;
        host.setView(undefined);
        return true;
      case 'panLeft':
      case 'panRight':
        return host.zoomable() && this.#panBy(action === 'panLeft' ? -PAN_SHARE : PAN_SHARE);
      case 'clear':
        if (!host.selectable() || host.selection.empty) return false;
        this.#clear();
        return true;
      case 'select': {
        const point = this.cursor.point;
        if (!host.selectable() || point === undefined) return false;
        this.#show();
        this.toggle(point);
        return true;
      }
      default:
        // At its end a chart leaves the key to what scrolls around it.
        if (!this.cursor.move(action)) return false;
        this.#show();
        if (this.cursor.point !== undefined) {
          host.fire('hover', pointFields(host.model, this.cursor.point));
        }
        return true;
    }
  }

  /** Moves there as keys do. */
  moveTo(point: BarPlace): void {
    this.cursor.moveTo(point);
    this.#show();
  }

  /** Selects a point, or clears where it is selected already. */
  toggle(point: BarPlace): void {
    const { model, selection } = this.#host;
    if (selection.isSelected(point.entry, point.series)) {
      this.#clear();
      return;
    }
    selection.pick(point.entry, point.series);
    this.#host.onChange();
    this.#host.fire('select', { ...pointFields(model, point), id: selection.idOf(point.entry) });
  }

  #clear(): void {
    this.#host.selection.drop();
    this.#host.onChange();
    const none = { entryIndex: -1, seriesIndex: -1, value: undefined, label: undefined };
    this.#host.fire('select', { ...none, x: undefined, id: undefined });
  }

  #show(): void {
    this.#usesKeys = true;
    this.#host.onChange();
  }

  /** Where keys zoom: at the cross-hair, else in the middle. */
  #center(): number {
    const { crossed } = this;
    const width = this.#host.layout()?.plot.width ?? 0;
    const column = crossed === undefined ? -1 : this.cursor.columnOf(crossed);
    return column < 0 || width < 1 ? 0.5 : (column + 0.5) / width;
  }

  #zoom(steps: number, share: number): boolean {
    const layout = this.#host.layout();
    if (layout === undefined) return false;
    this.#host.setView(zoomed(this.#host.whole(), layout.across.domain, steps, share));
    return true;
  }

  #pan(cells: number): void {
    const width = this.#host.layout()?.plot.width ?? 0;
    if (width > 0 && cells !== 0) this.#panBy(cells / width);
  }

  #panBy(share: number): boolean {
    const layout = this.#host.layout();
    if (layout === undefined) return false;
    const view = panned(this.#host.whole(), layout.across.domain, share);
    if (view === undefined) return false;
    this.#host.setView(view);
    return true;
  }
}

function pointFields(model: LineModel, { entry, series }: BarPlace): Record<string, unknown> {
  const value = model.value(entry, series);
  return {
    entryIndex: entry,
    seriesIndex: series,
    value: Number.isNaN(value) ? null : value,
    label: model.label(entry),
    x: model.x.get(entry),
  };
}
