import { hostOf } from '../../runtime/element/query.js';
import { describe, expect, it } from '@jest/globals';
import type { Gauge } from '../support/elements.js';
import { empty, load, one, watch } from '../support/elements.js';
import type { TuiEvent } from '../../runtime/element/tui-element.js';
import { PROPS } from '../../runtime/element/internals.js';

type GaugeProperties = Gauge & Record<string, unknown>;

function gauge(markup = '<gauge id="g"/>'): GaugeProperties {
  return one<GaugeProperties>(load(markup), 'gauge');
}

describe('either spelling is one attribute', () => {
  it('in get, has, set and remove', () => {
    const element = gauge('<gauge show-values kind="led"/>');
    expect(element.getAttribute('showValues')).toBe('');
    expect(element.hasAttribute('show-values')).toBe(true);
    element.setAttribute('showValues', 'false');
    expect(element.getAttributeNames()).toEqual(['show-values', 'kind']);
    expect(element.outerHTML).toBe('<gauge show-values="false" kind="led"></gauge>');
    expect(element[PROPS].showValues).toBe(false);
    element.removeAttribute('showValues');
    expect(element.outerHTML).toBe('<gauge kind="led"></gauge>');
  });

  it('but data, aria and bind names have one', () => {
    const element = empty().createElement('b');
    element.setAttribute('data-a-b', '1');
    expect(element.getAttribute('data-aB')).toBeNull();
    element.setAttribute('aria-label', 'x');
    element.setAttribute('bind:a-b', 'y');
    expect(element.getAttributeNames()).toEqual(['data-a-b', 'aria-label', 'bind:a-b']);
  });
});

describe('text to value', () => {
  it('tells the element of each change', () => {
    const element = gauge();
    element.setAttribute('value', '0.5');
    element.setAttribute('value', '0.5');
    element.setAttribute('showAxis', 'false');
    element.removeAttribute('value');
    element.removeAttribute('value');
    element.setAttribute('unknown', '1');
    expect(element.changes).toEqual([
      ['value', 0.5],
      ['showAxis', false],
      ['value', 0],
    ]);
    expect(element.getAttribute('unknown')).toBe('1');
    expect(element.ownerDocument.diagnostics).toEqual([]);
  });

  it('keeps the last good value where the new one does not fit, and says so', () => {
    const element = gauge('<gauge id="g" value="0.5"/>');
    const events: TuiEvent[] = [];
    element.addEventListener('error', (event) => events.push(event));
    element.setAttribute('value', '7');
    element.setAttribute('bars', '[1');
    expect(element[PROPS].value).toBe(0.5);
    expect(element[PROPS].bars).toBeUndefined();
    expect(element.getAttribute('value')).toBe('7');
    expect(element.ownerDocument.diagnostics).toEqual([
      {
        severity: 'error',
        code: 'bad-value',
        message: '<gauge id="g">: "value": expected a number from 0 to 1, found 7',
        suggestion: undefined,
      },
      {
        severity: 'error',
        code: 'bad-json',
        message: expect.stringContaining('"bars": '),
        suggestion: undefined,
      },
    ]);
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      type: 'error',
      message: expect.stringContaining('expected a number from 0 to 1, found 7'),
    });
    expect(events[0]?.bubbles).toBe(false);
  });

  it('reports to the function an app has put there', () => {
    const element = gauge();
    const codes: string[] = [];
    hostOf(element.ownerDocument).provide({ report: ({ code }) => void codes.push(code) });
    element.setAttribute('value', 'x');
    expect(codes).toEqual(['bad-value']);
    expect(element.ownerDocument.diagnostics).toEqual([]);
  });

  it('keeps a bounded number of reports', () => {
    const element = gauge();
    for (let i = 0; i < 1500; i++) element.setAttribute('value', `x${i}`);
    expect(element.ownerDocument.diagnostics).toHaveLength(1000);
    expect(element.ownerDocument.diagnostics.at(-1)?.message).toContain('x1499');
  });
});

describe('properties', () => {
  it('read the values', () => {
    const element = gauge('<gauge value="0.25"/>');
    expect(element['value']).toBe(0.25);
    expect(element['showAxis']).toBe(true);
    expect(element['bars']).toBeUndefined();
    expect('showValues' in element).toBe(true);
  });

  it('of simple types are written to the attribute, in the author’s spelling', () => {
    const element = gauge('<gauge show-values="false"/>');
    element['showValues'] = true;
    element['value'] = 0.5;
    element['kind'] = 'led';
    element['name'] = '';
    expect(element.outerHTML).toBe('<gauge show-values="" value="0.5" kind="led" name=""></gauge>');
    element['showValues'] = false;
    element['showAxis'] = false;
    element['name'] = null;
    expect(element.outerHTML).toBe('<gauge value="0.5" kind="led" showAxis="false"></gauge>');
    element['showAxis'] = true;
    expect(element[PROPS].showAxis).toBe(true);
  });

  it('of JSON types keep the value itself, and write it out when asked', () => {
    const element = gauge();
    const bars = [[1, null]];
    element['bars'] = bars;
    expect(element[PROPS].bars).toBe(bars);
    expect(element.getAttribute('bars')).toBe('[[1,null]]');
    bars.push([2, 3]);
    expect(element.outerHTML).toBe('<gauge id="g" bars="[[1,null],[2,3]]"></gauge>');
    element['bars'] = '[[4]]';
    expect(element[PROPS].bars).toEqual([[4]]);
    expect(element.changes.map(([, value]) => value)).toEqual([bars, [[4]]]);
    element['bars'] = undefined;
    expect(element.hasAttribute('bars')).toBe(false);
  });

  it('take text through the same door as attributes', () => {
    const element = gauge();
    element['value'] = '0.5';
    element['showValues'] = 'yes';
    expect(element[PROPS]).toMatchObject({ value: 0.5, showValues: true });
    element['value'] = '';
    expect(element[PROPS].value).toBe(0);
  });

  it.each([
    ['value', Number.NaN],
    ['value', Infinity],
    ['value', {}],
    ['steps', 1.5],
    ['kind', 'x'],
    ['bars', [1]],
    ['bars', () => 1],
    ['bars', '[[1'],
  ])('refuse what does not fit: %s = %p', (name, value) => {
    const element = gauge('<gauge value="0.5" steps="2" bars="[[1]]"/>');
    element[name] = value;
    expect(element[PROPS]).toMatchObject({ value: 0.5, steps: 2, showValues: false, bars: [[1]] });
    expect(element.ownerDocument.diagnostics).toHaveLength(1);
  });

  it.each([
    [1, true],
    ['showvalues', true],
    [{}, true],
    [0, false],
    [Number.NaN, false],
  ])('are true or false as in a browser: showValues = %p', (value, found) => {
    const element = gauge('<gauge show-values="show-values"/>');
    expect(element[PROPS].showValues).toBe(true);
    element['showValues'] = value;
    expect(element[PROPS].showValues).toBe(found);
    expect(element.ownerDocument.diagnostics).toEqual([]);
  });

  it('survive a value that refers to itself', () => {
    const element = gauge();
    const loop: unknown[] = [];
    loop.push(loop);
    element['bars'] = loop;
    expect(() => element.outerHTML).not.toThrow();
  });

  it('of all elements are there', () => {
    const document = load('<b id="x" class=" a b  a" hidden="false" tabindex="2" role="img"/>');
    const element = one(document, 'b');
    expect([element.id, element.className, element.hidden, element.tabIndex, element.role]).toEqual(
      ['x', ' a b  a', false, 2, 'img'],
    );
    expect(element.classNames).toEqual(['a', 'b']);
    element.hidden = true;
    element.tabIndex = -1;
    element.className = 'c';
    element.id = 'y';
    expect(element.outerHTML).toBe('<b id="y" class="c" hidden="" tabindex="-1" role="img"></b>');
    element.hidden = false;
    expect(element.hasAttribute('hidden')).toBe(false);
    expect(one(load('<i/>'), 'i').tabIndex).toBe(-1);
  });
});

describe('the standard’s own', () => {
  it('order is that of the source', () => {
    const element = empty().createElement('b');
    for (const name of ['z', 'a', 'm']) element.setAttribute(name, '');
    element.setAttribute('a', '2');
    expect(element.getAttributeNames()).toEqual(['z', 'a', 'm']);
    element.removeAttribute('z');
    element.setAttribute('z', '');
    expect(element.getAttributeNames()).toEqual(['a', 'm', 'z']);
  });

  it('toggleAttribute', () => {
    const element = empty().createElement('b');
    expect(element.toggleAttribute('x')).toBe(true);
    expect(element.toggleAttribute('x', true)).toBe(true);
    expect(element.toggleAttribute('x')).toBe(false);
    expect(element.toggleAttribute('x', false)).toBe(false);
    expect(element.hasAttributes()).toBe(false);
  });

  it('values are text', () => {
    const element = empty().createElement('b');
    element.setAttribute('x', 1);
    element.setAttribute('y', null);
    expect([element.getAttribute('x'), element.getAttribute('y')]).toEqual(['1', 'null']);
    expect(element.getAttribute('z')).toBeNull();
    expect(() => element.setAttribute('a b', '')).toThrow('is not an attribute name');
    expect(() => element.setAttribute('', '')).toThrow('is not an attribute name');
  });

  it('attribute nodes', () => {
    const document = load('<b x="1" y="2"/>');
    const element = one(document, 'b');
    const { attributes } = element;
    expect([...attributes].map(({ name, value }) => `${name}=${value}`)).toEqual(['x=1', 'y=2']);
    expect([attributes.length, attributes[1]?.name, attributes.item(5)]).toEqual([2, 'y', null]);
    const x = element.getAttributeNode('x')!;
    expect(element.getAttributeNode('x')).toBe(x);
    x.value = '3';
    expect(element.getAttribute('x')).toBe('3');
    element.removeAttributeNode(x);
    expect([x.value, x.ownerElement, element.hasAttribute('x')]).toEqual(['3', null, false]);
    const other = document.createElement('i');
    other.setAttributeNode(x);
    expect([other.outerHTML, x.ownerElement]).toEqual(['<i x="3"></i>', other]);
    expect(() => element.setAttributeNode(x)).toThrow('belongs to another element');
  });

  it('names of Object.prototype are names like others', () => {
    const element = empty().createElement('gauge');
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(element.getAttribute(name)).toBeNull();
      element.setAttribute(name, 'x');
      expect(element.getAttribute(name)).toBe('x');
    }
    expect(element.getAttributeNames()).toHaveLength(4);
  });
});

describe('records', () => {
  it('name the attribute as written and as it is known inside', () => {
    const document = load('<gauge show-values/>');
    const lines = watch(document);
    const element = one<GaugeProperties>(document, 'gauge');
    element.setAttribute('showValues', 'false');
    element.setAttribute('showValues', 'false');
    element['bars'] = [[1]];
    element['bars'] = [[2]];
    element.removeAttribute('show-values');
    element.setAttribute('style', 'x: y');
    expect(lines).toEqual([
      'gauge@show-values/showValues was ',
      'gauge paint',
      'gauge@bars/bars was null',
      'gauge paint',
      'gauge@bars/bars was null',
      'gauge paint',
      'gauge@show-values/showValues was false',
      'gauge paint',
      'gauge@style/style was null',
    ]);
  });

  it('come from every way to set an attribute', () => {
    const document = load('<b/>');
    const lines = watch(document);
    const element = one(document, 'b');
    element.id = '1';
    element.className = '2';
    element.classList.add('3');
    element.dataset['x'] = '4';
    element.style.setProperty('color', 'red');
    element.style['color'] = 'blue';
    element.toggleAttribute('hidden');
    element.getAttributeNode('id')!.value = '5';
    element.setAttributeNS(null, 'q', '6');
    expect(lines).toEqual([
      'b@id/id was null',
      'b@class/class was null',
      'b@class/class was 2',
      'b@data-x/data-x was null',
      'b@style/style was null',
      'b@style/style was color: red;',
      'b@hidden/hidden was null',
      'b@id/id was 1',
      'b@q/q was null',
    ]);
  });
});
