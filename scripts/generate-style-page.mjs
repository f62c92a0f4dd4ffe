/**
 * The reference of styles: properties and shorthands from their table; pseudo-classes, media features and colour spaces
 * from the parser's own. The texts are here: a name without a text, or a text without a name, is an error.
 */
import { escaped, formatted, sourceOf, table } from './page-tools.mjs';

const PAGE = 'docs/reference/styles.md';

/** Of the styles of a shadow tree. */
const SHADOW = [
  [':host', 'The element that has the shadow tree. Only the first part of a selector can be it.'],
  [':host(.wide)', 'The same, if it matches the selectors.'],
  ['::slotted(.name)', 'Elements that a slot shows, if they match one compound selector.'],
  ['.box ::slotted(*)', 'Everything that slots in `.box` show.'],
  ['slot[name=title]::slotted(b:hover)', 'The same of slots that match.'],
];

export const STATES = {
  hover: 'The pointer is over the element, or over an element in it.',
  active: 'The mouse button, Enter or Space is pressed on it.',
  focus: 'It has the focus.',
  'focus-visible': 'It has the focus, and the keyboard moved it there, or it is a text field.',
  'focus-within': 'It, or an element in it, has the focus.',
  target: 'A script has set the state `target` on it: following a link does not.',
  visited: 'A script has set the state `visited` on it: following a link does not.',
  link: 'An `<a>` with `href`.',
  'any-link': 'The same.',
  disabled: 'It has the attribute `disabled`.',
  enabled: 'It is not `:disabled`.',
  checked: 'A checked checkbox, switch or radio button, or a selected option.',
  selected: 'A selected tab, option, list item or table row.',
  required: 'It has the attribute `required`.',
  optional: 'It is not `:required`.',
  invalid:
    'A control whose value breaks one of its rules, such as `required` or `pattern`, from the start.',
  valid: 'It is not `:invalid`.',
  'user-invalid': 'An `:invalid` control, once the user has changed it or tried to submit it.',
  defined: 'Its name is that of an element, or of one that a script has defined.',
  open: 'An open dialog, select or collapsible.',
  lang: '`:lang(de)`: the nearest `lang` attribute is `de`, `de-AT` and so on. Several: `:lang(de, fr)`.',
  state: '`:state(name)`: a script has set the state with `element.addState("name")`.',
};

const STRUCTURE = {
  'first-child': 'The first element in its parent.',
  'last-child': 'The last one.',
  'only-child': 'The only one.',
  'first-of-type': 'The first one of its name.',
  'last-of-type': 'The last one of its name.',
  'only-of-type': 'The only one of its name.',
  'nth-child': '`:nth-child(2n+1)`, `odd`, `even` or `3`, counted from 1.',
  'nth-last-child': 'The same, counted from the end.',
  'nth-of-type': 'The same among the elements of its name.',
  'nth-last-of-type': 'The same, counted from the end.',
  root: 'The `<tui>` element.',
  empty: 'Without children and text.',
};

const LISTS = {
  is: '`:is(button, .key)`: matches one of the selectors.',
  matches: 'The same, under its former name.',
  where: 'The same; adds nothing to the specificity.',
  not: '`:not(.off)`: matches none of them.',
  has: '`:has(> input:focus)`: an element in it, or next to it, matches. One compound selector, with a combinator before it at most.',
};

const FEATURES = {
  width: ['(width >= 80)', 'Columns of the terminal.'],
  'min-width': ['(min-width: 80)', 'At least this many columns.'],
  'max-width': ['(max-width: 79)', 'At most this many columns.'],
  height: ['(20 <= height < 40)', 'Rows of the terminal.'],
  'min-height': ['(min-height: 24)', 'At least this many rows.'],
  'max-height': ['(max-height: 23)', 'At most this many rows.'],
  'prefers-color-scheme': ['(prefers-color-scheme: dark)', '`light` or `dark`, as the theme is.'],
  'display-mode': [
    '(display-mode: inline)',
    "`inline` in an app below the shell's prompt, else `fullscreen`. See [In the shell](../in-the-shell.md).",
  ],
  'prefers-reduced-motion': [
    '(prefers-reduced-motion: reduce)',
    '`reduce` with the setting `render.reducedMotion`, else `no-preference`.',
  ],
  color: ['(color)', 'The terminal shows colours.'],
  monochrome: ['(monochrome)', 'It does not.'],
  'color-index': ['(color-index = 16)', 'Number of colours: 0, 16, 256 or 16777216.'],
  'min-color-index': ['(min-color-index: 256)', 'At least this many.'],
  'max-color-index': ['(max-color-index: 16)', 'At most this many.'],
};

/** @returns {Promise<Record<string, string>>} file contents by path from the project's folder */
export async function generate() {
  const declared = await sourceOf(
    'runtime/style',
    `export { createPropertyTable } from './properties/properties.ts';
     export { STATE_PSEUDOS, STRUCTURAL_PSEUDOS, NESTED_PSEUDOS, TREE_PSEUDOS } from './matching/selectors.ts';
     export { MEDIA_FEATURES } from './reading/media.ts';
     export { MIX_SPACES } from '../base/color.ts';`,
  );
  return await formatted({ [PAGE]: page(declared) });
}

function page(declared) {
  const { properties, shorthands } = declared.createPropertyTable();
  const features = textsOf('media feature', declared.MEDIA_FEATURES, FEATURES);
  return `# Style properties

<!-- Generated by scripts/generate-style-page.mjs from the declarations: do not edit. -->

After this page you can look up every style property, selector, condition, unit and colour. Write declarations in an
element's \`style="…"\`, or in a \`<style>\` sheet; the [guide](../guide.md#boxes) shows them at work. Properties of single
elements are on [their own pages](elements/README.md).

${table(['property', 'value', 'initial', 'inherited', ''], properties.map(property))}

## Shorthands

${table(['shorthand', 'example', ''], shorthands.map(shorthand))}

## Units

| unit         | example                         | meaning                                                                                               |
| ------------ | ------------------------------- | ----------------------------------------------------------------------------------------------------- |
| none, \`ch\` | \`width: 20\`, \`width: 20ch\`  | Cells of the terminal: columns horizontally, rows vertically. Fractions are rounded to whole cells.   |
| \`%\`        | \`width: 50%\`                  | A share of the parent's content, rounded to whole cells.                                              |
| \`fr\`       | \`grid-template-columns: 1fr 2fr\` | A share of the free space, in the tracks of a grid only.                                           |

There are no pixels and no \`calc()\`: use \`flex-grow\`, \`min-width\` and \`max-width\`. Every property accepts \`inherit\`, \`initial\`
and \`unset\`. \`!important\` works as in CSS.

## Colours

| colour | example |
| --- | --- |
| a name of CSS | \`color: tomato\` |
| hexadecimal | \`color: #f63\`, \`color: #ff6633\` |
| a function | \`color: rgb(255 102 51)\`, \`hsl(15 100% 60%)\`, \`oklch(70% 0.15 40)\` |
| a mixture | \`color: color-mix(in oklab, tomato 30%, white)\`, in ${declared.MIX_SPACES.map((space) => `\`${space}\``).join(', ')} |
| a variable of the [theme](../themes.md#variables), or your own | \`color: var(--accent)\`, \`var(--mine, tomato)\` |
| one of the terminal's 16 | \`color: ansi-red\`, \`ansi-bright-red\` |
| one of the terminal's 256 | \`color: ansi-208\` |
| the terminal's own | \`color: default\` |
| what is behind the box | \`background-color: transparent\` |
| the text colour of the element | \`border-color: currentcolor\` |

On a terminal with fewer colours the nearest one is shown. There is no translucency: a colour with an alpha of 0 is \`transparent\`, any
other is opaque.

## Selectors

Type (\`button\`), class (\`.key\`), id (\`#save\`), \`*\`, attributes (\`[type=radio]\`, \`[href^="http"]\`, \`[lang|=de]\`), combinators
(\`a b\`, \`a > b\`, \`a + b\`, \`a ~ b\`), lists (\`a, b\`), and rules inside of rules with \`&\`. Specificity and order decide as in
CSS. \`::slotted()\` is the one pseudo-element; there are none such as \`::before\`.

### States

${pseudos('pseudo-class', [...declared.STATE_PSEUDOS.keys()], STATES)}

Elements have more states of their own; their pages list them. Each matches as \`:state(name)\`.

### Place in the tree

${pseudos('pseudo-class', [...declared.STRUCTURAL_PSEUDOS, ...declared.TREE_PSEUDOS], STRUCTURE)}

### Selectors in parentheses

${pseudos('pseudo-class', [...declared.NESTED_PSEUDOS.keys()], LISTS)}

### Shadow trees

In the styles of a [component](../guide.md#components) or of another shadow tree. Rules of the document around it take precedence over these.

${table(
  ['selector', 'matches'],
  SHADOW.map(([selector, words]) => [`\`${selector}\``, words]),
)}

## Media queries

Rules in an \`@media\` block apply while its condition holds; they follow the size of the terminal at once.

\`\`\`css
@media (width < 60) and (prefers-color-scheme: dark) {
  .side {
    display: none;
  }
}
\`\`\`

${table(
  ['feature', 'example', 'meaning'],
  features.map(([name, [example, text]]) => [`\`${name}\``, `\`${example}\``, text]),
)}

Conditions are joined by \`and\`, \`or\`, \`not\` and commas; \`all\` and \`screen\` always hold. \`@media\` is the only at-rule.

## Variables

\`--name: value\` sets a variable of an element and of everything in it; \`var(--name)\` and \`var(--name, fallback)\` insert it in any
value. Set those for the whole app on \`:root\`.
`;
}

/** Each name with its text. @throws Error where one has no other */
function textsOf(kind, names, texts) {
  const without = [...names].filter((name) => !Object.hasOwn(texts, name));
  const unknown = Object.keys(texts).filter((name) => ![...names].includes(name));
  if (without.length > 0) throw new Error(`${PAGE}: no text for the ${kind} ${without.join(', ')}`);
  if (unknown.length > 0) throw new Error(`${PAGE}: there is no ${kind} ${unknown.join(', ')}`);
  return Object.entries(texts);
}

function pseudos(kind, names, texts) {
  const rows = textsOf(kind, names, texts).map(([name, text]) => [`\`:${name}\``, text]);
  return table([kind, 'matches'], rows);
}

function property({ cssName, syntax, initial, inherited, description }) {
  const first =
    initial === undefined || syntax.kind === 'color'
      ? ''
      : `\`${syntax.kind === 'grammar' ? syntax.initial : initial}\``;
  return [`\`${cssName}\``, valueOf(syntax), first, inherited ? 'yes' : '', text(description)];
}

function shorthand({ cssName, example, description }) {
  return [`\`${cssName}\``, `\`${example}\``, text(description)];
}

function text(words) {
  return escaped(words.replace(/\s+/g, ' '));
}

/** What a property accepts, in a few words. */
function valueOf(syntax) {
  switch (syntax.kind) {
    case 'keyword':
      return [
        ...syntax.values.map((value) => `\`${value}\``),
        ...Object.entries(syntax.aliases ?? {}).map(
          ([alias, value]) => `\`${alias}\` for \`${value}\``,
        ),
      ].join(', ');
    case 'length':
      return ['cells or %', ...(syntax.auto ? ['`auto`'] : [])].join(', ');
    case 'number':
      return [
        syntax.integer ? 'whole number' : 'number',
        ...Object.keys(syntax.keywords ?? {}).map((word) => `\`${word}\``),
      ].join(', ');
    case 'color':
      return ['colour', ...(syntax.keyword ? [`\`${syntax.keyword}\``] : [])].join(', ');
    case 'grammar':
      return text(syntax.expected);
    default:
      throw new Error(`${PAGE}: a syntax of the kind ${syntax.kind}`);
  }
}
