/**
 * Unicode placeholders of kitty's graphics protocol: cells that show a part of an image, which is found by the marks on a
 * character (row and column) and by the colour of the text (the image).
 */

const PLACEHOLDER = '\u{10EEEE}';

/**
 * First and last of each run of the marks that count, in the order of the protocol: those above a letter that
 * Unicode 6.0 has (class 230) and that no normalization merges with a letter.
 */
const RUNS = (
  '305,30d-30e,310,312,33d-33f,346,34a-34c,350-352,357,35b,363-36f,483-487,592-595,597-599,59c-5a1,5a8-5a9,' +
  '5ab-5ac,5af,5c4,610-617,657-65b,65d-65e,6d6-6dc,6df-6e2,6e4,6e7-6e8,6eb-6ec,730,732-733,735-736,73a,73d,' +
  '73f-741,743,745,747,749-74a,7eb-7f1,7f3,816-819,81b-823,825-827,829-82d,951,953-954,f82-f83,f86-f87,' +
  '135d-135f,17dd,193a,1a17,1a75-1a7c,1b6b,1b6d-1b73,1cd0-1cd2,1cda-1cdb,1ce0,1dc0-1dc1,1dc3-1dc9,1dcb-1dcc,' +
  '1dd1-1de6,1dfe,20d0-20d1,20d4-20d7,20db-20dc,20e1,20e7,20e9,20f0,2cef-2cf1,2de0-2dff,a66f,a67c-a67d,' +
  'a6f0-a6f1,a8e0-a8f1,aab0,aab2-aab3,aab7-aab8,aabe-aabf,aac1,fe20-fe26,10a0f,10a38,1d185-1d189,' +
  '1d1aa-1d1ad,1d242-1d244'
).split(',');

/** Rows and columns of the largest image: as many as there are marks. */
export const MAX_PLACES = 297;

/** Counted from 0. */
export interface ImagePart {
  readonly row: number;
  readonly column: number;
}

let marks: readonly string[] | undefined;
let places: ReadonlyMap<string, number> | undefined;

function allMarks(): readonly string[] {
  return (marks ??= RUNS.flatMap((run) => {
    const [first = 0, last = first] = run.split('-').map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
  }));
}

/** What a cell of an image is printed as; row and column are counted from 0, below `MAX_PLACES`. */
export function placeholder(row: number, column: number): string {
  return PLACEHOLDER + allMarks()[row]! + allMarks()[column]!;
}

/** Whether a cell shows a part of an image: then the colour of its text is not a colour, and has to stay as it is. */
export function isImagePart(text: string): boolean {
  return text.startsWith(PLACEHOLDER);
}

/** The part that a placeholder names; undefined for any other text. */
export function partOf(text: string): ImagePart | undefined {
  if (!isImagePart(text)) return undefined;
  places ??= new Map(allMarks().map((mark, at) => [mark, at]));
  const [, row = '', column = '', more] = [...text];
  const part = { row: places.get(row) ?? -1, column: places.get(column) ?? -1 };
  return part.row < 0 || part.column < 0 || more !== undefined ? undefined : part;
}
