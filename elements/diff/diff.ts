/** The diff element: changes of files, line by line. What lines have in common with other elements is in `support/text-lines`. */
import {
  ACCESSIBLE_NODE,
  addState,
  ATTRIBUTE_CHANGED,
  BOLD,
  cellWidth,
  COMPUTED,
  CONNECTED,
  CONTENT_CHANGED,
  fire,
  hasFewColors,
  invalidate,
  nameOf,
  PAINT,
  PLACED,
  PROPS,
  removeState,
  reportToDocument,
  sanitize,
  setDeclared,
  setTimer,
  statesOf,
  textOf,
} from '../support/author.js';
import type {
  AccessibleElement,
  AttributeValues,
  ComputedStyle,
  Painter,
  Place,
  StyleValues,
} from '../support/author.js';
import type { Color } from '../../runtime/base/color.js';
import { dedent } from '../../runtime/base/text/dedent.js';
import { checkLanguage } from '../support/highlight/check-language.js';
import type { ScopeSpan } from '../support/highlight/lines.js';
import { SourceFile } from '../support/text-file.js';
import { cellsOf, colorOf, LinesBody, type LinesFrame } from '../support/text-lines/body.js';
import { LINES, LinesElement } from '../support/text-lines/element.js';
import { LinesModel } from '../support/text-lines/model.js';
import type { LineLook } from '../support/text-lines/paint.js';
import { KeptRows, rowsOf, type TextRow } from '../support/text-lines/rows.js';
import type { VisibleRow } from '../support/text-lines/view.js';
import { diffNode } from './accessible.js';
import { ATTRIBUTES, BINDABLE, DIFF_KEYS, EVENTS, RULES, STATES, STYLES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { DiffInteraction } from './interaction.js';
import { gutterOf, MIN_SPLIT, sidesOf, type DiffCells, type DiffRow } from './layout.js';
import { compareTexts } from './model/compare.js';
import { KIND, parseDiff, type Diff as ParsedDiff, type DiffFile } from './model/parse.js';
import { patchOf, type PatchChoice } from './model/patch.js';
import {
  counterpartOf,
  fileWords,
  splitOrder,
  unifiedOrder,
  type DiffOrder,
} from './model/rows.js';
import { DiffSyntax } from './model/syntax.js';
import { wordMarks, type WordRange } from './model/words.js';
import { paintBand, paintDivider, paintSide, type DiffSide } from './paint.js';

/** Lines of a diff whose first frame is highlighted; longer ones are once they show. */
const MAX_AT_ONCE = 2000;
/** Lines whose marked words are kept. */
const MAX_MARKED = 2000;
const NO_WORDS: readonly WordRange[] = [];

const EMPTY: ParsedDiff = parseDiff('');

export class Diff extends LinesElement<DiffRow> {
  static override readonly tag: string = 'diff';
  static override readonly description: string =
    'Changes of files: the output of `git diff`, or the difference of two texts, in one column or side by side. Lines and hunks can be selected, as a patch for `git apply`.';
  static override readonly content = 'none';
  static override readonly raw = true;
  static override readonly fillsRow = true;
  static override readonly labelable = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles = STYLES;
  static override readonly keys = DIFF_KEYS;
  static override readonly events = EVENTS;
  static override readonly states = STATES;
  static override readonly bindable = BINDABLE;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;
  declare [COMPUTED]: ComputedStyle & StyleValues<typeof STYLES>;

  declare searchText: string;
  declare view: 'unified' | 'split';
  readonly #model = new LinesModel();
  readonly #file: SourceFile = new SourceFile(this, 'diff-unread', () => this.#show());
  readonly #marked = new Map<number, readonly WordRange[]>();
  #diff: ParsedDiff = EMPTY;
  #syntax: DiffSyntax = new DiffSyntax(EMPTY, undefined, () => '');
  /** False until a long diff shows. */
  #isHighlighted = true;
  #order: DiffOrder = unifiedOrder(EMPTY);
  /** Cells of the text, and whether lines wrap. */
  #room = { text: 0, wraps: false };
  #gutter = 0;
  #text = '';
  #hasRoom = true;
  readonly #body: LinesBody<DiffRow> = new LinesBody<DiffRow>(this, this.#model, {
    keys: DIFF_KEYS,
    rows: new KeptRows((row) => this.#rowsOf(row)),
    gutter: (width) => (this.#gutter = gutterOf(this.#cells, width)),
    prepare: (text, wraps) => {
      this.#room = { text, wraps };
      this.#body.parts.rows.prepare(text, wraps, this.#order.isSplit);
    },
    widthOf: (row) => this.#widthOf(row),
    look: (painter, row) => this.#look(painter, row),
    paintRow: (painter, frame, y, visible, look) =>
      this.#paintRow(painter, frame, y, visible, look),
    emptyText: () => this[PROPS].emptyText,
    textIn: (visible, cells, x) => this.#textIn(visible, cells, x),
    column: (x) => this.#sideAt(x),
    continues: ({ index }) => index > 0,
    copied: (rows) => rows.flatMap((row) => this.#copiedRow(row)).join('\n'),
    activate: () => this.#activate(),
    interaction: (host) =>
      new DiffInteraction({
        ...host,
        hunkRows: () => this.#rowsOfLines(this.#diff.hunks.map(({ from }) => from)),
        fileRows: () => this.#rowsOfLines(this.#diff.files.map(({ from }) => from)),
        hunkAt: (row) => this.#hunkRows(row),
        toggleView: () => setDeclared(this, 'view', this.#order.isSplit ? 'unified' : 'split'),
      }),
  });

  override get [LINES](): LinesBody<DiffRow> {
    return this.#body;
  }

  // Properties

  /** The diff as text; of `oldText` and `newText` the one that was found. */
  get value(): string {
    return this.#text;
  }
  set value(value: unknown) {
    setDeclared(this, 'value', value === null || value === undefined ? undefined : String(value));
  }

  /** The files in the diff: each with `name`, `oldName`, `status` and how many lines are `added` and `removed`. */
  get files(): readonly {
    readonly name: string;
    readonly oldName: string;
    readonly status: DiffFile['status'];
    readonly added: number;
    readonly removed: number;
  }[] {
    return this.#diff.files.map(({ newName, oldName, status, added, removed }) => ({
      name: newName,
      oldName,
      status,
      added,
      removed,
    }));
  }

  /** Number of hunks. */
  get hunkCount(): number {
    return this.#diff.hunks.length;
  }

  /** Number of the hunk with the cursor, from 1; undefined outside of hunks. Setting it scrolls there. */
  get hunk(): number | undefined {
    return this.#currentHunk;
  }
  set hunk(number: number | undefined) {
    const hunk = this.#diff.hunks[Number(number) - 1];
    if (hunk !== undefined) this.#body.goTo(this.#rowOfLine(hunk.from));
  }

  /** Patch of the selected lines, or else of the hunk or the file with the cursor; empty where nothing is changed there. */
  get patch(): string {
    return patchOf(this.#diff, this.#choice(), false);
  }

  /** The same for `git apply --reverse`, where all of the diff is applied already: takes back what is selected. */
  get reversePatch(): string {
    return patchOf(this.#diff, this.#choice(), true);
  }

  // Life

  override [CONNECTED](): void {
    this.#show();
    this.#file.load(this[PROPS].src ?? '');
  }

  override [PLACED]({ content }: Place): void {
    this.#fitTo(content.width);
    // What is in the document when it starts is read once it shows.
    this.#file.load(this[PROPS].src ?? '');
  }

  override [CONTENT_CHANGED](): void {
    this.#show();
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    if (name === 'src') this.#file.load(this[PROPS].src ?? '');
    else if (name === 'view') this.#setOrder(true);
    else if (name === 'language') this.#setLanguage();
    else if (['value', 'oldText', 'newText', 'filename', 'context'].includes(name)) this.#show();
    super[ATTRIBUTE_CHANGED](name);
  }

  #source(): string {
    const { value, oldText, newText, filename, context } = this[PROPS];
    if (value !== undefined) return value;
    if (oldText !== undefined || newText !== undefined) {
      return compareTexts(oldText ?? '', newText ?? '', filename, context);
    }
    return this.#file.text ?? contentOf(textOf(this) ?? '');
  }

  #show(): void {
    const text = this.#source();
    if (text === this.#text) return;
    this.#text = text;
    this.#diff = parseDiff(text);
    this.#marked.clear();
    this.#syntax = this.#newSyntax();
    this.#isHighlighted = this.#diff.kinds.length <= MAX_AT_ONCE;
    this.#setOrder(false);
    this.#report();
  }

  #newSyntax(): DiffSyntax {
    return new DiffSyntax(this.#diff, this[PROPS].language, (line) => this.#shownText(line));
  }

  #setLanguage(): void {
    checkLanguage(this, this[PROPS].language);
    this.#syntax = this.#newSyntax();
  }

  override [PAINT](painter: Painter): void {
    super[PAINT](painter);
    if (this.#isHighlighted || hasFewColors(painter)) return;
    this.#isHighlighted = true;
    setTimer(this, () => invalidate(this, 'paint'), 0);
  }

  /** What cannot be read shows as text, and is reported with its place. */
  #report(): void {
    const [first] = this.#diff.errors;
    if (first === undefined) {
      removeState(this, 'damaged');
      return;
    }
    addState(this, 'damaged');
    const found = this.#diff.lines.at(first.line);
    const start = this.#diff.lines.startOf(first.line);
    const message = `diff: line ${first.line + 1}: ${sanitize(first.message)}`;
    const diagnostic = {
      severity: 'warning' as const,
      code: 'bad-diff',
      message,
      suggestion: 'write the diff to it as git has written it, without changes',
      source: { file: 'diff', text: this.#text },
      span: { start, end: start + found.length },
    };
    reportToDocument(this, diagnostic);
    fire(this, 'error', { message, diagnostic }, { bubbles: false, cancelable: false });
  }

  // Rows

  /** A split view needs room for both files. */
  #setOrder(keepsPlace: boolean): void {
    const isSplit = this[PROPS].view === 'split' && this.#hasRoom;
    const line = keepsPlace ? this.#lineOf(this.#body.view.cursorLine) : -1;
    this.#order = isSplit ? splitOrder(this.#diff) : unifiedOrder(this.#diff);
    if (isSplit) addState(this, 'split');
    else removeState(this, 'split');
    this.#body.setSources(this.#order.count, (row) => this.#sourceOf(row));
    if (line > 0) this.#body.goTo(this.#rowOfLine(line));
  }

  /** How many cells there are is known once it is laid out. */
  #fitTo(width: number): void {
    const hasRoom = width >= MIN_SPLIT;
    if (hasRoom === this.#hasRoom) return;
    this.#hasRoom = hasRoom;
    if (this[PROPS].view === 'split') this.#setOrder(true);
  }

  /** The text of a row, for the search and the width: both sides of it. */
  #sourceOf(row: number): string {
    const { left, right, isSplit } = this.#order;
    const first = this.#textOf(left[row]!);
    const isPair = isSplit && left[row] !== right[row];
    return isPair ? `${first}\n${this.#textOf(right[row]!)}` : first;
  }

  /** A line without its sign; the name of a file for its first line. */
  #textOf(line: number): string {
    if (line < 0) return '';
    const text = this.#diff.lines.at(line);
    switch (this.#diff.kinds[line]) {
      case KIND.file: {
        const file = this.#fileAt(line);
        return file === undefined ? text : fileWords(file);
      }
      case KIND.context:
      case KIND.added:
      case KIND.removed:
        return text.slice(this.#signsOf(line));
      case KIND.noNewline:
        return text.slice(1);
      default:
        return text;
    }
  }

  #signsOf(line: number): number {
    // Parents of a merge: each has a column of signs.
    return this.#fileAt(line)?.isCombined === true ? this.#diff.signs : 1;
  }

  /** The last one that begins at a line or before it. */
  #fileAt(line: number): DiffFile | undefined {
    const { files } = this.#diff;
    return files[lastBefore(files, line)];
  }

  get #cells(): DiffCells {
    const { hunks, lastNumber, signs } = this.#diff;
    const hasNumbers = this[PROPS].lineNumbers && hunks.length > 0;
    return {
      isSplit: this.#order.isSplit,
      digits: hasNumbers ? String(Math.max(1, lastNumber)).length : 0,
      signs: hunks.length === 0 ? 0 : signs,
    };
  }

  #isBand(line: number): boolean {
    const kind = this.#diff.kinds[line];
    return kind === KIND.file || kind === KIND.hunk || kind === KIND.text;
  }

  #lineOf(row: number): number {
    const line = this.#order.left[row] ?? -1;
    return line < 0 ? (this.#order.right[row] ?? -1) : line;
  }

  /** Lines of the diff in a row, the removed one first. */
  #linesIn(row: number): number[] {
    const { left, right, isSplit } = this.#order;
    const lines = isSplit && left[row] !== right[row] ? [left[row], right[row]] : [left[row]];
    return lines.filter((line): line is number => line !== undefined && line >= 0);
  }

  #rowsOf(row: number): DiffRow[] {
    const { left, right, isSplit } = this.#order;
    const { text, wraps } = this.#room;
    const first = left[row]!;
    if (this.#isBand(first)) return [{ left: undefined, right: undefined, width: 0 }];
    const sides = this.#sidesOf(text);
    const rows = (line: number, { text: from, to }: { text: number; to: number }): TextRow[] =>
      line < 0 ? [] : rowsOf(this.#shownText(line), Math.max(0, to - from), wraps);
    const one = rows(first, sides.left);
    const other = isSplit ? rows(right[row]!, sides.right) : one;
    // What is scrolled sideways counts from the end of the narrower side.
    const spare = isSplit ? text - (sides.left.to - sides.left.text) : 0;
    return Array.from({ length: Math.max(one.length, other.length, 1) }, (_, at) => ({
      left: one[at],
      right: isSplit ? other[at] : undefined,
      width: Math.max(one[at]?.width ?? 0, other[at]?.width ?? 0) + spare,
    }));
  }

  #sidesOf(text: number): ReturnType<typeof sidesOf> {
    return sidesOf(this.#order.isSplit, this.#gutter, this.#gutter + text);
  }

  #shownText(line: number): string {
    return this.#model.shown(this.#textOf(line));
  }

  #widthOf(row: number): number {
    const { isSplit } = this.#order;
    const widths = this.#linesIn(row).map((line) => cellWidth(this.#shownText(line)));
    const widest = Math.max(0, ...widths);
    if (this.#isBand(this.#lineOf(row))) return Math.max(0, widest - this.#gutter);
    return isSplit ? widest * 2 + this.#gutter + 1 : widest;
  }

  // Painting

  #look(painter: Painter, row: number): LineLook {
    const { [COMPUTED]: computed } = this;
    const { fg, bg, depth } = painter;
    const kind = this.#diff.kinds[this.#lineOf(row)];
    if (kind === KIND.file) {
      const background = depth === 'none' ? bg : (colorOf(computed.fileBackground) ?? bg);
      return {
        fg: painter.color('var(--text)') ?? fg,
        bg: background,
        attributes: BOLD,
        ownColors: true,
      };
    }
    const color = kind === KIND.hunk ? colorOf(computed.hunkColor) : undefined;
    return { fg: color ?? fg, bg, attributes: 0, ownColors: true };
  }

  #paintRow(
    painter: Painter,
    frame: LinesFrame,
    y: number,
    { line: row, index, row: cells }: VisibleRow<DiffRow>,
    look: LineLook,
  ): void {
    const { left, right, isSplit } = this.#order;
    const first = this.#lineOf(row);
    if (this.#isBand(first)) {
      const file = this.#diff.kinds[first] === KIND.file ? this.#fileAt(first) : undefined;
      const hasCounts = file !== undefined && file.added + file.removed > 0;
      const counts = hasCounts ? `+${file.added} -${file.removed} ` : '';
      paintBand(painter, frame, y, { text: this.#shownText(first), counts }, look);
      return;
    }
    const sides = this.#sidesOf(frame.layout.text);
    const lookOn = (line: number): LineLook => this.#tinted(painter, line, look);
    const side = (line: number, part: TextRow | undefined): DiffSide | undefined =>
      part === undefined || line < 0
        ? undefined
        : this.#side(painter, { line, index, isOld: part === cells.left }, part);
    paintSide(painter, frame, y, sides.left, side(left[row]!, cells.left), lookOn(left[row]!));
    if (!isSplit) return;
    paintSide(painter, frame, y, sides.right, side(right[row]!, cells.right), lookOn(right[row]!));
    paintDivider(painter, sides.left.to, y, look);
  }

  /** Changed lines have a background of their own, below those of the cursor and the selection. */
  #tinted(painter: Painter, line: number, look: LineLook): LineLook {
    if (hasFewColors(painter) || look.bg !== painter.bg || !this.#isChange(line)) return look;
    const { [COMPUTED]: computed } = this;
    const isAdded = this.#diff.kinds[line] === KIND.added;
    const tint = colorOf(isAdded ? computed.addedBackground : computed.removedBackground);
    return tint === undefined ? look : { ...look, bg: tint };
  }

  #spansOf(painter: Painter, line: number): readonly ScopeSpan[] | undefined {
    const kind = this.#diff.kinds[line];
    const isCode = kind === KIND.context || this.#isChange(line);
    // Where colours are few, green and red are for what is changed.
    if (!isCode || !this.#isHighlighted || hasFewColors(painter)) return undefined;
    return this.#syntax.of(line, lastBefore(this.#diff.hunks, line));
  }

  #side(
    painter: Painter,
    {
      line,
      index,
      isOld,
    }: { readonly line: number; readonly index: number; readonly isOld: boolean },
    row: TextRow,
  ): DiffSide {
    const { kinds, oldNumbers, newNumbers, lines } = this.#diff;
    const { [COMPUTED]: computed } = this;
    const { digits, signs, isSplit } = this.#cells;
    const kind = kinds[line];
    const isAdded = kind === KIND.added;
    const isRemoved = kind === KIND.removed;
    const number = (value: number): string => (value === 0 ? '' : String(value)).padStart(digits);
    const has = index === 0 && digits > 0 && this.#gutter > signs;
    const old = number(oldNumbers[line]!);
    const now = number(newNumbers[line]!);
    const numbers = isSplit ? (isOld ? old : now) : `${old} ${now}`;
    const isNote = kind === KIND.noNewline;
    const color: Color | undefined = isAdded
      ? colorOf(computed.addedColor)
      : isRemoved
        ? colorOf(computed.removedColor)
        : isNote
          ? colorOf(computed.numberColor)
          : undefined;
    const sign = isNote ? '\\' : lines.at(line).slice(0, this.#signsOf(line)).padEnd(signs);
    return {
      row,
      sign: index === 0 ? sign : '',
      numbers: has ? numbers : '',
      numberColor: colorOf(computed.numberColor),
      color,
      attributes: isAdded && hasFewColors(painter) ? BOLD : 0,
      words: isAdded || isRemoved ? this.#wordsOf(line) : NO_WORDS,
      spans: this.#spansOf(painter, line),
    };
  }

  /** The words of a line that its other version has not. */
  #wordsOf(line: number): readonly WordRange[] {
    const known = this.#marked.get(line);
    if (known !== undefined) return known;
    if (this.#marked.size >= MAX_MARKED) this.#marked.clear();
    const other = counterpartOf(this.#diff, line);
    if (other < 0) {
      this.#marked.set(line, NO_WORDS);
      return NO_WORDS;
    }
    const isRemoved = this.#diff.kinds[line] === KIND.removed;
    const [old, now] = isRemoved ? [line, other] : [other, line];
    const marks = wordMarks(this.#shownText(old), this.#shownText(now));
    this.#marked.set(old, marks.old);
    this.#marked.set(now, marks.new);
    return isRemoved ? marks.old : marks.new;
  }

  // Copying

  #sideAt(x: number): { readonly from: number; readonly to: number } {
    const { left, right } = this.#sidesOf(this.#room.text);
    const side = x >= left.to ? right : left;
    return { from: side.text, to: side.to - 1 };
  }

  #textIn(
    { row, line }: VisibleRow<DiffRow>,
    cells: { readonly from: number; readonly to: number } | undefined,
    x: number,
  ): string {
    const first = this.#lineOf(line);
    if (this.#isBand(first)) {
      const text = this.#shownText(first);
      return cells === undefined ? text : cellsOf(text, cells.from, cells.to);
    }
    const side = this.#sideAt(x);
    const isRight = this.#order.isSplit && side.from > this.#sideAt(0).from;
    const part = isRight ? row.right : row.left;
    if (part === undefined) return '';
    const text = part.text.slice(part.start, part.end);
    if (cells === undefined) return text;
    const shift = this.#body.view.left - side.from;
    return cellsOf(text, cells.from + shift, cells.to + shift);
  }

  /** The text of lines without signs; of two versions side by side the new one. */
  #copiedRow(row: number): string[] {
    const lines = this.#linesIn(row);
    const line = lines.at(-1);
    return line === undefined || this.#diff.kinds[line] === KIND.noNewline
      ? []
      : [this.#textOf(line).replace(/\r$/, '')];
  }

  // The selection

  #rowOfLine(line: number): number {
    const { left, right, count, isSplit } = this.#order;
    if (!isSplit) {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (left[middle]! < line) low = middle + 1;
        else high = middle;
      }
      return Math.min(low, Math.max(0, count - 1));
    }
    const row = left.subarray(0, count).indexOf(line);
    return row >= 0 ? row : Math.max(0, right.subarray(0, count).indexOf(line));
  }

  #rowsOfLines(lines: readonly number[]): number[] {
    const { left, right, count } = this.#order;
    const requested = new Set(lines);
    const rows: number[] = [];
    for (let row = 0; row < count; row++) {
      if (requested.has(left[row]!) || requested.has(right[row]!)) rows.push(row);
    }
    return rows;
  }

  #hunkIndexAt(row: number): number {
    const line = this.#lineOf(row);
    const index = lastBefore(this.#diff.hunks, line);
    return index >= 0 && line < this.#diff.hunks[index]!.to ? index : -1;
  }

  #hunkRows(row: number): { readonly from: number; readonly to: number } | undefined {
    const hunk = this.#diff.hunks[this.#hunkIndexAt(row)];
    if (hunk === undefined || hunk.to <= hunk.from + 1) return undefined;
    const from = this.#rowOfLine(hunk.from) + 1;
    let to = from;
    while (
      to + 1 < this.#order.count &&
      this.#lineOf(to + 1) < hunk.to &&
      this.#lineOf(to + 1) > hunk.from
    )
      to++;
    return { from, to };
  }

  get #currentHunk(): number | undefined {
    const index = this.#hunkIndexAt(this.#body.view.cursorLine);
    return index < 0 ? undefined : index + 1;
  }

  #isChange(line: number): boolean {
    const kind = this.#diff.kinds[line];
    return kind === KIND.added || kind === KIND.removed;
  }

  /** Changed lines of the selection; without any in it, of the hunk or the file. */
  #choice(): PatchChoice {
    const { selected, view } = this.#body;
    const chosen = selected
      .flatMap((row) => this.#linesIn(row))
      .filter((line) => this.#isChange(line));
    if (chosen.length > 0) return { lines: new Set(chosen), files: new Set() };
    const row = view.cursorLine;
    const line = this.#lineOf(row);
    const hunk = this.#diff.hunks[this.#hunkIndexAt(row)];
    if (hunk !== undefined) {
      const lines = new Set<number>();
      for (let at = hunk.from; at < hunk.to; at++) if (this.#isChange(at)) lines.add(at);
      return { lines, files: new Set() };
    }
    const index = lastBefore(this.#diff.files, line);
    const file = this.#diff.files[index];
    const isIn = file !== undefined && line >= file.from && line < Math.max(file.to, file.from + 1);
    return { lines: new Set(), files: new Set(isIn ? [index] : []) };
  }

  #activate(): void {
    const choice = this.#choice();
    const { files, kinds, lines, oldNumbers, newNumbers } = this.#diff;
    const chosen = [...choice.lines];
    for (const index of choice.files) {
      for (let at = files[index]!.body; at < files[index]!.to; at++) {
        if (this.#isChange(at)) chosen.push(at);
      }
    }
    const changed = chosen.map((line) => {
      const isAdded = kinds[line] === KIND.added;
      return {
        kind: isAdded ? 'added' : 'removed',
        text: lines.at(line).slice(this.#signsOf(line)),
        file: this.#fileAt(line)?.newName ?? '',
        line: isAdded ? newNumbers[line]! : oldNumbers[line]!,
      };
    });
    fire(this, 'activate', {
      patch: patchOf(this.#diff, choice, false),
      reversePatch: patchOf(this.#diff, choice, true),
      lines: changed,
      file: this.#fileAt(this.#lineOf(this.#body.view.cursorLine))?.newName,
      hunk: this.#currentHunk,
    });
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    this.#body.scanAll();
    const { searchText } = this[PROPS];
    return diffNode(this.#body, {
      name: nameOf(this),
      searchText,
      isFocused: statesOf(this).has('focus'),
      diff: this.#diff,
      linesOf: (row) => this.#linesIn(row),
    });
  }
}

/** Index of the last part that begins at a line or before it; -1 for none. */
function lastBefore(parts: readonly { readonly from: number }[], line: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle]!.from <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The text between the tags: as written where its lines begin as those of a diff do, else without its indentation. */
function contentOf(text: string): string {
  const written = text.replace(/^[ \t]*\r?\n|\n[ \t]*$/g, '');
  return /^(?:diff |--- |@@|Index: )/m.test(written) ? written : dedent(text);
}
