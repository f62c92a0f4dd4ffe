/** Lists: marks and numbers, nesting, and listboxes by keys and pointer. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { List, ListItem } from '../../elements/list/list.js';
import { markerText } from '../../elements/list/markers.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { sized } from '../support/property-runs.js';

afterEach(unmountAll);

const THEMES = ['fullcolor-dark', 'fullcolor-std', 'bw-std'];

type App = Awaited<ReturnType<typeof mount>>;

async function use(
  attributes: string,
  items = ['Apple', 'Banana', 'Blueberry', 'Cherry', 'Date', 'Elder'],
  height = 4,
): Promise<{ app: App; list: List; events: () => string[] }> {
  const app = await mount(
    `<tui><list id="l" ${attributes} style="height: ${height}">${items
      .map((item) => `<li${item.startsWith('-') ? ' disabled="true"' : ''}>${item}</li>`)
      .join('')}</list></tui>`,
    { width: 20, height: height + 2 },
  );
  const list = app.document.getElementById('l') as unknown as List;
  let fired: string[] = [];
  for (const type of ['input', 'change', 'activate']) {
    list.addEventListener(type, (event: unknown) => {
      const { value } = event as { value?: string };
      fired.push(value === undefined ? type : `${type} ${value}`);
    });
  }
  return {
    app,
    list,
    events: () => {
      const before = fired;
      fired = [];
      return before;
    },
  };
}

describe.each(THEMES)('%s', (theme) => {
  it.each([...List.examples, ...ListItem.examples].map((each) => [each.name, each] as const))(
    'example: %s',
    async (name, { size: [width, height], markup }) => {
      const app = await mount(`<tui>${markup}</tui>`, { width, height, theme });
      expect(app).toMatchScreen(`example ${name} ${theme}`);
    },
  );

  it('with the focus, hovered, disabled', async () => {
    const app = await mount(
      `<tui><list selectable="multiple"><li>One</li><li selected="true">Two</li><li>Three</li>
        <li disabled="true">Four</li></list></tui>`,
      { width: 16, height: 5, theme },
    );
    await app.press('Tab', 'Down', 'Space');
    await app.hover({ x: 3, y: 2 });
    expect(app).toMatchScreen(`focus ${theme}`);
  });
});

describe('marks', () => {
  it('are numbers, letters and numerals', () => {
    expect([1, 26, 27, 702, 703, 0].map((n) => markerText('lower-alpha', n))).toEqual([
      'a.',
      'z.',
      'aa.',
      'zz.',
      'aaa.',
      '0.',
    ]);
    expect([1, 4, 9, 14, 1999, 4000].map((n) => markerText('upper-roman', n))).toEqual([
      'I.',
      'IV.',
      'IX.',
      'XIV.',
      'MCMXCIX.',
      '4000.',
    ]);
  });

  it('stay in line as items come and go', async () => {
    const items = Array.from({ length: 9 }, (_, index) => `n${index + 1}`);
    const { app, list } = await use('ordered="true"', items, 12);
    expect(app.text()).toMatch(/^1\. n1\n/);
    const tenth = app.document.createElement('li');
    tenth.textContent = 'n10';
    list.append(tenth);
    await app.settle();
    expect(app.text()).toMatch(/^ 1\. n1\n[^]*\n10\. n10$/);
    list.firstElementChild!.remove();
    await app.settle();
    expect(app.text()).toMatch(/^1\. n2\n[^]*\n9\. n10$/);
  });

  it('follow a style that changes, and no list takes them from the one around it', async () => {
    const app = await mount(
      `<tui><style>.roman { list-style-type: upper-roman; }</style>
      <list id="l"><li>One<list><li>Inner</li></list></li><li>Two</li><li>Three</li></list></tui>`,
      { width: 20, height: 5 },
    );
    expect(app.text()).toBe('• One\n  ◦ Inner\n• Two\n• Three');
    app.document.getElementById('l')!.className = 'roman';
    await app.settle();
    expect(app.text()).toBe('  I. One\n     ◦ Inner\n II. Two\nIII. Three');
  });

  it('number thousands of items', async () => {
    const { app, list } = await use('ordered="true"', [], 4);
    for (let index = 0; index < sized(2000, 1000); index++) {
      const item = app.document.createElement('li');
      item.textContent = `item ${index}`;
      list.append(item);
    }
    await app.settle();
    expect(app.text()).toContain('   1. item 0');
  });
});

describe('a listbox', () => {
  it('selects by keys as they move, and says so', async () => {
    const { app, list, events } = await use('selectable="single"');
    await app.press('Tab', 'Down');
    expect(list.value).toBe('Banana');
    expect(events()).toEqual(['input', 'change']);
    await app.press('End');
    expect(list.value).toBe('Elder');
    expect(app.text()).toContain('▸ Elder');
    expect(app.text()).not.toContain('Apple');
    await app.press('Home', 'Enter');
    expect(events().at(-1)).toBe('activate Apple');
    await app.press('Escape');
    await app.advance(100);
    expect(list.value).toBeUndefined();
  });

  it('goes to what is typed', async () => {
    const { app, list } = await use('selectable="single"');
    await app.press('Tab');
    await app.type('b');
    expect(list.value).toBe('Banana');
    await app.type('b');
    expect(list.value).toBe('Blueberry');
    await app.advance(1000);
    await app.type('ch');
    expect(list.value).toBe('Cherry');
    await app.type('x');
    expect(list.value).toBe('Cherry');
  });

  it('of several: Space, Shift, Ctrl', async () => {
    const { app, list } = await use('selectable="multiple"');
    await app.press('Tab', 'Down', 'Space');
    expect(list.values).toEqual(['Banana']);
    await app.press('Shift+Down', 'Shift+Down');
    expect(list.values).toEqual(['Banana', 'Blueberry', 'Cherry']);
    await app.press('Ctrl+A');
    expect(list.values).toHaveLength(6);
    await app.click({ x: 4, y: 1 });
    expect(list.values).toHaveLength(1);
    await app.click({ x: 4, y: 2 }, { ctrl: true });
    expect(list.values).toHaveLength(2);
  });

  it('passes over items that are disabled', async () => {
    const { app, list } = await use('selectable="single"', ['a', '-b', 'c'], 3);
    await app.press('Tab', 'Down');
    expect(list.value).toBe('c');
    await app.click({ x: 3, y: 1 });
    expect(list.value).toBe('c');
  });

  it('takes no input while disabled', async () => {
    const { app, list, events } = await use('selectable="single" disabled="true"');
    await app.click({ x: 3, y: 1 });
    await app.press('Tab', 'Down');
    expect(list.value).toBeUndefined();
    expect(events()).toEqual([]);
  });

  it('is bound both ways', async () => {
    const app = await mount(
      `<tui><list id="l" selectable="single" bind="size"><li value="s">Small</li><li value="l">Large</li></list>
      <text bind="size"/><script>export const state = $tui.createState({ size: 'l' });</script></tui>`,
      { width: 20, height: 4 },
    );
    expect(app.text()).toContain('▸ Large');
    await app.click({ x: 3, y: 0 });
    expect(app.text()).toBe('▸ Small\n  Large\ns');
  });

  it('says what it holds', async () => {
    const { app, list } = await use('selectable="multiple" aria-label="Fruit"');
    expect(list.accessibleText()).toBe('listbox "Fruit", 6 items');
    await app.press('Tab', 'Space', 'Down');
    expect(list.accessibleText()).toBe('listbox "Fruit", 6 items; selected Apple; at Banana');
  });

  it('reads boxes and lines of an item a blank apart', async () => {
    const { app, list } = await use('selectable="single"', [
      '<text>Draw</text><text>A<b>d</b>a</text>',
      'one<br/>two<container><text>three</text></container>four<list><li>inner</li></list>',
    ]);
    await app.press('Tab', 'Space', 'Down');
    expect(list.value).toBe('one two three four');
    await app.press('Up');
    expect(list.accessibleText()).toContain('selected Draw Ada');
  });

  it('takes any text', async () => {
    const { app } = await use('selectable="single"', ['\u202eabc', '👨‍👩‍👧‍👦', 'x'.repeat(5000)], 3);
    await app.press('Tab', 'Down', 'Down');
    await app.resize(1, 3);
    await app.resize(0, 0);
    expect(app.text()).not.toMatch(/\u202e/);
  });
});

describe('the item that keys are at', () => {
  const LIST = `<tui style="height: 100%"><list id="l" selectable="single" style="flex-grow: 1">${[
    ...'123456789',
  ]
    .map((n) => `<li>item ${n}</li>`)
    .join('')}</list><text>foot</text></tui>`;
  const shown = (app: Awaited<ReturnType<typeof mount>>): string[] =>
    app
      .text()
      .split('\n')
      .map((row) => row.replace(/[^▸\w ]/g, '').trim());

  it('stays in view when there is less room, and no other item moves without need', async () => {
    const app = await mount(LIST, { width: 20, height: 6 });
    await app.press('Tab', 'End');
    for (const height of [5, 4, 3, 2]) {
      await app.resize(20, height);
      expect(shown(app).slice(-2)).toEqual(['▸ item 9', 'foot']);
    }
    await app.resize(20, 6);
    await app.press('ArrowUp', 'ArrowUp');
    await app.resize(20, 5);
    expect(shown(app)).toEqual(['item 5', 'item 6', '▸ item 7', 'item 8', 'foot']);
    await app.resize(20, 3);
    expect(shown(app)).toEqual(['item 6', '▸ item 7', 'foot']);
  });

  it('stays in view when items come before it', async () => {
    const app = await mount(LIST, { width: 20, height: 4 });
    await app.press('Tab', 'ArrowDown');
    app.document.querySelector('li')!.before(
      ...['a', 'b', 'c'].map((text) => {
        const item = app.document.createElement('li');
        item.textContent = text;
        return item;
      }),
    );
    await app.settle();
    expect(shown(app)).toEqual(['c', 'item 1', '▸ item 2', 'foot']);
  });

  it('is left where it is once the user has scrolled away from it', async () => {
    const app = await mount(LIST, { width: 20, height: 6 });
    await app.press('Tab', 'End');
    await app.wheel('list', -3);
    const before = shown(app)[0];
    await app.resize(20, 4);
    expect(shown(app)[0]).toBe(before);
  });
});
