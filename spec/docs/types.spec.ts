/** `tui.d.ts` as a type checker takes it: what is right passes, what is wrong is named. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DECLARATIONS, typeErrors as check } from './type-errors.js';

describe('tui.d.ts', () => {
  it('takes what an app does', () => {
    expect(
      check(`
const chart = $tui.getElementById<Tui.DataBarsElement>('cpu');
chart?.appendEntry([42, null], 'now');
if (chart !== null && chart.getValue().length > 60) chart.shiftEntry();
const made = $tui.createElement('data-bars');
made.series = [{ name: 'a', stack: 's' }];
made.series = '[{"name": "a"}]';
made.showValues = true;
made.valueFormat = 'percent';
const min: number | undefined = made.min;
made.getId = ({ label, values, index }) => label ?? String(values[index]);
made.addEventListener('select', (event) => {
  const id: string | undefined = event.id;
  chart?.setSelectedIds(new Set(id === undefined ? [] : [id]));
  return event.entryIndex + event.seriesIndex;
});
made.onselect = (event) => event.value;
made.addEventListener('keydown', ({ key, ctrlKey }) => key === 'q' && ctrlKey && $tui.exit(0));
made.addEventListener('own', (event) => event.type.length);
$tui.document.addEventListener('wheel', ({ deltaY, target }) => target.scrollBy(0, deltaY));
const state = $tui.createState({ count: 1, chosen: new Set<string>(), user: { name: '' } });
state.count += 1;
state.user.name = state.chosen.has('a') ? 'A' : 'B';
const end: () => void = state.subscribe('count', (value) => value);
state.subscribe((keys) => keys.join());
$tui.querySelector('data-bars')?.clearSelection();
for (const bars of $tui.querySelectorAll('data-bars')) bars.invalidate('paint');
for (const item of $tui.document.querySelectorAll('.item')) item.classList.toggle('on');
$tui.querySelector('container')!.title = 'x';
$tui.document.createElement('text').append('a', $tui.createElement('b'));
$tui.document.querySelector('#a')?.closest('container')?.setAttribute('hidden', '');
$tui.onReady(async () => { $tui.setTitle($tui.argv[0] ?? $tui.dirname); });
$tui.logger.info($app.anything); $tui.skipRender(); $tui.render();
const theme: string | undefined = $tui.config?.theme;
export { end, min, theme };
`),
    ).toEqual([]);
  });

  it('names what an app may not do', () => {
    const lines = [
      `$tui.getElementById('cpu').id;`,
      `$tui.createElement('data-bars').appendEntry('x');`,
      `$tui.createElement('data-bars').showValues = 3;`,
      `$tui.createElement('data-bars').valueFormat = 'percents';`,
      `$tui.createElement('data-bars').series = [{ title: 'a' }];`,
      `$tui.createElement('container').bars;`,
      `$tui.createElement('data-bars').addEventListener('select', (event) => event.key);`,
      `$tui.createElement('text').addEventListener('keydown', (event) => event.entryIndex);`,
      `$tui.exit('now');`,
      `$tui.argv.push('x');`,
      `$tui.createState({ count: 1 }).count = 'x';`,
      `$tui.document = null;`,
      `$tui.document.report;`,
      `document.title;`,
    ];
    const found = check(`export {};\n${lines.join('\n')}`);
    expect(found.map((message) => Number(/^script\.ts:(\d+)/.exec(message)?.[1]) - 2)).toEqual(
      lines.map((_, index) => index),
    );
  });

  it('has every element, with every attribute and event that is declared', async () => {
    const { registry } = await import('../../elements/index.js');
    const text = readFileSync(DECLARATIONS, 'utf8');
    for (const { tag, attributes, events } of registry.classes) {
      expect(text).toMatch(new RegExp(`['"]?${tag}['"]?: \\w+Element;`));
      for (const [name, { hook }] of Object.entries(attributes)) {
        expect(text).toMatch(new RegExp(`\\b${hook ?? name}\\b`));
      }
      for (const type of Object.keys(events)) expect(text).toContain(`readonly type: '${type}'`);
    }
  });
});
