/**
 * A text as lines. An edit costs the lines it touches, and the move of an array of references where it adds or
 * takes lines; nothing depends on the length of the text.
 */

/** A place in a text: a line, and UTF-16 units from its start. */
export interface Position {
  readonly line: number;
  readonly offset: number;
}

/** One line, without its break. Never changed: whatever is known of a line can be kept by its object. */
export interface Line {
  readonly text: string;
}

export const START: Position = Object.freeze({ line: 0, offset: 0 });

/** More than this many arguments overflow the stack in `splice`. */
const MAX_ARGUMENTS = 10_000;

export function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.offset < b.offset);
}

export function isSame(a: Position, b: Position): boolean {
  return a.line === b.line && a.offset === b.offset;
}

/** CRLF and CR become LF, as in a browser's `value`. */
export function normalizeBreaks(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

export class TextBuffer {
  /** Goes up with each change. */
  version = 0;
  #lines: Line[] = [{ text: '' }];
  #length = 0;
  #value: string | undefined = '';

  get lineCount(): number {
    return this.#lines.length;
  }

  /** UTF-16 units, breaks included. */
  get length(): number {
    return this.#length;
  }

  /** The line of a number; an empty one outside the text. */
  line(index: number): Line {
    return this.#lines[index] ?? { text: '' };
  }

  text(index: number): string {
    return this.#lines[index]?.text ?? '';
  }

  /** The whole text; put together once for each version. */
  get value(): string {
    return (this.#value ??= this.#lines.map(({ text }) => text).join('\n'));
  }

  /** @param value breaks are LF */
  setValue(value: string): void {
    this.#lines = value.split('\n').map((text) => ({ text }));
    this.#length = value.length;
    this.#value = value;
    this.version++;
  }

  get end(): Position {
    const line = this.#lines.length - 1;
    return { line, offset: this.text(line).length };
  }

  slice(from: Position, to: Position): string {
    if (from.line === to.line) return this.text(from.line).slice(from.offset, to.offset);
    const parts = [this.text(from.line).slice(from.offset)];
    for (let line = from.line + 1; line < to.line; line++) parts.push(this.text(line));
    parts.push(this.text(to.line).slice(0, to.offset));
    return parts.join('\n');
  }

  /** Puts a text in the place of another; returns where it ends. */
  replace(from: Position, to: Position, text: string): Position {
    const head = this.text(from.line).slice(0, from.offset);
    const tail = this.text(to.line).slice(to.offset);
    const added = text.split('\n');
    const last = added[added.length - 1] ?? '';
    const end: Position = {
      line: from.line + added.length - 1,
      offset: added.length === 1 ? from.offset + text.length : last.length,
    };
    let removed = to.offset - from.offset;
    for (let line = from.line; line < to.line; line++) removed += this.text(line).length + 1;
    const lines: Line[] = added.map((part, index) => ({
      text: (index === 0 ? head : '') + part + (index === added.length - 1 ? tail : ''),
    }));
    this.#splice(from.line, to.line - from.line + 1, lines);
    this.#length += text.length - removed;
    this.#value = undefined;
    this.version++;
    return end;
  }

  /** UTF-16 units before a place, breaks included. */
  offsetOf({ line, offset }: Position): number {
    let sum = 0;
    for (let index = 0; index < line; index++) sum += this.text(index).length + 1;
    return sum + offset;
  }

  /** The place of an offset; one outside the text counts as its nearest end. */
  positionAt(offset: number): Position {
    let rest = Math.min(Math.max(0, Math.trunc(offset) || 0), this.#length);
    for (let line = 0; line < this.#lines.length; line++) {
      const { length } = this.text(line);
      if (rest <= length) return { line, offset: rest };
      rest -= length + 1;
    }
    return this.end;
  }

  #splice(at: number, count: number, lines: readonly Line[]): void {
    if (count === lines.length && count === 1) this.#lines[at] = lines[0] ?? { text: '' };
    else if (lines.length <= MAX_ARGUMENTS) this.#lines.splice(at, count, ...lines);
    else this.#lines = this.#lines.slice(0, at).concat(lines, this.#lines.slice(at + count));
  }
}
