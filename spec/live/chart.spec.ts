/** A chart in a real terminal, by keys and by mouse: the specification's states, events, copies and tooltips. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const APP = `<tui>
  <data-bars id="chart" selectable="true" show-values="true" show-axis="false" tooltip="auto"
    series='[{"name":"Sales"},{"name":"Cost"}]' bars="[[6,3],[9,null]]" labels='["Jan","Feb"]' style="gap: 0"
    onGetId="item.label" onSelect="$app.note(event)" onHover="$app.hover(event)"/>
  <text id="select">select: none</text>
  <text id="hover">hover: none</text>
  <text>READY</text>
  <script>
    const show = (event) => JSON.stringify({ type: event.type, entry: event.entryIndex, series: event.seriesIndex,
      value: event.value ?? null, label: event.label ?? null, id: event.id ?? null });
    const put = (id, text) => ($tui.getElementById(id).textContent = id + ': ' + text);
    export const note = (event) => put('select', show(event));
    export const hover = (event) => put('hover', show(event));
    $tui.document.addEventListener('keydown', (event) => event.key === 'q' && $tui.exit());
  </script>
</tui>`;

describeInTmux('a chart in tmux', () => {
  const tmux = new Tmux();
  const row = (name: string): string =>
    tmux
      .screen()
      .split('\n')
      .find((line) => line.startsWith(`${name}:`)) ?? '';
  const becomes = async (name: string, expected: object | string): Promise<void> => {
    const expectedText = `${name}: ${typeof expected === 'string' ? expected : JSON.stringify(expected)}`;
    // A tooltip may be beside it.
    await tmux.until(expectedText, () => row(name).startsWith(expectedText));
  };
  const select = (
    entry: number,
    series: number,
    value: number | null,
    label: string | null,
  ): object => ({
    type: 'select',
    entry,
    series,
    value,
    label,
    id: label,
  });
  const NONE = select(-1, -1, null, null);

  beforeAll(async () => {
    const main = commandFile();
    const file = join(tmux.folder, 'chart.tui');
    writeFileSync(file, APP);
    await tmux.start(100, 24);
    tmux.run('set-option', '-g', 'set-clipboard', 'on');
    tmux.keys(`clear; node ${main} ${file}; echo "ended $?"`, 'Enter');
    await tmux.until('the app', () => tmux.screen().includes('READY'));
  });
  afterAll(() => {
    tmux.stop();
  });

  it('selects at a click, clears at the second, and outside any bar', async () => {
    tmux.click(6, 0);
    await becomes('select', select(0, 0, 6, 'Jan'));
    tmux.click(6, 1);
    await becomes('select', select(0, 1, 3, 'Jan'));
    tmux.click(6, 1);
    await becomes('select', NONE);
    tmux.click(6, 2);
    await becomes('select', select(1, 0, 9, 'Feb'));
    // Nothing is drawn where the value is absent.
    tmux.click(50, 3);
    await becomes('select', NONE);
  });

  it('selects by keys', async () => {
    tmux.keys('Home', 'Enter');
    await becomes('select', select(0, 0, 6, 'Jan'));
    tmux.keys('Down', 'Space');
    await becomes('select', select(1, 0, 9, 'Feb'));
    // Escape closes the tooltip first, which comes after a moment.
    await tmux.until('the tooltip', () => /Sales +9/.test(tmux.screen()));
    tmux.keys('Escape');
    await tmux.until('no tooltip', () => !/Sales +9/.test(tmux.screen()));
    await becomes('select', select(1, 0, 9, 'Feb'));
    tmux.keys('Escape');
    await becomes('select', NONE);
  });

  it('tells the bar under the pointer, and its tooltip inside the screen', async () => {
    tmux.mouse(35, 6, 0);
    await becomes('hover', {
      type: 'hover',
      entry: 0,
      series: 0,
      value: 6,
      label: 'Jan',
      id: null,
    });
    await tmux.until('the tooltip', () => /Sales +6/.test(tmux.screen()));
    tmux.mouse(35, 6, 10);
    await tmux.until('no tooltip', () => !/Sales +6/.test(tmux.screen()));
  });

  it('copies dragged rows as JSON in the shape of the input', async () => {
    tmux.mouse(0, 6, 0);
    tmux.mouse(32, 8, 1);
    tmux.mouse(32, 9, 2);
    tmux.mouse(0, 9, 2, 'm');
    await tmux.until('the notification', () =>
      /(Copied|Sent) 2 bars \(Jan, Feb\) to clipboard/.test(tmux.screen()),
    );
    const copied = await tmux.until('the copy', () => {
      try {
        return JSON.parse(tmux.run('show-buffer')) as unknown;
      } catch {
        return undefined;
      }
    });
    expect(copied).toEqual({
      series: [{ name: 'Sales' }, { name: 'Cost' }],
      bars: [
        [6, 3],
        [9, null],
      ],
      labels: ['Jan', 'Feb'],
    });
  });

  it('leaves the terminal as it was', async () => {
    tmux.keys('q');
    await tmux.until('the end', () => tmux.screen().includes('ended 0'));
    expect(tmux.modes()).toBe('0 1 0');
  });
});
