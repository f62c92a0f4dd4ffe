/** What every text field declares. */
import type { AttributeTable, EventTable } from '../../../runtime/element/contract.js';
import { FORM_ATTRIBUTES } from '../../support/forms.js';

export const FIELD_ATTRIBUTES = {
  value: {
    type: 'string',
    description:
      'The text at the start. What is in the field now is the property `value`, which `bind` keeps equal to a state.',
  },
  placeholder: {
    type: 'string',
    default: '',
    description: 'Shown in a muted colour while the field is empty.',
  },
  minlength: {
    type: 'integer',
    minimum: 0,
    description: 'Characters (graphemes) that are wanted at least; fewer are invalid.',
  },
  maxlength: {
    type: 'integer',
    minimum: 0,
    description: 'Characters (graphemes) at most; what is typed or pasted beyond is cut off.',
  },
  required: { type: 'boolean', default: false, description: 'An empty field is invalid.' },
  readonly: {
    type: 'boolean',
    default: false,
    description: 'The text can be selected and copied, and not changed.',
  },
  disabled: { type: 'boolean', default: false, description: 'Takes neither focus nor input.' },
  name: { type: 'string', description: 'What the value is called in a form.' },
  ...FORM_ATTRIBUTES,
} as const satisfies AttributeTable;

const INPUT_TYPE = 'What is done, as Input Events has it: `insertText`, `deleteWordBackward`.';

export const FIELD_EVENTS = {
  beforeinput: {
    description: 'A change is about to be made; preventing it keeps it from being made.',
    fields: { inputType: INPUT_TYPE, data: 'The text to be inserted; null for deletions.' },
    types: { inputType: 'string', data: 'string | null' },
  },
  input: {
    description: 'The value was changed by a person; at each change.',
    fields: { inputType: INPUT_TYPE, data: 'The text inserted; null for deletions.' },
    types: { inputType: 'string', data: 'string | null' },
  },
  change: {
    description: 'A changed value is done: the focus left the field, or Enter was pressed.',
  },
  select: { description: 'A person selected text in the field.' },
  invalid: {
    description: '`checkValidity()`, or Enter, found the value to be invalid. Does not bubble.',
  },
} as const satisfies EventTable;
