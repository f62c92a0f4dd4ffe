/** Own colours of neighbours that grays or 16 colours would make one. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { paletteRgb } from '../../../runtime/terminal/encoding/palette.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

const parties = [
  ['CDU/CSU', '#333333'],
  ['AfD', '#009ee0'],
  ['SPD', '#e3000f'],
  ['Grüne', '#46962b'],
  ['Linke', '#be3075'],
  ['Sonstige', undefined],
].map(([name, color]) => ({ name, stack: 'v', ...(color === undefined ? {} : { color }) }));

type Shown = readonly { readonly bars: string[]; readonly keys: string[] }[];

async function colours(
  theme: string,
  series: readonly object[],
  more = '',
): Promise<Shown[number]> {
  const bars = JSON.stringify([series.map((_, i) => 20 + i)]);
  const app = await mount(
    `<tui><data-bars series='${JSON.stringify(series)}' labels='["x"]' bars='${bars}' show-legend="true" ${more}
      show-labels="false" style="gap: 0"/></tui>`,
    { width: 72, height: 12, theme },
  );
  const screen = app.screen();
  const found: string[] = [];
  const keys: string[] = [];
  for (let y = 0; y < 10; y++) {
    for (let x = 0; x < 72; x++) {
      const { char, fg } = screen.cell(x, y);
      if (char !== '█') continue;
      if (y === 0) keys.push(fg);
      else if (found.at(-1) !== fg) found.push(fg);
    }
  }
  return { bars: found, keys };
}

function level(color: string): number {
  const index = Number(/\d+/.exec(color)?.[0]);
  return paletteRgb(index)[0];
}

describe('neighbours in grays', () => {
  it.each(['gray-std', 'gray-dark'])(
    'differ in %s, in stacks and in groups, and so do their keys',
    async (theme) => {
      const grouped = parties.map(({ name, color }) => ({ name, ...(color && { color }) }));
      for (const series of [parties, grouped]) {
        const { bars, keys } = await colours(theme, series);
        expect(bars).toHaveLength(6);
        expect(keys).toEqual(bars);
        for (let i = 1; i < 6; i++) {
          expect(Math.abs(level(bars[i]!) - level(bars[i - 1]!))).toBeGreaterThanOrEqual(25);
        }
      }
    },
  );

  it('keep colours that stay apart', async () => {
    const series = [
      { name: 'a', stack: 's', color: '#404040' },
      { name: 'b', stack: 's', color: '#c00000' },
    ];
    const alone = await colours('gray-std', [series[1]!]);
    const { bars } = await colours('gray-std', series);
    expect(bars[1]).toBe(alone.bars[0]);
  });

  it('differ with hues of one lightness from a palette', async () => {
    const series = [1, 2, 3, 4, 5, 6].map((i) => ({ name: `s${i}`, stack: 's' }));
    const app = await mount(
      `<tui><data-bars series='${JSON.stringify(series)}' labels='["x"]' bars='[[9,9,9,9,9,9]]' show-labels="false"
        show-axis="false" style="palette: vivid"/></tui>`,
      { width: 54, height: 1, theme: 'gray-dark' },
    );
    const found = [4, 13, 22, 31, 40, 49].map((x) => level(app.screen().cell(x, 0).fg));
    for (let i = 1; i < 6; i++) expect(Math.abs(found[i]! - found[i - 1]!)).toBeGreaterThan(24);
  });
});

it('neighbours in 16 colours differ, and elsewhere colours are as set', async () => {
  const series = [
    { name: 'a', stack: 's', color: '#e00000' },
    { name: 'b', stack: 's', color: '#ff2020' },
  ];
  const few = await colours('color16-dark', series);
  expect(few.bars).toHaveLength(2);
  expect(few.keys).toEqual(few.bars);
  const all = await colours('fullcolor-dark', series);
  expect(all.bars).toEqual(['#e00000', '#ff2020']);
});
