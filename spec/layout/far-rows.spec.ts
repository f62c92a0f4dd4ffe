/**
 * Rows out of view have neither styles nor boxes until they come near: what shows, and what any question about them answers, is the
 * same as if all had boxes.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { COMPUTED } from '../../runtime/element/internals.js';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { readElement } from '../../runtime/element/accessibility/accessible-text.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

/** All rows have boxes. */
const WHOLE = '<style>list > li { content-visibility: visible; }</style>';
const STYLE = `<style>
  list { width: 24; }
  .gone { display: none; }
  .red { color: red; }
  li:nth-child(7n) { font-weight: bold; }
  li:last-child { text-decoration: underline; }
</style>`;

/** As high as all of its rows, in a box that scrolls. */
const AROUND = `<container id="outer" style="overflow: scroll; flex-grow: 1; flex-basis: 0; padding: 1 0">
  <text>Head</text>$<text>Foot</text></container>`;

async function open(
  head: string,
  rows: string,
  { height = 8, attributes = '', selectable = 'single', around = '$' } = {},
) {
  const box = `<list id="list" selectable="${selectable}" ${attributes}>${rows}</list>`;
  const app = await mount(`<tui>${STYLE}${head}${around.replace('$', box)}</tui>`, {
    width: 30,
    height,
  });
  const list = app.document.getElementById('list') as TuiElement & {
    cursorIndex: number;
    selectedIndex: number;
    items: readonly TuiElement[];
  };
  const scroller = (app.document.getElementById('outer') ?? list) as TuiElement;
  return { app, list, scroller };
}

const numbered = (count: number, text = (at: number): string => `row ${at}`): string =>
  Array.from({ length: count }, (_, at) => `<li>${text(at)}</li>`).join('');

type Opened = Awaited<ReturnType<typeof open>>;

interface Step {
  readonly kind:
    | 'add'
    | 'append'
    | 'remove'
    | 'move'
    | 'text'
    | 'class'
    | 'key'
    | 'wheel'
    | 'scroll'
    | 'size'
    | 'view'
    | 'reverse'
    | 'several';
  readonly at: number;
}

const KEYS = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'Space', '4'];

async function apply({ app, list, scroller }: Opened, { kind, at }: Step): Promise<void> {
  const rows = [...list.children];
  const pick = rows[(at * 37) % rows.length]!;
  switch (kind) {
    case 'add':
    case 'append': {
      const row = app.document.createElement('li');
      row.textContent = `new ${at}`;
      list.insertBefore(row, kind === 'add' ? pick : null);
      break;
    }
    case 'remove':
      pick.remove();
      break;
    case 'move':
      list.insertBefore(pick, rows[at % rows.length]!);
      break;
    case 'text':
      pick.textContent = `text ${at}`;
      break;
    case 'class':
      pick.setAttribute('class', at % 3 === 0 ? 'gone' : at % 3 === 1 ? 'red' : '');
      break;
    case 'key':
      list.focus();
      await app.press(KEYS[at % KEYS.length]!);
      break;
    case 'wheel':
      await app.wheel(`#${scroller.id}`, (at % 41) - 20);
      break;
    case 'scroll':
      scroller.scrollTop = at * 3;
      break;
    case 'size':
      await app.resize(20 + (at % 20), 4 + (at % 9));
      break;
    case 'view':
      pick.scrollIntoView({ block: (['start', 'center', 'end', 'nearest'] as const)[at % 4] });
      break;
    case 'reverse':
      list.append(...rows.slice(-(at % 9)).reverse());
      break;
    case 'several':
      // Many changes before anything is laid out, some of them beside each other.
      for (let step = 0; step < 12; step++) {
        const children = [...list.children];
        const from = (at * 13 + step * 7 * (at % 5)) % children.length;
        const to = (at * 29 + step * 3) % children.length;
        if ((at + step) % 4 === 0) children[from]!.remove();
        else list.insertBefore(children[from]!, children[to]!);
      }
  }
  await app.settle();
}

const steps = (kinds: readonly Step['kind'][]) =>
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat({ max: 300 }) }), {
    minLength: 1,
    maxLength: 12,
  });

describe('rows near the view', () => {
  it('are the only ones with styles and boxes', () => {
    const markup = `<list id="list" selectable="single">${numbered(1000)}</list>`;
    const app = createApp(markup, { registry, width: 24, height: 9, theme: 'fullcolor-dark' });
    const list = app.document.getElementById('list') as TuiElement;
    const shows = (text: string): boolean => app.cells.rowText(0).includes(text);
    app.frame();
    expect(app.counters.restyled).toBeLessThan(60);
    expect(app.counters.laidOut).toBeLessThan(120);
    list.scrollTop = 500;
    app.frame();
    expect(shows('row 500')).toBe(true);
    expect(app.counters.restyled).toBeLessThan(60);
    expect(list.scrollHeight).toBe(1000);
    list.children[700]!.textContent = 'another';
    list.children[20]!.remove();
    app.frame();
    expect(shows('row 501')).toBe(true);
    expect(app.counters.restyled).toBeLessThan(60);
    app.stop();
  });

  it('have styles where one is read, and so has what is in a row that was read before', async () => {
    const { app, list } = await open(
      '',
      numbered(400, (at) => `<text class="red">row ${at}</text>`),
    );
    const row = list.children[390] as TuiElement;
    const inside = row.firstElementChild as TuiElement;
    const seen = list.children[0]!.firstElementChild as TuiElement;
    expect(row[COMPUTED]['display']).toBe('flex');
    expect(inside[COMPUTED]['color']).toEqual(seen[COMPUTED]['color']);
    expect(inside[COMPUTED]['color']).not.toEqual(row[COMPUTED]['color']);
    app.unmount();
  });

  it('are scrolled to before anything was laid out, and right after another scroll', async () => {
    const { app, list } = await open('', '');
    list.append(
      ...Array.from({ length: 1000 }, (_, at) => {
        const item = app.document.createElement('li');
        item.textContent = `row ${at}`;
        return item;
      }),
    );
    list.items.at(-1)!.scrollIntoView();
    expect(list.scrollTop).toBe(992);
    list.scrollTop = 100;
    list.items[500]!.scrollIntoView({ block: 'start' });
    expect(list.scrollTop).toBe(500);
    list.scrollTop = 0;
    expect(list.items[700]!.getBoundingClientRect().top).toBe(700);
    await app.settle();
    expect(app.text().split('\n')[0]).toMatch(/^\s*row 0/);
  });

  it('keep the focus, and the text that is selected, wherever they are scrolled to', async () => {
    const rows = Array.from(
      { length: 400 },
      (_, at) =>
        `<container><text>row ${at} </text><input id="i${at}" style="width: 9"/></container>`,
    );
    const plain = numbered(400);
    const app = await mount(
      `<tui><style>
        #rows, #list { height: 5; overflow-y: scroll; width: 30; user-select: contain; }
        #rows > container { content-visibility: auto; flex-direction: row; }
      </style>
      <container id="rows">${rows.join('')}</container>
      <list id="list" selectable="single">${plain}</list></tui>`,
      { width: 40, height: 10 },
    );
    const container = app.document.getElementById('rows') as TuiElement;
    const field = app.document.getElementById('i3') as TuiElement & { value: string };
    field.focus();
    await app.type('ab');
    container.scrollTop = 390;
    await app.settle();
    expect(app.text()).toContain('row 390');
    expect(app.document.activeElement).toBe(field);
    await app.type('c');
    expect(field.value).toBe('abc');
    (app.document.getElementById('i250') as TuiElement).focus();
    await app.settle();
    expect(app.text()).toContain('row 250');
    await app.press('Tab');
    expect((app.document.activeElement as TuiElement).id).toBe('i251');

    // A drag over more than the view: what is between is copied too, though it is not near any more.
    const list = app.document.getElementById('list') as TuiElement;
    await app.drag({ x: 2, y: 5 }, { x: 6, y: 7 });
    list.scrollTop = 60;
    await app.settle();
    expect(app.text()).toContain('row 60');
    await app.press('Ctrl+C');
    expect(app.clipboard).toBe('row 0\nrow 1\nrow 2');
  });

  it('may be made by <for>, and move, come and go with its data', async () => {
    const app = await mount(
      `<tui><list id="list" selectable="single"><for each="rows" as="row" key="row.id"><li>{row.name}</li></for></list>
      <script>
        export const state = $tui.createState({
          rows: Array.from({ length: 500 }, (_, id) => ({ id, name: 'row ' + id })),
        });
        $tui.getElementById('list').addEventListener('activate', () => {
          state.rows = [{ id: 900, name: 'new' }, ...state.rows.slice(250).reverse()];
        });
      </script></tui>`,
      { width: 20, height: 5 },
    );
    const list = app.document.getElementById('list') as TuiElement & { cursorIndex: number };
    const shown = (): string[] =>
      app
        .text()
        .split('\n')
        .map((line) => line.slice(2, 12).trim());
    expect(shown()).toEqual(['row 0', 'row 1', 'row 2', 'row 3', 'row 4']);
    list.focus();
    list.cursorIndex = 300;
    await app.settle();
    expect(shown().at(-1)).toBe('row 300');
    await app.press('Enter');
    // The cursor stays at its item, which is in view still.
    expect(list.cursorIndex).toBe(200);
    expect(shown()).toContain('row 300');
    await app.press('Home');
    expect(shown()).toEqual(['new', 'row 499', 'row 498', 'row 497', 'row 496']);
    expect(list.scrollHeight).toBe(251);
  });

  it('show and answer what they do where all have boxes', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps([
          'add',
          'append',
          'remove',
          'move',
          'text',
          'key',
          'wheel',
          'scroll',
          'size',
          'view',
          'reverse',
          'several',
        ]),
        fc.integer({ min: 190, max: 260 }),
        async (walk, count) => {
          const [near, whole] = [
            await open('', numbered(count)),
            await open(WHOLE, numbered(count)),
          ];
          for (const step of walk) {
            await apply(near, step);
            await apply(whole, step);
            expect(near.app.screen()).toEqual(whole.app.screen());
            expect(near.list.scrollTop).toBe(whole.list.scrollTop);
            expect(near.list.scrollHeight).toBe(whole.list.scrollHeight);
          }
          expect(near.list.cursorIndex).toBe(whole.list.cursorIndex);
          expect(near.list.selectedIndex).toBe(whole.list.selectedIndex);
          const at = walk[0]!.at % near.list.items.length;
          expect(near.list.items[at]!.getBoundingClientRect()).toEqual(
            whole.list.items[at]!.getBoundingClientRect(),
          );
          expect(readElement(near.list)).toBe(readElement(whole.list));
          unmountAll();
        },
      ),
      { numRuns: propertyRuns(8) },
    );
  });

  it.each(['single', 'none'])(
    'are those in view of a box around the list, with selectable="%s"',
    async (selectable) => {
      const options = { selectable, around: AROUND, attributes: 'style="flex-shrink: 0"' };
      const kinds: readonly Step['kind'][] = [
        'add',
        'append',
        'remove',
        'move',
        'text',
        'key',
        'wheel',
        'scroll',
        'size',
        'view',
      ];
      await fc.assert(
        fc.asyncProperty(steps(kinds), fc.integer({ min: 200, max: 260 }), async (walk, count) => {
          const near = await open('', numbered(count), options);
          const whole = await open(WHOLE, numbered(count), options);
          for (const step of walk) {
            await apply(near, step);
            await apply(whole, step);
            expect(near.app.screen()).toEqual(whole.app.screen());
            expect(near.scroller.scrollTop).toBe(whole.scroller.scrollTop);
            expect(near.scroller.scrollHeight).toBe(whole.scroller.scrollHeight);
          }
          expect(near.list.cursorIndex).toBe(whole.list.cursorIndex);
          unmountAll();
        }),
        { numRuns: propertyRuns(6) },
      );
    },
  );

  it('are few of 10,000 in a box around the list, as elements and as data', () => {
    const data = `items='${JSON.stringify(Array.from({ length: 10_000 }, (_, at) => `row ${at}`))}'`;
    for (const list of [
      `<list id="list">${numbered(10_000)}</list>`,
      `<list id="list" selectable="single" style="flex-shrink: 0" ${data}/>`,
    ]) {
      const markup = `<container id="outer" style="overflow: scroll; height: 9"><text>Head</text>${list}</container>`;
      const app = createApp(markup, { registry, width: 24, height: 9, theme: 'fullcolor-dark' });
      const outer = app.document.getElementById('outer') as TuiElement;
      app.frame();
      expect(app.counters.restyled).toBeLessThan(60);
      expect(outer.scrollHeight).toBe(10_001);
      outer.scrollTop = 5000;
      app.frame();
      expect(app.cells.rowText(0)).toContain('row 4999');
      expect(app.counters.restyled).toBeLessThan(90);
      outer.scrollTop = 10_001;
      app.frame();
      expect(app.cells.rowText(8)).toContain('row 9999');
      app.stop();
    }
  });

  it('keep what is in view of a box around the list where rows above it turn out to be higher', async () => {
    const rows = numbered(300, (at) => `row ${at} ${'word '.repeat((at * 7) % 13)}`);
    const options = { around: AROUND, attributes: 'style="flex-shrink: 0"' };
    const { app, scroller } = await open('', rows, options);
    scroller.scrollTop = 200;
    await app.settle();
    const first = (): number => Number(/row (\d+)/.exec(app.text())?.[1] ?? -1);
    const skips: string[] = [];
    let before = first();
    while (scroller.scrollTop > 8) {
      scroller.scrollTop -= 1;
      await app.settle();
      const now = first();
      if (now >= 0 && (before - now > 1 || now > before)) skips.push(`${before} to ${now}`);
      if (now >= 0) before = now;
    }
    expect(skips).toEqual([]);
    scroller.scrollTop = 0;
    await app.settle();
    expect(app.text()).toMatch(/Head\s+row 0/);
  });

  it('keep what is in view where rows above it turn out to be higher', async () => {
    await fc.assert(
      fc.asyncProperty(steps(['key', 'wheel', 'view', 'size']), async (walk) => {
        const rows = numbered(300, (at) => `row ${at} ${'word '.repeat((at * 7) % 13)}`);
        const near = await open('', rows);
        for (const step of walk) {
          await apply(near, step);
          const shown = near.app.text();
          // Nothing moves by itself: a frame in which all is painted again shows the same.
          near.list.getBoundingClientRect();
          await near.app.settle();
          expect(near.app.text()).toBe(shown);
        }
        // Row by row upwards: none is left out.
        near.list.scrollTop = 150;
        await near.app.settle();
        const skips: string[] = [];
        let before: number | undefined;
        while (near.list.scrollTop > 0) {
          const [, number] = /row (\d+)/.exec(near.app.text()) ?? [];
          if (number !== undefined && before !== undefined && before - Number(number) > 1) {
            skips.push(`${before} to ${number}`);
          }
          if (number !== undefined) before = Number(number);
          near.list.scrollTop -= 1;
          await near.app.settle();
        }
        expect(skips).toEqual([]);
        expect(near.app.text()).toMatch(/^[▸\s]*row 0/);
        unmountAll();
      }),
      { numRuns: propertyRuns(3) },
    );
  });
});
