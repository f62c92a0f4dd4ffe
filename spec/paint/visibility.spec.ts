/** `visibility` and `video`: what of a box shows, and which way round. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import type { MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

function reversed(app: MountedApp): string {
  const screen = app.screen();
  const rows: string[] = [];
  for (let y = 0; y < app.height; y++) {
    let row = '';
    for (let x = 0; x < app.width; x++) {
      row += screen.cell(x, y)?.attributes.includes('reverse') === true ? 'R' : '.';
    }
    rows.push(row);
  }
  return rows.join('\n');
}

describe('visibility: hidden', () => {
  const document = `<tui>
    <container id="box" tabindex="0" style="border: thin; background: #102030; height: 4">
      <text>gone</text><text id="in" tabindex="0" style="visibility: visible; background: red">here</text>
    </container><text>below</text></tui>`;

  it('keeps the room, shows nothing of the box, and what is visible again in it', async () => {
    const app = await mount(document, { width: 8, height: 5 });
    expect(app.text()).toBe('┌──────┐\n│gone  │\n│here  │\n└──────┘\nbelow');
    app.document.getElementById('box')!.style['visibility'] = 'hidden';
    app.app.frame();
    expect(app.text()).toBe('\n\n here\n\nbelow');
    expect(app.screen().cell(1, 1)?.bg).toBe('#1e1e2e');
    expect(app.screen().cell(1, 2)?.bg).toBe('#ff0000');
    // An incremental frame left what a fresh one would.
    const after = app.screen().toJson();
    await app.resize(9, 5);
    await app.resize(8, 5);
    expect(app.screen().toJson()).toEqual(after);
    app.document.getElementById('box')!.style['visibility'] = '';
    app.app.frame();
    expect(app.text()).toBe('┌──────┐\n│gone  │\n│here  │\n└──────┘\nbelow');
  });

  it('is not hit and not focused', async () => {
    const app = await mount(document, { width: 8, height: 5 });
    const seen: string[] = [];
    const root = app.document.documentElement!;
    root.addEventListener('click', (event) => {
      seen.push((event.target as TuiElement | null)?.id ?? 'none');
    });
    const box = app.document.getElementById('box')!;
    await app.click({ x: 1, y: 1 });
    await app.press('Tab');
    expect(box.states.has('focus') || app.document.getElementById('in')!.states.has('focus')).toBe(
      true,
    );
    box.style['visibility'] = 'hidden';
    await app.click({ x: 5, y: 1 });
    await app.click({ x: 1, y: 2 });
    expect(seen.at(-2)).toBe('');
    expect(seen.at(-1)).toBe('in');
    await app.press('Tab', 'Tab', 'Tab');
    expect(box.states.has('focus')).toBe(false);
    expect(app.document.getElementById('in')!.states.has('focus')).toBe(true);
  });

  it('leaves room for hidden words', async () => {
    const app = await mount(
      '<tui><text>a<b style="visibility: hidden">保bc</b>d</text><text style="visibility: hidden">x<b style="visibility: visible">y</b></text></tui>',
      { width: 8, height: 2 },
    );
    expect(app.text()).toBe('a    d\n y');
  });

  it('gives way to what lies beneath', async () => {
    const app = await mount(
      '<tui><text id="under">under</text><text id="over" style="position: absolute; left: 0; top: 0; visibility: hidden; background: red">over</text></tui>',
      { width: 6, height: 1 },
    );
    let hit = '';
    app.document.documentElement!.addEventListener('click', (event) => {
      hit = (event.target as TuiElement | null)?.id ?? 'none';
    });
    expect(app.text()).toBe('under');
    await app.click({ x: 1, y: 0 });
    expect(hit).toBe('under');
  });
});

describe('video: reverse', () => {
  it('turns the whole box and what stands on it, and back again inside', async () => {
    const app = await mount(
      `<tui><container style="video: reverse; padding: 0 1; height: 3">
        <text>ab<b>c</b><b style="video: reverse">d</b></text>
        <text style="video: reverse; width: 3">ef</text>
        <text style="background: blue; width: 3">gh</text>
      </container></tui>`,
      { width: 8, height: 4, theme: 'bw-dark' },
    );
    expect(reversed(app)).toBe('RRRR.RRR\nR...RRRR\nR...RRRR\n........');
    // Painting one box again leaves the cells as they were.
    const before = app.screen().toJson();
    app.document.querySelectorAll('text')[0]!.invalidate('paint');
    app.app.frame();
    expect(app.screen().toJson()).toEqual(before);
  });

  it('stops at a box that is taken out of the flow', async () => {
    const app = await mount(
      `<tui><container style="video: reverse; height: 2"><text style="position: absolute; left: 1; top: 1">x</text></container></tui>`,
      { width: 4, height: 3, theme: 'bw-dark' },
    );
    expect(reversed(app).split('\n')[0]).toBe('RRRR');
  });
});
