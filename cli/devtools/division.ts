/** The position of the dock, and its position after the last move. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, replaceFile } from '../../config/files/write-file.js';
import type { Size } from '../../runtime/base/geometry.js';
import type { Division } from '../../runtime/terminal/divided/divided-screen.js';

/** Minimum columns of a terminal for a dock on the right. */
const WIDE = 110;
/** Maximum share of the terminal. */
const SHARE = 0.45;
const COLUMNS = 56;
const ROWS = 14;
/** Rows that a tab needs for its controls and some lines, if the app keeps as many as `MIN_MAIN`. */
const MIN_ROWS = 8;
const MIN_MAIN = 4;

/** Bytes of the file. */
const MAX_FILE = 1000;

export type DockSide = Division['side'];

/** As large as is usual at a side. */
export function usualDivision({ width, height }: Size, side?: DockSide): Division {
  const place = side ?? (width >= WIDE ? 'right' : 'bottom');
  if (place === 'right')
    return { side: 'right', cells: Math.min(COLUMNS, Math.round(width * SHARE)) };
  const least = Math.min(MIN_ROWS, height - MIN_MAIN);
  return { side: 'bottom', cells: Math.max(least, Math.min(ROWS, Math.round(height * SHARE) + 1)) };
}

/** The side that the user has chosen, and how large the dock was there. A file that cannot be read is as good as none. */
export function readDivision(file: string): Division | undefined {
  try {
    const { side, cells } = JSON.parse(readFileSync(file, 'utf8').slice(0, MAX_FILE)) as Division;
    const isDivision = (side === 'right' || side === 'bottom') && Number.isInteger(cells);
    return isDivision && cells > 0 ? { side, cells } : undefined;
  } catch {
    return undefined;
  }
}

/** Nothing depends on it: where it cannot be written, the dock opens as it does first. */
export function writeDivision(file: string, division: Division): void {
  try {
    makeFolder(dirname(file));
    // Where a variable leads to it, an app may have made a link of the name at another start: that is replaced, not what it leads to.
    replaceFile(file, `${JSON.stringify(division)}\n`, () => undefined, { isPrivate: true });
  } catch {
    // A full disk, or a folder that is not to be written.
  }
}
