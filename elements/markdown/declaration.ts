/** The declaration of `<markdown>`: attributes, events and its default style. */
import { FEW_COLORS } from '../support/author.js';
import { CODE_COLORS, CODE_SCOPES } from '../support/highlight/scopes.js';
import type { AttributeTable, BindableTable, EventTable, StyleRule } from '../support/author.js';

export const ATTRIBUTES = {
  value: {
    type: 'string',
    description:
      'The text. Default: the file in `src`, else the content between the tags without common indentation.',
  },
  src: {
    type: 'string',
    description:
      'A UTF-8 file to read the text from, relative to the document; `value` overrides it. The app needs permission to read it; files beside the document are permitted.',
  },
  breaks: {
    type: 'boolean',
    default: false,
    description: 'Keeps line breaks and consecutive spaces of the text.',
  },
  images: {
    type: 'string',
    enum: ['files', 'all', 'none'],
    default: 'files',
    description:
      'Which images are shown, if one is a paragraph of its own: files, `all` (also images from URLs, by which the author of a text can learn that it is read), or `none`. Other images are shown as their alternative text.',
  },
  base: {
    type: 'string',
    description: 'Folder that relative images start from; default: the folder of `src`.',
  },
  follow: {
    type: 'boolean',
    default: true,
    description: 'Keeps the end in view while text is added, unless the reader has scrolled up.',
  },
} as const satisfies AttributeTable;

export const EVENTS = {
  link: {
    description:
      'Fires when a link is clicked, or Enter is pressed on it. The app follows relative links; a link to a heading, "#name", scrolls there unless it is prevented.',
    fields: { href: 'Target of the link, as written.', text: 'Text of the link.' },
    types: { href: 'string', text: 'string' },
  },
  load: { description: 'Fires when the file in `src` is read; the next frame shows it.' },
  error: {
    description: 'Fires when the file in `src` cannot be shown.',
    fields: { message: 'Why.', diagnostic: 'The complete diagnostic.' },
    types: { message: 'string' },
  },
} as const satisfies EventTable;

export const BINDABLE = {
  value: { default: true, oneWay: true, description: 'The text.' },
} as const satisfies BindableTable;

const CODE_RULES: readonly StyleRule[] = Object.entries(CODE_SCOPES).map(([color, scopes]) => ({
  selector: `markdown :is(${scopes.map((scope) => `.md-${scope}`).join(', ')})`,
  declarations: { color: `var(${color})` },
}));

export const RULES: readonly StyleRule[] = [
  {
    selector: 'markdown',
    declarations: {
      'row-gap': '1',
      'flex-shrink': '1',
      'overflow-y': 'scroll',
      ...CODE_COLORS,
    },
  },
  { selector: 'markdown:focus-visible', declarations: { 'border-color': 'var(--focus)' } },
  { selector: 'markdown', declarations: { 'user-select': 'contain' } },
  { selector: 'markdown > *', declarations: { 'flex-shrink': '0' } },
  // The setting `markdown.debug`: room for the line, and the kind, of each block.
  { selector: 'markdown:state(debug) > *', declarations: { 'margin-left': '17' } },
  {
    selector: 'markdown:state(debug) > *',
    media: '(max-width: 60)',
    declarations: { 'margin-left': '7' },
  },
  {
    selector: 'markdown .md-h',
    declarations: { 'font-weight': 'bold' },
  },
  {
    selector: 'markdown .md-h1',
    declarations: { color: 'var(--accent)', 'border-bottom': 'thick' },
  },
  {
    selector: 'markdown .md-h2',
    declarations: { color: 'var(--accent)', 'border-bottom': 'thin' },
  },
  { selector: 'markdown .md-h3', declarations: { color: 'var(--accent)' } },
  { selector: 'markdown .md-h5', declarations: { 'font-style': 'italic' } },
  {
    selector: 'markdown .md-h6',
    declarations: { 'font-style': 'italic', 'font-weight': 'normal' },
  },
  {
    selector: 'markdown .md-quote',
    declarations: {
      'border-left': 'thick',
      'padding-left': '1',
      'row-gap': '1',
      color: 'var(--muted)',
    },
  },
  { selector: 'markdown .md-group', declarations: { 'row-gap': '1' } },
  // One without content has its mark.
  { selector: 'markdown li', declarations: { 'min-height': '1' } },
  {
    selector: 'markdown :is(.md-loose, .md-loose > li)',
    declarations: { 'row-gap': '1' },
  },
  // What goes on in another element has no room before it.
  { selector: 'markdown > .md-more', declarations: { 'margin-top': '-1' } },
  { selector: 'markdown > .md-loose.md-more', declarations: { 'margin-top': '0' } },
  { selector: 'markdown .md-task', declarations: { color: 'var(--accent)' } },
  {
    selector: 'markdown .md-pre',
    declarations: {
      'background-color': 'var(--surface)',
      color: 'var(--code-text)',
      padding: '0 1',
    },
  },
  {
    selector: 'markdown .md-pre',
    media: FEW_COLORS,
    declarations: { 'border-left': 'thin', 'background-color': 'transparent' },
  },
  // There is a row for the scrollbar where code is wider than its block, and none otherwise.
  { selector: 'markdown .md-wide', declarations: { 'overflow-x': 'scroll' } },
  {
    selector: 'markdown .md-lines',
    declarations: { 'white-space': 'pre' },
  },
  {
    selector: 'markdown .md-html',
    declarations: { 'white-space': 'pre-wrap', color: 'var(--muted)' },
  },
  {
    selector: 'markdown .md-code',
    declarations: { color: 'var(--code-string)', 'background-color': 'var(--surface)' },
  },
  {
    selector: 'markdown .md-code',
    media: FEW_COLORS,
    declarations: { 'background-color': 'transparent', 'font-weight': 'bold' },
  },
  // What is below each other in the text is so on the screen.
  { selector: 'markdown[breaks=true] .md-p', declarations: { 'white-space': 'pre-wrap' } },
  { selector: 'markdown .md-image', declarations: { 'font-style': 'italic' } },
  {
    selector: 'markdown .md-picture',
    declarations: { 'max-height': '24', 'align-self': 'flex-start' },
  },
  {
    selector: 'markdown .md-rows',
    declarations: { display: 'grid', 'column-gap': '2', 'justify-content': 'flex-start' },
  },
  {
    selector: 'markdown .md-th',
    declarations: { 'font-weight': 'bold', 'border-bottom': 'thin' },
  },
  { selector: 'markdown .md-center', declarations: { 'text-align': 'center' } },
  { selector: 'markdown .md-right', declarations: { 'text-align': 'right' } },
  { selector: 'markdown .md-label', declarations: { display: 'none', 'font-weight': 'bold' } },
  { selector: 'markdown .md-lined > .md-rows > .md-td', declarations: { 'border-bottom': 'thin' } },
  { selector: 'markdown .md-more > .md-rows > .md-th', declarations: { display: 'none' } },
  { selector: 'markdown .md-cards > .md-rows', declarations: { display: 'flex' } },
  {
    selector: 'markdown .md-cards > .md-rows > .md-td',
    declarations: { 'text-align': 'left', 'border-bottom': 'none' },
  },
  {
    selector: 'markdown .md-cards > .md-rows > :is(.md-th, .md-empty)',
    declarations: { display: 'none' },
  },
  { selector: 'markdown .md-cards > .md-rows > .md-first', declarations: { 'border-top': 'thin' } },
  { selector: 'markdown .md-cards .md-label', declarations: { display: 'flex' } },
  ...CODE_RULES,
  // Where colours are few, attributes distinguish what colours do elsewhere.
  {
    selector: 'markdown :is(.md-comment, .md-quote)',
    media: FEW_COLORS,
    declarations: { 'font-style': 'italic' },
  },
  {
    selector: 'markdown :is(.md-keyword, .md-name, .md-title)',
    media: FEW_COLORS,
    declarations: { 'font-weight': 'bold' },
  },
];
