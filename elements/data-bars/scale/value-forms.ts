/** The ways to write the values of a chart: shorter where there is less room, but not so that bars that differ look alike. */
import type { NumberColumn } from '../../charts/scale/columns.js';
import type { ValueWriter } from './value-text.js';

/** Cells that numbers may have where there is little room, the most first. */
const SHORT_CELLS = [5, 4, 3];

interface FormRequest {
  readonly writer: ValueWriter;
  readonly values: ArrayLike<number>;
  readonly count: number;
  /** How many eighths of a cell the scale is drawn in. */
  readonly eighths: number;
  /** The column where there is room: its decimals only grow while data streams. */
  readonly usual: (choose: (floor?: number) => NumberColumn) => NumberColumn;
  /** Ticks of the axis, where they are the author's. */
  readonly ticks?: readonly number[] | undefined;
  /** When the unit goes: before decimals where an axis beside the values has it, at last, or never. */
  readonly dropsUnit: 'first' | 'last' | 'never';
}

/**
 * The columns that values can be written in, the fullest first. Decimals that distinguish no values are always dropped
 * before the unit.
 */
export function* valueForms({
  writer,
  values,
  count,
  eighths,
  usual,
  dropsUnit,
  ticks,
}: FormRequest): Generator<NumberColumn> {
  const make = (options: { floor?: number | undefined; cells?: number; bare?: boolean }) =>
    writer.column(values, count, eighths, options);
  const first = usual((floor) => make({ floor }));
  yield first;
  const made = new Set([first]);
  const coarsest = Math.min(writer.coarsest, leastStep(ticks));
  const short = (bare: boolean): NumberColumn[] =>
    SHORT_CELLS.map((cells) => make({ cells, bare })).filter((form) =>
      isFine(form, coarsest, values, count),
    );
  const forms = function* (): Generator<NumberColumn> {
    if (dropsUnit !== 'first') {
      yield* short(false);
    } else {
      const different = countTexts(first, values, count);
      yield* short(false).filter((form) => countTexts(form, values, count) === different);
      yield make({ bare: true });
    }
    if (dropsUnit !== 'never') yield* short(true);
  };
  for (const form of forms()) {
    if (made.has(form)) continue;
    made.add(form);
    yield form;
  }
}

/** True where the last digits say what the scale shows, or all there is to say. */
function isFine(
  { step }: NumberColumn,
  coarsest: number,
  values: ArrayLike<number>,
  count: number,
): boolean {
  if (step === undefined || step <= coarsest * (1 + 1e-9)) return true;
  for (let i = 0; i < count; i++) {
    const steps = values[i]! / step;
    if (Math.abs(steps - Math.round(steps)) > 1e-6) return false;
  }
  return true;
}

/** The smallest distance of two ticks. */
function leastStep(ticks: readonly number[] = []): number {
  const sorted = [...new Set(ticks)].sort((a, b) => a - b);
  return sorted.reduce(
    (least, value, index) => (index === 0 ? least : Math.min(least, value - sorted[index - 1]!)),
    Infinity,
  );
}

function countTexts(column: NumberColumn, values: ArrayLike<number>, count: number): number {
  const texts = new Set<string>();
  for (let i = 0; i < count; i++) texts.add(column.text(values[i]!));
  return texts.size;
}
