/** What `input` declares, and its look. */
import type { AttributeTable, EventTable, StyleRule } from '../../runtime/element/contract.js';
import { FIELD_ATTRIBUTES, FIELD_EVENTS } from '../text-editing/field/declaration.js';
import { fieldRules } from '../text-editing/field/rules.js';

export const TYPES = ['text', 'password', 'number', 'search', 'email', 'url', 'tel'] as const;

export const ATTRIBUTES = {
  type: {
    type: 'string',
    enum: TYPES,
    default: 'text',
    description:
      'What is typed. `password` shows bullets and is never copied; `number` takes digits, and the arrow keys step; `search` is emptied by Escape and by its `✕`; `email` and `url` have to be such.',
  },
  ...FIELD_ATTRIBUTES,
  pattern: {
    type: 'string',
    description:
      'A regular expression that the whole text has to match, unless it is empty. One that takes too long to match is ignored and reported.',
  },
  min: { type: 'number', description: 'The smallest number; steps begin there.' },
  max: { type: 'number', description: 'The largest number.' },
  step: {
    type: 'number',
    minimum: 0,
    default: 1,
    description: 'From one number to the next; with 0 every number is valid.',
  },
  size: {
    type: 'integer',
    minimum: 1,
    default: 20,
    description:
      'Cells of text where there is room and no style says otherwise; there is one more at either end.',
  },
} as const satisfies AttributeTable;

export const EVENTS = {
  ...FIELD_EVENTS,
  submit: {
    description:
      'Enter was pressed and the value is valid; after `change`. An invalid value fires `invalid` instead.',
    fields: { value: 'The value.' },
    types: { value: 'string' },
  },
  search: { description: 'A search was emptied by Escape or by its `✕`; after `input`.' },
} as const satisfies EventTable;

export const RULES: readonly StyleRule[] = fieldRules('input');
