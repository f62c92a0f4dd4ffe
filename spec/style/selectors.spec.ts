import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ReachMap, attributeFeature } from '../../runtime/style/matching/invalidation-sets.js';
import {
  parseFormula,
  parseSelectors,
  STATE_PSEUDOS,
} from '../../runtime/style/matching/selectors.js';
import { statePseudos } from '../../runtime/dom/tree/selectors.js';
import { propertyRuns } from '../support/property-runs.js';

function parsed(
  text: string,
): Extract<ReturnType<typeof parseSelectors>, { ok: true }>['selectors'] {
  const result = parseSelectors(text);
  if (!result.ok) throw new Error(result.message);
  return result.selectors;
}

function error(text: string): string | undefined {
  const result = parseSelectors(text);
  if (result.ok) return undefined;
  return result.suggestion === undefined
    ? result.message
    : `${result.message} | ${result.suggestion}`;
}

it('specificity counts ids, classes and types apart, and never carries over', () => {
  const order = [
    '*',
    'a',
    'a b',
    '.x',
    ':where(#a) .x',
    'a.x',
    '.x[y]',
    '.x:hover:not(a, b)',
    '.x.y.z',
    Array(1100).fill('.x').join(''),
    '#a',
    ':is(a, #a)',
    '#a.x',
    '#a #b',
  ].map((text) => parsed(text)[0]!.specificity);
  for (let index = 1; index < order.length; index++) {
    expect(order[index]).toBeGreaterThanOrEqual(order[index - 1]!);
  }
  expect(parsed('.x')[0]!.specificity).toBe(parsed(':where(#a) .x')[0]!.specificity);
  expect(parsed('#a')[0]!.specificity).toBe(parsed(':is(a, #a)')[0]!.specificity);
  expect(parsed('#a')[0]!.specificity).toBeGreaterThan(order[9]!);
});

it.each([
  ['a, ', 'invalid selector: expected a selector'],
  ['> a', 'a selector may not start with a combinator'],
  [
    'a::before',
    'pseudo-elements are not supported, found "::before" | write the content into the element, for example as <span>',
  ],
  [
    'dialog::backdrop',
    'pseudo-elements are not supported, found "::backdrop" | the content behind a modal dialog is dimmed automatically',
  ],
  ['a::nope', 'pseudo-elements are not supported, found "::nope"'],
  ['a:hovr', 'unknown pseudo-class ":hovr" | did you mean ":hover"?'],
  ['a:hover(1)', ':hover accepts no argument'],
  ['a:nth-child(x)', ':nth-child needs a formula such as 2n+1, found "x"'],
  ['a:nth-child(2n of b)', ':nth-child needs a formula such as 2n+1, found "2n of b"'],
  ['a:nth-child', ':nth-child needs a formula such as 2n+1 in parentheses'],
  ['..a', 'expected a name after "."'],
  ['a#', 'expected a name after "#"'],
  ['svg|a', 'namespaces are not supported'],
  [
    'a:has(b c)',
    ':has() accepts one compound selector here, with at most one combinator before it',
  ],
  ['x'.repeat(5000), 'a selector has at most 4000 characters'],
  [`${':is('.repeat(9)}a${')'.repeat(9)}`, 'this selector is nested too deeply'],
])('%s is refused', (text, message) => {
  expect(error(text)).toBe(message);
});

it('every state the tree can test has its dependencies', () => {
  expect([...STATE_PSEUDOS.keys()].sort()).toEqual(Object.keys(statePseudos).sort());
});

it.each<[string, readonly [number, number] | undefined]>([
  ['odd', [2, 1]],
  ['EVEN', [2, 0]],
  ['3', [0, 3]],
  ['-n+3', [-1, 3]],
  ['n', [1, 0]],
  ['2n - 1', [2, -1]],
  ['2 n', undefined],
  ['n+', undefined],
])('the formula %s', (text, expected) => {
  expect(parseFormula(text)).toEqual(expected);
});

describe('reach', () => {
  function reach(selector: string, feature: string): string[] {
    const map = new ReachMap();
    for (const complex of parsed(selector)) map.add(complex);
    return [...map.get(feature)].map(
      ({ scope, depth, key }) => `${scope} ${depth} ${key.kind}:${key.name}`,
    );
  }

  it.each([
    ['.a', '.a', ['self 0 class:a']],
    ['.a .b', '.a', ['descendants Infinity class:b']],
    ['.a > b > #c', '.a', ['descendants 2 id:c']],
    ['.a > b c', '.a', ['descendants Infinity tag:c']],
    ['.a + b', '.a', ['siblings 0 tag:b']],
    ['.a ~ b > c', '.a', ['family 1 tag:c']],
    [':not(.a) b', '.a', ['descendants Infinity tag:b']],
    [':is(.a > *) b', '.a', ['descendants Infinity tag:b']],
    [':is(.a > *) + b', '.a', ['family 1 tag:b']],
    ['p:has(.a)', '.a', ['document Infinity tag:p']],
    ['p:has(.a)', 'inside', ['document Infinity tag:p']],
    ['a:empty', 'empty', ['self 0 tag:a']],
    ['a:focus', ':focus', ['self 0 tag:a']],
    ['a:focus-within', ':focus', ['document Infinity tag:a']],
    ['a:state(lit)', ':lit', ['self 0 tag:a']],
    ['[show-values]', attributeFeature('showValues'), ['self 0 any:']],
    ['a:disabled', attributeFeature('disabled'), ['self 0 tag:a']],
    ['.a .b', '.c', []],
  ])('of %s when %s changes', (selector, feature, expected) => {
    expect(reach(selector, feature)).toEqual(expected);
  });

  /** Reach, side and limits of what a change among children means. */
  function structure(selector: string): string[] {
    const map = new ReachMap();
    for (const complex of parsed(selector)) map.add(complex);
    return [...map.structure].map(({ reach: { scope, key }, side, own, around }) =>
      [
        `${side}: ${scope} ${key.kind}:${key.name}`,
        own === undefined ? 'any' : own.map(({ name }) => name).join('|'),
        around === undefined
          ? 'anywhere'
          : `${around.relation} of ${around.keys.map(({ name }) => name).join('|')}`,
      ].join(', '),
    );
  }

  it.each([
    ['li', []],
    ['.a + b', ['next: self tag:b, b, anywhere']],
    ['.a ~ b > c', ['after: descendants tag:c, b, anywhere']],
    ['li:nth-child(2) b', ['after: descendants tag:b, li, anywhere']],
    ['p > :last-child', ['previous: self any:, any, child of p']],
    ['p .a > i + b', ['next: self tag:b, b, child of a']],
    [':is(p, #q) :nth-last-child(2)', ['before: self any:, any, descendant of p|q']],
    [
      'p > :is(a, b):only-child',
      ['next: self any:, a|b, child of p', 'previous: self any:, a|b, child of p'],
    ],
  ])('of %s when children come or go', (selector, expected) => {
    expect(structure(selector)).toEqual(expected);
  });
});

it('never throws, whatever the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'a',
      '.',
      '#',
      '[',
      ']',
      '=',
      '"',
      ':',
      '::',
      'not',
      'has',
      'is',
      '(',
      ')',
      '>',
      '+',
      '~',
      ' ',
      ',',
      '*',
      '\\',
      '|',
      '&',
      'nth-child',
      '2n+1',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
      parseSelectors(pieces.join(''));
    }),
    { numRuns: propertyRuns(3000) },
  );
});
