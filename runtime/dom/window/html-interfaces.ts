/** The HTML interface of an element by its tag: its class string, and its name in the window. */

/** Interfaces of more than one name, or whose name is not that of the tag. */
const BY_TAG: Readonly<Record<string, string>> = {
  a: 'Anchor',
  area: 'Area',
  audio: 'Audio',
  base: 'Base',
  blockquote: 'Quote',
  body: 'Body',
  br: 'BR',
  button: 'Button',
  canvas: 'Canvas',
  caption: 'TableCaption',
  col: 'TableCol',
  colgroup: 'TableCol',
  data: 'Data',
  datalist: 'DataList',
  del: 'Mod',
  details: 'Details',
  dialog: 'Dialog',
  div: 'Div',
  dl: 'DList',
  embed: 'Embed',
  fieldset: 'FieldSet',
  form: 'Form',
  h1: 'Heading',
  h2: 'Heading',
  h3: 'Heading',
  h4: 'Heading',
  h5: 'Heading',
  h6: 'Heading',
  head: 'Head',
  hr: 'HR',
  html: 'Html',
  iframe: 'IFrame',
  img: 'Image',
  input: 'Input',
  ins: 'Mod',
  label: 'Label',
  legend: 'Legend',
  li: 'LI',
  link: 'Link',
  map: 'Map',
  menu: 'Menu',
  meta: 'Meta',
  meter: 'Meter',
  object: 'Object',
  ol: 'OList',
  optgroup: 'OptGroup',
  option: 'Option',
  output: 'Output',
  p: 'Paragraph',
  picture: 'Picture',
  pre: 'Pre',
  progress: 'Progress',
  q: 'Quote',
  script: 'Script',
  select: 'Select',
  slot: 'Slot',
  source: 'Source',
  span: 'Span',
  style: 'Style',
  table: 'Table',
  tbody: 'TableSection',
  td: 'TableCell',
  template: 'Template',
  textarea: 'TextArea',
  tfoot: 'TableSection',
  th: 'TableCell',
  thead: 'TableSection',
  time: 'Time',
  title: 'Title',
  tr: 'TableRow',
  track: 'Track',
  ul: 'UList',
  video: 'Video',
};

/** `HTMLInputElement` for `input`; `HTMLElement` for what HTML has no name for. */
export function interfaceOf(tag: string): string {
  const name = Object.hasOwn(BY_TAG, tag) ? BY_TAG[tag] : undefined;
  return name === undefined ? 'HTMLElement' : `HTML${name}Element`;
}

/** Elements of HTML that have no interface of their own. */
const WITHOUT = new Set(
  (
    'abbr address article aside b bdi bdo cite code dd dfn dt em figcaption figure footer header ' +
    'hgroup i kbd main mark nav noembed noframes noscript plaintext rb rp rt rtc ruby s samp ' +
    'search section small strong sub summary sup tt u var wbr acronym basefont big center nobr strike'
  ).split(' '),
);

/** The same where no app declares elements: names that HTML does not know are `HTMLUnknownElement`. */
export function plainInterfaceOf(tag: string): string {
  const name = interfaceOf(tag);
  return name !== 'HTMLElement' || WITHOUT.has(tag) || isCustomName(tag) ? name : UNKNOWN;
}
const UNKNOWN = 'HTMLUnknownElement';

function isCustomName(tag: string): boolean {
  return /^[a-z][^A-Z]*-/.test(tag);
}

/** All of them, each once, with the tags that have it. */
export function interfaces(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const tag of Object.keys(BY_TAG)) {
    const name = interfaceOf(tag);
    const tags = found.get(name) ?? new Set();
    found.set(name, tags.add(tag));
  }
  found.set('HTMLMediaElement', new Set(['audio', 'video']));
  return found;
}
