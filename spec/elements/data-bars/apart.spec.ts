/** What must not be mistaken for something else: a selected bar, a threshold, a number, a label. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wcagContrast } from 'culori';
import { inkOn, looksLike } from '../../../elements/charts/paint/palette.js';
import { channels, indexed, rgb } from '../../../runtime/base/color.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart, picture, type ChartSpec } from './chart.js';
import type { DataBars } from '../../../elements/data-bars/data-bars.js';

afterEach(unmountAll);

const one = [{ name: 'S' }];
const plain = { series: one, showLabels: false, showAxis: false };
type App = Awaited<ReturnType<typeof mount>>;
const chartOf = (app: App): DataBars => app.document.getElementById('c') as unknown as DataBars;

describe('text on a bar', () => {
  const SCHEMES = {
    vga: '000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff',
    windows:
      '0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2',
  };

  it.each(Object.entries(SCHEMES))('shows on each of the 16 colours of %s', (_name, scheme) => {
    const colors = scheme.split(' ').map((hex) => `#${hex}`);
    for (let index = 0; index < 16; index++) {
      const ink = [0, 15].map(indexed).indexOf(inkOn(indexed(index))!);
      const contrast = wcagContrast(colors[index]!, colors[ink === 0 ? 0 : 15]!);
      // These are lighter in one scheme than in the other.
      expect(contrast).toBeGreaterThanOrEqual([3, 8, 12, 13].includes(index) ? 3 : 4.5);
    }
  });

  it('has the colour of the segment of a meter that it is on', () => {
    const target = (value: number, style: object): unknown => {
      const spec: ChartSpec = {
        ...plain,
        labels: ['a'],
        bars: [[100]],
        marks: [{ values: [value] }],
        style: { barStyle: 'led', ledWidth: 1, ...style },
      };
      const grid = paintChart(makeChart(spec), 10, 1);
      const at = (x: number): { fg: number; bg: number } =>
        grid.cells.table.get(grid.cells.styles[x]!);
      const x = grid.rows()[0]!.indexOf('┃');
      // A neighbour is of the same part of the meter.
      return [at(x).bg === at(x - 1).fg, x];
    };
    expect(target(30, {})).toEqual([true, 2]);
    expect(target(100, {})).toEqual([true, 9]);
    expect(target(60, { colorStops: '0 green, 40 blue' })).toEqual([true, 5]);
  });
});

describe('a selected bar', () => {
  const looks = async (style: string, theme: string): Promise<string[]> => {
    const chart = `series='[{"name":"A"},{"name":"B"}]' labels='["x"]' bars='[[80,90]]' selectable`;
    const app = await mount(
      `<tui><data-bars id="c" ${chart} show-axis="false" style="orientation: vertical; height: 4; ${style}" /></tui>`,
      { width: 6, height: 4, theme },
    );
    const look = (): string => {
      const { char, fg, bg } = app.screen().cell(0, 2);
      return `${char} ${fg} ${bg}`;
    };
    const before = look();
    chartOf(app).setSelectedBar(0, 0);
    await app.advance(16);
    return [before, look()];
  };
  const themes = ['gray-dark', 'gray-std', 'color16-dark', 'color16-std', 'fullcolor-dark'];
  const styles = ['', 'palette: theme', 'bar-style: led', 'selected-color: yellow; bar-style: led'];
  it.each(themes.flatMap((theme) => styles.map((style) => [style, theme] as const)))(
    'with "%s" differs in %s by more than a line',
    async (style, theme) => {
      const [before, after] = await looks(style, theme);
      expect(after).not.toBe(before);
    },
  );

  it('is hatched where its own colour is that of the selection, or nearly', () => {
    expect(looksLike(rgb(255, 255, 255), rgb(230, 230, 230))).toBe(true);
    expect(looksLike(rgb(0x29, 0x89, 0xfe), rgb(0x89, 0xb4, 0xfa))).toBe(false);
    expect(looksLike(indexed(4), indexed(4))).toBe(true);
    expect(looksLike(indexed(4), indexed(6))).toBe(false);
    const spec = { ...plain, series: [{ name: 'S', color: '#d6409f' }], labels: ['a'] };
    const chart = makeChart({ ...spec, bars: [[5]] });
    chart.setSelectedBar(0, 0);
    expect(paintChart(chart, 4, 1).rows()).toEqual(['▞▞▞▞']);
  });
});

describe('colours by value', () => {
  const colors = (colorStops: string, values: number[], style = {}): string[] => {
    const spec = { ...plain, labels: values.map(String), bars: values.map((each) => [each]) };
    const chart = makeChart({ ...spec, style: { rowGap: 0, colorStops, ...style } });
    const grid = paintChart(chart, 10, values.length);
    return values.map((_, y) =>
      channels(grid.cells.table.get(grid.cells.styles[y * 10]!).fg).join(' '),
    );
  };
  const [GREEN, BLUE, RED] = ['0 128 0', '0 0 255', '255 0 0'];

  it('are the same in whatever order they are written', () => {
    const values = [10, 70, 95];
    expect(colors('0 green, 70 blue, 90% red', values)).toEqual([GREEN, BLUE, RED]);
    expect(colors('90% red, 70 blue, 0 green', values)).toEqual([GREEN, BLUE, RED]);
  });

  it('have shares of the scale that is shown: that of the points that show, or the length on a logarithm', () => {
    const spec: ChartSpec = {
      series: one,
      showLabels: false,
      bars: [[1000], [1], [5], [10]],
      style: { colorStops: '0% green, 80% red' },
    };
    const grid = paintChart(makeChart(spec), 3, 1);
    const fg = (x: number): string =>
      channels(grid.cells.table.get(grid.cells.styles[x]!).fg).join(' ');
    expect([fg(0), fg(1), fg(2)]).toEqual([GREEN, GREEN, RED]);
    const log = { valueScale: 'log' };
    expect(colors('0% green, 50% red', [1, 20, 100], log)).toEqual([GREEN, RED, RED]);
  });
});

describe('numbers of a logarithm', () => {
  const rows = (spec: ChartSpec, style = {}): string[] =>
    picture({ ...spec, style: { rowGap: 0, valueScale: 'log', ...style } }, 60)
      .trim()
      .split('\n');
  const labels = ['a', 'b'];

  it('that are far apart have units of their own, and so have ticks', () => {
    const spec = { series: one, labels, bars: [[1], [1e9]], showValues: true };
    const [a, b, , ticks] = rows(spec);
    expect([a!.split(' ').at(-1), b!.split(' ').at(-1)]).toEqual(['1', '1B']);
    expect(ticks!.trim().split(/ +/)).toEqual(['1', '100', '10K', '1M', '100M']);
    const small = rows({ ...spec, bars: [[0.001], [1000]] }).at(-1)!;
    expect(small.trim().split(/ +/)).toEqual(['0.001', '0.01', '0.1', '1', '10', '100', '1000']);
    const far = rows({ ...spec, bars: [[1e-300], [1e300]] });
    expect(far.join()).not.toContain('<');
  });

  it('count bytes in powers of 1024', () => {
    const spec = { series: one, labels, bars: [[1], [2 ** 30]], numberFormat: 'bytes-iec' };
    const ticks = rows(spec).at(-1)!;
    expect(ticks.trim().split(/ {2,}/)).toEqual(['1 B', '1 KiB', '1 MiB', '1 GiB']);
  });

  it('as percent are the share of the length', () => {
    const spec = { series: one, labels, bars: [[1], [10]], max: 100, valueFormat: 'percent' };
    const shown = rows({ ...spec, showValues: true }).slice(0, 2);
    expect(shown.map((row) => row.split(' ').at(-1))).toEqual(['0%', '50%']);
  });

  it('have no end at zero or below, which is reported', async () => {
    const chart = `series='[{"name":"S"}]' labels='["a"]' bars='[[5]]'`;
    const found = async (attributes: string): Promise<string[]> => {
      const markup = `<data-bars ${chart} ${attributes} style="value-scale: log" />`;
      const app = await mount(markup, { width: 20, height: 4 });
      return app.diagnostics.map(({ code, message }) => `${code} ${message}`);
    };
    expect(await found('min="0"')).toEqual([
      'log-range data-bars: "min": expected a number above 0 on a log scale, found 0; calculated from the data instead',
    ]);
    expect(await found('max="-1"')).toHaveLength(1);
    expect(await found('min="0.1" max="10"')).toEqual([]);
  });
});

describe('what is not zero', () => {
  it.each([
    ['duration', [90061, 1, -1], ['25:01 h', '<0:01 h', '>-0:01 h']],
    ['~s', [7e9, 1234, -5], ['7G', '<1G', '>-1G']],
  ])('is not written as zero by %s', (numberFormat, values, expected) => {
    const bars = values.map((each) => [each]);
    const labels = values.map(() => 'a');
    const spec = { series: one, labels, bars, numberFormat, showValues: true, showAxis: false };
    const shown = picture({ ...spec, style: { rowGap: 0 } }, 60)
      .trim()
      .split('\n');
    expect(shown.map((row) => /[-<>]*[\d:]+ ?[Gh]$/.exec(row)?.[0])).toEqual(expected);
  });
});

describe('values that have little room', () => {
  it('are shorter before they are gone, beside bars', () => {
    const spec = { series: one, labels: ['a', 'b'], bars: [[12345.67], [234567.8]] };
    const at = (width: number): string[] =>
      picture({ ...spec, showValues: true, showAxis: false, style: { rowGap: 0 } }, width)
        .trim()
        .split('\n')
        .map((row) => / ([\dK.]+)$/.exec(row)?.[1] ?? '');
    expect(at(40)).toEqual(
      ['12345.67', '234567.80'].map((text) => expect.stringContaining(text.slice(0, 2))),
    );
    expect(at(14)).toEqual(['12K', '235K']);
    expect(at(8)).toEqual(['', '']);
  });

  it('are shorter before they are gone, beside points; an axis that was asked for stays', () => {
    const bars = [5, 12, 100, 9.5].map((each) => [each]);
    const spec: ChartSpec = { series: [{ name: 'S' }], bars, showValues: true };
    expect(picture(spec, 20).trim()).toMatch(/ 9\.5\/100\.0 *$/);
    expect(picture(spec, 17).trim()).toMatch(/ 10\/100 *$/);
    expect(picture(spec, 9).trim()).not.toMatch(/\d/);
    const stream = Array.from({ length: 30 }, (_, i) => [i % 5 === 0 ? 1000 : 4.5]);
    const tall = { series: [{ name: 'S' }], bars: stream, showValues: true, showAxis: true };
    const shown = paintChart(makeChart({ ...tall, style: { height: 5 } }), 20, 5).rows();
    expect(shown.join()).toContain('┤');
  });
});

describe('labels that have to be cut', () => {
  it('stay different wherever their difference is', () => {
    const shown = (labels: string[], width: number): string[] => {
      const bars = labels.map((_, i) => [i + 1]);
      return picture({ series: one, labels, bars, showAxis: false, style: { rowGap: 0 } }, width)
        .slice(1, -1)
        .split('\n')
        .map((row) => row.replace(/ [▉-▏█]*$/, '').trim());
    };
    expect(shown(['/srv/data/alpha/logs/x', '/srv/data/omega/logs/x'], 30)).toEqual([
      '…alpha/lo…',
      '…omega/lo…',
    ]);
    const middles = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '日'), maxLength: 30 }), {
      minLength: 2,
      maxLength: 9,
    });
    fc.assert(
      fc.property(middles, fc.integer({ min: 12, max: 60 }), (texts, width) => {
        const labels = [...new Set(texts.map((text) => `the same ${text} at both ends`))];
        expect(new Set(shown(labels, width)).size).toBe(labels.length);
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it('show in part below a single bar, and on a line beside bars', () => {
    const long = 'a label that is much too long';
    const style = { orientation: 'vertical' };
    const spec: ChartSpec = { series: one, labels: [long], bars: [[5]], style };
    expect(paintChart(makeChart(spec), 12, 4).rows().at(-1)).toContain('a label…'.slice(0, 5));
    const marks = [{ value: 40, label: long }];
    const bars = { labels: ['a', 'b', 'c'], bars: [[10], [50], [90]] };
    const rows = paintChart(makeChart({ series: one, ...bars, marks, style }), 30, 8).rows();
    expect(rows.join('\n')).toMatch(/─█a label that is m.*…/);
  });
});

describe('a value past the end on which bars stand', () => {
  it.each([
    ['vertical', {}],
    ['LED', { barStyle: 'led' }],
  ])('has its arrow, and its number beside it: %s', (_name, look) => {
    const style = { orientation: 'vertical', ...look };
    const spec = { series: one, labels: ['a', 'b'], bars: [[-5], [7]], min: 0, max: 10 };
    const rows = paintChart(makeChart({ ...spec, style, showValues: true }), 24, 7).rows();
    const arrow = rows.findIndex((row) => row.includes('▾'));
    expect(arrow).toBe(5);
    expect(rows[arrow - 1]).toMatch(/-5/);
  });
});

describe('a stack beyond the end on which bars start', () => {
  const stacks: ChartSpec = {
    series: [
      { name: 'a', stack: 'k' },
      { name: 'b', stack: 'k' },
    ],
    labels: ['x', 'y', 'z'],
    bars: [
      [-5, -3],
      [4, -2],
      [2, 1],
    ],
  };
  const painted = (more: ChartSpec, width: number, height: number): string =>
    paintChart(makeChart({ ...stacks, ...more }), width, height)
      .rows()
      .join('\n');

  it('is an arrow without ink, and what has both signs has it where its bar starts', () => {
    const style = { gap: 0 };
    const low = ['x ◂', 'y ◂███████████████', 'z ████████████'];
    expect(painted({ min: 0, style }, 18, 3)).toBe(low.join('\n'));
    const high = ['x ████████████████', 'y             ███▸', 'z                ▸'];
    expect(painted({ max: 0, style }, 18, 3)).toBe(high.join('\n'));
  });

  it('stands on the axis', () => {
    const style = { orientation: 'vertical' };
    const rows = ['4┤  █', ' │  ██', ' │  ██', '0┤ ▾▾█', '   x z'];
    expect(painted({ min: 0, style }, 7, 5)).toBe(rows.join('\n'));
  });

  it('has one arrow where the scale starts above zero, whatever its parts are', () => {
    const bars = [
      [5, 3],
      [4, 2],
      [2, -1],
    ];
    const rows = ['x ████████████████', 'y ▏███████', 'z ◂'];
    expect(painted({ min: 4, bars, style: { gap: 0 } }, 18, 3)).toBe(rows.join('\n'));
  });
});

describe('what a script or an author gets wrong', () => {
  it('is reported once: a function that fails', async () => {
    const chart = `series='[{"name":"S"}]' labels='["a","b"]' bars='[[1],[2]]' show-values`;
    const app = await mount(`<data-bars id="c" ${chart} />`, {
      width: 20,
      height: 5,
      errors: 'keep' as const,
    });
    chartOf(app).onFormat = () => {
      throw new Error('boom');
    };
    chartOf(app).onColor = () => {
      throw {
        toString() {
          throw new Error('again');
        },
      };
    };
    await app.advance(16);
    expect(app.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'script-error data-bars: "formatNumber" failed: boom',
      'script-error data-bars: "getColor" failed: a value that cannot be shown',
    ]);
    expect(app.text()).toContain('2');
  });

  it('is reported: a colour of a line, and one of a series beside it', async () => {
    const chart = `series='[{"name":"S","color":"nix"}]' labels='["a"]' bars='[[1]]'`;
    const app = await mount(
      `<data-bars ${chart} marks='[{"value":1,"color":"red"},{"value":1,"color":"zzz"}]' />`,
      { width: 20, height: 5, errors: 'keep' as const },
    );
    expect(app.diagnostics.map(({ message }) => message)).toEqual([
      'data-bars: series "S": expected a colour, found "nix"',
      'data-bars: marks[1]: expected a colour, found "zzz"',
    ]);
  });
});
