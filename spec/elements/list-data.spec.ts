/** A list of data shows and does what one of the same elements does; of its items only those near the view are elements. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

interface Data {
  readonly label: string;
  readonly value?: string;
  readonly disabled?: boolean;
  readonly selected?: boolean;
}

type ListElement = TuiElement & {
  cursorIndex: number;
  selectedIndex: number;
  value: unknown;
  values: unknown;
  items: unknown;
  setItems(items: readonly unknown[]): void;
  addItem(item: unknown, index?: number): void;
  removeItem(index: number): void;
};

const dataOf = (at: number): Data => ({
  label: `row ${at}`,
  value: `v${at}`,
  disabled: at % 7 === 3,
});

function elementOf(list: TuiElement, { label, value, disabled }: Data): TuiElement {
  const item = list.ownerDocument.createElement('li');
  item.textContent = label;
  item.setAttribute('value', value ?? label);
  if (disabled === true) item.setAttribute('disabled', 'true');
  return item;
}

async function open(attributes: string, height = 8) {
  const app = await mount(`<tui><list id="list" ${attributes} style="width: 24"/></tui>`, {
    width: 30,
    height,
  });
  const fired: unknown[] = [];
  const list = app.document.getElementById('list') as ListElement;
  list.addEventListener('input', () => fired.push(['input', list.values]));
  list.addEventListener('activate', (event) => {
    const { index, value } = event as unknown as { index: number; value: string };
    fired.push(['activate', index, value]);
  });
  return { app, list, fired };
}

type Opened = Awaited<ReturnType<typeof open>>;

const KEYS = [
  'ArrowDown',
  'ArrowUp',
  'PageDown',
  'PageUp',
  'Home',
  'End',
  'Space',
  'Enter',
  'Shift+ArrowDown',
  'Escape',
  'r',
];

it('goes by keys to items that are not near, also in a box around the list', async () => {
  const around = (list: string): string =>
    `<container id="box" style="overflow: scroll; height: 8"><text>Head</text>${list}</container>`;
  for (const markup of ['$', around('$')]) {
    const app = await mount(
      `<tui>${markup.replace('$', '<list id="list" selectable="single" style="flex-shrink: 0"/>')}</tui>`,
      { width: 24, height: 8 },
    );
    const list = app.document.getElementById('list') as ListElement;
    list.setItems(Array.from({ length: 3000 }, (_, at) => `row ${at}`));
    list.focus();
    await app.settle();
    const shown: string[] = [];
    for (const key of ['End', 'PageUp', 'Home', 'PageDown', 'ArrowDown']) {
      await app.press(key);
      const row = `row ${list.cursorIndex}`;
      shown.push(app.text().includes(row) ? row : `${row} is out of view`);
    }
    list.cursorIndex = 1500;
    await app.settle();
    shown.push(app.text().includes('row 1500') ? 'row 1500' : 'row 1500 is out of view');
    expect(shown).toEqual(['row 2999', 'row 2992', 'row 0', 'row 7', 'row 8', 'row 1500']);
    expect(list.children.length).toBeLessThan(60);
    unmountAll();
  }
});

interface Step {
  readonly kind: 'key' | 'wheel' | 'click' | 'size' | 'add' | 'append' | 'remove' | 'values';
  readonly at: number;
}

async function apply({ app, list }: Opened, { kind, at }: Step, isData: boolean): Promise<void> {
  const count = isData ? (list.items as unknown[]).length : list.children.length;
  const place = (at * 37) % Math.max(1, count);
  switch (kind) {
    case 'key':
      list.focus();
      await app.press(KEYS[at % KEYS.length]!);
      break;
    case 'wheel':
      await app.wheel('#list', (at % 41) - 20);
      break;
    case 'click':
      await app.click({ x: 5, y: at % 4 });
      break;
    case 'size':
      await app.resize(20 + (at % 20), 4 + (at % 9));
      break;
    case 'add':
    case 'append': {
      const data = { label: `new ${at}`, value: `n${at}` };
      const index = kind === 'add' ? place : count;
      if (isData) list.addItem(data, index);
      else list.insertBefore(elementOf(list, data), list.children[index] ?? null);
      break;
    }
    case 'remove':
      if (isData) list.removeItem(place);
      else list.children[place]?.remove();
      break;
    case 'values':
      list.values = [`v${place}`, `v${place >> 1}`];
  }
  await app.settle();
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>(
      'key',
      'key',
      'wheel',
      'click',
      'size',
      'add',
      'append',
      'remove',
      'values',
    ),
    at: fc.nat({ max: 300 }),
  }),
  { minLength: 1, maxLength: 14 },
);

describe('a list of data', () => {
  it('makes elements of the items near the view only', async () => {
    const { app, list } = await open('selectable="single"');
    list.setItems(Array.from({ length: 100_000 }, (_, at) => `item ${at}`));
    await app.settle();
    expect(app.text().split('\n')[0]).toMatch(/^ {2}item 0 /);
    expect(list.children.length).toBeLessThan(40);
    list.focus();
    await app.press('End', 'Space');
    expect(app.text().trimEnd().split('\n').at(-1)).toMatch(/^▸ item 99999 /);
    expect(list.children.length).toBeLessThan(60);
    expect([list.value, list.selectedIndex, list.cursorIndex]).toEqual([
      'item 99999',
      99_999,
      99_999,
    ]);
    await app.press('Home', '4', '2');
    expect(list.value).toBe('item 0');
    await app.advance(1000);
    await app.press('Escape', 'i', 't', 'e', 'm', 'Space', '4', '2');
    expect(list.value).toBe('item 42');
    expect((list.items as unknown[]).length).toBe(100_000);
    list.items = ['a', { label: 'b', selected: true }];
    await app.settle();
    expect(app.text()).toMatch(/^ {2}a *\n▸ b/);
    list.removeAttribute('items');
    list.setAttribute('items', '["c"]');
    await app.settle();
    expect(app.text()).toMatch(/^ {2}c/);
    list.removeAttribute('items');
    await app.settle();
    expect([app.text().trim(), list.children.length]).toEqual(['', 0]);
  });

  it('keeps what is selected by its value, and the cursor by its place', async () => {
    const { app, list } = await open('selectable="multiple"');
    list.setItems(Array.from({ length: 500 }, (_, at) => dataOf(at)));
    list.values = ['v2', 'v400'];
    list.cursorIndex = 400;
    await app.settle();
    list.setItems(Array.from({ length: 450 }, (_, at) => dataOf(at + 1)));
    await app.settle();
    expect(list.values).toEqual(['v2', 'v400']);
    expect(list.cursorIndex).toBe(400);
  });

  it('makes all where it does not scroll', async () => {
    const { app, list } = await open('ordered="true"', 12);
    list.setItems(['a', 'b', 'c']);
    await app.settle();
    expect(app.text().trimEnd()).toBe('1. a\n2. b\n3. c');
  });

  it('refuses what is not an item', async () => {
    const { app, list } = await open('');
    list.setItems(['a', 1]);
    await expect(app.settle()).rejects.toThrow(
      'list: items[1]: expected an object or a text, found number',
    );
  });

  it.each(['single', 'multiple'])('shows and does what elements do: %s', async (selectable) => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 12, max: 90 }), async (walk, count) => {
        const [ofData, ofElements] = [
          await open(`selectable="${selectable}"`),
          await open(`selectable="${selectable}"`),
        ];
        const items = Array.from({ length: count }, (_, at) => dataOf(at));
        ofData.list.setItems(items);
        ofElements.list.append(...items.map((each) => elementOf(ofElements.list, each)));
        await ofData.app.settle();
        await ofElements.app.settle();
        for (const step of walk) {
          await apply(ofData, step, true);
          await apply(ofElements, step, false);
          expect(ofData.app.screen()).toEqual(ofElements.app.screen());
          expect(ofData.list.cursorIndex).toBe(ofElements.list.cursorIndex);
          expect(ofData.list.values).toEqual(ofElements.list.values);
        }
        expect(ofData.fired).toEqual(ofElements.fired);
        unmountAll();
      }),
      { numRuns: propertyRuns(6) },
    );
  });

  it('is selected where an item that is added says so', async () => {
    const { list } = await open('selectable="multiple"');
    list.setItems(['a', { label: 'b', selected: true }]);
    list.addItem({ label: 'c', selected: true }, 0);
    list.addItem({ label: 'd' });
    expect([list.values, list.selectedIndex]).toEqual([['c', 'b'], 0]);
  });

  it('has the elements that are given, in their order', async () => {
    const { app, list } = await open('selectable="multiple"');
    list.innerHTML = '<li>a</li><li>b</li><li>c</li>';
    const [a, b, c] = list.items as TuiElement[];
    list.items = list.items;
    expect([...list.children]).toEqual([a, b, c]);
    list.items = [c, a];
    expect([...list.children]).toEqual([c, a]);
    list.items = ['data'];
    expect(list.items).toEqual(['data']);
    list.items = [b, c];
    await app.settle();
    expect(app.text().match(/[a-d]/g)).toEqual(['b', 'c']);
  });
});
