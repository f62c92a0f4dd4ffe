/**
 * An independent terminal: bytes are replayed in @xterm/headless and its screen is read back as cells.
 *
 * Its widths are Unicode 6's; it is no oracle for the width of emoji and clusters.
 */
import { Terminal } from '@xterm/headless';
import { DEFAULT_COLOR, TRANSPARENT, indexed, rgb, type Color } from '../../runtime/base/color.js';
import {
  BLINK,
  BOLD,
  DIM,
  ITALIC,
  REVERSE,
  STRIKE,
  UNDERLINE,
  type CellBuffer,
} from '../../runtime/paint/cells.js';

/** One cell as it is shown. */
export interface ShownCell {
  /** The cluster; a blank for an empty cell, the empty string for the right half of a wide glyph. */
  readonly char: string;
  readonly fg: Color;
  readonly bg: Color;
  /** Attribute bits of `paint/cells.ts`. */
  readonly attributes: number;
}

/** The attributes that a blank shows; its colour matters only under one of them. */
const ON_BLANKS = UNDERLINE | REVERSE | STRIKE;

/** What xterm keeps of links; its interface has it for renderers alone. */
interface WithLinks {
  readonly _core: {
    readonly _oscLinkService: {
      getLinkData(id: number): { readonly id?: string; readonly uri: string } | undefined;
    };
  };
}
interface ExtendedCell {
  readonly fg: number;
  readonly bg: number;
  readonly extended: { readonly urlId: number };
}
const HAS_EXTENDED = 0x10000000;
const UNDERLINED = 0x10000000;

/** By SGR: xterm itself calls all links underlined. */
function isUnderlined({ fg }: ExtendedCell): boolean {
  return (fg & UNDERLINED) !== 0;
}

export class Xterm {
  readonly terminal: Terminal;

  constructor(width: number, height: number) {
    // Some scrollback: without any, xterm 6 loses rows when it grows again and throws at a line feed.
    this.terminal = new Terminal({
      cols: width,
      rows: height,
      allowProposedApi: true,
    });
  }

  /** Replays bytes; resolves when the terminal has worked them off. */
  write(bytes: Uint8Array | string): Promise<void> {
    return new Promise((done) => {
      this.terminal.write(bytes, done);
    });
  }

  resize(width: number, height: number): void {
    this.terminal.resize(width, height);
  }

  /** The cursor's cell. */
  get cursor(): { x: number; y: number } {
    const { cursorX, cursorY } = this.terminal.buffer.active;
    return { x: cursorX, y: cursorY };
  }

  get cursorHidden(): boolean {
    const core = (
      this.terminal as unknown as { _core: { coreService: { isCursorHidden: boolean } } }
    )._core;
    return core.coreService.isCursorHidden;
  }

  /** Every cell, by row and column. */
  cells(): ShownCell[][] {
    const { active } = this.terminal.buffer;
    const work = active.getNullCell();
    return Array.from({ length: this.terminal.rows }, (_, y) => {
      const line = active.getLine(active.viewportY + y);
      return Array.from({ length: this.terminal.cols }, (_cell, x): ShownCell => {
        const cell = line?.getCell(x, work);
        if (cell === undefined) return { char: ' ', fg: 0, bg: 0, attributes: 0 };
        const attributes =
          (cell.isBold() ? BOLD : 0) |
          (cell.isDim() ? DIM : 0) |
          (cell.isItalic() ? ITALIC : 0) |
          (isUnderlined(cell as unknown as ExtendedCell) ? UNDERLINE : 0) |
          (cell.isBlink() ? BLINK : 0) |
          (cell.isInverse() ? REVERSE : 0) |
          (cell.isStrikethrough() ? STRIKE : 0);
        return {
          char: cell.getWidth() === 0 ? '' : cell.getChars() || ' ',
          fg: color(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
          bg: color(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
          attributes,
        };
      });
    });
  }

  /** Where each cell leads (OSC 8), by row and column; empty: nowhere. */
  links(): string[][] {
    const { active } = this.terminal.buffer;
    const { _core: core } = this.terminal as unknown as WithLinks;
    return Array.from({ length: this.terminal.rows }, (_, y) => {
      const line = active.getLine(active.viewportY + y);
      return Array.from({ length: this.terminal.cols }, (_cell, x) => {
        const cell = line?.getCell(x) as unknown as ExtendedCell | undefined;
        if (cell === undefined || (cell.bg & HAS_EXTENDED) === 0) return '';
        return core._oscLinkService.getLinkData(cell.extended.urlId)?.uri ?? '';
      });
    });
  }

  /** The rows as text, trailing blanks dropped. */
  rows(): string[] {
    return this.cells().map((row) =>
      row
        .map(({ char }) => char)
        .join('')
        .trimEnd(),
    );
  }
}

function color(isDefault: boolean, isRgb: boolean, value: number): Color {
  if (isDefault) return DEFAULT_COLOR;
  return isRgb ? rgb((value >> 16) & 255, (value >> 8) & 255, value & 255) : indexed(value);
}

/** The cells that a buffer asks for, in the same form; `map` brings colours to the terminal's depth. */
export function bufferCells(
  buffer: CellBuffer,
  map: (color: Color) => Color = (shown) => shown,
): ShownCell[][] {
  return Array.from({ length: buffer.height }, (_, y) =>
    Array.from({ length: buffer.width }, (_cell, x): ShownCell => {
      const i = y * buffer.width + x;
      const { fg, bg, attributes } = buffer.table.get(buffer.styles[i] ?? 0);
      return {
        char: buffer.table.text(buffer.glyphs[i] ?? 0x20),
        fg: map(fg),
        bg: map(bg === TRANSPARENT ? DEFAULT_COLOR : bg),
        attributes,
      };
    }),
  );
}

/** `cellLines` of the cells of a buffer, without making an object of each cell. */
export function bufferLines({ width, height, glyphs, styles, table }: CellBuffer): string[] {
  const names = new Map<number, string>();
  const nameOf = (style: number): string => {
    let name = names.get(style);
    if (name === undefined) {
      const { fg, bg, attributes } = table.get(style);
      name = styleName(fg, bg === TRANSPARENT ? DEFAULT_COLOR : bg, attributes);
      names.set(style, name);
    }
    return name;
  };
  return Array.from({ length: height }, (_, y) => {
    let line = '';
    let last = '';
    for (let at = y * width; at < (y + 1) * width; at++) {
      const char = table.text(glyphs[at] ?? 0x20);
      const name = char === '' ? last : nameOf(styles[at] ?? 0);
      if (name !== last) line += `[${name}]`;
      last = name;
      line += char;
    }
    return line;
  });
}

/** Where the cells of a buffer lead, in the form of `Xterm.links`. */
export function bufferLinks({ width, height, styles, table }: CellBuffer): string[][] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_cell, x) => table.get(styles[y * width + x] ?? 0).link),
  );
}

/**
 * Cells with what nobody can see left out: a blank's foreground and weight, and the colours of a wide
 * glyph's right half, which are those of its left. Two screens look the same when these are equal.
 */
export function visible(cells: readonly (readonly ShownCell[])[]): ShownCell[][] {
  return cells.map((row) =>
    row.map((cell) => {
      if (cell.char === '') return { char: '', fg: 0, bg: 0, attributes: 0 };
      if (cell.char !== ' ') return cell;
      const attributes = cell.attributes & ON_BLANKS;
      return { ...cell, attributes, fg: attributes === 0 ? DEFAULT_COLOR : cell.fg };
    }),
  );
}

/** One line a row, the style in front of each stretch of cells that have it: a difference reads well. */
export function cellLines(cells: readonly (readonly ShownCell[])[]): string[] {
  return cells.map((row) => {
    let line = '';
    let last = '';
    for (const { char, fg, bg, attributes } of row) {
      const name = char === '' ? last : styleName(fg, bg, attributes);
      if (name !== last) line += `[${name}]`;
      last = name;
      line += char;
    }
    return line;
  });
}

function styleName(fg: Color, bg: Color, attributes: number): string {
  return `${fg.toString(16)}/${bg.toString(16)}/${attributes}`;
}
