/** Rows, tabs and summaries are hovered where the pointer is, whatever brought them there or it to them. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import { mount } from '../support/mount.js';
import { bufferLines } from '../support/xterm.js';

afterEach(unmountAll);

const ROWS = `rows='[{"a":1},{"a":2},{"a":3}]'`;
const SIZE = { width: 20, height: 7 };

type Mounted = Awaited<ReturnType<typeof mount>>;
const look = ({ app }: Mounted): readonly string[] => bufferLines(app.cells);

/** What shows where the pointer comes to a cell once all is where it is. */
async function pointed(markup: string, theme: string, x: number, y: number): Promise<Mounted> {
  const app = await mount(markup, { ...SIZE, theme });
  await app.hover({ x, y });
  return app;
}

describe.each(['bw-std', 'fullcolor-dark'])('in %s', (theme) => {
  it.each([
    `<table selectable="single" ${ROWS}/>`,
    `<table ${ROWS}/>`,
    '<tabs><tab label="A">one</tab><tab label="B"/></tabs>',
    '<collapsible summary="More">inside</collapsible>',
  ])('what moves under the pointer is hovered: %s', async (element) => {
    const markup = (above: string): string =>
      `<tui><container>${above}</container>${element}</tui>`;
    const app = await pointed(markup(''), theme, 1, 2);
    app.document.querySelector('container')!.innerHTML = '<text>new</text><text>new</text>';
    await app.settle();
    const fresh = await pointed(markup('<text>new</text><text>new</text>'), theme, 1, 2);
    expect(look(app)).toEqual(look(fresh));
  });

  it.each([
    ['a table', `<table selectable="single" ${ROWS}/>`, 3],
    ['tabs', '<tabs><tab label="A">one</tab><tab label="B"/></tabs>', 0],
  ])('what is pressed and let go of without a move is hovered: %s', async (_, element, y) => {
    const app = await mount(`<tui>${element}</tui>`, { ...SIZE, theme });
    const other = await mount(`<tui>${element}</tui>`, { ...SIZE, theme });
    for (const each of [app, other]) {
      for (const action of ['press', 'release'] as const) each.app.input(mouseBytes(action, 6, y));
      await each.settle();
    }
    await other.hover({ x: 6, y });
    expect(look(app)).toEqual(look(other));
  });
});

it('a table of which no row can be selected shows none as hovered', async () => {
  const app = await mount(`<tui><table ${ROWS}/></tui>`, { ...SIZE, theme: 'bw-std' });
  const before = look(app);
  await app.hover({ x: 1, y: 2 });
  app.app.repaint();
  await app.settle();
  expect(look(app)).toEqual(before);
});
