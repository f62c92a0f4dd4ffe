/** Regular expressions in the attributes of a log; one that is none is reported, and has no effect. */
import { reportAttributeError, type TuiElement } from '../support/author.js';
import { levelsBy, type Level } from './model/levels.js';

export type LevelSources = Readonly<Partial<Record<Level, string>>>;

/** What finds the level of a line; undefined for the levels that are known. */
export function readLevels(
  element: TuiElement,
  sources: LevelSources | undefined,
): ReturnType<typeof levelsBy> | undefined {
  if (sources === undefined) return undefined;
  const patterns: Partial<Record<Level, RegExp>> = {};
  for (const [level, source] of Object.entries(sources)) {
    const pattern = compilePattern(element, `levels: "${level}"`, source);
    if (pattern !== undefined) patterns[level as Level] = pattern;
  }
  return levelsBy(patterns);
}

/** @param where the attribute, as it is named in the diagnostic */
export function compilePattern(
  element: TuiElement,
  where: string,
  source: string,
): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    reportAttributeError(element, where.startsWith('entry') ? 'entryStart' : 'levels', {
      code: 'bad-value',
      message: `log: ${where}: expected a regular expression: ${reason.replace(/^Invalid regular expression: /, '')}`,
      suggestion: 'put a backslash before characters that mean themselves, such as \\[ or \\(',
    });
    return undefined;
  }
}
