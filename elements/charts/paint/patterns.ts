/** Patterns of several series in black and white. */
import { FULL_BLOCK } from '../../../runtime/base/text/block-glyphs.js';

/** Those of the specification. */
const PATTERNS = ['█', '▓', '▒', '░'].map((pattern) => pattern.codePointAt(0)!);

export function patternOf(series: number): number {
  return PATTERNS[series % PATTERNS.length]!;
}

/** True if reversed text on the bar would be hard to read on its pattern. */
export function isShaded(series: number): boolean {
  return patternOf(series) !== FULL_BLOCK;
}
