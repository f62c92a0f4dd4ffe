/** The pointer belongs to the element whose default action took the press, until the button is up. */
import { describe, expect, it } from '@jest/globals';
import { elements } from '../../elements/index.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import { TuiElement, type InputAction } from '../../runtime/element/tui-element.js';
import { createRegistry } from '../../runtime/element/registry.js';
import { mount } from '../support/mount.js';
import { DEFAULT_ACTION } from '../../runtime/element/internals.js';

/** Takes presses, and writes down what it hears. */
class Knob extends TuiElement {
  static override readonly tag = 'test-knob';

  heard: string[] = [];

  override [DEFAULT_ACTION](event: InputAction): boolean {
    const { offsetX, offsetY, movementX = 0, movementY = 0 } = event;
    this.heard.push([event.type, offsetX, offsetY, movementX, movementY].join(' '));
    return event.type === 'mousedown';
  }
}

const registry = createRegistry([...elements, Knob]);
const KNOB = `<container><test-knob id="k" style="width: 4; height: 1; margin: 1"/><text id="t">words here</text></container>`;

describe('a press that an element takes', () => {
  it('brings it all motion and the release, with cells counted from it', async () => {
    const app = await mount(KNOB, { width: 20, height: 6, registry });
    const knob = app.document.getElementById('k') as Knob;
    for (const [action, x, y] of [
      ['move', 2, 1],
      ['press', 2, 1],
      ['drag', 9, 4],
      ['drag', 0, 0],
      ['release', 0, 0],
      ['move', 5, 5],
    ] as const) {
      app.app.input(mouseBytes(action, x, y));
      await app.settle();
    }
    expect(knob.heard).toEqual([
      'mousemove 1 0 0 0',
      'mousedown 1 0 0 0',
      'mousemove 8 3 7 3',
      'mousemove -1 -1 -9 -4',
      'mouseup -1 -1 0 0',
    ]);
  });

  it('is a click only where the pointer is still there, and selects no text', async () => {
    const app = await mount(KNOB, { width: 20, height: 6, registry });
    const knob = app.document.getElementById('k') as Knob;
    const clicked: string[] = [];
    app.document.addEventListener('click', (event) => {
      clicked.push((event.target as TuiElement).localName);
    });
    await app.drag('#k', '#t');
    expect(knob.heard.map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(['mousedown', 'mousemove', 'mouseup']),
    );
    await app.drag('#k', '#k');
    expect(clicked).toEqual(['container', 'test-knob']);
    expect(app.clipboard).toBe('');
  });

  it('shows nothing else as hovered, and the pointer off it as off it', async () => {
    const app = await mount(KNOB, { width: 20, height: 6, registry });
    const [knob, text] = ['k', 't'].map((id) => app.document.getElementById(id)!);
    const hovered = (): boolean[] => [knob, text].map((each) => each!.states.has('hover'));
    const { x, y } = text!.getBoundingClientRect();
    app.app.input(mouseBytes('press', 2, 1));
    expect(hovered()).toEqual([true, false]);
    app.app.input(mouseBytes('drag', x, y));
    expect(hovered()).toEqual([false, false]);
    app.app.input(mouseBytes('release', x, y));
    expect(hovered()).toEqual([false, true]);
  });

  it('ends where the element is taken out, and where motion tells that no button is down', async () => {
    const app = await mount(KNOB, { width: 20, height: 6, registry });
    const knob = app.document.getElementById('k') as Knob;
    app.app.input(mouseBytes('press', 2, 1));
    app.app.input(mouseBytes('move', 9, 4));
    app.app.input(mouseBytes('press', 2, 1));
    await app.settle();
    // The button has come up out of the window.
    const targets: string[] = [];
    app.document.addEventListener('mousemove', ({ target }) => {
      targets.push((target as TuiElement).id);
    });
    knob.heard = [];
    app.app.input(mouseBytes('move', 2, 3));
    await app.settle();
    expect({ targets, heard: knob.heard }).toEqual({ targets: ['t'], heard: [] });
    app.app.input(mouseBytes('press', 2, 1));
    knob.remove();
    knob.heard = [];
    app.app.input(mouseBytes('drag', 9, 4));
    app.app.input(mouseBytes('release', 9, 4));
    expect(knob.heard).toEqual([]);
  });
});

describe('setPointerCapture', () => {
  it('gives the pointer to an element until the button is up, or it is released', async () => {
    const app = await mount(KNOB, { width: 20, height: 6, registry });
    const text = app.document.getElementById('t')!;
    const seen: string[] = [];
    for (const type of ['mousemove', 'mouseup'])
      text.addEventListener(type, () => seen.push(`${type} ${text.hasPointerCapture(1)}`));
    text.setPointerCapture(1);
    expect(text.hasPointerCapture(1)).toBe(false);
    text.addEventListener('mousedown', () => text.setPointerCapture(1));
    const { x, y } = text.getBoundingClientRect();
    app.app.input(mouseBytes('press', x, y));
    app.app.input(mouseBytes('drag', 19, 0));
    text.releasePointerCapture(1);
    app.app.input(mouseBytes('drag', 18, 0));
    text.setPointerCapture(1);
    app.app.input(mouseBytes('release', 18, 0));
    app.app.input(mouseBytes('move', 17, 0));
    expect(seen).toEqual(['mousemove true', 'mouseup true']);
  });
});

describe('clicks in a row on text', () => {
  const TEXT = `<text style="width: 22">One, two-three don't 漢字仮名 stop. Next line: e\u0301a</text>`;

  it('select the word, then the line, and copy it', async () => {
    const app = await mount(TEXT, { width: 80, height: 6 });
    const word = async (x: number, y = 0): Promise<string> => {
      await app.advance(1000);
      await app.click({ x, y });
      await app.click({ x, y });
      return app.clipboard;
    };
    expect(app.text().split('\n')).toEqual([
      "One, two-three don't",
      '漢字仮名 stop. Next',
      'line: e\u0301a',
    ]);
    expect(await word(1)).toBe('One');
    expect(await word(3)).toBe(',');
    expect(await word(6)).toBe('two');
    expect(await word(17)).toBe("don't");
    expect(await word(7, 2)).toBe('e\u0301a');
    await app.click({ x: 7, y: 2 });
    expect(app.clipboard).toBe('line: e\u0301a');
    await app.click({ x: 7, y: 2 });
    expect(app.clipboard).toBe('line: e\u0301a');
  });

  it('select nothing on a blank, and whole words where the second press is dragged', async () => {
    const app = await mount(TEXT, { width: 80, height: 6 });
    await app.click({ x: 4, y: 0 });
    await app.click({ x: 4, y: 0 });
    await app.advance(1000);
    await app.click({ x: 21, y: 0 });
    await app.click({ x: 21, y: 0 });
    expect(app.clipboard).toBe('');
    await app.advance(1000);
    await app.click({ x: 11, y: 0 });
    await app.drag({ x: 11, y: 0 }, { x: 6, y: 0 });
    expect(app.clipboard).toBe('two-three');
  });

  it('find a word in megabytes without blanks at once', async () => {
    const app = await mount(`<text style="white-space: pre">${'x'.repeat(1_000_000)}</text>`, {
      width: 30,
      height: 2,
    });
    await app.click({ x: 3, y: 0 });
    await app.click({ x: 3, y: 0 });
    expect(app.clipboard.length).toBeGreaterThan(400);
  });
});
