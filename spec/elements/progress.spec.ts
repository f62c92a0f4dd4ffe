import { afterEach, describe, expect, it } from '@jest/globals';
import type { Progress } from '../../elements/progress.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { escaped, GOLDEN_THEMES, HOSTILE, isClean, use, type App } from './control.js';

afterEach(unmountAll);

const bar = (app: App): Progress => app.document.querySelector('progress') as unknown as Progress;
const set = (app: App, name: string, value: unknown): Promise<void> => {
  (bar(app) as unknown as Record<string, unknown>)[name] = value;
  return app.settle();
};

const PARTS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
const filled = (eighths: number): string => '█'.repeat(eighths >> 3) + (PARTS[eighths & 7] ?? '');

describe('a bar', () => {
  it('is exact to the eighth of a cell', async () => {
    const { app, row } = await use('<container style="width: 10"><progress max="80"/></container>');
    for (let value = 0; value <= 80; value++) {
      await set(app, 'value', value);
      expect(row(0)).toBe(filled(value));
    }
  });

  it('shows what has begun, and is full only once all is done', async () => {
    const { app, row } = await use('<container style="width: 10"><progress max="1"/></container>');
    await set(app, 'value', 0.0001);
    expect(row(0)).toBe('▏');
    await set(app, 'value', 0.9999);
    expect(row(0)).toBe(filled(79));
    await set(app, 'value', 1);
    expect(row(0)).toBe(filled(80));
  });

  it.each([
    [-5, 1, 0],
    [7, 1, 1],
    [1, 0, 1],
    [0.5, -3, 0.5],
    [1e308, 1e308, 1],
  ])('value %p of %p is a share of %p', async (value, max, share) => {
    const { app } = await use('<progress/>');
    await set(app, 'max', max);
    await set(app, 'value', value);
    expect(bar(app).share).toBe(share);
  });

  it('writes no more than is done', async () => {
    const { app, row } = await use(
      '<container style="width: 16"><progress label="Get" show-value="true" value="0.999"/></container>',
    );
    expect(row(0)).toMatch(/^Get █+[▏▎▍▌▋▊▉]? *99%$/u);
    await set(app, 'value', 1);
    expect(row(0)).toBe('Get ███████ 100%');
    await set(app, 'valueFormat', 'value');
    await set(app, 'max', 12);
    await set(app, 'value', 3);
    expect(row(0)).toMatch(/ 3\/12$/);
  });

  it('matches :state(complete) and :state(indeterminate)', async () => {
    const { app } = await use('<progress/>');
    expect(bar(app).matches(':state(indeterminate)')).toBe(true);
    await set(app, 'value', 1);
    expect(bar(app).matches(':state(complete)')).toBe(true);
    await set(app, 'value', 0.5);
    expect(bar(app).matches(':state(complete), :state(indeterminate)')).toBe(false);
  });

  it('gives up its label, then its text, for three cells of bar', async () => {
    const { row } = await use(
      ['16', '8', '6', '2', '0']
        .map(
          (width) =>
            `<container style="width: ${width}; height: 1"><progress label="Download" value="0.5" show-value="true"/></container>`,
        )
        .join(''),
      { theme: 'bw-std' },
    );
    expect([row(0), row(1), row(2), row(3), row(4)]).toEqual([
      'Down… ██▌░░  50%',
      '█▌░  50%',
      '███░░░',
      '█░',
      '',
    ]);
  });
});

describe('nobody knows', () => {
  it('a part of the bar moves, and only its cells are written', async () => {
    const { app } = await use(
      '<text>above</text><container style="width: 20"><progress/></container><text>below</text>',
    );
    const before = app.text();
    const size = app.output.length;
    await app.advance(60);
    expect(app.text()).not.toBe(before);
    expect(app.app.counters).toMatchObject({ restyled: 0, laidOut: 0, painted: 1 });
    expect(app.output.length - size).toBeLessThan(150);
    // There and back again.
    await app.advance(2400 - 60);
    expect(app.text()).toBe(before);
  });

  it('nothing moves once there is a value, or it is hidden or gone', async () => {
    for (const stop of [
      (app: App) => set(app, 'value', 0.5),
      (app: App) => set(app, 'hidden', true),
      (app: App) => (bar(app).remove(), app.settle()),
      (app: App) => (bar(app).style.setProperty('animation-play-state', 'paused'), app.settle()),
    ]) {
      const { app } = await use('<progress/>');
      await app.advance(120);
      await stop(app);
      await app.advance(120);
      expect(app.clock.pending).toBe(0);
      const size = app.output.length;
      await app.advance(60_000);
      expect(app.output.length).toBe(size);
    }
  });
});

it('is bound', async () => {
  const { app, state } = await use('<progress bind="done"/>', { state: { done: 0.25 } });
  expect(bar(app).share).toBe(0.25);
  state['done'] = 1;
  await app.settle();
  expect(bar(app).share).toBe(1);
});

it('says how far it is', async () => {
  const { app } = await use('<progress label="Build"/>');
  expect(bar(app).accessibleText()).toBe('progress bar "Build", busy');
  await set(app, 'value', 0.25);
  expect(bar(app).accessibleText()).toBe('progress bar "Build", 25%');
  await set(app, 'value', 1);
  expect(bar(app).accessibleText()).toBe('progress bar "Build", complete');
});

it.each(HOSTILE)('label %#: no escape', async (label) => {
  const { app } = await use(
    `<container style="width: 20"><progress value="0.5" label="${escaped(label)}"/></container>`,
  );
  expect(isClean(app.output)).toBe(true);
});

const GALLERY = `<progress label="Fetch " value="1" show-value="true"/>
<progress label="Unpack" value="0.637" show-value="true"/>
<progress label="Build " value="3" max="12" show-value="true" value-format="value"/>
<progress label="Test  " value="0" show-value="true"/>
<progress label="Deploy"/>
<progress style="height: 2" value="0.4"/>`;

describe.each(GOLDEN_THEMES)('in %s', (theme) => {
  it.each([40, 12, 5])('%i cells wide', async (width) => {
    const { app } = await use(GALLERY, { theme, width, height: 7 });
    expect(app).toMatchScreen(`progress ${width} ${theme}`);
  });
});
