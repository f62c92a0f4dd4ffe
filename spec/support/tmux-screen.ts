/** What a pane of tmux shows, as a screen that goldens are made of: characters and styles, read from tmux by another terminal. */
import { Screen } from '../../runtime/screen/screen.js';
import type { Style } from '../../runtime/paint/cells.js';
import type { Rect } from '../../runtime/base/geometry.js';
import type { Tmux } from './tmux.js';
import { visible, Xterm, type ShownCell } from './xterm.js';

export type Cells = readonly (readonly ShownCell[])[];

/** Every cell of the pane, without what cannot be seen. */
export async function capture(terminal: Tmux, width: number, height: number): Promise<Cells> {
  const xterm = new Xterm(width, height);
  const rows = terminal.run('capture-pane', '-e', '-N', '-p').replace(/\n$/, '').split('\n');
  const placed = rows.map((row, y) => `\x1b[${y + 1};1H${withoutEmoji(row)}`);
  await xterm.write(`\x1b[?7l${placed.join('')}`);
  return visible(xterm.cells());
}

/** Emoji and flags, of whose width the two terminals have different ideas, as two boxes. */
function withoutEmoji(row: string): string {
  const clusters = [...new Intl.Segmenter().segment(row)].map(({ segment }) => segment);
  return clusters.map((each) => ((each.codePointAt(0) ?? 0) > 0xffff ? '▯▯' : each)).join('');
}

export function part(cells: Cells, { x, y, width, height }: Rect): Cells {
  return cells.slice(y, y + height).map((row) => row.slice(x, x + width));
}

export function textsOf(cells: Cells): string[] {
  return cells.map((row) => row.map(({ char }) => char).join(''));
}

/** A cell of what differs from run to run. */
export const MASKED: ShownCell = { char: '·', fg: 0, bg: 0, attributes: 0 };

/** A row with the cells of what a pattern finds masked; each character has to be one cell. */
export function mask(row: readonly ShownCell[], pattern: RegExp): readonly ShownCell[] {
  const found = pattern.exec(row.map(({ char }) => char).join(''));
  if (found === null) return row;
  const [from, to] = [found.index, found.index + found[0].length];
  return row.map((cell, x) => (x < from || x >= to ? cell : MASKED));
}

export function screenOf(cells: Cells, theme: string): Screen {
  const palette: Style[] = [];
  const numbers = new Map<string, number>();
  const styles = cells.flat().map(({ fg, bg, attributes }) => {
    const name = `${fg} ${bg} ${attributes}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, palette.length);
    return palette.push({ fg, bg, attributes }) - 1;
  });
  return new Screen({
    width: cells[0]?.length ?? 0,
    height: cells.length,
    theme,
    cursor: null,
    chars: cells.flat().map(({ char }) => char),
    styles,
    palette,
  });
}
