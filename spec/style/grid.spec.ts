/** Values of the grid properties, and what is said of those that are none. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDeclaration } from '../../runtime/style/reading/parse.js';
import { createPropertyTable } from '../../runtime/style/properties/properties.js';
import { propertyRuns } from '../support/property-runs.js';

const table = createPropertyTable();

/** What a declaration sets, by name; or its fault in one line. */
function read(name: string, text: string): unknown {
  const result = parseDeclaration(table, name, text);
  if (!result.ok) {
    const { message, suggestion } = result.error;
    return `${message}${suggestion === undefined ? '' : ` | ${suggestion}`}`;
  }
  return Object.fromEntries(
    result.declarations.map(({ name: key, declared }) => [
      key,
      declared.kind === 'value' ? declared.value : declared.kind,
    ]),
  );
}

const cells = (size: number) => ({ min: size, max: size });
const fr = (size: number) => ({ min: 'auto', max: { fr: size } });
const auto = { min: 'auto', max: 'auto' };

describe('values', () => {
  it.each<[string, string, unknown]>([
    ['display', 'grid', { display: 'grid' }],
    ['grid-template-columns', 'none', { gridTemplateColumns: { tracks: [] } }],
    ['grid-template-columns', '20 1fr', { gridTemplateColumns: { tracks: [cells(20), fr(1)] } }],
    ['gridTemplateRows', '3ch AUTO', { gridTemplateRows: { tracks: [cells(3), auto] } }],
    [
      'grid-template-columns',
      'minmax(4, .5fr) fit-content(50%) 25%',
      {
        gridTemplateColumns: {
          tracks: [
            { min: 4, max: { fr: 0.5 } },
            { min: 'auto', max: 'max-content', limit: '50%' },
            { min: '25%', max: '25%' },
          ],
        },
      },
    ],
    [
      'grid-template-columns',
      'repeat(2, 1fr auto) 3',
      { gridTemplateColumns: { tracks: [fr(1), auto, fr(1), auto, cells(3)] } },
    ],
    [
      'grid-template-columns',
      '2 repeat(auto-fit, minmax(20, 1fr)) 4',
      {
        gridTemplateColumns: {
          tracks: [cells(2), cells(4)],
          repeat: { at: 1, tracks: [{ min: 20, max: { fr: 1 } }], collapse: true },
        },
      },
    ],
    ['grid-auto-rows', '1 2', { gridAutoRows: [cells(1), cells(2)] }],
    ['grid-auto-flow', 'dense', { gridAutoFlow: 'row dense' }],
    ['grid-auto-flow', 'column dense', { gridAutoFlow: 'column dense' }],
    ['grid-column', '2', { gridColumnStart: 2, gridColumnEnd: 'auto' }],
    ['grid-column', '1/-1', { gridColumnStart: 1, gridColumnEnd: -1 }],
    ['grid-row', '2 / span 3', { gridRowStart: 2, gridRowEnd: { span: 3 } }],
    ['grid-row', 'SPAN 2', { gridRowStart: { span: 2 }, gridRowEnd: 'auto' }],
    ['grid-row-end', '99999', { gridRowEnd: 1000 }],
    [
      'grid-area',
      '1 / 2 / span 3',
      { gridRowStart: 1, gridColumnStart: 2, gridRowEnd: { span: 3 }, gridColumnEnd: 'auto' },
    ],
    [
      'grid-template',
      '3 1fr / repeat(2, 5)',
      {
        gridTemplateRows: { tracks: [cells(3), fr(1)] },
        gridTemplateColumns: { tracks: [cells(5), cells(5)] },
        gridTemplateAreas: { columns: 0, rows: 0, areas: {} },
      },
    ],
    [
      'grid-template',
      '"head head" 3 "side ." / 20 1fr',
      {
        gridTemplateRows: { tracks: [cells(3), auto] },
        gridTemplateColumns: { tracks: [cells(20), fr(1)] },
        gridTemplateAreas: {
          columns: 2,
          rows: 2,
          areas: {
            head: { rowStart: 1, rowEnd: 2, columnStart: 1, columnEnd: 3 },
            side: { rowStart: 2, rowEnd: 3, columnStart: 1, columnEnd: 2 },
          },
        },
      },
    ],
    [
      'grid-area',
      'main',
      {
        gridRowStart: { name: 'main' },
        gridColumnStart: { name: 'main' },
        gridRowEnd: { name: 'main' },
        gridColumnEnd: { name: 'main' },
      },
    ],
    ['grid-column', 'main / 4', { gridColumnStart: { name: 'main' }, gridColumnEnd: 4 }],
    ['place-items', 'center', { alignItems: 'center', justifyItems: 'center' }],
    ['place-self', 'end start', { alignSelf: 'flex-end', justifySelf: 'start' }],
    ['justify-self', 'flex-end', { justifySelf: 'end' }],
    ['justify-content', 'normal', { justifyContent: 'normal' }],
  ])('%s: %s', (name, text, expected) => {
    expect(read(name, text)).toEqual(expected);
  });
});

const TRACKS = 'tracks such as "20 1fr", "auto minmax(10, 2fr)" or "repeat(3, 1fr)"';

const AREAS = 'none, or a string for each row such as "head head" "side main"';

describe('faults', () => {
  it.each([
    [
      'grid-template-columns',
      '20px 1fr',
      `grid-template-columns: expected ${TRACKS}, found "20px" | write "20": the unit of lengths is the terminal cell`,
    ],
    [
      'grid-template-rows',
      '1f',
      `grid-template-rows: expected ${TRACKS}, found "1f" | write "1fr"`,
    ],
    [
      'grid-template-rows',
      '1fr atuo',
      `grid-template-rows: expected ${TRACKS}, found "atuo" | did you mean "auto"?`,
    ],
    [
      'grid-template-columns',
      'minmx(1, 2)',
      `grid-template-columns: expected ${TRACKS}, found "minmx(1, 2)" | did you mean "minmax"?`,
    ],
    [
      'grid-template-columns',
      'minmax(1fr, 20)',
      'grid-template-columns: expected cells, a share or a keyword as the minimum size, found "1fr" | write "minmax(0, 1fr)"',
    ],
    [
      'grid-template-columns',
      '[side] 20 [main] 1fr',
      `grid-template-columns: expected ${TRACKS}, found "[side]" | lines are numbered; they have no names`,
    ],
    [
      'grid-template-columns',
      'repeat(auto-fill, 1fr)',
      'grid-template-columns: expected tracks of a fixed size in "repeat(auto-fill, 1fr)" | write for example "repeat(auto-fill, minmax(20, 1fr))"',
    ],
    [
      'grid-template-columns',
      'repeat(autofill, 20)',
      'grid-template-columns: expected a count of 1 or more, auto-fill or auto-fit in "repeat(autofill, 20)", found "autofill" | did you mean "auto-fill"?',
    ],
    [
      'grid-template-columns',
      'repeat(100000, 1)',
      'grid-template-columns: expected at most 1000 tracks',
    ],
    [
      'grid-template-columns',
      'constructor(1)',
      `grid-template-columns: expected ${TRACKS}, found "constructor(1)"`,
    ],
    ['grid-row', '0', 'grid-row: expected a line, found 0 | the first line is 1, the last one -1'],
    ['grid-row', 'span 0', 'grid-row: expected a span of 1 or more, found "span 0"'],
    [
      'grid-column',
      'spam 2',
      'grid-column: expected a line such as 2 or -1, "span 2", the name of an area, or auto, found "spam 2" | did you mean "span"?',
    ],
    [
      'grid-column-start',
      'atuo',
      'grid-column-start: expected a line such as 2 or -1, "span 2", the name of an area, or auto, found "atuo" | did you mean "auto"?',
    ],
    [
      'grid-template-areas',
      '"a a" "b"',
      `grid-template-areas: expected ${AREAS}, found 2 names in the first row and 1 in row 2 | write "." where a cell has no name`,
    ],
    [
      'grid-template-areas',
      '"a b" "b a"',
      `grid-template-areas: expected ${AREAS}, found "a", which is not a rectangle`,
    ],
    [
      'grid-template-areas',
      'a b',
      `grid-template-areas: expected ${AREAS}, found a | write each row in quotes: "a b"`,
    ],
    [
      'grid-template-areas',
      '"a 1x"',
      `grid-template-areas: expected ${AREAS}, found the name "1x"`,
    ],
    ['grid-column', '1 / 2 / 3', 'grid-column: expected one or two lines, found "1 / 2 / 3"'],
    [
      'grid-template',
      '1fr 1fr',
      'grid-template: expected rows, a slash, and columns, found "1fr 1fr"',
    ],
    [
      'grid-auto-flow',
      'colum',
      'grid-auto-flow: expected one of "row", "column", "row dense", "column dense", found "colum" | did you mean "column"?',
    ],
    ['grid-colum', '1', 'there is no style property "grid-colum" | did you mean "grid-column"?'],
  ])('%s: %s', (name, text, expected) => {
    expect(read(name, text)).toBe(expected);
  });

  it('reads any text without throwing, and nothing with lines of faults', () => {
    const words = fc.constantFrom(
      '1fr',
      'auto',
      '(',
      ')',
      'repeat(',
      'minmax(',
      ',',
      '/',
      'span',
      '-1',
      '%',
      '__proto__',
      '"a . __proto__"',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(
          'grid-template-columns',
          'grid-row',
          'grid-area',
          'grid-template',
          'grid-template-areas',
        ),
        fc.oneof(
          fc.string(),
          fc.array(words).map((all) => all.join(' ')),
        ),
        (name, text) => {
          const result = parseDeclaration(table, name, text);
          if (!result.ok) expect(result.error.message).not.toContain('\n');
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});
