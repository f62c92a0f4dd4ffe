/** The lines of a text by number, without a string for each: a long text is divided in a millisecond or two. */

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export class LineSource {
  readonly text: string;
  /** Where each line starts, and at the end where one more would. */
  readonly #starts: Uint32Array;
  readonly count: number;
  readonly #trims: boolean;

  /** @param trims lines end before a carriage return that comes before the line break */
  constructor(text: string, trims: boolean) {
    this.text = text;
    this.#trims = trims && text.includes('\r');
    let starts = new Uint32Array(Math.max(64, text.length >> 5));
    let count = 0;
    for (let at = 0; at < text.length;) {
      if (count + 1 >= starts.length) {
        const grown = new Uint32Array(starts.length * 2);
        grown.set(starts);
        starts = grown;
      }
      starts[count++] = at;
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length + 1 : end + 1;
      starts[count] = at;
    }
    this.#starts = starts;
    this.count = count;
  }

  /** A line without its line break; empty where there is none. */
  at(line: number): string {
    if (line < 0 || line >= this.count) return '';
    const start = this.#starts[line]!;
    let end = this.#starts[line + 1]! - 1;
    if (this.#trims && end > start && this.text.charCodeAt(end - 1) === CARRIAGE_RETURN) end--;
    return this.text.slice(start, end);
  }

  /** The code of a character of a line; 10 behind its end, and NaN behind the last line. */
  code(line: number, at = 0): number {
    if (line < 0 || line >= this.count) return NaN;
    const code = this.text.charCodeAt(this.#starts[line]! + at);
    return Number.isNaN(code) ? LINE_FEED : code;
  }

  /** Where a line starts. */
  startOf(line: number): number {
    return this.#starts[line] ?? 0;
  }

  /** Some of the lines. */
  slice(from: number, to: number): string[] {
    return Array.from({ length: Math.max(0, to - from) }, (_, at) => this.at(from + at));
  }
}
