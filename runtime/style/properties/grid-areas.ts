/** `grid-template-areas`: a grid drawn with names, a string a row (CSS Grid 2, section 7.3). */
import { didYouMean } from '../../base/diagnostics.js';
import { MAX_TRACKS, isAreaName, type GridLine } from './grid-tracks.js';
import type { GrammarResult } from './property.js';
import { splitValue } from '../reading/shorthands.js';

/** Lines of an area, counted from 1. */
interface Area {
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly columnStart: number;
  readonly columnEnd: number;
}

export interface GridAreas {
  readonly columns: number;
  readonly rows: number;
  readonly areas: Readonly<Record<string, Area>>;
}

export const NO_AREAS: GridAreas = { columns: 0, rows: 0, areas: {} };
export const EXPECTED_AREAS = 'none, or a string for each row such as "head head" "side main"';

export function isString(part: string): boolean {
  return /^(["']).*\1$/s.test(part);
}

export function readAreas(text: string): GrammarResult {
  if (text.trim().toLowerCase() === 'none') return { ok: true, value: NO_AREAS };
  const parts = splitValue(text);
  const bare = parts.find((part) => !isString(part));
  if (bare !== undefined) {
    const suggestion =
      didYouMean(bare, ['none']) ?? `write each row in quotes: "${parts.join(' ')}"`;
    return createError(`found ${bare}`, suggestion);
  }
  const rows = parts.map((part) => part.slice(1, -1).trim().split(/\s+/));
  const columns = rows[0]?.length ?? 0;
  if (rows.length > MAX_TRACKS || columns > MAX_TRACKS)
    return createError(`found more than ${MAX_TRACKS}`);
  const areas: Record<string, Area> = Object.create(null) as Record<string, Area>;
  for (const [y, row] of rows.entries()) {
    if (row.length !== columns) {
      const found = `found ${columns} names in the first row and ${row.length} in row ${y + 1}`;
      return createError(found, 'write "." where a cell has no name');
    }
    for (const [x, name] of row.entries()) {
      if (/^\.+$/.test(name)) continue;
      if (!isAreaName(name)) return createError(`found the name ${JSON.stringify(name)}`);
      const area = areas[name] ?? { rowStart: y + 1, rowEnd: 0, columnStart: x + 1, columnEnd: 0 };
      areas[name] = {
        ...area,
        rowEnd: Math.max(area.rowEnd, y + 2),
        columnStart: Math.min(area.columnStart, x + 1),
        columnEnd: Math.max(area.columnEnd, x + 2),
      };
    }
  }
  for (const [name, area] of Object.entries(areas)) {
    const { rowStart, rowEnd, columnStart, columnEnd } = area;
    const size = (rowEnd - rowStart) * (columnEnd - columnStart);
    const filled = rows.flat().filter((cell) => cell === name).length;
    if (filled !== size) return createError(`found "${name}", which is not a rectangle`);
  }
  return { ok: true, value: { columns, rows: rows.length, areas } satisfies GridAreas };
}

function createError(found: string, suggestion?: string): GrammarResult {
  return { ok: false, message: `expected ${EXPECTED_AREAS}, ${found}`, suggestion };
}

/**
 * The number of a line that may be an area's edge: `main` is where the area begins or ends, as the
 * property asks, `main-start` and `main-end` are one of them. What the grid has no area for is `auto`.
 */
export function lineOf(
  line: GridLine,
  { areas }: GridAreas,
  axis: 'row' | 'column',
  edge: 'Start' | 'End',
): Exclude<GridLine, { readonly name: string }> {
  if (typeof line !== 'object' || 'span' in line) return line;
  const side = (name: string, of: 'Start' | 'End'): number | undefined =>
    Object.hasOwn(areas, name) ? areas[name]![`${axis}${of}`] : undefined;
  const [, name = '', written] = /^(.+)-(start|end)$/i.exec(line.name) ?? [];
  const explicit =
    written === undefined ? undefined : side(name, /^s/i.test(written) ? 'Start' : 'End');
  return side(line.name, edge) ?? explicit ?? 'auto';
}
