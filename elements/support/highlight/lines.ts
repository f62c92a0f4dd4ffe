/**
 * Highlighting by line, of what is in view. A text is read in segments. For each one it is noted what is open where it begins,
 * such as a comment, as the lines that opened it; so a segment is read alone. Where that is not known yet, as after a jump to
 * the end of a long text, a segment shows as if nothing was open, until the segments before it are read.
 */
import { highlightOpen } from './highlight.js';

/** A part of a line that its language has a word for. */
export interface ScopeSpan {
  readonly from: number;
  readonly to: number;
  readonly scope: string;
}

const SEGMENT = 32;
/** Segments that are read at once to show the first lines. */
const MAX_AT_ONCE = 8;
/** Segments whose spans are kept. */
const MAX_KEPT = 64;
/** UTF-16 units of a line that are highlighted, and of a segment: a grammar may take the square of a text's length. */
const MAX_LINE = 2000;
const MAX_TEXT = 8 * 1024;
/** UTF-16 units of the lines that open what a segment continues. Where more are needed, it shows as if nothing was open. */
const MAX_OPENING = 8 * 1024;

interface Start {
  /** Lines that open what the segment continues. */
  readonly opening: string;
  readonly modes: readonly object[];
}

const AT_TOP: Start = { opening: '', modes: [] };
const NO_SPANS: readonly ScopeSpan[] = [];

export class LineHighlighter {
  #language: string | undefined;
  #count = 0;
  #textOf: (line: number) => string = () => '';
  /** Of the segments whose start is known. */
  #starts: Start[] = [AT_TOP];
  #spans = new Map<number, readonly (readonly ScopeSpan[])[]>();

  /** Begins with another text. */
  reset(language: string | undefined, count: number, textOf: (line: number) => string): void {
    this.#language = language === 'plaintext' ? undefined : language;
    this.#count = count;
    this.#textOf = textOf;
    this.#starts = [AT_TOP];
    this.#spans.clear();
  }

  /** The parts of a line. */
  of(line: number): readonly ScopeSpan[] {
    if (this.#language === undefined) return NO_SPANS;
    const segment = Math.floor(line / SEGMENT);
    if (segment < this.#starts.length + MAX_AT_ONCE) {
      while (this.#starts.length <= segment) this.#next();
    }
    let lines = this.#spans.get(segment);
    if (lines === undefined) {
      lines = this.#read(segment, this.#starts[segment] ?? AT_TOP).lines;
      this.#keep(segment, lines);
    }
    return lines[line - segment * SEGMENT] ?? NO_SPANS;
  }

  /** True where all that comes before a line has been read. */
  isKnown(line: number): boolean {
    return this.#language === undefined || Math.floor(line / SEGMENT) < this.#starts.length;
  }

  /** Reads some of the segments before a line. */
  advance(line: number): void {
    const segment = Math.floor(line / SEGMENT);
    for (let read = 0; read < MAX_AT_ONCE && this.#starts.length <= segment; read++) this.#next();
  }

  #keep(segment: number, lines: readonly (readonly ScopeSpan[])[]): void {
    if (this.#spans.size >= MAX_KEPT) this.#spans.clear();
    this.#spans.set(segment, lines);
  }

  /** Finds out what is open after the last segment whose start is known. */
  #next(): void {
    const segment = this.#starts.length - 1;
    const start = this.#starts[segment]!;
    const { modes, text } = this.#read(segment, start);
    const next = this.#startAfter(start, text, modes);
    this.#starts.push(next);
    // It was shown as if nothing was open.
    if (next !== AT_TOP) this.#spans.delete(segment + 1);
  }

  #startAfter(start: Start, text: string, modes: readonly object[]): Start {
    if (modes.length === 0) return AT_TOP;
    if (areSame(modes, start.modes)) return start;
    const opening = this.#openingOf(`${start.opening}${text}`, modes);
    const isShort = opening !== undefined && opening.length <= MAX_OPENING;
    return isShort ? { opening, modes } : AT_TOP;
  }

  /** The least number of lines at the end of a text that leave the same open; one line where that does. */
  #openingOf(text: string, modes: readonly object[]): string | undefined {
    const lines = text.split('\n');
    lines.pop();
    const opens = (from: number, to = lines.length): boolean =>
      areSame(highlightOpen(`${lines.slice(from, to).join('\n')}\n`, this.#language).modes, modes);
    let length = 1;
    while (length < lines.length && !opens(lines.length - length)) length *= 2;
    let high = Math.max(0, lines.length - length);
    if (!opens(high)) return undefined;
    // More lines than that are not needed; it begins between these.
    let low = lines.length - Math.floor(length / 2);
    while (low - high > 1) {
      const middle = (low + high) >> 1;
      if (opens(middle)) high = middle;
      else low = middle;
    }
    const end = opens(high, high + 1) ? high + 1 : lines.length;
    return `${lines.slice(high, end).join('\n')}\n`;
  }

  #read(
    segment: number,
    { opening }: Start,
  ): { lines: ScopeSpan[][]; modes: readonly object[]; text: string } {
    let text = '';
    const end = Math.min(this.#count, (segment + 1) * SEGMENT);
    for (let line = segment * SEGMENT; line < end; line++) {
      const room = Math.max(0, MAX_TEXT - text.length);
      text += `${this.#textOf(line).slice(0, Math.min(MAX_LINE, room))}\n`;
    }
    const { parts, modes } = highlightOpen(opening + text, this.#language);
    const lines: ScopeSpan[][] = [[]];
    let at = 0;
    for (const { text: part, scope } of parts) {
      for (const [index, piece] of part.split('\n').entries()) {
        if (index > 0) {
          lines.push([]);
          at = 0;
        }
        const to = at + piece.length;
        if (scope !== undefined && to > at) lines.at(-1)!.push({ from: at, to, scope });
        at = to;
      }
    }
    return { lines: lines.slice(opening.split('\n').length - 1), modes, text };
  }
}

function areSame(modes: readonly object[], others: readonly object[]): boolean {
  return modes.length === others.length && modes.every((mode, at) => mode === others[at]);
}
