import { describe, expect, it } from '@jest/globals';
import { compileSelector, selectAdapter, statePseudos } from '../../runtime/dom/tree/selectors.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { load, one, named } from '../support/elements.js';
import { setActiveElement } from '../../runtime/element/tui-document.js';

const document = load(`<container id="a" class="box big" data-kind="x y" title="Hello">
  <label id="b" class="box"><b id="c">1</b><i id="d">2</i></label>
  <gauge id="e" showValues value="0.5"/>
  <gauge id="f" show-values="false"/>
  <Upper id="g"/>
  <button id="h" disabled>x</button><button id="i" disabled="false">y</button>
  <a id="j" href="#">z</a>
</container>`);

function ids(selector: string, root: typeof document | TuiElement = document): string {
  return root
    .querySelectorAll(selector)
    .map((element) => element.id)
    .join('');
}

describe('querySelectorAll', () => {
  it.each([
    ['#b', 'b'],
    ['.box', 'ab'],
    ['.box.big', 'a'],
    ['gauge', 'ef'],
    ['Upper', 'g'],
    ['upper', 'g'],
    ['label > b', 'c'],
    ['container b', 'c'],
    ['b + i', 'd'],
    ['label ~ gauge', 'ef'],
    ['b, i, gauge', 'cdef'],
    ['[showValues]', 'ef'],
    ['[show-values]', 'ef'],
    ['[showValues=false]', 'f'],
    ['[data-kind~=y]', 'a'],
    ['[title^=Hel]', 'a'],
    ['[title$=lo]', 'a'],
    ['[title*=ell]', 'a'],
    ['[title=hello]', ''],
    ['[title=hello i]', 'a'],
    [':is(b, i)', 'cd'],
    ['gauge:not([value])', 'f'],
    ['label:has(> i)', 'b'],
    ['container:has(i)', 'a'],
    ['label :first-child', 'c'],
    ['label :last-child', 'd'],
    ['gauge:first-of-type', 'e'],
    ['container > :nth-child(2n)', 'egi'],
    ['gauge:nth-of-type(2)', 'f'],
    ['gauge:empty', 'ef'],
    [':root', ''],
    [':disabled', 'h'],
    ['button:enabled', 'i'],
    [':link', 'j'],
    ['tui #c', 'c'],
    ['container:focus, container:hover', ''],
    [':focus-visible, :visited, :target, :checked', ''],
    ['*', 'abcdefghij'],
  ])('%s', (selector, expected) => {
    expect(ids(selector)).toBe(expected);
    const first = document.querySelectorAll(selector)[0] ?? null;
    expect(document.querySelector(selector)).toBe(first);
  });

  it('looks below its root only, and matches against the whole tree', () => {
    const label = one(document, 'label');
    expect(ids('container b', label)).toBe('c');
    expect(ids('label', label)).toBe('');
    expect(ids(':scope > b', label)).toBe('c');
    expect(ids(':scope b', label)).toBe('c');
    expect(label.matches(':scope')).toBe(true);
    expect(label.matches(':scope label')).toBe(false);
    expect(document.querySelector(':scope > container')?.id).toBe('a');
  });

  it('works on fragments and detached trees', () => {
    const fragment = document.createDocumentFragment();
    const b = document.createElement('b');
    fragment.append(b);
    b.append(document.createElement('i'));
    expect(fragment.querySelectorAll('b > i')).toHaveLength(1);
    expect(b.querySelector('b > i')?.localName).toBe('i');
    expect(fragment.getElementById('x')).toBeNull();
  });

  it('gives a plain list of that moment', () => {
    const found = document.querySelectorAll('b');
    expect(found.item(0)?.id).toBe('c');
    expect(found.item(1)).toBeNull();
    expect(found.map(({ id }) => id)).toEqual(['c']);
    expect(document.querySelectorAll('nothing')).toHaveLength(0);
  });
});

describe('matches and closest', () => {
  it('agree with the tree', () => {
    const c = document.getElementById('c')!;
    expect(c.matches('label > b')).toBe(true);
    expect(c.closest('b')).toBe(c);
    expect(c.closest('.box')?.id).toBe('b');
    expect(c.closest('.big')?.id).toBe('a');
    expect(c.closest('gauge')).toBeNull();
  });
});

describe('states', () => {
  it('match while they last', () => {
    const c = document.getElementById('c')!;
    c.addState('hover');
    c.addState('loading');
    c.addState('focus');
    setActiveElement(document, c);
    expect([ids(':hover'), ids(':state(loading)'), ids(':focus'), ids(':focus-within')]).toEqual([
      'c',
      'c',
      'c',
      'abc',
    ]);
    c.removeState('hover');
    c.removeState('focus');
    setActiveElement(document, null);
    expect([ids(':hover'), ids(':focus-within')]).toEqual(['', '']);
  });

  it('are in one table for all who match', () => {
    expect(statePseudos['hover']?.(document.getElementById('c') as never)).toBe(false);
    expect(selectAdapter.getName(document.getElementById('c')!)).toBe('b');
    expect(compileSelector('b')(document.getElementById('c')!)).toBe(true);
  });
});

describe('what is no selector', () => {
  it.each([
    '',
    '>',
    'a >',
    '[',
    'a[b',
    '::before',
    ':nothing',
    ':nth-child(x)',
    '> a',
    'a,',
    ':not(',
  ])('%j is a SyntaxError', (selector) => {
    expect(() => document.querySelector(selector)).toThrow(named('SyntaxError'));
    expect(() => document.body.matches(selector)).toThrow('is not a selector');
  });

  it('is told from what is merely large', () => {
    expect(() => document.querySelector('a'.repeat(20_000))).toThrow('too long');
    expect(() => document.querySelector(':is('.repeat(3000))).toThrow(named('SyntaxError'));
    expect(document.querySelector('a '.repeat(4000))).toBeNull();
  });

  it('does not fill the memory', () => {
    for (let i = 0; i < 2000; i++) expect(document.querySelector(`.c${i}`)).toBeNull();
  });
});

describe('compareDocumentPosition', () => {
  it('by the standard', () => {
    const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((id) => document.getElementById(id)!);
    expect(c!.compareDocumentPosition(c!)).toBe(0);
    expect(c!.compareDocumentPosition(d!)).toBe(4);
    expect(d!.compareDocumentPosition(c!)).toBe(2);
    expect(a!.compareDocumentPosition(c!)).toBe(20);
    expect(c!.compareDocumentPosition(a!)).toBe(10);
    // linkedom compares depths: these two would come out the wrong way round.
    expect(e!.compareDocumentPosition(c!)).toBe(2);
    expect(c!.compareDocumentPosition(e!)).toBe(4);
    expect(document.compareDocumentPosition(b!)).toBe(20);
    const loose = document.createElement('b');
    const one = loose.compareDocumentPosition(a!);
    expect(one & 33).toBe(33);
    expect(a!.compareDocumentPosition(loose) & 6).toBe(6 - (one & 6));
    expect([a!.contains(c!), c!.contains(a!), c!.contains(c!), c!.contains(null)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
