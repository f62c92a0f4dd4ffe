import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { layOutStrip } from '../../elements/tabs/strip.js';
import type { Tab } from '../../elements/tabs/tab.js';
import type { Tabs } from '../../elements/tabs/tabs.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { escaped, GOLDEN_THEMES, HOSTILE, isClean, use, type App } from './control.js';
import { cpuTime } from '../support/cpu-time.js';
import { propertyRuns, sized } from '../support/property-runs.js';
import { PROPS } from '../../runtime/element/internals.js';

afterEach(unmountAll);

const tabs = (app: App): Tabs => app.document.querySelector('tabs') as unknown as Tabs;

const THREE = `<tabs id="t">
  <tab id="one" label="One"><text>first</text><button id="in">Inside</button></tab>
  <tab id="two" label="Two"><text>second</text></tab>
  <tab id="three" label="Three"><text>third</text></tab>
</tabs><button id="after">After</button>`;

it('suggests a label where a title was meant to be one', async () => {
  const { app } = await use(
    '<tabs><tab title="One"/><tab label="Two" title="the second"/><tab/></tabs>',
  );
  expect(app.diagnostics.map(({ code, suggestion }) => [code, suggestion])).toEqual([
    ['no-label', 'write label="One"'],
  ]);
});

describe('selection', () => {
  it('is the first, and follows arrows, Home and End, round and round', async () => {
    const { app, row, events } = await use(THREE);
    expect([row(0), row(1).slice(0, 10), row(2)]).toEqual([
      ' One  Two  Three',
      '━━━━━─────',
      'first',
    ]);
    await app.press('Tab', 'ArrowRight');
    expect([row(1).slice(0, 11), row(2)]).toEqual(['─────━━━━━─', 'second']);
    expect(events()).toEqual(['input#t', 'change#t']);
    await app.press('End');
    expect(row(2)).toBe('third');
    await app.press('ArrowRight');
    expect(row(2)).toBe('first');
    await app.press('ArrowLeft');
    expect(row(2)).toBe('third');
    await app.press('Home');
    expect(row(2)).toBe('first');
  });

  it('follows clicks on labels', async () => {
    const { app, row, events } = await use(THREE);
    await app.click({ x: 7, y: 0 });
    expect(row(2)).toBe('second');
    expect(events()).toEqual(['input#t', 'change#t', 'click#t']);
    await app.click({ x: 30, y: 0 });
    await app.click({ x: 2, y: 2 });
    expect(row(2)).toBe('second');
  });

  it('Tab goes on into the panel, and Ctrl with Page Up and Down changes it from there', async () => {
    const { app, row } = await use(THREE);
    await app.press('Tab', 'Tab');
    expect(app.document.activeElement.id).toBe('in');
    await app.press('ArrowRight');
    expect(row(2)).toBe('first');
    await app.press('Ctrl+PageDown');
    expect(row(2)).toBe('second');
    // What had the focus is hidden: the strip has it.
    expect(app.document.activeElement.id).toBe('t');
    await app.press('Ctrl+PageUp');
    expect(row(2)).toBe('first');
  });

  it('passes over disabled tabs', async () => {
    const { app, get, row } = await use(THREE);
    get('#two').setAttribute('disabled', '');
    await app.press('Tab', 'ArrowRight');
    expect(row(2)).toBe('third');
    await app.click({ x: 7, y: 0 });
    expect(row(2)).toBe('third');
  });

  it.each([
    ['', 1, '', [['#one', 'disabled']]],
    [
      '',
      0,
      '',
      [
        ['#one', 'disabled'],
        ['#one', 'enabled'],
      ],
    ],
    ['', 0, '', [['#one', 'removed']]],
    ['', 0, '', [['#one', 'before']]],
    ['2', 1, '1', [['#two', 'removed']]],
    ['2', 3, '3', [['#two', 'before']]],
    ['1', 1, '1', [['#two', 'disabled']]],
    ['1', 1, '1', [['#two', 'removed']]],
    ['2', 1, '1', [['#three', 'removed']]],
    ['two', 0, 'two', [['#one', 'removed']]],
    ['two', 1, 'two', [['#two', 'disabled']]],
    ['two', 1, 'three', [['#two', 'removed']]],
    ['1', 0, '9', [['#t', '9']]],
    ['1', 0, null, [['#t', '']]],
  ] as const)(
    'selected="%s" is in the markup what it is on the screen: tab %i, "%s" after %j',
    async (selected, index, named, changes) => {
      const markup =
        selected === '' ? THREE : THREE.replace('id="t"', `id="t" selected="${selected}"`);
      const { app, get } = await use(markup);
      for (const [where, change] of changes) {
        const element = get(where);
        if (change === 'disabled') element.setAttribute('disabled', '');
        else if (change === 'enabled') element.removeAttribute('disabled');
        else if (change === 'removed') element.remove();
        else if (change === 'before')
          element.insertAdjacentHTML('beforebegin', '<tab label="New">new</tab>');
        else if (change === '') element.removeAttribute('selected');
        else element.setAttribute('selected', change);
        await app.settle();
      }
      expect(tabs(app).selectedIndex).toBe(index);
      if (named !== '') expect(get('#t').getAttribute('selected')).toBe(named);
      const fresh = await use(`<tui>${get('#t').outerHTML}<button>After</button></tui>`);
      expect(fresh.app.text()).toBe(app.text());
    },
  );

  it('is another one where all have gone and others have come', async () => {
    const { app, get } = await use(THREE.replace('id="t"', 'id="t" selected="1"'));
    get('#t').innerHTML = '';
    await app.settle();
    get('#t').innerHTML = '<tab label="New">new</tab>';
    await app.settle();
    expect([tabs(app).selectedIndex, get('#t').getAttribute('selected')]).toEqual([0, '0']);
    expect(app.text()).toContain('new');
  });

  it.each([
    ['two', 1],
    ['2', 2],
    ['nobody', 0],
    ['99', 0],
    ['-1', 0],
  ])('selected="%s" is the tab at %i', async (selected, index) => {
    const { app } = await use(THREE.replace('id="t"', `id="t" selected="${selected}"`));
    expect(tabs(app).selectedIndex).toBe(index);
  });

  it('is what a script says, without an event', async () => {
    const { app, row, events } = await use(THREE);
    tabs(app).selected = 'three';
    await app.settle();
    expect(row(2)).toBe('third');
    tabs(app).selectedIndex = 1;
    await app.settle();
    expect(row(2)).toBe('second');
    expect(events()).toEqual([]);
  });

  it.each([
    ['an id', 'two', 'three', 'one'],
    ['a place', 1, 2, 0],
  ])('is bound to %s', async (_name, start, next, back) => {
    const { app, state } = await use(THREE.replace('id="t"', 'id="t" bind="tab"'), {
      state: { tab: start },
    });
    expect(tabs(app).selectedIndex).toBe(1);
    await app.press('Tab', 'ArrowRight');
    expect(state['tab']).toBe(next);
    state['tab'] = back;
    await app.settle();
    expect(tabs(app).selectedIndex).toBe(0);
  });
});

describe('tabs that come and go', () => {
  it('the selected one stays wherever it moves', async () => {
    const { app, get } = await use(THREE.replace('id="t"', 'id="t" selected="1"'));
    const first = app.document.createElement('tab');
    get('#t').prepend(first);
    await app.settle();
    expect([tabs(app).selectedIndex, get('#two').states.has('selected')]).toEqual([2, true]);
  });

  it('where it goes, its neighbour takes over', async () => {
    const { app, get, row } = await use(THREE.replace('id="t"', 'id="t" selected="1"'));
    get('#two').remove();
    await app.settle();
    expect(row(2)).toBe('third');
    get('#three').remove();
    await app.settle();
    expect(row(2)).toBe('first');
    get('#one').remove();
    await app.settle();
    expect(tabs(app).selectedIndex).toBe(-1);
    expect(tabs(app).accessibleText()).toBe('tabs, 0 tabs');
  });

  it('a closable one is closed by its mark, Delete and the middle button', async () => {
    const { app, get, row } = await use(
      `<tabs>${['a', 'b', 'c', 'd'].map((id) => `<tab id="${id}" label="${id}" closable="true">${id}</tab>`).join('')}</tabs>`,
    );
    expect(row(0)).toBe(' a ×  b ×  c ×  d ×');
    await app.click({ x: 8, y: 0 });
    expect(row(0)).toBe(' a ×  c ×  d ×');
    expect(row(2)).toBe('a');
    await app.click({ x: 11, y: 0 }, { button: 1 });
    expect(row(0)).toBe(' a ×  c ×');
    await app.press('Tab', 'Delete');
    expect([row(0), row(2)]).toEqual([' c ×', 'c']);
    get('#c').addEventListener('close', (event: unknown) => (event as Event).preventDefault());
    await app.press('Delete');
    expect(row(0)).toBe(' c ×');
  });
});

describe('a strip that is too narrow', () => {
  const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June'];
  const markup = `<tabs style="width: 24">${MONTHS.map((m) => `<tab label="${m}"><text>in ${m}</text></tab>`).join('')}</tabs>`;

  it('keeps the selected label in sight', async () => {
    const { app, row } = await use(markup);
    await app.press('Tab');
    for (const month of [...MONTHS.slice(1), 'January']) {
      await app.press('ArrowRight');
      expect(row(0)).toContain(month);
      expect(row(2)).toBe(`in ${month}`);
    }
  });

  it('is scrolled by its marks and the wheel, and nothing is selected', async () => {
    const { app, row } = await use(markup);
    expect(row(0)).toBe('   January  February   ›');
    await app.click({ x: 23, y: 0 });
    expect(row(0)).toMatch(/^‹ {2}February {2}March +›$/);
    await app.wheel({ x: 5, y: 0 }, 9);
    expect(row(0)).toMatch(/^‹ .*June *$/);
    await app.wheel({ x: 5, y: 0 }, -9);
    expect(row(0)).toBe('   January  February   ›');
    expect(row(2)).toBe('in January');
  });

  it('labels stand apart and in the strip, the selected one among them, whatever the widths', () => {
    const tab = (label: string, closable: boolean): Tab =>
      ({ [PROPS]: { label, closable } }) as Tab;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ maxLength: 40 }), fc.boolean()), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.integer({ min: 0, max: 60 }),
        fc.nat(40),
        fc.option(fc.nat(29), { nil: undefined }),
        (labels, width, first, expected) => {
          const list = labels.map(([label, closable]) => tab(label, closable));
          const selected = expected === undefined ? undefined : expected % list.length;
          const { slots, before, after } = layOutStrip(list, width, first, selected);
          let x = 0;
          for (const slot of slots) {
            expect(slot.x).toBeGreaterThanOrEqual(x);
            x = slot.x + slot.width;
          }
          expect(x).toBeLessThanOrEqual(width);
          if (width > 0) expect(slots.length).toBeGreaterThan(0);
          if (selected !== undefined && width > 0) {
            expect(slots.map(({ index }) => index)).toContain(selected);
          }
          expect(before).toBeLessThan(slots[0]?.x ?? 1);
          if (after >= 0) expect(after).toBeGreaterThanOrEqual(x);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

it('a panel that does not show costs nothing', async () => {
  const many = '<text>line</text>'.repeat(2000);
  const { app } = await use(
    `<tabs><tab label="1"><text>few</text></tab><tab label="2">${many}</tab></tabs>`,
  );
  await app.resize(30, 9);
  expect(app.app.counters.laidOut).toBeLessThan(10);
  await app.press('Tab', 'ArrowRight');
  expect(app.text()).toContain('line');
});

it('thousands of tabs', async () => {
  const count = sized(10_000, 1000);
  const { app, row } = await use(
    `<tabs>${Array.from({ length: count }, (_, n) => `<tab label="${n}"/>`).join('')}</tabs>`,
  );
  const start = cpuTime();
  await app.press('Tab', 'End');
  expect(row(0)).toMatch(new RegExp(` ${count - 1} *$`));
  await app.press('ArrowLeft', 'Home', 'ArrowRight');
  expect(tabs(app).selectedIndex).toBe(1);
  expect(cpuTime() - start).toBeLessThan(30_000);
});

it('says what it is', async () => {
  const { app, get } = await use(THREE.replace('id="t"', 'id="t" aria-label="Numbers"'));
  expect(tabs(app).accessibleText()).toBe('tabs "Numbers", 3 tabs, "One" selected');
  expect(get('#two').accessibleText()).toBe('tab "Two", not selected');
});

it.each(HOSTILE)('label %#: no escape', async (label) => {
  const { app } = await use(`<tabs style="width: 12"><tab label="${escaped(label)}"/></tabs>`);
  expect(isClean(app.output)).toBe(true);
});

const GALLERY = `<tabs id="t" selected="logs" style="height: 5">
  <tab label="Overview"><text>All is well.</text></tab>
  <tab id="logs" label="Logs" closable="true"><text>12:00 started</text><text>12:01 ready</text></tab>
  <tab label="Settings" disabled="true"/>
</tabs>
<tabs selected="3" style="width: 26; border: rounded; padding: 0 1"><tab label="January"/><tab label="February"/><tab label="March"/><tab label="April">30 days</tab><tab label="May"/></tabs>`;

describe.each(GOLDEN_THEMES)('in %s', (theme) => {
  it('as it is, one hovered', async () => {
    const { app } = await use(GALLERY, { theme, width: 34, height: 10 });
    await app.hover({ x: 3, y: 0 });
    expect(app).toMatchScreen(`tabs ${theme}`);
  });
  it('focused', async () => {
    const { app } = await use(GALLERY, { theme, width: 34, height: 10 });
    await app.press('Tab');
    expect(app).toMatchScreen(`tabs focused ${theme}`);
  });
  it('narrow', async () => {
    const { app } = await use(GALLERY, { theme, width: 9, height: 10 });
    expect(app).toMatchScreen(`tabs narrow ${theme}`);
  });
});
