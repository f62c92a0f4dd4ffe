/** Tooltips over bars: the built-in text, a fixed one, and one from a script. */
import { describe, expect, it } from '@jest/globals';
import { GROUPED, SPARKLINE, useChart, VERTICAL } from './interaction.js';
import { TOOLTIP_AT } from '../../../runtime/element/internals.js';

const at = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** The rows of the screen after the pointer has rested at a cell. */
async function rested(attributes: string, x: number, y: number, rest = ''): Promise<string[]> {
  const { app } = await useChart(attributes, { rest });
  await app.hover(at(x, y));
  await app.advance(300);
  return app.text().split('\n');
}

describe('a tooltip', () => {
  it('is the label and each series with its value, aligned', async () => {
    const { app } = await useChart(`${GROUPED} tooltip="auto"`);
    const before = app.text();
    await app.hover(at(5, 0));
    await app.advance(299);
    expect(app.text()).toBe(before);
    await app.advance(1);
    const shown = app.text().split('\n');
    expect(shown.slice(1, 4)).toEqual(['    █ Mon', '      Sales  10', 'Tue █ Cost    5']);
    await app.hover(at(28, 9));
    expect(app.text()).toBe(before);
  });

  it('says that a value is absent, and follows the pointer from bar to bar', async () => {
    const { app, chart } = await useChart(`${GROUPED} tooltip="auto"`);
    expect(chart[TOOLTIP_AT](5, 3)).toBe('Tue\nSales  25\nCost    –');
    await app.hover(at(5, 0));
    await app.advance(300);
    await app.hover(at(5, 3));
    expect(app.text()).toContain('Cost    –');
  });

  it.each([
    ['vertical', VERTICAL, 9, 4, 'Wed\nSales  85'],
    ['sparkline', SPARKLINE, 6, 0, 'CPU  85'],
    ['an absent point', SPARKLINE, 7, 0, 'CPU  –'],
    ['nameless', `series='[{"name":""}]' bars='[[7]]'`, 0, 0, '7'],
    ['LED', `${GROUPED} style="bar-style: led"`, 4, 0, 'Mon\nSales  10\nCost    5'],
    [
      'wide and signed',
      `series='[{"name":"売上"},{"name":"x"}]' labels='["é"]' bars='[[-1.5,20000000]]'`,
      2,
      0,
      'é\n売上      -1.5\nx     20000000',
    ],
  ] as const)('is built in for every kind of chart: %s', async (_name, attributes, x, y, text) => {
    const { chart } = await useChart(`${attributes} tooltip="auto"`);
    expect(chart[TOOLTIP_AT](x, y)).toBe(text);
  });

  it('lists the series around the one pointed at where there are many', async () => {
    const series = Array.from({ length: 40 }, (_, index) => ({ name: `s${index}`, stack: 'a' }));
    const bars = [series.map((_, index) => (index === 30 ? 100 : 0))];
    const { chart } = await useChart(
      `series='${JSON.stringify(series)}' bars='${JSON.stringify(bars)}' labels='["a"]'
        tooltip="auto"`,
    );
    const lines = (chart[TOOLTIP_AT](9, 0) ?? '').split('\n');
    expect(lines).toHaveLength(12);
    expect(lines).toContain('s30  100  100%');
    expect(lines.slice(-2)).toEqual(['… 31 more', 'sum  100  100%']);
  });

  it('is the text of the attribute', async () => {
    expect((await rested(`${GROUPED} tooltip="Figures of last week"`, 5, 0))[1]).toContain(
      'Figures of last week',
    );
  });

  it('is nowhere but over bars, and nowhere without the attribute', async () => {
    const plain = await useChart(GROUPED);
    expect(plain.chart[TOOLTIP_AT](5, 0)).toBeUndefined();
    const { app, chart } = await useChart(`${GROUPED} tooltip="auto"`);
    expect([chart[TOOLTIP_AT](28, 0), chart[TOOLTIP_AT](5, 2), chart[TOOLTIP_AT](-1, -1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const before = app.text();
    await app.hover(at(28, 0));
    await app.advance(300);
    expect(app.text()).toBe(before);
  });

  it('comes from onTooltip, which is told of the bar and wins over the attribute', async () => {
    const { app } = await useChart(
      `${GROUPED} tooltip="auto" style="padding: 1 2" onTooltip="tip"`,
      {
        rest: `<script>
          export let told;
          export function tip(event) { told = event; return event.seriesName + '!\\n' + event.value; }
        </script>`,
        height: 14,
      },
    );
    await app.hover(at(7, 4));
    await app.advance(300);
    expect(app.text()).toContain('Sales!');
    expect(app.$tui.exports['told']).toStrictEqual({
      type: 'tooltip',
      entryIndex: 1,
      seriesIndex: 0,
      seriesName: 'Sales',
      value: 25,
      label: 'Tue',
      x: 5,
      y: 3,
    });
  });

  it.each(['void 0', '(null)', "''", "'  '", '5', '{}'])(
    'is hidden where onTooltip gives %s',
    async (code) => {
      const { app } = await useChart(`${GROUPED} tooltip="auto" onTooltip="${code}"`);
      const before = app.text();
      await app.hover(at(5, 0));
      await app.advance(300);
      expect(app.text()).toBe(before);
    },
  );

  it('never hands on what could reach the terminal', async () => {
    const { app, chart } = await useChart(
      `series='[{"name":"a\\u001b[31m"}]' labels='["\\u202eb\\nc"]' bars='[[1]]' tooltip="auto"`,
    );
    expect(chart[TOOLTIP_AT](9, 0)).not.toMatch(/[\u001b\u202e]/);
    expect(chart[TOOLTIP_AT](9, 0)?.split('\n')).toHaveLength(2);
    const sent = app.output.length;
    await app.hover(at(9, 0));
    await app.advance(300);
    expect(app.output.slice(sent)).not.toContain('\u001b[31m');
  });
});
