import { describe, expect, it } from '@jest/globals';
import { empty, Gauge, load, one } from '../support/elements.js';
import { PROPS } from '../../runtime/element/internals.js';

function roundTrip(markup: string): string {
  const box = empty().createElement('container');
  box.innerHTML = markup;
  return box.innerHTML;
}

describe('innerHTML', () => {
  it.each([
    'x<b>y</b>z',
    '<gauge showValues="" value="0.5" data-x="&quot;&lt;&amp;"></gauge>',
    'a &amp; b &lt; c&nbsp;d',
    '<script>if (a < b && c) x("&amp;")</script>',
    '<title>a &amp; &lt;b&gt;</title>',
    '<!-- c --><a><bÉ></bÉ></a>',
    'a<br>b<input>c',
    '<textarea>\n\na &lt;b&gt; &amp;</textarea>',
    '<help>a < b & <c></help>',
    '<b bind:value="x" onSelect="pick(event)" aria-label="y"></b>',
  ])('comes back as it went in: %s', (markup) => {
    expect(roundTrip(markup)).toBe(markup);
  });

  it('makes elements of their classes, with values', () => {
    const box = empty().createElement('container');
    box.innerHTML = '<gauge bars="[[1]]" showAxis="no"/><br/>tail';
    const gauge = box.firstElementChild as Gauge;
    expect(gauge).toBeInstanceOf(Gauge);
    expect(gauge[PROPS]).toMatchObject({ bars: [[1]], showAxis: false });
    expect(box.innerHTML).toBe('<gauge bars="[[1]]" showAxis="no"></gauge><br>tail');
    expect(box.lastChild?.nodeValue).toBe('tail');
  });

  it('reports what is wrong with it, and goes on', () => {
    const document = load('<container/>');
    const box = one(document, 'container');
    box.innerHTML = '<gauge value="7"/><b>x</i>';
    expect(box.innerHTML).toBe('<gauge value="7"></gauge><b>x</b>');
    expect(document.diagnostics.map(({ code }) => code)).toEqual(['bad-value', 'stray-close-tag']);
    expect(document.diagnostics[0]?.source?.file).toBe('<innerHTML>');
  });

  it('of raw elements is text', () => {
    const script = empty().createElement('script');
    script.innerHTML = 'a < b && "</b>"';
    expect(script.childNodes).toHaveLength(1);
    expect(script.textContent).toBe('a < b && "</b>"');
    expect(script.outerHTML).toBe('<script>a < b && "</b>"</script>');
  });

  it('of null is nothing', () => {
    const box = empty().createElement('container');
    box.append('x');
    (box as { innerHTML: unknown }).innerHTML = null;
    expect(box.childNodes).toHaveLength(0);
  });

  it('writes values that never were text', () => {
    const gauge = empty().createElement('gauge') as Gauge & { bars: unknown };
    gauge.bars = [[1, null]];
    expect(gauge.outerHTML).toBe('<gauge bars="[[1,null]]"></gauge>');
    expect(roundTrip(gauge.outerHTML)).toBe(gauge.outerHTML);
  });
});

describe('textContent', () => {
  it('is the text of all below, comments aside', () => {
    const b = one(load('<b>1<i>2<!-- x --></i>3</b>'), 'b');
    expect(b.textContent).toBe('123');
    expect(b.innerText).toBe('123');
    expect(b.ownerDocument.textContent).toBeNull();
    b.innerText = '<x>';
    expect(b.outerHTML).toBe('<b>&lt;x&gt;</b>');
    (b as { textContent: unknown }).textContent = null;
    expect(b.childNodes).toHaveLength(0);
  });
});

describe('insertAdjacentHTML', () => {
  it('at all four places', () => {
    const document = load('<container><b>x</b></container>');
    const b = one(document, 'b');
    b.insertAdjacentHTML('beforebegin', '1<i/>');
    b.insertAdjacentHTML('afterbegin', '2<i/>');
    b.insertAdjacentHTML('beforeend', '3<i/>');
    b.insertAdjacentHTML('afterend', '4<i/>');
    expect(one(document, 'container').innerHTML).toBe('1<i></i><b>2<i></i>x3<i></i></b>4<i></i>');
    expect(() => b.insertAdjacentHTML('no' as never, 'x')).toThrow('is not a position');
    expect(() => document.createElement('b').insertAdjacentHTML('afterend', 'x')).toThrow(
      'no parent',
    );
    expect(document.createElement('b').insertAdjacentElement('afterend', b)).toBeNull();
  });
});

describe('cloneNode', () => {
  it('keeps classes, values and order, and nothing of listeners, states or parents', () => {
    const document = load(
      '<container x="1"><gauge value="0.5" show-values/>t<!--c--><script>s</script></container>',
    );
    const box = one(document, 'container');
    const gauge = one<Gauge & { bars: unknown }>(document, 'gauge');
    const bars = [[1]];
    gauge.bars = bars;
    gauge.addState('hover');
    const copy = box.cloneNode(true) as typeof box;
    expect(copy.outerHTML).toBe(box.outerHTML);
    expect(copy.isEqualNode(box)).toBe(true);
    const copied = copy.firstElementChild as Gauge;
    expect(copied).toBeInstanceOf(Gauge);
    expect(copied[PROPS]).toEqual(gauge[PROPS]);
    expect(copied[PROPS].bars).toBe(bars);
    expect(copied.changes.map(([name]) => name)).toEqual(['value', 'showValues', 'bars']);
    expect(copied.states.size).toBe(0);
    expect([copy.parentNode, copy.isConnected, copied.isConnected]).toEqual([null, false, false]);
    copied.setAttribute('value', '1');
    expect(gauge[PROPS].value).toBe(0.5);
    expect(copy.isEqualNode(box)).toBe(false);
  });

  it('without its content where it is not deep', () => {
    const box = one(load('<container id="x"><b/></container>'), 'container');
    expect(box.cloneNode().childNodes).toHaveLength(0);
    expect((box.cloneNode() as typeof box).id).toBe('x');
  });

  it('of texts, comments and fragments; not of documents', () => {
    const document = load('t<!--c-->');
    expect(document.body.firstChild?.cloneNode().nodeValue).toBe('t');
    expect(document.body.lastChild?.cloneNode().nodeType).toBe(8);
    const fragment = document.createDocumentFragment();
    fragment.append('x', document.createElement('b'));
    expect(fragment.cloneNode(true).childNodes).toHaveLength(2);
    expect(() => document.cloneNode(true)).toThrow('cannot be cloned');
  });
});

describe('texts', () => {
  it('have the standard’s methods', () => {
    const document = empty();
    const text = document.createTextNode('hello');
    document.body.append(text, '!');
    text.appendData(' you');
    text.insertData(0, '>');
    text.deleteData(1, 1);
    text.replaceData(0, 1, '"');
    expect([text.data, text.length, text.substringData(1, 4), text.wholeText]).toEqual([
      '"ello you',
      9,
      'ello',
      '"ello you!',
    ]);
    expect(() => text.insertData(99, 'x')).toThrow('expected an offset from 0 to 9');
    const rest = text.splitText(5);
    expect([text.data, rest.data, document.body.childNodes.length]).toEqual(['"ello', ' you', 3]);
    document.body.append('');
    document.body.normalize();
    expect(document.body.childNodes).toHaveLength(1);
    expect(document.body.textContent).toBe('"ello you!');
  });

  it('nodeValue of null is empty', () => {
    const text = empty().createTextNode('x');
    (text as { nodeValue: unknown }).nodeValue = null;
    expect(text.data).toBe('');
  });

  it('normalize reaches all depths', () => {
    const b = empty().createElement('b');
    const i = empty().createElement('i');
    b.append('1', '2', i, '3', '', '4');
    i.append('', '');
    b.normalize();
    expect([b.childNodes.length, i.childNodes.length, b.outerHTML]).toEqual([
      3,
      0,
      '<b>12<i></i>34</b>',
    ]);
  });
});
