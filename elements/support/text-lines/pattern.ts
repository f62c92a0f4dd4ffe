/** Patterns that a search tests the text of lines with. */

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
