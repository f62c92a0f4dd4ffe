/** Rows that are set and measured alike are laid out once; all others as if there were no others. */
import { describe, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { liveNodes } from '../../runtime/layout/layout-node.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';

function open(rows: string, style = ''): App {
  const markup = `<tui><style>
    #list { height: 8; overflow: auto; }
    .row { flex-direction: row; }
    .id { width: 6; }
    .narrow { width: 5; }
    ${style}
  </style><container id="list">${rows}</container></tui>`;
  const app = createApp(markup, { registry, width: 30, height: 10, theme: 'fullcolor-dark' });
  app.frame();
  return app;
}

const row = (id: number, text: string): string =>
  `<container class="row"><text class="id">${id}</text><text>${text}</text></container>`;

const list = (app: App): TuiElement => app.document.getElementById('list')!;

/** Top and height of each row. */
function places(app: App): { y: number; height: number }[] {
  return [...list(app).children].map((child) => {
    const { y, height } = child.getBoundingClientRect();
    return { y, height };
  });
}

describe('rows that are alike', () => {
  it('have nodes of yoga for each kind of them, and not for each', () => {
    const before = liveNodes();
    const names = ['red', 'blue', 'green', 'white'];
    const app = open(Array.from({ length: 1000 }, (_, id) => row(id, names[id % 4]!)).join(''));
    expect(liveNodes() - before).toBeLessThan(100);
    expect(places(app).map(({ y }) => y)).toEqual(Array.from({ length: 1000 }, (_, y) => y));
    app.stop();
    expect(liveNodes()).toBe(before);
  });

  it('break their lines by their own words', () => {
    // Of one width, in less room: two lines and three.
    const texts = ['aaaaa bbbbb', 'aaa bbb ccc'];
    const app = open(
      Array.from({ length: 200 }, (_, id) => `<text class="narrow">${texts[id % 2]}</text>`).join(
        '',
      ),
    );
    expect(places(app).map(({ height }) => height)).toEqual(
      Array.from({ length: 200 }, (_, id) => 2 + (id % 2)),
    );
    app.stop();
  });

  it('are laid out again where their text or their style changes, and when they leave the list', () => {
    const app = open(Array.from({ length: 150 }, (_, id) => row(id, 'name')).join(''));
    const rows = [...list(app).children];
    const textOf = (at: number): TuiElement => rows[at]!.children[1] as TuiElement;
    textOf(2).textContent = 'a longer name that needs two rows';
    rows[5]!.setAttribute('style', 'padding: 1 0');
    app.frame();
    const heights = (): number[] => places(app).map(({ height }) => height);
    const expected = Array.from({ length: 150 }, (_, id) => (id === 2 ? 2 : id === 5 ? 3 : 1));
    expect(heights()).toEqual(expected);
    textOf(2).textContent = 'name';
    rows[5]!.removeAttribute('style');
    app.frame();
    expect(heights()).toEqual(expected.map(() => 1));
    // Too few for a long list: yoga lays out the whole box.
    for (const each of rows.slice(50)) each.remove();
    app.frame();
    expect(places(app).map(({ y }) => y)).toEqual(Array.from({ length: 50 }, (_, y) => y));
    list(app).append(...rows.slice(50));
    app.frame();
    expect(places(app).map(({ y }) => y)).toEqual(Array.from({ length: 150 }, (_, y) => y));
    app.stop();
  });

  it('have percentages of the list', () => {
    const app = open(
      Array.from({ length: 120 }, (_, id) => row(id, 'name')).join(''),
      '.row { width: 50%; margin-left: 10% }',
    );
    expect(places(app).map(({ y }) => y)).toEqual(Array.from({ length: 120 }, (_, y) => y));
    app.stop();
  });
});
