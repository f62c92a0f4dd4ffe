/** Colours of series and of single bars: seen on every background, and told apart. */
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  converter,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  wcagContrast,
  type Color as CuloriColor,
} from 'culori';
import { channels, parseColor, rgb, type Color } from '../../../runtime/base/color.js';
import { readStops } from '../../../elements/charts/paint/color-stops.js';
import { GRAY_LEVELS, graysOn, shadeOn, VIVID } from '../../../elements/charts/paint/palette.js';
import { paletteRgb } from '../../../runtime/terminal/encoding/palette.js';
import { getTheme, themeNames } from '../../../runtime/style/themes/themes.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { makeChart, paintChart, type ChartSpec } from './chart.js';

afterEach(unmountAll);

const white = rgb(255, 255, 255);
const dark = rgb(0x1e, 0x1e, 0x2e);
const css = (color: Color): string => `rgb(${channels(color).join(' ')})`;

const oklab = converter('oklab');
type Eyes = (color: CuloriColor) => CuloriColor;
const EYES: readonly Eyes[] = [
  (color) => color,
  filterDeficiencyProt(1) as Eyes,
  filterDeficiencyDeuter(1) as Eyes,
  filterDeficiencyTrit(1) as Eyes,
];

/** The smallest distance of two of the colours in OKLab, for the eyes that tell them apart least. */
function distance(colors: readonly string[]): number {
  let least = Infinity;
  for (const eyes of EYES) {
    const seen = colors.map((color) => oklab(eyes(color as never))!);
    seen.forEach((a, i) => {
      for (const b of seen.slice(i + 1)) {
        least = Math.min(least, Math.hypot(a.l - b.l, a.a - b.a, a.b - b.b));
      }
    });
  }
  return least;
}

describe('palettes', () => {
  it('vivid shows on light and dark, for all eyes', () => {
    const colors = VIVID.map(css);
    for (const color of colors) {
      for (const behind of ['#ffffff', '#1e1e2e', '#1c1c1c']) {
        expect(wcagContrast(color, behind)).toBeGreaterThanOrEqual(3);
      }
    }
    expect(distance(colors)).toBeGreaterThan(0.1);
  });

  const themes = themeNames.filter((name) => /^(full)?color-/.test(name));
  it.each(themes)('of %s shows on its background, for all eyes', (name) => {
    const variables = new Map(getTheme(name)!.rules.flatMap((rule) => rule.declarations));
    const colors = Array.from({ length: 8 }, (_, i) => variables.get(`--series-${i + 1}`)!);
    const seen = (text: string): string => {
      const index = /^ansi-(\d+)$/.exec(text)?.[1];
      return index === undefined ? text : css(rgb(...paletteRgb(Number(index))));
    };
    const background = seen(variables.get('--background')!);
    for (const color of colors) {
      expect(wcagContrast(seen(color), background)).toBeGreaterThanOrEqual(3);
    }
    expect(distance(colors.map(seen))).toBeGreaterThan(0.1);
  });

  it.each(['color16-dark', 'color16-std'])('of %s are eight colours', (name) => {
    const variables = new Map(getTheme(name)!.rules.flatMap((rule) => rule.declarations));
    const colors = Array.from({ length: 8 }, (_, i) => variables.get(`--series-${i + 1}`));
    expect(new Set(colors).size).toBe(8);
  });

  it('gray is what the specification lists on light, and its mirror with 3:1 on dark', () => {
    const levels = (background: Color): number[] =>
      graysOn(background).map((gray) => channels(gray)[0]);
    expect(levels(white)).toEqual(GRAY_LEVELS);
    expect(levels(rgb(0xee, 0xee, 0xee))).toEqual(GRAY_LEVELS);
    expect(levels(dark)).toEqual([195, 135, 165, 106, 210, 150]);
    for (const background of [dark, rgb(0, 0, 0), rgb(40, 40, 40), rgb(60, 20, 90)]) {
      for (const gray of graysOn(background)) {
        expect(wcagContrast(css(gray), css(background))).toBeGreaterThanOrEqual(3);
      }
    }
  });
});

describe('meters', () => {
  it('shade the colours that the specification gives them where these could not be seen', () => {
    const yellow = parseColor('yellow')!;
    expect(wcagContrast(css(shadeOn(yellow, white)), '#fff')).toBeGreaterThanOrEqual(3);
    expect(shadeOn(yellow, dark)).toBe(yellow);
    // The hue stays.
    const [red, green, blue] = channels(shadeOn(yellow, white));
    expect(red).toBe(green);
    expect(blue).toBe(0);
  });
});

describe('colours of meters', () => {
  const meter = {
    series: [{ name: 'S' }],
    labels: ['a'],
    bars: [[100]],
    showLabels: false,
    showAxis: false,
  };
  const painted = (style: object, bg: Color): [string, string] => {
    const look = { ...style, barStyle: 'led', ledWidth: 1 };
    const grid = paintChart(makeChart({ ...meter, style: look }), 10, 1, { bg });
    const at = (x: number): string => css(grid.cells.table.get(grid.cells.styles[x]!).fg);
    return [at(0), at(9)];
  };

  it('are yellow and red where nothing is set, in a shade that shows', () => {
    expect(painted({}, dark)).toEqual(['rgb(255 255 0)', expect.stringMatching(/^rgb\(255/)]);
    for (const color of painted({}, white)) {
      expect(wcagContrast(color, '#fff')).toBeGreaterThanOrEqual(3);
    }
  });

  const theme = async (name: string): Promise<[string, string]> => {
    const chart = `series='[{"name":"S"}]' labels='["a"]' bars='[[100]]' show-labels="false" show-axis="false"`;
    const app = await mount(
      `<tui><data-bars ${chart} style="bar-style: led; led-width: 1"/></tui>`,
      {
        width: 10,
        height: 1,
        theme: name,
      },
    );
    const at = (x: number): string => app.screen().cell(x, 0).fg;
    return [at(0), at(9)];
  };

  it('are not bright where there are 16 colours: bright yellow cannot be seen on light', async () => {
    expect(await theme('color16-std')).toEqual(['ansi-3', 'ansi-1']);
    expect(await theme('color16-dark')).toEqual(['ansi-3', 'ansi-1']);
  });

  it.each(['gray-std', 'gray-dark'])('show and differ in %s, the high one more', async (name) => {
    const background = name === 'gray-std' ? '#ffffff' : '#1c1c1c';
    const seen = (text: string): string => css(rgb(...paletteRgb(Number(text.slice(5)))));
    const [low, high] = (await theme(name)).map(seen);
    expect(wcagContrast(low!, background)).toBeGreaterThanOrEqual(3);
    expect(wcagContrast(high!, background)).toBeGreaterThan(2 * wcagContrast(low!, background));
  });

  it('are painted as they are set, yellow and red too', () => {
    const set = { ledColorLow: parseColor('yellow'), ledColorHigh: parseColor('red') };
    expect(painted(set, white)).toEqual(['rgb(255 255 0)', 'rgb(255 0 0)']);
    expect(painted(set, dark)).toEqual(['rgb(255 255 0)', 'rgb(255 0 0)']);
  });
});

const one = [{ name: 'S' }];

/** The foreground of the first cell of each row's bar. */
function colorsOf(
  spec: ChartSpec,
  x: number,
  height: number,
  options = {},
): (string | undefined)[] {
  const grid = paintChart(makeChart(spec), 20, height, options);
  return Array.from({ length: height }, (_, y) => {
    const { fg } = grid.cells.table.get(grid.cells.styles[y * 20 + x]!);
    return css(fg);
  });
}

describe('colours by value', () => {
  const spec = {
    series: one,
    labels: ['a', 'b', 'c'],
    bars: [[10], [75], [95]],
    max: 100,
    showAxis: false,
  };
  const colorStops = '0 #008000, 70 #ffff00, 90% #ff0000';

  it('are those of the last stop at or below', () => {
    const expected = ['rgb(0 128 0)', 'rgb(255 255 0)', 'rgb(255 0 0)'];
    expect(colorsOf({ ...spec, style: { rowGap: 0, colorStops } }, 2, 3)).toEqual(expected);
    const spark = { series: [{ name: '' }], bars: spec.bars, max: 100, style: { colorStops } };
    const grid = paintChart(makeChart(spark), 3, 1);
    expect([0, 1, 2].map((x) => css(grid.cells.table.get(grid.cells.styles[x]!).fg))).toEqual(
      expected,
    );
  });

  it('colour the segments of a meter by where they start', () => {
    const style = { rowGap: 0, barStyle: 'led', ledWidth: 2, colorStops };
    const grid = paintChart(makeChart({ ...spec, style }), 22, 3);
    const at = (x: number): string => css(grid.cells.table.get(grid.cells.styles[2 * 22 + x]!).fg);
    expect([at(2), at(17), at(20)]).toEqual(['rgb(0 128 0)', 'rgb(255 255 0)', 'rgb(255 0 0)']);
  });

  it('are not shown without colours, and what is none is told', () => {
    const [first] = colorsOf({ ...spec, style: { rowGap: 0, colorStops } }, 2, 3, {
      depth: 'none',
    });
    expect(first).not.toBe('rgb(0 128 0)');
    expect(readStops('0 green, 70 rgb(1, 2, 3), -1e3% red')).toEqual([
      { at: 0, percent: false, css: 'green' },
      { at: 70, percent: false, css: 'rgb(1, 2, 3)' },
      { at: -1000, percent: true, css: 'red' },
    ]);
    for (const bad of ['green', '0', '0 green,', 'x red', ','])
      expect(readStops(bad)).toBeUndefined();
  });

  it('may be what onColor answers', () => {
    const element = makeChart({ ...spec, style: { rowGap: 0, colorStops } });
    element.onColor = ({
      values,
      label,
      index,
    }: {
      values: number[];
      label: string;
      index: number;
    }) => {
      if (index === 1) throw new Error('no');
      return label === 'a' && values[0] === 10 ? '#0000ff' : undefined;
    };
    const grid = paintChart(element, 20, 3);
    const fg = (y: number): string => css(grid.cells.table.get(grid.cells.styles[y * 20 + 2]!).fg);
    expect([fg(0), fg(1), fg(2)]).toEqual(['rgb(0 0 255)', 'rgb(255 255 0)', 'rgb(255 0 0)']);
    element.onColor = null;
    expect(element.getColor).toBeUndefined();
  });
});
