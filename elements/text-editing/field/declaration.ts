/** Declarations of every text field. */
import { FORM_ATTRIBUTES } from '../../support/author.js';
import type { AttributeTable, EventTable } from '../../support/author.js';

export const FIELD_ATTRIBUTES = {
  value: {
    type: 'string',
    description:
      'The initial text. The current text is the property `value`, which `bind` keeps in sync with a state.',
  },
  placeholder: {
    type: 'string',
    default: '',
    description: 'Shown in a muted colour while the field is empty.',
  },
  minlength: {
    type: 'integer',
    minimum: 0,
    description: 'Minimum length, in graphemes; a shorter text is invalid.',
  },
  maxlength: {
    type: 'integer',
    minimum: 0,
    description: 'Maximum length, in graphemes; text typed or pasted beyond it is cut off.',
  },
  required: { type: 'boolean', default: false, description: 'An empty field is invalid.' },
  readonly: {
    type: 'boolean',
    default: false,
    description: 'Read-only: the text can be selected and copied, but not changed.',
  },
  disabled: {
    type: 'boolean',
    default: false,
    description: 'Disabled: ignores input and cannot be focused.',
  },
  name: { type: 'string', description: 'Name of the value in a form.' },
  ...FORM_ATTRIBUTES,
} as const satisfies AttributeTable;

const INPUT_TYPE = 'Kind of change, as in Input Events: `insertText`, `deleteWordBackward`.';

export const FIELD_EVENTS = {
  beforeinput: {
    description: 'Fires before a change; preventing it cancels the change.',
    fields: { inputType: INPUT_TYPE, data: 'The text to be inserted; null for deletions.' },
    types: { inputType: 'string', data: 'string | null' },
  },
  input: {
    description: 'Fires when the user changes the value.',
    fields: { inputType: INPUT_TYPE, data: 'The text inserted; null for deletions.' },
    types: { inputType: 'string', data: 'string | null' },
  },
  change: {
    description:
      'Fires when a changed value is committed: the focus leaves the field, or Enter is pressed.',
  },
  select: { description: 'Fires when the user selects text in the field.' },
  invalid: {
    description: 'Fires when `checkValidity()` or Enter finds the value invalid. Does not bubble.',
  },
} as const satisfies EventTable;
