/** A length in an attribute: `30` cells, or `40%` of the whole. */
export interface Extent {
  readonly value: number;
  readonly percent: boolean;
}

export const EVERYTHING: Extent = { value: 100, percent: true };

export function readExtent(text: string): Extent | undefined {
  const found = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*(%)?\s*$/.exec(text);
  if (found === null) return undefined;
  return { value: Number(found[1]), percent: found[2] !== undefined };
}

export function cellsOf({ value, percent }: Extent, whole: number): number {
  return Math.round(percent ? (value * whole) / 100 : value);
}
