/** Grids as pictures. Goldens of dashboards stand in fixtures/screens/layout/grid. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

const box = (text: string, style = '') =>
  `<container style="border: thin; ${style}"><text>${text}</text></container>`;
const items = (...texts: string[]) => texts.map((text) => `<text>${text}</text>`).join('');
const grid = (style: string, inner: string) =>
  `<container style="display: grid; ${style}">${inner}</container>`;

const CASES: [name: string, markup: string, picture: string][] = [
  [
    'tracks of cells, fractions and content',
    grid(
      'grid-template-columns: 4 1fr auto; column-gap: 1',
      items('abcd', 'one', 'end', 'efgh', 'two', 'longer'),
    ),
    `
|abcd one          end
|efgh two          longer`,
  ],
  [
    'the odd cell goes to the first tracks',
    grid(
      'grid-template-columns: repeat(5, 1fr)',
      'abcde'.replace(
        /./g,
        (c) => `<container style="background: red"><text>${c}</text></container>`,
      ),
    ),
    `
|a    b    c    d    e`,
  ],
  [
    'spans of columns and rows',
    grid(
      'grid-template-columns: 1fr 1fr 1fr; grid-auto-rows: 3',
      box('wide', 'grid-column: span 2') + box('tall', 'grid-row: span 2') + box('a') + box('b'),
    ),
    `
|┌──────────────┐┌──────┐
|│wide          ││tall  │
|└──────────────┘│      │
|┌──────┐┌──────┐│      │
|│a     ││b     ││      │
|└──────┘└──────┘└──────┘`,
  ],
  [
    'lines from both ends',
    grid(
      'grid-template-columns: repeat(4, 6); grid-auto-rows: 1',
      '<text style="grid-column: -2">last</text><text style="grid-row: 2; grid-column: 2 / 4">middle two</text><text style="grid-row: 1; grid-column: 1">first</text>',
    ),
    `
|first             last
|      middle two`,
  ],
  [
    'areas by name, whatever the order of the children',
    grid(
      `height: 100%; grid-template: &quot;head head head&quot; 1 &quot;side main .&quot; 1fr / 7 1fr 2`,
      `${box('main', 'grid-area: main')}<text style="grid-area: head">head</text>${box('side', 'grid-area: side')}`,
    ),
    `
|head
|┌─────┐┌─────────────┐
|│side ││main         │
|│     ││             │
|│     ││             │
|│     ││             │
|│     ││             │
|└─────┘└─────────────┘`,
  ],
  [
    'an area that the grid has not is automatic; edges of areas are lines',
    grid(
      'grid-template-areas: &quot;a b&quot;; grid-auto-columns: 6',
      '<text style="grid-area: nope">nope</text><text style="grid-column: b-start / a-start; grid-row: 2">from a</text><text style="grid-area: b">in b</text>',
    ),
    `
|nope  in b
|from a`,
  ],
  [
    'automatic flow leaves holes',
    grid(
      'grid-template-columns: repeat(3, 8)',
      '<text>1</text><text style="grid-column: span 3">2 2 2</text>' + items('3', '4'),
    ),
    `
|1
|2 2 2
|3       4`,
  ],
  [
    'dense flow fills them',
    grid(
      'grid-template-columns: repeat(3, 8); grid-auto-flow: dense',
      '<text>1</text><text style="grid-column: span 3">2 2 2</text>' + items('3', '4'),
    ),
    `
|1       3       4
|2 2 2`,
  ],
  [
    'flow by column',
    grid(
      'grid-template-rows: 1 1; grid-auto-columns: 8; grid-auto-flow: column',
      items('1', '2', '3', '4', '5'),
    ),
    `
|1       3       5
|2       4`,
  ],
  [
    'as many columns as fit',
    grid('grid-template-columns: repeat(auto-fill, minmax(7, 1fr))', items('a', 'b', 'c', 'd')),
    `
|a       b       c
|d`,
  ],
  [
    'auto-fit gives the room of empty columns to the others',
    grid(
      'grid-template-columns: repeat(auto-fit, minmax(4, 1fr))',
      '<text style="text-align: right">a</text><text style="text-align: right">b</text>',
    ),
    `
|           a           b`,
  ],
  [
    'text wraps in its track, and its row grows',
    grid(
      'grid-template-columns: 8 1fr; column-gap: 1',
      items('some words', 'beside') + items('next', 'row'),
    ),
    `
|some     beside
|words
|next     row`,
  ],
  [
    'tracks by content share what is free',
    grid(
      'grid-template-columns: auto auto; column-gap: 2',
      items('key', 'value', 'longer key', 'v'),
    ),
    `
|key             value
|longer key      v`,
  ],
  [
    'alignment of items in their cells',
    grid(
      'grid-template-columns: 1fr 1fr; grid-auto-rows: 3; place-items: center',
      '<text>mid</text><text style="place-self: end">end</text><text style="justify-self: start; align-self: start">start</text><text style="justify-self: stretch; text-align: right">full</text>',
    ),
    `
|
|    mid
|                     end
|start
|                    full
|`,
  ],
  [
    'alignment of tracks in the grid',
    grid(
      'grid-template-columns: 4 4 4; justify-content: space-between; height: 3; align-content: center',
      items('aaaa', 'bbbb', 'cccc'),
    ),
    `
|
|aaaa      bbbb      cccc
|`,
  ],
  [
    'a row of fractions fills the height',
    grid(
      'grid-template: auto 1fr auto / 1fr; height: 6',
      items('head') + box('body') + items('foot'),
    ),
    `
|head
|┌──────────────────────┐
|│body                  │
|│                      │
|└──────────────────────┘
|foot`,
  ],
  [
    'a grid in a row is as wide as its content',
    `<container style="flex-direction: row">${grid('grid-template-columns: auto auto; column-gap: 1; border: thin', items('a', 'bcd', 'ef', 'g'))}${box('rest', 'flex-grow: 1')}</container>`,
    `
|┌──────┐┌──────────────┐
|│a  bcd││rest          │
|│ef g  ││              │
|└──────┘└──────────────┘`,
  ],
  [
    'flex boxes in a grid, a grid in those',
    grid(
      'grid-template-columns: 1fr 1fr',
      `<container style="flex-direction: row; justify-content: space-between"><text>l</text><text>r</text></container><container>${grid('grid-template-columns: repeat(3, 1fr)', items('1', '2', '3'))}</container>`,
    ),
    `
|l          r1   2   3`,
  ],
  [
    'a child out of the flow is placed in the grid’s box',
    grid(
      'grid-template-columns: 1fr; padding: 1; height: 4',
      '<text>in</text><text style="position: absolute; right: 0; top: 0">out</text>',
    ),
    `
|                     out
| in
|
|`,
  ],
  [
    'what does not fit is squeezed, words last',
    grid(
      'grid-template-columns: auto auto auto; width: 12',
      items('first words', 'second words', 'third'),
    ),
    `
|firssecothir
|t   nd  d
|wordword
|s   s`,
  ],
];

describe('a grid', () => {
  it.each(CASES)('%s', async (_name, markup, picture) => {
    const app = await mount(`<tui>${markup}</tui>`, {
      width: 24,
      height: 8,
      theme: 'color16-dark',
    });
    const expected = picture.replace(/^\n/, '').replace(/^\|/gm, '').trimEnd();
    expect(app.text()).toBe(expected);
  });

  it('becomes a column and a grid again', async () => {
    const app = await mount(
      `<tui>${grid('grid-template-columns: 1fr 1fr', items('a', 'b'))}</tui>`,
      {
        width: 8,
        height: 3,
      },
    );
    const element = app.document.querySelector('container')!;
    expect(app.text()).toBe('a   b');
    element.style.setProperty('display', 'flex');
    await app.settle();
    expect(app.text()).toBe('a\nb');
    element.style.setProperty('display', 'grid');
    element.style.setProperty('grid-template-columns', '2 1fr');
    await app.settle();
    expect(app.text()).toBe('a b');
    element.append(app.document.createElement('text'));
    element.lastElementChild!.textContent = 'c';
    await app.settle();
    expect(app.text()).toBe('a b\nc');
  });

  it('scrolls, with the rows it has', async () => {
    const rows = Array.from({ length: 9 }, (_, i) => `k${i} v${i}`.split(' ')).flat();
    const app = await mount(
      `<tui>${grid('grid-template-columns: auto 1fr; column-gap: 1; height: 3; overflow-y: scroll', items(...rows))}</tui>`,
      { width: 8, height: 3 },
    );
    const element = app.document.querySelector('container')!;
    expect(element.scrollHeight).toBe(9);
    element.scrollTop = 4;
    await app.settle();
    expect(
      app
        .text()
        .split('\n')
        .map((line) => line.slice(0, 5)),
    ).toEqual(['k4 v4', 'k5 v5', 'k6 v6']);
  });

  it.each([0, 1, 2, 3, 5, 9])('of %i columns paints inside itself', async (width) => {
    const app = await mount(
      `<tui>${grid('grid-template-columns: 3 1fr auto; gap: 1; border: rounded; padding: 0 1', items('a', 'b', 'c', 'd', 'e'))}</tui>`,
      { width, height: width },
    );
    for (const line of app.text().split('\n')) expect(line.length).toBeLessThanOrEqual(width);
  });

  it('takes lines far away, thousands of items and deep nesting', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => `<text>${i}</text>`).join('');
    const far = '<text style="grid-area: 99999 / 99999 / span 9999 / span 9999">far</text>';
    const app = await mount(
      `<tui>${grid('grid-template-columns: repeat(1000, 1)', many + far)}${grid('', '').replace('></', ' id="x"></')}${'<container style="display: grid">'.repeat(400)}<text>deep</text>${'</container>'.repeat(400)}</tui>`,
      { width: 30, height: 12 },
    );
    expect(app.text()).toContain('deep');
  });
});

const DASHBOARD = `<tui>
  <style>
    .page { display: grid; grid-template: 3 1fr 1fr 1 / 18 1fr 1fr; column-gap: 1; height: 100% }
    .page > container { border: rounded; padding: 0 1 }
    .head { grid-column: 1 / -1 }
    .side { grid-row: 2 / 4 }
    .wide { grid-column: 2 / -1 }
    .foot { grid-column: 1 / -1; color: var(--muted) }
    .facts { display: grid; grid-template-columns: auto 1fr; column-gap: 2 }
    .facts > :nth-child(even) { text-align: right; color: var(--accent) }
  </style>
  <container class="page">
    <container class="head"><text><b>Harbour</b> four berths, two cranes</text></container>
    <container class="side" title="Berths"><container class="facts">
      <text>North</text><text>Ada</text><text>East</text><text>free</text>
      <text>South</text><text>Juno</text><text>West</text><text>Mole</text>
    </container></container>
    <container class="wide" title="Tide"><data-bars series='[{"name":"m"}]' bars="[[3],[5],[8],[6],[4],[2]]"/></container>
    <container title="Wind"><text>SW 4, backing south</text></container>
    <container title="Cranes"><text>1 idle · 2 lifting</text></container>
    <text class="foot">q quits   Tab next</text>
  </container>
</tui>`;

describe('a dashboard', () => {
  it.each([
    [72, 20],
    [44, 14],
    [20, 8],
  ])('of %i x %i cells', async (width, height) => {
    const app = await mount(DASHBOARD, { width, height, theme: 'fullcolor-dark' });
    expect(app).toMatchScreen(`dashboard-${width}x${height}`);
  });
});

describe('items that lie over each other', () => {
  it.each([
    ['in one area', 'grid-column: 1 / -1; grid-row: 1', 'grid-column: 1; grid-row: 1'],
    ['outside of an area of their own', 'width: 12; white-space: nowrap', ''],
  ])('%s: a change of the lower one leaves the upper one on top', async (_name, below, above) => {
    const app = await mount(
      grid(
        'grid-template-columns: 4 1fr',
        `<text id="a" style="${below}">aaaaaaaaaaaa</text><text style="${above}">bbb</text>`,
      ),
      { width: 20, height: 2 },
    );
    const before = app.text();
    expect(before).toMatch(/ab|ba/);
    app.document.getElementById('a')!.setAttribute('style', `${below}; font-weight: bold`);
    await app.settle();
    expect(app.text()).toBe(before);
  });
});
