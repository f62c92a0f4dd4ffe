/** The line of `performance.showStats`: over the app, of no cost to it, and never a reason for frames. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Config } from '../../config/index.js';
import { statisticsText } from '../../runtime/paint/statistics-line.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';
import { bufferCells, visible, Xterm } from '../support/xterm.js';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import { ManualClock } from '../../runtime/script/clock.js';
import { MemoryTerminal } from '../../runtime/terminal/memory-terminal.js';

afterEach(() => {
  unmountAll();
  jest.restoreAllMocks();
});

const config = (showStats = true): Config =>
  new Config({
    env: {},
    cwd: '/',
    home: '/nonexistent',
    cliFlags: { 'performance.showStats': showStats },
  });

/** Every look at the watch is an eighth of a millisecond after the last. */
function fixFigures(): void {
  let time = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (time += 0.125));
  jest.spyOn(process.memoryUsage, 'rss').mockReturnValue(54_321_000);
}

const WORDS = `<container><text id="a">beneath</text><text>${'some words '.repeat(80)}</text></container>`;

const FIGURES = {
  frames: 60,
  stages: { style: 0.1, layout: 0.31, paint: 0.52, diff: 12.34 },
  cells: 1200,
  bytes: 14_231,
  memory: 54_321_000,
};

describe('the text', () => {
  it.each([
    [
      100,
      ' 60 fps │ 13.3 ms: style 0.10 layout 0.31 paint 0.52 diff 12.3 │ 1200 cells │ 14.2 kB │ 54 MB ',
    ],
    [93, ' 60 fps │ 13.3 ms: style 0.10 layout 0.31 paint 0.52 diff 12.3 │ 1200 cells │ 14.2 kB '],
    [80, ' 60 fps │ 13.3 ms │ 1200 cells │ 14.2 kB │ 54 MB '],
    [45, ' 60 fps │ 13.3 ms │ 1200 cells │ 14.2 kB '],
    [20, ' 60 fps │ 13.3 ms '],
    [17, ' 60 fps '],
    [7, ''],
    [0, ''],
  ])('of %d cells', (room, expected) => {
    expect(statisticsText(FIGURES, room).replace(/ +/g, ' ')).toBe(expected.replace(/ +/g, ' '));
  });

  it('never takes more than its room, and keeps its width while figures change', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 120 }),
        fc.double({ min: 0, max: 9999, noNaN: true }),
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 0, max: 900_000_000 }),
        (room, ms, cells, bytes) => {
          const stages = { style: ms, layout: 0, paint: 0, diff: 0 };
          const text = statisticsText({ ...FIGURES, stages, cells, bytes }, room);
          expect(text.length).toBeLessThanOrEqual(room);
          expect(text).toHaveLength(statisticsText({ ...FIGURES, bytes: 0 }, room).length);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe.each(['fullcolor-dark', 'fullcolor-std', 'bw-std'])('in %s', (theme) => {
  it.each([
    [110, 8],
    [60, 8],
    [20, 6],
    [8, 4],
  ])('on %d x %d', async (width, height) => {
    fixFigures();
    const app = await mount(WORDS, { theme, width, height, config: config() });
    await app.advance(1000);
    expect(app).toMatchScreen(`line ${width} x ${height} ${theme}`);
  });

  it('in ASCII', async () => {
    fixFigures();
    const app = await mount(WORDS, {
      theme,
      width: 60,
      height: 8,
      config: config(),
      glyphs: 'ascii',
    });
    await app.advance(1000);
    expect(app.text()).toContain('0 fps | 0.50 ms');
    expect(app).toMatchScreen(`line in ASCII ${theme}`);
  });
});

describe('frames', () => {
  it('are made by the app alone, but for the first figures and the last', async () => {
    let frames = 0;
    const clock = new ManualClock();
    const app = createApp(WORDS, { registry, width: 60, height: 8, clock, showStats: true });
    const run = (): void => {
      while (!app.frame().skipped) frames++;
    };
    run();
    expect(frames).toBe(2);
    const text = app.document.getElementById('a')!;
    const beneath = (): string => app.cells.rowText(7);
    expect(beneath()).toContain(' 1 fps');
    const first = beneath();
    // Once a second at most: the line stays as it is while frames come.
    frames = 0;
    for (let i = 0; i < 49; i++) {
      await clock.advance(20);
      text.textContent = `n${i}`;
      run();
      expect(beneath()).toBe(first);
    }
    expect(frames).toBe(49);
    await clock.advance(20);
    text.textContent = 'last';
    run();
    expect(frames).toBe(50);
    // The first of all is a second ago.
    expect(beneath()).toContain('49 fps');
    // One more once the app is quiet, and none after that.
    await clock.advance(999);
    run();
    expect(frames).toBe(50);
    await clock.advance(1);
    run();
    expect(frames).toBe(51);
    expect(beneath()).toContain(' 0 fps');
    await clock.advance(100_000);
    run();
    expect(frames).toBe(51);
    app.stop();
  });

  it('count what the app wrote, without what the line did', async () => {
    const markup = '<container><text id="a">0</text></container>';
    const open = (showStats: boolean) => {
      const output = new MemoryTerminal(60, 4);
      const clock = new ManualClock();
      const app = createApp(markup, { registry, width: 60, height: 4, clock, output, showStats });
      return { app, clock, output };
    };
    const plain = open(false);
    const shown = open(true);
    for (const { app } of [plain, shown]) while (!app.frame().skipped);
    for (let i = 1; i < 9; i++) {
      const cells: number[] = [];
      for (const { app, clock } of [plain, shown]) {
        await clock.advance(400);
        app.document.getElementById('a')!.textContent = String(i);
        cells.push(app.frame().cells);
      }
      expect(cells[0]).toBe(1);
    }
    await shown.clock.advance(1000);
    shown.app.frame();
    expect(shown.app.cells.rowText(3)).toMatch(/ 0 fps .* 1 cells │ +\d+ B/);
    shown.app.stop();
    plain.app.stop();
  });

  it('are none, and no timer runs, where the setting is off', async () => {
    const app = await mount(WORDS, { width: 60, height: 8, config: config(false) });
    await app.advance(5000);
    expect(app.text()).not.toContain('fps');
  });
});

describe('the setting', () => {
  it('switches the line while the app runs, without a trace', async () => {
    const app = await mount(WORDS, { width: 60, height: 8, config: config(false) });
    const before = app.screen().toJson();
    const tree = app.document.documentElement.outerHTML;
    app.$tui.config!.set('performance.showStats', true);
    await app.settle();
    expect(app.text()).toMatch(/ fps /);
    expect(app.document.documentElement.outerHTML).toBe(tree);
    app.$tui.config!.set('performance.showStats', false);
    await app.settle();
    expect(app.screen().toJson()).toEqual(before);
  });

  it('leaves notifications beneath the line, and the pointer to the app', async () => {
    const app = await mount(WORDS, { width: 20, height: 1, config: config() });
    expect(app.app.ownerAt(15, 0)).toBe(app.app.ownerAt(0, 0));
    app.$tui.notify('over all of the row', { timeout: 0 });
    await app.settle();
    expect(app.text()).toMatch(/fps │/);
  });
});

/** Glyphs of one cell and of two, of whose width the emulator has no doubt. */
const glyph = fc.constantFrom('a', 'ß', ' ', '漢', '한', 'あ');

it('leaves all other cells as they are, and the terminal shows what the cells say', async () => {
  const WIDTH = 24;
  const HEIGHT = 5;
  const step = fc.oneof(
    fc.record({
      type: fc.constant('text' as const),
      value: fc.array(glyph, { maxLength: 90 }),
    }),
    fc.record({
      type: fc.constant('notify' as const),
      value: fc.array(glyph, { maxLength: 9 }),
    }),
    fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 1500 }) }),
    fc.record({
      type: fc.constant('resize' as const),
      width: fc.integer({ min: 0, max: WIDTH }),
      height: fc.integer({ min: 0, max: HEIGHT }),
    }),
    fc.constant({ type: 'switch' as const }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const terminal = new Xterm(WIDTH, HEIGHT);
      const output = new MemoryTerminal(WIDTH, HEIGHT);
      const settings = config();
      const make = (own: { config?: Config; output?: MemoryTerminal }) => {
        const clock = new ManualClock();
        const size = { width: WIDTH, height: HEIGHT };
        const app = createApp('<text id="a">x</text>', {
          registry,
          clock,
          ...size,
          theme: 'fullcolor-dark',
          ...own,
        });
        return { app, clock };
      };
      const plain = make({});
      const shown = make({ config: settings, output });
      let isShown = true;
      const frame = (): void => {
        for (const { app } of [plain, shown]) while (!app.frame().skipped);
      };
      frame();
      for (const each of steps) {
        if (each.type === 'switch') settings.set('performance.showStats', (isShown = !isShown));
        for (const { app, clock } of [plain, shown]) {
          if (each.type === 'text')
            app.document.getElementById('a')!.textContent = each.value.join('');
          if (each.type === 'notify') app.notify(each.value.join(''), { timeout: 700 });
          if (each.type === 'wait') await clock.advance(each.ms);
          if (each.type === 'resize') app.resize(each.width, each.height);
        }
        frame();
        await terminal.write(output.take());
        const { width, height } = shown.app;
        for (let y = 0; y < height - (isShown ? 1 : 0); y++) {
          expect(shown.app.cells.rowText(y)).toBe(plain.app.cells.rowText(y));
        }
        if (width === WIDTH && height === HEIGHT) {
          expect(visible(terminal.cells())).toEqual(visible(bufferCells(shown.app.cells)));
        }
      }
      shown.app.stop();
      plain.app.stop();
    }),
    { numRuns: propertyRuns(40) },
  );
});
