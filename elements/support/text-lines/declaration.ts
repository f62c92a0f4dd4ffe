/** The declarations that elements with lines of text share: attributes, style properties, events. */
import type {
  AttributeTable,
  EventTable,
  StateTable,
  StyleRule,
  StyleTable,
} from '../../../runtime/element/contract.js';

export const LINES_ATTRIBUTES = {
  wrap: {
    type: 'boolean',
    default: false,
    description:
      'Wraps long lines; otherwise they are scrolled sideways. The user switches it with `w`.',
  },
  searchText: {
    type: 'string',
    default: '',
    description:
      'Text whose matches are highlighted and counted; `/…/` is a regular expression. Small letters alone ignore case.',
  },
} as const satisfies AttributeTable;

/** Where the text is in a file. */
export const SOURCE_ATTRIBUTES = {
  src: {
    type: 'string',
    description:
      'A UTF-8 file to read the text from, relative to the document; `value` overrides it. The app needs permission to read it; files beside the document are permitted.',
  },
} as const satisfies AttributeTable;

export const LINES_STYLES = {
  cursorColor: {
    type: 'color',
    default: 'var(--accent-text)',
    description: 'Text colour of the row with the keyboard cursor.',
  },
  cursorBackground: {
    type: 'color',
    default: 'var(--accent)',
    description: 'Background of the row with the keyboard cursor.',
  },
  selectedBackground: {
    type: 'color',
    default: 'var(--selection)',
    description: 'Background of selected rows.',
  },
  matchColor: {
    type: 'color',
    default: 'var(--accent-text)',
    description: 'Text colour of matches of the search.',
  },
  matchBackground: {
    type: 'color',
    default: 'var(--warning)',
    description: 'Background of matches of the search.',
  },
} as const satisfies StyleTable;

export const LINES_EVENTS = {
  search: {
    description: 'Fires when the user searches.',
    fields: { text: 'The text.' },
    types: { text: 'string' },
  },
} as const satisfies EventTable;

export const SOURCE_EVENTS = {
  load: { description: 'Fires when the file in `src` is read; the next frame shows it.' },
  error: {
    description: 'Fires when the file in `src` cannot be shown.',
    fields: { message: 'Why.', diagnostic: 'The complete diagnostic.' },
    types: { message: 'string' },
  },
} as const satisfies EventTable;

export const SOURCE_STATES = {
  loading: 'The file in `src` is being read.',
  broken: 'The file in `src` cannot be shown.',
} as const satisfies StateTable;

/** Their size and their border with the focus. */
export function linesRules(tag: string): readonly StyleRule[] {
  return [
    { selector: tag, declarations: { 'min-height': '1', color: 'var(--text)' } },
    { selector: `${tag}:focus-visible`, declarations: { 'border-color': 'var(--focus)' } },
  ];
}
