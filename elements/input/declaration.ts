/** The declaration of `input`, and its default style. */
import type { AttributeTable, EventTable, KeyTable, StyleRule } from '../support/author.js';
import { FIELD_ATTRIBUTES, FIELD_EVENTS } from '../text-editing/field/declaration.js';
import { FIELD_KEYS } from '../text-editing/keymap.js';
import { fieldRules } from '../text-editing/field/rules.js';

const TYPES = ['text', 'password', 'number', 'search', 'email', 'url', 'tel'] as const;

export const ATTRIBUTES = {
  type: {
    type: 'string',
    enum: TYPES,
    default: 'text',
    description:
      'Kind of value. `password` shows bullets and is never copied; `number` reads numbers as the language of the element (`lang`) writes them, and the arrow keys step; Escape and `✕` clear `search`; `email` and `url` are validated. In a document, `date` and `datetime` make it a `<date-input>`, and `file` for a `<file-input>`.',
  },
  ...FIELD_ATTRIBUTES,
  pattern: {
    type: 'string',
    description:
      'A regular expression that the complete text must match unless it is empty. A pattern that takes too long is ignored and reported.',
  },
  min: { type: 'number', description: 'Minimum number; steps start there.' },
  max: { type: 'number', description: 'Maximum number.' },
  step: {
    type: 'number',
    words: ['any'],
    minimum: 0,
    default: 1,
    description: 'Distance between valid numbers; `any` or 0 allows any number.',
  },
  size: {
    type: 'integer',
    minimum: 1,
    default: 20,
    description:
      'Width in cells of text unless a style sets it; one more cell is added at either end.',
  },
} as const satisfies AttributeTable;

export const INPUT_KEYS: KeyTable = {
  ...FIELD_KEYS,
  escape: { keys: 'escape', description: 'Empties a search.' },
};

export const EVENTS = {
  ...FIELD_EVENTS,
  submit: {
    description:
      'Fires when Enter is pressed and the value is valid, after `change`. An invalid value fires `invalid` instead.',
    fields: { value: 'The value.' },
    types: { value: 'string' },
  },
  search: { description: 'Fires when Escape or `✕` clears a search field, after `input`.' },
} as const satisfies EventTable;

export const RULES: readonly StyleRule[] = fieldRules('input');
