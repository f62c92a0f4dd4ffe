/** Finding names by some of their letters. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fuzzyName, fuzzyScore } from '../../../runtime/base/text/fuzzy.js';
import { propertyRuns } from '../../support/property-runs.js';

function ranked(query: string, ...names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, score: fuzzyScore(fuzzyName(name), query) }))
    .filter(({ score }) => score !== undefined)
    .sort((a, b) => b.score! - a.score!)
    .map(({ name }) => name);
}

it.each([
  ['sf', ['Transform', 'Save file', 'Self'], ['Save file', 'Self', 'Transform']],
  [
    'save',
    ['Autosave', 'Save all', 'Save', 'Say over'],
    ['Save', 'Save all', 'Autosave', 'Say over'],
  ],
  ['gl', ['Go to line', 'Toggle'], ['Go to line', 'Toggle']],
  ['file save', ['Save File', 'Profile'], ['Save File']],
  ['sF', ['saveFile', 'surf'], ['saveFile', 'surf']],
  ['xyz', ['Save'], []],
])('%s', (query, names, expected) => {
  expect(ranked(query, ...names)).toEqual(expected);
});

it('finds what has the letters in their order, and nothing else', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcAB -') });
  fc.assert(
    fc.property(
      letters,
      fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1 }),
      (name, word) => {
        const pattern = new RegExp([...word].join('.*'), 'i');
        expect(fuzzyScore(fuzzyName(name), word) !== undefined).toBe(pattern.test(name));
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});

it('takes any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, query) => {
      const score = fuzzyScore(fuzzyName(name), query);
      expect(score === undefined || Number.isFinite(score)).toBe(true);
    }),
    { numRuns: propertyRuns(200) },
  );
});
