/** Sparklines as histories: an axis, points at the right, and two points a cell. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart, picture, type ChartSpec } from './chart.js';

const cpu: ChartSpec = {
  series: [{ name: 'cpu' }],
  bars: [[10], [40], [80], [100], [60], [20], [30], [50]],
};

describe('the axis of a tall sparkline', () => {
  it('is there where it is asked for, and never in one row', () => {
    expect(picture({ ...cpu, showAxis: true, showValues: true }, 28, 4)).toBe(`
     100┤  ▂█
        │  ██▃
        │ ▅███ ▂█
cpu:   0┤▃████▆██ 50/100
`);
    expect(picture({ ...cpu, showAxis: true }, 24, 1)).toBe('\ncpu: ▁▃▆█▅▂▂▄\n');
    expect(picture(cpu, 24, 4)).not.toContain('┤');
  });

  it('is one for each series, by its own scale where it has one', () => {
    const two = {
      series: [{ name: 'in' }, { name: 'out' }],
      bars: [
        [10, -2],
        [20, 2],
      ],
      showAxis: true,
    };
    const shared = picture(two, 20, 8).split('\n');
    const own = picture({ ...two, style: { seriesScale: 'own' } }, 20, 8).split('\n');
    expect(shared.filter((row) => row.includes('20┤'))).toHaveLength(2);
    expect(own.filter((row) => row.includes('20┤'))).toHaveLength(1);
    expect(own.filter((row) => /\b2┤/.test(row))).toHaveLength(1);
  });

  it('goes before names and points do', () => {
    expect(picture({ ...cpu, showAxis: true }, 14, 4)).not.toContain('│');
    expect(picture({ ...cpu, showAxis: true }, 14, 4)).toContain('cpu:');
    // Two ticks stand on each other in two rows.
    expect(picture({ ...cpu, showAxis: true }, 24, 2)).toContain('┤');
  });
});

describe('entries at the end', () => {
  const style = { alignEntries: 'end' };

  it('are at the right of a sparkline, whose value does not move', () => {
    const chart = makeChart({
      series: [{ name: 'x' }],
      bars: [[1]],
      max: 9,
      showValues: true,
      style,
    });
    const rows: string[] = [];
    for (let value = 2; value < 6; value++) {
      rows.push(paintChart(chart, 14, 1).rows()[0]!);
      chart.appendEntry([value]);
    }
    expect(rows).toEqual(['x:       ▁ 1/9', 'x:      ▁▂ 2/9', 'x:     ▁▂▃ 3/9', 'x:    ▁▂▃▄ 4/9']);
    expect(chart.barAt(9, 0)).toEqual({ entry: 3, series: 0 });
    expect(chart.barAt(3, 0)).toBeUndefined();
  });

  it('are at the right of vertical bars', () => {
    const vertical = {
      series: [{ name: 'S' }],
      labels: ['a', 'b'],
      bars: [[1], [2]],
      showAxis: false,
      style: { ...style, orientation: 'vertical', columnGap: 1 },
    };
    expect(picture(vertical, 8, 3)).toBe(`
       █
     █ █
     a b
`);
  });
});

describe('two points a cell', () => {
  const points = { series: [{ name: '' }], bars: [[1], [2], [3], [4], [4], [2], [null], [0]] };

  it('are half blocks of two heights, or dots of four', () => {
    expect(picture({ ...points, style: { resolution: 'half' } }, 4, 1)).toBe('\n▄█▙·\n');
    expect(picture({ ...points, style: { resolution: 'braille' } }, 4, 1)).toBe('\n⣠⣾⣧·\n');
    expect(picture({ ...points, style: { resolution: 'half' } }, 4, 2)).toBe(`
 ▟▌
▟██·
`);
  });

  it('hang below zero without reverse video, and say where nothing is', () => {
    const below = { series: [{ name: '' }], bars: [[-2], [-4], [4], [2], [null], [null]] };
    expect(picture({ ...below, style: { resolution: 'braille' } }, 3, 2)).toBe(`
 ⣧·
⢻
`);
  });

  it('can each be pointed at, selected and walked to', () => {
    const chart = makeChart({ ...points, selectable: true, style: { resolution: 'braille' } });
    const grid = paintChart(chart, 4, 1);
    expect(grid.rows()[0]).toBe('⣠⣾⣧·');
    expect([0, 1, 2].map((x) => chart.barAt(x, 0)?.entry)).toEqual([0, 2, 4]);
    expect(chart.barBounds(3, 0)).toEqual({ x: 1, y: 0, width: 1, height: 1 });
  });

  it('are one a cell where the terminal has no Unicode', async () => {
    const app = await mount(
      `<data-bars series='[{"name":""}]' bars='[[1],[2],[3],[4]]' style="resolution: braille" />`,
      { width: 8, height: 1, glyphs: 'ascii' },
    );
    expect(app.text().trim()).toBe('-=*#');
  });

  it('keep the order of values, and equal ones equal', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom('half', 'braille'),
        (values, height, resolution) => {
          const bars = values.map((value) => [value]);
          const chart = makeChart({ series: [{ name: '' }], bars, style: { resolution } });
          const grid = paintChart(chart, Math.ceil(values.length / 2), height);
          const heights = values.map((_, index) => heightAt(grid.rows(), index));
          values.forEach((value, i) => {
            expect(heights[i]! > 0).toBe(value > 0);
            values.forEach((other, j) => {
              if (value === other) expect(heights[i]).toBe(heights[j]);
              if (value < other) expect(heights[i]!).toBeLessThanOrEqual(heights[j]!);
            });
          });
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

/** Parts of a cell that are set in half a column, by looking at the glyphs. */
function heightAt(rows: readonly string[], index: number): number {
  const x = index >> 1;
  const right = index % 2 === 1;
  let parts = 0;
  for (const row of rows) {
    const glyph = row[x] ?? ' ';
    const code = glyph.codePointAt(0)!;
    if (code >= 0x2800 && code < 0x2900) {
      for (const bit of right ? [0x08, 0x10, 0x20, 0x80] : [0x01, 0x02, 0x04, 0x40]) {
        if (((code - 0x2800) & bit) !== 0) parts++;
      }
    } else parts += halves(glyph, right);
  }
  return parts;
}

function halves(glyph: string, right: boolean): number {
  const upper = right ? '▝▀▞▜▐▛█▟' : '▘▀▛▌▚▙█▜';
  const lower = right ? '▗▄▟▐▚▜█▙' : '▖▄▌▞▙▛█▟';
  const onlyUpper = right ? '▀▝▛▞' : '▀▘▚▜';
  const onlyLower = right ? '▄▗▙▚' : '▄▖▞▟';
  if (onlyUpper.includes(glyph) || onlyLower.includes(glyph)) return 1;
  return upper.includes(glyph) && lower.includes(glyph) ? 2 : 0;
}
