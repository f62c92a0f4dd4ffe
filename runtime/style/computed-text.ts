/** Computed values as CSS text, for `getComputedStyle`. */
import { isDeepStrictEqual } from 'node:util';
import { channels, TRANSPARENT, type Color } from '../color.js';
import type { Property } from './properties.js';

/** Colors as browsers write them, lengths in cells as a sheet does. */
export function computedText({ syntax, initial }: Property, value: unknown): string {
  switch (syntax.kind) {
    case 'color':
      return typeof value === 'number' ? colorText(value) : '';
    case 'grammar':
      if (typeof value === 'string') return value;
      return isDeepStrictEqual(value, initial) ? syntax.initial : JSON.stringify(value);
    case 'declared':
      if (syntax.declaration.type === 'color' && typeof value === 'number') return colorText(value);
      return value === undefined ? '' : String(value);
    default:
      return value === undefined ? 'auto' : String(value);
  }
}

function colorText(color: Color): string {
  if (color === TRANSPARENT) return 'rgba(0, 0, 0, 0)';
  return `rgb(${channels(color).join(', ')})`;
}
