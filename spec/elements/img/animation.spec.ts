/** GIF pictures that move, and when they do not. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { GifWriter } from 'omggif';
import { Config } from '../../../config/config.js';
import { KeptImages } from '../../../runtime/terminal/images/kept-images.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { dataUrl } from '../../graphics/files.js';
import { mount } from '../../support/mount.js';
import { TERMINALS } from './terminals.js';

afterEach(() => {
  unmountAll();
  jest.restoreAllMocks();
});

/** 8 x 16 pixels of one colour a frame: one cell. */
function film(colors: readonly number[], { isEndless = true } = {}) {
  const bytes = new Uint8Array(20_000);
  const palette = [...colors, ...Array<number>(8 - colors.length).fill(0)];
  const writer = new GifWriter(bytes, 8, 16, { palette, ...(isEndless ? { loop: 0 } : {}) });
  for (const index of colors.keys()) {
    writer.addFrame(0, 0, 8, 16, Array<number>(128).fill(index), { delay: 10 });
  }
  return dataUrl(bytes.slice(0, writer.end()), 'gif');
}

const COLORS = [0xff0000, 0x00ff00, 0x0000ff];
const NAMES = new Map([
  ['255;0;0', 'red'],
  ['0;255;0', 'green'],
  ['0;0;255', 'blue'],
]);
type App = Awaited<ReturnType<typeof mount>>;
const shown = (app: App): string =>
  [...NAMES].find(([color]) => app.screen().toAnsi().includes(`48;2;${color}`))?.[1] ?? 'none';

async function open(src: string, attributes = '', options = {}): Promise<App> {
  return await mount(
    `<tui><container id="box" style="overflow: hidden; height: 2"><img ${attributes} src="${src}"/></container></tui>`,
    { width: 6, height: 3, ...options },
  );
}

/** What shows, each time after so many milliseconds. */
async function watch(app: App, ...steps: number[]): Promise<string[]> {
  const seen = [];
  for (const step of steps) {
    await app.advance(step);
    seen.push(shown(app));
  }
  return seen;
}

describe('a picture that moves', () => {
  it('shows each frame for its time, again and again', async () => {
    const app = await open(film(COLORS));
    expect(shown(app)).toBe('red');
    expect(await watch(app, 90, 20, 80, 20, 100, 100)).toEqual([
      'red',
      'green',
      'green',
      'blue',
      'red',
      'green',
    ]);
  });

  it('stays at its last frame where it plays once', async () => {
    const app = await open(film(COLORS, { isEndless: false }));
    expect(await watch(app, 150, 100, 100, 10_000)).toEqual(['green', 'blue', 'blue', 'blue']);
    expect(app.clock.pending).toBe(0);
  });

  it('begins anew with another src', async () => {
    const app = await open(film(COLORS));
    await app.advance(150);
    app.document.querySelector('img')!.setAttribute('src', film([...COLORS].reverse()));
    await app.settle();
    expect(shown(app)).toBe('blue');
    expect(await watch(app, 110, 100)).toEqual(['green', 'red']);
  });
});

describe('a picture stands still', () => {
  const isStill = async (app: App): Promise<void> => {
    expect(await watch(app, 150, 10_000)).toEqual(['red', 'red']);
    expect(app.clock.pending).toBe(0);
  };

  it('by animation-play-state, its own or one around it', async () => {
    await isStill(await open(film(COLORS), 'style="animation-play-state: paused"'));
    const app = await open(film(COLORS));
    app.document.documentElement.style.setProperty('animation-play-state', 'paused');
    await app.settle();
    await isStill(app);
  });

  it('by render.animateGif, also while it runs', async () => {
    const config = new Config({ env: {}, cwd: '/', home: '/nowhere' });
    const app = await open(film(COLORS), '', { config });
    expect(await watch(app, 150)).toEqual(['green']);
    config.set('render.animateGif', false);
    await app.settle();
    await isStill(app);
    config.set('render.animateGif', true);
    expect(await watch(app, 1, 120)).toEqual(['red', 'green']);
  });

  it('by render.reducedMotion, also while it runs', async () => {
    const started = new Config({ env: { TUI_REDUCED_MOTION: '1' }, cwd: '/', home: '/nowhere' });
    await isStill(
      await open(film(COLORS), 'style="animation-play-state: running"', { config: started }),
    );
    const config = new Config({ env: {}, cwd: '/', home: '/nowhere' });
    const app = await open(film(COLORS), '', { config });
    expect(await watch(app, 150)).toEqual(['green']);
    config.set('render.reducedMotion', true);
    await app.settle();
    await isStill(app);
    config.set('render.reducedMotion', false);
    await app.settle();
    expect(await watch(app, 1, 120)).toEqual(['red', 'green']);
  });

  it('while it is hidden, and goes on with the next frame', async () => {
    const app = await open(film(COLORS));
    expect(await watch(app, 150)).toEqual(['green']);
    const box = app.document.getElementById('box')!;
    box.hidden = true;
    await app.advance(200);
    expect(app.clock.pending).toBe(0);
    const size = app.output.length;
    await app.advance(60_000);
    expect(app.output.length).toBe(size);
    box.hidden = false;
    await app.settle();
    expect(shown(app)).toBe('blue');
    expect(await watch(app, 90, 20)).toEqual(['blue', 'red']);
  });

  it.each([
    ['display', 'none', 'flex'],
    ['visibility', 'hidden', 'visible'],
  ])('while %s is %s', async (property, hidden, shownAgain) => {
    const app = await open(film(COLORS));
    expect(await watch(app, 150)).toEqual(['green']);
    const { style } = app.document.getElementById('box')!;
    style.setProperty(property, hidden);
    await app.advance(200);
    expect(app.clock.pending).toBe(0);
    const size = app.output.length;
    await app.advance(60_000);
    expect(app.output.length).toBe(size);
    style.setProperty(property, shownAgain);
    await app.settle();
    expect(await watch(app, 90, 20)).toEqual(['blue', 'red']);
  });

  it('while it is scrolled out of sight', async () => {
    const app = await mount(
      `<tui><container id="box" style="overflow: scroll; height: 2"><img src="${film(COLORS)}"/>${'<text>line</text>'.repeat(9)}</container></tui>`,
      { width: 8, height: 2 },
    );
    app.document.getElementById('box')!.scrollTop = 5;
    await app.advance(300);
    expect(app.clock.pending).toBe(0);
    app.document.getElementById('box')!.scrollTop = 0;
    await app.settle();
    expect(await watch(app, 100, 100, 100)).toHaveLength(3);
    expect(app.clock.pending).toBeGreaterThan(0);
  });
});

describe('a picture that moves in pixels', () => {
  it('is sent once a frame, whatever it plays, and deleted when it goes', async () => {
    const send = jest.spyOn(KeptImages.prototype, 'send');
    const remove = jest.spyOn(KeptImages.prototype, 'remove');
    const app = await open(film(COLORS), 'gfx-mode="auto"');
    app.app.input(Buffer.from(TERMINALS.kitty));
    await app.settle();
    const { cells } = app.app;
    const ids = [];
    for (let frame = 0; frame < 9; frame++) {
      ids.push(cells.table.get(cells.styles[0]!).fg & 0xffffff);
      await app.advance(100);
    }
    const sent = send.mock.calls.map(([id]) => id);
    expect(sent).toHaveLength(3);
    expect(ids).toEqual([...sent, ...sent, ...sent]);
    app.document.querySelector('img')!.remove();
    await app.advance(200);
    expect(remove.mock.calls.map(([id]) => id).sort()).toEqual([...sent].sort());
    expect(app.clock.pending).toBe(0);
  });
});
