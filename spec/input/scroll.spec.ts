/** Containers that scroll: what shows, what moves them, and what a step costs. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import type { MountedApp } from '../../runtime/testing/mount.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { thumbOf } from '../../runtime/element/scrollbar.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';
import { DEFAULT_ACTION } from '../../runtime/element/internals.js';

function rows(count: number, attributes = ''): string {
  return Array.from(
    { length: count },
    (_, i) => `<text id="r${i}" ${attributes}>row ${i}</text>`,
  ).join('');
}
function list(count: number, style = 'height: 4', attributes = ''): string {
  return `<container id="list" ${attributes} style="overflow: scroll; ${style}">${rows(count)}</container>`;
}
function get(app: MountedApp, id = 'list'): TuiElement {
  return app.document.getElementById(id)!;
}

describe('a container that scrolls', () => {
  it('shows a part of its content and a thumb in eighths', async () => {
    const app = await mount(`${list(10)}<text>under</text>`, { width: 10, height: 5 });
    expect(app.text()).toBe('row 0    █\nrow 1    ▀\nrow 2\nrow 3\nunder');
    // 4 of 10 rows: 13 eighths of 32. A cell with the thumb above and the track below is in reverse.
    get(app).scrollTop = 3;
    await app.settle();
    expect(app.text()).toBe('row 3\nrow 4    ▆\nrow 5    █\nrow 6\nunder');
    get(app).scrollTop = 99;
    await app.settle();
    expect(
      app
        .text()
        .split('\n')
        .map((line) => line.slice(0, 6).trim()),
    ).toEqual(['row 6', 'row 7', 'row 8', 'row 9', 'under']);
    expect(get(app).scrollTop).toBe(6);
  });

  it('has no thumb where everything shows, and keeps its column free', async () => {
    const app = await mount(
      `<container id="list" style="overflow: scroll; width: 6; height: 3"><text>123456</text></container>`,
      { width: 8, height: 3 },
    );
    expect(app.text()).toBe('12345\n6');
  });

  it('draws its bar inside the border, and clips content at it', async () => {
    const app = await mount(list(5, 'border: thin; height: 4; padding: 0 2 0 1'), {
      width: 12,
      height: 4,
      theme: 'bw-std',
    });
    get(app).scrollTop = 3;
    await app.settle();
    expect(app.text()).toBe(
      ['┌──────────┐', '│ row 3   ││', '│ row 4   █│', '└──────────┘'].join('\n'),
    );
  });

  it('answers what CSSOM View asks', async () => {
    const app = await mount(list(10, 'border: thin; height: 6; width: 9'), {
      width: 20,
      height: 9,
    });
    const { scrollTop, scrollLeft, scrollWidth, scrollHeight } = get(app);
    const { clientLeft, clientTop, clientWidth, clientHeight } = get(app);
    expect({ scrollTop, scrollLeft, scrollWidth, scrollHeight }).toEqual({
      scrollTop: 0,
      scrollLeft: 0,
      scrollWidth: 6,
      scrollHeight: 10,
    });
    expect({ clientLeft, clientTop, clientWidth, clientHeight }).toEqual({
      clientLeft: 1,
      clientTop: 1,
      clientWidth: 6,
      clientHeight: 4,
    });
    get(app).scrollBy({ top: 4 });
    get(app).scrollBy(0, 1);
    expect(get(app).scrollTop).toBe(5);
    get(app).scrollTo({ top: 2 });
    get(app).scrollTop = NaN;
    expect(get(app).scrollTop).toBe(2);
    get(app).scrollTo(0, -7);
    expect(get(app).scrollTop).toBe(0);
    expect(app.document.createElement('text').scrollHeight).toBe(0);
  });

  it('knows at once how large it is after a change, as scripts that follow a log count on', async () => {
    const app = await mount(list(3, 'height: 2'), { width: 10, height: 3 });
    const added = app.document.createElement('text');
    added.textContent = 'last';
    get(app).append(added);
    get(app).scrollTop = get(app).scrollHeight;
    await app.settle();
    expect(
      app
        .text()
        .split('\n')
        .map((line) => line.slice(0, 5)),
    ).toEqual(['row 2', 'last ']);
    expect(added.getBoundingClientRect().y).toBe(1);
  });

  it('stays in range when its content shrinks', async () => {
    const app = await mount(list(10, 'height: 3'), { width: 10, height: 3 });
    get(app).scrollTop = 7;
    await app.settle();
    for (let i = 9; i > 1; i--) get(app, `r${i}`).remove();
    await app.settle();
    expect(get(app).scrollTop).toBe(0);
    expect(app.text()).toBe('row 0\nrow 1');
  });

  it('keeps the natural size of what is in it', async () => {
    const app = await mount(
      `<container style="overflow: scroll; height: 3"><container id="in" style="height: 7">x</container>
       <container style="border: thin"><text>a</text><text>b</text></container></container>`,
      { width: 10, height: 3 },
    );
    expect(get(app, 'in').getBoundingClientRect().height).toBe(7);
    expect(app.document.querySelector('container')!.scrollHeight).toBe(11);
  });

  it('scrolls sideways where its content is wider', async () => {
    const app = await mount(
      `<container id="list" style="overflow: scroll; height: 1; width: 6; flex-direction: row"><container style="width: 9"><text style="white-space: nowrap">abcdefghi</text></container></container>`,
      { width: 8, height: 1 },
    );
    expect(app.text()).toBe('abcde');
    await app.press('ArrowRight');
    expect(app.text()).toBe('bcdef');
    get(app).scrollLeft = 99;
    await app.settle();
    expect(app.text()).toBe('efghi');
  });
});

describe('scrolling by hand', () => {
  it('goes three lines for a step of the wheel, in the innermost that can', async () => {
    const nested = await mount(
      `<container id="outer" style="overflow: scroll; height: 5"><container id="list" style="overflow: scroll; height: 3">${rows(5)}</container><container style="height: 9"></container></container>`,
      { width: 10, height: 5 },
    );
    await nested.wheel({ x: 1, y: 1 }, 1);
    expect([get(nested).scrollTop, get(nested, 'outer').scrollTop]).toEqual([2, 0]);
    await nested.wheel({ x: 1, y: 1 }, 1);
    expect([get(nested).scrollTop, get(nested, 'outer').scrollTop]).toEqual([2, 3]);
    await nested.wheel({ x: 1, y: 1 }, -1);
    expect([get(nested).scrollTop, get(nested, 'outer').scrollTop]).toEqual([2, 0]);
  });

  it('goes by keys around the focus, and without any in what there is to scroll', async () => {
    const app = await mount(list(20, 'height: 5'), { width: 10, height: 5 });
    const places: number[] = [];
    for (const key of ['ArrowDown', 'PageDown', 'End', 'PageUp', 'ArrowUp', 'Home']) {
      await app.press(key);
      places.push(get(app).scrollTop);
    }
    expect(places).toEqual([1, 5, 15, 11, 10, 0]);
  });

  it('leaves keys to listeners and elements that take them', async () => {
    const app = await mount(list(20, 'height: 5', 'tabindex="0"'), { width: 10, height: 5 });
    get(app).focus();
    get(app)[DEFAULT_ACTION] = (event) => (event as unknown as { key?: string }).key === 'End';
    await app.press('End');
    expect(get(app).scrollTop).toBe(0);
    await app.press('ArrowDown');
    expect(get(app).scrollTop).toBe(1);
    get(app).addEventListener('keydown', (event) => event.preventDefault());
    get(app).addEventListener('wheel', (event) => event.preventDefault());
    await app.press('ArrowDown');
    await app.wheel('#list', 1);
    expect(get(app).scrollTop).toBe(1);
  });

  it('fires scroll once for each move, and none where it cannot go', async () => {
    const app = await mount(list(6, 'height: 5'), { width: 10, height: 5 });
    let fired = 0;
    get(app).addEventListener('scroll', () => fired++);
    await app.press('ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp');
    expect(fired).toBe(2);
  });

  it('drags the thumb, and pages in the track', async () => {
    const app = await mount(list(40, 'height: 10'), { width: 10, height: 10 });
    // The thumb is two and a half cells long.
    await app.drag({ x: 9, y: 0 }, { x: 9, y: 9 });
    expect(get(app).scrollTop).toBe(30);
    await app.click({ x: 9, y: 1 });
    expect(get(app).scrollTop).toBe(20);
    expect(app.document.activeElement).toBe(app.document.documentElement);
    await app.drag({ x: 9, y: 5 }, { x: 2, y: 0 });
    expect(get(app).scrollTop).toBe(0);
    expect(app.clipboard).toBe('');
  });

  it('hits what shows, not what is scrolled away', async () => {
    const app = await mount(`${list(10, 'height: 3')}<text id="under">under</text>`, {
      width: 10,
      height: 4,
    });
    get(app).scrollTop = 4;
    await app.settle();
    const at = (y: number): string | undefined => app.app.ownerAt(1, y)?.id;
    expect([at(0), at(2), at(3)]).toEqual(['r4', 'r6', 'under']);
  });
});

describe('showing an element', () => {
  it('scrolls as far as needed, in all that is around it', async () => {
    const app = await mount(
      `<container id="outer" style="overflow: scroll; height: 4"><container style="height: 6"></container><container id="list" style="overflow: scroll; height: 3">${rows(9)}</container></container>`,
      { width: 10, height: 4 },
    );
    get(app, 'r5').scrollIntoView({ block: 'nearest' });
    await app.settle();
    expect(get(app).scrollTop).toBe(3);
    expect(get(app, 'outer').scrollTop).toBe(5);
    expect(app.app.ownerAt(1, 3)?.id).toBe('r5');
    get(app, 'r5').scrollIntoView();
    expect(get(app).scrollTop).toBe(5);
    get(app, 'r5').scrollIntoView(false);
    expect(get(app).scrollTop).toBe(3);
    get(app, 'r5').scrollIntoView({ block: 'center' });
    expect(get(app).scrollTop).toBe(4);
  });

  it('follows the focus', async () => {
    const app = await mount(
      `<container id="list" style="overflow: scroll; height: 3">${rows(9, 'tabindex="0"')}</container>`,
      { width: 10, height: 3 },
    );
    for (let i = 0; i < 5; i++) await app.press('Tab');
    expect(app.document.activeElement.id).toBe('r4');
    expect(get(app).scrollTop).toBe(2);
    await app.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
    expect([app.document.activeElement.id, get(app).scrollTop]).toEqual(['r0', 0]);
  });
});

describe('a step', () => {
  it('repaints the container alone, and lays nothing out', async () => {
    const app = createApp(
      `${rows(5).replaceAll('id="r', 'id="s')}${list(200, 'height: 10')}${rows(5).replaceAll('id="r', 'id="t')}`,
      { registry, width: 40, height: 20, output: { write: () => true } },
    );
    app.frame();
    app.document.getElementById('list')!.scrollTop = 5;
    const { skipped } = app.frame();
    expect(skipped).toBe(false);
    // The root, the list itself, and the ten rows that show.
    expect(app.counters).toEqual({ restyled: 0, laidOut: 200, painted: 12 });
    expect(app.frame().skipped).toBe(true);
    app.stop();
  });

  it('by any walk shows what a fresh app shows at that place', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('to' as const), n: fc.integer({ min: -3, max: 40 }) }),
      fc.record({ kind: fc.constant('add' as const), n: fc.nat({ max: 12 }) }),
      fc.record({ kind: fc.constant('cut' as const), n: fc.nat({ max: 12 }) }),
      fc.record({ kind: fc.constant('size' as const), n: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ kind: fc.constant('pad' as const), n: fc.nat({ max: 2 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const size = { registry, width: 12, height: 9, theme: 'fullcolor-dark' };
        const app = createApp(list(6, 'height: 4'), size);
        app.frame();
        const box = app.document.getElementById('list')!;
        let height = 4;
        let padding = 0;
        for (const { kind, n } of steps) {
          if (kind === 'to') box.scrollTop = n;
          else if (kind === 'cut') box.children[n % Math.max(1, box.children.length)]?.remove();
          else if (kind === 'add') {
            const text = app.document.createElement('text');
            text.textContent = `a longer line ${n} 漢字`;
            box.insertBefore(text, box.children[n] ?? null);
          } else {
            if (kind === 'size') height = n;
            else padding = n;
            box.setAttribute('style', `overflow: scroll; height: ${height}; padding: ${padding}`);
          }
          app.frame();
          const other = createApp(app.document.documentElement.outerHTML, size);
          other.frame();
          other.document.getElementById('list')!.scrollTop = box.scrollTop;
          other.frame();
          const shown = (of: typeof app): string[] =>
            Array.from({ length: 9 }, (_, y) => of.cells.rowText(y));
          expect(shown(app)).toEqual(shown(other));
          for (let y = 0; y < 9; y++) {
            expect(app.ownerAt(1, y)?.textContent).toBe(other.ownerAt(1, y)?.textContent);
          }
          other.stop();
        }
        app.stop();
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

describe('the thumb', () => {
  it('never leaves its track, is a cell or longer, and touches an end only at that end', () => {
    const whole = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(whole, fc.nat({ max: 5000 }), fc.nat({ max: 5000 }), (cells, more, at) => {
        const content = cells + more;
        const top = more === 0 ? 0 : at % (more + 1);
        const { start, end } = thumbOf({ cells, top, shown: cells, size: content });
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(cells * 8);
        expect(end - start).toBeGreaterThanOrEqual(8);
        // In one cell, and where all but an eighth is thumb, there is no room to tell.
        if (end - start < cells * 8 - 1) {
          expect(start === 0).toBe(top === 0);
          expect(end === cells * 8).toBe(top === more);
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

it('presses outside the bar are no business of it', async () => {
  const app = await mount(list(40, 'height: 10'), { width: 10, height: 10 });
  app.app.input(mouseBytes('press', 3, 3));
  app.app.input(mouseBytes('drag', 3, 8));
  expect(get(app).scrollTop).toBe(0);
});
