/**
 * How often properties are tried, and how large inputs are. A spec states a count; CI runs half of it, and while working a
 * tenth runs. `TUI_PROPERTY_RUNS` is a factor: `1` runs the count as stated, `50` searches for longer. From CI's on, lists
 * and sizes are whole.
 * `TUI_PROPERTY_SEED` repeats the cases of a run; without it each run tries others.
 */
import fc from 'fast-check';

const WORKING = 0.1;
/** CI tries the same cases each time, and those of the second half have found no error that was planted. */
const IN_CI = 0.5;
/** A property that runs less than this would find little. */
const MIN_RUNS = 10;

const seed = process.env['TUI_PROPERTY_SEED'] ?? '';
if (seed !== '') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

const factor = factorOf(process.env['TUI_PROPERTY_RUNS']);

/**
 * The runs of a property that is tried `count` times with the factor 1.
 *
 * @param isRare what it finds is rare: CI runs all of them
 */
export function propertyRuns(count: number, isRare = false): number {
  const runs = Math.ceil(count * (isRare && factor >= IN_CI ? Math.max(1, factor) : factor));
  return factor < 1 ? Math.max(runs, Math.min(count, MIN_RUNS)) : runs;
}

/**
 * Of combinations that CI tries without exception, those that this run tries: `least` of them at the least,
 * others in each run, in their order.
 */
export function tried<T>(all: readonly T[], least: number): readonly T[] {
  if (factor >= IN_CI) return all;
  const length = Math.max(Math.ceil(all.length * factor), Math.min(least, all.length));
  const some = fc.subarray([...all], { minLength: length, maxLength: length });
  return fc.sample(some, 1)[0]!;
}

/**
 * The size of an input that CI tries `full` large: while working it is smaller, but never below `least`, from which
 * on it is what the spec is about: more than fits a window, a chunk, a limit of nesting.
 */
export function sized(full: number, least: number): number {
  if (factor >= IN_CI) return full;
  return Math.min(full, Math.max(Math.ceil(full * factor), least));
}

function factorOf(setting: string | undefined): number {
  if (setting === undefined || setting === '')
    return process.env['CI'] === undefined ? WORKING : IN_CI;
  const found = Number(setting);
  if (found > 0 && found < Infinity) return found;
  throw new Error(`TUI_PROPERTY_RUNS: expected a factor above 0, found ${JSON.stringify(setting)}`);
}
