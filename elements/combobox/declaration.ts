/** The declaration of `combobox`. */
import { FIELD_ATTRIBUTES } from '../text-editing/field/declaration.js';
import { FIELD_EVENTS } from '../text-editing/field/declaration.js';
import { fieldRules } from '../text-editing/field/rules.js';
import { FIELD_KEYS } from '../text-editing/keymap.js';
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  Example,
  KeyTable,
  StyleRule,
} from '../support/author.js';

export const ATTRIBUTES = {
  ...FIELD_ATTRIBUTES,
  value: {
    type: 'string',
    description:
      'The initial value. The current one is the property `value`, with `multiple` the list `values`; `bind` keeps it in sync with a state.',
  },
  multiple: {
    type: 'boolean',
    default: false,
    description: 'Allows any number of values. Each is a chip before the text.',
  },
  match: {
    type: 'string',
    enum: ['contains', 'prefix', 'fuzzy', 'none'],
    default: 'contains',
    description:
      'Options that the list shows for what is typed: those that contain it, that begin with it, or that have its letters in order, the best first. `none` shows all, as for options that are found elsewhere.',
  },
  freeText: {
    type: 'boolean',
    default: false,
    description:
      'Accepts a text that is not an option. Without it, such a text is undone when the focus leaves.',
  },
  delay: {
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    default: 200,
    description: 'Milliseconds without a key before `onLoadOptions` is called.',
  },
  size: {
    type: 'integer',
    minimum: 1,
    default: 20,
    description: 'Width in cells of text unless a style sets it; the ends and the arrow are added.',
  },
  open: { type: 'boolean', default: false, description: 'Opens the list at the start.' },
  busyText: {
    type: 'string',
    default: 'Loading …',
    description: 'Shown in the list while options are loaded.',
  },
  emptyText: {
    type: 'string',
    default: 'No matches',
    description: 'Shown in the list where no option matches.',
  },
  required: { type: 'boolean', default: false, description: 'Invalid while it has no value.' },
  onLoadOptions: {
    type: 'string',
    hook: 'loadOptions',
    isAsync: true,
    description:
      'Returns the options for what is typed, or a promise of them, from `{query, signal}`: a text each, or an object with `value`, `label`, `group` and `disabled`. The signal aborts once another text is typed. If it fails, the list shows why, and Enter tries again.',
  },
} as const satisfies AttributeTable;

export const EVENTS = {
  ...FIELD_EVENTS,
  input: {
    ...FIELD_EVENTS.input,
    description: 'Fires when the user changes the text or the value.',
  },
  change: { description: 'Fires when the user has changed the value.' },
} as const satisfies EventTable;

export const BINDABLE = {
  value: {
    description: 'The value; an array with `multiple`.',
    get: 'getValue',
    set: 'setValue',
    default: true,
  },
} as const satisfies BindableTable;

export const COMBOBOX_KEYS = {
  up: { keys: 'up', description: 'Opens the list, and moves up in it.' },
  down: { keys: 'down', description: 'Opens the list, and moves down in it.' },
  pageUp: { keys: 'pageup', description: 'Moves up by a page.' },
  pageDown: { keys: 'pagedown', description: 'Moves down by a page.' },
  toggle: { keys: 'alt+down, alt+up', description: 'Opens and closes the list.' },
} as const satisfies KeyTable;

/** With the keys of every text field. */
export const KEYS: KeyTable = {
  ...FIELD_KEYS,
  ...COMBOBOX_KEYS,
  enter: {
    keys: 'enter, ctrl+m',
    description: 'Chooses the option in an open list; else commits the text, and submits the form.',
  },
  escape: {
    keys: 'escape',
    description: 'Closes the list; then undoes a text that is not a value.',
  },
};

export const RULES: readonly StyleRule[] = fieldRules('combobox');

export const EXAMPLES: readonly Example[] = [
  {
    name: 'closed and open',
    size: [52, 9],
    markup: `<container style="flex-direction: row; gap: 2">
  <combobox value="oslo"><option value="oslo">Oslo</option><option>Riga</option></combobox>
  <combobox placeholder="Choose…" open="true"><optgroup label="Nordic"><option>Oslo</option><option>Helsinki</option></optgroup><optgroup label="Baltic"><option>Riga</option><option disabled="true">Tallinn</option></optgroup></combobox>
</container>`,
  },
  {
    name: 'several values',
    size: [40, 2],
    markup: `<combobox multiple="true" style="width: 36"><option selected="true">Monday</option><option selected="true">Wednesday</option><option>Thursday</option><option selected="true">Sunday</option></combobox>`,
  },
];
