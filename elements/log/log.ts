/** The log element: lines of programs. Model, view, input and paint are in the files beside this one; here they meet. */
import { dedent } from '../../runtime/base/text/dedent.js';
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import {
  ACCESSIBLE_NODE,
  addState,
  ATTRIBUTE_CHANGED,
  beforeFrame,
  CARET,
  COMPUTED,
  CONNECTED,
  CONTENT_CHANGED,
  DEFAULT_ACTION,
  DISCONNECTED,
  documentOf,
  fire,
  FOCUSABLE,
  GET_CLIPBOARD_DESCRIPTION,
  GET_SELECTABLE_TEXT,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
  invalidate,
  isConnected,
  KEY_USE,
  MEASURE,
  nameOf,
  PAINT,
  PLACED,
  PROPS,
  removeState,
  requestCopy,
  SCROLL_PLACE,
  setDeclared,
  setTimer,
  STATE_CHANGED,
  statesOf,
  tabSizeOf,
  textOf,
  type TuiElement,
} from '../support/author.js';
import type {
  AccessibleElement,
  AttributeValues,
  ComputedStyle,
  InputAction,
  Painter,
  ScrollPlace,
  SelectionBounds,
  Size,
  StyleValues,
} from '../support/author.js';
import { CopiedElement } from '../support/copied.js';
import { PatternError, searchPattern } from '../support/text-lines/pattern.js';
import { LinesView } from '../support/text-lines/view.js';
import { killRingOf } from '../text-editing/clipboard.js';
import { logNode } from './accessible.js';
import { LogCopying } from './copying.js';
import { ATTRIBUTES, BINDABLE, EVENTS, LOG_KEYS, RULES, STATES, STYLES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { LogInteraction, type PromptKind } from './interaction.js';
import type { ColumnDeclaration } from './model/json.js';
import { LogModel } from './model/model.js';
import type { LineStore } from './model/store.js';
import { entryMatcher } from './model/pattern.js';
import { layOutLog } from './paint/layout.js';
import { colorsOf, paintLog, type LogLayout } from './paint/paint.js';
import { RowCache, type Row } from './paint/rows.js';
import { statusTexts } from './paint/status.js';
import { compilePattern, readLevels, type LevelSources } from './patterns.js';
import { FollowedFile } from './source.js';
import { IncomingText } from './streams.js';

/** Lines that a filter or a search reads for one frame. */
const SCAN_LINES = 100_000;
/** Lines that are measured for a height of its own. */
const MAX_MEASURED = 500;
/** Lines that were set at once, of which this many are stored at a time. */
const READ_LINES = 10_000;

export class Log extends CopiedElement {
  static override readonly tag: string = 'log';
  static override readonly description: string =
    'Lines of a program, with its colours: follows the end, searches, filters, and colours levels. A million lines take about their text.';
  static override readonly content = 'inline';
  static override readonly fillsRow = true;
  static override readonly labelable = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles = STYLES;
  static override readonly keys = LOG_KEYS;
  static override readonly events = EVENTS;
  static override readonly states = STATES;
  static override readonly bindable = BINDABLE;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;
  declare [COMPUTED]: ComputedStyle & StyleValues<typeof STYLES>;

  declare filterText: string;
  declare searchText: string;
  readonly #model = new LogModel();
  readonly #rows = new RowCache(this.#model);
  readonly #view = new LinesView<Row>(this.#model, this.#rows);
  readonly #marks = new Set<number>();
  /** Lines that were set at once are being stored. */
  #isReading = false;
  readonly #interaction: LogInteraction = new LogInteraction({
    keys: LOG_KEYS,
    model: this.#model,
    view: this.#view,
    marks: this.#marks,
    layout: () => this.#layout,
    ring: () => killRingOf(documentOf(this)),
    unseen: () => this.#unseen,
    textOf: (kind) => this[PROPS][kind === 'search' ? 'searchText' : 'filterText'],
    setText: (kind, text, isDone) => this.#setTextByUser(kind, text, isDone),
    toggleWrap: () => setDeclared(this, 'wrap', !this[PROPS].wrap),
    activate: (line) => this.#activate(line),
    mark: (line) => this.#markByUser(line),
    copy: (lines) => this.#copy(lines),
    onChange: () => this.#onUserChange(),
  });
  #layout: LogLayout | undefined;
  readonly #copied: LogCopying = new LogCopying(this.#model, this.#view, () => this.#layout);
  /** The text between the tags, as it was read last. */
  #content = '';
  /** All natural rows are more than it ever needs: adding lines changes no size. */
  #isTall = false;
  /** The error in what is searched or filtered by; empty for none. */
  #patternError = '';
  /** The end when it was followed last. */
  #seenEnd = 0;
  #isFollowing = true;
  /** All lines are read for the filter and the search. */
  #isRead = true;
  #isAwaited = false;
  readonly #incoming = new IncomingText(this, (text) => this.#write(text));
  readonly #file = new FollowedFile(this, {
    // What shows is the file, or else the text between the tags.
    onOpen: () => this.#showContent(),
    onText: (text) => this.#incoming.write(text),
  });

  constructor(...parameters: ConstructorParameters<typeof CopiedElement>) {
    super(...parameters);
    this.#model.store.onChange = (from, by) => this.#onOtherLines(from, by);
  }

  // Lines

  /** Adds lines; a text of several lines becomes several. Nodes are added as to any element. */
  override append(...nodes: unknown[]): void {
    if (nodes.some((node) => typeof node === 'object' && node !== null)) {
      super.append(...(nodes as Parameters<TuiElement['append']>));
      return;
    }
    for (const node of nodes) this.#model.append(String(node));
    this.#onLines();
  }

  /**
   * Returns a stream whose chunks (strings, or bytes of UTF-8) are added: a line goes on until its line break, and colours
   * until they are reset. A write waits for the next frame while much has come.
   */
  stream(): WritableStream<string | Uint8Array> {
    return this.#incoming.stream();
  }

  #write(text: string): void {
    if (text === '') return;
    this.#rows.forget(this.#model.store.end - 1);
    this.#model.write(text);
    this.#onLines();
  }

  /** Removes all lines. Numbers of lines go on. */
  clear(): void {
    this.#clear();
    this.#onLines();
  }
  #clear(): void {
    this.#model.clear();
    this.#rows.forget(0);
    this.#marks.clear();
    this.#view.clearCursor();
    this.#isTall = false;
  }

  /** Returns the lines that are kept, as they were written. */
  getLines(): string[] {
    return this.#getLines();
  }
  #getLines(): string[] {
    const store = this.#settled;
    const lines: string[] = [];
    store.each(store.first, store.end, (_line, source) => lines.push(source));
    return lines;
  }

  /** Replaces all lines. */
  setLines(lines: Iterable<unknown>): void {
    this.#setLines(lines);
  }
  #setLines(lines: Iterable<unknown>): void {
    this.#clear();
    this.#model.setLines(lines);
    this.#readLater();
    this.#onLines();
  }

  /** Stores lines that were set at once while nothing else happens. */
  #readLater(): void {
    const { store } = this.#model;
    if (store.isRead || this.#isReading) return;
    this.#isReading = true;
    setTimer(
      this,
      () => {
        this.#isReading = false;
        store.read(READ_LINES);
        this.#readLater();
      },
      0,
    );
  }

  /** Lines are others by their numbers, or by their colours. */
  #onOtherLines(from: number, by: number): void {
    this.#rows.forget(from);
    if (by > 0) this.#view.renumber(from, by);
    if (this.#seenEnd > from) this.#seenEnd += by;
    invalidate(this, 'paint');
  }

  /** The lines as a property: `getLines` and `setLines`. */
  get lines(): string[] {
    return this.#getLines();
  }
  set lines(lines: Iterable<unknown>) {
    this.#setLines(lines);
  }

  /** Number of lines that are kept. */
  get lineCount(): number {
    return this.#settled.count;
  }

  /** Number of lines that pass the filter. */
  get shownCount(): number {
    this.#scanAll();
    return this.#model.shownCount;
  }

  /** Number of lines with matches of the search. */
  get matchCount(): number {
    this.#scanAll();
    return this.#model.found.length;
  }

  /** Number of the first line that is kept: 0 until lines are dropped. */
  get firstLine(): number {
    return this.#settled.first;
  }

  /** The lines with the numbers that they have for good: all that reads or sets one begins here. */
  get #settled(): LineStore {
    const { store } = this.#model;
    store.settle();
    return store;
  }

  /** Bytes that the lines take. */
  get byteLength(): number {
    return this.#model.store.byteLength;
  }

  /** Returns the text of a line by its number, as it shows and without colours; undefined where it is not kept. */
  getLine(line: number): string | undefined {
    const store = this.#settled;
    return line >= store.first && line < store.end ? this.#model.textOf(line) : undefined;
  }

  // View

  /** Whether lines that are added come into view. Setting it scrolls to the end, or pauses. */
  get following(): boolean {
    return this.#view.isFollowing;
  }
  set following(value: boolean) {
    this.#model.store.settle();
    if (value) this.#view.toEnd();
    else this.#view.hold();
    this.#noteFollowing();
    invalidate(this, 'paint');
  }

  /** Number of the line with the cursor; -1 for none. Setting it scrolls there. */
  get cursorLine(): number {
    this.#model.store.settle();
    return this.#view.cursorLine;
  }
  set cursorLine(line: number) {
    this.#scanAll();
    this.#view.anchor = -1;
    this.#view.moveTo(this.#model.placeOf(Number(line)));
    this.#noteFollowing();
    invalidate(this, 'paint');
  }

  /** Moves to the next match of the search; returns false without one. */
  findNext(): boolean {
    return this.#find(1);
  }

  /** Moves to the match before; returns false without one. */
  findPrevious(): boolean {
    return this.#find(-1);
  }
  #find(by: 1 | -1): boolean {
    this.#scanAll();
    const isFound = this.#interaction.toMatch(by);
    this.#noteFollowing();
    invalidate(this, 'paint');
    return isFound;
  }

  /** Numbers of the marked lines, ascending. */
  get marks(): number[] {
    return [...this.#marks].sort((one, other) => one - other);
  }
  set marks(lines: Iterable<number>) {
    this.#model.store.settle();
    this.#marks.clear();
    for (const line of lines) this.#marks.add(Number(line));
    invalidate(this, 'paint');
  }

  /** Numbers of the selected lines. */
  get selectedLines(): number[] {
    return this.#copied.selectedLines;
  }

  // The element

  override get [FOCUSABLE](): boolean {
    return true;
  }

  override [CONNECTED](): void {
    this[CONTENT_CHANGED]();
    this.#file.open(this[PROPS].src);
    if (this.#isFollowing) addState(this, 'following');
  }

  override [DISCONNECTED](): void {
    this.#file.close();
    this.#incoming.release();
  }

  /** What is in the document when it starts is read once it shows. */
  override [PLACED](): void {
    this.#file.open(this[PROPS].src);
  }

  override [CONTENT_CHANGED](): void {
    const content = textOf(this) ?? '';
    // It may only have been moved.
    if (content === this.#content) return;
    this.#content = content;
    // Of a file that is shown nothing changes.
    if ((this[PROPS].src ?? '') === '') this.#showContent();
  }
  #showContent(): void {
    const { src = '' } = this[PROPS];
    const text = src === '' ? dedent(this.#content).replace(/^\n|\n[ \t]*$/g, '') : '';
    this.#clear();
    if (text !== '') this.#model.append(text);
    this.#onLines();
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    const { [PROPS]: props } = this;
    const model = this.#model;
    switch (name) {
      case 'src':
        this.#file.open(props.src);
        break;
      case 'follow':
        this.#view.follows = props.follow;
        this.#noteFollowing();
        break;
      case 'maxLines':
        model.store.maxLines = props.maxLines;
        model.store.trim();
        break;
      case 'filterText':
        this.#setPattern(() => model.setFilter(entryMatcher(props.filterText)));
        if (props.filterText === '') removeState(this, 'filtered');
        else addState(this, 'filtered');
        break;
      case 'searchText':
        this.#setPattern(() => model.setSearch(searchPattern(props.searchText)));
        break;
      case 'format':
      case 'columns':
        model.setFormat(props.format === 'auto', columnsOf(props.columns));
        break;
      case 'levels':
        model.setLevels(readLevels(this, value as LevelSources | undefined));
        break;
      case 'entryStart':
        model.setEntryStart(
          props.entryStart === undefined
            ? undefined
            : compilePattern(this, 'entry-start', props.entryStart),
        );
        break;
    }
    invalidate(this, 'layout');
  }

  /** A filter that is not finished, as while the user types `/(/`, keeps the one before. */
  #setPattern(set: () => void): void {
    try {
      set();
      this.#patternError = '';
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      this.#patternError = error.message;
    }
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'focus' && !isSet) this.#interaction.close();
    if (state !== 'following' && state !== 'filtered') invalidate(this, 'paint');
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (event.target !== this) return false;
    this.#model.store.settle();
    return this.#interaction.act(event);
  }

  override [KEY_USE](event: InputAction): 'edit' | 'find' | undefined {
    return event.target === this ? this.#interaction.useOf(event) : undefined;
  }

  override [CARET](): { readonly x: number; readonly y: number } | null {
    const { prompt } = this.#interaction;
    const layout = this.#layout;
    if (prompt === undefined || layout === undefined || layout.status < 0) return null;
    return { x: 1 + prompt.caret(), y: layout.status };
  }

  override [MEASURE](available: Size): Size {
    this.#prepare();
    const model = this.#model;
    const { wrap } = this[PROPS];
    const count = Math.min(MAX_MEASURED, model.shownCount);
    let width = 0;
    let height = 0;
    for (let place = 0; place < count; place++) {
      for (const text of model.textOf(model.lineAt(place)).split('\n')) {
        const cells = cellWidth(text);
        width = Math.max(width, cells);
        height += wrap && cells > available.width ? Math.ceil(cells / available.width) : 1;
      }
    }
    this.#isTall = count === MAX_MEASURED;
    const extra = (this.#hasHeader ? 1 : 0) + (this.#hasStatus ? 1 : 0);
    const gutter = this.#marks.size > 0 ? 2 : 0;
    return {
      width: Math.min(available.width, width + gutter + 1),
      height: Math.min(available.height, Math.max(1, height) + extra),
    };
  }

  override [PAINT](painter: Painter): void {
    this.#prepare();
    const isRead = this.#isRead;
    if (!isRead) setTimer(this, () => invalidate(this, 'paint'), 0);
    const { wrap, searchText, filterText } = this[PROPS];
    const layout = (this.#layout = layOutLog(painter, {
      model: this.#model,
      view: this.#view,
      rows: this.#rows,
      wrap,
      hasHeader: this.#hasHeader,
      hasStatus: this.#hasStatus,
      hasMarks: this.#marks.size > 0,
    }));
    const { store } = this.#model;
    if (this.#view.isFollowing) this.#seenEnd = store.end;
    const { [PROPS]: props } = this;
    const states = statesOf(this);
    paintLog(painter, {
      model: this.#model,
      view: this.#view,
      layout,
      columnWidths: this.#rows.columnWidths,
      focused:
        this.#interaction.prompt !== undefined ||
        states.has('focus-visible') ||
        (states.has('focus') && this.#view.hasCursor),
      marks: this.#marks,
      colors: colorsOf(this[COMPUTED]),
      prompt: this.#interaction.prompt,
      status: statusTexts(this.#model, this.#view, {
        searchText,
        filterText,
        error: this.#patternError,
        prompt: this.#interaction.prompt?.kind,
        isRead,
      }),
      unseen: this.#unseen,
      emptyText: store.count === 0 ? props.emptyText : props.noMatchText,
    });
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    this.#scanAll();
    const { filterText, searchText } = this[PROPS];
    return logNode(this.#model, this.#view, {
      name: nameOf(this),
      filterText,
      searchText,
      focused: statesOf(this).has('focus'),
      marks: this.#marks,
    });
  }

  override [SCROLL_PLACE](): ScrollPlace | undefined {
    if (this.#layout === undefined) return undefined;
    const view = this.#view;
    return {
      left: view.left,
      top: view.top,
      maxLeft: Math.max(view.left, ...view.visible.map(({ row }) => row.width)),
      maxTop: view.lastTop,
      scrollTo: ({ left, top }) => {
        this.#model.store.settle();
        view.left = Math.max(0, left);
        view.scrollToPlace(top);
        this.#noteFollowing();
        invalidate(this, 'paint');
      },
    };
  }

  // Copying

  override [GET_SELECTABLE_TEXT](bounds?: SelectionBounds): string {
    return this.#copied.textIn(bounds);
  }

  override [GET_SELECTION_HIGHLIGHT_BOUNDS](
    startX: number,
    endX: number,
    startY = 0,
    endY = Infinity,
  ): SelectionBounds | undefined {
    return this.#copied.highlightBounds({ startX, endX, startY, endY });
  }

  override [GET_CLIPBOARD_DESCRIPTION](bounds?: SelectionBounds): string | undefined {
    return this.#copied.description(bounds);
  }

  #copy(lines: readonly number[]): boolean {
    if (lines.length === 0) return false;
    requestCopy(this, lines.map((line) => this.#model.textOf(line)).join('\n'));
    return true;
  }

  // What the user does

  #activate(line: number): void {
    const model = this.#model;
    const entry: string[] = [];
    for (let at = model.entryStart(line); at < model.entryEnd(line); at++)
      entry.push(model.textOf(at));
    fire(this, 'activate', { line, text: model.textOf(line), entry });
  }

  #markByUser(line: number): void {
    const hadMarks = this.#marks.size > 0;
    const marked = !this.#marks.delete(line);
    if (marked) this.#marks.add(line);
    if (hadMarks !== this.#marks.size > 0) invalidate(this, 'layout');
    fire(this, 'mark', { line, text: this.#model.textOf(line), marked }, { cancelable: false });
  }

  #setTextByUser(kind: PromptKind, text: string, isDone: boolean): void {
    const name = kind === 'search' ? 'searchText' : 'filterText';
    const isSame = this[PROPS][name] === text;
    if (!isSame) setDeclared(this, name, text);
    this.#model.scan(SCAN_LINES);
    if (!isSame || isDone) fire(this, kind, { text }, { cancelable: false });
  }

  #onUserChange(): void {
    this.#noteFollowing(true);
    const hadStatus = (this.#layout?.status ?? -1) >= 0;
    invalidate(this, hadStatus === this.#hasStatus ? 'paint' : 'layout');
  }

  #noteFollowing(isByUser = false): void {
    const { isFollowing } = this.#view;
    if (isFollowing === this.#isFollowing) return;
    this.#isFollowing = isFollowing;
    this.#seenEnd = this.#model.store.end;
    if (isFollowing) addState(this, 'following');
    else removeState(this, 'following');
    if (isByUser) fire(this, 'followchange', { following: isFollowing }, { cancelable: false });
  }

  // Layout

  #onLines(): void {
    if (this.#marks.size > 0) {
      const { first } = this.#model.store;
      for (const line of this.#marks) if (line < first) this.#marks.delete(line);
    }
    const { [COMPUTED]: computed } = this;
    const isSet = typeof computed['height'] === 'number' && typeof computed['width'] === 'number';
    invalidate(this, this.#isTall || (isSet && this.#layout !== undefined) ? 'paint' : 'layout');
    // Lines also come while no handler of the app runs.
    if (this.#isAwaited || !isConnected(this)) return;
    this.#isAwaited = true;
    beforeFrame(this, () => (this.#isAwaited = false));
  }

  /** To be called before it is measured and painted: what shows depends on what was read. */
  #prepare(): void {
    const tabSize = tabSizeOf(this);
    if (tabSize !== this.#model.tabSize) {
      this.#model.tabSize = tabSize;
      this.#model.formatVersion++;
    }
    this.#model.store.readEnd();
    this.#isRead = this.#model.scan(SCAN_LINES);
  }

  #scanAll(): void {
    this.#model.scan(Infinity);
  }

  get #unseen(): number {
    return this.#view.isFollowing || !this[PROPS].follow
      ? 0
      : Math.max(0, this.#model.store.end - this.#seenEnd);
  }

  get #hasHeader(): boolean {
    return this.#model.columns !== undefined && this.#model.columns.length > 0;
  }

  get #hasStatus(): boolean {
    const { searchText, filterText } = this[PROPS];
    return this.#interaction.prompt !== undefined || searchText !== '' || filterText !== '';
  }
}

function columnsOf(value: unknown): readonly ColumnDeclaration[] | undefined {
  return Array.isArray(value)
    ? value.map((each: string | ColumnDeclaration) =>
        typeof each === 'string' ? { key: each } : each,
      )
    : undefined;
}
