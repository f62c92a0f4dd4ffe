/** The examples of the element load without a fault and paint something in every depth. */
import { describe, expect, it } from '@jest/globals';
import { DataBars } from '../../../elements/data-bars/data-bars.js';
import { loadDocument } from '../../../runtime/tree/document.js';
import { createRegistry } from '../../../runtime/tree/registry.js';
import { computedStyle, paintChart } from './chart.js';

const registry = createRegistry([DataBars], { fallback: 'data-bars' });

describe('data-bars examples', () => {
  it.each(DataBars.examples.map((example) => [example.name, example] as const))(
    '%s',
    (_name, { markup, size: [width, height] }) => {
      const { document, diagnostics } = loadDocument({ file: 'x.tui', text: markup }, registry);
      expect(diagnostics).toEqual([]);
      expect(document.diagnostics).toEqual([]);
      const element = document.querySelector('data-bars') as unknown as DataBars;
      element.computed = computedStyle() as DataBars['computed'];
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
