/** The wheel and the scrollbar of a list, a tree and a log in a real terminal, with reports of its mouse. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';

const COUNT = 2000;
const HEIGHT = 20;
/** Columns of each, the scrollbar at its end. */
const WIDTH = 24;

const APP = `<tui style="flex-direction: row">
  <style>list, tree, log { width: ${WIDTH}; height: 100%; }</style>
  <list id="list" selectable="single"/>
  <tree id="tree" movable="true"/>
  <log id="log"/>
  <script>
    const named = (name) => Array.from({ length: ${COUNT} }, (_, at) => name + ' ' + at);
    const list = document.getElementById('list');
    for (const text of named('item')) {
      const item = document.createElement('li');
      item.textContent = text;
      list.append(item);
    }
    document.getElementById('tree').items = named('node');
    document.getElementById('log').setLines(named('line'));
  </script>
</tui>
`;

const WHEEL_UP = 64;
const WHEEL_DOWN = 65;
const MOVED = 32;

const terminal = new Tmux();

/** The first row of one of the three, without its scrollbar. */
function top(index: number): string {
  const [row = ''] = terminal.screen().split('\n');
  return row.slice(index * WIDTH, (index + 1) * WIDTH - 1).trim();
}

const NAMES = ['item', 'node', 'line'];
const numberAtTop = (index: number): number => Number(top(index).replace(NAMES[index]!, ''));

describeInTmux('rows in tmux', () => {
  beforeAll(async () => {
    writeFileSync(join(terminal.folder, 'rows.tui'), APP);
    await terminal.start(3 * WIDTH, HEIGHT);
    const state = `XDG_CONFIG_HOME=${terminal.folder}/config XDG_STATE_HOME=${terminal.folder}/state`;
    const file = join(terminal.folder, 'rows.tui');
    terminal.keys(`${state} node ${commandFile()} --trust --allow-unenforced ${file}`, 'Enter');
    await terminal.until('the rows', () => /^ *item 0 +.*node 0/.test(terminal.screen()));
  });
  afterAll(() => {
    terminal.stop();
  });

  it.each([0, 1])('turns with the wheel down and up: %s', async (index) => {
    const x = index * WIDTH + 5;
    for (let step = 0; step < 5; step++) terminal.mouse(WHEEL_DOWN, x, 5);
    await terminal.until('15 rows down', () => numberAtTop(index) === 15);
    for (let step = 0; step < 2; step++) terminal.mouse(WHEEL_UP, x, 5);
    await terminal.until('6 rows up', () => numberAtTop(index) === 9);
    for (let step = 0; step < 3; step++) terminal.mouse(WHEEL_UP, x, 5);
    await terminal.until('the first row', () => numberAtTop(index) === 0);
  });

  it('turns a log up from its end, and back', async () => {
    const x = 2 * WIDTH + 5;
    const last = COUNT - HEIGHT;
    expect(numberAtTop(2)).toBe(last);
    terminal.mouse(WHEEL_UP, x, 5);
    await terminal.until('3 rows up', () => numberAtTop(2) === last - 3);
    terminal.mouse(WHEEL_DOWN, x, 5);
    await terminal.until('the end', () => numberAtTop(2) === last);
  });

  it.each([0, 1])('drags the scrollbar to the end and back: %s', async (index) => {
    const x = (index + 1) * WIDTH - 1;
    terminal.mouse(0, x, 0);
    for (const y of [5, 10, 15, HEIGHT - 1]) terminal.mouse(MOVED, x, y);
    await terminal.until('the end', () => numberAtTop(index) === COUNT - HEIGHT);
    terminal.mouse(MOVED, x, 10);
    await terminal.until('the middle', () => {
      const at = numberAtTop(index);
      return at > COUNT / 4 && at < (COUNT * 3) / 4;
    });
    terminal.mouse(MOVED, x, 0);
    await terminal.until('the start', () => numberAtTop(index) === 0);
    terminal.mouse(0, x, 0, 'm');
  });

  it('drags the scrollbar of a log to its start', async () => {
    const x = 3 * WIDTH - 1;
    terminal.mouse(0, x, HEIGHT - 1);
    for (const y of [15, 10, 5, 0]) terminal.mouse(MOVED, x, y);
    await terminal.until('the start', () => numberAtTop(2) === 0);
    terminal.mouse(0, x, 0, 'm');
  });

  it('selects an item by a click, wherever it was scrolled to', async () => {
    for (let step = 0; step < 100; step++) terminal.mouse(WHEEL_DOWN, 5, 5);
    await terminal.until('300 rows down', () => numberAtTop(0) === 300);
    terminal.click(5, 4);
    await terminal.until('a selected item', () => /▸ item 304/.test(terminal.screen()));
  });

  it('drags a row of a tree to another place', async () => {
    const x = WIDTH + 5;
    terminal.mouse(0, x, 1);
    for (const y of [2, 3, 4, 5]) terminal.mouse(MOVED, x, y);
    terminal.mouse(0, x, 5, 'm');
    await terminal.until('another order', () => {
      const rows = terminal.screen().split('\n');
      return (
        !rows[1]!.includes('node 1 ') && rows.slice(2, 7).some((row) => row.includes('node 1 '))
      );
    });
  });
});
