/** The accessible text of a heatmap: its size, its range, and where the ends of that are. */
import type { BarPlace } from '../charts/contract.js';
import { safeText } from '../charts/tooltip.js';
import type { NumberFormat } from '../charts/scale/number-format.js';
import type { HeatModel } from './model/model.js';

export interface HeatDescription {
  readonly name: string | null;
  readonly numbers: NumberFormat;
  readonly selected: readonly string[];
}

/** `Requests, 7 rows, 24 columns, 0 to 97, lowest at Sun, 03, highest at Mon, 14`. */
export function describeHeatmap(
  model: HeatModel,
  { name, numbers, selected }: HeatDescription,
): string {
  const count = (number: number, word: string): string =>
    `${number} ${word}${number === 1 ? '' : 's'}`;
  const parts = [name ?? 'Heatmap', count(model.rows, 'row'), count(model.count, 'column')];
  const { lowest, highest } = endsOf(model);
  if (lowest === undefined || highest === undefined) parts.push('no values');
  else {
    const text = (point: BarPlace): string => numbers.exact(model.value(point.entry, point.series));
    parts.push(`${text(lowest)} to ${text(highest)}`);
    parts.push(
      `lowest at ${nameOfCell(model, lowest)}`,
      `highest at ${nameOfCell(model, highest)}`,
    );
  }
  if (selected.length > 0) parts.push(`selected ${selected.join('; ')}`);
  return parts.join(', ');
}

/** The labels of a cell, or its place counted from 1. */
export function nameOfCell(model: HeatModel, { entry, series }: BarPlace): string {
  const row = safeText(model.rowLabel(series)) || `row ${series + 1}`;
  const column = safeText(model.label(entry) ?? '') || `column ${entry + 1}`;
  return `${row} ${column}`;
}

function endsOf(model: HeatModel): { readonly lowest?: BarPlace; readonly highest?: BarPlace } {
  const { smallest, largest } = model.extent();
  let lowest: BarPlace | undefined;
  let highest: BarPlace | undefined;
  for (let entry = 0; entry < model.count; entry++) {
    const from = model.offsetOf(entry);
    for (let series = 0; series < model.rows; series++) {
      const value = model.values[from + series]!;
      if (value === smallest) lowest ??= { entry, series };
      if (value === largest) highest ??= { entry, series };
    }
    if (lowest !== undefined && highest !== undefined) break;
  }
  return { ...(lowest && { lowest }), ...(highest && { highest }) };
}
