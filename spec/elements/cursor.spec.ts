/** The row that keys are at: the same in lists and tables, apart from what is selected, and known to scripts. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../../cli/testing.js';

interface Rows {
  readonly markup: (attributes: string) => string;
  readonly cursor: 'cursorIndex' | 'cursorRow';
  readonly selected: 'selectedIndex' | 'selectedRow';
  readonly remove: (element: unknown, index: number) => void;
}

const LIST: Rows = {
  markup: (attributes) =>
    `<list id="e" ${attributes}>${['a', 'b', 'c', 'd'].map((text) => `<li>${text}</li>`).join('')}</list>`,
  cursor: 'cursorIndex',
  selected: 'selectedIndex',
  remove: (element, index) => (element as HTMLElementLike).children[index]?.remove(),
};
const TABLE: Rows = {
  markup: (attributes) =>
    `<table id="e" show-header="false" columns='["x"]' rows='[["a"],["b"],["c"],["d"]]' ${attributes}/>`,
  cursor: 'cursorRow',
  selected: 'selectedRow',
  remove: (element, index) => (element as { removeRow(row: number): void }).removeRow(index),
};
interface HTMLElementLike {
  readonly children: ArrayLike<{ remove(): void }>;
}

describe.each([
  ['list', LIST],
  ['table', TABLE],
])('%s', (_, { markup, cursor, selected, remove }) => {
  const open = async (attributes: string) => {
    const app = await mount(markup(attributes), { width: 20, height: 6 });
    const element = app.document.getElementById('e') as unknown as Record<string, number> & {
      focus(): void;
    };
    const places = (): number[] => [element[cursor] ?? NaN, element[selected] ?? NaN];
    /** Rows with the background of the cursor. */
    const shown = (): number[] => {
      const screen = app.screen();
      return [0, 1, 2, 3].filter((y) => screen.cell(3, y).bg === '#89b4fa');
    };
    return { app, element, places, shown };
  };

  it('is at the first row, not selected, and moves from there', async () => {
    const { app, places, shown } = await open('selectable="single"');
    expect([places(), shown()]).toEqual([[0, -1], []]);
    await app.press('Tab');
    expect([places(), shown(), app.text().includes('▸')]).toEqual([[0, -1], [0], false]);
    await app.press('Down');
    expect([places(), shown(), app.text()]).toEqual([[1, 1], [1], expect.stringMatching(/▸ ?b/)]);
    await app.press('Escape');
    expect([places(), shown(), app.text().includes('▸')]).toEqual([[1, -1], [1], false]);
    await app.press('Up', 'Space');
    expect([places(), app.text()]).toEqual([[0, 0], expect.stringMatching(/▸ ?a/)]);
  });

  it('moves without selecting where several may be', async () => {
    const { app, places, shown } = await open('selectable="multiple"');
    await app.press('Tab', 'Down', 'Down');
    expect([places(), shown(), /[▸✓]/.test(app.text())]).toEqual([[2, -1], [2], false]);
    await app.press('Space', 'Down');
    expect([places(), shown(), app.text()]).toEqual([[3, 2], [3], expect.stringMatching(/✓ ?c/)]);
  });

  it('can be set by a script', async () => {
    const { app, element, places } = await open('selectable="single"');
    element[cursor] = 2;
    expect(places()).toEqual([2, -1]);
    element[cursor] = 9;
    await app.press('Tab', 'Down');
    expect(places()).toEqual([3, 3]);
  });

  it('stays in its place where its row is gone', async () => {
    const { app, element, places, shown } = await open('selectable="multiple"');
    await app.press('Tab', 'Down');
    remove(element, 1);
    await app.settle();
    expect([places(), shown()]).toEqual([[1, -1], [1]]);
    remove(element, 2);
    remove(element, 1);
    await app.settle();
    expect([places(), shown()]).toEqual([[0, -1], [0]]);
    remove(element, 0);
    await app.settle();
    expect([places(), shown()]).toEqual([[-1, -1], []]);
  });
});
