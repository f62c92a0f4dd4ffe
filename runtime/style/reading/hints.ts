/** Properties and pseudo-elements of the web and of other terminal styles that are not here, and what to do instead. */

const LEFT_OUT = 'leave it out: ';

const ROWS: readonly (readonly [hint: string, names: string])[] = [
  [`${LEFT_OUT}sizes include border and padding`, 'box-sizing'],
  [
    `${LEFT_OUT}properties are not animated, and a terminal has one pointer`,
    'transition animation cursor',
  ],
  [`${LEFT_OUT}shadows and filters need pixels`, 'box-shadow text-shadow filter backdrop-filter'],
  [`${LEFT_OUT}the terminal chooses its font`, 'font-family font-size font-stretch letter-spacing'],
  [`${LEFT_OUT}a line is one cell high; "row-gap" separates rows`, 'line-height'],
  [
    `${LEFT_OUT}words longer than a line are always broken`,
    'word-break overflow-wrap word-wrap hyphens',
  ],
  ['write "color: color-mix(in oklab, red 50%, var(--background))"', 'opacity text-opacity tint'],
  ['write "border", or a rule for ":focus-visible"', 'outline outline-width outline-style'],
  ['write "border: rounded"', 'border-radius'],
  ['a border is one cell wide; write "border: thick"', 'border-width'],
  ['write "font-weight: bold" or "font-style: italic"', 'font text-style'],
  ['write "text-decoration: underline"', 'text-decoration-line'],
  ['write the text as it should appear', 'text-transform content'],
  ['write "padding-left"', 'text-indent'],
  ['write "align-items" in the box around it', 'vertical-align'],
  ['write "text-align" for text, and "justify-content" for children', 'content-align'],
  ['write the elements in the order in which they should appear', 'order'],
  ['write "width" and "height"', 'aspect-ratio size'],
  ['write "flex-direction: row" in the box around it', 'float clear'],
  ['write "flex-direction", or "display: grid"', 'layout columns column-count'],
  ['write it first or last in the box around it, with "flex-shrink: 0"', 'dock'],
  ['write "z-index"', 'layer layers'],
  ['write "position: relative" with "top" and "left"', 'offset transform translate'],
  ['write "margin-left" and "margin-right"', 'margin-inline'],
  ['write "margin-top" and "margin-bottom"', 'margin-block'],
  ['write "padding-left" and "padding-right"', 'padding-inline'],
  ['write "padding-top" and "padding-bottom"', 'padding-block'],
  ['write "width"', 'inline-size'],
  ['write "height"', 'block-size'],
  ['write "list-style-type" in the list', 'list-style'],
  ['write "gap"', 'grid-gap grid-gutter'],
  ['write "grid-template-columns"', 'grid-columns grid-size'],
  ['write "grid-template-rows"', 'grid-rows'],
  ['write "grid-column: span 2"', 'column-span'],
  ['write "grid-row: span 2"', 'row-span'],
  ['write the attribute "inert"', 'pointer-events'],
  ['write each property that should be reset', 'all'],
];

const PSEUDO_ELEMENTS: Readonly<Record<string, string>> = {
  before: 'write the content into the element, for example as <span>',
  after: 'write the content into the element, for example as <span>',
  backdrop: 'the content behind a modal dialog is dimmed automatically',
  placeholder: "placeholders have the theme's --muted: set that variable on the field",
  selection: 'selected text has the theme\'s --selection: set that variable on ":root"',
  marker: 'write "list-style-type" in the list',
};

let hints: ReadonlyMap<string, string> | undefined;

/** Names with what to do instead; made when the first is looked up. */
export function knownElsewhere(): ReadonlyMap<string, string> {
  return (hints ??= new Map(
    ROWS.flatMap(([hint, names]) => names.split(' ').map((name) => [name, hint] as const)),
  ));
}

/** What to do instead of a property that is not here; undefined for names that are not known elsewhere either. */
export function insteadOfProperty(cssName: string): string | undefined {
  const known = knownElsewhere();
  return known.get(cssName) ?? known.get(cssName.replace(/^(transition|animation)-.*$/, '$1'));
}

export function insteadOfPseudoElement(name: string): string | undefined {
  return Object.hasOwn(PSEUDO_ELEMENTS, name) ? PSEUDO_ELEMENTS[name] : undefined;
}
