/** Colours by value: `0 green, 70 yellow, 90% red`. */
import type { Color } from '../../../runtime/base/color.js';
import type { Painter } from '../../../runtime/element/contract.js';
import type { ChartWarning } from '../contract.js';
import { shareOf, type Domain } from '../scale/scale.js';

/** From a value, or from a share of the scale, on. */
export interface ColorStop {
  readonly at: number;
  readonly percent: boolean;
  readonly css: string;
}

/** Most stops that are read. */
const MAX_STOPS = 32;

/** The stops in the order they are written; undefined where one is none. */
export function readStops(text: string): readonly ColorStop[] | undefined {
  const stops: ColorStop[] = [];
  for (const part of splitStops(text)) {
    const found = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%?)\s+(\S.*)$/i.exec(part.trim());
    if (found === null || stops.length >= MAX_STOPS) return undefined;
    stops.push({ at: Number(found[1]), percent: found[2] === '%', css: found[3]!.trim() });
  }
  return stops;
}

/** Commas inside brackets belong to a colour. */
function splitStops(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const letter of text.slice(0, 1000)) {
    if (letter === '(') depth++;
    else if (letter === ')') depth--;
    if (letter === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += letter;
  }
  parts.push(part);
  return parts;
}

/** A stop whose colour is known. */
interface KnownStop {
  readonly at: number;
  readonly percent: boolean;
  readonly color: Color;
}

/** Stops from low to high on a scale, in whatever order they are written; of equal ones the later wins. */
export function orderStops(stops: readonly KnownStop[], domain: Domain): readonly KnownStop[] {
  const place = ({ at, percent }: KnownStop): number => (percent ? at : shareOf(domain, at) * 100);
  return [...stops].sort((a, b) => place(a) - place(b));
}

/** The colour of a value: that of the last of ordered stops at or below it; undefined below all of them. */
export function stopColor(
  stops: readonly KnownStop[],
  domain: Domain,
  value: number,
): Color | undefined {
  // The share of 29 of 100 is 28.999999999999996 percent.
  const share = shareOf(domain, value) * 100 + 1e-9;
  let found: Color | undefined;
  for (const { at, percent, color } of stops) {
    if ((percent ? share : value) >= at) found = color;
  }
  return found;
}

/** Colour stops that cannot be read. */
export function createStopsWarning(text: string): ChartWarning {
  const found = JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
  const message = `"color-stops": expected values with colours such as "0 green, 70 yellow, 90% red", found ${found}`;
  return { code: 'bad-value', attribute: 'style', message };
}

/** The stops of a paint whose colours are known, ordered on its scale. */
export function resolveStops(
  painter: Painter,
  stops: readonly ColorStop[],
  domain: Domain,
): readonly KnownStop[] {
  const known = stops.flatMap(({ at, percent, css }) => {
    const color = painter.color(css);
    return color === undefined ? [] : [{ at, percent, color }];
  });
  return orderStops(known, domain);
}
