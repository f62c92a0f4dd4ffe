/** Patterns that a filter or a search tests the text of lines with. */
import type { Level } from './levels.js';

/** Tests one line. `exec` finds where, for highlights. */
export interface SearchPattern {
  readonly text: string;
  test(line: string): boolean;
  /** Ranges of the matches, at most `limit`. */
  ranges(line: string, limit: number): [from: number, to: number][];
}

export class PatternError extends Error {}

/** `/…/` is a regular expression; small letters alone ignore case. */
export function searchPattern(text: string): SearchPattern | undefined {
  if (text === '') return undefined;
  const source = expressionIn(text);
  const flags = text === text.toLowerCase() ? 'giu' : 'gu';
  const expression = source === undefined ? literal(text, flags) : compile(source, flags);
  return {
    text,
    test: (line) => {
      expression.lastIndex = 0;
      return expression.test(line);
    },
    ranges: (line, limit) => {
      const found: [number, number][] = [];
      expression.lastIndex = 0;
      for (let match = expression.exec(line); match !== null; match = expression.exec(line)) {
        if (match[0] === '') expression.lastIndex++;
        else found.push([match.index, match.index + match[0].length]);
        if (found.length === limit) break;
      }
      return found;
    },
  };
}

/** Tests an entry, whose lines come one by one. */
export interface EntryMatcher {
  start(): void;
  add(line: string, level: () => Level | undefined): void;
  readonly matches: boolean;
}

interface Term {
  readonly isExcluded: boolean;
  test(line: string, level: () => Level | undefined): boolean;
}

/**
 * An entry matches where each word is in one of its lines, and none of those with `!` is. `level:error` is the level of the
 * entry; `"two words"` and `/…/` are one word.
 */
export function entryMatcher(text: string): EntryMatcher | undefined {
  const terms = termsOf(text);
  if (terms.length === 0) return undefined;
  const found = terms.map(() => false);
  return {
    start: () => void found.fill(false),
    add: (line, level) => {
      for (const [at, term] of terms.entries()) found[at] ||= term.test(line, level);
    },
    get matches() {
      return terms.every(({ isExcluded }, at) => found[at] !== isExcluded);
    },
  };
}

const TERM = /(!?)(?:"([^"]*)"|(\/(?:\\.|[^/\\])+\/)(?=\s|$)|(\S+))/g;

function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const [, not = '', quoted, expression, word = ''] of text.matchAll(TERM)) {
    const isExcluded = not !== '';
    const level = /^level:([a-z]+)$/.exec(word)?.[1];
    if (level !== undefined) {
      terms.push({ isExcluded, test: (_line, own) => own() === level });
      continue;
    }
    const pattern = searchPattern(quoted ?? expression ?? word);
    if (pattern !== undefined) terms.push({ isExcluded, test: (line) => pattern.test(line) });
  }
  return terms;
}

function expressionIn(text: string): string | undefined {
  return text.length > 2 && text.startsWith('/') && text.endsWith('/')
    ? text.slice(1, -1)
    : undefined;
}

function literal(text: string, flags: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags);
}

/** @throws PatternError */
function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PatternError(reason.replace(/^Invalid regular expression: /, ''));
  }
}
