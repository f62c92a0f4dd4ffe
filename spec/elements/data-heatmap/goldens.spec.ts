/** Pictures of heatmaps: every example in five themes, every scale of colours, and widths at which parts give way. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { DataHeatmap } from '../../../elements/data-heatmap/data-heatmap.js';
import { SCALES } from '../../../elements/data-heatmap/scale/color-scales.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { ALL_GOLDEN_THEMES, use } from '../control.js';

afterEach(unmountAll);

describe('heatmaps', () => {
  it.each(DataHeatmap.examples.map((example) => [example.name, example] as const))(
    '%s in every theme',
    async (name, { markup, size: [width, height] }) => {
      for (const theme of ALL_GOLDEN_THEMES) {
        const { app } = await use(markup, { width, height, theme });
        expect(app.diagnostics).toEqual([]);
        expect(app).toMatchScreen(`${name} ${theme}`);
      }
    },
  );

  it('in every scale of colours', async () => {
    const cells = JSON.stringify([Array.from({ length: 19 }, (_, index) => index - 9)]);
    const charts = SCALES.flatMap((scale) =>
      ['linear', 'symlog'].map(
        (values) =>
          `<data-heatmap cells='${cells}' row-labels='["${scale}"]' show-legend style="height: 2; width: 50; color-scale: ${scale}; value-scale: ${values}"/>`,
      ),
    ).join('');
    for (const theme of ALL_GOLDEN_THEMES) {
      const { app } = await use(`<container>${charts}</container>`, {
        width: 50,
        height: 20,
        theme,
      });
      expect(app.diagnostics).toEqual([]);
      expect(app).toMatchScreen(`scales ${theme}`);
    }
  });

  it('give way where there is little room', async () => {
    const [hours] = DataHeatmap.examples;
    for (const [width, height] of [
      [200, 16],
      [60, 6],
      [60, 3],
      [30, 8],
      [18, 8],
      [9, 8],
      [4, 3],
      [1, 1],
    ] as const) {
      const { app } = await use(hours!.markup.replace('/>', ' style="height: 100%"/>'), {
        width,
        height,
      });
      expect(app).toMatchScreen(`hours ${width} by ${height}`);
    }
  });
});
