/** What `<img>` declares. */
import type {
  AttributeTable,
  EventTable,
  StyleRule,
  StyleTable,
} from '../../runtime/element/contract.js';
import { ANIMATION_STYLE } from '../support/control.js';
import { SHADER_ATTRIBUTE } from '../support/shaded-element.js';

export const GFX_MODES = [
  ...(['sextant', 'quadrant', 'block', 'pattern', 'luma'] as const),
  ...(['halfblock', 'octant', 'braille'] as const),
  ...(['auto', 'kitty'] as const),
];
export type PictureMode = (typeof GFX_MODES)[number];

export const ATTRIBUTES = {
  src: {
    type: 'string',
    description:
      'The picture: a file (PNG, JPEG, GIF, WebP), relative to the document, or a `data:` URL. The app has to be granted to read the file; those beside the document are.',
  },
  alt: {
    type: 'string',
    default: '',
    description:
      'What the picture shows, in words: read aloud, and painted while there is no picture.',
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
  objectFit: {
    type: 'string',
    enum: ['contain', 'fill', 'cover', 'scale-down', 'none'],
    default: 'contain',
    description:
      'How the picture lies in its box: whole (`contain`), stretched (`fill`), cut off (`cover`), never enlarged (`scale-down`), in its own size (`none`).',
  },
  gfxMode: {
    type: 'string',
    enum: GFX_MODES,
    inherited: true,
    description: 'What pixels are painted with; default the setting `render.gfxMode`.',
  },
  ...ANIMATION_STYLE,
} as const satisfies StyleTable;

export const EVENTS = {
  load: { description: 'The picture is decoded; the next frame shows it.' },
  error: {
    description: 'The picture cannot be shown.',
    fields: { message: 'Why.', diagnostic: 'The whole diagnostic.' },
    types: { message: 'string' },
  },
} as const satisfies EventTable;

export const RULES: readonly StyleRule[] = [
  { selector: 'img:state(loading)', declarations: { color: 'var(--muted)' } },
  { selector: 'img:state(broken)', declarations: { color: 'var(--muted)' } },
];
