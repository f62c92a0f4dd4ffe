/** Attributes and style properties of all elements with pixels: how they are painted, and by which shaders. */
import type { AttributeTable, StyleTable } from '../../../runtime/element/contract.js';
import { GFX_MODES } from '../../../runtime/graphics/modes.js';
import { ANIMATION_STYLE } from '../control.js';
import { SHADER_ATTRIBUTE } from './shaded-element.js';

export const PIXEL_ATTRIBUTES = {
  gfxMode: {
    type: 'string',
    enum: GFX_MODES,
    description:
      'How pixels are painted. Overrides the style property and the setting `render.gfxMode`.',
  },
  ...SHADER_ATTRIBUTE,
} as const satisfies AttributeTable;

export const PIXEL_STYLES = {
  gfxMode: {
    type: 'string',
    enum: GFX_MODES,
    inherited: true,
    description: 'How pixels are painted; default: the setting `render.gfxMode`.',
  },
  ...ANIMATION_STYLE,
} as const satisfies StyleTable;
