import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  DEFAULT_COLOR,
  formatColor,
  indexed,
  knownRgb,
  parseColor,
  rgb,
  TRANSPARENT,
} from '../../runtime/base/color.js';
import { anyCharacter } from '../support/any-character.js';
import { propertyRuns } from '../support/property-runs.js';

describe('the palette', () => {
  // As xterm's own: 16 to 231 are a cube of six levels, 232 to 255 are grays.
  it.each([
    [16, 0x000000],
    [17, 0x00005f],
    [67, 0x5f87af],
    [231, 0xffffff],
    [232, 0x080808],
    [255, 0xeeeeee],
  ])('has a known value at %i', (index, value) => {
    expect(knownRgb(indexed(index))).toBe(rgb(value >> 16, (value >> 8) & 255, value & 255));
  });

  it('has none where users choose it', () => {
    for (let index = 0; index < 16; index++) expect(knownRgb(indexed(index))).toBeUndefined();
    expect(knownRgb(DEFAULT_COLOR)).toBeUndefined();
  });
});

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

  it.each([
    // CSS Color 5, section 3; the values are those of a browser.
    ['color-mix(in srgb, red, blue)', '#800080'],
    ['color-mix(in srgb, red 25%, blue)', '#4000bf'],
    ['color-mix(in srgb, 25% red, blue)', '#4000bf'],
    ['color-mix(in srgb, red, blue 25%)', '#bf0040'],
    ['color-mix(in srgb, red 20%, blue 20%)', '#800080'],
    ['COLOR-MIX( IN sRGB ,#fff 100%,\n#000 )', '#ffffff'],
    ['color-mix(in oklab, white, black)', '#636363'],
    ['color-mix(in oklab, red, blue)', '#8c53a2'],
    ['color-mix(in srgb, rgb(255, 0, 0), color-mix(in srgb, blue, lime) 50%)', '#804040'],
    ['color-mix(in srgb, ansi-231, ansi-16)', '#808080'],
    // The terminal's own colours have no values: the larger share, the first of equals.
    ['color-mix(in srgb, default 40%, red)', '#ff0000'],
    ['color-mix(in srgb, ansi-red, ansi-blue)', 'ansi-1'],
    ['color-mix(in srgb, red 20%, transparent)', 'transparent'],
    ['color-mix(in srgb, red 60%, transparent)', '#ff0000'],
    ['color-mix(in srgb, ansi-200 0%, ansi-100)', 'ansi-100'],
  ])('%s', (text, color) => {
    expect(formatColor(parseColor(text)!)).toBe(color);
  });

  it.each([
    'color-mix(in srgb, red)',
    'color-mix(in srgb, red, blue, lime)',
    'color-mix(in cmyk, red, blue)',
    'color-mix(in constructor, red, blue)',
    'color-mix(red, blue)',
    'color-mix(in srgb, red 0%, blue 0%)',
    'color-mix(in srgb, red 101%, blue)',
    'color-mix(in srgb, red -1%, blue)',
    'color-mix(in srgb, 10% red 10%, blue)',
    'color-mix(in srgb, red 1.2.3%, blue)',
    'color-mix(in srgb, red, blue',
    `${'color-mix(in srgb, red, '.repeat(12)}red${')'.repeat(12)}`,
  ])('%s is none', (text) => {
    // The last one is sound and short enough: it is a colour.
    const isDeep = text.endsWith('))');
    expect(parseColor(text)).toBe(isDeep ? parseColor('red') : undefined);
  });

  it('never throws, and reads back what it writes', () => {
    const piece = fc.constantFrom(
      ..."/0Aa#%(),. -+e'",
      'rgb(',
      'color-mix(in srgb,',
      'red',
      'lab(',
      'none',
      'calc(',
      '1e999',
    );
    const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: anyCharacter })), (each) => {
        const color = parseColor(each);
        if (color !== undefined) expect(parseColor(formatColor(color))).toBe(color);
      }),
      { numRuns: propertyRuns(3000) },
    );
  });
});
