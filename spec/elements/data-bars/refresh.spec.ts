/** Charts that paint only what changed in them show what a fresh chart with the same data shows. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataBars } from '../../../elements/data-bars/data-bars.js';
import { registry } from '../../../elements/index.js';
import { createApp, type App } from '../../../runtime/app/app.js';
import { propertyRuns } from '../../support/property-runs.js';

const WIDTH = 44;
const HEIGHT = 9;

function open(attributes: string, data: string, labels?: readonly string[]): App {
  const label = labels === undefined ? '' : `labels='${JSON.stringify(labels)}'`;
  const app = createApp(
    `<tui><data-bars id="c" ${attributes} ${label} bars='${data}'/><text>below</text></tui>`,
    {
      registry,
      width: WIDTH,
      height: HEIGHT,
      theme: 'fullcolor-dark',
      output: { write: () => undefined },
    },
  );
  app.frame();
  return app;
}

const chartOf = (app: App): DataBars => app.document.getElementById('c') as unknown as DataBars;

/** The bars that the pointer meets, place by place. */
function barsOf(chart: DataBars): unknown[] {
  const found: unknown[] = [];
  for (let y = 0; y < 4; y++) for (let x = 0; x < WIDTH; x += 3) found.push(chart.barAt(x, y));
  return found;
}

/** Glyphs and styles of every cell. */
function picture({ cells }: App): string[] {
  const found: string[] = [];
  cells.glyphs.forEach((glyph, at) => {
    const { fg, bg, attributes } = cells.table.get(cells.styles[at] ?? 0);
    // The colour of a blank cannot be seen.
    found.push(`${cells.table.text(glyph)} ${glyph === 0x20 ? '' : fg} ${bg} ${attributes}`);
  });
  return found;
}

const KINDS = {
  bars: `series='[{"name":"a","color":"ansi-cyan"}]' min="0" max="100" style="gap: 0" show-values="true"`,
  'two bars': `series='[{"name":"a"},{"name":"b"}]' max="100" show-values="true" style="gap: 0; background: #202020"`,
  'below zero': `series='[{"name":"a"}]' min="-100" max="100" show-values="true" style="gap: 0"`,
  free: `series='[{"name":"a"}]' show-values="true" style="gap: 0"`,
  // A stream keeps the decimals that it had once; a format of its own keeps them equal.
  'with targets': `series='[{"name":"a"}]' max="100" marks='[{"values":[40,null,20,10]}]' show-values="true" style="gap: 0"`,
  inside: `series='[{"name":"a","stack":"s"},{"name":"b","stack":"s"}]' show-values="true" style="gap: 0; stack-scale: percent; value-position: inside; zero-line: line"`,
  sparkline: `series='[{"name":"a"}]' min="0" max="100" show-values="true" number-format=".1f"`,
  sparklines: `series='[{"name":"a"},{"name":"b"}]' max="100" show-values="true" number-format=".1f" style="height: 2"`,
  'at the end': `series='[{"name":"a"}]' min="0" max="100" show-values="true" number-format=".1f" style="align-entries: end; width: 16"`,
  'at the end, free': `series='[{"name":"a"}]' show-values="true" number-format=".1f" style="align-entries: end"`,
  dots: `series='[{"name":"a"}]' max="100" show-values="true" number-format=".1f" style="resolution: braille; width: 12"`,
  'tall, with an axis': `series='[{"name":"a"}]' max="100" show-axis="true" show-values="true" number-format=".1f" marks='[{"value":50}]' style="height: 4; zero-line: line; resolution: half"`,
  'a scale over what shows': `series='[{"name":"a"}]' show-values="true" number-format=".1f" style="width: 16"`,
};

const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 1000 }).map((tenths) => tenths / 10) },
  { weight: 1, arbitrary: fc.constantFrom(0, null, -20, 100, 250) },
);
const row = fc.tuple(value, value);
const step = fc.oneof(
  fc.record({ kind: fc.constant('stream' as const), row }),
  fc.record({ kind: fc.constant('append' as const), row }),
  fc.record({
    kind: fc.constant('set' as const),
    rows: fc.array(row, { minLength: 4, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('select' as const), entry: fc.integer({ min: -1, max: 3 }) }),
);

describe('a chart whose numbers change', () => {
  it.each(Object.entries(KINDS))('%s: is as a fresh one', (kind, attributes) => {
    const sparkline = /^(spark|a scale|at the end|dots|tall)/.test(kind);
    const width = attributes.includes('"b"') ? 2 : 1;
    const cut = (cells: readonly (number | null)[]): (number | null)[] => cells.slice(0, width);
    const start = [10, 20, 30, 40].map((tens) => cut([tens, tens + 5]));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const labels = sparkline ? undefined : ['Mon', 'Tue', 'Wed', 'Thu'];
        const app = open(attributes, JSON.stringify(start), labels);
        const chart = chartOf(app);
        let selected = false;
        for (const change of steps) {
          if (change.kind === 'set') chart.setValue(change.rows.map(cut));
          else if (change.kind === 'select') {
            chart.setSelectedBar(change.entry, 0);
            selected = chart.getSelectedBar() !== null;
          } else if (sparkline) {
            chart.appendEntry(cut(change.row));
            if (change.kind === 'stream') chart.shiftEntry();
          }
          app.frame();
        }
        const fresh = open(attributes, JSON.stringify(chart.getValue()), labels);
        const bar = chart.getSelectedBar();
        if (bar !== null) chartOf(fresh).setSelectedBar(bar.entry, bar.series);
        fresh.frame();
        expect(picture(app)).toEqual(picture(fresh));
        expect(selected || bar === null).toBe(true);
        expect(barsOf(chart)).toEqual(barsOf(chartOf(fresh)));
        app.stop();
        fresh.stop();
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  it('with all options at once, changed while it streams, is as a fresh one', () => {
    const some = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
    const style = fc.record(
      {
        orientation: some('horizontal', 'vertical'),
        palette: some('gray', 'vivid', 'theme'),
        'bar-width': some('1', '2', 'auto'),
        'max-bar-width': some('1', '3'),
        gap: some('0', '1'),
        'bar-style': some('solid', 'led'),
        'led-width': some('1', '2'),
        'high-value': some('30', '90'),
        'value-scale': some('linear', 'log', 'symlog'),
        'scale-to': some('visible', 'all'),
        'series-scale': some('shared', 'own'),
        baseline: some('zero', 'fit'),
        'stack-scale': some('value', 'percent'),
        'value-position': some('column', 'bar', 'inside'),
        'zero-line': some('none', 'line'),
        'hit-area': some('bar', 'entry'),
        'overflow-entries': some('first', 'last'),
        'align-entries': some('start', 'end'),
        resolution: some('cell', 'half', 'braille'),
        'color-stops': some('0 green, 50 red', '70% blue, 10 yellow'),
        'selected-color': some('red', 'var(--series-1)'),
        width: some('9', '16', '30'),
        height: some('1', '3', '6'),
      },
      { requiredKeys: [] },
    );
    const attributes = fc.record(
      {
        'show-values': some('true', 'false'),
        'show-legend': some('true', 'false'),
        'show-axis': some('true', 'false'),
        'show-labels': some('true', 'false'),
        // So do percent, which have none.
        'value-format': some('value', 'sum', 'last/max'),
        min: some('-20', '0', '5'),
        max: some('60', '100'),
        unit: some('ms', '%'),
        // A stream keeps the decimals that it had once; a format of its own keeps them equal.
        'number-format': some('.1f', '.0f', '.2s', '{"maximumFractionDigits":1}'),
        marks: some('[{"value":40,"label":"limit"}]', '[{"values":[10,20,30,40,50],"label":"t"}]'),
        series: some(
          '[{"name":"a"},{"name":"b"}]',
          '[{"name":"a","stack":"s"},{"name":"b","stack":"s"}]',
        ),
      },
      { requiredKeys: ['number-format', 'value-format', 'series'] },
    );
    const change = fc.oneof(
      fc.record({ kind: fc.constant('stream' as const), row }),
      fc.record({ kind: fc.constant('stream' as const), row }),
      fc.record({ kind: fc.constant('append' as const), row }),
      fc.record({ kind: fc.constant('shift' as const) }),
      fc.record({ kind: fc.constant('style' as const), style }),
      fc.record({ kind: fc.constant('attributes' as const), attributes }),
      fc.record({ kind: fc.constant('select' as const), entry: fc.integer({ min: -1, max: 6 }) }),
    );
    const css = (from: object): string =>
      Object.entries(from)
        .map(([name, text]) => `${name}: ${text as string}`)
        .join('; ');
    const start = {
      'number-format': '.1f',
      'value-format': 'value',
      series: '[{"name":"a"},{"name":"b"}]',
    };
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 14 }),
        fc.boolean(),
        fc.boolean(),
        (changes, labelled, colors) => {
          const dataNow = [
            [10, 15],
            [20, 25],
            [30, 35],
          ];
          let looks: Record<string, string> = {};
          let initial: Record<string, string> = start;
          const tag = (): string =>
            Object.entries(initial)
              .map(([name, text]) => `${name}='${text}'`)
              .join(' ') + ` style="${css(looks)}"`;
          const app = open(tag(), JSON.stringify(dataNow), labelled ? ['x', 'y', 'z'] : undefined);
          const chart = chartOf(app);
          const getColor = ({ index }: { index: number }): string | undefined =>
            index % 2 === 0 ? 'magenta' : undefined;
          if (colors) chart.getColor = getColor;
          let dropped = 0;
          for (const step of changes) {
            if (step.kind === 'style') {
              looks = step.style;
              chart.setAttribute('style', css(looks));
            } else if (step.kind === 'attributes') {
              for (const name of Object.keys(initial)) {
                if (!(name in step.attributes)) chart.removeAttribute(name);
              }
              initial = step.attributes as Record<string, string>;
              for (const [name, text] of Object.entries(initial)) chart.setAttribute(name, text);
            } else if (step.kind === 'select') chart.setSelectedBar(step.entry, 0);
            else {
              if (step.kind !== 'shift') chart.appendEntry(step.row, labelled ? 'n' : undefined);
              if (step.kind !== 'append' && chart.getValue().length > 1) {
                chart.shiftEntry();
                dropped++;
              }
            }
            app.frame();
          }
          // Targets go with their entries, and vertical labels are thinned by their place in the stream.
          if (initial['marks']?.includes('values') === true && dropped > 0) return;
          const labels = labelled ? chart.labels : undefined;
          const isThinned = labelled && looks['orientation'] === 'vertical' && dropped > 0;
          if (isThinned) {
            initial = { ...initial, 'show-labels': 'false' };
            chart.setAttribute('show-labels', 'false');
            app.frame();
          }
          const fresh = open(tag(), JSON.stringify(chart.getValue()), labels);
          if (colors) chartOf(fresh).getColor = getColor;
          const bar = chart.getSelectedBar();
          if (bar !== null) chartOf(fresh).setSelectedBar(bar.entry, bar.series);
          fresh.frame();
          expect(picture(app)).toEqual(picture(fresh));
          app.stop();
          fresh.stop();
        },
      ),
      { numRuns: propertyRuns(150) },
    );
  });

  it('does not paint labels again, nor cells that stay', () => {
    const app = open(KINDS.bars, '[[10],[20],[30]]', ['Mon', 'Tue', 'Wed']);
    const chart = chartOf(app);
    chart.setValue([[11], [20], [30]]);
    // The end of a bar and a digit.
    expect(app.frame().cells).toBeLessThanOrEqual(2);
    expect(app.counters).toEqual({ restyled: 0, laidOut: 0, painted: 1 });
    app.stop();
  });

  it('leaves what lies over it alone', () => {
    const app = open(KINDS.bars, '[[10],[20],[30]]', ['Mon', 'Tue', 'Wed']);
    const over = app.document.createElement('text');
    over.setAttribute('style', 'position: absolute; top: 0; left: 6');
    over.textContent = 'over';
    app.document.documentElement?.append(over);
    app.frame();
    chartOf(app).setValue([[90], [90], [90]]);
    app.frame();
    expect(app.cells.rowText(0).slice(6, 10)).toBe('over');
    expect(app.cells.rowText(1)).toContain('█');
    app.stop();
  });
});
