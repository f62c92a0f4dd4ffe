/** Elements, content and states that come late, move, go, and are built anew. */
import { describe, expect, it } from '@jest/globals';
import { at, keptOf, later, open } from './support/kept-app.js';

const INPUT = '<container id="a"><input id="x" value="a"/></container><container id="b"/>';
const saved = (value: string) => ({ elements: { x: { tag: 'input', fields: { value } } } });

describe('an element', () => {
  it('that is moved keeps what was typed in it a moment ago', async () => {
    const opened = await open(INPUT, saved('kept'));
    const x = at(opened.app, 'x');
    x['value'] = 'typed' as never;
    at(opened.app, 'b').appendChild(x);
    expect(x['value']).toBe('typed');
    await later(opened);
    expect(keptOf(opened)).toMatchObject(saved('typed'));
  });

  it('that is removed keeps what was typed in it a moment ago', async () => {
    const opened = await open(INPUT);
    const x = at(opened.app, 'x');
    x['value'] = 'typed' as never;
    at(opened.app, 'a').remove();
    x['value'] = 'later' as never;
    await later(opened);
    expect(keptOf(opened)).toMatchObject(saved('typed'));
    const other = await open(`<container id="p" persist="false">${INPUT}</container>`);
    at(other.app, 'x')['value'] = 'typed' as never;
    at(other.app, 'a').remove();
    await later(other);
    expect(other.sent).toEqual([]);
  });

  it('that is removed is sent again where it could not be kept', async () => {
    let isBroken = true;
    const opened = await open(INPUT, {}, () => {
      if (isBroken) throw new Error('ENOSPC');
      return [];
    });
    at(opened.app, 'x')['value'] = 'typed' as never;
    at(opened.app, 'x').remove();
    await later(opened);
    isBroken = false;
    opened.app.stop();
    expect(keptOf(opened)).toMatchObject(saved('typed'));
  });

  it('that is built anew begins anew, and that is kept', async () => {
    const opened = await open(INPUT, saved('kept'));
    expect(at(opened.app, 'x')['value']).toBe('kept');
    at(opened.app, 'x').remove();
    const next = opened.app.document.createElement('input');
    next.setAttribute('id', 'x');
    at(opened.app, 'a').appendChild(next);
    expect(at(opened.app, 'x')['value']).toBe('');
    await later(opened);
    expect(keptOf(opened)).toMatchObject(saved(''));
  });

  it.each(['before', 'after'])(
    'that comes late has what was kept, with an id from %s',
    async (when) => {
      const opened = await open('<container id="a"/>', saved('kept'));
      await later(opened);
      const next = opened.app.document.createElement('input');
      if (when === 'before') next.setAttribute('id', 'x');
      at(opened.app, 'a').appendChild(next);
      if (when === 'after') next.setAttribute('id', 'x');
      expect(at(opened.app, 'x')['value']).toBe('kept');
      await later(opened);
      expect(opened.sent).toEqual([]);
    },
  );
});

it('an app that ends before it was painted changes nothing', async () => {
  const opened = await open(
    `<input id="x" value="default"/><script>
      export const state = $tui.createState({ n: 1 });
      $tui.state.set('own', 1);
      $tui.exit();
    </script>`,
    saved('kept'),
  );
  expect(opened.sent).toEqual([{ elements: {}, states: {}, own: { own: 1 } }]);
});

describe('a place to scroll to', () => {
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, index) => `<text>${index}</text>`).join('');
  const box = (content: string): string =>
    `<container id="c" style="width: 10; height: 3; overflow: scroll; flex-shrink: 0">${content}</container>`;
  const place = (...scroll: number[]) => ({
    elements: { c: { tag: 'container', fields: { scroll } } },
  });

  it('is waited for where its element does not show, for as long as that takes', async () => {
    const opened = await open(
      `<text id="clock"/><tabs id="t"><tab id="t1" label="1">x</tab><tab id="t2" label="2">${box(rows(30))}</tab></tabs>`,
      place(0, 9),
    );
    for (let count = 0; count < 30; count++) {
      at(opened.app, 'clock')['textContent'] = String(count) as never;
      await later(opened);
    }
    at(opened.app, 't')['selected'] = 't2' as never;
    await later(opened);
    await later(opened);
    expect(at(opened.app, 'c')['scrollTop']).toBe(9);
    expect(Object.keys(keptOf(opened).elements)).toEqual(['t']);
  });

  it('of an element that does not show any more is kept', async () => {
    const opened = await open(
      `<tabs id="t"><tab id="t1" label="1">${box(rows(30))}</tab><tab id="t2" label="2">x</tab></tabs>`,
    );
    at(opened.app, 'c')['scrollTop'] = 5 as never;
    at(opened.app, 't')['selected'] = 't2' as never;
    await later(opened);
    expect(keptOf(opened)).toMatchObject(place(0, 5));
  });

  it('is come to as content comes, downwards and sideways, unless somebody scrolls', async () => {
    const opened = await open(box(rows(5)), place(4, 9));
    await later(opened);
    expect(at(opened.app, 'c')['scrollTop']).toBe(2);
    expect(opened.sent).toEqual([]);
    at(opened.app, 'c')['innerHTML'] =
      `<text style="width: 60; flex-shrink: 0">${'x'.repeat(60)}</text>${rows(20)}` as never;
    await later(opened);
    await later(opened);
    expect([at(opened.app, 'c')['scrollLeft'], at(opened.app, 'c')['scrollTop']]).toEqual([4, 9]);
    const other = await open(box(rows(5)), place(0, 9));
    await later(other);
    at(other.app, 'c')['scrollTop'] = 1 as never;
    await later(other);
    at(other.app, 'c')['innerHTML'] = rows(30) as never;
    await later(other);
    await later(other);
    expect(at(other.app, 'c')['scrollTop']).toBe(1);
    expect(keptOf(other)).toMatchObject(place(0, 1));
  });

  it.each([[[-5, -5]], [['1', '2']], [[null, 9]], [[{}]], ['x']])('is none: %j', async (scroll) => {
    const opened = await open(box(rows(9)), {
      elements: { c: { tag: 'container', fields: { scroll } } },
    });
    await later(opened);
    expect(at(opened.app, 'c')['scrollTop']).toBe(0);
  });

  it('of a table and of a long text is kept, with the order of the rows', async () => {
    const data = JSON.stringify(Array.from({ length: 60 }, (_, k) => ({ k })));
    const markup = `<text id="clock"/><table id="t" style="height: 4" columns='["k"]' rows='${data}'/>
      <textarea id="x" style="height: 4">${'line\n'.repeat(60)}</textarea>`;
    const opened = await open(markup);
    await later(opened);
    const table = opened.app.document.getElementById('t') as unknown as {
      sort(key: string, direction: string): void;
      scrollToRow(index: number): boolean;
    };
    table.sort('k', 'descending');
    opened.app.frame();
    // The place of the row among 60 that go down: 39.
    table.scrollToRow(20);
    opened.app.input(Buffer.from('\x1b[<65;3;8M\x1b[<65;3;8M'));
    await later(opened);
    await later(opened);
    const { elements } = keptOf(opened);
    const [, top = 0] = elements['t']?.fields['scroll'] as number[];
    expect(top).toBeGreaterThan(30);
    expect(elements['x']?.fields['scroll']).toEqual([0, 6]);
    const again = await open(markup, { elements });
    await later(again);
    await later(again);
    // By now they are where they are because they were scrolled, not because that is waited for.
    await later(again, 6000);
    (again.app.document.getElementById('clock') as unknown as { textContent: string }).textContent =
      'x';
    await later(again);
    expect(again.sent).toEqual([]);
  });
});

it('a table that is sorted no more is not sorted the next time', async () => {
  const markup = `<table id="t" columns='["k"]' rows='[{"k":2},{"k":1}]' sort-by="k"/>`;
  const opened = await open(markup);
  await later(opened);
  expect(opened.sent).toEqual([]);
  (opened.app.document.getElementById('t') as unknown as { sort(key: null): void }).sort(null);
  await later(opened);
  const { elements } = keptOf(opened);
  expect(elements['t']?.fields).toEqual({ sortBy: null });
  const again = await open(markup, { elements });
  expect(at(again.app, 't')['sortBy']).toBeUndefined();
  await later(again);
  expect(again.sent).toEqual([]);
});

describe('states', () => {
  it('that nothing shows are kept soon, too', async () => {
    const opened = await open(
      '<text>x</text><script>export const state = $tui.createState({ n: 0 });</script>',
    );
    await later(opened, 2000);
    (opened.app.$tui.exports['state'] as { n: number }).n = 5;
    await opened.clock.advance(300);
    expect(keptOf(opened).states).toEqual({ n: 5 });
  });

  it('with the same key: the first one is kept, and has it again', async () => {
    const markup = `<script>export const cards = [1, 2, 3].map(() => $tui.createState({ open: false }));</script>`;
    const opened = await open(markup, { states: { open: true } });
    const cards = opened.app.$tui.exports['cards'] as { open: boolean }[];
    expect(cards.map(({ open: isOpen }) => isOpen)).toEqual([true, false, false]);
  });

  const KINDS = `<script>export const state = $tui.createState({
    set: new Set([1]), map: new Map([['a', 1]]), deep: { ids: new Set(['x']) }, none: null, later: undefined, text: 'x',
    date: new Date(0), fine: 1, call: () => 1, odd: { f: () => 1, n: 1 },
  });</script>`;

  it('are sets, maps and null as well', async () => {
    const opened = await open(KINDS);
    const state = opened.app.$tui.exports['state'] as Record<string, unknown>;
    const next = {
      set: new Set([2, 3]),
      map: new Map([['b', { c: new Set([1]) }]]),
      none: { a: 1 },
      deep: { ids: new Set(['y']) },
      later: 5,
      text: null,
    };
    Object.assign(state, next);
    await later(opened);
    const again = await open(KINDS, keptOf(opened));
    const restored = again.app.$tui.exports['state'] as Record<string, unknown>;
    for (const [key, value] of Object.entries(next)) expect(restored[key]).toEqual(value);
    await later(again);
    expect(again.sent).toEqual([]);
  });

  it('that JSON would change into something else are not kept', async () => {
    const opened = await open(KINDS);
    const state = opened.app.$tui.exports['state'] as Record<string, unknown>;
    state['date'] = new Date(5);
    state['odd'] = { f: () => 1, n: 2 };
    state['call'] = () => 2;
    state['fine'] = 2;
    let deep: unknown[] = [];
    for (let depth = 0; depth < 100; depth++) deep = [deep];
    state['none'] = deep;
    await later(opened);
    expect(keptOf(opened).states).toEqual({ fine: 2 });
  });
});
