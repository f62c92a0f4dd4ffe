import { describe, expect, it } from '@jest/globals';
import {
  CustomProperties,
  substitute,
  SUBSTITUTED_LENGTH,
} from '../../runtime/style/substitute.js';
import { cpuTime } from '../support/cpu-time.js';

function set(
  values: Record<string, string | undefined>,
  parent?: CustomProperties,
): CustomProperties {
  return new CustomProperties(parent, new Map(Object.entries(values)));
}

const some = set({ '--a': 'red', '--empty': '', '--b': 'var(--a)' });
const lookup = (name: string): string | undefined => some.get(name);

describe('var()', () => {
  it.each<[string, string | undefined]>([
    ['plain', 'plain'],
    ['var(--a)', 'red'],
    ['1 VAR( --a ) 2', '1 red 2'],
    ['var(--b)', 'red'],
    ['var(--none)', undefined],
    ['var(--none, blue)', 'blue'],
    ['var(--none, rgb(1, 2, 3))', 'rgb(1, 2, 3)'],
    ['var(--none, var(--also, var(--a)))', 'red'],
    ['var(--none,)', ''],
    ['var(--empty)', ''],
    ['x var(--a', 'x red'],
    ['"var(--a)"', '"var(--a)"'],
    ['myvar(--a)', 'myvar(--a)'],
    ['var(a)', undefined],
    ['var()', undefined],
    ['var(--none, ")")', '")"'],
  ])('%s', (text, expected) => {
    expect(substitute(text, lookup)).toBe(expected);
  });

  it('names what is missing', () => {
    const missing: string[] = [];
    substitute('var(--a) var(--nope)', lookup, (name) => missing.push(name));
    expect(missing).toEqual(['--nope']);
  });

  it('gives up on texts that grow without end', () => {
    const laughs: Record<string, string> = { '--l0': 'ha'.repeat(10) };
    for (let level = 1; level < 60; level++) {
      laughs[`--l${level}`] = `var(--l${level - 1}) `.repeat(10);
    }
    const custom = set(laughs);
    const started = cpuTime();
    expect(substitute('var(--l59)', (name) => custom.get(name))).toBeUndefined();
    expect(custom.get('--l1')?.length).toBeLessThanOrEqual(SUBSTITUTED_LENGTH);
    expect(cpuTime() - started).toBeLessThan(30_000);
  });

  it('gives up on fallbacks and chains that nest without end', () => {
    const nested = `${'var(--x,'.repeat(5000)}1${')'.repeat(5000)}`;
    expect(substitute(nested, () => undefined)).toBeUndefined();
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`--c${index}`, `var(--c${index + 1})`]),
    );
    expect(set(chain).get('--c0')).toBeUndefined();
  });
});

describe('custom properties', () => {
  it("are the parent's where an element sets none, and can be taken away", () => {
    const child = set({ '--a': 'green', '--b': undefined }, some);
    expect([child.get('--a'), child.get('--b'), child.get('--empty')]).toEqual([
      'green',
      undefined,
      '',
    ]);
  });

  it('are resolved where they are declared, as CSS says', () => {
    // --b was declared as var(--a) above, where --a was red.
    expect(set({ '--a': 'green' }, some).get('--b')).toBe('red');
  });

  it('are invalid in a cycle, and only there', () => {
    const custom = set({
      '--a': 'var(--b, 1)',
      '--b': 'var(--c)',
      '--c': 'var(--a)',
      '--self': 'var(--self, 2)',
      '--leads-to': 'var(--a, fine)',
    });
    expect(custom.get('--leads-to')).toBe('fine');
    expect(['--a', '--b', '--c', '--self'].map((name) => custom.get(name))).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('stay flat however deep the document is', () => {
    let custom = set({ '--root': 'r' });
    for (let level = 0; level < 5000; level++)
      custom = set({ [`--v${level % 7}`]: `${level}` }, custom);
    expect(custom.get('--root')).toBe('r');
    expect(custom.get('--v0')).toBe('4998');
    expect(custom.get('--v1')).toBe('4999');
  });
});
