import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  DEFAULT_COLOR,
  formatColor,
  indexed,
  parseColor,
  rgb,
  TRANSPARENT,
} from '../runtime/color.js';

describe('reading a colour', () => {
  it.each([
    ['red', rgb(255, 0, 0)],
    [' #0F8 ', rgb(0, 255, 136)],
    ['hsl(120 100% 25%)', rgb(0, 128, 0)],
    ['rgb(255 0 0 / 0)', TRANSPARENT],
    ['default', DEFAULT_COLOR],
    ['ansi-bright-red', indexed(9)],
    ['ansi-255', indexed(255)],
  ])('%s', (text, color) => {
    expect(parseColor(text)).toBe(color);
  });

  it.each(['', 'rod', '#12', '#ggg', 'ansi-256', 'rgb(', '/0A', '/0a', 'rgb(/0a', 'a'.repeat(300)])(
    '%j is none',
    (text) => {
      expect(parseColor(text)).toBeUndefined();
    },
  );

  it('never throws, and reads back what it writes', () => {
    const piece = fc.constantFrom(..."/0Aa#%(),. -+e'", 'rgb(', 'lab(', 'none', 'calc(', '1e999');
    const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (each) => {
        const color = parseColor(each);
        if (color !== undefined) expect(parseColor(formatColor(color))).toBe(color);
      }),
      { numRuns: 3000 },
    );
  });
});
