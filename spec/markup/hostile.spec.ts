import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { valuePlace, type MarkupNode } from '../../runtime/markup/nodes.js';
import { parseMarkup } from '../../runtime/markup/parse.js';
import { cpuTime } from '../support/cpu-time.js';
import { propertyRuns, sized } from '../support/property-runs.js';

function measure(text: string): { milliseconds: number; count: number } {
  const before = cpuTime();
  const { nodes } = parseMarkup({ file: 'x', text });
  let count = 0;
  walk(nodes, () => count++);
  return { milliseconds: cpuTime() - before, count };
}

function walk(nodes: readonly MarkupNode[], visit: (node: MarkupNode) => void): void {
  const stack = [...nodes];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    visit(node);
    if (node.type === 'element') for (const child of node.children) stack.push(child);
  }
}

/** In milliseconds. Quadratic work would take many minutes for these; the bound only has to tell the two apart. */
const BOUND = 60_000;

describe('size', () => {
  const n = sized(100_000, 20_000);
  it.each([
    ['nested elements', '<a>'.repeat(n) + '</a>'.repeat(n), n],
    ['nested elements, never closed', '<a>'.repeat(n), n],
    ['siblings', '<a b="c"/>'.repeat(n), n],
    ['stray close tags', '<x>' + '</a>'.repeat(n), 1],
    ['close tags in the wrong order', '<a><b>'.repeat(n / 2) + '</a>'.repeat(n / 2), n],
    ['attributes', `<a ${Array.from({ length: n }, (_, i) => `x${i}`).join(' ')}/>`, 1],
    ['entities in text', '&amp;'.repeat(n), 1],
    ['entities in a value', `<a b="${'&amp;'.repeat(n)}"/>`, 1],
    ['broken entities in a value', `<a b="${'&am'.repeat(n)}"/>`, 1],
    ['ampersands and entities', `<a b="${'&&amp;'.repeat(n)}"/>`, 1],
    ['a text', 'x'.repeat(n * 10), 1],
    ['raw elements', '<script>x</script>'.repeat(n / 10), n / 5],
    ['an open raw element full of near ends', '<script>' + '</scripts>'.repeat(n), 2],
    ['comments', '<!---->'.repeat(n), n],
    ['open comments', '<!--'.repeat(n), 1],
    ['angle brackets', '<'.repeat(n), 1],
    ['nameless close tags', '</>'.repeat(n), 0],
    ['quotes', '<a ' + '"'.repeat(n), 0],
    ['close tags without an end', '</a '.repeat(n), 0],
  ])('%s in linear time', (_, text, count) => {
    const result = measure(text);
    expect(result.count).toBe(count);
    expect(result.milliseconds).toBeLessThan(BOUND);
  });
});

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
      '</a>',
      '"',
      "'",
      '=',
      ' ',
      '\n',
      '&',
      ';',
      'amp',
      '&quot;',
      '&#x',
      'x="',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '<!',
      'script',
      '<script>',
      '</script',
      '<title>',
      '</title>',
      '#!',
      '\ufeff',
      '\0',
      '\u001b[1m',
      '\ud800',
      'é',
      '<tui>',
      ' a=1/>',
      '&NotEqualTilde;',
      '&lt',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('any text', () => {
  it('is read without an exception, and every place lies inside its parent', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const { nodes, diagnostics } = parseMarkup({ file: 'x', text });
        let end = 0;
        for (const node of nodes) {
          expect(node.span.start).toBeGreaterThanOrEqual(end);
          end = node.span.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
        walk(nodes, (node) => {
          expect(node.span.start).toBeLessThanOrEqual(node.span.end);
          if (node.type !== 'element') return;
          expect(node.openTag.start).toBe(node.span.start);
          expect(node.content.start).toBe(node.openTag.end);
          expect(node.content.end).toBeLessThanOrEqual(node.span.end);
          expect(text.slice(node.nameSpan.start, node.nameSpan.end)).toBe(node.name);
          let at = node.content.start;
          for (const child of node.children) {
            expect(child.span.start).toBeGreaterThanOrEqual(at);
            at = child.span.end;
          }
          expect(at).toBeLessThanOrEqual(node.content.end);
        });
        for (const { span } of diagnostics) {
          expect(span!.start).toBeGreaterThanOrEqual(0);
          expect(span!.end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('that is well-formed comes back whole, and offsets in values lead to what was written', () => {
    const piece = fc.constantFrom('a', '"', '&', '<', '>', ' ', 'é', '\u{1f600}', '[', '1');
    const entity: Record<string, string> = {
      '"': '&quot;',
      '&': '&amp;',
      '<': '&lt;',
      a: '&#97;',
      é: '&eacute;',
    };
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 12 }), (pieces) => {
        const value = pieces.map(([char]) => char).join('');
        const written = pieces.map(([char, plain]) =>
          plain && char !== '"' && char !== '&' ? char : (entity[char] ?? char),
        );
        const text = `<x v="${written.join('')}"/>`;
        const { nodes, diagnostics } = parseMarkup({ file: 'x', text });
        expect(diagnostics).toEqual([]);
        const element = nodes[0]!;
        if (element.type !== 'element') throw new Error('an element is expected');
        const attribute = element.attributes[0]!;
        expect(attribute.value).toBe(value);
        let at = 0;
        let place = text.indexOf('"') + 1;
        pieces.forEach(([char], index) => {
          const { start, end } = valuePlace(attribute, at, at + char.length);
          expect([start, text.slice(start, end)]).toEqual([place, written[index]]);
          at += char.length;
          place += written[index]!.length;
        });
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
