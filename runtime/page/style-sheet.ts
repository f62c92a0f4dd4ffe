/** The style sheet of a page. Nothing in it is text of an app: colours and numbers are checked before. */
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

/** Classes of blocks, whose cells are painted by a gradient: no font has them without seams. */
const BLOCKS = new Map<number, { readonly name: string; readonly image: string }>();
function block(code: number, name: string, side: string, eighths: number): void {
  const image = `linear-gradient(to ${side},currentColor ${(eighths * 100) / 8}%,transparent 0)`;
  BLOCKS.set(code, { name, image });
}
for (let eighths = 1; eighths <= 8; eighths++)
  block(0x2580 + eighths, `d${eighths}`, 'top', eighths);
for (let eighths = 1; eighths <= 7; eighths++) {
  block(0x2590 - eighths, `l${eighths}`, 'right', eighths);
}
block(0x2580, 'u4', 'bottom', 4);
block(0x2594, 'u1', 'bottom', 1);
block(0x2590, 'r4', 'left', 4);
block(0x2595, 'r1', 'left', 1);

/** The class of a run of blocks; undefined for what a font paints. */
export function blockClass(text: string): string | undefined {
  return BLOCKS.get(text.codePointAt(0) ?? 0)?.name;
}

/** Hidden from the eye, unless the focus is in it; never from a screen reader. */
const TWIN = [
  '.twin:not(:focus-within){position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}',
  '.twin{max-width:60rem;margin:1rem 0;font:1rem/1.5 system-ui,sans-serif}',
  '.twin :focus{outline:2px solid;outline-offset:2px}',
].join('');

export function styleSheetOf({ width, scheme, styles, rows, cursor, links }: PageData): string {
  const [blank] = styles;
  const used = new Set(rows.flatMap((row) => row.map(([, cells]) => cells)));
  for (const { cells } of links) used.add(cells);
  return [
    `:root{color-scheme:${scheme}}`,
    `body{margin:0;padding:1rem;${look(blank)}}`,
    `.frame{position:relative;width:${width}ch;overflow:hidden;font:${FONT_SIZE}px/${ROW}px ${FONT};font-variant-ligatures:none;white-space:pre}`,
    `.row{height:${ROW}px}`,
    `.row span{display:inline-block;height:100%;overflow:hidden;vertical-align:top}`,
    ...[...used].sort((a, b) => a - b).map((cells) => `.w${cells}{width:${cells}ch}`),
    ...styles.map((style, place) => `.s${place}{${look(style)}}`),
    ...linkRules(links),
    `.block{-webkit-text-fill-color:transparent}`,
    ...[...BLOCKS.values()].map(({ name, image }) => `.${name}{background-image:${image}}`),
    ...(cursor === null
      ? []
      : [
          `.cursor{position:absolute;left:${cursor.x}ch;top:${cursor.y * ROW}px;width:2px;height:${ROW}px;background:${blank?.ink ?? 'currentColor'}}`,
        ]),
    TWIN,
    `@media print{.frame{print-color-adjust:exact}}`,
  ].join('\n');
}

/** Links are laid over the cells; the place of each is two classes. */
function linkRules(links: PageData['links']): string[] {
  if (links.length === 0) return [];
  const columns = new Set(links.map(({ x }) => x));
  const rows = new Set(links.map(({ y }) => y));
  return [
    `.frame a{position:absolute;height:${ROW}px}`,
    ...[...columns].map((x) => `.x${x}{left:${x}ch}`),
    ...[...rows].map((y) => `.y${y}{top:${y * ROW}px}`),
  ];
}

function look(style: PageStyle | undefined): string {
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
