/** The declaration of `date-input`: attributes, events, keys and its default style. */
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
  value: {
    type: 'string',
    description:
      'The date as `2026-11-28`; with `type="datetime"` `2026-11-28T09:30`; with `range` two of them: `2026-11-01/2026-11-07`.',
  },
  type: {
    type: 'string',
    enum: ['date', 'datetime', 'datetime-local'],
    default: 'date',
    description:
      '`datetime` has hours and minutes, too, which are of no time zone. `datetime-local`, as in HTML, is the same.',
  },
  step: {
    type: 'integer',
    minimum: 1,
    description:
      'Distance between valid values, counted from `min`: in days, or with a time in seconds. Up and Down change a time by it, and a step that is not of whole minutes shows seconds. Without it every date is valid.',
  },
  range: {
    type: 'boolean',
    default: false,
    description: 'The first and the last of several days.',
  },
  min: {
    type: 'string',
    description:
      'The earliest date, as in `value`. One that is not a date is ignored and reported.',
  },
  max: {
    type: 'string',
    description: 'The latest date, as in `value`. One that is not a date is ignored and reported.',
  },
  locale: {
    type: 'string',
    default: '',
    description:
      'Language of the order of parts, of names, and of the first day of a week: `de`, `en-US`. Default: the order of ISO 8601, weeks from Monday.',
  },
  weekNumbers: {
    type: 'boolean',
    default: false,
    description: 'Shows the numbers of weeks (ISO 8601) in the calendar.',
  },
  open: { type: 'boolean', default: false, description: 'Opens the calendar at the start.' },
  required: { type: 'boolean', default: false, description: 'Invalid while it is empty.' },
  readonly: { type: 'boolean', default: false, description: 'The user cannot change it.' },
  name: { type: 'string', description: 'Name of the value in a form.' },
  ...FORM_ATTRIBUTES,
  ...DISABLED_ATTRIBUTE,
} as const satisfies AttributeTable;

export const EVENTS = {
  input: { description: 'Fires when the user changes the value.' },
  change: { description: 'Fires when the user changes the value.' },
  invalid: { description: 'Fires when `checkValidity()` finds the date invalid. Does not bubble.' },
} as const satisfies EventTable;

export const BINDABLE = {
  value: { default: true, description: 'The value; empty for none.' },
} as const satisfies BindableTable;

export const DATE_KEYS = {
  left: {
    keys: 'left',
    description: 'Moves to the part before; in the calendar, to the day before.',
  },
  right: {
    keys: 'right',
    description: 'Moves to the next part; in the calendar, to the next day.',
  },
  up: {
    keys: 'up',
    description:
      'Adds a step to the part; in the calendar, moves up by a week, and at a time adds a step.',
  },
  down: {
    keys: 'down',
    description:
      'Takes a step from the part; in the calendar, moves down by a week, and at a time takes a step from it.',
  },
  toggle: { keys: 'alt+down, alt+up', description: 'Opens and closes the calendar.' },
  choose: {
    keys: 'enter, space',
    description:
      'Opens the calendar; in it, chooses the day, of a range first one end, then the other.',
  },
  previousMonth: { keys: 'pageup', description: 'In the calendar, moves to the month before.' },
  nextMonth: { keys: 'pagedown', description: 'In the calendar, moves to the next month.' },
  previousYear: { keys: 'shift+pageup', description: 'In the calendar, moves to the year before.' },
  nextYear: { keys: 'shift+pagedown', description: 'In the calendar, moves to the next year.' },
  first: {
    keys: 'home',
    description: 'Moves to the first part; in the calendar, to the start of the week.',
  },
  last: {
    keys: 'end',
    description: 'Moves to the last part; in the calendar, to the end of the week.',
  },
  nextPart: {
    keys: 'tab',
    description: 'In the calendar, moves from the days to the parts of the time, and then on.',
  },
  previousPart: { keys: 'shift+tab', description: 'In the calendar, moves back from the time.' },
  today: { keys: 't', description: 'In the calendar, moves to today.' },
  delete: { keys: 'backspace, delete', description: 'Empties the part.' },
  close: { keys: 'escape', description: 'Closes the calendar.' },
} as const satisfies KeyTable;

export const RULES: readonly StyleRule[] = [
  {
    selector: 'date-input',
    declarations: {
      color: 'var(--control-text)',
      'background-color': 'var(--control)',
      'ink-color': 'var(--control-text)',
      'min-height': '1',
    },
  },
  { selector: 'date-input:hover', declarations: { 'background-color': 'var(--control-hover)' } },
  { selector: 'date-input:focus-visible', declarations: { 'border-color': 'var(--focus)' } },
  { selector: 'date-input:state(user-invalid)', declarations: { 'border-color': 'var(--error)' } },
  { selector: 'date-input:hover', media: '(monochrome)', declarations: { 'font-weight': 'bold' } },
  {
    selector: 'date-input:is(date-input, :disabled):disabled',
    declarations: { color: 'var(--disabled)' },
  },
  { selector: 'date-input:disabled:hover', declarations: { 'background-color': 'var(--control)' } },
  {
    selector: 'date-input:is(date-input, :disabled):disabled',
    media: FEW_COLORS,
    declarations: { 'font-weight': 'dim' },
  },
];

export const EXAMPLES: readonly Example[] = [
  {
    name: 'a day, a time, a range',
    size: [34, 3],
    markup: `<date-input value="2026-11-28"/>
<date-input type="datetime" value="2026-11-28T09:30" locale="de"/>
<date-input range value="2026-11-23/2026-11-28"/>`,
  },
  {
    name: 'the calendar',
    size: [34, 11],
    markup: `<date-input value="2026-11-28" min="2026-11-05" week-numbers open/>`,
  },
  {
    name: 'the calendar with a time',
    size: [34, 12],
    markup: `<date-input type="datetime" value="2026-11-28T09:30" step="900" open/>`,
  },
];
