/** The declaration of `log`: attributes, style properties, events, keys and its default style. */
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  KeyTable,
  StateTable,
  StyleTable,
} from '../support/author.js';
import { LINE_KEYS } from '../support/keys/key-tables.js';
import {
  LINES_ATTRIBUTES,
  LINES_EVENTS,
  LINES_STYLES,
  linesRules,
  SOURCE_EVENTS,
} from '../support/text-lines/declaration.js';

export const ATTRIBUTES = {
  src: {
    type: 'string',
    description:
      "A file that is followed as programs write it, also when it is emptied, or put aside for another one of its name. A relative path starts at the app's folder; another folder needs the permission `read`. Text between the tags does not show then.",
  },
  follow: {
    type: 'boolean',
    default: true,
    description:
      'Keeps the end in view as lines are added, unless the user has scrolled up; at the end it follows again.',
  },
  wrap: LINES_ATTRIBUTES.wrap,
  maxLines: {
    type: 'integer',
    default: 1_000_000,
    minimum: 1,
    description: 'Lines that are kept; the oldest are dropped.',
  },
  filterText: {
    type: 'string',
    default: '',
    description:
      'Shows only entries that contain each of these words. `!word` excludes entries, `"two words"` is one word, `/…/` a regular expression, and `level:error` a level. A word in small letters ignores case.',
  },
  searchText: LINES_ATTRIBUTES.searchText,
  format: {
    type: 'string',
    enum: ['auto', 'text'],
    default: 'auto',
    description:
      '`auto` shows lines that are JSON objects as columns; `text` shows them as written.',
  },
  columns: {
    type: 'json',
    schema: {
      type: 'array',
      items: {
        anyOf: [
          { type: 'string' },
          {
            type: 'object',
            properties: {
              key: { type: 'string' },
              label: { type: 'string' },
              width: { type: 'integer', minimum: 1, maximum: 200 },
            },
            required: ['key'],
            additionalProperties: false,
          },
        ],
      },
    },
    description:
      'Columns of JSON lines: a key each, or an object with `key`, `label` and `width` in cells; `error.code` is a key in an object. Default: time, level and message, then all other fields.',
  },
  levels: {
    type: 'json',
    schema: {
      type: 'object',
      properties: {
        error: { type: 'string' },
        warning: { type: 'string' },
        info: { type: 'string' },
        debug: { type: 'string' },
      },
      additionalProperties: false,
    },
    description:
      'A regular expression for each level, which colours its entries: keys are `error`, `warning`, `info` and `debug`. Default: words such as `ERROR`, `level=warn` and `[debug]`. `{}` colours none.',
  },
  entryStart: {
    type: 'string',
    description:
      'Regular expression of the first line of an entry. Other lines continue the entry before: they have its level, and are filtered with it. Default: where the first line begins with a time, lines that do; otherwise lines that are not indented.',
  },
  emptyText: {
    type: 'string',
    default: 'No lines',
    description: 'Text shown if there are no lines.',
  },
  noMatchText: {
    type: 'string',
    default: 'No matching lines',
    description: 'Text shown if no line matches the filter.',
  },
} as const satisfies AttributeTable;

export const STYLES = {
  errorColor: { type: 'color', default: 'var(--error)', description: 'Text colour of errors.' },
  warningColor: {
    type: 'color',
    default: 'var(--warning)',
    description: 'Text colour of warnings.',
  },
  debugColor: {
    type: 'color',
    default: 'var(--muted)',
    description: 'Text colour of debug messages.',
  },
  ...LINES_STYLES,
} as const satisfies StyleTable;

export const RULES = linesRules('log');

export const STATES = {
  following: 'Lines that are added come into view.',
  filtered: 'A filter is set.',
  loading: 'What is in the file of `src` is being read.',
  broken: 'The file in `src` cannot be shown.',
} as const satisfies StateTable;

export const BINDABLE = {
  lines: {
    get: 'getLines',
    set: 'setLines',
    oneWay: true,
    description: 'The lines.',
  },
  filterText: { events: ['filter'], description: 'The filter.' },
  searchText: { events: ['search'], description: 'The search.' },
} as const satisfies BindableTable;

const LINE_FIELDS = {
  line: 'Number of the line, counted from 0 since the log was made.',
  text: 'Its text, without colours.',
};
const LINE_TYPES = { line: 'number', text: 'string' };

export const EVENTS = {
  activate: {
    description: 'Fires on Enter or a double click on a line.',
    fields: { ...LINE_FIELDS, entry: 'All lines of the entry that it belongs to.' },
    types: { ...LINE_TYPES, entry: 'readonly string[]' },
  },
  mark: {
    description: 'Fires when the user marks a line, or removes the mark.',
    fields: { ...LINE_FIELDS, marked: 'Whether it is marked now.' },
    types: { ...LINE_TYPES, marked: 'boolean' },
  },
  filter: {
    description: 'Fires when the user changes the filter.',
    fields: { text: 'The filter.' },
    types: { text: 'string' },
  },
  ...LINES_EVENTS,
  load: { description: 'Fires when all that was in the file of `src` has been read.' },
  error: SOURCE_EVENTS.error,
  followchange: {
    description: 'Fires when the user leaves the end, and when the end is followed again.',
    fields: { following: 'Whether lines that are added come into view.' },
    types: { following: 'boolean' },
  },
} as const satisfies EventTable;

export const LOG_KEYS = {
  ...LINE_KEYS,
  last: { keys: 'end, G', description: 'Moves to the end, and follows it.' },
  copy: {
    keys: 'c, ctrl+c',
    description:
      'Copies the selected lines; `c` without a selection the marked ones, or the entry.',
  },
  filter: {
    keys: '&',
    description: 'Filters while you type. Enter keeps the filter, Escape undoes it.',
  },
  nextError: { keys: 'e', description: 'Moves to the next error.' },
  previousError: { keys: 'E', description: 'Moves to the previous error.' },
  mark: { keys: 'm', description: 'Marks the line, or removes its mark.' },
  nextMark: { keys: 'u', description: 'Moves to the next mark.' },
  previousMark: { keys: 'U', description: 'Moves to the previous mark.' },
  clear: {
    keys: 'escape',
    description: 'Clears the selection, then the search, then the filter.',
  },
} as const satisfies KeyTable;
