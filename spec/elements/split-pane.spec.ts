/** Split panes: where the divider is, how it moves, and what is told of that. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SplitPane } from '../../elements/split-pane.js';
import type { MountedApp } from '../../runtime/testing/mount.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

const SIZE = { width: 21, height: 5 };

function pane(attributes: string, style = 'height: 5'): string {
  return `<split-pane id="p" ${attributes} style="${style}"><text id="a">first</text><text id="b">second</text></split-pane>`;
}

async function open(
  attributes = '',
  size = SIZE,
): Promise<{ app: MountedApp; split: SplitPane; seen: string[] }> {
  const app = await mount(pane(attributes), size);
  const split = app.document.getElementById('p') as SplitPane;
  const seen: string[] = [];
  for (const type of ['input', 'change'])
    split.addEventListener(type, () => seen.push(`${type} ${split.position}`));
  return { app, split, seen };
}

function widths(app: MountedApp): string {
  return ['a', 'b']
    .map((id) => {
      const { x, y, width, height } = app.document.getElementById(id)!.getBoundingClientRect();
      return `${x},${y} ${width}x${height}`;
    })
    .join(' | ');
}

describe('where the divider is', () => {
  it.each([
    ['', '0,0 10x5 | 11,0 10x5'],
    ['position="4"', '0,0 4x5 | 5,0 16x5'],
    ['position="25%"', '0,0 5x5 | 6,0 15x5'],
    ['position="90" max="15"', '0,0 15x5 | 16,0 5x5'],
    ['position="1" min="30%"', '0,0 6x5 | 7,0 14x5'],
    ['position="90"', '0,0 19x5 | 20,0 1x5'],
    ['position="0" min="0"', '0,0 0x5 | 1,0 20x5'],
    ['direction="column" position="1"', '0,0 21x1 | 0,2 21x3'],
  ])('%s', async (attributes, places) => {
    const { app } = await open(attributes);
    expect(widths(app)).toBe(places);
  });

  it('keeps its share of another size, and its cells as far as there is room', async () => {
    const { app } = await open('position="25%"');
    await app.resize(41, 5);
    expect(widths(app)).toBe('0,0 10x5 | 11,0 30x5');
    const cells = await open('position="15"');
    await cells.app.resize(11, 5);
    expect(widths(cells.app)).toBe('0,0 9x5 | 10,0 1x5');
    await cells.app.resize(41, 5);
    expect(widths(cells.app)).toBe('0,0 15x5 | 16,0 25x5');
  });

  it('is set by scripts, without events, and refuses what is no size', async () => {
    const { app, split, seen } = await open();
    split.position = 7;
    await app.settle();
    expect([widths(app), split.position]).toEqual(['0,0 7x5 | 8,0 13x5', 7]);
    split.position = '50%';
    expect(split.position).toBe('50%');
    expect(seen).toEqual([]);
    const bad = await mount(pane(''), { ...SIZE, errors: 'keep' });
    (bad.document.getElementById('p') as SplitPane).position = 'left';
    expect(bad.diagnostics.map(({ message }) => message).join()).toContain('cells or a percentage');
  });
});

describe('panes', () => {
  const STYLES = [
    'width: 33',
    'min-width: 20',
    'max-width: 2',
    'height: 9',
    'min-height: 9',
    'height: 2',
    'width: 200%',
    'margin-left: -3',
    'margin: 0 -9',
    'left: 7',
    'padding: 9; border: thin',
    'overflow: visible; white-space: nowrap',
    'grid-column: 1 / 3; grid-row: 1',
    'flex: 0 0 30',
    'align-self: flex-end; justify-self: center',
    'max-height: 1',
    'display: grid',
  ];

  /** Where letters of each pane are, and whether the divider is whole. */
  function letters(app: MountedApp, axis: 'row' | 'column', at: number): void {
    const rows = Array.from({ length: app.height }, (_, y) => app.app.cells.rowText(y));
    for (const [y, row] of rows.entries()) {
      for (const [x, char] of [...row].entries()) {
        const along = axis === 'row' ? x : y;
        if (along === at) expect(char).toMatch(axis === 'row' ? /[│┬┴]/ : /[─├┤]/);
        else expect(char).not.toMatch(along < at ? /[n-z]/ : /[a-m]/);
      }
    }
  }

  it.each(STYLES)('show nothing outside of their part: %s', async (style) => {
    for (const [direction, at] of [
      ['row', 5],
      ['column', 2],
    ] as const) {
      const app = await mount(
        `<split-pane direction="${direction}" position="${at}" style="height: 5">
          <container id="a" style="${style}">abcdefghijklmabcdefghijklmabcdefghijklm <text style="width: 40; height: 9">a b c</text></container>
          <container id="b" style="${style}">nopqrstuvwxyznopqrstuvwxyznopqrstuvwxyz</container></split-pane>`,
        SIZE,
      );
      letters(app, direction, at);
      app.document.getElementById('a')!.append(' more');
      app.document.getElementById('b')!.firstChild!.nodeValue = 'zyxwvut'.repeat(9);
      await app.settle();
      letters(app, direction, at);
      app.unmount();
    }
  });

  it.each(['width: 33', 'min-width: 20', 'max-width: 2', 'flex: 0 0 3', 'width: 10%'])(
    'have the width of their part beside each other: %s',
    async (style) => {
      const app = await mount(
        `<split-pane position="6" style="height: 5"><text id="a" style="${style}">a</text><text id="b" style="${style}">b</text></split-pane>`,
        SIZE,
      );
      expect(widths(app)).toBe('0,0 6x5 | 7,0 14x5');
    },
  );

  it.each(['height: 33', 'min-height: 20', 'max-height: 1', 'flex: 0 0 3', 'height: 10%'])(
    'have the height of their part below each other, and may have a width: %s',
    async (style) => {
      const app = await mount(
        `<split-pane direction="column" position="1" style="height: 5"><text id="a" style="${style}">a</text><text id="b" style="${style}; width: 7">b</text></split-pane>`,
        SIZE,
      );
      expect(widths(app)).toBe('0,0 21x1 | 0,2 7x3');
    },
  );

  it.each([20, 30, 40, 50])(
    'of panes show what a fresh app shows, %i columns wide',
    async (width) => {
      const app = await mount(
        `<tui><split-pane><text>left</text><split-pane><text id="x" style="width: 36"/><text>right</text></split-pane></split-pane></tui>`,
        { width, height: 4 },
      );
      app.document.getElementById('x')!.append('a');
      await app.settle();
      const other = await mount(app.document.documentElement.outerHTML, { width, height: 4 });
      expect(app.text()).toBe(other.text());
      expect(app.text()).toContain('righ');
    },
  );

  it('lets the pointer through to the other pane where one is cut', async () => {
    const app = await mount(
      `<split-pane position="5"><text id="a" style="width: 33">a</text><text id="b">b</text></split-pane>`,
      SIZE,
    );
    expect(['a', 'split-pane', 'b']).toEqual(
      [2, 5, 9].map((x) => app.app.ownerAt(x, 1)?.id || app.app.ownerAt(x, 1)?.localName),
    );
  });
});

describe('keys on the divider', () => {
  it('move it by cells, by strides, and to its ends', async () => {
    const { app, split, seen } = await open('position="10" min="3" max="16"');
    await app.press('Tab', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Shift+ArrowRight');
    expect(split.position).toBe(14);
    await app.press('Home', 'ArrowLeft', 'End', 'ArrowDown');
    expect([split.position, seen.filter((each) => each.startsWith('change'))]).toEqual([
      16,
      ['change 9', 'change 8', 'change 9', 'change 14', 'change 3', 'change 16'],
    ]);
    expect(split.accessibleText().split('\n')[0]).toBe('splitter, 16 of 20');
  });

  it('go up and down where the panes do, and keep a share a share', async () => {
    const { app, split } = await open('direction="column" position="50%"');
    await app.press('Tab', 'ArrowUp', 'ArrowLeft');
    expect([split.position, widths(app)]).toEqual(['25%', '0,0 21x1 | 0,2 21x3']);
  });
});

describe('the pointer', () => {
  it('drags the divider, wherever it goes, and lets go of it', async () => {
    const { app, split, seen } = await open('position="10"');
    await app.drag({ x: 10, y: 2 }, { x: 4, y: 4 });
    expect([split.position, seen]).toEqual([4, ['input 4', 'change 4']]);
    await app.drag({ x: 4, y: 0 }, { x: 20, y: 0 });
    expect(split.position).toBe(19);
    await app.drag({ x: 2, y: 0 }, { x: 8, y: 0 });
    expect(split.position).toBe(19);
    expect(app.clipboard).toBe('rst');
    // The notification that text was copied lies over the divider.
    await app.advance(5000);
    await app.click({ x: 19, y: 2 });
    await app.click({ x: 19, y: 2 });
    expect(split.position).toBe(10);
  });

  it('shows over the divider, and over nothing else, that it can be dragged', async () => {
    const { app } = await open('position="10"');
    const look = (): string => app.screen().cell(10, 1).char;
    expect(look()).toBe('│');
    await app.hover({ x: 10, y: 1 });
    expect(look()).toBe('┃');
    await app.hover({ x: 3, y: 1 });
    expect(look()).toBe('│');
  });

  it('does nothing where it is disabled', async () => {
    const { app, split } = await open('position="10" disabled="true"');
    await app.drag({ x: 10, y: 2 }, { x: 4, y: 2 });
    await app.press('Tab', 'ArrowLeft');
    expect(split.position).toBe(10);
  });
});

it('is bound to a state', async () => {
  const app = await mount(
    `<script>export const state = $tui.createState({ at: 6 });</script>${pane('bind="at"')}`,
    SIZE,
  );
  const { state } = app.$tui.exports as { state: { at: number } };
  expect(widths(app)).toBe('0,0 6x5 | 7,0 14x5');
  await app.press('Tab', 'ArrowRight');
  expect(state.at).toBe(7);
  state.at = 12;
  await app.settle();
  expect(widths(app)).toBe('0,0 12x5 | 13,0 8x5');
});

it('keeps both panes apart and inside, at any size and place', async () => {
  const app = await mount(pane('', 'width: 100%; height: 100%'), SIZE);
  const split = app.document.getElementById('p') as SplitPane;
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 40 }),
      fc.nat({ max: 8 }),
      fc.oneof(
        fc.nat({ max: 60 }),
        fc.nat({ max: 120 }).map((value) => `${value}%`),
      ),
      fc.boolean(),
      async (width, height, position, column) => {
        split.setAttribute('direction', column ? 'column' : 'row');
        split.position = position;
        await app.resize(Math.max(1, width), Math.max(1, height));
        const [a, b] = ['a', 'b'].map((id) =>
          app.document.getElementById(id)!.getBoundingClientRect(),
        );
        const [end, start, last, whole] = column
          ? [a!.bottom, b!.top, b!.bottom, app.height]
          : [a!.right, b!.left, b!.right, app.width];
        expect(start).toBe(end + 1);
        expect(last).toBe(Math.max(1, whole));
      },
    ),
    { numRuns: propertyRuns(40) },
  );
});

describe('one pane', () => {
  const MARKUP = `<split-pane id="p" style="height: 3"><text id="a">first</text><text id="b">second one</text></split-pane><button>Go</button>`;

  it('has all the room, without a divider, while the other is hidden', async () => {
    const app = await mount(MARKUP, SIZE);
    const [first, second] = ['a', 'b'].map((id) => app.document.getElementById(id)!);
    const split = app.document.getElementById('p')!;
    const both = app.text().split('\n')[0];
    for (const [hidden, shown] of [
      [first, 'second one'],
      [second, 'first'],
    ] as const) {
      hidden!.hidden = true;
      await app.settle();
      expect(app.text().split('\n')[0]).toBe(shown);
      expect(app.text()).not.toContain('│');
      await app.press('Tab');
      expect(app.document.activeElement.localName).toBe('button');
      split.focus();
      expect(app.document.activeElement).not.toBe(split);
      hidden!.hidden = false;
      await app.settle();
      expect(app.text().split('\n')[0]).toBe(both);
    }
    await app.press('Shift+Tab');
    expect(app.document.activeElement).toBe(split);
  });

  it('does not count what is placed, which is placed in all of it', async () => {
    const app = await mount(
      '<container style="padding: 1"><split-pane style="height: 3"><text id="a">alone</text><text id="x" style="position: absolute; left: 7; top: 1">x</text></split-pane></container>',
      { width: 12, height: 5 },
    );
    expect(app.text()).toBe('\n alone\n        x');
  });

  it('is as high as what is in it', async () => {
    const app = await mount(
      '<split-pane id="p" style="flex-grow: 0"><text>a b c d e f g h i j k l</text></split-pane>',
      { width: 12, height: 5 },
    );
    expect(app.document.getElementById('p')!.getBoundingClientRect().height).toBe(2);
    expect(app.text()).toBe('a b c d e f\ng h i j k l');
  });
});

it('shows two panes, however many there are', async () => {
  const app = await mount(
    '<split-pane style="height: 3"><text>one</text><text>two</text><text>three</text></split-pane><split-pane style="height: 1"><text>alone</text></split-pane><split-pane/>',
    SIZE,
  );
  expect(app.text()).not.toContain('three');
  expect(app.text()).toContain('alone');
});

const BORDERED = `<split-pane style="height: 10" position="40%">
  <container title="Folders" style="border: rounded">docs</container>
  <split-pane direction="column" position="50%">
    <container title="Files" style="border: rounded">main.ts</container>
    <split-pane position="60%">
      <container id="log" title="Log" style="border: rounded">ready</container>
      <container title="A title too long" style="border: rounded">more</container>
    </split-pane>
  </split-pane>
</split-pane>`;

describe('panes with borders', () => {
  it('have their titles in the line that they share', async () => {
    const app = await mount(BORDERED, { width: 44, height: 10 });
    expect(app.text().split('\n')[5]).toMatch(/^│ +├ Log ─+┬ A titl… ┤$/);
    app.document.getElementById('log')!.setAttribute('title', '保存');
    await app.settle();
    expect(app.text().split('\n')[5]).toMatch(/^│ +├ 保存 ─+┬ A titl… ┤$/);
    await app.resize(20, 10);
    expect(app.text().split('\n')[5]).toMatch(/^│ +├ .+ ─?┬.*┤$/);
  });
});

describe('a divider', () => {
  const NESTED = `<split-pane direction="column" style="height: 8"><container title="A" style="border: thin">up</container>
    <split-pane id="s" position="30%"><container id="l" title="Log" style="border: thin">one</container><container id="r" title="Two" style="border: thin">two</container></split-pane></split-pane>`;
  type Change = (get: (id: string) => TuiElement) => void;
  const style =
    (id: string, text: string): Change =>
    (get) =>
      get(id).setAttribute('style', text);
  const all =
    (...changes: Change[]): Change =>
    (get) =>
      changes.forEach((change) => change(get));

  it.each<[string, Change]>([
    ['is hidden', (get) => (get('l').hidden = true)],
    ['is hidden with its neighbour', (get) => (get('l').hidden = get('r').hidden = true)],
    ['is removed', (get) => get('l').remove()],
    ['is emptied around', (get) => get('s').replaceChildren()],
    ['has no border', style('l', '')],
    ['and its neighbour have none', all(style('l', ''), style('r', ''))],
    ['has another border', all(style('l', 'border: double'), style('r', 'border: double'))],
    ['has a margin', style('l', 'border: thin; margin: 1')],
    ['is put above the other', (get) => get('s').setAttribute('direction', 'column')],
    ['is as wide as an attribute says', (get) => get('s').setAttribute('position', '4')],
    ['is as wide as without one', (get) => get('s').removeAttribute('position')],
    ['is as narrow as it may be', (get) => get('s').setAttribute('max', '3')],
  ])('follows what is in its panes: one %s', async (_what, change) => {
    const size = { width: 30, height: 8 };
    const app = await mount(NESTED, size);
    change((id) => app.document.getElementById(id)!);
    await app.settle();
    const fresh = await mount(app.document.querySelector('split-pane')!.outerHTML, size);
    expect(app.text()).toBe(fresh.text());
  });
});

describe.each(['fullcolor-dark', 'fullcolor-std', 'bw-std'])('in %s', (theme) => {
  it('shows lines that panes share, and the focus on one', async () => {
    const app = await mount(BORDERED, { width: 44, height: 10, theme });
    expect(app).toMatchScreen(`split-pane borders ${theme}`);
    await app.press('Shift+Tab', 'Shift+Tab');
    expect(app).toMatchScreen(`split-pane borders focus ${theme}`);
  });

  it('shows the divider, the focus on it, and that it can be dragged', async () => {
    const [{ markup, size }] = SplitPane.examples as [(typeof SplitPane.examples)[number]];
    const app = await mount(markup, { width: size[0], height: size[1], theme });
    expect(app).toMatchScreen(`split-pane ${theme}`);
    await app.press('Tab');
    expect(app).toMatchScreen(`split-pane focus ${theme}`);
    await app.press('Tab');
    await app.hover({ x: 13, y: 2 });
    expect(app).toMatchScreen(`split-pane hover ${theme}`);
    await app.resize(9, 4);
    expect(app).toMatchScreen(`split-pane narrow ${theme}`);
  });
});
