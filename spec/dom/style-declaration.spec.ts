import { mount } from '../support/mount.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDeclarations } from '../../runtime/dom/css/style-text.js';
import { empty } from '../support/elements.js';
import { cpuTime } from '../support/cpu-time.js';
import { propertyRuns } from '../support/property-runs.js';

function pairs(text: string): string[] {
  return parseDeclarations(text).map(
    ({ name, value, important }) => `${name} = ${value}${important ? ' !' : ''}`,
  );
}

describe('parseDeclarations', () => {
  it.each<[string, string[]]>([
    ['color: red; width:5', ['color = red', 'width = 5']],
    ['  ledWidth : 3 ;; led-width:4;', ['ledWidth = 3', 'led-width = 4']],
    ['--my-Var: {a; b}; --x:1', ['--my-Var = {a; b}', '--x = 1']],
    ['background: url(x;y) red; color: blue', ['background = url(x;y) red', 'color = blue']],
    ['background: url("a)b;c"); color: blue', ['background = url("a)b;c")', 'color = blue']],
    [`content: "a;b\\";c" 'd;e'; color: red`, [`content = "a;b\\";c" 'd;e'`, 'color = red']],
    ['width: calc((1 + 2) * 3); x: [a;b]', ['width = calc((1 + 2) * 3)', 'x = [a;b]']],
    ['color: red !important; width: 5!IMPORTANT', ['color = red !', 'width = 5 !']],
    ['/* a: b; */ color /* c */: red /* ; d */; e: f', ['color = red', 'e = f']],
    ['nonsense; color: red', ['color = red']],
    ['color red: x; width: 1', ['width = 1']],
    ['color:; width: 1', ['width = 1']],
    ['1a: b; color: red', ['color = red']],
    ['x: ) y; color: red', ['x = ) y', 'color = red']],
    ['content: "open; color: red', ['content = "open; color: red']],
    ['content: "open\n; color: red', ['content = "open', 'color = red']],
    ['x: (a; b', ['x = (a; b']],
    ['x: a\\;b; y: c', ['x = a\\;b', 'y = c']],
    ['', []],
    [';;;', []],
  ])('%j', (text, expected) => {
    expect(pairs(text)).toEqual(expected);
  });

  it('says where each stands', () => {
    const text = ' color : red !important ; width:5';
    const [color, width] = parseDeclarations(text);
    expect(text.slice(color!.start, color!.end)).toBe('color : red !important');
    expect(text.slice(color!.valueStart, color!.end)).toBe('red !important');
    expect(text.slice(width!.start, width!.end)).toBe('width:5');
  });

  it('is linear and takes any text', () => {
    for (const text of ['a:b;', '(', '"', '/*', 'a:url(', '\\', '!important', 'a: ! ']) {
      const before = cpuTime();
      parseDeclarations(text.repeat(100_000));
      expect(cpuTime() - before).toBeLessThan(30_000);
    }
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'ab:;(){}[]"\'\\/*!-', 'url(', ' ', '!important'), {
          maxLength: 30,
        }),
        (parts) => {
          const text = parts.join('');
          let at = 0;
          for (const { start, end, valueStart, value } of parseDeclarations(text)) {
            expect(start).toBeGreaterThanOrEqual(at);
            expect(valueStart).toBeGreaterThan(start);
            expect(end).toBeGreaterThanOrEqual(valueStart);
            expect(value).not.toBe('');
            at = end;
          }
          expect(at).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe('element.style', () => {
  it('reads the attribute', () => {
    const element = empty().createElement('b');
    element.setAttribute('style', 'color: red !important; led-width: 3; color: blue; --My-Var: x');
    const { style } = element;
    expect(element.style).toBe(style);
    expect(style.getPropertyValue('color')).toBe('red');
    expect(style.getPropertyPriority('color')).toBe('important');
    expect(style.getPropertyValue('ledWidth')).toBe('3');
    expect(style['ledWidth']).toBe('3');
    expect(style['led-width']).toBe('3');
    expect(style['width']).toBe('');
    expect(style.getPropertyValue('--My-Var')).toBe('x');
    expect([style.length, style.item(0), style[1], style.item(9)]).toEqual([
      3,
      'color',
      'led-width',
      '',
    ]);
    expect([...(style as unknown as Iterable<string>)]).toEqual(['color', 'led-width', '--My-Var']);
    expect(Object.keys(style)).toEqual(['color', 'led-width', '--My-Var']);
    element.setAttribute('style', '');
    expect(style.length).toBe(0);
  });

  it('writes the attribute', () => {
    const element = empty().createElement('b');
    const { style } = element;
    style['ledWidth'] = 3;
    style.setProperty('color', 'red', 'important');
    style.setProperty('--My-Var', ' a b ');
    style['led-width'] = '4';
    expect(element.getAttribute('style')).toBe(
      'led-width: 4; color: red !important; --My-Var: a b;',
    );
    expect(style.removeProperty('color')).toBe('red');
    expect(style.removeProperty('color')).toBe('');
    style['ledWidth'] = '';
    style.setProperty('--My-Var', null);
    expect(element.getAttribute('style')).toBe('');
    style.cssText = 'width: 1;;height:2';
    expect(element.outerHTML).toBe('<b style="width: 1; height: 2;"></b>');
    (element as { style: unknown }).style = 'gap: 1';
    expect(style['gap']).toBe('1');
  });

  it('takes nothing that would not come back as one declaration', () => {
    const element = empty().createElement('b');
    for (const value of ['a; b: c', '"', '(', 'a !important', '/*'])
      element.style.setProperty('x', value);
    element.style.setProperty('a b', 'c');
    element.style.setProperty('x', 'y', 'urgent');
    element.style['color'] = 'red; width: 5';
    expect(element.style.length).toBe(0);
    expect(element.hasAttribute('style')).toBe(false);
  });

  it('makes no attribute by taking away', () => {
    const element = empty().createElement('b');
    element.style.removeProperty('x');
    element.style['x'] = '';
    element.style.cssText = '';
    expect(element.hasAttribute('style')).toBe(false);
  });
});

describe('what cannot be read', () => {
  it('is not taken, as in browsers, and told once', async () => {
    const app = await mount('<tui><text id="t" style="color: red; width: 5">x</text></tui>');
    const { style } = app.document.getElementById('t')!;
    for (let i = 0; i < 3; i++) style['color'] = 'nonsense';
    style.setProperty('colr', 'blue');
    expect(style.cssText).toBe('color: red; width: 5;');
    style.cssText = 'color: #00f; width: wide; --any: thing';
    expect(style.cssText).toBe('color: #00f; --any: thing;');
    style['color'] = 'var(--any)';
    expect(style['color']).toBe('var(--any)');
    expect(app.diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning bad-style',
      'warning unknown-property',
      'warning bad-style',
    ]);
    app.unmount();
  });
});
