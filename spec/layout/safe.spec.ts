/** What does not fit begins where its box does, whatever `justify-content` is. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

const WAYS = ['flex-end', 'center', 'space-around', 'space-evenly', 'end'];

function places(app: Awaited<ReturnType<typeof mount>>): string {
  return ['a', 'b', 'c']
    .map((id) => app.document.getElementById(id)!.getBoundingClientRect())
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');
}

const boxes = (style: string, size: string): string =>
  `<container id="box" style="border: thin; padding: 0 1; ${style}">` +
  ['a', 'b', 'c'].map((id) => `<container id="${id}" style="flex-shrink: 0; ${size}"/>`).join('') +
  '</container>';

describe.each(WAYS)('justify-content: %s', (way) => {
  it('in a row that is too narrow, and again wide enough', async () => {
    const markup = boxes(`flex-direction: row; justify-content: ${way}`, 'width: 6; height: 1');
    const app = await mount(markup, { width: 12, height: 4 });
    expect(places(app)).toBe('2,1 8,1 14,1');
    const wide = await mount(markup, { width: 40, height: 4 });
    await app.resize(40, 4);
    expect(places(app)).toBe(places(wide));
    await app.resize(12, 4);
    expect(places(app)).toBe('2,1 8,1 14,1');
  });

  it('in a column that is too low, where one can scroll to the rest', async () => {
    const app = await mount(
      boxes(`overflow: scroll; height: 5; justify-content: ${way}`, 'height: 2; width: 3'),
      { width: 12, height: 5 },
    );
    expect(places(app)).toBe('2,1 2,3 2,5');
    const box = app.document.getElementById('box')!;
    expect(box.scrollHeight).toBe(6);
    box.scrollTo(0, 9);
    await app.settle();
    expect(places(app)).toBe('2,-2 2,0 2,2');
  });

  it('leaves alone what is placed, and margins', async () => {
    const app = await mount(
      `<container style="flex-direction: row; justify-content: ${way}"><container id="a" style="position: absolute; left: 3; top: 0; width: 2; height: 1"/>` +
        '<container id="b" style="width: 9; flex-shrink: 0; height: 1; margin: 0 0 0 -1"/><container id="c" style="width: 9; flex-shrink: 0; height: 1"/></container>',
      { width: 12, height: 2 },
    );
    expect(places(app)).toBe('3,0 -1,0 8,0');
  });
});

it('keeps the first button of a dialog in sight', async () => {
  const app = await mount(
    `<dialog open="true" title="Delete 3 files?"><text>They are gone for good.</text>
      <container style="flex-direction: row; gap: 1; justify-content: flex-end"><button>Cancel</button><button variant="danger">Delete them</button></container></dialog>`,
    { width: 24, height: 6 },
  );
  expect(app.text()).toContain(' Cancel ');
});
