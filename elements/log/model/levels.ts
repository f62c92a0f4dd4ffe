/** Levels of log lines, and where an entry of several lines starts: what is found out of the words of a line. */

export const LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type Level = (typeof LEVELS)[number];

/** Characters of a line in which its level is searched. */
const HEAD = 300;

const WORDS: Readonly<Record<string, Level>> = {
  trace: 'debug',
  debug: 'debug',
  verbose: 'debug',
  info: 'info',
  notice: 'info',
  warn: 'warning',
  warning: 'warning',
  error: 'error',
  err: 'error',
  severe: 'error',
  fatal: 'error',
  critical: 'error',
  crit: 'error',
  panic: 'error',
  alert: 'error',
  emerg: 'error',
};

const NAMES = Object.keys(WORDS).join('|');
/** Capitals anywhere; other words only where they are a field of their own: `level=warn`, `[error]`, `error: …`. */
const LEVEL = new RegExp(
  `\\b(?:level|lvl|severity)["']?\\s{0,4}[=:]\\s{0,4}["']?(${NAMES}|\\d\\d)\\b|[[(<](${NAMES})[\\])>]|^(${NAMES}):|\\b(${NAMES})\\b`,
  'i',
);
const CAPITALS = /^[^a-z]+$/;

/** The level of a word, or of a number as pino writes it. */
export function levelOfWord(word: unknown): Level | undefined {
  if (typeof word === 'number') {
    return word >= 50 ? 'error' : word >= 40 ? 'warning' : word >= 30 ? 'info' : 'debug';
  }
  return typeof word === 'string' && Object.hasOwn(WORDS, word.toLowerCase())
    ? WORDS[word.toLowerCase()]
    : undefined;
}

export type FindLevel = (text: string) => Level | undefined;

export function findLevel(text: string): Level | undefined {
  let head = text.slice(0, HEAD);
  // The first word in capitals; the expression ignores case for the other forms.
  for (let from = 0; from < HEAD;) {
    const match = LEVEL.exec(head);
    if (match === null) return undefined;
    const [, field, bracketed, first, bare] = match;
    if (bare === undefined || CAPITALS.test(bare)) {
      const word = bare ?? field ?? bracketed ?? first ?? '';
      return /^\d/.test(word) ? levelOfWord(Number(word)) : levelOfWord(word);
    }
    from += match.index + match[0].length;
    head = head.slice(match.index + match[0].length);
  }
  return undefined;
}

/** Levels by patterns of the app; the most severe that matches. */
export function levelsBy(patterns: Readonly<Partial<Record<Level, RegExp>>>): FindLevel {
  const order = [...LEVELS].reverse();
  return (text) => order.find((level) => patterns[level]?.test(text));
}

/** A date or a time of day at the beginning, also in brackets. */
const STAMP =
  /^[[(<{"' ]{0,2}(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d[-/.]\d\d[-/.]\d{2,4}|\d\d:\d\d:\d\d|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d\b|\d{10,13}\b)/;
const CONTINUED = /^(?:[ \t]|$|Caused by:|\.\.\. \d+ more|[)}\]])/;

export type IsEntryStart = (text: string) => boolean;

/**
 * Where the first line begins with a time, each entry does, or is a JSON object; elsewhere what is indented continues the one
 * before.
 */
export function entryStartsLike(firstLine: string): IsEntryStart {
  return STAMP.test(firstLine)
    ? (text) => STAMP.test(text) || text.startsWith('{"')
    : (text) => !CONTINUED.test(text);
}
