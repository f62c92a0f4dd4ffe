/** Lines that meet in a cell: which glyph of the box-drawing block shows them (Unicode, 2500 to 257F). */

/** How a line is drawn: not at all, thin, thick or double. */
export type Line = 'n' | 'l' | 'h' | 'd';

/** The lines from the middle of a cell to its edges. */
export interface Arms {
  readonly up: Line;
  readonly right: Line;
  readonly down: Line;
  readonly left: Line;
}

/** Arms clockwise from the top, and their glyph. */
const GLYPHS: ReadonlyMap<string, number> = new Map(
  [
    'lnln│ hnhn┃ dndn║ nlnl─ nhnh━ ndnd═',
    'nlll┬ nhlh┯ nlhl┰ nhhh┳ ndld╤ nldl╥ nddd╦',
    'llnl┴ lhnh┷ hlnl┸ hhnh┻ ldnd╧ dlnl╨ ddnd╩',
    'llll┼ lhlh┿ hlhl╂ hhhh╋ ldld╪ dldl╫ dddd╬',
    'llln├ lhln┝ hlhn┠ hhhn┣ ldln╞ dldn╟ dddn╠',
    'lnll┤ lnlh┥ hnhl┨ hnhh┫ lnld╡ dndl╢ dndd╣',
    'nnll┐ nnlh┑ nnhl┒ nnhh┓ nnld╕ nndl╖ nndd╗',
    'nlln┌ nhln┍ nlhn┎ nhhn┏ ndln╒ nldn╓ nddn╔',
    'lnnl┘ lnnh┙ hnnl┚ hnnh┛ lnnd╛ dnnl╜ dnnd╝',
    'llnn└ lhnn┕ hlnn┖ hhnn┗ ldnn╘ dlnn╙ ddnn╚',
  ]
    .flatMap((row) => row.split(' '))
    .map((each) => [each.slice(0, 4), each.codePointAt(4) ?? 0x20]),
);

const BORDERS: Readonly<Record<string, Line>> = {
  thin: 'l',
  rounded: 'l',
  thick: 'h',
  double: 'd',
};

/** How a border is drawn; `n` for none. */
export function lineOf(borderStyle: unknown): Line {
  return BORDERS[String(borderStyle)] ?? 'n';
}

/** The glyph of a cell; where there is none of just these lines, of thin ones instead of others. */
export function joint({ up, right, down, left }: Arms): number {
  const thin = (line: Line): Line => (line === 'n' ? 'n' : 'l');
  const kinds = [
    up + right + down + left,
    up + thin(right) + down + thin(left),
    thin(up) + right + thin(down) + left,
    thin(up) + thin(right) + thin(down) + thin(left),
  ];
  for (const kind of kinds) {
    const glyph = GLYPHS.get(kind);
    if (glyph !== undefined) return glyph;
  }
  return 0x253c;
}
