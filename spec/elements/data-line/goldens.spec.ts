/** Pictures of line charts: every example in five themes, types by scales, and widths at which parts give way. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { DataLine } from '../../../elements/data-line/data-line.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { use } from '../control.js';

afterEach(unmountAll);

const THEMES = ['fullcolor-dark', 'fullcolor-std', 'color16-dark', 'gray-std', 'bw-std'];

describe('line charts', () => {
  it.each(DataLine.examples.map((example) => [example.name, example] as const))(
    '%s in every theme',
    async (name, { markup, size: [width, height] }) => {
      for (const theme of THEMES) {
        const { app } = await use(markup, { width, height, theme });
        expect(app.diagnostics).toEqual([]);
        expect(app).toMatchScreen(`${name} ${theme}`);
      }
    },
  );

  it.each(['line', 'area', 'step', 'scatter'])('of type %s on every scale', async (type) => {
    const series = JSON.stringify([
      { name: 'a', type },
      { name: 'b', type },
    ]);
    const points = JSON.stringify(
      Array.from({ length: 16 }, (_, index) => [
        index + 1,
        index === 9 ? null : 3 + index ** 2,
        Math.round(90 - 60 * Math.sin(index / 2)),
      ]),
    );
    const charts = ['linear', 'log', 'symlog'].flatMap((values) =>
      ['linear', 'log'].map(
        (across) =>
          `<data-line series='${series}' points='${points}' style="height: 8; width: 39; value-scale: ${values}; x-scale: ${across}" value-label="${values} over ${across}"/>`,
      ),
    );
    const { app } = await use(
      `<container style="display: grid; grid-template-columns: 40 40">${charts.join('')}</container>`,
      { width: 80, height: 26 },
    );
    expect(app.diagnostics).toEqual([]);
    expect(app).toMatchScreen(`${type} by scale`);
  });

  it('give way where there is little room', async () => {
    const [example] = DataLine.examples;
    for (const [width, height] of [
      [200, 16],
      [60, 6],
      [60, 4],
      [30, 8],
      [18, 8],
      [9, 8],
      [4, 3],
      [1, 1],
    ] as const) {
      const { app } = await use(example!.markup.replace('/>', 'style="height: 100%"/>'), {
        width,
        height,
      });
      expect(app).toMatchScreen(`lines ${width} by ${height}`);
    }
  });

  it.each(['braille', 'octant', 'sextant', 'half'])('in sub-cells of %s', async (kind) => {
    const [lines, areas] = DataLine.examples;
    const style = `style="sub-cells: ${kind}"/>`;
    const { app } = await use(
      lines!.markup.replace('/>', style) + areas!.markup.replace('/>', style),
      { width: 60, height: 24 },
    );
    expect(app).toMatchScreen(`sub-cells ${kind}`);
  });
});
