/** A chart beside other things in a row: it takes the room that they leave, with data and without. */
import { expect, it } from '@jest/globals';
import { mount } from '../../../cli/testing.js';

const row = (chart: string): string =>
  `<container style="flex-direction: row; gap: 1"><text>app.log 106/106 lines</text>${chart}<text>end</text></container>`;
const WIDTH = { width: 60, height: 4 };

it.each([
  `<data-bars series='[{"name":"a"}]' bars='[]'/>`,
  `<data-bars series='[{"name":"a"}]' bars='[]' style="flex-grow: 1"/>`,
  `<data-bars series='[{"name":"a"}]' bars='[[1],[2]]'/>`,
  `<data-bars labels='["x"]' series='[{"name":"a"}]' bars='[[1]]'/>`,
])('%s', async (chart) => {
  const app = await mount(row(chart), WIDTH);
  const box = app.document.querySelector('data-bars')?.getBoundingClientRect();
  expect([box?.x, box?.width]).toEqual([22, 34]);
  expect(app.text().split('\n')[0]).toMatch(/^app\.log 106\/106 lines .* end$/);
});

it('shares the room with another, and keeps a size of its own', async () => {
  const chart = `<data-bars series='[{"name":"a"}]' bars='[[1]]'`;
  const two = await mount(row(`${chart}/>${chart}/>`), WIDTH);
  const widths = (app: typeof two): number[] =>
    [...app.document.querySelectorAll('data-bars')].map(
      (each) => each.getBoundingClientRect().width,
    );
  expect(widths(two)).toEqual([17, 16]);
  expect(widths(await mount(row(`${chart} style="width: 12"/>`), WIDTH))).toEqual([12]);
});
