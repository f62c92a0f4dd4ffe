/** What `<canvas>` declares. */
import type { AttributeTable, EventTable, StyleTable } from '../../runtime/element/contract.js';
import { GFX_MODES } from '../img/declaration.js';
import { ANIMATION_STYLE } from '../support/control.js';
import { SHADER_ATTRIBUTE } from '../support/shaded-element.js';

export const ATTRIBUTES = {
  width: {
    type: 'integer',
    minimum: 0,
    maximum: 4096,
    description:
      'Pixels across. By default two for each cell of the box: the picture has the size of the box, and is cleared where that changes.',
  },
  height: {
    type: 'integer',
    minimum: 0,
    maximum: 4096,
    description: 'Pixels down. By default four for each cell of the box.',
  },
  alt: {
    type: 'string',
    default: '',
    description: 'What the drawing shows, in words: it is read aloud.',
  },
  gfxMode: {
    type: 'string',
    enum: GFX_MODES,
    description:
      'What the pixels are painted with; goes before the style property and the setting `render.gfxMode`.',
  },
  ...SHADER_ATTRIBUTE,
} as const satisfies AttributeTable;

export const STYLES = {
  gfxMode: {
    type: 'string',
    enum: GFX_MODES,
    inherited: true,
    description: 'What pixels are painted with; default the setting `render.gfxMode`.',
  },
  ...ANIMATION_STYLE,
} as const satisfies StyleTable;

export const EVENTS = {
  paint: {
    description:
      'The drawing is empty and has to be made: the canvas is shown for the first time, or its pixels are others in number.',
    fields: {
      context: 'The `CanvasRenderingContext2D`.',
      width: 'Pixels across.',
      height: 'Pixels down.',
    },
    types: { width: 'number', height: 'number' },
  },
  error: {
    description: 'A shader cannot run.',
    fields: { message: 'Why.', diagnostic: 'The whole diagnostic.' },
    types: { message: 'string' },
  },
} as const satisfies EventTable;
