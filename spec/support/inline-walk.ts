/**
 * A live region on a terminal with a shell above it: the bytes of a `Screen` are replayed in xterm.js, beside a second one
 * that is resized alike and never sees the region.
 */
import { Terminal } from '@xterm/headless';
import { CellBuffer, StyleTable, WIDE_TAIL } from '../../runtime/paint/cells.js';
import { Damage } from '../../runtime/paint/damage.js';
import { graphemes } from '../../runtime/base/text/graphemes.js';
import { linesOfText } from '../../runtime/terminal/inline/printed.js';
import { MemoryTerminal } from '../../runtime/terminal/memory-terminal.js';
import { enterSequence, leaveSequence, type ModeOptions } from '../../runtime/terminal/modes.js';
import { Screen } from '../../runtime/terminal/screen.js';

const MODES: ModeOptions = {
  inline: true,
  altScreen: true,
  focus: false,
  mouse: 'off',
  keyboard: 0,
};
/** Rows of scrollback, more than any walk makes. */
const SCROLLBACK = 200_000;

/** In every row of the region, and nowhere else. */
export const MARK = '▌';

export interface WalkFrame {
  /** Text of each row; cut at the width. */
  readonly rows: readonly string[];
  /** A row and column of the text cursor; null hides it. */
  readonly caret: readonly [number, number] | null;
  /** At the start of each row; default `MARK`. */
  readonly mark?: string;
}

export class InlineWalk {
  readonly app: Terminal;
  readonly control: Terminal;
  readonly memory: MemoryTerminal;
  readonly screen: Screen;
  /** All that was written to the app's terminal. */
  text = '';
  readonly #table = new StyleTable();
  #cells: CellBuffer;

  constructor(
    public width: number,
    public height: number,
  ) {
    const options = { cols: width, rows: height, scrollback: SCROLLBACK, allowProposedApi: true };
    this.app = new Terminal(options);
    this.control = new Terminal(options);
    this.memory = new MemoryTerminal(width, height);
    this.screen = new Screen(this.memory, { reflow: 'rows' });
    this.#cells = new CellBuffer(width, 1, this.#table);
  }

  /** What the shell prints, in both terminals. */
  async shell(text: string): Promise<void> {
    await Promise.all([write(this.app, text), write(this.control, text)]);
  }

  async enter(): Promise<void> {
    await this.send(enterSequence(MODES, this));
    this.screen.start(true);
  }

  /** Restores the terminal, as at the end and at a stop. */
  async leave(clears = false, ends = false): Promise<void> {
    await this.send(leaveSequence(MODES, false, this.height, this.screen.leave(clears, ends)));
  }

  async show({ rows, caret, mark = MARK }: WalkFrame): Promise<void> {
    const height = Math.min(this.height, Math.max(1, rows.length));
    this.#cells = new CellBuffer(this.width, height, this.#table);
    for (let y = 0; y < height; y++) this.#print(y, `${mark}${rows[y] ?? ''}`);
    const damage = new Damage(this.width, height);
    damage.addAll();
    const at = caret && {
      x: Math.min(caret[1], this.width - 1),
      y: Math.min(caret[0], height - 1),
    };
    this.screen.present(this.#cells, damage, at, true);
    await this.send(this.memory.take());
  }

  /** Printed above the next frame. */
  print(text: string): void {
    this.screen.print(linesOfText(text));
  }

  /** The terminal has another size; the app paints later. */
  resize(width: number, height: number): void {
    this.width = this.memory.width = width;
    this.height = this.memory.height = height;
    this.app.resize(width, height);
    this.control.resize(width, height);
    this.screen.resize(width, height);
  }

  async send(text: string): Promise<void> {
    this.text += text;
    await write(this.app, text);
  }

  /** The rows of the last frame. */
  get frame(): string[] {
    return Array.from({ length: this.#cells.height }, (_, y) => this.#cells.rowText(y).trimEnd());
  }

  /** The last rows that are not blank. */
  shown(count: number): string[] {
    return physicalRows(this.app).slice(-count);
  }

  #print(y: number, text: string): void {
    const { glyphs, width, table } = this.#cells;
    let x = 0;
    for (const { text: part, width: own } of graphemes(text)) {
      if (x + own > width) return;
      glyphs[y * width + x] = table.glyph(part);
      if (own === 2) glyphs[y * width + x + 1] = WIDE_TAIL;
      x += own;
    }
  }
}

function write(terminal: Terminal, text: string): Promise<void> {
  return new Promise((done) => {
    terminal.write(text, done);
  });
}

export interface Row {
  readonly text: string;
  readonly isWrapped: boolean;
}

/** Rows of the terminal, counted from its scrollback on. */
export function rowsOf(terminal: Terminal, from: number, to: number): Row[] {
  const { active } = terminal.buffer;
  return Array.from({ length: Math.max(0, Math.min(to, active.length) - from) }, (_, y) => {
    const line = active.getLine(from + y);
    return {
      text: (line?.translateToString(true) ?? '').trimEnd(),
      isWrapped: line?.isWrapped === true,
    };
  });
}

/** All rows, from the scrollback on, without blank ones at the end. */
export function physicalRows(terminal: Terminal): string[] {
  const rows = rowsOf(terminal, 0, Infinity).map(({ text }) => text);
  while (rows.at(-1) === '') rows.pop();
  return rows;
}

/** Rows with those that the terminal has wrapped put together. */
export function logicalLines(terminal: Terminal): string[] {
  const { active } = terminal.buffer;
  const lines: string[] = [];
  for (let y = 0; y < active.length; y++) {
    const line = active.getLine(y);
    const text = line?.translateToString(true) ?? '';
    if (line?.isWrapped === true && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  const trimmed = lines.map((line) => line.trimEnd());
  while (trimmed.at(-1) === '') trimmed.pop();
  return trimmed;
}
