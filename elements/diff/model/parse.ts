/**
 * Reads a unified diff, as `git diff`, `git show` and `diff -u` write it. Every line of the text is kept; arrays of numbers say what
 * each is, so that a diff of 100,000 lines is read in a few milliseconds.
 */
import { LineSource } from '../../support/text-lines/source.js';
import { nameIn, namesInHeader, unquote } from './names.js';

/** What a line of the text is. */
export const KIND = {
  /** Around a diff, as the message of a commit, or what cannot be read. */
  text: 0,
  /** The first line about a file, and the others. */
  file: 1,
  header: 2,
  hunk: 3,
  context: 4,
  added: 5,
  removed: 6,
  /** `\ No newline at end of file`, of the line before. */
  noNewline: 7,
  /** A binary patch. */
  binary: 8,
} as const;

type FileStatus = 'modified' | 'added' | 'deleted' | 'renamed' | 'copied';

export interface DiffFile {
  readonly oldName: string;
  readonly newName: string;
  readonly status: FileStatus;
  /** Percent, of one that is renamed or copied. */
  readonly similarity: number | undefined;
  readonly oldMode: string | undefined;
  readonly newMode: string | undefined;
  readonly isBinary: boolean;
  /** Of a merge: each line has a sign for each parent. */
  readonly isCombined: boolean;
  /** Its lines in the text; `body` is the first one after the header. */
  readonly from: number;
  readonly body: number;
  readonly to: number;
  readonly added: number;
  readonly removed: number;
}

export interface DiffHunk {
  readonly file: number;
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** Its lines in the text, with its header. */
  readonly from: number;
  readonly to: number;
}

interface DiffError {
  /** Index of the line. */
  readonly line: number;
  readonly message: string;
}

export interface Diff {
  readonly lines: LineSource;
  readonly kinds: Uint8Array;
  /** Numbers of the line in the old and in the new file, from 1; 0 where it is not in it. */
  readonly oldNumbers: Int32Array;
  readonly newNumbers: Int32Array;
  readonly files: readonly DiffFile[];
  readonly hunks: readonly DiffHunk[];
  readonly errors: readonly DiffError[];
  /** The highest number of a line in any hunk; 0 without hunks. */
  readonly lastNumber: number;
  /** Signs at the start of a line: one, or of merges one for each parent of the first. */
  readonly signs: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BLANK = 32;
const COMMA = 44;
const PLUS = 43;
const MINUS = 45;
const AT = 64;
const BACKSLASH = 92;
const ZERO = 48;
const NINE = 57;
/** Digits of a number that is read by its codes. */
const MAX_DIGITS = 9;
const SMALL_D = 100;

type HunkNumbers = Pick<DiffHunk, 'oldStart' | 'oldCount' | 'newStart' | 'newCount'>;

/** What follows the second `@@` of a hunk, as the name of a function. */
export function headingOf({ lines }: Diff, { from }: DiffHunk): string {
  return /^@@+ [^@]*@@+ ?(.*?)\r?$/.exec(lines.at(from))?.[1] ?? '';
}

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Parents of a merge whose signs are read: more than any history has. Each costs a step a line. */
const MAX_PARENTS = 256;

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const COMBINED = /^(@{3,}) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? @{3,}/;
/** Colours, as of `git diff --color`. */
const COLORS = /\x1b\[[\d;:]*[mK]/g;

/** Lines that may follow the first one about a file, beside `index`, `---` and `+++`. */
const HEADER =
  /^(?:old mode |new mode |deleted file mode |new file mode |copy from |copy to |rename from |rename to |similarity index |dissimilarity index |mode |Binary files |GIT binary patch)/;

export function parseDiff(text: string): Diff {
  const isColored =
    text.includes('\x1b[') && /^(?:\x1b\[[\d;:]*m)+(?:diff |--- |@@|commit )/m.test(text);
  return new DiffReader(isColored ? text.replace(COLORS, '') : text).read();
}

class DiffReader {
  readonly #lines: LineSource;
  readonly #kinds: Uint8Array;
  readonly #old: Int32Array;
  readonly #new: Int32Array;
  readonly #files: Draft<DiffFile>[] = [];
  readonly #hunks: DiffHunk[] = [];
  readonly #errors: DiffError[] = [];
  #at = 0;
  #lastNumber = 0;
  #signs = 0;

  constructor(text: string) {
    this.#lines = new LineSource(text, false);
    const length = this.#lines.count;
    this.#kinds = new Uint8Array(length);
    this.#old = new Int32Array(length);
    this.#new = new Int32Array(length);
  }

  read(): Diff {
    while (this.#at < this.#lines.count) {
      // Most lines of a text around a diff begin with something else.
      const code = this.#lines.code(this.#at);
      if (code !== SMALL_D && code !== MINUS && code !== AT) {
        this.#at++;
        continue;
      }
      const line = this.#lines.at(this.#at);
      if (this.#startsFile(line)) this.#readFile();
      else if (line.startsWith('@@') && this.#readHunk()) continue;
      else this.#skip(line);
    }
    return {
      lines: this.#lines,
      kinds: this.#kinds,
      oldNumbers: this.#old,
      newNumbers: this.#new,
      files: this.#files,
      hunks: this.#hunks,
      errors: this.#errors,
      lastNumber: Math.max(0, this.#lastNumber),
      signs: Math.max(1, this.#signs),
    };
  }

  #skip(line: string): void {
    // A header of a hunk that cannot be read is damage, and what looks like its lines is text.
    if (/^@@+ -/.test(line)) {
      const found = line.length > 60 ? `${line.slice(0, 60)}…` : line;
      this.#error(this.#at, `expected "@@ -line,count +line,count @@", found "${found}"`);
    }
    this.#at++;
  }

  #error(line: number, message: string): void {
    this.#errors.push({ line, message });
  }

  #startsFile(line: string): boolean {
    if (!line.startsWith('d') && !line.startsWith('-')) return false;
    if (/^diff --(?:git|cc|combined) /.test(line)) return true;
    // Without git there are the two names only.
    return line.startsWith('--- ') && this.#lines.at(this.#at + 1).startsWith('+++ ');
  }

  #readFile(): void {
    const from = this.#at;
    const first = this.#lines.at(from);
    const isGit = first.startsWith('diff --git ');
    const isCombined = /^diff --c/.test(first);
    const single = isCombined ? unquote(first.replace(/^diff --\w+ /, '')) : '';
    const names = isGit ? namesInHeader(first) : { old: single, new: single };
    const file: Draft<DiffFile> = {
      oldName: names.old,
      newName: names.new,
      status: 'modified',
      similarity: undefined,
      oldMode: undefined,
      newMode: undefined,
      isBinary: false,
      isCombined,
      from,
      body: from,
      to: from,
      added: 0,
      removed: 0,
    };
    this.#files.push(file);
    if (isGit || isCombined) this.#at++;
    // The next file begins with its names where git did not write them.
    let hasNames = false;
    while (this.#at < this.#lines.count && this.#readHeader(file, hasNames)) {
      hasNames ||= this.#lines.at(this.#at - 1).startsWith('+++ ');
    }
    for (let line = from; line < this.#at; line++) {
      if (this.#kinds[line] === KIND.text) this.#kinds[line] = KIND.header;
    }
    this.#kinds[from] = KIND.file;
    file.body = this.#at;
    file.to = this.#at;
    while (this.#isHunk(this.#at) && this.#readHunk()) {
      // Up to the next file.
    }
    file.to = this.#at;
  }

  /** One more line about the file; false where there is none. */
  #readHeader(file: Draft<DiffFile>, hasNames: boolean): boolean {
    // Most headers end with a hunk.
    if (this.#isHunk(this.#at)) return false;
    const line = this.#lines.at(this.#at);
    if (line.startsWith('--- ') || line.startsWith('+++ '))
      return this.#readName(file, line, hasNames);
    if (line.startsWith('index ')) {
      this.#at++;
      return true;
    }
    if (!HEADER.test(line)) return false;
    const rest = (start: string): string | undefined =>
      line.startsWith(start) ? line.slice(start.length).replace(/\r$/, '') : undefined;
    file.oldMode = rest('old mode ') ?? rest('deleted file mode ') ?? file.oldMode;
    file.newMode = rest('new mode ') ?? rest('new file mode ') ?? file.newMode;
    const similarity = rest('similarity index ');
    if (similarity !== undefined) file.similarity = Number.parseInt(similarity, 10);
    if (line.startsWith('new file mode ')) file.status = 'added';
    if (line.startsWith('deleted file mode ')) file.status = 'deleted';
    const from = rest('rename from ') ?? rest('copy from ');
    const to = rest('rename to ') ?? rest('copy to ');
    if (from !== undefined) {
      file.oldName = unquote(from);
      file.status = line.startsWith('copy') ? 'copied' : 'renamed';
    }
    if (to !== undefined) file.newName = unquote(to);
    this.#at++;
    if (line.startsWith('Binary files ')) file.isBinary = true;
    if (line.startsWith('GIT binary patch')) {
      file.isBinary = true;
      this.#readBinary();
    }
    return true;
  }

  /** `--- a/name` and `+++ b/name`; false where the names of the next file begin. */
  #readName(file: Draft<DiffFile>, line: string, hasNames: boolean): boolean {
    const isOld = line.startsWith('-');
    if (isOld && hasNames) return false;
    if (isOld) this.#setOld(file, nameIn(line, 'a/'));
    else if (!hasNames) this.#setNew(file, nameIn(line, 'b/'));
    else {
      // The first one names the file. What a patch tool would do with the others is unknown.
      this.#error(this.#at, 'expected one line with the new name of the file, found another');
    }
    this.#at++;
    return true;
  }

  #setOld(file: Draft<DiffFile>, name: string | undefined): void {
    if (name === undefined) file.status = 'added';
    else file.oldName = name;
  }

  #setNew(file: Draft<DiffFile>, name: string | undefined): void {
    if (name === undefined) file.status = 'deleted';
    else file.newName = name;
    if (file.status === 'added') file.oldName = file.newName;
    if (file.status === 'deleted') file.newName = file.oldName;
  }

  /** `literal 12`, lines in base 85, an empty line; twice, for both ways. */
  #readBinary(): void {
    while (/^(?:literal|delta) \d+/.test(this.#lines.at(this.#at))) {
      while (this.#at < this.#lines.count && this.#lines.at(this.#at) !== '') this.#binaryLine();
      if (this.#at < this.#lines.count) this.#binaryLine();
    }
  }

  #binaryLine(): void {
    this.#kinds[this.#at++] = KIND.binary;
  }

  #isHunk(line: number): boolean {
    return this.#lines.code(line) === AT && this.#lines.code(line, 1) === AT;
  }

  /** A hunk and its lines; false where its header cannot be read. */
  #readHunk(): boolean {
    const simple = this.#numbersOf(this.#at);
    if (simple !== undefined) {
      this.#readBody(simple, undefined);
      return true;
    }
    const combined = COMBINED.exec(this.#lines.at(this.#at));
    if (combined === null) return false;
    const [, , parents = '', newStart, newCount = '1'] = combined;
    const counts = [...parents.matchAll(/-(\d+)(?:,(\d+))?/g)];
    if (counts.length > MAX_PARENTS) return false;
    this.#readBody(
      {
        oldStart: Number(counts[0]?.[1]),
        oldCount: Number(counts[0]?.[2] ?? 1),
        newStart: Number(newStart),
        newCount: Number(newCount),
      },
      counts.map(([, , count = '1']) => Number(count)),
    );
    return true;
  }

  #numbersOf(line: number): HunkNumbers | undefined {
    const lines = this.#lines;
    if (lines.code(line, 2) !== BLANK) return undefined;
    return shortNumbers(lines.text, lines.startOf(line) + 3) ?? longNumbers(lines.at(line));
  }

  /**
   * The lines of a hunk of one parent, which long diffs are of, without a string for each.
   *
   * @returns how many lines are missing; below 0 where it has other lines than its header states
   */
  #readSimple(
    { oldStart, oldCount, newStart, newCount }: HunkNumbers,
    file: Draft<DiffFile> | undefined,
  ): number {
    const { text, count } = this.#lines;
    let oldLeft = oldCount;
    let newLeft = newCount;
    let oldNumber = oldStart;
    let newNumber = newStart;
    let added = 0;
    let removed = 0;
    let at = this.#at;
    while (oldLeft > 0 || newLeft > 0) {
      const kind = at < count ? kindOfCode(text.charCodeAt(this.#lines.startOf(at))) : KIND.text;
      if (kind === KIND.text) break;
      this.#kinds[at] = kind;
      if (kind === KIND.context || kind === KIND.removed) {
        this.#old[at] = oldNumber++;
        oldLeft--;
      }
      if (kind === KIND.context || kind === KIND.added) {
        this.#new[at] = newNumber++;
        newLeft--;
      }
      if (kind === KIND.added) added++;
      if (kind === KIND.removed) removed++;
      at++;
    }
    this.#at = at;
    if (file !== undefined) {
      file.added += added;
      file.removed += removed;
    }
    const missing = Math.max(0, oldLeft) + Math.max(0, newLeft);
    return missing > 0 ? missing : Math.min(oldLeft, newLeft);
  }

  /** Lines until as many have come as the header states, of each parent and of the new file. */
  #readBody(hunk: HunkNumbers, parents: number[] | undefined): void {
    const from = this.#at;
    const file = this.#files.length - 1;
    const own = this.#files[file];
    this.#kinds[this.#at++] = KIND.hunk;
    const missing =
      parents === undefined
        ? this.#readSimple(hunk, own)
        : this.#readMerged(parents, hunk, own) || Math.min(0, ...parents);
    if (missing > 0) {
      this.#error(from, `the hunk has fewer lines than its header states: ${missing} are missing`);
    } else if (missing < 0) {
      this.#error(from, 'the hunk has other lines than its header states');
    }
    const isNote =
      this.#lines.code(this.#at) === BACKSLASH && this.#lines.code(this.#at, 1) === BLANK;
    if (isNote) this.#kinds[this.#at++] = KIND.noNewline;
    const { oldStart, oldCount, newStart, newCount } = hunk;
    const last = Math.max(oldStart + oldCount, newStart + newCount) - 1;
    if (last > this.#lastNumber) this.#lastNumber = last;
    if (this.#signs === 0 && parents !== undefined) this.#signs = parents.length;
    const to = this.#at;
    this.#hunks.push({ file, oldStart, oldCount, newStart, newCount, from, to });
  }

  /** The same of a merge. Counts of parents become negative where they have more lines. */
  #readMerged(
    parents: number[],
    { oldStart, newStart, newCount }: HunkNumbers,
    file: Draft<DiffFile> | undefined,
  ): number {
    let [oldNumber, newNumber, newLeft] = [oldStart, newStart, newCount];
    const rest = (): number =>
      parents.reduce((sum, count) => sum + Math.max(0, count), Math.max(0, newLeft));
    while (rest() > 0 && this.#at < this.#lines.count) {
      const line = this.#lines.at(this.#at);
      const kind = kindOf(line, parents.length);
      if (kind === KIND.text) break;
      this.#kinds[this.#at] = kind;
      const isRemoved = kind === KIND.removed;
      for (let at = 0; at < parents.length && kind !== KIND.noNewline; at++) {
        const sign = line[at] ?? ' ';
        // A line that is not in the new file is only in the parents that have its sign.
        if (isRemoved ? sign !== '-' : sign === '+') continue;
        parents[at]!--;
        if (at === 0) this.#old[this.#at] = oldNumber++;
      }
      if (!isRemoved && kind !== KIND.noNewline) {
        newLeft--;
        this.#new[this.#at] = newNumber++;
      }
      if (file !== undefined && kind === KIND.added) file.added++;
      if (file !== undefined && isRemoved) file.removed++;
      this.#at++;
    }
    return rest();
  }
}

/**
 * The numbers of `-1,3 +1,4 @@` at a place of a text: long diffs have thousands of these lines, and no string is made of one.
 * Undefined where it is something else, or has a number of many digits.
 */
function shortNumbers(text: string, start: number): HunkNumbers | undefined {
  const numbers = [0, 1, 0, 1];
  let which = -1;
  let at = start;
  do {
    which = partAfter(which, text.charCodeAt(at++));
    // ` +`
    if (which < 0 || (which === 2 && text.charCodeAt(at++) !== PLUS)) return undefined;
    const first = at;
    let number = 0;
    for (; isDigit(text.charCodeAt(at)); at++) number = number * 10 + text.charCodeAt(at) - ZERO;
    if (at === first || at - first > MAX_DIGITS) return undefined;
    numbers[which] = number;
  } while (which < 2 || text.charCodeAt(at) !== BLANK);
  const [oldStart, oldCount, newStart, newCount] = numbers as [number, number, number, number];
  return text.startsWith('@@', at + 1) ? { oldStart, oldCount, newStart, newCount } : undefined;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Which of the four numbers follows a sign behind another one; -1 for none. */
function partAfter(which: number, code: number): number {
  if (code === MINUS) return which < 0 ? 0 : -1;
  if (code === COMMA) return which === 0 || which === 2 ? which + 1 : -1;
  return code === BLANK && (which === 0 || which === 1) ? 2 : -1;
}

function longNumbers(line: string): HunkNumbers | undefined {
  const found = HUNK.exec(line);
  if (found === null) return undefined;
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] = found;
  return {
    oldStart: Number(oldStart),
    oldCount: Number(oldCount),
    newStart: Number(newStart),
    newCount: Number(newCount),
  };
}

/** The kind of a line in a hunk of a merge by its signs; `text` where it cannot be in one. */
function kindOf(line: string, parents: number): number {
  if (line.startsWith('\\ ')) return KIND.noNewline;
  const signs = line.slice(0, parents);
  if (!/^[ +-]*$/.test(signs)) return KIND.text;
  return signs.includes('-') ? KIND.removed : signs.includes('+') ? KIND.added : KIND.context;
}

/** The kind of a line in a hunk by its first character. */
function kindOfCode(code: number): number {
  switch (code) {
    case BLANK:
    case LINE_FEED:
    case CARRIAGE_RETURN:
      return KIND.context;
    case PLUS:
      return KIND.added;
    case MINUS:
      return KIND.removed;
    case BACKSLASH:
      return KIND.noNewline;
    default:
      return KIND.text;
  }
}
