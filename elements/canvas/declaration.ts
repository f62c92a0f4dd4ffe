/** The declaration of `<canvas>`. */
import type { AttributeTable, EventTable, StyleTable } from '../support/author.js';
import { PIXEL_ATTRIBUTES, PIXEL_STYLES } from '../support/shading/pixel-declaration.js';

export const ATTRIBUTES = {
  width: {
    type: 'integer',
    minimum: 0,
    maximum: 4096,
    description:
      'Width of the drawing in pixels. Default: two per cell of the box; the drawing is then resized with the box, and cleared when its size changes.',
  },
  height: {
    type: 'integer',
    minimum: 0,
    maximum: 4096,
    description: 'Height of the drawing in pixels. Default: four per cell of the box.',
  },
  alt: {
    type: 'string',
    default: '',
    description: 'Text alternative for screen readers.',
  },
  ...PIXEL_ATTRIBUTES,
} as const satisfies AttributeTable;

export const STYLES = {
  ...PIXEL_STYLES,
} as const satisfies StyleTable;

export const EVENTS = {
  paint: {
    description:
      'Fires when the canvas must be drawn: it appears for the first time, or its size in pixels has changed.',
    fields: {
      context: 'The `CanvasRenderingContext2D`.',
      width: 'Width in pixels.',
      height: 'Height in pixels.',
    },
    types: { width: 'number', height: 'number' },
  },
  error: {
    description: 'Fires when a shader fails.',
    fields: { message: 'Why.', diagnostic: 'The complete diagnostic.' },
    types: { message: 'string' },
  },
} as const satisfies EventTable;
