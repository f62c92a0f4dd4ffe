/**
 * The editing of one text: caret, selection, edits and undo. No DOM and no cells: fields plan an edit here, ask
 * their listeners, and then have it applied.
 */
import { countGraphemes, firstGraphemes, nextBoundary, previousBoundary } from './boundaries.js';
import { snapForward } from './boundaries.js';
import { isBefore, isSame, normalizeBreaks, START, TextBuffer, type Position } from './buffer.js';
import { History, type Done, type Selection } from './history.js';
import { blankWordStart, wordAround, wordEnd, wordStart } from './words.js';

/** Where a caret can go without knowing how the text is shown. */
export type Motion =
  | 'left'
  | 'right'
  | 'wordLeft'
  | 'wordRight'
  | 'lineStart'
  | 'lineEnd'
  | 'start'
  | 'end';

/** How much a deletion takes; `blankWord` is what blanks divide from the rest. */
export type Unit = 'grapheme' | 'word' | 'blankWord' | 'line';

/** A change that is not made yet. */
export interface Edit {
  readonly from: Position;
  readonly to: Position;
  readonly text: string;
  /** The standard's `InputEvent.inputType`. */
  readonly inputType: string;
  readonly kind?: Done['kind'];
  /** The text goes to the kill ring, behind or before a kill just made. */
  readonly kill?: 'append' | 'prepend';
}

export class EditModel {
  readonly buffer = new TextBuffer();
  readonly history = new History();
  anchor: Position = START;
  focus: Position = START;
  /** Graphemes at most; what is typed and pasted is cut, what scripts set is not. */
  maxLength: number | undefined;
  /** Leaves out what may not be typed. */
  filter: ((text: string, inputType: string) => string) | undefined;
  /** The beginnings of words stay secret: the whole text is one. */
  secret = false;

  constructor(readonly multiline: boolean) {}

  get value(): string {
    return this.buffer.value;
  }

  /** What a script sets: another value puts the caret at its end and is not to be undone. */
  setValue(text: string): boolean {
    const normal = normalizeBreaks(text);
    const value = this.multiline ? normal : normal.replaceAll('\n', '');
    if (value.length === this.buffer.length && value === this.buffer.value) return false;
    this.buffer.setValue(value);
    this.anchor = this.focus = this.buffer.end;
    this.history.clear();
    return true;
  }

  // The selection

  get selection(): Selection {
    return { anchor: this.anchor, focus: this.focus };
  }
  get isCollapsed(): boolean {
    return isSame(this.anchor, this.focus);
  }
  get start(): Position {
    return isBefore(this.anchor, this.focus) ? this.anchor : this.focus;
  }
  get end(): Position {
    return isBefore(this.anchor, this.focus) ? this.focus : this.anchor;
  }
  get selectedText(): string {
    return this.buffer.slice(this.start, this.end);
  }

  /** Selects from one place to another; places inside a grapheme count as its end. */
  select(anchor: Position, focus: Position = anchor): void {
    this.history.seal();
    this.anchor = this.#snap(anchor);
    this.focus = isSame(anchor, focus) ? this.anchor : this.#snap(focus);
  }

  selectAll(): void {
    this.select(START, this.buffer.end);
  }

  /** The word, or run of one kind, around a place; with `line`, the whole line and its break. */
  rangeAround(place: Position, unit: 'word' | 'line'): Selection {
    const { line, offset } = place;
    const text = this.buffer.text(line);
    if (unit === 'line' || this.secret) {
      const next: Position =
        line + 1 < this.buffer.lineCount
          ? { line: line + 1, offset: 0 }
          : { line, offset: text.length };
      return { anchor: { line, offset: 0 }, focus: next };
    }
    const { start, end } = wordAround(text, offset);
    return { anchor: { line, offset: start }, focus: { line, offset: end } };
  }

  /** Where a motion leads from a place. */
  motion(motion: Motion, from: Position): Position {
    const { buffer } = this;
    const { line, offset } = from;
    const text = buffer.text(line);
    switch (motion) {
      case 'left':
        return offset > 0
          ? { line, offset: previousBoundary(text, offset) }
          : this.#lineBefore(from);
      case 'right':
        return offset < text.length
          ? { line, offset: nextBoundary(text, offset) }
          : this.#lineAfter(from);
      case 'wordLeft': {
        if (this.secret) return START;
        const at = offset > 0 ? from : this.#lineBefore(from);
        return { line: at.line, offset: wordStart(buffer.text(at.line), at.offset) };
      }
      case 'wordRight': {
        if (this.secret) return buffer.end;
        const at = offset < text.length ? from : this.#lineAfter(from);
        return { line: at.line, offset: wordEnd(buffer.text(at.line), at.offset) };
      }
      case 'lineStart':
        return { line, offset: 0 };
      case 'lineEnd':
        return { line, offset: text.length };
      case 'start':
        return START;
      case 'end':
        return buffer.end;
    }
  }

  /** Moves the caret; without `extend`, left and right only leave a selection that there is. */
  move(motion: Motion, extend: boolean): void {
    if (!extend && !this.isCollapsed && (motion === 'left' || motion === 'right')) {
      this.select(motion === 'left' ? this.start : this.end);
      return;
    }
    const to = this.motion(motion, this.focus);
    this.select(extend ? this.anchor : to, to);
  }

  // Edits

  /** A text in the place of the selection; undefined where nothing would change. */
  planInsert(text: string, inputType: string): Edit | undefined {
    return this.planReplace(this.start, this.end, text, inputType);
  }

  /** A text in the place of another, cut to what may be typed and to `maxLength`. */
  planReplace(from: Position, to: Position, text: string, inputType: string): Edit | undefined {
    const normal = normalizeBreaks(text);
    const line = this.multiline ? normal : normal.replaceAll('\n', ' ');
    const fitted = this.#fit(from, to, this.filter?.(line, inputType) ?? line);
    if (fitted === '' && isSame(from, to)) return undefined;
    const typing = inputType === 'insertText' && isSame(from, to);
    return { from, to, text: fitted, inputType, kind: typing ? 'typing' : undefined };
  }

  /** Deletes the selection, or what is before or after the caret. */
  planDelete(unit: Unit, forward: boolean): Edit | undefined {
    const kill = unit === 'grapheme' ? undefined : forward ? 'append' : 'prepend';
    const to = this.isCollapsed ? this.#reach(unit, forward) : this.end;
    const from = this.isCollapsed ? this.focus : this.start;
    if (isSame(from, to)) return undefined;
    const inputType = DELETIONS[unit][forward ? 1 : 0];
    const [first, last] = isBefore(to, from) ? [to, from] : [from, to];
    const single = unit === 'grapheme' && this.isCollapsed;
    const kind = !single ? undefined : forward ? 'forward' : 'back';
    return {
      from: first,
      to: last,
      text: '',
      inputType,
      kind,
      ...(kill === undefined ? {} : { kill }),
    };
  }

  /** Swaps the graphemes around the caret, at a line's end the last two. */
  planTranspose(): Edit | undefined {
    const { line, offset } = this.focus;
    const text = this.buffer.text(line);
    if (!this.isCollapsed || offset === 0) return undefined;
    const last = offset < text.length ? nextBoundary(text, offset) : offset;
    const middle = offset < text.length ? offset : previousBoundary(text, offset);
    if (middle === 0) return undefined;
    const first = previousBoundary(text, middle);
    return {
      from: { line, offset: first },
      to: { line, offset: last },
      text: text.slice(middle, last) + text.slice(first, middle),
      inputType: 'insertTranspose',
    };
  }

  /** Makes a change; the caret is behind it. Returns what was taken out. */
  apply({ from, to, text, kind }: Edit): string {
    const { buffer } = this;
    const before = this.selection;
    const removed = buffer.slice(from, to);
    const end = buffer.replace(from, to, text);
    this.anchor = this.focus = this.#snap(end);
    const after = this.selection;
    this.history.add({ from, to, end, removed, inserted: text, before, after, kind });
    return removed;
  }

  /** Takes the last group of edits back; false where there is none. */
  undo(): boolean {
    const done = this.history.undo();
    if (done === undefined) return false;
    this.buffer.replace(done.from, done.end, done.removed);
    ({ anchor: this.anchor, focus: this.focus } = done.before);
    return true;
  }

  redo(): boolean {
    const done = this.history.redo();
    if (done === undefined) return false;
    this.buffer.replace(done.from, done.to, done.inserted);
    ({ anchor: this.anchor, focus: this.focus } = done.after);
    return true;
  }

  /** How far a deletion reaches from the caret. */
  #reach(unit: Unit, forward: boolean): Position {
    const { line, offset } = this.focus;
    const text = this.buffer.text(line);
    switch (unit) {
      case 'grapheme':
        return this.motion(forward ? 'right' : 'left', this.focus);
      case 'word':
        return this.motion(forward ? 'wordRight' : 'wordLeft', this.focus);
      case 'blankWord': {
        if (this.secret) return START;
        if (offset === 0) return this.#lineBefore(this.focus);
        return { line, offset: blankWordStart(text, offset) };
      }
      case 'line':
        if (!forward) return { line, offset: 0 };
        return offset < text.length ? { line, offset: text.length } : this.#lineAfter(this.focus);
    }
  }

  #lineBefore(place: Position): Position {
    if (place.line === 0) return place;
    return { line: place.line - 1, offset: this.buffer.text(place.line - 1).length };
  }

  #lineAfter(place: Position): Position {
    return place.line + 1 < this.buffer.lineCount ? { line: place.line + 1, offset: 0 } : place;
  }

  #snap({ line, offset }: Position): Position {
    const { lineCount } = this.buffer;
    if (line < 0) return START;
    if (line >= lineCount) return this.buffer.end;
    return { line, offset: snapForward(this.buffer.text(line), offset) };
  }

  /** As much of a text as `maxLength` leaves room for. */
  #fit(from: Position, to: Position, text: string): string {
    const { buffer, maxLength } = this;
    if (maxLength === undefined || text === '') return text;
    // No text has more graphemes than units: most need no counting.
    if (buffer.length + text.length <= maxLength) return text;
    const used =
      countGraphemes(buffer.slice(START, from), maxLength) +
      countGraphemes(buffer.slice(to, buffer.end), maxLength);
    return firstGraphemes(text, maxLength - used);
  }
}

/** `inputType` of deletions, backwards and forwards (Input Events Level 2). */
const DELETIONS: Readonly<Record<Unit, readonly [string, string]>> = {
  grapheme: ['deleteContentBackward', 'deleteContentForward'],
  word: ['deleteWordBackward', 'deleteWordForward'],
  blankWord: ['deleteWordBackward', 'deleteWordForward'],
  line: ['deleteSoftLineBackward', 'deleteSoftLineForward'],
};
