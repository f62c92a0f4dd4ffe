/** Whole cells among several, so that nothing is lost to rounding. */

/**
 * `total` cells in proportion to `weights` by largest remainder: the parts add up to `total` exactly,
 * and of equal claims the first gets the odd cell. Weights that add up to nothing share equally.
 */
export function share(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (weights.length === 0 || total <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) =>
    sum > 0 ? (total * weight) / sum : total / weights.length,
  );
  const parts = exact.map(Math.floor);
  let left = total - parts.reduce((all, part) => all + part, 0);
  const order = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of order) {
    if (left-- <= 0) break;
    parts[index]!++;
  }
  return parts;
}

/**
 * Adds up to `space` cells to `sizes[i]` of the given indices in equal parts, each as far as its limit.
 *
 * @returns the cells that found no place
 */
export function growEqually(
  sizes: number[],
  limits: readonly number[],
  indices: readonly number[],
  space: number,
): number {
  let open = indices.filter((index) => sizes[index]! < limits[index]!);
  while (space > 0 && open.length > 0) {
    const each = Math.floor(space / open.length);
    if (each === 0) {
      for (const index of open.slice(0, space)) sizes[index]!++;
      return 0;
    }
    for (const index of open) {
      const part = Math.min(each, limits[index]! - sizes[index]!);
      sizes[index]! += part;
      space -= part;
    }
    open = open.filter((index) => sizes[index]! < limits[index]!);
  }
  return space;
}
