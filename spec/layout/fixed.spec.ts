/** Boxes with `position: fixed`: placed on the screen, cut by nothing else, above the document. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';
import { cpuTime } from '../support/cpu-time.js';

const SIZE = { width: 20, height: 6 };

/** `x y width height` of the element with id `f`. */
async function placed(style: string, inner = ''): Promise<string> {
  const app = await mount(
    `<container style="width: 5; height: 2; padding: 1; margin: 1 0 0 3; overflow: hidden">
      <container id="f" style="position: fixed; ${style}"><text>box</text>${inner}</container></container>`,
    SIZE,
  );
  const { x, y, width, height } = app.document.getElementById('f')!.getBoundingClientRect();
  return [x, y, width, height].join(' ');
}

describe('position: fixed', () => {
  it.each([
    ['', '0 0 3 1'],
    ['left: 4; top: 2', '4 2 3 1'],
    ['right: 0; bottom: 0', '17 5 3 1'],
    ['inset: 1 2 1 2', '2 1 16 4'],
    ['width: 50%; height: 50%', '0 0 10 3'],
    ['margin: auto', '9 3 3 1'],
    ['margin: auto; width: 10; height: 2', '5 2 10 2'],
    ['inset: 0; margin: auto; width: 10; height: 2', '5 2 10 2'],
    ['margin: 0 auto; bottom: 0', '9 5 3 1'],
    ['max-width: 10%', '0 0 2 2'],
  ])('stands on the screen: %j', async (style, place) => {
    expect(await placed(style)).toBe(place);
  });

  it('is cut by the screen alone, and hit where it shows', async () => {
    const app = await mount(
      `<container style="overflow: scroll; height: 2"><text>one</text><text>two</text><text>three</text>
      <container id="f" style="position: fixed; left: 16; top: 4; width: 8; height: 9; background: #334455"/></container>`,
      SIZE,
    );
    expect(app.ownerAt(19, 5)).toContain('id="f"');
    expect(app.screen().cell(16, 4).bg).toBe('#334455');
    await app.wheel({ x: 0, y: 0 }, 1);
    expect(app.text()).toContain('three');
    expect(app.document.getElementById('f')!.getBoundingClientRect().y).toBe(4);
  });

  it('lies above the document by z-index and then by order, wherever it is written', async () => {
    const box = (id: string, z: string): string =>
      `<container id="${id}" style="position: fixed; left: 0; top: 0; width: 3; height: 1; ${z}"/>`;
    const app = await mount(
      `<container>${box('a', '')}</container>${box('b', '')}<container style="z-index: 5; position: absolute; width: 2; height: 1" id="c"/>${box('d', 'z-index: -1')}`,
      SIZE,
    );
    expect(app.ownerAt(0, 0)).toContain('id="c"');
    expect(app.ownerAt(2, 0)).toContain('id="b"');
    const [a, b] = ['a', 'b'].map((id) => app.document.getElementById(id)!);
    b!.after(a!);
    await app.settle();
    expect(app.ownerAt(2, 0)).toContain('id="a"');
    a!.style.setProperty('z-index', '-2');
    await app.settle();
    expect(app.ownerAt(2, 0)).toContain('id="b"');
  });

  it('goes with what it is written in, and comes back into the flow', async () => {
    const app = await mount(
      `<container id="p"><container id="f" style="position: fixed; bottom: 0"><container id="g" style="position: fixed; top: 0; right: 0"><text>inner</text></container><text>outer</text></container></container>`,
      SIZE,
    );
    expect(app.text()).toBe('               inner\n\n\n\n\nouter');
    const [parent, box] = ['p', 'f'].map((id) => app.document.getElementById(id)!);
    parent!.setAttribute('style', 'display: none');
    await app.settle();
    expect(app.text()).toBe('');
    parent!.removeAttribute('style');
    await app.settle();
    expect(app.text()).toBe('               inner\n\n\n\n\nouter');
    box!.style.setProperty('position', 'relative');
    await app.settle();
    expect(app.text()).toBe('outer          inner');
    box!.remove();
    await app.settle();
    expect(app.text()).toBe('');
  });

  it('follows the size of the screen', async () => {
    const app = await mount(
      `<container id="f" style="position: fixed; inset: 1; width: 50%; margin: 0 auto"/>`,
      SIZE,
    );
    await app.resize(40, 10);
    const { x, y, width, height } = app.document.getElementById('f')!.getBoundingClientRect();
    expect([x, y, width, height]).toEqual([10, 1, 20, 8]);
  });

  it('takes thousands, beside and inside each other, and lets them go', async () => {
    const many = '<container style="position: fixed"><text>x</text></container>'.repeat(2000);
    const deep = `${'<container style="position: fixed; left: 1">'.repeat(1500)}deep${'</container>'.repeat(1500)}`;
    const app = await mount(`<container id="p">${many}${deep}</container>`, SIZE);
    expect(app.text()).toBe('xdeep');
    app.document.getElementById('p')!.remove();
    const start = cpuTime();
    await app.settle();
    expect(app.text()).toBe('');
    expect(cpuTime() - start).toBeLessThan(30_000);
  });
});
