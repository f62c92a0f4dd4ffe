/** `@media`: every feature in every way to write it. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  mediaHolds,
  mediaSuggestion,
  parseMedia,
  type Media,
} from '../../runtime/style/reading/media.js';
import { propertyRuns } from '../support/property-runs.js';

const SCREEN: Media = {
  width: 80,
  height: 24,
  depth: '256',
  scheme: 'dark',
  reducesMotion: false,
  displayMode: 'fullscreen',
};

function holds(text: string, media: Partial<Media> = {}): boolean | undefined {
  const query = parseMedia(text);
  return query && mediaHolds([query], { ...SCREEN, ...media });
}

describe('on a screen of 80 x 24 cells, 256 colours, dark', () => {
  it.each([
    '(width)',
    '(width: 80)',
    '(min-width: 80)',
    '(max-width: 80ch)',
    '(width >= 80)',
    '(width <= 80)',
    '(width > 79)',
    '(width < 81)',
    '(width = 80)',
    '(60 <= width <= 100)',
    '(100 > width > 60)',
    '(24 = height)',
    '(min-height: 24) and (max-height: 24)',
    '(color)',
    '(color-index)',
    '(min-color-index: 256)',
    '(color-index: 256)',
    '(16 < color-index <= 256)',
    '(prefers-color-scheme: dark)',
    '(prefers-reduced-motion: no-preference)',
    'not (prefers-reduced-motion)',
    'not (prefers-color-scheme: light)',
    'all',
    'screen',
    'only screen and (min-width: 40)',
    'not all and (width: 79)',
    '(width: 1), (height: 24)',
    '(width: 1) or (height: 24) or (monochrome)',
    'ALL AND (Min-Width:10)',
    'screen and not (monochrome)',
  ])('%s holds', (text) => expect(holds(text)).toBe(true));

  it.each([
    '(width: 79)',
    '(width < 80)',
    '(81 <= width <= 100)',
    '(monochrome)',
    '(max-color-index: 16)',
    '(prefers-color-scheme: light)',
    '(prefers-reduced-motion)',
    '(prefers-reduced-motion: reduce)',
    'not all',
    'not screen and (width: 80)',
    'not (width)',
    '(width: 80) and (height: 25)',
    '(width: 1) or (height: 2)',
  ])('%s does not hold', (text) => expect(holds(text)).toBe(false));

  it.each([
    '',
    '()',
    '(wdith: 3)',
    '(width: 3px)',
    '(width: -1)',
    '(width >)',
    '(>= 3)',
    '(min-width >= 3)',
    '(min-width)',
    '(color: 3)',
    '(prefers-color-scheme)',
    '(prefers-color-scheme: blue)',
    '(width: 1) or (height: 2) and (color)',
    '(width: 1) xor (height: 2)',
    'print',
    '((width))',
    '(constructor)',
    'x'.repeat(3000),
  ])('%j cannot be read', (text) => expect(holds(text)).toBeUndefined());
});

it('asks how many colours there are', () => {
  const least = (depth: Media['depth']): boolean[] =>
    [1, 16, 256, 16777216].map((n) => holds(`(min-color-index: ${n})`, { depth }) === true);
  expect(least('none')).toEqual([false, false, false, false]);
  expect(least('16')).toEqual([true, true, false, false]);
  expect(least('truecolor')).toEqual([true, true, true, true]);
  expect(holds('(monochrome)', { depth: 'none' })).toBe(true);
});

it('knows the feature that was meant', () => {
  expect(mediaSuggestion('(color) and (mni-width: 3)')).toBe('did you mean "min-width"?');
  expect(mediaSuggestion('(min-width: 3px)')).toBeUndefined();
});

it('never throws, nor takes long', () => {
  const piece = fc.constantFrom(
    '(',
    ')',
    'width',
    'not ',
    ' and ',
    ' or ',
    ',',
    '<=',
    '3',
    ':',
    'all',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      parseMedia(pieces.join(''));
    }),
    { numRuns: propertyRuns(2000) },
  );
});
