/** Colours: who gets which, two segments in one cell, negative bars, patterns, selection. */
import { describe, expect, it } from '@jest/globals';
import { channels, DEFAULT_COLOR, indexed, rgb, TRANSPARENT } from '../../../runtime/base/color.js';
import { REVERSE, UNDERLINE } from '../../../runtime/paint/cells.js';
import { GRAY_LEVELS, VIVID } from '../../../elements/charts/paint/palette.js';
import type { GridPainter } from '../../support/grid-painter.js';
import { makeChart, paintChart, type ChartSpec } from './chart.js';

const gray = (level: number): number => rgb(level, level, level);
const RED = rgb(255, 0, 0);
const YELLOW = rgb(255, 255, 0);
const PINK = rgb(0xd6, 0x40, 0x9f);
const FG = rgb(0xe0, 0xe0, 0xe0);
const BG = rgb(0x1e, 0x1e, 0x2e);

const bare = { showLabels: false, showAxis: false, labels: ['a'], style: { rowGap: 0 } };
const pair = [
  { name: 'A', stack: 's' },
  { name: 'B', stack: 's' },
];

function paint(spec: ChartSpec, width: number, height: number, options = {}): GridPainter {
  return paintChart(makeChart(spec), width, height, options);
}

/** What a person sees in a cell: the glyph's colour and the colour of the rest. */
function seen(grid: GridPainter, x: number, y: number): { glyph: string; on: number; off: number } {
  const { fg, bg, attributes } = grid.styleAt(x, y);
  const reversed = (attributes & REVERSE) !== 0;
  return { glyph: grid.charAt(x, y), on: reversed ? bg : fg, off: reversed ? fg : bg };
}

describe('series colours', () => {
  it("are the specification's grays for several series, in order", () => {
    expect(GRAY_LEVELS).toEqual([60, 120, 90, 150, 45, 105]);
    const series = Array.from({ length: 7 }, (_, i) => ({ name: `s${i}` }));
    const grid = paint({ ...bare, series, bars: [series.map(() => 1)] }, 4, 7);
    const colors = series.map((_, row) => grid.styleAt(0, row).fg);
    expect(colors).toEqual([...GRAY_LEVELS, 60].map(gray));
  });

  it("is the element's own for a single series", () => {
    const grid = paint({ ...bare, series: [{ name: 'A' }], bars: [[1]] }, 4, 1, { fg: FG });
    expect(grid.styleAt(0, 0).fg).toBe(FG);
  });

  it('may be their own, by CSS colour or variable; what is none falls back', () => {
    const series = ['#ff0000', 'var(--success)', 'nonsense', 'transparent', 'ansi-red'].map(
      (color) => ({ name: color, color }),
    );
    const grid = paint({ ...bare, series, bars: [series.map(() => 1)] }, 4, 5, {
      variables: { success: '#00ff00' },
    });
    expect(series.map((_, row) => grid.styleAt(0, row).fg)).toEqual([
      RED,
      rgb(0, 255, 0),
      gray(90),
      gray(150),
      indexed(1),
    ]);
  });

  it('are vivid where the style says so, legible on light and dark', () => {
    const style = { rowGap: 0, palette: 'vivid' };
    const grid = paint({ ...bare, series: [{ name: 'A' }], bars: [[1]], style }, 4, 1);
    expect(grid.styleAt(0, 0).fg).toBe(VIVID[0]);
    for (const color of VIVID) {
      expect(contrast(color, rgb(255, 255, 255))).toBeGreaterThanOrEqual(3);
      expect(contrast(color, BG)).toBeGreaterThanOrEqual(3);
    }
  });

  it('are eight that can be told apart where there are 16 colours', () => {
    const series = Array.from({ length: 8 }, (_, i) => ({ name: `s${i}` }));
    const grid = paint({ ...bare, series, bars: [series.map(() => 1)] }, 4, 8, { depth: '16' });
    const colors = series.map((_, row) => grid.styleAt(0, row).fg);
    expect(new Set(colors).size).toBe(8);
    for (const color of colors) expect([0, 7, 8, 15].map(indexed)).not.toContain(color);
  });

  it('show in the legend', () => {
    const series = [{ name: 'A' }, { name: 'B', color: 'red' }];
    const grid = paint({ ...bare, series, bars: [[1, 2]], showLegend: true }, 20, 3);
    expect(grid.rows()[0]).toBe('█ A  █ B');
    expect([grid.styleAt(0, 0).fg, grid.styleAt(5, 0).fg]).toEqual([gray(60), RED]);
  });
});

describe('the dot of an absent value', () => {
  it.each(['bars', 'points'])('has the colour of remarks, not that of its series: %s', (kind) => {
    const series = [{ name: 'A' }, { name: 'B' }];
    const labels = kind === 'bars' ? bare.labels : [];
    const grid = paint({ ...bare, series, labels, bars: [[null, 2]] }, 6, 2);
    expect(grid.rows()[0]).toBe('·');
    // A screen without a theme has no colour for remarks: the text's own stands in.
    expect(grid.styleAt(0, 0).fg).toBe(grid.fg);
    expect(grid.styleAt(0, 1).fg).toBe(gray(120));
  });
});

describe('cells of two colours', () => {
  it('show two segments without a seam, horizontally', () => {
    const grid = paint({ ...bare, series: pair, bars: [[1.5, 2.5]], max: 4 }, 4, 1);
    expect(grid.rows()).toEqual(['█▌██']);
    expect(seen(grid, 1, 0)).toEqual({ glyph: '▌', on: gray(60), off: gray(120) });
    expect(seen(grid, 3, 0)).toMatchObject({ glyph: '█', on: gray(120) });
  });

  it('show two segments without a seam, vertically', () => {
    const style = { orientation: 'vertical', columnGap: 0 };
    const grid = paint({ ...bare, series: pair, bars: [[1.5, 2.5]], max: 4, style }, 1, 4);
    expect(grid.rows()).toEqual(['█', '█', '▄', '█']);
    expect(seen(grid, 0, 2)).toEqual({ glyph: '▄', on: gray(60), off: gray(120) });
  });

  it('show the negative end of a bar by reversing', () => {
    const spec = { ...bare, series: [{ name: 'A' }], bars: [[-2.75]], min: -4, max: 0 };
    for (const bg of [BG, DEFAULT_COLOR]) {
      const grid = paint(spec, 4, 1, { fg: FG, bg });
      expect(grid.rows()).toEqual([' ▎██']);
      // A quarter of the cell has the background's colour, the rest the bar's.
      expect(seen(grid, 1, 0)).toEqual({ glyph: '▎', on: bg, off: FG });
      expect(seen(grid, 2, 0)).toEqual({ glyph: '█', on: FG, off: bg });
    }
  });

  it('leave what is painted beneath to the terminal, also in reverse', () => {
    const spec = { ...bare, series: [{ name: 'A' }], bars: [[-2.75]], min: -4, max: 0 };
    const grid = paint(spec, 4, 1, { fg: FG, bg: TRANSPARENT });
    expect(grid.styleAt(1, 0).attributes).toBe(REVERSE);
    expect(grid.styleAt(1, 0).fg).toBe(FG);
  });

  it('show negative segments in order from the zero line', () => {
    const grid = paint({ ...bare, series: pair, bars: [[-1.5, -2.5]], min: -4, max: 0 }, 4, 1);
    expect(grid.rows()).toEqual(['██▌█']);
    expect(seen(grid, 2, 0)).toEqual({ glyph: '▌', on: gray(120), off: gray(60) });
  });

  it('hang negative bars from the zero line, vertically', () => {
    const style = { orientation: 'vertical', columnGap: 0 };
    const spec = { ...bare, series: [{ name: 'A' }], bars: [[-2.75]], min: -4, max: 0, style };
    const grid = paint(spec, 1, 4, { fg: FG, bg: BG });
    expect(grid.rows()).toEqual(['█', '█', '▂', '']);
    expect(seen(grid, 0, 2)).toEqual({ glyph: '▂', on: BG, off: FG });
  });

  it("do without a name for the terminal's own foreground", () => {
    const series = [pair[0]!, { ...pair[1]!, color: 'default' }];
    const grid = paint({ ...bare, series, bars: [[1.5, 2.5]], max: 4 }, 4, 1);
    const { fg, bg, attributes } = grid.styleAt(1, 0);
    expect({ fg, bg, attributes }).toEqual({
      fg: DEFAULT_COLOR,
      bg: gray(60),
      attributes: REVERSE,
    });
  });
});

describe('without colours', () => {
  it('one series keeps its fractions', () => {
    const grid = paint({ ...bare, series: [{ name: 'A' }], bars: [[1.5]], max: 4 }, 4, 1, {
      depth: 'none',
    });
    expect(grid.rows()).toEqual(['█▌']);
    expect(grid.styleAt(0, 0).fg).toBe(grid.fg);
  });

  it('several are patterns in whole cells, five of them four patterns', () => {
    const series = Array.from({ length: 5 }, (_, i) => ({ name: `s${i}` }));
    const grid = paint({ ...bare, series, bars: [[1.4, 1.6, 2, 0.1, 4]], max: 4 }, 4, 5, {
      depth: 'none',
    });
    expect(grid.rows()).toEqual(['█', '▓▓', '▒▒', '░', '████']);
  });

  it('stacks share whole cells by largest remainder', () => {
    const series = ['a', 'b', 'c'].map((name) => ({ name, stack: 's' }));
    const grid = paint({ ...bare, series, bars: [[3.3, 3.3, 3.4]], max: 10 }, 10, 1, {
      depth: 'none',
    });
    expect(grid.rows()).toEqual(['███▓▓▓▒▒▒▒']);
  });
});

describe('LED colours', () => {
  const style = { barStyle: 'led', ledWidth: 1, ledColorLow: YELLOW, ledColorHigh: RED };

  it('change at the threshold', () => {
    const grid = paint({ ...bare, series: [{ name: 'A' }], bars: [[100]], style }, 10, 1);
    const colors = Array.from({ length: 10 }, (_, x) => grid.styleAt(x, 0).fg);
    expect(colors).toEqual([...new Array<number>(8).fill(YELLOW), RED, RED]);
  });

  it('change at a threshold of its own, upright', () => {
    const upright = { ...style, orientation: 'vertical', highValue: 50 };
    const spec = { ...bare, series: [{ name: 'A' }], bars: [[75]], style: upright };
    const grid = paint(spec, 1, 8);
    expect(grid.rows()).toEqual(['', '', '▆', '▆', '▆', '▆', '▆', '▆']);
    const colors = [7, 6, 5, 4, 3, 2].map((y) => grid.styleAt(0, y).fg);
    expect(colors).toEqual([YELLOW, YELLOW, YELLOW, YELLOW, RED, RED]);
  });

  it('are the same in a group; a series may have its own low colour', () => {
    const series = [{ name: 'A' }, { name: 'B', color: '#00ff00' }];
    const grid = paint(
      { ...bare, series, bars: [[100, 100]], style: { ...style, rowGap: 0 } },
      10,
      2,
    );
    expect([grid.styleAt(0, 0).fg, grid.styleAt(0, 1).fg]).toEqual([YELLOW, rgb(0, 255, 0)]);
    expect([grid.styleAt(9, 0).fg, grid.styleAt(9, 1).fg]).toEqual([RED, RED]);
  });

  it('colour the points of a sparkline', () => {
    const spec = { series: [{ name: '' }], bars: [[20], [90]], style };
    const low = paint(spec, 4, 1);
    expect(low.rows()).toEqual(['▂▇']);
    expect([low.styleAt(0, 0).fg, low.styleAt(1, 0).fg]).toEqual([YELLOW, RED]);
    const tall = paint(spec, 4, 5);
    expect([0, 1, 4].map((y) => tall.styleAt(1, y).fg)).toEqual([RED, YELLOW, YELLOW]);
  });

  it('are none without colours', () => {
    const grid = paint({ ...bare, series: [{ name: 'A' }], bars: [[100]], style }, 10, 1, {
      depth: 'none',
    });
    expect(grid.styleAt(9, 0)).toEqual(grid.styleAt(0, 0));
  });
});

describe('the selected bar', () => {
  const charts: [string, ChartSpec][] = [
    ['horizontal', { series: [{ name: 'A' }], labels: ['a', 'b'], bars: [[3], [2]] }],
    ['no labels', { ...bare, series: [{ name: 'A' }], labels: ['a', 'b'], bars: [[3], [2]] }],
    ['zero', { ...bare, series: [{ name: 'A' }], labels: ['a', 'b'], bars: [[3], [0]] }],
    ['absent', { ...bare, series: [{ name: 'A' }], labels: ['a', 'b'], bars: [[3], [null]] }],
    [
      'grouped',
      {
        series: [{ name: 'A' }, { name: 'B' }],
        labels: ['a', 'b'],
        bars: [
          [3, 1],
          [2, 4],
        ],
      },
    ],
    [
      'stacked',
      {
        series: pair,
        labels: ['a', 'b'],
        bars: [
          [3, 1],
          [2, 4],
        ],
      },
    ],
    ['negative', { series: [{ name: 'A' }], labels: ['a', 'b'], bars: [[3], [-1.3]] }],
    [
      'led',
      {
        series: [{ name: 'A' }],
        labels: ['a', 'b'],
        bars: [[30], [90]],
        style: { barStyle: 'led' },
      },
    ],
    [
      'vertical',
      {
        series: [{ name: 'A' }],
        labels: ['a', 'b'],
        bars: [[3], [2]],
        style: { orientation: 'vertical' },
      },
    ],
    ['sparkline', { series: [{ name: 'A' }], bars: [[3], [2]] }],
    ['sparkline zero', { series: [{ name: 'A' }], bars: [[3], [0]] }],
    ['sparkline full', { series: [{ name: 'A' }], bars: [[2], [3]] }],
    ['sparkline negative', { series: [{ name: 'A' }], bars: [[2], [-3]] }],
  ];
  const depths = ['none', '16', '256', 'truecolor'] as const;
  const cases = charts.flatMap(([name, spec]) =>
    depths.map((depth) => [name, depth, spec] as const),
  );

  it.each(cases)('shows: %s, %s', (_name, depth, spec) => {
    const element = makeChart(spec);
    const before = paintChart(element, 30, 10, { depth });
    element.setSelectedBar(1, 0);
    const after = paintChart(element, 30, 10, { depth });
    expect(shown(after)).not.toEqual(shown(before));
    element.clearSelection();
    expect(shown(paintChart(element, 30, 10, { depth }))).toEqual(shown(before));
  });

  it.each(charts)('moves no cell: %s', (_name, spec) => {
    const element = makeChart(spec);
    const before = paintChart(element, 30, 10).rows();
    element.setSelectedBar(1, 0);
    const after = paintChart(element, 30, 10).rows();
    expect(after.map((row) => row.replace('▸', ' ').trimEnd())).toEqual(before);
  });

  it('has the colour of the style, an underline, and a mark before it', () => {
    const element = makeChart({ series: [{ name: 'A' }], labels: ['a', 'b'], bars: [[3], [2]] });
    element.setSelectedBar(1, 0);
    const grid = paintChart(element, 20, 5);
    expect(grid.rows().slice(0, 3)).toEqual(['a ██████████████████', '', 'b▸████████████']);
    expect(grid.styleAt(5, 2)).toMatchObject({ fg: PINK, attributes: UNDERLINE });
    expect(grid.reversedAt(0, 2)).toBe(true);
    expect(grid.reversedAt(0, 0)).toBe(false);
  });

  it('is one segment of a stack', () => {
    const element = makeChart({ ...bare, series: pair, bars: [[2, 2]] });
    element.setSelectedBar(0, 1);
    const grid = paintChart(element, 4, 1);
    expect([0, 1, 2, 3].map((x) => grid.styleAt(x, 0).fg)).toEqual([
      gray(60),
      gray(60),
      PINK,
      PINK,
    ]);
  });
});

/** Everything of every cell that can be seen. */
function shown(grid: GridPainter): unknown[] {
  return Array.from(grid.cells.glyphs, (glyph, index) => [
    glyph,
    grid.cells.table.get(grid.cells.styles[index]!),
  ]);
}

/** Contrast ratio by WCAG 2. */
function contrast(a: number, b: number): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: number): number {
  const [r, g, b] = channels(color).map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
