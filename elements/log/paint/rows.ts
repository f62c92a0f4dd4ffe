/** The rows of cells that a line takes at a width: its texts, wrapped, with the spans of one look in them. */
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import { wrapLines } from '../../../runtime/base/text/wrap.js';
import type { Pen } from '../../../runtime/base/text/sgr.js';
import type { JsonPiece } from '../model/json.js';
import type { LogModel, ShownLine } from '../model/model.js';

/** UTF-16 units of a line that show; a longer one ends with an ellipsis, and is copied whole. */
const MAX_SHOWN = 20_000;
/** Rows of a wrapped line. */
const MAX_ROWS = 500;
/** Cells of a column without a width of its own. */
const MAX_COLUMN = 40;
/** Lines whose rows are kept. */
const MAX_CACHED = 2000;

/** A part of a text in one look. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly pen?: Pen;
  readonly isMuted?: boolean;
}

interface DisplayText {
  readonly text: string;
  readonly spans: readonly Span[];
}

export interface Row extends DisplayText {
  /** The part of the text that is in this row. */
  readonly start: number;
  readonly end: number;
  readonly width: number;
}

export class RowCache {
  readonly columnWidths: number[] = [];
  readonly #model: LogModel;
  readonly #rows = new Map<number, readonly Row[]>();
  #width = 0;
  #wraps = false;
  #version = -1;

  constructor(model: LogModel) {
    this.#model = model;
  }

  /** To be called before a frame: other widths and formats make other rows. */
  prepare(width: number, wraps: boolean): void {
    const version = this.#model.formatVersion;
    if (version !== this.#version) this.columnWidths.length = 0;
    if (width !== this.#width || wraps !== this.#wraps || version !== this.#version)
      this.#rows.clear();
    this.#width = width;
    this.#wraps = wraps;
    this.#version = version;
  }

  /** A line is another one now: the last one, which was not finished. */
  forget(from: number): void {
    for (const line of [...this.#rows.keys()]) if (line >= from) this.#rows.delete(line);
  }

  of(line: number): readonly Row[] {
    const kept = this.#rows.get(line);
    if (kept !== undefined) return kept;
    const shown = this.#model.shownLine(line);
    this.#measureColumns(shown);
    const rows = this.#textsOf(shown).flatMap((text) => this.#rowsOf(text));
    if (this.#rows.size >= MAX_CACHED) this.#rows.clear();
    this.#rows.set(line, rows);
    return rows;
  }

  /** Columns only grow, so that they stay where they are while it is scrolled. */
  #measureColumns(shown: ShownLine): void {
    const { columns } = this.#model;
    if (columns === undefined || shown.type !== 'json') return;
    let hasGrown = false;
    for (const [at, piece] of (shown.lines[0] ?? []).entries()) {
      const own = columns[at]?.width ?? Math.min(MAX_COLUMN, cellWidth(piece.text));
      const before = this.columnWidths[at] ?? Math.min(MAX_COLUMN, cellWidth(labelOf(columns[at])));
      this.columnWidths[at] = Math.max(before, own);
      hasGrown ||= this.columnWidths[at] !== before;
    }
    if (hasGrown) this.#rows.clear();
  }

  #textsOf(shown: ShownLine): DisplayText[] {
    if (shown.type === 'text') return [joined(shown.runs)];
    return shown.lines.map((pieces) => joined(this.#inColumns(pieces)));
  }

  /** All but the last column are filled up, or cut. */
  #inColumns(pieces: readonly JsonPiece[]): readonly JsonPiece[] {
    if (pieces[0]?.column === undefined) return pieces;
    return pieces.map((piece, at) =>
      at === pieces.length - 1
        ? piece
        : { ...piece, text: inColumn(piece.text, this.columnWidths[at] ?? 0) },
    );
  }

  #rowsOf({ text, spans }: DisplayText): Row[] {
    const lines = wrapLines(text, this.#width, {
      mode: this.#wraps ? 'wrap' : 'nowrap',
      preserve: true,
      maxLines: MAX_ROWS,
    });
    if (lines.length === 0) return [{ text, spans, start: 0, end: 0, width: 0 }];
    return lines.map(({ start, end, width }) => ({ text, spans, start, end, width }));
  }
}

export function labelOf(
  column: { readonly key: string; readonly label?: string } | undefined,
): string {
  return column?.label ?? column?.key ?? '';
}

/** A text in a column, and the gap behind it. */
export function inColumn(text: string, width: number): string {
  const kept = truncate(text, width);
  return kept + ' '.repeat(width - cellWidth(kept) + 2);
}

function joined(
  parts: readonly { readonly text: string; readonly pen?: Pen; readonly isMuted?: boolean }[],
): DisplayText {
  let text = '';
  const spans: Span[] = [];
  for (const { text: part, pen, isMuted } of parts) {
    const room = MAX_SHOWN - text.length;
    if (room <= 0) break;
    const shown =
      part.length > room ? `${part.slice(0, room - 1).replace(/[\ud800-\udbff]$/, '')}…` : part;
    const from = text.length;
    text += shown;
    const look = { ...(pen !== undefined && { pen }), ...(isMuted === true && { isMuted }) };
    spans.push({ from, to: text.length, ...look });
  }
  return { text, spans };
}
