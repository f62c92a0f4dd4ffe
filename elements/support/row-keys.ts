/** Keys that move among rows, for tables and lists. */

/** Where a key leads from a row; undefined for keys that do not move. The result is a row that exists. */
export function rowByKey(
  key: string,
  from: number,
  count: number,
  page: number,
): number | undefined {
  const to = target(key, from, count, Math.max(1, page - 1));
  return to === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, to));
}

function target(key: string, from: number, count: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return from - 1;
    case 'ArrowDown':
      return from + 1;
    case 'PageUp':
      return from - page;
    case 'PageDown':
      return from + page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
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
