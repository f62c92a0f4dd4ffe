import { describe, expect, it } from '@jest/globals';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { valuePlace, type MarkupElement, type MarkupNode } from '../../runtime/markup/nodes.js';
import { parseMarkup } from '../../runtime/markup/parse.js';

function parse(text: string): { nodes: readonly MarkupNode[]; faults: string } {
  const { nodes, diagnostics } = parseMarkup({ file: 'a.tui', text });
  return { nodes, faults: diagnostics.map(formatDiagnostic).join('\n') };
}

function only(text: string): MarkupElement {
  const { nodes, faults: errors } = parse(text);
  expect(errors).toBe('');
  expect(nodes).toHaveLength(1);
  return nodes[0] as MarkupElement;
}

/** The tree in one line: `a[b=c](text, d)`. */
function sketch(nodes: readonly MarkupNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return JSON.stringify(node.data);
      if (node.type === 'comment') return `<!--${node.data}-->`;
      const attributes = node.attributes.map(({ name, value }) => `${name}=${value}`).join(' ');
      return `${node.name}${attributes === '' ? '' : `[${attributes}]`}(${sketch(node.children)})`;
    })
    .join(', ');
}

describe('what is read', () => {
  it.each([
    ['<a>x<b/>y</a>', 'a("x", b(), "y")'],
    ['<a showValues data-X="1" b=c d=\'e "f"\'/>', 'a[showValues= data-X=1 b=c d=e "f"]()'],
    ['<a max=5/>x', 'a[max=5](), "x"'],
    ['a < b && c > d', '"a < b && c > d"'],
    ['I <3 you', '"I <3 you"'],
    ['&lt;b&gt; &amp; &#233; &#x1F600; &nbsp;|', '"<b> & é 😀 \u00a0|"'],
    ['&notit; &unknown; &', '"¬it; &unknown; &"'],
    ['<a t="&quot;x&quot;&amp;y"/>', 'a[t="x"&y]()'],
    ['x<!-- c <b> -->y', '"x", <!-- c <b> -->, "y"'],
    ['x<!---->y', '"x", <!---->, "y"'],
    ['<!--<b>-->', '<!--<b>-->'],
    ['<![CDATA[a <b> &amp;]]>', '"a <b> &amp;"'],
    ['<?xml version="1.0"?><!DOCTYPE tui><a/>', '<!--?xml version="1.0"?-->, a()'],
    ['\ufeff#!/usr/bin/env tui\n<a/>', '"\\n", a()'],
    ['#!/usr/bin/env tui', ''],
    ['', ''],
    ['<p>1<p>2</p></p>', 'p("1", p("2"))'],
    ['<select><button><input/></button></select>', 'select(button(input()))'],
    ['<textarea><b>x</b></textarea>', 'textarea("<b>x</b>")'],
    ['<A><a/></A>', 'A(a())'],
    ['<a __proto__="1" constructor="2"/>', 'a[__proto__=1 constructor=2]()'],
  ])('%j', (text, expected) => {
    const { nodes, faults: errors } = parse(text);
    expect(errors).toBe('');
    expect(sketch(nodes)).toBe(expected);
  });

  it.each(['script', 'style', 'policy', 'help'])(
    'keeps the content of <%s> as it is written',
    (name) => {
      const content = ' if (a < b && c) { x("</b>&amp;<!--"); } ';
      expect(sketch(parse(`<${name} a="1">${content}</${name}><b/>`).nodes)).toBe(
        `${name}[a=1](${JSON.stringify(content)}), b()`,
      );
      expect(sketch(parse(`<${name}/><b/>`).nodes)).toBe(`${name}(), b()`);
      expect(sketch(parse(`<${name}></${name} ><b/>`).nodes)).toBe(`${name}(), b()`);
      expect(sketch(parse(`<${name}>x</${name}s></${name}>`).nodes)).toBe(
        `${name}("x</${name}s>")`,
      );
    },
  );

  it('reads entities in a title, and no tags', () => {
    expect(sketch(parse('<title>A &amp; <b> "q" &#233;</title>').nodes)).toBe(
      'title("A & <b> \\"q\\" é")',
    );
  });

  it('does not see raw elements in comments and attribute values', () => {
    expect(sketch(parse('<!-- <script> --><a t="<script>"/><b/>').nodes)).toBe(
      '<!-- <script> -->, a[t=<script>](), b()',
    );
  });
});

describe('places', () => {
  it('of elements, tags, contents, names and values', () => {
    const text = 'x<gauge  max="5" on>y</gauge>z';
    const gauge = parse(text).nodes[1] as MarkupElement;
    const cut = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    expect(cut(gauge.span)).toBe('<gauge  max="5" on>y</gauge>');
    expect(cut(gauge.openTag)).toBe('<gauge  max="5" on>');
    expect(cut(gauge.nameSpan)).toBe('gauge');
    expect(cut(gauge.content)).toBe('y');
    expect(gauge.attributes.map(({ nameSpan }) => cut(nameSpan))).toEqual(['max', 'on']);
    expect(gauge.attributes.map(({ valueSpan }) => cut(valueSpan))).toEqual(['5', 'on']);
  });

  it('of raw content behind a shebang line and after other raw content', () => {
    const text = '#!tui\n<script>a</script><style>b &lt;</style>';
    const [, script, style] = parse(text).nodes as [unknown, MarkupElement, MarkupElement];
    expect(text.slice(script.content.start, script.content.end)).toBe('a');
    expect(text.slice(style.content.start, style.content.end)).toBe('b &lt;');
    expect(style.span.end).toBe(text.length);
  });

  it.each([
    [`<a v='["x", 1]'/>`, '"x"', '"x"'],
    ['<a v="[&quot;x&quot;, 1]"/>', '"x"', '&quot;x&quot;'],
    ['<a v="[&quot;&lt;&amp;&quot;,12]"/>', '<', '&lt;'],
    ['<a v="[&quot;&lt;&amp;&quot;,12]"/>', '<&', '&lt;&amp;'],
    ['<a v="[&quot;&lt;&amp;&quot;,12]"/>', '12', '12'],
    ['<a v=&lt;12/>', '12', '12'],
    ['<a v = "&#x1F600;1"/>', '\u{1f600}', '&#x1F600;'],
  ])('of a part of a decoded value: %j', (text, part, written) => {
    const attribute = only(text).attributes[0]!;
    const at = attribute.value.indexOf(part);
    const { start, end } = valuePlace(attribute, at, at + part.length);
    expect(text.slice(start, end)).toBe(written);
  });
});

describe('faults', () => {
  it('an element that is never closed', () => {
    expect(parse('<container>\n  <b>x').faults).toBe(
      `a.tui:1:1 error unclosed-element: <container> is never closed
 1 | <container>
   | ^^^^^^^^^^^
  end it with </container>, or write <container/> where it is empty
a.tui:2:3 error unclosed-element: <b> is never closed
 2 |   <b>x
   |   ^^^
  end it with </b>, or write <b/> where it is empty`,
    );
  });

  it('an element that is not closed before its parent', () => {
    const { nodes, faults: errors } = parse('<a>\n<b>x</a>y');
    expect(sketch(nodes)).toBe('a("\\n", b("x")), "y"');
    expect(errors).toBe(
      `a.tui:2:1 error unclosed-element: <b> is not closed before </a> at 2:5
 2 | <b>x</a>y
   | ^^^
  end it with </b> there, or write <b/> where it is empty`,
    );
  });

  it('a close tag with a slip', () => {
    const { nodes, faults: errors } = parse('<container>x</contaner><b/>');
    expect(sketch(nodes)).toBe('container("x"), b()');
    expect(errors).toBe(
      `a.tui:1:13 error mismatched-tag: expected </container>, found </contaner>
 1 | <container>x</contaner><b/>
   |             ^^^^^^^^^^^
  did you mean "</container>"?`,
    );
  });

  it('a close tag of nothing', () => {
    expect(parse('<a>x</gauge></a>').faults).toBe(
      `a.tui:1:5 error stray-close-tag: unexpected </gauge>
 1 | <a>x</gauge></a>
   |     ^^^^^^^^
  remove it, or write </a>`,
    );
    expect(parse('x</>y').faults).toContain(
      'a.tui:1:2 error stray-close-tag: expected a name in the closing tag',
    );
    expect(parse('x</ b>y').faults).toContain('a.tui:1:2 error stray-close-tag');
  });

  it('an attribute given twice, in either spelling', () => {
    expect(parse('<a max="1" max="2"/>').faults).toBe(
      `a.tui:1:12 error duplicate-attribute: "max" appears twice on <a>
 1 | <a max="1" max="2"/>
   |            ^^^
  keep one of them`,
    );
    expect(parse('<a showValues show-values/>').faults).toContain(
      '"show-values" and "showValues" are the same attribute of <a>',
    );
    expect(parse('<a data-a-b data-aB/>').faults).toBe('');
  });

  it('a value that is not closed', () => {
    expect(parse('<a>\n<b title="x y>\n</b></a>').faults).toBe(
      `a.tui:1:1 error unclosed-element: <a> is never closed
 1 | <a>
   | ^^^
  end it with </a>, or write <a/> where it is empty
a.tui:2:4 error unterminated-attribute: the value of "title" is not closed
 2 | <b title="x y>
   |    ^^^^^
  end it with "`,
    );
    expect(parse('<b title="x>\n<c id="y"/></b>').faults).toContain(
      'a.tui:1:4 error unterminated-attribute: the value of "title" is not closed',
    );
  });

  it('a name that cannot be one', () => {
    expect(parse('<a b="1"c"/>').faults).toBe(
      `a.tui:1:9 error bad-attribute-name: "c\\"" is not an attribute name
 1 | <a b="1"c"/>
   |         ^^
  is a quote or a space missing before it?`,
    );
  });

  it.each([
    ['<gauge', 'a.tui:1:1 error unterminated-tag: <gauge is not closed'],
    ['x\n<gauge max', 'a.tui:2:1 error unterminated-tag: <gauge is not closed'],
    ['<gauge max=1', 'a.tui:1:8 error unterminated-attribute: the value of "max" is not closed'],
    ['<gauge /', 'a.tui:1:1 error unterminated-tag: <gauge is not closed'],
    ['<a></a', 'error unterminated-tag: </a is not closed'],
    ['<a></a <b/>', 'a.tui:1:4 error unterminated-tag: </a is not closed'],
    ['x<!-- y', 'a.tui:1:2 error unterminated-comment: this comment is not closed'],
    ['<![CDATA[ y', 'a.tui:1:1 error unterminated-cdata: this CDATA section is not closed'],
    ['<!DOCTYPE', 'a.tui:1:1 error unterminated-tag: <!DOCTYPE is not closed'],
    ['<script>x', 'a.tui:1:1 error unclosed-element: <script> is never closed'],
  ])('%j', (text, expected) => {
    expect(parse(text).faults).toContain(expected);
  });

  it('stops listing at a hundred', () => {
    const { diagnostics } = parseMarkup({ file: 'a.tui', text: '</x>'.repeat(5000) });
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics[100]?.code).toBe('too-many-faults');
  });

  it('lets no escape through into a report', () => {
    expect(parse('<a\u001b[31m="1" a\u001b[31m="2">').faults).not.toContain('\u001b');
  });
});
