/** innerHTML by HTML's rules, with the elements of apps as they are written. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { createDocument } from '../../runtime/element/tui-document.js';
import type { TuiDocument, TuiElement } from '../../runtime/element/tui-element.js';
import { elements, registry } from '../../elements/index.js';
import { propertyRuns } from '../support/property-runs.js';
import { sourceOf } from '../../runtime/element/tui-element.js';

function read(markup: string, context = 'container'): TuiElement {
  const box = createDocument(registry).createElement(context);
  box.innerHTML = markup;
  return box;
}

function codes(document: TuiDocument): string[] {
  return document.diagnostics.map(({ code }) => code);
}

describe('the rules of HTML', () => {
  it.each([
    ['a<br>b<br/>c', 'a<br>b<br>c'],
    ['<input value=x>y<hr>z', '<input value="x">y<hr>z'],
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<p>a<div>b</div>', '<p>a</p><div>b</div>'],
    ['<list><li>a<li>b</list>', '<list><li>a</li><li>b</li></list>'],
    ['<ul><li>a<ul><li>b</ul><li>c</ul>', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
    ['<dl><dt>a<dd>b<dt>c</dl>', '<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>'],
    ['<b>1<i>2</b>3</i>', '<b>1<i>2</i></b><i>3</i>'],
    ['<text>a</text>&lt;&copy;&nbsp;', '<text>a</text>&lt;©&nbsp;'],
    ['<DIV Class=A>x</DIV>', '<div Class="A">x</div>'],
    ['<img src=x>', '<img src="x">'],
    ['<image src=x>', '<img src="x">'],
    ['<a href=1>x<a href=2>y', '<a href="1">x</a><a href="2">y</a>'],
    ['a<!-- c -->b<?x y?>', 'a<!-- c -->b<!--?x y?-->'],
    ['<textarea>\na<b></textarea>', '<textarea>a&lt;b&gt;</textarea>'],
    ['<title>a &amp; b</title>', '<title>a &amp; b</title>'],
    ['<script>1 < 2</script>', '<script>1 < 2</script>'],
    ['<noscript><b>x</b></noscript>', '<noscript><b>x</b></noscript>'],
    ['<body class=x><text>y</text></body>', '<text>y</text>'],
  ])('%s', (markup, expected) => {
    expect(read(markup).innerHTML).toBe(expected);
  });
});

describe('elements of apps come out as they are written', () => {
  it.each([
    '<table><tr><td>a</td></tr></table>',
    '<tr><td>a</td></tr>',
    '<td>a</td><th>b</th>',
    '<table>text<button>b</button><tr><td><table><tr><td>x</td></tr></table></td></tr></table>',
    '<table><tbody><tr><td>a</td></tr></tbody></table>',
    '<table><caption>c</caption><colgroup><col></colgroup><tr></tr></table>',
    '<select><option>a<b>b</b></option><optgroup><option>c</option></optgroup></select>',
    '<select><container><option>a</option></container></select>',
    '<option>a</option>',
    '<list><li>a<list><li>b</li></list></li><li>c</li></list>',
    '<list><li><container><list><li>b</li></list></container></li></list>',
    '<button>a<button>b</button></button>',
    '<label>a<input></label>',
    '<tabs><tab title="a"><text>x</text></tab><tab title="b"></tab></tabs>',
    '<dialog><text>a<text>b</text></text></dialog>',
    '<collapsible><progress></progress><separator></separator></collapsible>',
    '<template><tr><td>a</td></tr><li>b</li></template>',
    '<policy>{"a": "<b>"}</policy><help>a & <b></help><style>a > b {}</style>',
  ])('%s', (markup) => {
    expect(read(markup).innerHTML).toBe(markup);
  });

  it.each([
    ['table', '<tr><td>a</td></tr>'],
    ['tr', '<td>a</td>'],
    ['select', '<option>a</option>text<b>c</b>'],
    ['option', 'a<b>b</b>'],
    ['list', '<li>a</li><li>b</li>'],
    ['li', 'a<list><li>b</li></list>'],
    ['template', '<tr></tr><td></td>'],
    ['textarea', 'a &lt;b&gt; &amp; c'],
    ['style', 'a > b & c {}'],
    ['svg', '<rect></rect>'],
  ])('inside <%s>', (context, markup) => {
    expect(read(markup, context).innerHTML).toBe(markup);
  });

  it.each([
    ['<table><tr><td>a<td>b<tr><th>c</table>d'],
    ['<table><tbody><tr><td>a<td>b<tr><th>c</table>d'],
    ['<table><tr><td><b>a<td>b<tr><th><div>c</table>d'],
  ])('rows and cells end by themselves: %s', (markup) => {
    const box = read(markup);
    expect(box.textContent).toBe('abcd');
    expect(box.lastChild?.nodeValue).toBe('d');
    expect(box.querySelectorAll('tr').map((row) => row.children.length)).toEqual([2, 1]);
    expect(box.querySelectorAll('td td, tr tr, b td')).toHaveLength(0);
  });

  it('choices end by themselves', () => {
    const markup = '<select><option>a<option>b<optgroup><option>c<optgroup><option>d</select>';
    expect(read(markup).innerHTML).toBe(
      '<select><option>a</option><option>b</option><optgroup><option>c</option></optgroup>' +
        '<optgroup><option>d</option></optgroup></select>',
    );
  });

  it.each([
    ['<list><li><i>a<li>b</list>', '<list><li><i>a</i></li><li>b</li></list>'],
    ['<container><b>a</container>c', '<container><b>a</b></container>c'],
    ['<container><div><b>a</container>c', '<container><div><b>a</b></div></container>c'],
    ['<table><tr><td></container>a</table>', '<table><tr><td>a</td></tr></table>'],
  ])('everything in an element ends with it: %s', (markup, expected) => {
    expect(read(markup).innerHTML).toBe(expected);
  });
});

describe('a slash at the end of a tag', () => {
  it.each([
    ['<progress value="0.5"/>x', '<progress value="0.5"></progress>x'],
    ['<b/>x<textarea/>y<script/>z', '<b></b>x<textarea></textarea>y<script></script>z'],
    ['<td/><li/><option/>x', '<td></td><li></li><option></option>x'],
    ['<my-chart a=b />x', '<my-chart a="b"></my-chart>x'],
    ['<template/>x', '<template></template>x'],
    ['<svg><rect/><g/></svg>', '<svg><rect></rect><g></g></svg>'],
  ])('closes %s', (markup, expected) => {
    const box = read(markup);
    expect(box.innerHTML).toBe(expected);
    expect(codes(box.ownerDocument)).not.toContain('ignored-slash');
  });

  it('closes no element of HTML, and a warning says so', () => {
    const box = read('<div/>x');
    expect(box.innerHTML).toBe('<div>x</div>');
    const [found] = box.ownerDocument.diagnostics.filter(({ code }) => code === 'ignored-slash');
    expect(found).toMatchObject({
      severity: 'warning',
      message: '<div/> does not close <div>',
      suggestion: 'write <div></div>; HTML ignores "/>" on its elements',
    });
    expect(formatDiagnostic(found!)).toContain('<div/>x');
  });
});

describe('diagnostics', () => {
  it('are none for what templates of libraries leave to scripts, or leave out', () => {
    const markup = `<data-bars :labels="l" .bars="b" @click="f" x-show="s" v-if="i"></data-bars>
      <my-clock></my-clock><container><text>open at the end`;
    expect(read(markup).ownerDocument.diagnostics).toEqual([]);
  });

  it.each([
    ['<container><text>x</container>', 'unclosed-element', '<text>'],
    ['x</container>', 'stray-close-tag', '</container>'],
    ['<text id=a id=b>x</text>', 'duplicate-attribute', 'id'],
    ['<data-bars show-values showValues></data-bars>', 'duplicate-attribute', 'showValues'],
    ['<text a"b>x</text>', 'bad-attribute-name', '"'],
    ['<text a="1"b="2">x</text>', 'bad-attribute-name', 'b'],
    ['x<text a="1', 'unterminated-tag', '<text a="1'],
    ['x<!-- y', 'unterminated-comment', '<!--'],
    ['<progress value="x">', 'bad-value', 'x'],
    ['<progress value="&#120;"></progress>', 'bad-value', '&#120;'],
    ['<progres></progres>', 'unknown-element', 'progres'],
    ['<separator>x</separator>', 'unexpected-content', 'x'],
  ])('%s', (markup, code, excerpt) => {
    const { ownerDocument } = read(markup);
    const found = ownerDocument.diagnostics.find((each) => each.code === code);
    expect(found).toBeDefined();
    const { start, end } = found!.span!;
    expect(markup.slice(start, end)).toContain(excerpt);
    expect(found!.source?.file).toBe('<innerHTML>');
  });

  it('are none for markup that is right', () => {
    const { ownerDocument } = read(
      '<list><li>a<li>b</list><table><tr><td>x<td>y</table><input><br><b>z</b>',
    );
    expect(ownerDocument.diagnostics).toEqual([]);
  });

  it('elements know where they were written', () => {
    const box = read('x<container><b id="y">z</b></container>');
    const source = sourceOf(box.querySelector('b')!);
    expect(source?.source.text.slice(source.span.start, source.span.end)).toBe('<b id="y">z</b>');
    expect(source?.valueSpan('id')).toEqual({ start: 19, end: 20 });
  });
});

describe('other vocabularies', () => {
  it('keep their namespaces, names and attributes', () => {
    const box = read(
      '<svg viewbox="0 0 1 1"><text>a</text><linearGradient/><a xlink:href="#"/><foreignObject>' +
        '<list><li>x</li></list></foreignObject></svg><math><mi>x</mi></math>',
    );
    expect(box.innerHTML).toBe(
      '<svg viewBox="0 0 1 1"><text>a</text><linearGradient></linearGradient><a xlink:href="#">' +
        '</a><foreignObject><list><li>x</li></list></foreignObject></svg><math><mi>x</mi></math>',
    );
    const spaces = ['svg', 'svg > text', 'list', 'math', 'mi'].map(
      (name) => box.querySelector(name)?.namespaceURI,
    );
    expect(spaces).toEqual([
      'http://www.w3.org/2000/svg',
      'http://www.w3.org/2000/svg',
      'http://www.w3.org/1999/xhtml',
      'http://www.w3.org/1998/Math/MathML',
      'http://www.w3.org/1998/Math/MathML',
    ]);
    const link = box.querySelector('svg > a')!;
    expect(link.getAttributeNS('http://www.w3.org/1999/xlink', 'href')).toBe('#');
    expect((box.cloneNode(true) as TuiElement).innerHTML).toBe(box.innerHTML);
    expect((box.cloneNode(true) as TuiElement).querySelector('svg')?.namespaceURI).toBe(spaces[0]);
  });
});

/** What may stand in an element: anything, or the names given; some hold text alone. */
const CONTENT: Readonly<Record<string, readonly string[] | 'text' | 'none'>> = {
  list: ['li'],
  table: ['tr'],
  tr: ['td', 'th'],
  select: ['option', 'optgroup'],
  optgroup: ['option'],
  input: 'none',
  img: 'none',
  br: 'none',
  ...Object.fromEntries(
    ['script', 'style', 'policy', 'messages', 'help', 'title', 'textarea', 'markdown', 'diff'].map(
      (name) => [name, 'text'],
    ),
  ),
};
const ONLY_IN_THEIR_OWN = new Set(['tui', 'li', 'tr', 'td', 'th', 'option', 'optgroup']);

describe('what is read back', () => {
  const names = registry.tags.filter((name) => !ONLY_IN_THEIR_OWN.has(name));
  const word = fc.stringMatching(/^[a-z <>&"'\u00a0\n=/é保]{1,6}$/);
  const rawWord = fc.stringMatching(/^[a-z >&"'\n=é保]{0,6}$/);
  const attribute = fc.record({
    name: fc.constantFrom('id', 'data-x', 'aria-label', 'onSelect', 'bind:value', 'x', 'show-it'),
    value: word,
  });

  interface Tree {
    readonly name: string;
    readonly attributes: readonly { readonly name: string; readonly value: string }[];
    readonly children: readonly (Tree | string)[];
  }

  function tree(args: readonly string[], depth: number): fc.Arbitrary<Tree> {
    return fc.constantFrom(...args).chain((name) => {
      const content = CONTENT[name] ?? names;
      const children: fc.Arbitrary<readonly (Tree | string)[]> =
        content === 'none'
          ? fc.constant([])
          : content === 'text'
            ? rawWord.map((text) => (text === '' ? [] : [text]))
            : depth === 0
              ? fc.constant([])
              : fc.array(fc.oneof(tree(content, depth - 1), word), { maxLength: 3 });
      return fc.record({
        name: fc.constant(name),
        attributes: fc.uniqueArray(attribute, { maxLength: 2, selector: (each) => each.name }),
        children,
      });
    });
  }

  /** Neighbouring texts are one after reading, and links do not nest. */
  function build(document: TuiDocument, { name, attributes, children }: Tree, inLink: boolean) {
    const element = document.createElement(name === 'a' && inLink ? 'span' : name);
    for (const each of attributes) element.setAttribute(each.name, each.value);
    const into =
      name === 'template'
        ? (element as TuiElement & { readonly content: TuiElement }).content
        : element;
    for (const child of children) {
      into.append(
        typeof child === 'string' ? child : build(document, child, inLink || name === 'a'),
      );
    }
    into.normalize();
    return element;
  }

  function check(shape: Tree): void {
    const document = createDocument(registry);
    const element = build(document, shape, shape.name === 'a');
    const before = element.cloneNode(true);
    const written = element.innerHTML;
    element.innerHTML = written;
    expect(element.innerHTML).toBe(written);
    expect(element.isEqualNode(before)).toBe(true);
    const box = document.createElement('container');
    box.innerHTML = element.outerHTML;
    expect(box.children).toHaveLength(1);
    expect(box.firstChild!.isEqualNode(before)).toBe(true);
  }

  it.each(registry.tags)('is what was written: <%s>', (name) => {
    fc.assert(fc.property(tree([name], 3), check), { numRuns: propertyRuns(60) });
  });

  it('for every element of the registry', () => {
    expect(elements.length).toBeGreaterThan(25);
    fc.assert(fc.property(tree(names, 5), check), { numRuns: propertyRuns(400) });
  });
});

describe('template', () => {
  function template(markup: string): TuiElement & { readonly content: TuiElement } {
    const box = read(`<template>${markup}</template>`);
    return box.firstElementChild as never;
  }

  it('keeps its markup in a fragment', () => {
    const found = template('a<b id="x">y</b>');
    expect(found.childNodes).toHaveLength(0);
    expect(found.content.nodeType).toBe(11);
    expect(found.content.childNodes).toHaveLength(2);
    expect(found.content).toBe(found.content);
    expect(found.innerHTML).toBe('a<b id="x">y</b>');
    expect(found.outerHTML).toBe('<template>a<b id="x">y</b></template>');
    expect(found.textContent).toBe('');
  });

  it('is not looked into', () => {
    const document = createDocument(registry);
    document.body.innerHTML = '<template><b id="x">y</b></template>';
    expect(document.querySelector('b')).toBeNull();
    expect(document.getElementById('x')).toBeNull();
    expect(document.getElementsByTagName('b')).toHaveLength(0);
    const { content } = document.querySelector('template') as never as { content: TuiElement };
    expect(content.querySelector('b')?.isConnected).toBe(false);
  });

  it('innerHTML sets the content', () => {
    const found = template('a');
    const { content } = found;
    found.innerHTML = '<td>1</td><template><b>2</b></template>';
    expect(found.content).toBe(content);
    expect(found.childNodes).toHaveLength(0);
    expect(found.outerHTML).toBe('<template><td>1</td><template><b>2</b></template></template>');
    found.innerHTML = '';
    expect(content.childNodes).toHaveLength(0);
  });

  it('is copied with its content, to all depths', () => {
    const found = template('a<template>b<template>c</template></template>');
    const copy = found.cloneNode(true) as typeof found;
    expect(copy.outerHTML).toBe(found.outerHTML);
    expect(copy.content).not.toBe(found.content);
    copy.content.textContent = '';
    expect(found.innerHTML).toContain('c');
    expect((found.cloneNode() as typeof found).content.childNodes).toHaveLength(0);
    const box = found.ownerDocument.createElement('container');
    box.append(found);
    expect((box.cloneNode(true) as TuiElement).innerHTML).toBe(box.innerHTML);
    expect(box.ownerDocument.importNode(found.content, true).textContent).toBe('a');
  });

  it('cannot go into its own content', () => {
    const found = template('<b></b>');
    const box = found.parentElement!;
    expect(() => found.content.append(found)).toThrow('inserted into itself');
    expect(() => found.content.firstElementChild!.append(box)).toThrow('inserted into itself');
    expect(() => found.append(found)).toThrow('inserted into itself');
  });

  it('is deep without end', () => {
    const depth = 20_000;
    const box = read('<template>'.repeat(depth));
    expect(box.innerHTML).toBe('<template>'.repeat(depth) + '</template>'.repeat(depth));
    expect((box.cloneNode(true) as TuiElement).innerHTML).toHaveLength(depth * 21);
  });
});
