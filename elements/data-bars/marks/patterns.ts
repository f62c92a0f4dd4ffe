/** Patterns of several series in black and white. */
import { FULL_BLOCK } from '../../../runtime/base/text/block-glyphs.js';

/** Those of the specification. */
const PATTERNS = ['█', '▓', '▒', '░'].map((pattern) => pattern.codePointAt(0)!);

export function patternOf(series: number): number {
  return PATTERNS[series % PATTERNS.length]!;
}

/** True where a text on the bar would not stand out from its glyphs if it was reversed. */
export function isShaded(series: number): boolean {
  return patternOf(series) !== FULL_BLOCK;
}
