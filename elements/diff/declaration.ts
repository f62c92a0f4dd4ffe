/** The declaration of `diff`: attributes, style properties, events, keys and its default style. */
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  KeyTable,
  StateTable,
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
  SOURCE_EVENTS,
  SOURCE_STATES,
} from '../support/text-lines/declaration.js';

export const ATTRIBUTES = {
  value: {
    type: 'string',
    description:
      'A unified diff, as `git diff`, `git show` and `diff -u` write it. Default: the difference of `old-text` and `new-text`, the file in `src`, or the content between the tags.',
  },
  oldText: { type: 'string', description: 'Text that is compared with `new-text`.' },
  newText: { type: 'string', description: 'Text that is compared with `old-text`.' },
  filename: {
    type: 'string',
    default: 'text',
    description: 'Name of the file that `old-text` and `new-text` are versions of.',
  },
  context: {
    type: 'integer',
    default: 3,
    minimum: 0,
    description: 'Lines that show around the differences of `old-text` and `new-text`.',
  },
  src: {
    type: 'string',
    description:
      'A UTF-8 file to read the diff from, relative to the document. The app needs permission to read it; files beside the document are permitted.',
  },
  view: {
    type: 'string',
    enum: ['unified', 'split'],
    default: 'unified',
    description:
      '`unified` shows removed lines above those that replace them, `split` the old file beside the new one. In less than 60 cells a split view is unified. The user switches it with `v`.',
  },
  lineNumbers: {
    type: 'boolean',
    default: true,
    description: 'Shows the numbers of lines in the old and in the new file. They are not copied.',
  },
  language: {
    type: 'string',
    description:
      'Language of the files, such as `typescript` or `ts`; `plaintext` for no highlighting. Default: by the name of each file.',
  },
  ...LINES_ATTRIBUTES,
  emptyText: {
    type: 'string',
    default: 'No changes',
    description: 'Text shown if there are no differences.',
  },
} as const satisfies AttributeTable;

export const STYLES = {
  ...LINES_STYLES,
  addedColor: { type: 'color', default: 'var(--success)', description: 'Colour of added lines.' },
  removedColor: { type: 'color', default: 'var(--error)', description: 'Colour of removed lines.' },
  addedBackground: {
    type: 'color',
    default: 'color-mix(in oklab, var(--success) 14%, var(--background))',
    description: 'Background of added lines, in themes of 256 colours or more.',
  },
  removedBackground: {
    type: 'color',
    default: 'color-mix(in oklab, var(--error) 14%, var(--background))',
    description: 'Background of removed lines, in themes of 256 colours or more.',
  },
  hunkColor: {
    type: 'color',
    default: 'var(--accent)',
    description: 'Text colour of the lines between hunks.',
  },
  fileBackground: {
    type: 'color',
    default: 'var(--surface)',
    description: 'Background of the names of files.',
  },
  numberColor: {
    type: 'color',
    default: 'var(--muted)',
    description: 'Text colour of the line numbers.',
  },
} as const satisfies StyleTable;

export const RULES: readonly StyleRule[] = [
  { selector: 'diff', declarations: CODE_COLORS },
  ...linesRules('diff'),
];

export const STATES = {
  split: 'The old file shows beside the new one.',
  damaged: 'A part of the diff cannot be read, and shows as text.',
  ...SOURCE_STATES,
} as const satisfies StateTable;

export const BINDABLE = {
  value: { default: true, oneWay: true, description: 'The diff.' },
  searchText: { events: ['search'], description: 'The search.' },
} as const satisfies BindableTable;

export const EVENTS = {
  activate: {
    description:
      'Fires on Enter, and on a double click. It is about the selected lines, or else the hunk or the file that the cursor is at.',
    fields: {
      patch: 'Patch of them, for `git apply`.',
      reversePatch: 'The same for `git apply --reverse`.',
      lines:
        'The changed lines: each with `kind` (`added` or `removed`), `text`, `file` and `line`, its number.',
      file: 'Name of the first file.',
      hunk: 'Number of the hunk with the cursor, from 1; undefined outside of hunks.',
    },
    types: {
      patch: 'string',
      reversePatch: 'string',
      lines:
        "readonly { readonly kind: 'added' | 'removed'; readonly text: string; readonly file: string; readonly line: number }[]",
      file: 'string | undefined',
      hunk: 'number | undefined',
    },
  },
  ...LINES_EVENTS,
  load: SOURCE_EVENTS.load,
  error: {
    description: 'Fires when the file in `src` cannot be shown, or a diff cannot be read.',
    fields: SOURCE_EVENTS.error.fields,
    types: SOURCE_EVENTS.error.types,
  },
} as const satisfies EventTable;

export const DIFF_KEYS = {
  ...LINE_KEYS,
  nextHunk: { keys: ']', description: 'Moves to the next hunk.' },
  previousHunk: { keys: '[', description: 'Moves to the previous hunk.' },
  nextFile: { keys: '}', description: 'Moves to the next file.' },
  previousFile: { keys: '{', description: 'Moves to the previous file.' },
  line: { keys: 'x', description: 'Selects the line; with Shift and the arrows more of them.' },
  hunk: { keys: 'h', description: 'Selects the hunk.' },
  view: { keys: 'v', description: 'Shows both files side by side, or in one column.' },
} as const satisfies KeyTable;
