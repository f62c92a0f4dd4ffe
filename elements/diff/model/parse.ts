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
  /** What follows the second `@@`, as the name of a function. */
  readonly heading: string;
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
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BLANK = 32;
const PLUS = 43;
const MINUS = 45;
const AT = 64;
const BACKSLASH = 92;
const SMALL_D = 100;

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Parents of a merge whose signs are read: more than any history has. Each costs a step a line. */
const MAX_PARENTS = 256;

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;
const COMBINED = /^(@{3,}) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? @{3,} ?(.*)$/;
/** Colours, as of `git diff --color`. */
const COLORS = /\x1b\[[\d;:]*[mK]/g;

/** Lines that may follow the first one about a file. */
const HEADER =
  /^(?:old mode |new mode |deleted file mode |new file mode |copy from |copy to |rename from |rename to |similarity index |dissimilarity index |index |mode |--- |\+\+\+ |Binary files |GIT binary patch)/;

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
    while (this.#at < this.#lines.count && this.#lines.at(this.#at).startsWith('@@')) {
      if (!this.#readHunk()) break;
    }
    file.to = this.#at;
  }

  /** One more line about the file; false where there is none. */
  #readHeader(file: Draft<DiffFile>, hasNames: boolean): boolean {
    const line = this.#lines.at(this.#at);
    if (!HEADER.test(line)) return false;
    if (line.startsWith('--- ') && hasNames) return false;
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
    if (line.startsWith('--- ')) this.#setOld(file, nameIn(line, 'a/'));
    if (line.startsWith('+++ ')) this.#setNew(file, nameIn(line, 'b/'));
    this.#at++;
    if (line.startsWith('Binary files ')) file.isBinary = true;
    if (line.startsWith('GIT binary patch')) {
      file.isBinary = true;
      this.#readBinary();
    }
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

  /** A hunk and its lines; false where its header cannot be read. */
  #readHunk(): boolean {
    const line = this.#lines.at(this.#at);
    const simple = HUNK.exec(line.replace(/\r$/, ''));
    if (simple !== null) {
      const [, oldStart, oldCount = '1', newStart, newCount = '1', heading = ''] = simple;
      this.#readBody([Number(oldCount)], {
        oldStart: Number(oldStart),
        oldCount: Number(oldCount),
        newStart: Number(newStart),
        newCount: Number(newCount),
        heading,
      });
      return true;
    }
    const combined = COMBINED.exec(line.replace(/\r$/, ''));
    if (combined === null) return false;
    const [, , parents = '', newStart, newCount = '1', heading = ''] = combined;
    const counts = [...parents.matchAll(/-(\d+)(?:,(\d+))?/g)];
    if (counts.length > MAX_PARENTS) return false;
    this.#readBody(
      counts.map(([, , count = '1']) => Number(count)),
      {
        oldStart: Number(counts[0]?.[1]),
        oldCount: Number(counts[0]?.[2] ?? 1),
        newStart: Number(newStart),
        newCount: Number(newCount),
        heading,
      },
    );
    return true;
  }

  /** The lines of a hunk of one parent, which long diffs are of, without a string for each. @returns how many lines are missing */
  #readSimple(
    parents: number[],
    { oldStart, newStart, newCount }: Pick<DiffHunk, 'oldStart' | 'newStart' | 'newCount'>,
    file: Draft<DiffFile> | undefined,
  ): number {
    let oldLeft = parents[0] ?? 0;
    let newLeft = newCount;
    let [oldNumber, newNumber, added, removed, at] = [oldStart, newStart, 0, 0, this.#at];
    while (oldLeft > 0 || newLeft > 0) {
      const kind = kindOfCode(this.#lines.code(at));
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
    parents[0] = Math.min(0, oldLeft, newLeft);
    return Math.max(0, oldLeft) + Math.max(0, newLeft);
  }

  /** Lines until as many have come as the header states, of each parent and of the new file. */
  #readBody(parents: number[], hunk: Omit<DiffHunk, 'file' | 'from' | 'to'>): void {
    const from = this.#at;
    const file = this.#files.length - 1;
    const own = this.#files[file];
    this.#kinds[this.#at++] = KIND.hunk;
    const rest =
      parents.length === 1
        ? this.#readSimple(parents, hunk, own)
        : this.#readMerged(parents, hunk, own);
    if (rest > 0) {
      this.#error(from, `the hunk has fewer lines than its header states: ${rest} are missing`);
    } else if (parents.some((count) => count < 0)) {
      this.#error(from, 'the hunk has other lines than its header states');
    }
    if (this.#lines.at(this.#at).startsWith('\\ ')) this.#kinds[this.#at++] = KIND.noNewline;
    this.#hunks.push({ ...hunk, file, from, to: this.#at });
  }

  /** The same of a merge. Counts of parents become negative where they have more lines. */
  #readMerged(
    parents: number[],
    { oldStart, newStart, newCount }: Pick<DiffHunk, 'oldStart' | 'newStart' | 'newCount'>,
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
