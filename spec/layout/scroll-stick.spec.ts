/** `scroll-stick: end`: a scrolling box that stays at its end. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

async function open(lines: number, style = 'scroll-stick: end') {
  const app = await mount(
    `<container id="box" style="height: 4; overflow-y: scroll; ${style}"/><button>b</button>`,
    { width: 12, height: 6 },
  );
  const box = app.document.getElementById('box') as TuiElement;
  let count = 0;
  const add = (more: number): void => {
    for (let at = 0; at < more; at++) {
      const text = app.document.createElement('text');
      text.textContent = `line ${count++}`;
      box.append(text);
    }
  };
  add(lines);
  await app.settle();
  const shown = (): string[] =>
    app
      .text()
      .split('\n')
      .slice(0, 4)
      .map((line) => line.slice(0, 10).trim());
  return { app, box, add, shown };
}

describe('a box that sticks to its end', () => {
  it('shows the end at the start, and what is added', async () => {
    const { app, add, shown } = await open(10);
    expect(shown()).toEqual(['line 6', 'line 7', 'line 8', 'line 9']);
    add(3);
    await app.settle();
    expect(shown()).toEqual(['line 9', 'line 10', 'line 11', 'line 12']);
  });

  it('stays where the user has scrolled to, and goes on at the end', async () => {
    const { app, box, add, shown } = await open(20);
    await app.wheel('#box', -1);
    const before = shown();
    expect(before[0]).toBe('line 13');
    add(5);
    await app.settle();
    expect(shown()).toEqual(before);
    box.scrollTop = 1000;
    await app.settle();
    add(1);
    await app.settle();
    expect(shown().at(-1)).toBe('line 25');
  });

  it('keeps the end where its size changes, and where it was not displayed meanwhile', async () => {
    const { app, box, add, shown } = await open(20);
    await app.resize(12, 4);
    expect(box.scrollTop).toBe(box.scrollHeight - box.clientHeight);
    await app.resize(12, 6);
    expect(shown().at(-1)).toBe('line 19');
    box.style.setProperty('display', 'none');
    await app.settle();
    add(2);
    box.style.removeProperty('display');
    await app.settle();
    expect(shown().at(-1)).toBe('line 21');
    box.scrollTop = 0;
    await app.settle();
    box.style.setProperty('display', 'none');
    await app.settle();
    box.style.removeProperty('display');
    await app.settle();
    expect(shown()[0]).toBe('line 0');
  });

  it('does nothing without the style', async () => {
    const { app, add, shown } = await open(10, '');
    expect(shown()[0]).toBe('line 0');
    add(3);
    await app.settle();
    expect(shown()[0]).toBe('line 0');
  });
});

it('is at the end exactly if nothing has scrolled away from it since', async () => {
  const { app, box, add } = await open(8);
  const step = fc.oneof(
    fc.record({ add: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ remove: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ to: fc.nat(30) }),
    fc.record({ height: fc.integer({ min: 2, max: 6 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      let sticks = box.scrollTop >= box.scrollHeight - box.clientHeight;
      for (const each of steps) {
        const before = box.scrollTop;
        if ('add' in each) add(each.add);
        else if ('height' in each) box.style.setProperty('height', String(each.height));
        else if ('to' in each) {
          box.scrollTop = each.to;
          sticks = box.scrollTop >= box.scrollHeight - box.clientHeight;
        } else for (let at = 0; at < each.remove; at++) box.lastElementChild?.remove();
        await app.settle();
        const end = box.scrollHeight - box.clientHeight;
        if (sticks) expect(box.scrollTop).toBe(end);
        else expect(box.scrollTop).toBe('to' in each ? box.scrollTop : Math.min(before, end));
        // Where the content ends in view again, it sticks again.
        sticks ||= box.scrollTop >= end;
      }
    }),
    { numRuns: propertyRuns(30) },
  );
});
