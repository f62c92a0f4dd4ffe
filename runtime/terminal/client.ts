/**
 * The display of an app's frames: the terminal of this process (`Screen`), or another process at the end of a
 * socket (`frames/RemoteScreen`). The app paints the same cells for both.
 */
import type { ColorDepth } from '../base/color.js';
import type { CellBuffer } from '../paint/cells.js';
import type { Damage } from '../paint/damage.js';
import type { PrintedLine } from './inline/printed.js';

/** A cell, counted from 0. */
export interface CursorCell {
  readonly x: number;
  readonly y: number;
}

/** How a client shows colours; what is absent stays as it was. */
export interface ClientOptions {
  /** How many colours are sent. */
  readonly depth?: ColorDepth;
  /** Colours are sent as grays of the 256, for a terminal that is light or dark; undefined: as colours. */
  readonly grays?: 'light' | 'dark' | undefined;
  /** The theme is made for a dark or a light background: for who shows the cells elsewhere. */
  readonly scheme?: 'dark' | 'light';
  /** Brackets each frame with synchronized output (DEC private mode 2026). */
  readonly sync?: boolean;
}

export interface Client {
  /** What the client shows, where it keeps that in cells of the app's style table. */
  readonly front: CellBuffer | undefined;
  /** Cells that the last `present` sent. */
  readonly cellsChanged: number;
  /** True where a frame was held back: present again once the client is ready. */
  readonly behind: boolean;
  /**
   * Shows `back`. `damage` covers every cell that changed since the last call, and holds the moves of
   * rows. `cursor` is the cell of the text cursor, null to hide it. `inline`: the cells are those of the live region
   * below the shell's prompt, at most as high as the terminal; default: the whole screen.
   *
   * @returns bytes written; 0 where nothing was
   */
  present(back: CellBuffer, damage: Damage, cursor: CursorCell | null, inline?: boolean): number;
  /**
   * Prints lines above the live region, each once and in order: with the next frame that is inline, or when the terminal is
   * restored at the end. Without a terminal they are written at once.
   */
  print(lines: readonly PrintedLine[]): void;
  /** Whether lines wait to be printed. */
  readonly hasPrinted: boolean;
  /** Forgets lines that are not printed yet. @param keeps bytes of the last ones that are printed all the same; default none */
  dropPrinted?(keeps?: number): void;
  /** The screen has a new size, in cells; the next frame shows all of it. */
  resize(width: number, height: number): void;
  /** What the client shows is unknown: the next frame shows all of it. */
  invalidate(): void;
  configure(options: ClientOptions): void;
}
