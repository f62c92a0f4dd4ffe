/** Highlighting of a diff: each side of a hunk is a text of its own, read when a line of it shows. */
import { languageOf, languageOfFile } from '../../support/highlight/highlight.js';
import { LineHighlighter, type ScopeSpan } from '../../support/highlight/lines.js';
import { KIND, type Diff } from './parse.js';

/** Sides of hunks that are kept. */
const MAX_SIDES = 64;

interface HunkSide {
  /** Lines of the diff that are in it, in order. */
  readonly lines: Int32Array;
  readonly highlighter: LineHighlighter;
}

export class DiffSyntax {
  readonly #diff: Diff;
  /** Of all files; undefined where the name of each decides. */
  readonly #language: string | undefined;
  readonly #textOf: (line: number) => string;
  readonly #sides = new Map<number, HunkSide>();

  constructor(diff: Diff, language: string | undefined, textOf: (line: number) => string) {
    this.#diff = diff;
    this.#language = language;
    this.#textOf = textOf;
  }

  /** The parts of a line of a hunk as its language has them; undefined where it has none. */
  of(line: number, hunk: number): readonly ScopeSpan[] | undefined {
    const language = this.#languageOf(hunk);
    if (language === undefined) return undefined;
    const isOld = this.#diff.kinds[line] === KIND.removed;
    const side = this.#sideOf(hunk, isOld, language);
    return side.highlighter.of(placeOf(side.lines, line));
  }

  #languageOf(hunk: number): string | undefined {
    const { files, hunks } = this.#diff;
    const file = files[hunks[hunk]?.file ?? -1];
    if (file === undefined || file.isCombined) return undefined;
    const language =
      this.#language === undefined ? languageOfFile(file.newName) : languageOf(this.#language);
    return language === 'plaintext' ? undefined : language;
  }

  #sideOf(hunk: number, isOld: boolean, language: string): HunkSide {
    const key = hunk * 2 + (isOld ? 0 : 1);
    let side = this.#sides.get(key);
    if (side === undefined) {
      const lines = this.#linesOf(hunk, isOld);
      const highlighter = new LineHighlighter();
      highlighter.reset(language, lines.length, (at) => this.#textOf(lines[at]!));
      if (this.#sides.size >= MAX_SIDES) this.#sides.clear();
      this.#sides.set(key, (side = { lines, highlighter }));
    }
    return side;
  }

  #linesOf(hunk: number, isOld: boolean): Int32Array {
    const { hunks, kinds } = this.#diff;
    const { from, to } = hunks[hunk]!;
    const own = isOld ? KIND.removed : KIND.added;
    const lines = new Int32Array(to - from);
    let count = 0;
    for (let line = from; line < to; line++) {
      if (kinds[line] === own || kinds[line] === KIND.context) lines[count++] = line;
    }
    return lines.subarray(0, count);
  }
}

function placeOf(lines: Int32Array, line: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]! < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
