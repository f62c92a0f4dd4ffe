/** What `textarea` declares, and its look. */
import type { AttributeTable, StyleRule } from '../../runtime/element/contract.js';
import { FIELD_ATTRIBUTES, FIELD_EVENTS } from '../text-editing/field/declaration.js';
import { fieldRules } from '../text-editing/field/rules.js';

export const ATTRIBUTES = {
  ...FIELD_ATTRIBUTES,
  rows: {
    type: 'integer',
    minimum: 1,
    default: 3,
    description: 'Height in cells where no style says otherwise.',
  },
  cols: {
    type: 'integer',
    minimum: 1,
    default: 40,
    description:
      'Cells of text in a row where there is room and no style says otherwise; there is one more at either end.',
  },
  wrap: {
    type: 'string',
    enum: ['soft', 'off'],
    default: 'soft',
    description: 'Whether long lines go on in the next row, or the field scrolls sideways.',
  },
  tabInserts: {
    type: 'boolean',
    default: false,
    description:
      'The Tab key types a tab instead of moving the focus; Escape, then Tab, moves it all the same.',
  },
} as const satisfies AttributeTable;

export const EVENTS = FIELD_EVENTS;

export const RULES: readonly StyleRule[] = fieldRules('textarea');
