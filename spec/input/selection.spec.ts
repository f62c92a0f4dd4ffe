/** Selecting by dragging, what is highlighted, and exactly what is copied. */
import { describe, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import type { Markdown } from '../../elements/markdown/markdown.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import type { MountedApp } from '../../runtime/testing/mount.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { mount } from '../support/mount.js';
import {
  GET_SELECTION_HIGHLIGHT_BOUNDS,
  IS_TEXT_SELECTABLE,
  GET_SELECTABLE_TEXT,
} from '../../runtime/element/internals.js';

const SELECTED = '#3d4059';
/** Wide enough for notifications to stand beside the text. */
const SIZE = { width: 70, height: 6 };

/** The screen with everything blanked that is not highlighted. */
function highlighted(app: MountedApp): string {
  const screen = app.screen();
  return Array.from({ length: app.height }, (_, y) =>
    Array.from({ length: app.width }, (__, x) => {
      const { char, bg } = screen.cell(x, y);
      return bg === SELECTED ? char || '' : ' ';
    })
      .join('')
      .trimEnd(),
  )
    .join('\n')
    .trimEnd();
}

describe('dragging over text', () => {
  it('selects from cell to cell, copies when the button is up, and says so', async () => {
    const app = await mount('<text>The quick brown fox</text>', SIZE);
    await app.drag({ x: 4, y: 0 }, { x: 8, y: 0 });
    expect(highlighted(app)).toBe('    quick');
    expect(app.clipboard).toBe('quick');
    expect(app.notifications).toEqual(['Copied 5 characters to clipboard']);
  });

  it('goes over wrapped lines, whose text is one again, in either direction', async () => {
    const app = await mount('<text style="width: 10">one two three\nfour five six</text>', SIZE);
    expect(app.text()).toBe('one two\nthree four\nfive six');
    await app.drag({ x: 2, y: 2 }, { x: 4, y: 0 });
    expect(app.clipboard).toBe('two three four fiv');
    expect(highlighted(app).split('\n')).toEqual(['    two', 'three four', 'fiv']);
    const forced = await mount('<text style="white-space: pre">a b\n  c</text>', SIZE);
    await forced.drag({ x: 2, y: 0 }, { x: 9, y: 1 });
    expect(forced.clipboard).toBe('b\n  c');
  });

  it('takes wide characters and combined ones whole, and counts what people see', async () => {
    const app = await mount('<text>漢字e\u0301👍🏽x</text>', SIZE);
    await app.drag({ x: 1, y: 0 }, { x: 2, y: 0 });
    expect(app.clipboard).toBe('漢字');
    await app.drag({ x: 3, y: 0 }, { x: 5, y: 0 });
    expect(app.clipboard).toBe('字e\u0301👍🏽');
    expect(app.notifications.at(-1)).toBe('Copied 3 characters to clipboard');
    await app.drag({ x: 7, y: 0 }, { x: 8, y: 0 });
    expect(app.notifications.at(-1)).toBe('Copied 1 character to clipboard');
  });

  it('stays in the element where it began, from any alignment and inside bare text', async () => {
    const app = await mount(
      `<container style="border: thin; width: 20"><text style="text-align: right">right</text>bare words</container>`,
      SIZE,
    );
    await app.drag({ x: 15, y: 1 }, { x: 3, y: 4 });
    expect(app.clipboard).toBe('ight');
    await app.drag({ x: 6, y: 2 }, { x: 19, y: 2 });
    expect(app.clipboard).toBe('words');
  });

  it('follows text that is scrolled, and ends when the text is another', async () => {
    const app = await mount(
      `<container style="overflow: scroll; height: 2"><text>a</text><text id="b">bbb</text><text>c</text><text>d</text></container>`,
      SIZE,
    );
    await app.drag({ x: 0, y: 1 }, { x: 1, y: 1 });
    expect(highlighted(app)).toBe('\nbb');
    await app.wheel({ x: 0, y: 0 }, 1);
    expect(highlighted(app)).toBe('');
    await app.press('Home');
    expect(highlighted(app)).toBe('\nbb');
    app.document.getElementById('b')!.textContent = 'other';
    await app.settle();
    expect(highlighted(app)).toBe('');
  });

  it('selects nothing by a click, nothing where mousedown is prevented or another button is down', async () => {
    const app = await mount('<text id="t">some text</text>', SIZE);
    await app.click({ x: 3, y: 0 });
    await app.drag({ x: 3, y: 0 }, { x: 6, y: 0 }, { button: 2 });
    app.document.addEventListener('mousedown', (event) => event.preventDefault());
    await app.drag({ x: 3, y: 0 }, { x: 6, y: 0 });
    expect([app.clipboard, app.notifications, highlighted(app)]).toEqual(['', [], '']);
  });

  it('is undone by the next press and by Escape', async () => {
    const app = await mount('<text>some text</text>', SIZE);
    await app.drag({ x: 0, y: 0 }, { x: 3, y: 0 });
    await app.press('Escape');
    expect(highlighted(app)).toBe('');
    await app.drag({ x: 0, y: 0 }, { x: 3, y: 0 });
    await app.click({ x: 9, y: 3 });
    expect(highlighted(app)).toBe('');
  });

  it('shows in reverse where there are no colours', async () => {
    const app = await mount('<text>some text</text>', { ...SIZE, theme: 'bw-std' });
    await app.drag({ x: 0, y: 0 }, { x: 3, y: 0 });
    const cells = [0, 3, 4].map((x) => JSON.stringify(app.screen().cell(x, 0)).includes('reverse'));
    expect(cells).toEqual([true, true, false]);
  });
});

describe('a drag that goes on', () => {
  const step = async (
    app: MountedApp,
    ...steps: readonly (readonly ['press' | 'drag' | 'release' | 'wheelDown', number, number])[]
  ): Promise<void> => {
    for (const [action, x, y] of steps) {
      app.app.input(mouseBytes(action, x, y));
      await app.settle();
    }
  };
  const LINES = `<container id="c" style="overflow-y: scroll; height: 4; user-select: contain">${Array.from(
    { length: 30 },
    (_, index) => `<text>line ${index}</text>`,
  ).join('')}</container>`;

  it('keeps what it began with while text is added', async () => {
    const app = await mount('<text id="t">one two</text>', SIZE);
    await step(app, ['press', 4, 0], ['drag', 6, 0]);
    for (let count = 0; count < 3; count++) {
      app.document.getElementById('t')!.append(' more');
      await app.settle();
    }
    expect(highlighted(app)).toBe('    two');
    await step(app, ['drag', 11, 0], ['release', 11, 0]);
    expect(app.clipboard).toBe('two more');
  });

  it('keeps it in the part of a Markdown text that is written', async () => {
    const app = await mount('<markdown id="t" style="width: 30"></markdown>', {
      width: 30,
      height: 6,
    });
    const writer = (app.document.getElementById('t') as Markdown).stream().getWriter();
    const write = async (text: string): Promise<void> => {
      void writer.write(text);
      await app.settle();
    };
    await write('one two');
    await step(app, ['press', 4, 0], ['drag', 6, 0]);
    // An open end is shown with an end, which what follows takes back.
    for (const text of [' **th', 'ree** `fo', 'ur`', ' [five', '](x)']) await write(text);
    expect(highlighted(app)).toBe('    two');
    await step(app, ['drag', 12, 0], ['release', 12, 0]);
    expect(app.clipboard).toBe('two three');
    await write('\n\n- a b');
    await step(app, ['press', 2, 2], ['drag', 4, 2]);
    for (const text of ['c d', '\n- e', '\n\n> f', ' g']) await write(text);
    await step(app, ['release', 4, 2]);
    expect(app.clipboard).toBe('a b');
  });

  it('goes where the text is another', async () => {
    const app = await mount('<text id="t">one two</text>', SIZE);
    await step(app, ['press', 4, 0], ['drag', 6, 0]);
    app.document.getElementById('t')!.textContent = 'one too';
    await app.settle();
    expect(highlighted(app)).toBe('');
  });

  it('begins where it began in the text, also when that has been scrolled away', async () => {
    const app = await mount(LINES, SIZE);
    await step(app, ['press', 0, 0], ['drag', 2, 0], ['wheelDown', 2, 0], ['wheelDown', 2, 0]);
    // Without a move: what is under the pointer now is selected up to there.
    expect(highlighted(app)).toBe('lin');
    await step(app, ['drag', 5, 2], ['release', 5, 2]);
    expect(app.clipboard).toBe(
      'line 0\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\nline 8',
    );
  });

  it('scrolls beyond the edge, as long as it is there', async () => {
    const app = await mount(LINES, SIZE);
    const top = (): number => app.document.getElementById('c')!.scrollTop;
    await step(app, ['press', 0, 1], ['drag', 5, 5]);
    expect(top()).toBe(1);
    await app.advance(400);
    expect(top()).toBeGreaterThan(8);
    const reached = top();
    await step(app, ['drag', 5, 3]);
    await app.advance(400);
    expect(top()).toBe(reached);
    await step(app, ['release', 5, 3]);
    await app.advance(400);
    expect(top()).toBe(reached);
    expect(app.clipboard.split('\n').at(0)).toBe('line 1');
    expect(app.clipboard.split('\n').at(-1)).toBe(`line ${reached + 3}`.slice(0, 6));
    await step(app, ['press', 0, 2], ['drag', 0, 5]);
    await app.advance(10_000);
    expect(top()).toBe(26);
    await step(app, ['drag', 0, 4], ['release', 0, 4]);
    expect(app.clipboard.endsWith('\nline 29')).toBe(true);
  });

  it('goes over the blocks of one text in Markdown, as they are read', async () => {
    const app = await mount(
      `<markdown>
# Title

First *paragraph*.

- one
- two

| a | b |
|---|---|
| 1 | 2 |
</markdown>`,
      { width: 70, height: 20 },
    );
    await step(app, ['press', 0, 0], ['drag', 60, 19], ['release', 60, 19]);
    expect(app.clipboard).toBe('Title\n\nFirst paragraph.\n\n• one\n• two\n\na\tb\n1\t2');
    // Backwards, from the middle of a block.
    const lines = app.text().split('\n');
    const rowOf = (words: string): number => lines.findIndex((line) => line.includes(words));
    const [row, first] = [rowOf('• two'), rowOf('First')];
    const column = lines[first]!.indexOf('paragraph');
    const end = lines[row]!.indexOf('two') + 1;
    await step(app, ['press', end, row], ['drag', column, first], ['release', column, first]);
    expect(app.clipboard).toBe('paragraph.\n\n• one\n• tw');
    expect(highlighted(app)).toContain('paragraph.');
  });

  it('is of the nearest element that contains it, and of its own element without one', async () => {
    const app = await mount(
      `<container style="user-select: contain"><text>a1</text><container style="user-select: contain; flex-direction: row; gap: 3"><text>b1</text><text>b2</text></container><text>c1</text></container><text>d1</text><text>e1</text>`,
      SIZE,
    );
    await app.drag({ x: 0, y: 0 }, { x: 9, y: 4 });
    expect(app.clipboard).toBe('a1\nb1\tb2\nc1');
    await app.drag({ x: 0, y: 1 }, { x: 9, y: 4 });
    expect(app.clipboard).toBe('b1\tb2');
    await app.drag({ x: 0, y: 3 }, { x: 9, y: 4 });
    expect(app.clipboard).toBe('d1');
  });
});

describe('copying by keys', () => {
  it.each(['Ctrl+c', 'Ctrl+Shift+c', 'Ctrl+Insert', 'Meta+c'])(
    'copies what is selected: %s',
    async (key) => {
      const app = await mount('<text>some text</text>', { ...SIZE, copyOnSelect: false });
      await app.drag({ x: 0, y: 0 }, { x: 3, y: 0 });
      expect(app.clipboard).toBe('');
      await app.press(key);
      expect(app.clipboard).toBe('some');
      expect(app.exitCode).toBeUndefined();
    },
  );

  it('lets Ctrl+C end the app once nothing is selected any more', async () => {
    const app = await mount('<text>some text</text>', SIZE);
    await app.drag({ x: 0, y: 0 }, { x: 3, y: 0 });
    await app.press('Ctrl+c');
    expect([app.exitCode, highlighted(app)]).toEqual([undefined, '']);
    await app.press('Ctrl+Shift+c');
    expect(app.exitCode).toBeUndefined();
    await app.press('Ctrl+c');
    expect(app.exitCode).toBe(130);
  });

  it('fires copy at the element, which can prevent it', async () => {
    const app = await mount('<text id="t">some text</text>', SIZE);
    const heard: string[] = [];
    app.document.addEventListener('copy', (event) => {
      const { clipboardData, target } = event as unknown as {
        clipboardData: { getData(format: string): string };
        target: TuiElement;
      };
      heard.push(target.id, clipboardData.getData('text'));
      event.preventDefault();
    });
    await app.drag({ x: 0, y: 0 }, { x: 3, y: 0 });
    expect(heard).toEqual(['t', 'some']);
    expect([app.clipboard, app.notifications]).toEqual(['', []]);
  });
});

describe('elements that offer their own text', () => {
  const CHART = `<data-bars id="c" series='[{"name":"s"}]' bars="[[1],[2],[3]]" labels='["Mon","Tue","Wed"]' show-axis="false"/>`;

  it('are highlighted as they say, and copied with their own words', async () => {
    const app = await mount(CHART, SIZE);
    const { x, y } = app.document.getElementById('c')!.getBoundingClientRect();
    const chart = app.document.getElementById('c')!;
    const from = chart[GET_SELECTION_HIGHLIGHT_BOUNDS]!(0, 0, 0, 0)!;
    app.app.input(mouseBytes('press', x + 4, y));
    app.app.input(mouseBytes('drag', x + 5, y + 2));
    await app.settle();
    expect(from.startY).toBe(0);
    const shown = highlighted(app).split('\n');
    expect(shown[0]).toContain('Mon');
    expect(shown.join('\n')).toContain('Tue');
    app.app.input(mouseBytes('release', x + 5, y + 2));
    await app.settle();
    expect(JSON.parse(app.clipboard)).toEqual({
      series: [{ name: 's' }],
      bars: [[1], [2]],
      labels: ['Mon', 'Tue'],
    });
    expect(app.notifications).toEqual(['Copied 2 bars (Mon, Tue) to clipboard']);
  });

  it('that throw are reported and copy nothing', async () => {
    const app = await mount('<container id="a" style="height: 3"></container>', {
      ...SIZE,
      errors: 'keep',
    });
    const element = app.document.getElementById('a')!;
    element[IS_TEXT_SELECTABLE] = () => true;
    element[GET_SELECTABLE_TEXT] = () => {
      throw new Error('no text');
    };
    await app.drag({ x: 0, y: 0 }, { x: 3, y: 1 });
    expect(app.clipboard).toBe('');
    expect(app.diagnostics.some(({ message }) => message.includes('no text'))).toBe(true);
  });
});

describe('the clipboard', () => {
  it('is reached by scripts, which learn whether it was confirmed', async () => {
    const app = await mount('<text>x</text>', SIZE);
    expect(await app.$tui.copyToClipboard('from a script')).toBe('confirmed');
    expect(app.clipboard).toBe('from a script');
    expect(app.notifications).toEqual([]);
  });

  it('says Sent where the terminal does not confirm, and why where it cannot', async () => {
    const results = [
      Promise.resolve({ how: 'sent' as const }),
      Promise.reject(new Error('cannot copy: no way')),
    ];
    void results[1]?.catch(() => undefined);
    const app = createApp('<text>some text</text>', {
      registry,
      width: 20,
      height: 5,
      clipboard: { copy: () => results.shift()! },
    });
    app.frame();
    for (let i = 0; i < 2; i++) {
      app.input(mouseBytes('press', 0, 0));
      app.input(mouseBytes('drag', 3, 0));
      app.input(mouseBytes('release', 3, 0));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(app.notifications).toEqual([
      { text: 'Sent 4 characters to clipboard', kind: 'info' },
      { text: 'cannot copy: no way', kind: 'error' },
    ]);
    app.stop();
  });
});
