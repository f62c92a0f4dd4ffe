/** The properties of grids: the container's tracks and flow, and the place of an item. */
import { EXPECTED_AREAS, NO_AREAS, isString, readAreas } from './grid-areas.js';
import {
  AUTO_TRACK,
  EXPECTED_LINE,
  EXPECTED_TRACKS,
  NO_TRACKS,
  isAreaName,
  readLine,
  readTemplate,
  readTrackSizes,
} from './grid-tracks.js';
import { keyword, type Draft, type Entry } from './property.js';
import { splitValue, type Expansion, type Shorthand } from '../reading/shorthands.js';

const EDGES = {
  'flex-start': 'start',
  'flex-end': 'end',
  left: 'start',
  right: 'end',
  normal: 'stretch',
};

function template(what: string): Draft {
  return {
    syntax: {
      kind: 'grammar',
      expected: `none, or ${EXPECTED_TRACKS}`,
      initial: 'none',
      read: readTemplate,
    },
    initial: NO_TRACKS,
    affects: 'layout',
    description: `Sizes of a grid's ${what}: cells, percent, fr, auto, minmax(), fit-content(), repeat().`,
    example: what === 'columns' ? '20 1fr' : 'auto 1fr',
  };
}

function automatic(what: string): Draft {
  return {
    syntax: { kind: 'grammar', expected: EXPECTED_TRACKS, initial: 'auto', read: readTrackSizes },
    initial: [AUTO_TRACK],
    affects: 'layout',
    description: `Sizes of ${what} that a grid adds beyond its template, used in turn.`,
    example: '3',
  };
}

function line(what: string): Draft {
  return {
    syntax: { kind: 'grammar', expected: EXPECTED_LINE, initial: 'auto', read: readLine },
    initial: 'auto',
    affects: 'layout',
    description: `The grid line or area where the box's ${what}, or how many tracks it spans.`,
    example: 'span 2',
  };
}

export const GRID_PROPERTIES: readonly Entry[] = [
  ['gridTemplateColumns', template('columns')],
  ['gridTemplateRows', template('rows')],
  [
    'gridTemplateAreas',
    {
      syntax: { kind: 'grammar', expected: EXPECTED_AREAS, initial: 'none', read: readAreas },
      initial: NO_AREAS,
      affects: 'layout',
      description:
        'A map of the grid, one string for each row; "." leaves a cell without a name. grid-area places a box in a named area.',
      example: '"head head" "side main"',
    },
  ],
  ['gridAutoColumns', automatic('columns')],
  ['gridAutoRows', automatic('rows')],
  [
    'gridAutoFlow',
    keyword(
      ['row', 'column', 'row dense', 'column dense'],
      'Order in which a grid fills its cells; "dense" goes back to fill gaps.',
      { aliases: { dense: 'row dense', 'dense row': 'row dense', 'dense column': 'column dense' } },
    ),
  ],
  ['gridColumnStart', line('columns start')],
  ['gridColumnEnd', line('columns end')],
  ['gridRowStart', line('rows start')],
  ['gridRowEnd', line('rows end')],
  [
    'justifyItems',
    keyword(
      ['stretch', 'start', 'center', 'end'],
      'Alignment of grid items within the width of their cells.',
      { aliases: EDGES, example: 'center' },
    ),
  ],
  [
    'justifySelf',
    keyword(
      ['auto', 'stretch', 'start', 'center', 'end'],
      "Overrides the grid's justify-items for this item.",
      { aliases: EDGES, example: 'center' },
    ),
  ],
];

/** The parts between slashes that are outside parentheses; none where one of them is empty. */
function splitSlashes(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (character === '/' && depth <= 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  const trimmed = parts.map((part) => part.trim());
  return trimmed.includes('') ? [] : trimmed;
}

/** Start and end at a slash; without one, the end is automatic. */
function lines(name: string, cssName: string, axis: 'Row' | 'Column'): Shorthand {
  const longhands = [`grid${axis}Start`, `grid${axis}End`] as const;
  return {
    name,
    cssName,
    longhands,
    description: `First and last line of the box's ${axis.toLowerCase()}s in a grid, or a span.`,
    example: axis === 'Row' ? '1 / 3' : 'span 2',
    expand(text) {
      const [start, second, ...more] = splitSlashes(text);
      if (start === undefined || more.length > 0) return tooMany('one or two lines', text);
      const end = second ?? nameOrAuto(start);
      return {
        ok: true,
        texts: [
          [longhands[0], start],
          [longhands[1], end],
        ],
      };
    },
  };
}

/** A line that is left out: the other edge of an area that is named, else it is automatic. */
function nameOrAuto(other: string): string {
  return isAreaName(other) ? other : 'auto';
}

const area: Shorthand = {
  name: 'gridArea',
  cssName: 'grid-area',
  longhands: ['gridRowStart', 'gridColumnStart', 'gridRowEnd', 'gridColumnEnd'],
  description:
    'The name of an area, or row start, column start, row end and column end with slashes between.',
  example: 'main',
  expand(text) {
    const parts = splitSlashes(text);
    if (parts.length === 0 || parts.length > 4) return tooMany('one to four lines', text);
    const [rowStart = 'auto', columnStart = nameOrAuto(rowStart)] = parts;
    const [, , rowEnd = nameOrAuto(rowStart), columnEnd = nameOrAuto(columnStart)] = parts;
    const texts = [rowStart, columnStart, rowEnd, columnEnd];
    return {
      ok: true,
      texts: this.longhands.map((longhand, index) => [longhand, texts[index]!] as const),
    };
  },
};

/** `"a" 1fr "b"` has the rows `1fr auto`: a size follows the names of its row, or is left out. */
function sizesOf(parts: readonly string[]): string {
  return parts
    .flatMap((part, index) => {
      const next = parts[index + 1];
      if (!isString(part)) return [part];
      return next === undefined || isString(next) ? ['auto'] : [];
    })
    .join(' ');
}

const gridTemplate: Shorthand = {
  name: 'gridTemplate',
  cssName: 'grid-template',
  longhands: ['gridTemplateRows', 'gridTemplateColumns', 'gridTemplateAreas'],
  description: "A grid's rows, a slash, and its columns; rows may be strings of area names.",
  example: '"head head" auto "side main" 1fr / 20 1fr',
  expand(text) {
    const parts = text.toLowerCase() === 'none' ? ['none', 'none'] : splitSlashes(text);
    const [rows = '', columns] = parts;
    const drawn = splitValue(rows);
    const areas = drawn.filter(isString);
    const isDrawn = areas.length > 0;
    if (parts.length === 0 || parts.length > 2 || (columns === undefined && !isDrawn)) {
      return tooMany('rows, a slash, and columns', text);
    }
    return {
      ok: true,
      texts: [
        ['gridTemplateRows', isDrawn ? sizesOf(drawn) : rows],
        ['gridTemplateColumns', columns ?? 'none'],
        ['gridTemplateAreas', isDrawn ? areas.join(' ') : 'none'],
      ],
    };
  },
};

/** Vertical, then horizontal; one value is both. */
function place(name: string, cssName: string, second: string, description: string): Shorthand {
  const align = second.replace('justify', 'align');
  return {
    name,
    cssName,
    longhands: [align, second],
    description,
    example: 'center',
    expand(text) {
      const [first, last = first, ...more] = splitValue(text);
      if (first === undefined || last === undefined || more.length > 0) {
        return tooMany('one or two values', text);
      }
      return {
        ok: true,
        texts: [
          [align, first],
          [second, last],
        ],
      };
    },
  };
}

function tooMany(requested: string, text: string): Expansion {
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
  return { ok: false, message: `expected ${requested}, found ${text === '' ? 'nothing' : shown}` };
}

export const GRID_SHORTHANDS: readonly Shorthand[] = [
  gridTemplate,
  lines('gridColumn', 'grid-column', 'Column'),
  lines('gridRow', 'grid-row', 'Row'),
  area,
  place('placeItems', 'place-items', 'justifyItems', 'align-items and justify-items at once.'),
  place('placeSelf', 'place-self', 'justifySelf', 'align-self and justify-self at once.'),
  place(
    'placeContent',
    'place-content',
    'justifyContent',
    'align-content and justify-content at once.',
  ),
];
