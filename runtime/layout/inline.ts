/**
 * Inline content: the text of a box and of the inline elements in it, as one string with runs.
 *
 * White space is collapsed as CSS Text 3 section 4.1 says; lines are broken once per width and kept.
 */
import { sanitize } from '../base/text/sanitize.js';
import { cellWidth } from '../base/text/graphemes.js';
import { penAfter, runsOf } from '../base/text/program-text.js';
import { PLAIN_PEN, type Pen } from '../base/text/sgr.js';
import { toTabStop } from '../base/text/tabs.js';
import { tabSizeOf } from '../element/services.js';
import { resplitLines, rewrapLines } from '../base/text/rewrap.js';
import { changeBetween } from '../base/text/text-change.js';
import { wrapLines, type Line, type SoftBreaks } from '../base/text/wrap.js';
import type { TuiElement } from '../element/tui-element.js';
import { type TuiNode } from '../element/query.js';
import {
  isElement,
  isText,
  dataOf,
  localNameOf,
  firstChildOf,
  nextSiblingOf,
  parentElementOf,
} from '../element/tree.js';
import { COMPUTED, DEFINITION, IS_PROGRAM_TEXT } from '../element/internals.js';
import { isRaw } from '../element/tui-element.js';

/** A stretch of the text that one element styles; offsets are UTF-16 units, `end` exclusive. */
export interface InlineRun {
  readonly element: TuiElement;
  readonly start: number;
  readonly end: number;
  /** The look that a program has set; undefined where it is the element's. */
  readonly pen?: Pen | undefined;
}

export type WhiteSpace = 'normal' | 'nowrap' | 'pre' | 'pre-wrap' | 'pre-line';
export type TextWrap = 'wrap' | 'nowrap' | 'balance';

/** More lines than this are not balanced, as in browsers: a headline has few, and each trial breaks them all. */
const BALANCED_LINES = 10;

/** Text in which every character is one cell, and only blanks at the end can collapse. */
const PLAIN = /^[!-~]+(?: [!-~]+)* *$/;
/** The same where blanks are kept. */
const PLAIN_KEPT = /^[ -~]+$/;
/** Longer texts are rarely in one line. */
const MAX_PLAIN_LENGTH = 256;
/** Shorter texts are read again as a whole. */
const MIN_EDITED = 1000;
/** Characters around a change that are looked at with it. */
const CONTEXT = 2;
/** Characters that are not shown as they are written, or may not be: where blanks are kept, and where they collapse. */
const CHANGED_KEPT = /[\t\r\u00ad\u200b]/;
const CHANGED_COLLAPSED = /[\t\r\n\u00ad\u200b]| {2}/;
const CHANGED_LINES = /[\t\r\u00ad\u200b]| {2}| \n|\n /;

/** Offsets are UTF-16 units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const NO_TABS: readonly TextRange[] = [];

/** A zero-width space or a soft hyphen. */
const SOFT = /([\u00ad\u200b])/;

export class InlineContent {
  #cached: { width: number; lines: readonly Line[] } | undefined;
  #natural: readonly Line[] | undefined;
  /** Text without characters is a line, a blank one: where blanks are kept, and an element is for its text alone. */
  hasBlankLine = false;
  /** The data that it was read from, where the text is that, but for a blank at its end; else undefined. */
  source: string | undefined;
  #naturalWidth: number | undefined;
  #longest: { readonly lines: readonly Line[]; readonly width: number } | undefined;

  constructor(
    /** Sanitised; line feeds are forced breaks. */
    public text: string,
    readonly runs: readonly InlineRun[],
    readonly whiteSpace: WhiteSpace,
    readonly textWrap: TextWrap = 'wrap',
    /** The blanks of each tab, in order. */
    readonly tabs: readonly TextRange[] = NO_TABS,
    readonly softBreaks?: SoftBreaks,
  ) {}

  /** The tab whose blanks an offset is in. */
  tabAt(offset: number): TextRange | undefined {
    return this.tabs.find(({ start, end }) => start <= offset && offset < end);
  }

  /** The text between two offsets as it was written: with its tabs. */
  written(start: number, end: number): string {
    let text = '';
    let at = start;
    for (const tab of this.tabs) {
      if (tab.end <= at || tab.start >= end) continue;
      text += `${this.text.slice(at, tab.start)}\t`;
      at = Math.min(end, tab.end);
    }
    return text + this.text.slice(at, end);
  }

  /** False where only forced breaks end a line. */
  get wraps(): boolean {
    const { whiteSpace, textWrap } = this;
    return whiteSpace !== 'nowrap' && whiteSpace !== 'pre' && textWrap !== 'nowrap';
  }

  /**
   * Takes other words where both they and the old ones are one line of as many characters, one cell
   * each, of one element: a counter that ticks. `data` is all the text there is.
   *
   * @returns false where the content has to be read again
   */
  updateText(data: string, element: TuiElement): boolean {
    const { length } = this.text;
    if (data.length < length || data.length > MAX_PLAIN_LENGTH) return false;
    const kept = keepsBlanks(this.whiteSpace);
    if (!(kept ? PLAIN_KEPT : PLAIN).test(data)) return false;
    const text = kept ? data : data.trimEnd();
    if (text.length !== length || this.runs.length !== 1 || this.tabs.length > 0) return false;
    if (this.softBreaks !== undefined) return false;
    const run = this.runs[0]!;
    const lines = this.#naturalLines();
    if (run.element !== element || run.end !== length || run.pen !== undefined) return false;
    if (element[IS_PROGRAM_TEXT]) return false;
    if (lines.length !== 1 || lines[0]!.width !== length) return false;
    this.text = text;
    this.#cached = undefined;
    this.source = undefined;
    return true;
  }

  /**
   * The content after other data has replaced its own: lines that the change does not move are those that it has.
   *
   * @returns undefined where all of it has to be read
   */
  edited(data: string): InlineContent | undefined {
    const { source, whiteSpace, textWrap, text: before } = this;
    const [run] = this.runs;
    if (source === undefined || run === undefined || data.length < MIN_EDITED) return undefined;
    const read = changeBetween(source, data);
    if (!isVerbatim(data, read.start, read.newEnd, whiteSpace)) return undefined;
    const isCut = !keepsBlanks(whiteSpace) && data.endsWith(' ');
    const text = isCut ? data.slice(0, -1) : data;
    const content = new InlineContent(text, [{ ...run, end: text.length }], whiteSpace, textWrap);
    content.source = data;
    content.hasBlankLine = this.hasBlankLine;
    const change = before === source && text === data ? read : changeBetween(before, text);
    content.#natural = resplitLines(this.#naturalLines(), before, text, change);
    if (this.#cached !== undefined && textWrap !== 'balance') {
      const { width, lines } = this.#cached;
      const cells = Math.max(1, Math.floor(width));
      const options = { preserve: whiteSpace === 'pre-wrap' };
      content.#cached = { width, lines: rewrapLines(lines, text, cells, options, change) };
    }
    return content;
  }

  /** The lines at a width in cells; without wrapping, only forced breaks count. */
  lines(width: number): readonly Line[] {
    if (!this.wraps || width === Infinity || this.naturalWidth() <= width)
      return this.#naturalLines();
    if (this.#cached?.width !== width) {
      this.#cached = { width, lines: this.#broken(Math.max(1, Math.floor(width))) };
    }
    return this.#cached.lines;
  }

  /** Wrapped at a width; balanced, at the smallest width that gives no more lines. */
  #broken(width: number): readonly Line[] {
    const preserve = this.whiteSpace === 'pre-wrap';
    const at = (cells: number, maxLines = Infinity): readonly Line[] =>
      wrapLines(this.text, cells, { preserve, maxLines, softBreaks: this.softBreaks });
    const lines = at(width);
    if (this.textWrap !== 'balance' || lines.length < 2 || lines.length > BALANCED_LINES) {
      return lines;
    }
    let [low, high] = [1, width];
    while (low < high) {
      const middle = (low + high) >> 1;
      // A word broken for the sake of balance would be worse than no balance.
      const trial = at(middle, lines.length + 1);
      if (trial.length > lines.length || breaksWords(this.text, trial)) low = middle + 1;
      else high = middle;
    }
    return low === width ? lines : at(low);
  }

  /** Cells of the longest of the lines at a width. */
  widthAt(width: number): number {
    const lines = this.lines(width);
    if (lines === this.#natural) return this.naturalWidth();
    if (this.#longest?.lines !== lines) {
      let longest = 0;
      for (const line of lines) if (line.width > longest) longest = line.width;
      this.#longest = { lines, width: longest };
    }
    return this.#longest.width;
  }

  /** Cells of the longest line where nothing wraps. */
  naturalWidth(): number {
    if (this.#naturalWidth === undefined) {
      let width = 0;
      for (const line of this.#naturalLines()) if (line.width > width) width = line.width;
      this.#naturalWidth = width;
    }
    return this.#naturalWidth;
  }

  #naturalLines(): readonly Line[] {
    if (this.#natural === undefined) {
      const lines: Line[] = [];
      if (this.text !== '' || this.hasBlankLine) {
        let start = 0;
        const parts = this.text.includes('\n') ? this.text.split('\n') : [this.text];
        for (const part of parts) {
          lines.push({ start, end: start + part.length, width: cellWidth(part) });
          start += part.length + 1;
        }
      }
      this.#natural = lines;
    }
    return this.#natural;
  }
}

/** True where data is shown as it is written between two offsets, and where it goes on beside them. */
function isVerbatim(data: string, start: number, end: number, whiteSpace: WhiteSpace): boolean {
  let from = Math.max(0, start - CONTEXT);
  let to = Math.min(data.length, end + CONTEXT);
  // Never half a pair of surrogates.
  if ((data.charCodeAt(from) & 0xfc00) === 0xdc00 && from > 0) from--;
  if ((data.charCodeAt(to - 1) & 0xfc00) === 0xd800 && to < data.length) to++;
  const part = data.slice(from, to);
  if (keepsBlanks(whiteSpace)) {
    return !CHANGED_KEPT.test(part) && part.split('\n').every((line) => sanitize(line) === line);
  }
  if (from === 0 && part.startsWith(' ')) return false;
  if (whiteSpace === 'pre-line') {
    return !CHANGED_LINES.test(part) && part.split('\n').every((line) => sanitize(line) === line);
  }
  return !CHANGED_COLLAPSED.test(part) && sanitize(part) === part;
}

/** True where a line ends inside a run of letters. */
function breaksWords(text: string, lines: readonly Line[]): boolean {
  return lines.some(
    ({ end }) => /^[\p{L}\p{N}]{2}$/u.test(text.slice(end - 1, end + 1)) && !isWide(text, end),
  );
}

/** Between wide characters a line may end anywhere. */
function isWide(text: string, at: number): boolean {
  return cellWidth(text.slice(at - 1, at)) === 2 || cellWidth(text.slice(at, at + 1)) === 2;
}

/**
 * Reads the inline content of sibling nodes; `owner` styles the text that is not in an inline element.
 *
 * @param isLine true where text without characters is a line where blanks are kept
 */
function readInline(
  nodes: readonly TuiNode[],
  owner: TuiElement,
  whiteSpace: WhiteSpace,
  isLine = false,
): InlineContent {
  const textWrap = textWrapOf(owner);
  const reader = new InlineReader(whiteSpace, textWrap, tabSizeOf(owner), owner[IS_PROGRAM_TEXT]);
  for (const node of nodes) reader.read(node, owner);
  const content = reader.finish();
  content.hasBlankLine = isLine && keepsBlanks(whiteSpace);
  const data = onlyDataOf(nodes, owner);
  const isWhole = data !== undefined && content.tabs.length === 0 && !content.softBreaks;
  if (isWhole && isWritten(data, content)) content.source = data;
  return content;
}

/**
 * The same where content has been read from these nodes, or others, before: of a long text only what has changed of it is read.
 *
 * @param before what the box shows
 */
export function readInlineAgain(
  before: InlineContent | null,
  nodes: readonly TuiNode[],
  owner: TuiElement,
  whiteSpace: WhiteSpace,
  isLine = false,
): InlineContent {
  const data = before?.source === undefined ? undefined : onlyDataOf(nodes, owner);
  const isAlike =
    data !== undefined &&
    before?.whiteSpace === whiteSpace &&
    before.textWrap === textWrapOf(owner) &&
    before.runs[0]?.element === owner;
  const edited = isAlike ? before?.edited(data) : undefined;
  return edited ?? readInline(nodes, owner, whiteSpace, isLine);
}

function textWrapOf(owner: TuiElement): TextWrap {
  return (owner[COMPUTED]['textWrap'] as TextWrap | undefined) ?? 'wrap';
}

/** The data of a text that is all there is. */
function onlyDataOf(nodes: readonly TuiNode[], owner: TuiElement): string | undefined {
  const [node] = nodes;
  const isOnly = nodes.length === 1 && node !== undefined && isText(node);
  return isOnly && !owner[IS_PROGRAM_TEXT] ? dataOf(node) : undefined;
}

/** True where text is data as it is written, but for a blank at the end. */
function isWritten(data: string, { text, whiteSpace }: InlineContent): boolean {
  if (data.length < MIN_EDITED) return false;
  if (keepsBlanks(whiteSpace) || !data.endsWith(' ')) return text === data;
  return text.length === data.length - 1 && data.startsWith(text);
}

function keepsBlanks(whiteSpace: WhiteSpace): boolean {
  return whiteSpace === 'pre' || whiteSpace === 'pre-wrap';
}

/** Raw text is code, or like a title for others to read, unless it is words of a text too. */
function isHidden(element: TuiElement): boolean {
  return isRaw(element) && !element[DEFINITION].isInline;
}

class InlineReader {
  #text = '';
  readonly #runs: { element: TuiElement; start: number; end: number; pen?: Pen | undefined }[] = [];
  readonly #keepsBlanks: boolean;
  readonly #keepsBreaks: boolean;
  /** True where a collapsed blank would start a line or follow another. */
  #blank = true;
  readonly #tabs: TextRange[] = [];
  #softBreaks: Map<number, boolean> | undefined;
  /** Cells of the last line, but for what has been added since the last tab: joined strings are costly to cut. */
  #cells = 0;
  #added = '';

  readonly #whiteSpace: WhiteSpace;
  readonly #textWrap: TextWrap;
  readonly #tabSize: number;
  readonly #isProgramText: boolean;
  /** Of the text of a program that follows. */
  #pen = PLAIN_PEN;

  constructor(whiteSpace: WhiteSpace, textWrap: TextWrap, tabSize: number, isProgramText: boolean) {
    this.#whiteSpace = whiteSpace;
    this.#textWrap = textWrap;
    this.#tabSize = tabSize;
    this.#isProgramText = isProgramText;

    this.#keepsBlanks = keepsBlanks(whiteSpace);
    this.#keepsBreaks = this.#keepsBlanks || whiteSpace === 'pre-line';
  }

  /** Walks one node and what is in it, without recursion. */
  read(root: TuiNode, owner: TuiElement): void {
    let node: TuiNode | null = root;
    let style = owner;
    while (node !== null) {
      if (isText(node) && this.#isProgramText) this.#addOutput(dataOf(node), style);
      else if (isText(node)) this.#add(dataOf(node), style);
      else if (isElement(node) && !isHidden(node) && node[COMPUTED]['display'] !== 'none') {
        if (localNameOf(node) === 'br') this.#add('\n', style, true);
        const first: TuiNode | null = firstChildOf(node);
        if (first !== null) {
          style = node;
          node = first;
          continue;
        }
      }
      while (node !== root && nextSiblingOf(node) === null) {
        node = parentElementOf(node)!;
        style = node === root ? owner : (parentElementOf(node) ?? owner);
      }
      if (node === root) return;
      node = nextSiblingOf(node);
    }
  }

  /** Adds what a program has written; a look goes on over the end of a line. */
  #addOutput(output: string, element: TuiElement): void {
    for (const [index, line] of output.split(/\r?\n/).entries()) {
      if (index > 0) this.#add('\n', element);
      for (const { text, pen } of runsOf(line, this.#pen, this.#tabSize)) {
        this.#add(text, element, false, pen === PLAIN_PEN ? undefined : pen);
      }
      this.#pen = penAfter(line, this.#pen);
    }
  }

  #add(text: string, element: TuiElement, forced = false, pen?: Pen): void {
    const start = this.#text.length;
    if (forced) this.#break();
    else if (this.#keepsBlanks) this.#keep(text);
    else this.#text += this.#collapse(text);
    if (forced) this.#blank = true;
    const end = this.#text.length;
    if (end === start) return;
    const last = this.#runs.at(-1);
    const isSame = last !== undefined && last.element === element && last.pen === pen;
    if (isSame && last.end === start) last.end = end;
    else
      this.#runs.push(pen === undefined ? { element, start, end } : { element, start, end, pen });
  }

  /** Preserved text: tabs to the next stop of the line, which other elements may have begun; all else unsafe replaced. */
  #keep(text: string): void {
    for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
      if (index > 0) this.#break();
      for (const [at, part] of line.split('\t').entries()) {
        if (at > 0) this.#addTab();
        const safe = this.#safe(part);
        this.#text += safe;
        this.#added += safe;
      }
    }
  }

  #break(): void {
    this.#text += '\n';
    this.#cells = 0;
    this.#added = '';
  }

  /** Safe text that is about to be added. Zero-width spaces and soft hyphens are not in it, but lines may end there. */
  #safe(text: string, at = this.#text.length): string {
    if (!SOFT.test(text)) return sanitize(text);
    let safe = '';
    for (const part of text.split(SOFT)) {
      if (part === '\u200b' || part === '\u00ad') {
        this.#softBreaks ??= new Map();
        this.#softBreaks.set(at + safe.length, part === '\u00ad');
      } else safe += sanitize(part);
    }
    return safe;
  }

  #addTab(): void {
    const start = this.#text.length;
    this.#cells += cellWidth(this.#added);
    this.#added = '';
    const blanks = toTabStop(this.#cells, this.#tabSize);
    this.#text += ' '.repeat(blanks);
    this.#cells += blanks;
    this.#tabs.push({ start, end: this.#text.length });
  }

  #collapse(text: string): string {
    const parts = this.#keepsBreaks ? text.split(/[ \t]*(?:\r\n|\r|\n)[ \t]*/) : [text];
    let added = '';
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        this.#blank = true;
        added += '\n';
      }
      let line = part.replace(/[ \t\r\n]+/g, ' ');
      if (this.#blank && line.startsWith(' ')) line = line.slice(1);
      line = this.#safe(line, this.#text.length + added.length);
      if (line !== '') this.#blank = line.endsWith(' ');
      added += line;
    }
    return added;
  }

  finish(): InlineContent {
    let text = this.#text;
    // A collapsed blank at the end of a line hangs and does not occupy a cell.
    if (!this.#keepsBlanks && text.endsWith(' ')) text = text.slice(0, -1);
    const last = this.#runs.at(-1);
    if (last) last.end = Math.min(last.end, text.length);
    return new InlineContent(
      text,
      this.#runs,
      this.#whiteSpace,
      this.#textWrap,
      this.#tabs,
      this.#softBreaks,
    );
  }
}
