/** Marks of lines: which lines and characters each is for, and what is said about a line. */
import type { TONES } from './declaration.js';

export type Tone = (typeof TONES)[number];

export interface CodeMark {
  readonly line: number;
  readonly endLine?: number;
  readonly column?: number;
  readonly endColumn?: number;
  readonly tone?: Tone;
  readonly message?: string;
}

/** A stretch of marked characters in a line, in UTF-16 units. */
export interface MarkedRange {
  readonly from: number;
  readonly to: number;
  readonly tone: Tone | undefined;
}

const SEVERITY: Readonly<Record<Tone, number>> = { error: 3, warning: 2, info: 1, success: 0 };

export class CodeMarks {
  #marks: readonly CodeMark[] = [];
  #firstLine = 1;
  readonly #byLine = new Map<number, CodeMark[]>();
  /** Marks of many lines, which are not listed by each of them. */
  #long: CodeMark[] = [];

  set(marks: readonly CodeMark[], firstLine: number): void {
    this.#marks = marks;
    this.#firstLine = firstLine;
    this.#byLine.clear();
    this.#long = [];
    for (const mark of marks) {
      const { from, to } = this.#linesOf(mark);
      if (to - from > 100) this.#long.push(mark);
      else for (let line = from; line <= to; line++) this.#add(line, mark);
    }
  }

  #add(line: number, mark: CodeMark): void {
    const list = this.#byLine.get(line);
    if (list === undefined) this.#byLine.set(line, [mark]);
    else list.push(mark);
  }

  #linesOf({ line, endLine = line }: CodeMark): { from: number; to: number } {
    const from = line - this.#firstLine;
    return { from, to: Math.max(from, endLine - this.#firstLine) };
  }

  get isEmpty(): boolean {
    return this.#marks.length === 0;
  }

  /** Indexes of the lines that marks begin at. */
  get starts(): number[] {
    return [...new Set(this.#marks.map((mark) => this.#linesOf(mark).from))];
  }

  /** The marks of a line, by its index. */
  at(line: number): readonly CodeMark[] {
    const own = this.#byLine.get(line) ?? [];
    if (this.#long.length === 0) return own;
    const long = this.#long.filter((mark) => {
      const { from, to } = this.#linesOf(mark);
      return line >= from && line <= to;
    });
    return [...own, ...long];
  }

  /** The most severe tone of a line; undefined for one that is only set off. */
  toneAt(line: number): Tone | undefined {
    return this.at(line)
      .map(({ tone }) => tone)
      .filter((tone) => tone !== undefined)
      .sort((a, b) => SEVERITY[b] - SEVERITY[a])[0];
  }

  /** True where all of a line is marked, not only characters. */
  isWhole(line: number): boolean {
    return this.at(line).some(({ column }) => column === undefined);
  }

  /** The messages of the marks that begin at a line. */
  messageAt(line: number): string {
    return this.at(line)
      .filter((mark) => this.#linesOf(mark).from === line)
      .map(({ message }) => message)
      .filter((message) => message !== undefined && message !== '')
      .join('; ');
  }

  /** The marked characters of a line of this many. */
  rangesAt(line: number, length: number): MarkedRange[] {
    return this.at(line)
      .filter(({ column }) => column !== undefined)
      .map((mark) => {
        const { from, to } = this.#linesOf(mark);
        const start = line === from ? (mark.column ?? 1) - 1 : 0;
        const end = line === to && mark.endColumn !== undefined ? mark.endColumn - 1 : length;
        // A mark of no characters is one of the next one.
        return {
          from: Math.min(start, Math.max(0, length - 1)),
          to: Math.min(length, Math.max(end, start + 1)),
          tone: mark.tone,
        };
      });
  }
}
