/** The declaration of `select`. */
import { DISABLED_ATTRIBUTE, FEW_COLORS, FORM_ATTRIBUTES } from '../support/author.js';
import { ROW_KEYS } from '../support/keys/key-tables.js';
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  Example,
  KeyTable,
  StyleRule,
} from '../support/author.js';

export const ATTRIBUTES = {
  value: {
    type: 'string',
    description:
      'The initial value. The current one is the property `value`, which `bind` keeps in sync with a state.',
  },
  multiple: {
    type: 'boolean',
    default: false,
    description: 'Allows any number of options, in a list that is always open.',
  },
  size: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'Rows of the list. More than 1 keeps the list open; default 4 with `multiple`.',
  },
  open: { type: 'boolean', default: false, description: 'Opens the list at the start.' },
  placeholder: {
    type: 'string',
    default: '',
    description: 'Shown while nothing is selected; with it, no option is selected at the start.',
  },
  required: {
    type: 'boolean',
    default: false,
    description: 'Invalid while nothing, or an option with an empty value, is selected.',
  },
  name: { type: 'string', description: 'Name of the value in a form.' },
  ...FORM_ATTRIBUTES,
  ...DISABLED_ATTRIBUTE,
} as const satisfies AttributeTable;

export const EVENTS = {
  input: { description: 'Fires when the user selects an option.' },
  change: { description: 'Fires when the user selects an option.' },
  invalid: {
    description: 'Fires when `checkValidity()` finds that a choice is required. Does not bubble.',
  },
} as const satisfies EventTable;

export const BINDABLE = {
  value: {
    description: 'The selected value; an array with `multiple`.',
    get: 'getValue',
    set: 'setValue',
    default: true,
  },
  selectedIndex: { description: 'Index of the selected option, from 0; -1 for none.' },
} as const satisfies BindableTable;

export const SELECT_KEYS = {
  ...ROW_KEYS,
  choose: { keys: 'enter', description: 'Opens the list, or selects the option in an open one.' },
  select: {
    keys: 'space',
    description: 'The same, or selects and deselects if several can be selected.',
  },
  toggle: { keys: 'alt+down, alt+up', description: 'Opens and closes the list.' },
  leave: { keys: 'tab', description: 'Selects the option in an open list, and leaves.' },
  all: { keys: 'ctrl+a', description: 'Selects all, if several can be selected.' },
} as const satisfies KeyTable;

const LIST = ':is(select[multiple]:not([multiple=false]), select[size]:not([size="1"]))';

export const RULES: readonly StyleRule[] = [
  {
    selector: 'select',
    declarations: {
      color: 'var(--control-text)',
      'background-color': 'var(--control)',
      'ink-color': 'var(--control-text)',
      'min-height': '1',
    },
  },
  { selector: 'select:hover', declarations: { 'background-color': 'var(--control-hover)' } },
  { selector: 'select:focus-visible', declarations: { 'border-color': 'var(--focus)' } },
  { selector: 'select:state(user-invalid)', declarations: { 'border-color': 'var(--error)' } },
  { selector: 'select:hover', media: '(monochrome)', declarations: { 'font-weight': 'bold' } },
  {
    selector: 'select:focus-visible',
    media: '(monochrome)',
    declarations: { video: 'reverse' },
  },
  {
    selector: LIST,
    declarations: {
      color: 'var(--text)',
      'background-color': 'transparent',
      border: 'rounded',
      'border-color': 'var(--border)',
    },
  },
  { selector: `${LIST}:hover`, declarations: { 'background-color': 'transparent' } },
  { selector: `${LIST}:focus-visible`, declarations: { 'border-color': 'var(--focus)' } },
  {
    selector: `${LIST}:focus-visible`,
    media: '(monochrome)',
    // Bold too: a border may be the author's.
    declarations: { video: 'normal', border: 'thick', 'font-weight': 'bold' },
  },
  { selector: 'select:is(select, :disabled):disabled', declarations: { color: 'var(--disabled)' } },
  { selector: 'select:disabled:hover', declarations: { 'background-color': 'var(--control)' } },
  {
    selector: 'select:is(select, :disabled):disabled',
    media: FEW_COLORS,
    declarations: { 'font-weight': 'dim', video: 'normal' },
  },
];

export const EXAMPLES: readonly Example[] = [
  {
    name: 'closed, open, disabled',
    size: [44, 8],
    markup: `<container style="flex-direction: row; gap: 2">
  <select><option>Small</option><option selected="true">Medium</option><option>Large</option></select>
  <select placeholder="Choose…" open="true"><option>Espresso</option><option>Cappuccino</option><option disabled="true">Flat white</option><option>Tea</option></select>
  <select disabled="true"><option>Locked</option></select>
</container>`,
  },
  {
    name: 'list',
    size: [30, 7],
    markup: `<select multiple="true" size="5"><option selected="true">Monday</option><option>Tuesday</option><option selected="true">Wednesday</option><option>Thursday</option><option>Friday</option><option>Saturday</option></select>`,
  },
];
