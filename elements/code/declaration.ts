/** The declaration of `code`: attributes, style properties, events, keys and its default style. */
import { FEW_COLORS } from '../support/author.js';
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  KeyTable,
  StyleRule,
  StyleTable,
} from '../support/author.js';
import { CODE_COLORS } from '../support/highlight/scopes.js';
import { LINE_KEYS } from '../support/keys/key-tables.js';
import {
  LINES_ATTRIBUTES,
  LINES_EVENTS,
  LINES_STYLES,
  linesRules,
  SOURCE_ATTRIBUTES,
  SOURCE_EVENTS,
} from '../support/text-lines/declaration.js';

export const TONES = ['error', 'warning', 'info', 'success'] as const;

const LINE_NUMBER = { type: 'integer', minimum: 0 } as const;
const COLUMN = { type: 'integer', minimum: 1 } as const;

export const ATTRIBUTES = {
  value: {
    type: 'string',
    description:
      'The text. Default: the file in `src`, else the content between the tags without common indentation.',
  },
  ...SOURCE_ATTRIBUTES,
  language: {
    type: 'string',
    description:
      'Language that it is highlighted in, such as `typescript` or `ts`; `plaintext` for none. Default: that of `filename`.',
  },
  filename: {
    type: 'string',
    description:
      'Name of the file that the text is from, by which the language is found: `server/main.go`. Default: `src`.',
  },
  lineNumbers: {
    type: 'boolean',
    default: false,
    description: 'Shows the number of each line. They are not copied.',
  },
  firstLine: {
    type: 'integer',
    default: 1,
    minimum: 0,
    description: 'Number of the first line, also for `marks` and in events.',
  },
  ...LINES_ATTRIBUTES,
  marks: {
    type: 'json',
    default: [],
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          line: LINE_NUMBER,
          endLine: LINE_NUMBER,
          column: COLUMN,
          endColumn: COLUMN,
          tone: { type: 'string', enum: TONES },
          message: { type: 'string' },
        },
        required: ['line'],
        additionalProperties: false,
      },
    },
    description:
      'Marked lines: `line`, and up to `endLine`. With `column` only the characters from there on, up to and without `endColumn` (of a last line `endLine`), else to the end of the line. `tone` is `error`, `warning`, `info` or `success`; without it the lines are only set off. `message` shows after the first of them.',
  },
  emptyText: {
    type: 'string',
    default: '',
    description: 'Text shown if there are no lines.',
  },
} as const satisfies AttributeTable;

export const STYLES = {
  ...LINES_STYLES,
  numberColor: {
    type: 'color',
    default: 'var(--muted)',
    description: 'Text colour of the line numbers.',
  },
  markBackground: {
    type: 'color',
    default: 'var(--surface)',
    description: 'Background of marked lines.',
  },
} as const satisfies StyleTable;

export const RULES: readonly StyleRule[] = [
  ...linesRules('code'),
  { selector: 'code', declarations: { ...CODE_COLORS, color: 'var(--code-text)' } },
  // In a text it is some of its words.
  {
    selector: 'text code',
    declarations: { color: 'var(--code-string)', 'background-color': 'var(--surface)' },
  },
  {
    selector: 'text code',
    media: FEW_COLORS,
    declarations: { 'background-color': 'transparent', 'font-weight': 'bold' },
  },
];

export const BINDABLE = {
  value: { default: true, oneWay: true, description: 'The text.' },
  searchText: { events: ['search'], description: 'The search.' },
} as const satisfies BindableTable;

export const EVENTS = {
  activate: {
    description: 'Fires on Enter or a double click on a line.',
    fields: { line: 'Number of the line.', text: 'Its text.' },
    types: { line: 'number', text: 'string' },
  },
  ...LINES_EVENTS,
  ...SOURCE_EVENTS,
} as const satisfies EventTable;

export const CODE_KEYS = {
  ...LINE_KEYS,
  nextMark: { keys: 'u', description: 'Moves to the next mark.' },
  previousMark: { keys: 'U', description: 'Moves to the previous mark.' },
} as const satisfies KeyTable;
