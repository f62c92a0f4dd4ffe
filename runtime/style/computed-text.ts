/** Styles as CSS text for scripts: `getComputedStyle` and `matchMedia`. */
import { isDeepStrictEqual } from 'node:util';
import { channels, TRANSPARENT, type Color } from '../base/color.js';
import type { HostParts } from '../dom/host.js';
import type { TuiElement } from '../element/tui-element.js';
import { mediaHolds, parseMedia, type Media } from './reading/media.js';
import type { Property, PropertyTable } from './properties/properties.js';
import { COMPUTED } from '../element/internals.js';

/** The parts of the style engine used here. */
interface Styles {
  media(): Media;
  /** A custom property as an element has it. */
  custom(element: TuiElement, name: string): string | undefined;
}

export function styleAnswers(table: PropertyTable, styles: Styles): HostParts {
  const textOf = (element: TuiElement, name: string): string | undefined => {
    if (name.startsWith('--')) return styles.custom(element, name)?.trim();
    const property = table.find(name);
    if (property === undefined || !('syntax' in property)) return undefined;
    return computedText(property, element[COMPUTED][property.name]);
  };
  return {
    screen: () => styles.media(),
    mediaHolds: (query) => {
      const parsed = parseMedia(query);
      return parsed !== undefined && mediaHolds([parsed], styles.media());
    },
    // Elements of an app are its own.
    computedText: (element, name) => textOf(element as TuiElement, name),
    properties: () => table.properties.map(({ cssName }) => cssName),
  };
}

/** Colors as browsers write them, lengths in cells as a sheet does. */
function computedText({ syntax, initial }: Property, value: unknown): string {
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
