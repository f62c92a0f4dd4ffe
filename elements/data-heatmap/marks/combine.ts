/**
 * The values that the places of a heatmap show. Where many share one, a million of them are looked at once: columns that are
 * complete are kept, and a stream calculates the newest and the oldest place of each frame.
 */
import type { HeatModel } from '../model/model.js';
import { membersOf, type Tracks } from './layout.js';

export interface CombineRequest {
  readonly model: HeatModel;
  readonly columns: Tracks;
  readonly rows: Tracks;
  readonly combine: 'extreme' | 'mean';
  /** What the extreme value is farthest from. */
  readonly center: number;
}

interface KnownColumn {
  readonly from: number;
  readonly to: number;
  readonly values: Float64Array;
}

export class CombinedCells {
  #key = '';
  #known = new Map<number, KnownColumn>();

  /** The values of all places of a column, from the top; NaN where all are absent. */
  columnAt(request: CombineRequest, place: number): Float64Array {
    const { model, columns, rows, combine, center } = request;
    const key = `${model.generation} ${columns.each} ${rows.each} ${rows.places} ${combine} ${center}`;
    if (key !== this.#key) {
      this.#key = key;
      this.#known.clear();
    }
    const index = columns.start + place;
    const [from, to] = membersOf(columns, place, model.first, model.count);
    const known = this.#known.get(index);
    const [first, end] = [model.first + from, model.first + to];
    if (known?.from === first && known.to === end) return known.values;
    const values = combineColumn(request, from, to);
    // Places that a stream has left behind.
    if (this.#known.size > columns.places * 2 + 16) this.#known.clear();
    this.#known.set(index, { from: first, to: end, values });
    return values;
  }
}

function combineColumn(
  { model, rows, combine, center }: CombineRequest,
  from: number,
  to: number,
): Float64Array {
  const { places } = rows;
  const result = new Float64Array(places);
  if (places === model.rows && to - from === 1) {
    const start = model.offsetOf(from);
    result.set(model.values.subarray(start, start + places));
    return result;
  }
  const borders = Array.from(
    { length: places },
    (_, place) => membersOf(rows, place, 0, model.rows)[1],
  );
  result.fill(NaN);
  for (let place = 0, row = 0; place < places; place++) {
    const end = borders[place]!;
    result[place] =
      combine === 'mean'
        ? meanOf(model, from, to, row, end)
        : extremeOf(model, from, to, row, end, center);
    row = end;
  }
  return result;
}

function extremeOf(
  model: HeatModel,
  from: number,
  to: number,
  top: number,
  bottom: number,
  center: number,
): number {
  const { values } = model;
  let best = NaN;
  let far = -1;
  for (let entry = from; entry < to; entry++) {
    const start = model.offsetOf(entry);
    for (let at = start + top; at < start + bottom; at++) {
      const value = values[at]!;
      const distance = value < center ? center - value : value - center;
      if (distance > far) {
        best = value;
        far = distance;
      }
    }
  }
  return best;
}

function meanOf(model: HeatModel, from: number, to: number, top: number, bottom: number): number {
  const { values } = model;
  let count = 0;
  let mean = 0;
  for (let entry = from; entry < to; entry++) {
    const start = model.offsetOf(entry);
    for (let at = start + top; at < start + bottom; at++) {
      const value = values[at]!;
      if (value !== value) continue;
      count++;
      // Sums of the largest numbers have no end.
      mean += value / count - mean / count;
    }
  }
  return count === 0 ? NaN : mean;
}
