import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rgb } from '../../runtime/base/color.js';
import { formatDiagnostic } from '../../runtime/base/diagnostics.js';
import { loadDocument } from '../../runtime/element/loading/load.js';
import type { Gauge } from '../support/elements.js';
import { empty, errors, load, one, Probe, registry } from '../support/elements.js';
import { cpuTime } from '../support/cpu-time.js';
import { propertyRuns, sized } from '../support/property-runs.js';
import { PROPS } from '../../runtime/element/internals.js';
import { sourceOf } from '../../runtime/element/tui-element.js';

describe('the root', () => {
  it('is made where the file has none', () => {
    const document = load('<container/>x');
    expect(document.documentElement.outerHTML).toBe('<tui><container></container>x</tui>');
    expect(document.body).toBe(document.documentElement);
    expect(empty().documentElement.outerHTML).toBe('<tui></tui>');
  });

  it('is the file’s own where it has one, and takes in what stands beside it', () => {
    const document = load(
      '#!/usr/bin/env tui\n<title>T</title>\n<tui id="r">x</tui>\n<script>s</script>\n',
    );
    expect(document.documentElement.outerHTML).toBe(
      '<tui id="r"><title>T</title>x<script>s</script></tui>',
    );
    expect(document.getElementById('r')).toBe(document.documentElement);
    expect(sourceOf(document.documentElement)?.openTag).toEqual({ start: 36, end: 48 });
  });

  it('stands once in a file', () => {
    expect(errors('<tui>a</tui>\n<tui>b</tui>')).toBe(
      `a.tui:2:1 error second-root: a document has one <tui>
 2 | <tui>b</tui>
   | ^^^^^
  move its content into the first`,
    );
  });

  it('stays in its document, alone', () => {
    const document = load('<container/>');
    const root = document.documentElement;
    expect(() => root.remove()).toThrow('the root cannot be removed from its document');
    expect(() => document.append(document.createElement('b'))).toThrow('has only one root element');
    expect(() => document.replaceChildren()).toThrow(
      'the root cannot be removed from its document',
    );
    expect(() => document.createElement('b').append(root)).toThrow('the root cannot be removed');
    expect(() => {
      root.outerHTML = '';
    }).toThrow('the root cannot be replaced');
    expect(document.documentElement).toBe(root);
    expect(root.parentNode).toBe(document);
    document.append(document.createComment('c'));
    expect(document.childNodes).toHaveLength(2);
  });
});

describe('the title', () => {
  it('is the text of its element', () => {
    expect(load('<title>  A &amp;\n B </title>').title).toBe('A & B');
    expect(load('<container/>').title).toBe('');
  });
  it('can be set', () => {
    const document = load('x');
    document.title = 'One <b>';
    document.title = 'Two & <b>';
    expect(document.documentElement.outerHTML).toBe(
      '<tui><title>Two &amp; &lt;b&gt;</title>x</tui>',
    );
    expect(load(document.documentElement.outerHTML).title).toBe('Two & <b>');
  });
});

describe('attributes at load', () => {
  it('become values, with defaults, under either spelling', () => {
    const document = load(
      `<gauge value=" 0.5 " show-values showAxis="false" kind="led" ink="#010203" bars="[[1,null]]"/>`,
    );
    const gauge = one<Gauge>(document, 'gauge');
    expect(gauge[PROPS]).toEqual({
      value: 0.5,
      steps: undefined,
      showValues: true,
      showAxis: false,
      kind: 'led',
      name: undefined,
      ink: rgb(1, 2, 3),
      bars: [[1, null]],
    });
    expect(gauge.changes.map(([name]) => name)).toEqual([
      'value',
      'showValues',
      'showAxis',
      'kind',
      'ink',
      'bars',
    ]);
    expect(gauge.getAttributeNames()).toEqual([
      'value',
      'show-values',
      'showAxis',
      'kind',
      'ink',
      'bars',
    ]);
  });

  it('that do not fit are errors inside the attribute', () => {
    expect(errors(`<gauge\n  bars='[[1, "two"]]'/>`)).toBe(
      `a.tui:2:14 error bad-shape: "bars": [0][1]: expected a number or null, found the string "two"
 2 |   bars='[[1, "two"]]'/>
   |              ^^^^^`,
    );
    expect(errors('<gauge bars="[[1,&quot;&amp;&quot;,]]"/>')).toContain(
      'a.tui:1:36 error bad-json',
    );
    expect(errors('<gauge value="2" kind="LEd"/>')).toBe(
      `a.tui:1:15 error bad-value: "value": expected a number from 0 to 1, found 2
 1 | <gauge value="2" kind="LEd"/>
   |               ^
a.tui:1:24 error bad-value: "kind": expected one of "bar", "led", found "LEd"
 1 | <gauge value="2" kind="LEd"/>
   |                        ^^^
  did you mean "led"?`,
    );
    expect(errors('<gauge value/>')).toContain(
      'a.tui:1:8 error bad-value: "value": expected a number',
    );
    expect(errors('<b hidden="maybe" tabindex="x"/>')).toMatch(
      /"hidden": expected true or false[^]*"tabindex": expected a whole number/,
    );
  });

  it('that handle an event one slip away from one that there is are warnings', () => {
    expect(errors('<b onClik="x"/>')).toBe(
      `a.tui:1:4 warning unknown-event: <b> does not fire "clik" events
 1 | <b onClik="x"/>
   |    ^^^^^^
  did you mean "onClick"?`,
    );
    expect(errors('<b onclck="x()"/>')).toContain('did you mean "onClick"?');
    expect(errors('<b onwhatever="x()"/>')).not.toContain('style');
    expect(errors('<b onClick="x" onClick2="x" onThing="x" onFocused="x"/>')).toBe('');
  });

  it('that are unknown are warnings', () => {
    expect(errors('<gauge showValue bar-style="led" x="1"/>')).toBe(
      `a.tui:1:8 warning unknown-attribute: <gauge> has no attribute "showValue"
 1 | <gauge showValue bar-style="led" x="1"/>
   |        ^^^^^^^^^
  did you mean "showValues"?
a.tui:1:18 warning unknown-attribute: <gauge> has no attribute "bar-style"
 1 | <gauge showValue bar-style="led" x="1"/>
   |                  ^^^^^^^^^
  it is a style property: style="bar-style: led"
a.tui:1:34 warning unknown-attribute: <gauge> has no attribute "x"
 1 | <gauge showValue bar-style="led" x="1"/>
   |                                  ^
  if it is a style property, write style="x: 1"`,
    );
    expect(
      errors(
        '<gauge id="a" class="b" style="c" hidden tabindex="1" role="d" data-x="e" aria-label="f" onSelect="g" on-select2="x" onclick="h" bind="i" bind-mode="one-way" bind:value="j"/>',
      ),
    ).toBe('');
    expect(
      errors('<gauge constructor="1" __proto__="2" one="3"/>').match(/unknown-attribute/g),
    ).toHaveLength(3);
  });

  it('that are values of a style property name it', () => {
    expect(errors('<gauge led/>')).toContain(
      'it is a value of a style property: style="bar-style: led"',
    );
  });

  it("that are HTML's and no style are not taken for one", () => {
    const [, hint] = errors('<gauge type="submit"/>').split('^^^^\n');
    expect(hint).toBe('  write it on an <input> or a <button>');
    expect(errors('<gauge alt="x"/>')).not.toContain('style');
    expect(errors('<gauge constructor="x"/>')).toContain('style="constructor: x"');
  });

  it('that are needed and missing are errors', () => {
    expect(errors('<chart/>')).toBe(
      `a.tui:1:1 error missing-attribute: <chart> needs the attribute "series"
 1 | <chart/>
   | ^^^^^^
  write <chart series="…">`,
    );
  });
});

describe('elements at load', () => {
  it('of one id are told apart', () => {
    expect(errors('<b id="x"/><i id="x"/>')).toBe(
      `a.tui:1:19 warning duplicate-id: another element before this has the id "x"
 1 | <b id="x"/><i id="x"/>
   |                   ^
  use each id once; getElementById returns the first`,
    );
  });

  it('with a hyphen may be defined by a script, unless they look like a known one', () => {
    expect(errors('<my-clock/><x-y/><script>1</script>')).toBe('');
    expect(errors('<ga-uge/><script>1</script>')).toContain('did you mean "gauge"?');
    expect(errors('<x-gauge/><script>1</script>')).toBe('');
  });

  it('with attributes of libraries have no warnings for them', () => {
    const names = ['@click', ':value', '.value', '?hidden', '#ref', 'x-data', 'v-if', 'hx-get'];
    expect(errors(names.map((name) => `<gauge ${name}="a"/>`).join(''))).toBe('');
    expect(errors('<gauge z-index="1"/>')).toContain('unknown-attribute');
  });

  it('that are unknown behave as the fallback, with a warning', () => {
    expect(errors('<guage foo="1"/><x-y/>')).toBe(
      `a.tui:1:2 warning unknown-element: <guage> is not a known element; it behaves as <container>
 1 | <guage foo="1"/><x-y/>
   |  ^^^^^
  did you mean "gauge"?
a.tui:1:18 warning unknown-element: <x-y> is not a known element; it behaves as <container>
 1 | <guage foo="1"/><x-y/>
   |                  ^^^`,
    );
  });

  it("that are HTML's are told what they are called here, where it is there", () => {
    expect(errors('<div/>')).toContain('<div> is not a known element');
    expect(errors('<div/>')).toContain('write <container>');
    expect(errors('<h1>x</h1>')).not.toContain('write <text>');
  });

  it('that take no content say so', () => {
    expect(errors('<gauge>\n <b>x</b></gauge>')).toBe(
      `a.tui:2:2 error unexpected-content: <gauge> accepts no content
 2 |  <b>x</b></gauge>
   |  ^^^
  write <gauge/> and put this after it`,
    );
    expect(errors('<gauge> <!-- c -->\n</gauge><script>x</script><br></br>')).toBe('');
  });

  it('are connected once, in tree order, when all of them are there', () => {
    Probe.log = [];
    load('<probe id="a"><container><probe id="b"/></container></probe><probe id="c"/>');
    expect(Probe.log).toEqual(['+a', '+b', '+c']);
  });

  it('know their place', () => {
    const text = 'x<gauge bars="[[1,&#50;]]" />';
    const source = sourceOf(one(load(text), 'gauge'));
    const cut = (span?: { start: number; end: number }): string =>
      span === undefined ? '' : text.slice(span.start, span.end);
    expect(cut(source?.span)).toBe('<gauge bars="[[1,&#50;]]" />');
    expect(cut(source?.name)).toBe('gauge');
    expect(cut(source?.nameSpan('bars'))).toBe('bars');
    expect(cut(source?.valueSpan('bars'))).toBe('[[1,&#50;]]');
    expect(cut(source?.valueSpan('bars', 4, 5))).toBe('&#50;');
    expect(cut(source?.attributes.get('bars')?.value)).toBe('[[1,&#50;]]');
    expect(source?.valueSpan('labels')).toBeUndefined();
  });
});

describe('hostile files', () => {
  it('of nothing but warnings, or nothing but errors, are cut short', () => {
    const names = Array.from(
      { length: sized(50_000, 5000) },
      (_, index) => `<guage${index} valu${index}="1"/>`,
    );
    const before = cpuTime();
    const { diagnostics } = loadDocument(
      { file: 'a.tui', text: `${names.join('')}${'<gauge value="7"/>'.repeat(1000)}` },
      registry,
    );
    expect(cpuTime() - before).toBeLessThan(30_000);
    const of = (severity: string): number =>
      diagnostics.filter((each) => each.severity === severity).length;
    expect([of('warning'), of('error')]).toEqual([201, 201]);
  });

  it('never throw, and what is made of them comes back as itself', () => {
    const soup = fc
      .array(
        fc.constantFrom(
          '<',
          '>',
          '/',
          '</',
          '/>',
          '<a',
          '<b>',
          '</b>',
          '"',
          "'",
          '=',
          ' ',
          '\n',
          '&',
          ';',
          '\0',
          '<gauge ',
          'value=',
          '"0.5"',
          'bars="[[1]]"',
          '<tui>',
          '</tui>',
          '<!--',
          '-->',
          '<script>',
          '</script>',
          '<title>',
          '</title>',
          'id="x"',
          ' hidden',
          '\u00a0',
          '\u2028',
          '\ud800',
          '__proto__',
          '<constructor>',
          '&amp;',
          '<![CDATA[',
          ']]>',
          'é',
          '\u001b[31m',
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(soup, (text) => {
        const { document, diagnostics } = loadDocument({ file: 'a.tui', text }, registry);
        const report = diagnostics.map(formatDiagnostic).join('\n');
        expect(report).not.toContain('\u001b');
        const written = document.documentElement.outerHTML;
        const copy = document.documentElement.cloneNode(true) as typeof document.documentElement;
        expect(copy.outerHTML).toBe(written);
        if (diagnostics.some(({ severity }) => severity === 'error')) return;
        const again = loadDocument({ file: 'a.tui', text: written }, registry);
        expect(again.document.documentElement.outerHTML).toBe(written);
      }),
      { numRuns: propertyRuns(600) },
    );
  });
});
