/**
 * Responses of a heatmap to the pointer and keys. It uses what was painted last, so input applies to what the user sees. Where
 * several cells of the data share a place, the one that it shows is pointed at.
 */
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import type { InputAction } from '../../runtime/element/tui-element.js';
import type { BarPlace } from '../charts/contract.js';
import type { ChartSelection } from '../charts/selection.js';
import { HEAT_KEYS } from './declaration.js';
import { membersOf, placeOf, type HeatLayout } from './marks/layout.js';
import type { HeatModel } from './model/model.js';

export interface HeatHost {
  readonly model: HeatModel;
  readonly selection: ChartSelection;
  layout(): HeatLayout | undefined;
  selectable(): boolean;
  /** What the extreme value of a place is farthest from. */
  center(): number;
  fire(type: 'select' | 'hover', fields: Readonly<Record<string, unknown>>): void;
  onChange(): void;
}

/** Cells of a place that are compared. */
const MAX_COMPARED = 1 << 16;

type Motion = Exclude<keyof typeof HEAT_KEYS, 'select' | 'clear'>;

export class HeatInteraction {
  /** The cell that keys are at, as a place in the stream; -1 before they were anywhere. */
  #place = -1;
  #row = 0;
  #usesKeys = false;
  #hovered: BarPlace | undefined;
  #press: { readonly x: number; readonly y: number } | undefined;

  readonly #host: HeatHost;

  constructor(host: HeatHost) {
    this.#host = host;
  }

  /** The cell that keys are at, while they are in use. */
  get cursor(): BarPlace | undefined {
    return this.#usesKeys ? this.point : undefined;
  }

  /** The same, whether or not it shows. */
  get point(): BarPlace | undefined {
    const { model } = this.#host;
    if (this.#place < 0 || model.count === 0 || model.rows === 0) return undefined;
    const entry = Math.min(model.count - 1, Math.max(0, this.#place - model.first));
    return { entry, series: Math.min(this.#row, model.rows - 1) };
  }

  act(event: InputAction): boolean {
    const { offsetX, offsetY } = event;
    switch (event.type) {
      case 'mousedown':
        this.#press = { x: event.clientX ?? NaN, y: event.clientY ?? NaN };
        if (this.#usesKeys) this.#host.onChange();
        this.#usesKeys = false;
        return false;
      case 'mousemove':
        this.#moved(offsetX ?? NaN, offsetY ?? NaN);
        return false;
      case 'click':
        return this.#click(event);
      case 'keydown':
        return this.#key(event);
      default:
        return false;
    }
  }

  left(): void {
    this.#hovered = undefined;
  }

  blurred(): void {
    if (!this.#usesKeys) return;
    this.#usesKeys = false;
    this.#host.onChange();
  }

  /** The cell of the data that shows at a cell of the box. */
  at(x: number, y: number): BarPlace | undefined {
    const layout = this.#host.layout();
    if (layout === undefined) return undefined;
    const { plot, columns, rows } = layout;
    const column = Math.floor((x - plot.x) / columns.size);
    const row = Math.floor((y - plot.y) / rows.size);
    if (!(column >= 0 && column < columns.places && row >= 0 && row < rows.places))
      return undefined;
    return this.shownIn(column, row);
  }

  /** Of the cells of a place the extreme one; the first where all are absent. */
  shownIn(column: number, row: number): BarPlace | undefined {
    const { model } = this.#host;
    const layout = this.#host.layout();
    if (layout === undefined) return undefined;
    const [from, to] = membersOf(layout.columns, column, model.first, model.count);
    const [first, end] = membersOf(layout.rows, row, 0, model.rows);
    if (from >= to || first >= end) return undefined;
    const center = this.#host.center();
    let found: BarPlace = { entry: from, series: first };
    let far = -1;
    let compared = 0;
    for (let entry = from; entry < to && compared < MAX_COMPARED; entry++) {
      for (let series = first; series < end; series++, compared++) {
        const distance = Math.abs(model.value(entry, series) - center);
        if (!(distance > far)) continue;
        far = distance;
        found = { entry, series };
      }
    }
    return found;
  }

  /** Moves there as keys do. */
  moveTo({ entry, series }: BarPlace): void {
    this.#place = this.#host.model.first + entry;
    this.#row = series;
    this.#usesKeys = true;
    this.#host.onChange();
  }

  /** Selects a cell, or clears where it is selected already. */
  toggle(point: BarPlace): void {
    const { model, selection } = this.#host;
    if (selection.isSelected(point.entry, point.series)) {
      this.#clear();
      return;
    }
    selection.pick(point.entry, point.series);
    this.#host.onChange();
    this.#host.fire('select', { ...cellFields(model, point), id: selection.idOf(point.entry) });
  }

  #moved(x: number, y: number): void {
    const { model } = this.#host;
    const point = this.at(x, y);
    const place = point && { entry: model.first + point.entry, series: point.series };
    const before = this.#hovered;
    if (place?.entry === before?.entry && place?.series === before?.series) return;
    this.#hovered = place;
    if (point !== undefined) this.#host.fire('hover', cellFields(model, point));
  }

  #click({ offsetX, offsetY, clientX, clientY }: InputAction): boolean {
    if (!this.#host.selectable() || offsetX === undefined || offsetY === undefined) return false;
    if (clientX !== this.#press?.x || clientY !== this.#press?.y) return false;
    const point = this.at(offsetX, offsetY);
    if (point === undefined) this.#clear();
    else {
      this.#place = this.#host.model.first + point.entry;
      this.#row = point.series;
      this.toggle(point);
    }
    return true;
  }

  #key(event: InputAction): boolean {
    const host = this.#host;
    if (!host.selectable()) return false;
    const action = keyAction(HEAT_KEYS, event);
    if (action === undefined) return false;
    if (action === 'clear') {
      if (host.selection.empty) return false;
      this.#clear();
      return true;
    }
    if (action === 'select') {
      const { point } = this;
      if (point === undefined) return false;
      this.moveTo(point);
      this.toggle(point);
      return true;
    }
    return this.#move(action);
  }

  /** False where that leads nowhere: at its end a chart leaves the key to what scrolls around it. */
  #move(motion: Motion): boolean {
    const { model } = this.#host;
    const layout = this.#host.layout();
    if (layout === undefined || layout.columns.places === 0 || layout.rows.places === 0)
      return false;
    const { columns, rows } = layout;
    const { point } = this;
    // The first key shows where the cursor is: at the first cell.
    const now =
      point === undefined
        ? { column: 0, row: 0 }
        : {
            column: placeOf(columns, point.entry, model.first),
            row: placeOf(rows, point.series, 0),
          };
    const to = point === undefined ? now : moved(now, motion, columns.places, rows.places);
    if (point !== undefined && to.column === now.column && to.row === now.row) return false;
    const shown = this.shownIn(to.column, to.row);
    if (shown === undefined) return false;
    this.moveTo(shown);
    this.#host.fire('hover', cellFields(model, shown));
    return true;
  }

  #clear(): void {
    this.#host.selection.drop();
    this.#host.onChange();
    const none = { entryIndex: -1, seriesIndex: -1, value: undefined, label: undefined };
    this.#host.fire('select', { ...none, rowLabel: undefined, id: undefined });
  }
}

interface Spot {
  readonly column: number;
  readonly row: number;
}

function moved({ column, row }: Spot, motion: Motion, columns: number, rows: number): Spot {
  switch (motion) {
    case 'left':
      return { column: Math.max(0, column - 1), row };
    case 'right':
      return { column: Math.min(columns - 1, column + 1), row };
    case 'up':
      return { column, row: Math.max(0, row - 1) };
    case 'down':
      return { column, row: Math.min(rows - 1, row + 1) };
    case 'first':
      return { column: 0, row };
    case 'last':
      return { column: columns - 1, row };
    case 'top':
      return { column, row: 0 };
    default:
      return { column, row: rows - 1 };
  }
}

function cellFields(model: HeatModel, { entry, series }: BarPlace): Record<string, unknown> {
  const value = model.value(entry, series);
  return {
    entryIndex: entry,
    seriesIndex: series,
    value: Number.isNaN(value) ? null : value,
    label: model.label(entry),
    rowLabel: model.rowLabel(series) || undefined,
  };
}
