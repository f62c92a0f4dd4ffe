/** The style sheet of a page. Nothing in it is text of an app: colours and numbers are checked before. */
import { glyphClass, glyphRule, type CellLengths } from './glyph-rules.js';
import type { PageData, PageStyle } from './page-data.js';

const FONT =
  "ui-monospace,'SFMono-Regular','SF Mono',Menlo,'Cascadia Mono','JetBrains Mono','DejaVu Sans Mono',Consolas,'Liberation Mono','Noto Sans Mono CJK JP',monospace";
/** Pixels of letters and of a row. Whole ones, and so few that lines of boxes meet in any font. */
const FONT_SIZE = 14;
const ROW = 16;
/** Opacity of dim letters, as the last two digits of a colour. */
const DIM = '99';

const DECLARATIONS: Readonly<Record<string, string>> = {
  bold: 'font-weight:700',
  italic: 'font-style:italic',
};

/** Places in a cell of a page that stays as it is: as wide as its font has it, and as high as its rows. */
const LENGTHS: CellLengths = {
  x: (units) => `calc(var(--cell)*${units / 8})`,
  y: (units) => `${(units * ROW) / 16}px`,
};

/** Hidden from the eye, unless the focus is in it; never from a screen reader. */
const TWIN = /* @__PURE__ */ [
  '.twin:not(:focus-within){position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}',
  '.twin{max-width:60rem;margin:1rem 0;font:1rem/1.5 system-ui,sans-serif}',
  '.twin :focus{outline:2px solid;outline-offset:2px}',
].join('');

/**
 * What every frame has. The lengths `--cell` and `--row` are set with it: a cell's width, and the height of a row.
 */
export const FRAME = [
  `.frame{position:relative;overflow:hidden;font-family:${FONT};line-height:var(--row);font-variant-ligatures:none;white-space:pre}`,
  '.row{position:relative;height:var(--row)}',
  '.row span{display:inline-block;height:100%;overflow:hidden;vertical-align:top}',
  '.row a{position:absolute;top:0;height:100%}',
  '.glyph{-webkit-text-fill-color:transparent}',
];

/** The rule of the cells of a run or a link. */
export function widthRule(cells: number): string {
  return `.w${cells}{width:calc(var(--cell)*${cells})}`;
}

/** The rule of the column of a link. */
export function columnRule(x: number): string {
  return `.x${x}{left:calc(var(--cell)*${x})}`;
}

/** @param place of the style in the list that runs name it by */
export function styleRule(style: PageStyle, place: number): string {
  return `.s${place}{${look(style)}}`;
}

export function styleSheetOf({ width, scheme, styles, rows, cursor, links }: PageData): string {
  const [blank] = styles;
  const runs = rows.flat();
  const widths = new Set(
    [...runs, ...links.map(({ cells }) => ['', cells] as const)].map(([, cells]) => cells),
  );
  const glyphs = new Set(runs.flatMap(([text]) => glyphClass(text) ?? []));
  const columns = new Set(links.map(({ x }) => x));
  return [
    `:root{color-scheme:${scheme}}`,
    `body{margin:0;padding:1rem;${look(blank)}}`,
    ...FRAME,
    `.frame{--cell:1ch;--row:${ROW}px;width:${width}ch;font-size:${FONT_SIZE}px}`,
    ...[...widths].sort((a, b) => a - b).map(widthRule),
    ...[...columns].map(columnRule),
    ...styles.map(styleRule),
    ...[...glyphs].sort().map((name) => glyphRule(name, LENGTHS)),
    ...(cursor === null
      ? []
      : [
          `.cursor{position:absolute;left:${cursor.x}ch;top:${cursor.y * ROW}px;width:2px;height:${ROW}px;background:${blank?.ink ?? 'currentColor'}}`,
        ]),
    TWIN,
    `@media print{.frame{print-color-adjust:exact}}`,
  ].join('\n');
}

export function look(style: PageStyle | undefined): string {
  if (style === undefined) return '';
  const { ink, paper, attributes } = style;
  const lines = [
    attributes.includes('underline') ? 'underline' : '',
    attributes.includes('strike') ? 'line-through' : '',
  ].filter((name) => name !== '');
  return [
    `color:${ink}${attributes.includes('dim') ? DIM : ''}`,
    `background-color:${paper}`,
    ...attributes.flatMap((name) => DECLARATIONS[name] ?? []),
    ...(lines.length > 0 ? [`text-decoration:${lines.join(' ')}`] : []),
  ].join(';');
}
