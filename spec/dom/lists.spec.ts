import { describe, expect, it } from '@jest/globals';
import { empty, watch, named } from '../support/elements.js';

describe('classList', () => {
  it('reads and writes the attribute', () => {
    const element = empty().createElement('b');
    const { classList } = element;
    expect(element.classList).toBe(classList);
    classList.remove('x');
    expect(element.hasAttribute('class')).toBe(false);
    classList.add('a', 'b', 'a');
    expect(element.getAttribute('class')).toBe('a b');
    element.setAttribute('class', '  c \n a c ');
    expect([...classList]).toEqual(['c', 'a']);
    expect([classList[0], classList[1], classList[2]]).toEqual(['c', 'a', undefined]);
    expect(Object.getPrototypeOf(classList)['0']).toBeUndefined();
    expect([classList.length, classList.item(1), classList.item(2), classList.value]).toEqual([
      2,
      'a',
      null,
      '  c \n a c ',
    ]);
    expect(classList.contains('c')).toBe(true);
    expect(classList.toggle('c')).toBe(false);
    expect(classList.toggle('d')).toBe(true);
    expect(classList.toggle('d', true)).toBe(true);
    expect(classList.toggle('e', false)).toBe(false);
    expect(element.className).toBe('a d');
    expect(classList.replace('a', 'z')).toBe(true);
    expect(classList.replace('q', 'r')).toBe(false);
    expect(classList.replace('z', 'd')).toBe(true);
    expect(String(classList)).toBe('d');
    classList.remove('d');
    expect(element.getAttribute('class')).toBe('');
    classList.value = 'x y';
    expect([...classList.entries()]).toEqual([
      [0, 'x'],
      [1, 'y'],
    ]);
    const seen: string[] = [];
    classList.forEach((token) => seen.push(token));
    expect(seen).toEqual(['x', 'y']);
  });

  it('refuses what is no token', () => {
    const { classList } = empty().createElement('b');
    for (const change of ['add', 'remove', 'toggle'] as const) {
      expect(() => classList[change]('')).toThrow(named('SyntaxError'));
      expect(() => classList[change]('a b')).toThrow(named('InvalidCharacterError'));
    }
    expect(() => classList.supports('x')).toThrow(TypeError);
  });
});

describe('dataset', () => {
  it('is the data attributes, both ways', () => {
    const document = empty();
    const element = document.createElement('b');
    document.body.append(element);
    const lines = watch(document);
    element.setAttribute('data-a-bc', '1');
    element.setAttribute('data-', 'empty');
    expect(element.dataset['aBc']).toBe('1');
    element.dataset['xY'] = '2';
    expect(element.getAttribute('data-x-y')).toBe('2');
    expect(Object.keys(element.dataset)).toEqual(['aBc', '', 'xY']);
    expect({ ...element.dataset }).toEqual({ aBc: '1', '': 'empty', xY: '2' });
    expect('xY' in element.dataset).toBe(true);
    delete element.dataset['xY'];
    expect(element.hasAttribute('data-x-y')).toBe(false);
    expect(element.dataset['missing']).toBeUndefined();
    expect(element.dataset['constructor']).toBeUndefined();
    expect(() => (element.dataset['a-b'] = 'x')).toThrow('is not a dataset name');
    expect(lines).toHaveLength(4);
  });
});
