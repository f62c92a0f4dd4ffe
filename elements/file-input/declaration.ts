/** The declaration of `file-input`: attributes, events, keys and its default style. */
import { DISABLED_ATTRIBUTE, FEW_COLORS, FORM_ATTRIBUTES } from '../support/author.js';
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  Example,
  KeyTable,
  StyleRule,
} from '../support/author.js';

export const ATTRIBUTES = {
  type: {
    type: 'string',
    enum: ['file'],
    default: 'file',
    description: 'As in HTML: `<input type="file">` in a document is a `<file-input>`.',
  },
  multiple: {
    type: 'boolean',
    default: false,
    description: 'The user can choose several files at a time, up to 100.',
  },
  accept: {
    type: 'string',
    default: '',
    description:
      'Files that the dialog lists first: endings and media types, as `.csv, text/*`. The user can list all files.',
  },
  placeholder: {
    type: 'string',
    default: '',
    description: 'Text while no file is chosen; default: `Choose a file…`.',
  },
  required: { type: 'boolean', default: false, description: 'Invalid while no file is chosen.' },
  readonly: { type: 'boolean', default: false, description: 'The user cannot change it.' },
  name: { type: 'string', description: 'Name of the files in a form.' },
  size: {
    type: 'integer',
    minimum: 1,
    default: 24,
    description:
      'Width in cells of text unless a style sets it; one more cell is added at either end.',
  },
  ...FORM_ATTRIBUTES,
  ...DISABLED_ATTRIBUTE,
} as const satisfies AttributeTable;

export const EVENTS = {
  click: { description: 'Fires before the dialog opens. If prevented, it does not open.' },
  input: { description: 'Fires when the user has chosen files, or removed them.' },
  change: { description: 'Fires when the user has chosen files, or removed them.' },
  cancel: { description: 'Fires when the user has closed the dialog and chosen nothing.' },
  error: {
    description: 'Fires when the dialog cannot be shown. Does not bubble.',
    fields: { message: 'Why.' },
    types: { message: 'string' },
  },
  invalid: { description: 'Fires when `checkValidity()` finds no file. Does not bubble.' },
} as const satisfies EventTable;

export const BINDABLE = {
  files: { default: true, description: 'The chosen files; an empty list for none.' },
} as const satisfies BindableTable;

export const FILE_KEYS = {
  choose: { keys: 'enter, space', description: 'Opens the dialog in which files are chosen.' },
  clear: { keys: 'delete, backspace', description: 'Removes the chosen files.' },
} as const satisfies KeyTable;

export const RULES: readonly StyleRule[] = [
  {
    selector: 'file-input',
    declarations: {
      color: 'var(--control-text)',
      'background-color': 'var(--control)',
      'ink-color': 'var(--control-text)',
      'min-height': '1',
    },
  },
  { selector: 'file-input:hover', declarations: { 'background-color': 'var(--control-hover)' } },
  { selector: 'file-input:focus-visible', declarations: { 'border-color': 'var(--focus)' } },
  { selector: 'file-input:state(user-invalid)', declarations: { 'border-color': 'var(--error)' } },
  { selector: 'file-input:hover', media: '(monochrome)', declarations: { 'font-weight': 'bold' } },
  {
    selector: 'file-input:is(file-input, :disabled):disabled',
    declarations: { color: 'var(--disabled)' },
  },
  { selector: 'file-input:disabled:hover', declarations: { 'background-color': 'var(--control)' } },
  {
    selector: 'file-input:is(file-input, :disabled):disabled',
    media: FEW_COLORS,
    declarations: { 'font-weight': 'dim' },
  },
];

export const EXAMPLES: readonly Example[] = [
  {
    name: 'one file, several, and none that can be changed',
    size: [36, 3],
    markup: `<file-input accept=".csv" placeholder="Choose a table…"/>
<file-input multiple/>
<file-input disabled/>`,
  },
];
