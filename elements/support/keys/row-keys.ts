/** Keys that move among rows, for tables and lists. */
import { ROW_KEYS, type RowAction } from './key-tables.js';

/** Where a key leads from a row. The result is a row that exists; undefined where there is none. */
export function rowByKey(
  action: RowAction,
  from: number,
  count: number,
  page: number,
): number | undefined {
  const to = target(action, from, count, Math.max(1, page - 1));
  return count === 0 ? undefined : Math.max(0, Math.min(count - 1, to));
}

/** The nearest row from `at` on that can be chosen, looking `step` first, then the other way; -1: none. */
export function nearestRow(
  count: number,
  isEnabled: (place: number) => boolean,
  at: number,
  step: 1 | -1,
): number {
  for (const way of [step, -step]) {
    for (let row = at; row >= 0 && row < count; row += way) if (isEnabled(row)) return row;
  }
  return -1;
}

/**
 * Where a key leads among rows of which some cannot be chosen: over these, on the way that the key goes. Where none follows it leads
 * to the last that can be, and never against its way. -1 for none.
 */
export function enabledByKey(
  action: RowAction,
  from: number,
  count: number,
  page: number,
  isEnabled: (place: number) => boolean,
): number {
  const target = rowByKey(action, from, count, page);
  if (target === undefined) return -1;
  const found = nearestRow(count, isEnabled, target, goesUp(action) ? -1 : 1);
  const isUp = action === 'up' || action === 'pageUp';
  const isDown = action === 'down' || action === 'pageDown';
  const isBack = from >= 0 && ((isUp && found > from) || (isDown && found < from));
  return isBack ? from : found;
}

/** True for what moves among rows. */
export function isRowAction(action: string | undefined): action is RowAction {
  return action !== undefined && Object.hasOwn(ROW_KEYS, action);
}

/** True for keys that go towards the first row, and for the one that comes to the last from below. */
export function goesUp(action: RowAction): boolean {
  return action === 'up' || action === 'pageUp' || action === 'last';
}

function target(action: RowAction, from: number, count: number, page: number): number {
  switch (action) {
    case 'up':
      return from - 1;
    case 'down':
      return from + 1;
    case 'pageUp':
      return from - page;
    case 'pageDown':
      return from + page;
    case 'first':
      return 0;
    case 'last':
      return count - 1;
  }
}

/** The fields of input events that are read; a `click()` from a script has no place. */
export interface InputLike {
  readonly type: string;
  readonly offsetX?: number;
  readonly offsetY?: number;
  readonly clientX?: number;
  readonly clientY?: number;
  readonly deltaX?: number;
  readonly deltaY?: number;
  readonly button?: number;
  readonly detail?: number;
  readonly key?: string;
  readonly code?: string;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly metaKey?: boolean;
  readonly shiftKey?: boolean;
}
