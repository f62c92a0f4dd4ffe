/**
 * Diagnostics: codes, places in the source, excerpts and one suggestion.
 *
 * Every message a person sees about a document, a setting or a flag is made here, so that all of
 * them read alike: `file:line:column severity code: message`, an excerpt with a caret, a suggestion.
 */
import { nameClass } from './class-name.js';
import { cellWidth } from './text/graphemes.js';

export type Severity = 'error' | 'warning' | 'info';

/** A text with a name: a `.tui` file, a config file, an attribute's own origin. */
export interface Source {
  /** Path as the user wrote it, or a name in angle brackets such as `<inline>`. */
  readonly file: string;
  readonly text: string;
}

/** Offsets into `Source.text`, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Line and column, both counted from 1; columns count UTF-16 units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Diagnostic {
  readonly severity: Severity;
  /** Kebab-case and stable, for example `bad-json`. */
  readonly code: string;
  /** One sentence without a final stop. */
  readonly message: string;
  readonly source?: Source | undefined;
  readonly span?: Span | undefined;
  /** One way out, for example `did you mean "showValues"?`. */
  readonly suggestion?: string | undefined;
}

/** Thrown when processing cannot continue; carries all diagnostics found so far. */
export class DiagnosticError extends Error {
  static {
    nameClass(this, 'DiagnosticError');
  }

  override readonly name = 'DiagnosticError';
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n\n'));
  }
}

const lineStartsOf = new WeakMap<Source, number[]>();

function lineStarts(source: Source): readonly number[] {
  let starts = lineStartsOf.get(source);
  if (starts === undefined) {
    starts = [0];
    for (const match of source.text.matchAll(/\r\n|\n|\r/g)) {
      starts.push(match.index + match[0].length);
    }
    lineStartsOf.set(source, starts);
  }
  return starts;
}

/** Where a line ends, without its break. Not searched for: one long line may have thousands of errors. */
function endOfLine(source: Source, line: number): number {
  const { text } = source;
  const next = lineStarts(source)[line];
  if (next === undefined) return text.length;
  return next - (text.startsWith('\r\n', next - 2) ? 2 : 1);
}

/** Line and column of an offset. Line breaks are LF, CRLF and CR. */
export function positionAt(source: Source, offset: number): Position {
  const starts = lineStarts(source);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - starts[low]! + 1 };
}

/** `file:line:column`, or as much of it as is known. */
export function formatPlace(source: Source | undefined, span: Span | undefined): string {
  if (source === undefined) return '';
  const file = printable(source.file);
  if (span === undefined) return file;
  const { line, column } = positionAt(source, span.start);
  return `${file}:${line}:${column}`;
}

/** Longest excerpt in UTF-16 units; of a minified line, only the part around the error is shown. */
const EXCERPT_LENGTH = 100;

/** The whole text of a diagnostic, without colour and without control characters from the source. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  return formatWithin(diagnostic, EXCERPT_LENGTH);
}

/** The same. @param excerptLength UTF-16 units of the file's line that are shown around the error */
export function formatWithin(diagnostic: Diagnostic, excerptLength: number): string {
  const { severity, code, message, source, span, suggestion } = diagnostic;
  const place = formatPlace(source, span);
  const lines = [`${place === '' ? '' : `${place} `}${severity} ${code}: ${printable(message)}`];
  if (source !== undefined && span !== undefined)
    lines.push(...excerpt(source, span, excerptLength));
  if (suggestion !== undefined) lines.push(`  ${printable(suggestion)}`);
  return lines.join('\n');
}

function excerpt(source: Source, span: Span, length: number): string[] {
  const { line, column } = positionAt(source, span.start);
  const lineStart = span.start - (column - 1);
  const lineEnd = endOfLine(source, line);
  const from = whole(
    source.text,
    Math.max(lineStart, Math.min(span.start - Math.floor(length * 0.6), lineEnd - length)),
  );
  const to = whole(source.text, Math.min(lineEnd, from + length));
  const gutter = String(line);
  const lead = from > lineStart ? '…' : '';
  const tail = to < lineEnd ? '…' : '';
  const before = lead + printable(source.text.slice(from, span.start));
  const marked = printable(source.text.slice(span.start, Math.min(span.end, to)));
  return [
    ` ${gutter} | ${lead}${printable(source.text.slice(from, to))}${tail}`,
    // In cells, not in characters: a caret has to be under a word that follows CJK or an emoji.
    ` ${' '.repeat(gutter.length)} | ${' '.repeat(cellWidth(before))}${'^'.repeat(Math.max(1, cellWidth(marked)))}`,
  ];
}

/** `offset`, or the one after it where it would part a surrogate pair. */
function whole(text: string, offset: number): number {
  const code = text.codePointAt(offset - 1) ?? 0;
  return offset > 0 && code > 0xffff ? offset + 1 : offset;
}

/**
 * Text that is safe to write to a terminal or a log: control characters, bidi controls, lone
 * surrogates and both units of kitty's image placeholder (U+10EEEE) become U+FFFD, tabs and line breaks
 * become blanks. Length in UTF-16 units is kept.
 */
export function printable(text: string): string {
  return text.replace(/[\t\r\n]/g, ' ').replace(UNSAFE, '\ufffd');
}

/** JSON for a terminal as well: what `printable` replaces is an escape sequence of JSON. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(UNSAFE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\udbfb(?=\udeee)|(?<=\udbfb)\udeee|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Farthest edit distance at which a name is still worth suggesting. */
const SUGGEST_DISTANCE = 2;

/** The candidate nearest to `name` within `most` edits (transpositions count as one), else undefined. */
export function nearest(
  name: string,
  candidates: Iterable<string>,
  most = SUGGEST_DISTANCE,
): string | undefined {
  const folded = fold(name);
  let best: string | undefined;
  // A two-letter name is within two edits of everything: the distance must also stay under half its length.
  let bestDistance = Math.min(most, Math.floor((folded.length - 1) / 2)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(folded, fold(candidate), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `did you mean "x"?` for the nearest candidate, else undefined. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(name, candidates);
  return found === undefined ? undefined : `did you mean "${found}"?`;
}

/** Case and separators aside, since `show-values` and `showValues` are one name. */
function fold(name: string): string {
  return name.slice(0, 64).toLowerCase().replace(/[-_]/g, '');
}

/** Damerau-Levenshtein distance (optimal string alignment), cut off at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, beforeLast[j - 2]! + 1);
      }
      row.push(value);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
