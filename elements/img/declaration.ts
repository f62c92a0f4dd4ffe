/** The declaration of `<img>`. */
import type { AttributeTable, EventTable, StyleRule, StyleTable } from '../support/author.js';
import { PIXEL_ATTRIBUTES, PIXEL_STYLES } from '../support/shading/pixel-declaration.js';

export const ATTRIBUTES = {
  src: {
    type: 'string',
    description:
      'The image: a file (PNG, JPEG, GIF, WebP) relative to the document, a `data:` URL, or an http or https URL. The app needs permission to read the file (files beside the document are permitted) or to reach the host.',
  },
  alt: {
    type: 'string',
    default: '',
    description:
      'Text alternative: read by screen readers, copied by a drag over the image, and shown while there is no image.',
  },
  ...PIXEL_ATTRIBUTES,
} as const satisfies AttributeTable;

export const STYLES = {
  objectFit: {
    type: 'string',
    enum: ['contain', 'fill', 'cover', 'scale-down', 'none'],
    default: 'contain',
    description:
      'How the image fits its box: whole (`contain`), stretched (`fill`), cropped (`cover`), never enlarged (`scale-down`), in its own size (`none`).',
  },
  ...PIXEL_STYLES,
} as const satisfies StyleTable;

export const EVENTS = {
  load: { description: 'Fires when the image is decoded; the next frame shows it.' },
  error: {
    description: 'Fires when the image cannot be shown.',
    fields: { message: 'Why.', diagnostic: 'The complete diagnostic.' },
    types: { message: 'string' },
  },
} as const satisfies EventTable;

export const RULES: readonly StyleRule[] = [
  { selector: 'img:state(loading)', declarations: { color: 'var(--muted)' } },
  { selector: 'img:state(broken)', declarations: { color: 'var(--muted)' } },
];
