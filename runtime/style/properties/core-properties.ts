/** Core properties: what every element has, whatever its class. One entry is all that a property needs. */
import { DEFAULT_COLOR, TRANSPARENT } from '../../base/color.js';
import { keyword, length, number, type Draft, type Entry } from './property.js';

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;
/** Inherited, `auto` reads as undefined: the theme's border colour. */
const BORDER_STYLES = ['none', 'thin', 'thick', 'double', 'rounded'];

const START_END = { start: 'flex-start', end: 'flex-end' };

const DISPLAY_HINTS = {
  block: 'write "display: flex": children are stacked in a column unless flex-direction is set',
  inline: 'write "display: flex"; text and inline elements wrap without it',
  'inline-block': 'write "display: flex"',
  'inline-grid': 'write "display: grid"',
  'inline-flex': 'write "display: flex"',
};
const POSITION_HINTS = {
  sticky: 'write "position: relative"',
};
const BORDER_HINTS = {
  dashed: 'write "thin"',
  dotted: 'write "thin"',
  groove: 'write "thick"',
  ridge: 'write "thick"',
  inset: 'write "thin"',
  outset: 'write "thin"',
  hidden: 'write "none"',
  // Names that other libraries for terminals have.
  single: 'write "thin"',
  round: 'write "rounded"',
  bold: 'write "thick"',
  heavy: 'write "thick"',
};

function sided(prefix: string, suffix: string, draft: (side: string) => Draft): Entry[] {
  return SIDES.map((side) => [`${prefix}${side}${suffix}`, draft(side.toLowerCase())]);
}

/** Core properties in the order of the reference page. */
export const CORE_PROPERTIES: readonly Entry[] = [
  [
    'display',
    keyword(
      ['flex', 'grid', 'none'],
      'How content is laid out: in rows or columns, or in a grid; "none" hides the box and its content.',
      { hints: DISPLAY_HINTS, affects: 'display', example: 'grid' },
    ),
  ],
  [
    'position',
    keyword(
      ['relative', 'absolute', 'fixed'],
      '"absolute" removes the box from the flow and places it in its parent; "fixed" places it on the screen, above the document.',
      {
        aliases: { static: 'relative' },
        hints: POSITION_HINTS,
        affects: 'display',
      },
    ),
  ],
  ...(['top', 'right', 'bottom', 'left'] as const).map((side): Entry => [
    side,
    length('auto', `Distance from the parent's ${side} edge, in cells or percent.`, {
      auto: true,
      negative: true,
      example: '1',
    }),
  ]),
  [
    'width',
    length('auto', 'Width of the box, including border and padding.', {
      auto: true,
      example: '50%',
    }),
  ],
  ['height', length('auto', 'Height of the box, including border and padding.', { auto: true })],
  ['minWidth', length('auto', 'Minimum width.', { auto: true })],
  ['minHeight', length('auto', 'Minimum height.', { auto: true })],
  ['maxWidth', length('auto', 'Maximum width.', { auto: true })],
  ['maxHeight', length('auto', 'Maximum height.', { auto: true })],
  ...sided('padding', '', (side) =>
    length(0, `Space between the ${side} border and the content.`, { example: '1' }),
  ),
  ...sided('margin', '', (side) =>
    length(0, `Space outside the ${side} border; "auto" uses the free space.`, {
      auto: true,
      negative: true,
      example: '1',
    }),
  ),
  ...sided('border', 'Style', (side) =>
    keyword(BORDER_STYLES, `Line of one cell at the ${side}.`, {
      aliases: { solid: 'thin' },
      hints: BORDER_HINTS,
      example: 'rounded',
    }),
  ),
  ...sided('border', 'Color', (side) => ({
    syntax: { kind: 'color', keyword: 'auto' },
    initial: undefined,
    affects: 'paint',
    description: `Colour of the ${side} border; "auto" is outline-color, else --border of the theme.`,
    example: 'var(--accent)',
  })),
  [
    'outlineColor',
    {
      syntax: { kind: 'color', keyword: 'auto' },
      initial: undefined,
      affects: 'paint',
      description:
        'Colour of borders whose own colour is "auto"; a focused element has --focus here.',
      example: 'var(--focus)',
    },
  ],
  [
    'flexDirection',
    keyword(['column', 'row', 'column-reverse', 'row-reverse'], 'Direction of the children.', {
      example: 'row',
    }),
  ],
  ['flexWrap', keyword(['nowrap', 'wrap', 'wrap-reverse'], 'Whether children wrap to a new line.')],
  ['flexGrow', number(0, 'Share of the free space that the box receives.', { minimum: 0 })],
  [
    'flexShrink',
    number(
      undefined,
      'Share of the missing space that the box gives up; "auto" leaves it to the layout.',
      {
        minimum: 0,
        keywords: { auto: undefined },
      },
    ),
  ],
  ['flexBasis', length('auto', 'Size along the flex direction before growing.', { auto: true })],
  [
    'justifyContent',
    keyword(
      [
        'normal',
        'flex-start',
        'center',
        'flex-end',
        'space-between',
        'space-around',
        'space-evenly',
        'stretch',
      ],
      'Distribution of free space along the flex direction, or of the columns of a grid; "normal" is flex-start, in a grid stretch.',
      { aliases: { ...START_END, left: 'flex-start', right: 'flex-end' }, example: 'center' },
    ),
  ],
  [
    'alignItems',
    keyword(
      ['stretch', 'flex-start', 'center', 'flex-end', 'baseline'],
      'Alignment of children across the flex direction.',
      { aliases: { ...START_END, normal: 'stretch' }, example: 'center' },
    ),
  ],
  [
    'alignSelf',
    keyword(
      ['auto', 'stretch', 'flex-start', 'center', 'flex-end', 'baseline'],
      "Overrides the parent's align-items for this child.",
      { aliases: { ...START_END, normal: 'stretch' }, example: 'center' },
    ),
  ],
  [
    'alignContent',
    keyword(
      [
        'stretch',
        'flex-start',
        'center',
        'flex-end',
        'space-between',
        'space-around',
        'space-evenly',
      ],
      'Alignment of wrapped lines across the flex direction.',
      { aliases: { ...START_END, normal: 'stretch' }, example: 'flex-start' },
    ),
  ],
  [
    'rowGap',
    number(undefined, 'Cells between rows; "normal" is 0 in containers, 1 in charts.', {
      minimum: 0,
      integer: true,
      keywords: { normal: undefined },
    }),
  ],
  [
    'columnGap',
    number(undefined, 'Cells between columns; "normal" is 0 in containers, 1 in charts.', {
      minimum: 0,
      integer: true,
      keywords: { normal: undefined },
    }),
  ],
  ...(['X', 'Y'] as const).map((axis): Entry => [
    `overflow${axis}`,
    keyword(
      ['hidden', 'visible', 'scroll'],
      `What happens to content that is ${axis === 'X' ? 'wider' : 'higher'} than the box; unlike in CSS, the default is to cut it off.`,
      { aliases: { auto: 'scroll', clip: 'hidden' }, example: 'scroll' },
    ),
  ]),
  [
    'scrollStick',
    keyword(
      ['none', 'end'],
      'Whether a box that scrolls vertically stays at its end when content is added, until the user or a script scrolls away from it; back at the end, it stays there again.',
      { affects: 'layout', example: 'end' },
    ),
  ],
  [
    'contentVisibility',
    keyword(
      ['visible', 'auto'],
      'With "auto" on the children of a column, and 200 of them or more, they have styles and boxes only near the view of the column or of what scrolls around it; the height of others is estimated until then. The first child decides for all.',
      { affects: 'layout', example: 'auto' },
    ),
  ],
  [
    'zIndex',
    number(0, 'Stacking order: boxes with a higher number are painted over the others.', {
      integer: true,
      keywords: { auto: 0 },
      affects: 'layout',
    }),
  ],
  [
    'color',
    {
      syntax: { kind: 'color' },
      initial: DEFAULT_COLOR,
      inherited: true,
      affects: 'paint',
      description: 'Text colour.',
      example: 'var(--accent)',
    },
  ],
  [
    'backgroundColor',
    {
      syntax: { kind: 'color' },
      initial: TRANSPARENT,
      affects: 'paint',
      description: 'Background colour; "transparent" shows what is beneath.',
      example: '#1e1e2e',
    },
  ],
  [
    'inkColor',
    {
      syntax: { kind: 'color', keyword: 'auto' },
      initial: undefined,
      affects: 'paint',
      description:
        'Text colour on this background for text whose own colour has a contrast below 4.5, as in a selected row; "auto" keeps the colour of every text.',
      example: 'var(--accent-text)',
    },
  ],
  [
    'fontWeight',
    keyword(['normal', 'bold', 'dim'], 'Bold or dim text.', {
      aliases: { bolder: 'bold', lighter: 'dim', '400': 'normal', '700': 'bold' },
      affects: 'paint',
      inherited: true,
    }),
  ],
  [
    'fontStyle',
    keyword(['normal', 'italic'], 'Italic text, if the terminal supports it.', {
      aliases: { oblique: 'italic' },
      affects: 'paint',
      inherited: true,
    }),
  ],
  [
    'textDecoration',
    keyword(['none', 'underline', 'line-through'], 'A line under or through text.', {
      affects: 'paint',
      inherited: true,
    }),
  ],
  [
    'visibility',
    keyword(
      ['visible', 'hidden'],
      '"hidden" keeps the space of the box, but does not paint it; it cannot be clicked or focused. A child may be visible again.',
      {
        hints: { collapse: 'write "display: none", which removes the space too' },
        affects: 'paint',
        inherited: true,
      },
    ),
  ],
  [
    'userSelect',
    keyword(
      ['auto', 'contain'],
      'What a drag selects: the text of the element where it began, or with "contain" on that element or one around it, all text in there.',
      {
        hints: {
          none: 'write the attribute "inert"',
          all: 'write "contain"',
          text: 'write "auto"',
        },
        affects: 'paint',
      },
    ),
  ],
  [
    'video',
    keyword(
      ['normal', 'reverse'],
      'Swaps foreground and background for the box and its content; a nested box that reverses again is normal.',
      { affects: 'paint' },
    ),
  ],
];
