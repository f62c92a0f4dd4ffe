import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Slider } from '../../elements/slider.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { GOLDEN_THEMES, use, type App } from './control.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

const slider = (app: App): Slider => app.document.querySelector('slider') as unknown as Slider;

/** 21 cells: places are whole cells for steps of 5. */
const open = (attributes = '', width = 21) =>
  use(`<container style="width: ${width}"><slider id="a" ${attributes}/></container>`);

describe('keys', () => {
  it('move by a step, by ten, and to the ends', async () => {
    const { app, events } = await open('value="50"');
    await app.press('Tab');
    for (const [key, value] of [
      ['ArrowRight', 51],
      ['ArrowUp', 52],
      ['ArrowLeft', 51],
      ['ArrowDown', 50],
      ['PageUp', 60],
      ['PageDown', 50],
      ['Shift+ArrowRight', 60],
      ['Shift+ArrowLeft', 50],
      ['Home', 0],
      ['End', 100],
    ] as const) {
      await app.press(key);
      expect([key, slider(app).value]).toEqual([key, value]);
      expect(events()).toEqual(['input#a', 'change#a']);
    }
    // There is no further to go: nothing is told.
    await app.press('ArrowRight');
    expect(events()).toEqual([]);
  });

  it('keep to steps without drifting', async () => {
    const { app } = await open('value="0" max="1" step="0.1"');
    await app.press('Tab', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    expect(slider(app).value).toBe(0.3);
    await app.press('End', 'ArrowLeft');
    expect(slider(app).value).toBe(0.9);
  });

  it('never leave the last step below the end', async () => {
    const { app } = await open('min="1" max="10" step="4"');
    await app.press('Tab', 'End');
    expect(slider(app).value).toBe(9);
  });
});

describe('pointer', () => {
  it('clicks bring the knob to the pointer, exact at both ends', async () => {
    const { app, events } = await open('value="50"');
    await app.click({ x: 20, y: 0 });
    expect(slider(app).value).toBe(100);
    expect(events()).toEqual(['input#a', 'change#a', 'click#a']);
    await app.click({ x: 0, y: 0 });
    expect(slider(app).value).toBe(0);
    await app.click({ x: 5, y: 0 });
    expect(slider(app).value).toBe(25);
  });

  it('drags tell each value and commit at the end, also outside', async () => {
    const { app, events } = await open('value="50"');
    app.app.input(mouseBytes('press', 10, 0));
    app.app.input(mouseBytes('drag', 12, 4));
    expect(slider(app).value).toBe(60);
    app.app.input(mouseBytes('drag', 39, 8));
    expect(slider(app).value).toBe(100);
    expect(events()).toEqual(['input#a', 'input#a']);
    app.app.input(mouseBytes('release', 39, 8));
    // The click is that of what is around both places.
    expect(events()).toEqual(['change#a', 'click']);
    app.app.input(mouseBytes('move', 3, 0));
    expect(slider(app).value).toBe(100);
  });

  it('a press on the knob moves nothing, wherever in its cells it stands', async () => {
    // 52 is 83 eighths along: in cells 10 and 11.
    for (const x of [10, 11]) {
      const { app, events } = await open('value="52"');
      await app.click({ x, y: 0 });
      expect(slider(app).value).toBe(52);
      expect(events()).toEqual(['click#a']);
    }
  });

  it('the wheel turns it while it has the focus, and scrolls else', async () => {
    const { app } = await open('value="50"');
    await app.wheel({ x: 3, y: 0 }, -1);
    expect(slider(app).value).toBe(50);
    await app.press('Tab');
    await app.wheel({ x: 3, y: 0 }, -2);
    expect(slider(app).value).toBe(52);
    await app.wheel({ x: 3, y: 0 }, 1);
    expect(slider(app).value).toBe(51);
  });
});

describe('standing', () => {
  it('grows upwards', async () => {
    const { app, row } = await use(
      '<slider value="100" style="orientation: vertical; height: 9; width: 1; flex-shrink: 0"/>',
    );
    expect(row(0)).toBe('█');
    expect(row(8)).toBe('┃');
    await app.click({ x: 0, y: 8 });
    expect(slider(app).value).toBe(0);
    await app.drag({ x: 0, y: 8 }, { x: 0, y: 4 });
    expect(slider(app).value).toBe(50);
    await app.press('ArrowUp');
    expect(slider(app).value).toBe(51);
  });
});

describe('picture', () => {
  it('is exact to the eighth of a cell', async () => {
    const { app, row } = await open('value="0" max="160"');
    const seen = new Set<string>();
    for (let value = 0; value <= 160; value++) {
      slider(app).value = value;
      await app.settle();
      const { char, attributes } = app.screen().cell(value >> 3, 0);
      seen.add(row(0) + attributes.join());
      const part = value & 7;
      expect([value, char]).toEqual([
        value,
        part === 0 ? '█' : String.fromCodePoint(0x2590 - part),
      ]);
      expect(attributes.includes('reverse')).toBe(part !== 0);
    }
    expect(seen.size).toBe(161);
  });

  it('has its value beside it, at one place whatever it is', async () => {
    const { app, row } = await open('value="5" show-value="true"');
    expect(row(0)).toMatch(/^━*[█▏▎▍▌▋▊▉▐▕]+─* +5$/u);
    expect(row(0)).toHaveLength(21);
    slider(app).value = 100;
    await app.settle();
    expect(row(0)).toBe(`${'━'.repeat(16)}█ 100`);
  });

  it('has ticks where they stand apart', async () => {
    const { row, get } = await open('value="0" ticks="25"');
    expect(row(1)).toBe('╵    ╵    ╵    ╵    ╵');
    get('#a').setAttribute('ticks', '0.0001');
    expect(row(0)).toBe(`█${'─'.repeat(20)}`);
  });
});

it('is bound both ways', async () => {
  const { app, state } = await use('<slider bind="volume"/>', { state: { volume: 30 } });
  expect(slider(app).value).toBe(30);
  await app.press('Tab', 'ArrowRight');
  expect(state['volume']).toBe(31);
  state['volume'] = 80;
  await app.settle();
  expect(slider(app).value).toBe(80);
});

it('takes nothing while it is disabled', async () => {
  const { app, events } = await open('value="50" disabled="true"');
  await app.press('Tab', 'ArrowRight');
  await app.click({ x: 2, y: 0 });
  await app.drag({ x: 10, y: 0 }, { x: 15, y: 0 });
  expect(slider(app).value).toBe(50);
  expect(events()).toEqual([]);
});

it('says what it is', async () => {
  const { get } = await open('value="0.5" max="1" step="0.25" aria-label="Volume"');
  expect(get('#a').accessibleText()).toBe('slider "Volume", 0.50, from 0.00 to 1.00');
});

it('whatever its numbers, a value lies between its ends and a picture in its box', async () => {
  const number = fc.oneof(
    fc.integer({ min: -50, max: 50 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -0, 1e308, -1e308, 5e-324),
  );
  const { app } = await open();
  const element = slider(app) as unknown as Record<string, unknown> & Slider;
  await fc.assert(
    fc.asyncProperty(
      fc.record({ value: number, min: number, max: number, step: number, ticks: number }),
      fc.integer({ min: 0, max: 30 }),
      fc.boolean(),
      async (values, width, vertical) => {
        for (const [name, value] of Object.entries(values)) {
          element[name] = name === 'step' || name === 'ticks' ? Math.abs(value) : value;
        }
        element.parentElement!.style.setProperty('width', String(width));
        element.style.setProperty('orientation', vertical ? 'vertical' : 'horizontal');
        await app.settle();
        element.focus();
        await app.press('ArrowRight', 'PageDown');
        const { value } = element;
        expect(value).toBeGreaterThanOrEqual(values.min);
        expect(value).toBeLessThanOrEqual(Math.max(values.min, values.max));
        for (const line of app.text().split('\n')) {
          expect([...line].length).toBeLessThanOrEqual(Math.max(width, 0));
        }
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});

const GALLERY = `<container>
<slider id="a" value="30" show-value="true"/>
<slider value="62.5" step="0" ticks="25"/>
<slider value="45" disabled="true" show-value="true"/>
</container>
<container style="flex-direction: row; gap: 3; height: 7">
  <slider value="20" style="orientation: vertical" show-value="true"/>
  <slider id="b" value="55" style="orientation: vertical" show-value="true"/>
  <slider value="90" style="orientation: vertical" ticks="50"/>
</container>`;

describe.each(GOLDEN_THEMES)('in %s', (theme) => {
  it.each([
    ['as they are', undefined, undefined],
    ['focused', 'a', undefined],
    ['standing focused', 'b', 'a'],
  ])('%s', async (name, focused, hovered) => {
    const { app, get } = await use(GALLERY, { theme, width: 32, height: 12 });
    if (focused !== undefined) get(`#${focused}`).focus();
    await app.settle();
    if (hovered !== undefined) await app.hover(`#${hovered}`);
    expect(app).toMatchScreen(`slider ${name} ${theme}`);
  });
  it('narrow', async () => {
    const { app } = await use(GALLERY, { theme, width: 6, height: 12 });
    expect(app).toMatchScreen(`slider narrow ${theme}`);
  });
});
