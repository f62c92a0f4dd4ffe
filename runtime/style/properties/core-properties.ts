/** Core properties: what every element has, whatever its class. One entry is all that a property needs. */
import { DEFAULT_COLOR, TRANSPARENT } from '../../color.js';
import { keyword, length, number, type Draft, type Entry } from './property.js';

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;
/** Inherited, `auto` reads as undefined: the theme's border colour. */
const BORDER_STYLES = ['none', 'thin', 'thick', 'double', 'rounded'];

const START_END = { start: 'flex-start', end: 'flex-end' };

const DISPLAY_HINTS = {
  block: 'write "display: flex": children stand in a column unless flex-direction says otherwise',
  inline: 'write "display: flex"; text and inline elements flow by themselves',
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
      'How content is laid out: in rows or columns, or in a grid; "none" takes the box away, content too.',
      { hints: DISPLAY_HINTS, affects: 'display', example: 'grid' },
    ),
  ],
  [
    'position',
    keyword(
      ['relative', 'absolute', 'fixed'],
      '"absolute" takes the box out of the flow, placed in its parent; "fixed" places it on the screen, above the document.',
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
    length('auto', 'Width of the box, border and padding included.', {
      auto: true,
      example: '50%',
    }),
  ],
  ['height', length('auto', 'Height of the box, border and padding included.', { auto: true })],
  ['minWidth', length('auto', 'The box is never narrower.', { auto: true })],
  ['minHeight', length('auto', 'The box is never lower.', { auto: true })],
  ['maxWidth', length('auto', 'The box is never wider.', { auto: true })],
  ['maxHeight', length('auto', 'The box is never higher.', { auto: true })],
  ...sided('padding', '', (side) =>
    length(0, `Room between the ${side} border and the content.`, { example: '1' }),
  ),
  ...sided('margin', '', (side) =>
    length(0, `Room outside the ${side} border; "auto" takes what is free.`, {
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
    description: `Colour of the ${side} border; "auto" is outline-color, else the theme's --border.`,
    example: 'var(--accent)',
  })),
  [
    'outlineColor',
    {
      syntax: { kind: 'color', keyword: 'auto' },
      initial: undefined,
      affects: 'paint',
      description:
        'Colour of borders whose own is "auto"; what has the focus has --focus here by itself.',
      example: 'var(--focus)',
    },
  ],
  [
    'flexDirection',
    keyword(
      ['column', 'row', 'column-reverse', 'row-reverse'],
      'The way children follow each other.',
      {
        example: 'row',
      },
    ),
  ],
  [
    'flexWrap',
    keyword(['nowrap', 'wrap', 'wrap-reverse'], 'Whether children go on in a new line.'),
  ],
  ['flexGrow', number(0, 'Share of the free room the box takes.', { minimum: 0 })],
  [
    'flexShrink',
    number(undefined, 'Share of the missing room the box gives; "auto" leaves it to the layout.', {
      minimum: 0,
      keywords: { auto: undefined },
    }),
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
      'Where free room goes along the flex direction, or beside the columns of a grid; "normal" is flex-start, in a grid stretch.',
      { aliases: { ...START_END, left: 'flex-start', right: 'flex-end' }, example: 'center' },
    ),
  ],
  [
    'alignItems',
    keyword(
      ['stretch', 'flex-start', 'center', 'flex-end', 'baseline'],
      'Where children stand across the flex direction.',
      { aliases: { ...START_END, normal: 'stretch' }, example: 'center' },
    ),
  ],
  [
    'alignSelf',
    keyword(
      ['auto', 'stretch', 'flex-start', 'center', 'flex-end', 'baseline'],
      "The parent's align-items for this child alone.",
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
      'Where wrapped lines stand across the flex direction.',
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
      `What happens to content that is ${axis === 'X' ? 'wider' : 'higher'} than the box; unlike in CSS it is cut off unless asked to show.`,
      { aliases: { auto: 'scroll', clip: 'hidden' }, example: 'scroll' },
    ),
  ]),
  [
    'zIndex',
    number(0, 'Boxes of a higher number are painted over the others.', {
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
      description: 'Colour of text.',
      example: 'var(--accent)',
    },
  ],
  [
    'backgroundColor',
    {
      syntax: { kind: 'color' },
      initial: TRANSPARENT,
      affects: 'paint',
      description: 'Colour behind the box; "transparent" shows what is beneath.',
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
        'Colour of text on the background of this box whose own colour would not stand out from it (contrast below 4.5), as in a selected row; "auto" leaves every text its own.',
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
    keyword(['normal', 'italic'], 'Italic text, where the terminal has it.', {
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
      '"hidden" keeps the room of the box, but nothing of it shows, is clicked or has the focus; what is in it may be visible again.',
      {
        hints: { collapse: 'write "display: none", which takes the room away too' },
        affects: 'paint',
        inherited: true,
      },
    ),
  ],
  [
    'video',
    keyword(
      ['normal', 'reverse'],
      'Foreground and background change places, for the box and all that stands on it; a box inside that reverses again is normal.',
      { affects: 'paint' },
    ),
  ],
];
