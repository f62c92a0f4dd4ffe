/** The examples of the element load without a fault and paint something in every depth. */
import { describe, expect, it } from '@jest/globals';
import { DataBars } from '../../../elements/data-bars/data-bars.js';
import { loadDocument } from '../../../runtime/element/loading/load.js';
import { createRegistry } from '../../../runtime/element/registry.js';
import { computedStyle, paintChart } from './chart.js';
import { setComputed } from '../../../runtime/element/tui-element.js';

const registry = createRegistry([DataBars], { fallback: 'data-bars' });

describe('data-bars examples', () => {
  it.each(DataBars.examples.map((example) => [example.name, example] as const))(
    '%s',
    (_name, { markup, size: [width, height] }) => {
      const { document, diagnostics } = loadDocument({ file: 'x.tui', text: markup }, registry);
      expect(diagnostics).toEqual([]);
      expect(document.diagnostics).toEqual([]);
      const element = document.querySelector('data-bars') as unknown as DataBars;
      setComputed(element, computedStyle());
      for (const depth of ['none', '16', '256', 'truecolor'] as const) {
        const rows = paintChart(element, width, height, { depth }).rows();
        expect(rows.join('').trim()).not.toBe('');
      }
    },
  );

  it('have names of their own', () => {
    const names = DataBars.examples.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('data-bars in a document', () => {
  it.each([
    ["bars='[[1],[2}]'", { code: 'bad-json', excerpt: '}' }],
    ['bars=\'[[1],["2"]]\'', { code: 'bad-shape', excerpt: '"2"' }],
    ['bars="[1]"', { code: 'bad-shape', excerpt: '1' }],
    ["bars='[]' value-format='totals'", { code: 'bad-value', excerpt: 'totals' }],
  ])('%s is pointed at', (attributes, expected) => {
    const text = `<data-bars series='[{"name":"A"}]'\n  ${attributes} />`;
    const { diagnostics } = loadDocument({ file: 'x.tui', text }, registry);
    expect(diagnostics).toHaveLength(1);
    const [{ code, span, severity }] = diagnostics as [(typeof diagnostics)[number]];
    expect(severity).toBe('error');
    expect({ code, excerpt: text.slice(span?.start, span?.end) }).toEqual(expected);
  });

  it('reads infinities as absent: JSON has a word for them', () => {
    const text = `<data-bars series='[{"name":"A"}]' bars='[[1e999],[-1e999],[4]]' showValues />`;
    const { document, diagnostics } = loadDocument({ file: 'x.tui', text }, registry);
    expect(diagnostics).toEqual([]);
    const element = document.querySelector('data-bars') as unknown as DataBars;
    setComputed(element, computedStyle());
    expect(element.getValue()).toEqual([[null], [null], [4]]);
    expect(paintChart(element, 12, 1).rows()).toEqual(['A: ··█ 4/4']);
    (element as unknown as { bars: unknown }).bars = [[NaN], [Infinity], [2], [-Infinity]];
    expect(document.diagnostics).toEqual([]);
    expect(paintChart(element, 12, 1).rows()).toEqual(['A: ··█· –/2']);
  });

  it('takes no infinity for an end of the scale', () => {
    const text = `<data-bars series="[]" bars="[]" max="1e999" />`;
    const { diagnostics } = loadDocument({ file: 'x.tui', text }, registry);
    expect(diagnostics.map(({ code }) => code)).toEqual(['bad-value']);
  });

  it('asks for series and bars', () => {
    const { diagnostics } = loadDocument({ file: 'x.tui', text: '<data-bars />' }, registry);
    expect(diagnostics.map(({ message }) => message).join()).toMatch(/series.*bars/s);
  });
});
