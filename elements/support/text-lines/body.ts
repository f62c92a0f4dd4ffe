/**
 * The parts of an element with lines of text, beside its lines: the part that shows, keys and the pointer, the search, the
 * selection, the scrollbar. The element states how its rows are made and painted.
 */
import type { Color } from '../../../runtime/base/color.js';
import { TRANSPARENT } from '../../../runtime/base/color.js';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import type {
  KeyTable,
  Painter,
  ScrollPlace,
  SelectionBounds,
} from '../../../runtime/element/contract.js';
import { COMPUTED, PROPS } from '../../../runtime/element/internals.js';
import { paintScrollbar } from '../../../runtime/element/scrollbar.js';
import {
  fire,
  invalidate,
  requestCopy,
  setTimer,
  tabSizeOf,
} from '../../../runtime/element/services.js';
import { documentOf } from '../../../runtime/element/tree.js';
import { setDeclared } from '../../../runtime/element/attribute-values.js';
import { statesOf, type Size, type TuiElement } from '../../../runtime/element/tui-element.js';
import { killRingOf } from '../../text-editing/clipboard.js';
import { LinesInteraction, type LinesHost, type LinesLayout } from './interaction.js';
import type { LinesModel } from './model.js';
import { lookOf, paintEmpty, paintStatus, type LineColors, type LineLook } from './paint.js';
import { PatternError, searchPattern } from './pattern.js';
import { LinesView, scrolledOf, type LineRow, type VisibleRow } from './view.js';
import type { KeptRows } from './rows.js';

/** Lines that a search reads for one frame. */
const SCAN_LINES = 20_000;
/** Lines that are measured for a size of its own. */
const MAX_MEASURED = 500;
/** Matches that are highlighted in one line. */
const MAX_RANGES = 200;

type Host<R extends LineRow> = LinesHost<'search', R>;

/** How the lines of an element are shown. */
export interface LinesParts<R extends LineRow> {
  readonly keys: KeyTable;
  readonly rows: KeptRows<R>;
  /** Cells at the left of the text, of all the cells. */
  gutter(width: number): number;
  /** Called before rows are made: `text` is how many cells the text has. */
  prepare(text: number, wraps: boolean): void;
  /** Cells of a line that shows whole, without the gutter. */
  widthOf(line: number): number;
  /** The look of a line without cursor and selection. */
  look(painter: Painter, line: number): LineLook;
  paintRow(
    painter: Painter,
    frame: LinesFrame,
    y: number,
    row: VisibleRow<R>,
    look: LineLook,
  ): void;
  emptyText(): string;
  /**
   * The text of one row in cells of the content box; all of it where they are not set.
   *
   * @param x where the selection begins: of two columns, the one that it is in
   */
  textIn(row: VisibleRow<R>, cells: CellRange | undefined, x: number): string;
  /** The cells of the text that a cell is in, where there are several texts in a row. */
  column?(x: number): CellRange;
  /** True where a row goes on the line of the row before, which wrapping has divided. */
  continues(row: VisibleRow<R>): boolean;
  /** What is copied of whole lines. */
  copied(lines: readonly number[]): string;
  activate(line: number): void;
  /** The cursor or the selection may be others. */
  onMove?(): void;
  interaction?(host: Host<R>): LinesInteraction<'search', Host<R>>;
}

/** What rows are painted with. */
export interface LinesFrame {
  readonly layout: LinesLayout;
  readonly left: number;
  readonly colors: LineColors;
  /** Matches of the search in a text. */
  matches(text: string): readonly (readonly [from: number, to: number])[];
}

/** Cells of a row; both ends are included. */
interface CellRange {
  readonly from: number;
  readonly to: number;
}

interface Props {
  readonly wrap: boolean;
  readonly searchText: string;
}

export class LinesBody<R extends LineRow> {
  readonly view: LinesView<R>;
  readonly interaction: LinesInteraction<'search', Host<R>>;
  layout: LinesLayout | undefined;
  /** The error in what is searched by; empty for none. */
  #patternError = '';
  #isTall = false;

  constructor(
    readonly element: TuiElement,
    readonly model: LinesModel,
    readonly parts: LinesParts<R>,
  ) {
    this.view = new LinesView<R>(model, parts.rows);
    this.view.follows = false;
    const host: Host<R> = {
      keys: parts.keys,
      model,
      view: this.view,
      layout: () => this.layout,
      ring: () => killRingOf(documentOf(element)),
      textOf: () => this.#props.searchText,
      setText: (_kind, text, isDone) => this.#setSearchByUser(text, isDone),
      toggleWrap: () => setDeclared(element, 'wrap', !this.#props.wrap),
      activate: (line) => parts.activate(line),
      copy: (lines) => this.#copy(lines),
      onChange: () => this.changed(),
    };
    this.interaction = parts.interaction?.(host) ?? new LinesInteraction<'search', Host<R>>(host);
  }

  get #props(): Props {
    return this.element[PROPS] as unknown as Props;
  }

  // Lines

  /** Other lines: the cursor goes, and the place that is scrolled to where it is not kept. */
  setSources(count: number, sourceAt: (line: number) => string, keepsPlace = false): void {
    this.model.setSources(count, sourceAt);
    this.parts.rows.clear();
    if (!keepsPlace) {
      this.view.clearCursor();
      this.view.left = 0;
      this.view.scrollToPlace(0);
    }
    invalidate(this.element, this.#hasFixedSize ? 'paint' : 'layout');
  }

  get #hasFixedSize(): boolean {
    const { [COMPUTED]: computed } = this.element;
    const isSet = typeof computed['height'] === 'number' && typeof computed['width'] === 'number';
    return isSet && this.layout !== undefined && this.#isTall;
  }

  search(text: string): void {
    try {
      this.model.setSearch(searchPattern(text));
      this.#patternError = '';
    } catch (error) {
      // One that is not finished, as while the user types `/(/`, keeps the one before.
      if (!(error instanceof PatternError)) throw error;
      this.#patternError = error.message;
    }
  }

  scanAll(): void {
    this.model.scan(Infinity);
  }

  #setSearchByUser(text: string, isDone: boolean): void {
    const isSame = this.#props.searchText === text;
    if (!isSame) setDeclared(this.element, 'searchText', text);
    this.model.scan(SCAN_LINES);
    if (!isSame || isDone) fire(this.element, 'search', { text }, { cancelable: false });
  }

  // View

  changed(): void {
    this.parts.onMove?.();
    const hadStatus = (this.layout?.status ?? -1) >= 0;
    invalidate(this.element, hadStatus === this.#hasStatus ? 'paint' : 'layout');
  }

  goTo(line: number): void {
    this.view.anchor = -1;
    this.view.moveTo(this.model.placeOf(line));
    this.changed();
  }

  find(by: 1 | -1): boolean {
    this.scanAll();
    const isFound = this.interaction.toMatch(by);
    this.changed();
    return isFound;
  }

  /** The selected lines; none where only the cursor is somewhere. */
  get selected(): number[] {
    const { range } = this.view;
    if (range === undefined) return [];
    return Array.from({ length: range.to - range.from + 1 }, (_, at) => range.from + at);
  }

  /** Selects lines, the last one with the cursor. */
  select(from: number, to: number): void {
    this.view.moveTo(this.model.placeOf(to));
    this.view.anchor = this.model.lineAt(Math.min(from, this.model.shownCount - 1));
    this.changed();
  }

  get #hasStatus(): boolean {
    return this.interaction.prompt !== undefined || this.#props.searchText !== '';
  }

  // Layout

  #prepare(): void {
    const tabSize = tabSizeOf(this.element);
    if (tabSize !== this.model.tabSize) {
      this.model.tabSize = tabSize;
      this.model.setSearch(this.model.search);
      this.parts.rows.clear();
    }
  }

  measure(available: Size): Size {
    this.#prepare();
    const { wrap } = this.#props;
    const count = Math.min(MAX_MEASURED, this.model.shownCount);
    const gutter = this.parts.gutter(available.width);
    const room = Math.max(1, available.width - gutter);
    let width = 0;
    let height = 0;
    for (let line = 0; line < count; line++) {
      const cells = this.parts.widthOf(line);
      width = Math.max(width, cells);
      height += wrap && cells > room ? Math.ceil(cells / room) : 1;
    }
    this.#isTall = count === MAX_MEASURED;
    const empty = count === 0 ? cellWidth(this.parts.emptyText()) : 0;
    return {
      width: Math.min(available.width, Math.max(width + gutter, empty)),
      height: Math.min(available.height, Math.max(1, height) + (this.#hasStatus ? 1 : 0)),
    };
  }

  layOut({ width, height }: Pick<Painter, 'width' | 'height'>): LinesLayout {
    const hasStatus = this.#hasStatus && height > 1;
    const body = Math.max(0, height - (hasStatus ? 1 : 0));
    const gutter = Math.min(width, this.parts.gutter(width));
    const at = (bar: boolean): LinesLayout => ({
      width,
      height,
      header: 0,
      body,
      gutter,
      text: Math.max(0, width - gutter - (bar ? 1 : 0)),
      bar: bar ? width - 1 : -1,
      status: hasStatus ? height - 1 : -1,
    });
    let layout = at(false);
    // Of lines that wrap, each is a row at least.
    const fits = this.model.shownCount <= body && this.#sync(layout);
    if (!fits && width > 1) {
      layout = at(true);
      this.#sync(layout);
    } else if (!fits) this.#sync(layout);
    return (this.layout = layout);
  }

  /** True where all lines show. */
  #sync({ text, body }: LinesLayout): boolean {
    const { wrap } = this.#props;
    if (wrap) this.view.left = 0;
    this.parts.prepare(text, wrap);
    this.view.sync(body);
    const { visible } = this.view;
    const last = visible.at(-1);
    if (last === undefined) return true;
    const isWhole = last.index === this.parts.rows.of(last.line).length - 1;
    return (
      visible[0]?.line === 0 &&
      visible[0].index === 0 &&
      isWhole &&
      last.line === this.model.shownCount - 1
    );
  }

  // Painting

  paint(painter: Painter): void {
    this.#prepare();
    const isRead = this.model.scan(SCAN_LINES);
    if (!isRead) setTimer(this.element, () => invalidate(this.element, 'paint'), 0);
    const layout = this.layOut(painter);
    const frame: LinesFrame = {
      layout,
      left: this.view.left,
      colors: this.#colors(),
      matches: (text) => this.model.search?.ranges(text, MAX_RANGES) ?? [],
    };
    const { y, height } = painter.clip;
    const range = this.view.range;
    const cursor = this.#showsCursor ? this.view.cursorLine : -1;
    for (const [row, visible] of this.view.visible.entries()) {
      if (row < y || row >= y + height) continue;
      const { line } = visible;
      const look = lookOf(
        painter,
        frame.colors,
        {
          isCursor: line === cursor,
          isSelected: range !== undefined && line >= range.from && line <= range.to,
        },
        this.parts.look(painter, line),
      );
      this.parts.paintRow(painter, frame, row, visible, look);
    }
    if (this.model.shownCount === 0) paintEmpty(painter, this.parts.emptyText(), layout);
    if (layout.bar >= 0) {
      paintScrollbar(painter, layout.bar, 0, scrolledOf(this.view, layout.body));
    }
    if (layout.status >= 0) {
      paintStatus(painter, layout.status, this.interaction.prompt, this.#status(isRead));
    }
  }

  get #showsCursor(): boolean {
    const states = statesOf(this.element);
    return (
      this.interaction.prompt !== undefined ||
      states.has('focus-visible') ||
      (states.has('focus') && this.view.hasCursor)
    );
  }

  #colors(): LineColors {
    const { [COMPUTED]: computed } = this.element;
    return {
      cursor: colorOf(computed['cursorColor']),
      cursorBackground: colorOf(computed['cursorBackground']),
      selected: colorOf(computed['selectedBackground']),
      match: colorOf(computed['matchColor']),
      matchBackground: colorOf(computed['matchBackground']),
    };
  }

  #status(isRead: boolean): { left: string; right: string; isError: boolean } {
    const { searchText } = this.#props;
    const left = this.interaction.prompt === undefined ? `/${searchText}` : '';
    if (this.#patternError !== '') return { left, right: this.#patternError, isError: true };
    const percent = isRead ? '' : ` · ${Math.floor(this.model.progress * 100)} %`;
    return { left, right: (searchText === '' ? '' : this.foundText()) + percent, isError: false };
  }

  /** `2 of 14 matches`, counted in lines. */
  foundText(): string {
    const { found } = this.model;
    if (found.length === 0) return 'no match';
    const line = this.view.hasCursor ? this.view.cursorLine : -1;
    const place = found.has(line) ? `${found.indexOf(line) + 1} of ` : '';
    return `${place}${found.length} ${found.length === 1 ? 'match' : 'matches'}`;
  }

  caret(): { readonly x: number; readonly y: number } | null {
    const { prompt } = this.interaction;
    if (prompt === undefined || this.layout === undefined || this.layout.status < 0) return null;
    return { x: 1 + prompt.caret(), y: this.layout.status };
  }

  scrollPlace(): ScrollPlace | undefined {
    if (this.layout === undefined) return undefined;
    const { view } = this;
    return {
      left: view.left,
      top: view.top,
      maxLeft: Math.max(view.left, ...view.visible.map(({ row }) => row.width)),
      maxTop: view.lastTop,
      scrollTo: ({ left, top }) => {
        view.left = Math.max(0, left);
        view.scrollToPlace(top);
        invalidate(this.element, 'paint');
      },
    };
  }

  // Copying

  #copy(lines: readonly number[]): boolean {
    if (lines.length === 0) return false;
    requestCopy(this.element, this.parts.copied(lines));
    return true;
  }

  /** The text inside bounds; without bounds the selected lines, or all. */
  textIn(bounds: SelectionBounds | undefined | null): string {
    if (bounds === undefined || bounds === null) {
      const { selected } = this;
      const all = Array.from({ length: this.model.shownCount }, (_, line) => line);
      return this.parts.copied(selected.length > 0 ? selected : all);
    }
    const rows = this.#rowsIn(bounds);
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) {
      const cells = {
        from: Math.min(bounds.startX, bounds.endX),
        to: Math.max(bounds.startX, bounds.endX),
      };
      return this.parts.textIn(only, cells, bounds.startX);
    }
    const textOf = (row: VisibleRow<R>): string => this.parts.textIn(row, undefined, bounds.startX);
    return rows
      .map((row, at) => (at > 0 && !this.parts.continues(row) ? '\n' : '') + textOf(row))
      .join('');
  }

  #rowsIn({ startY = 0, endY = Infinity }: SelectionBounds): readonly VisibleRow<R>[] {
    const from = Math.max(0, Math.min(startY, endY));
    return this.view.visible.slice(from, Math.max(startY, endY) + 1);
  }

  /** In one row the cells; of several, whole rows. */
  highlightBounds(
    startX: number,
    endX: number,
    startY = 0,
    endY = Infinity,
  ): SelectionBounds | undefined {
    const { layout } = this;
    const rows = this.#rowsIn({ startX, endX, startY, endY });
    if (layout === undefined || rows.length === 0) return undefined;
    const first = Math.max(0, Math.min(startY, endY));
    if (rows.length === 1) return { startX, endX, startY: first, endY: first };
    const { from, to } = this.parts.column?.(startX) ?? {
      from: layout.gutter,
      to: layout.gutter + layout.text - 1,
    };
    return {
      startX: from,
      endX: to,
      startY: first,
      endY: first + rows.length - 1,
    };
  }

  /** `3 lines`; undefined for a part of a row. */
  copiedDescription(bounds: SelectionBounds | undefined | null): string | undefined {
    if (bounds === undefined || bounds === null) {
      return linesText(this.selected.length || this.model.shownCount);
    }
    const rows = this.#rowsIn(bounds);
    return rows.length > 1 ? linesText(new Set(rows.map(({ line }) => line)).size) : undefined;
  }
}

export function colorOf(value: unknown): Color | undefined {
  return typeof value === 'number' && value !== TRANSPARENT ? value : undefined;
}

export function linesText(count: number): string {
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
}

/** The part of a text in these cells, counted from its start. */
export function cellsOf(text: string, from: number, to: number): string {
  let part = '';
  let cells = 0;
  for (const character of text) {
    if (cells > to) break;
    if (cells >= from) part += character;
    cells += cellWidth(character);
  }
  return part;
}
