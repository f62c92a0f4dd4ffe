/** Undo and redo, by groups of edits. */
import { isSame, type Position } from './buffer.js';

export interface Selection {
  readonly anchor: Position;
  readonly focus: Position;
}

/** One edit as it was done: `removed` stood at `from`, now `inserted` does, up to `end`. */
export interface Done {
  readonly from: Position;
  readonly end: Position;
  readonly removed: string;
  readonly inserted: string;
  /** Where `removed` ended before. */
  readonly to: Position;
  readonly before: Selection;
  readonly after: Selection;
  /** Which edits of a kind in a row make one: typing, deleting either way; an undefined one is never joined. */
  readonly kind: 'typing' | 'back' | 'forward' | undefined;
}

/** Groups kept, and the UTF-16 units that they may hold together. */
const MAX_GROUPS = 1000;
const MAX_UNITS = 32_000_000;

export class History {
  #undo: Done[] = [];
  #redo: Done[] = [];
  #units = 0;
  #sealed = true;

  /** Notes an edit; it may become part of the last one. */
  add(done: Done): void {
    this.#redo = [];
    const last = this.#undo.at(-1);
    const joined = last === undefined || this.#sealed ? undefined : join(last, done);
    this.#units += done.removed.length + done.inserted.length;
    if (joined !== undefined) this.#undo[this.#undo.length - 1] = joined;
    else this.#undo.push(done);
    this.#sealed = done.kind === undefined;
    while (this.#undo.length > 1 && (this.#undo.length > MAX_GROUPS || this.#units > MAX_UNITS)) {
      const gone = this.#undo.shift();
      this.#units -= (gone?.removed.length ?? 0) + (gone?.inserted.length ?? 0);
    }
  }

  /** The next edit begins a group of its own: the caret was moved, or something else came between. */
  seal(): void {
    this.#sealed = true;
  }

  /** The edit to take back; the caller does it. */
  undo(): Done | undefined {
    return this.#move(this.#undo, this.#redo);
  }

  /** The edit to do again. */
  redo(): Done | undefined {
    return this.#move(this.#redo, this.#undo);
  }

  clear(): void {
    this.#undo = [];
    this.#redo = [];
    this.#units = 0;
    this.#sealed = true;
  }

  #move(from: Done[], to: Done[]): Done | undefined {
    this.#sealed = true;
    const done = from.pop();
    if (done !== undefined) to.push(done);
    return done;
  }
}

/** Two edits as one, where they are; a word after a blank begins a group of its own. */
function join(last: Done, next: Done): Done | undefined {
  if (last.kind === undefined || last.kind !== next.kind) return undefined;
  const { before } = last;
  const { after } = next;
  switch (next.kind) {
    case 'typing': {
      if (next.removed !== '' || !isSame(last.end, next.from)) return undefined;
      if (/\s$/.test(last.inserted) && !/^\s/.test(next.inserted)) return undefined;
      const inserted = last.inserted + next.inserted;
      return { ...last, inserted, end: next.end, before, after };
    }
    case 'back':
      if (!isSame(next.to, last.from)) return undefined;
      return { ...next, removed: next.removed + last.removed, to: last.to, before, after };
    default: {
      if (!isSame(last.from, next.from)) return undefined;
      // Where the second part ended before the first was taken out.
      const sameLine = next.to.line === next.from.line;
      const to: Position = {
        line: last.to.line + next.to.line - next.from.line,
        offset: sameLine ? last.to.offset + next.to.offset - next.from.offset : next.to.offset,
      };
      return { ...last, removed: last.removed + next.removed, to, before, after };
    }
  }
}
