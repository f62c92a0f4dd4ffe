/** The declaration of `textarea`, and its default style. */
import type { AttributeTable, KeyTable, StyleRule } from '../support/author.js';
import { FIELD_ATTRIBUTES, FIELD_EVENTS } from '../text-editing/field/declaration.js';
import { FIELD_KEYS } from '../text-editing/keymap.js';
import { fieldRules } from '../text-editing/field/rules.js';

export const ATTRIBUTES = {
  ...FIELD_ATTRIBUTES,
  rows: {
    type: 'integer',
    minimum: 1,
    default: 3,
    description: 'Height in rows unless a style sets it.',
  },
  cols: {
    type: 'integer',
    minimum: 1,
    default: 40,
    description:
      'Width in cells of text unless a style sets it; one more cell is added at either end.',
  },
  wrap: {
    type: 'string',
    enum: ['soft', 'off'],
    default: 'soft',
    description: 'Whether long lines wrap or the field scrolls sideways.',
  },
  tabInserts: {
    type: 'boolean',
    default: false,
    description:
      'The Tab key inserts a tab instead of moving the focus; Escape followed by Tab still moves it.',
  },
} as const satisfies AttributeTable;

export const TEXTAREA_KEYS: KeyTable = {
  ...FIELD_KEYS,
  tab: { keys: 'tab', description: 'Inserts a tab, with `tab-inserts`.' },
  escape: { keys: 'escape', description: 'Lets Tab move the focus, with `tab-inserts`.' },
};

export const EVENTS = FIELD_EVENTS;

export const RULES: readonly StyleRule[] = fieldRules('textarea');
