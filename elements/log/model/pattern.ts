/** Patterns that a filter tests entries with. */
import { searchPattern } from '../../support/text-lines/pattern.js';
import type { Level } from './levels.js';

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
