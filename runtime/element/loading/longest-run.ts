/**
 * The largest part of a list whose places grow, in the order of the list: what need not be moved to sort it. Items
 * without a place are left out. O(n log n), by patience sorting.
 */
export function longestRun<T>(
  items: readonly T[],
  placeOf: (item: T) => number | undefined,
): readonly T[] {
  /** For each length the item that such a run can end with at the lowest place. */
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  const places = items.map(placeOf);
  for (const [index, place] of places.entries()) {
    if (place === undefined) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? -1] ?? Infinity) < place) low = middle + 1;
      else high = middle;
    }
    before.set(index, ends[low - 1]);
    ends[low] = index;
  }
  const run: T[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) run.push(items[at] as T);
  return run.reverse();
}
