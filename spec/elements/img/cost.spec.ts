/** What an image costs a running app, counted and not timed: nothing while it is as it was. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GifWriter } from 'omggif';
import { CELL_MODES } from '../../../runtime/graphics/modes.js';
import { KeptImages } from '../../../runtime/terminal/images/kept-images.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { dataUrl, rgbaPng } from '../../graphics/files.js';
import { mount } from '../../support/mount.js';
import { PROTOCOLS, TERMINALS } from './terminals.js';
import { tried } from '../../support/property-runs.js';

/** 64 x 64 pixels in all colours: 8 x 4 cells. */
const PICTURE = rgbaPng(
  64,
  64,
  Uint8Array.from({ length: 64 * 64 * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : ((at >> 2) * (at % 4 === 0 ? 4 : 7) + at) & 255,
  ),
);

/** Arrays of fractions that were made: all resampling and all choosing of cells begins with some. */
let arrays = 0;
let send: jest.SpiedFunction<KeptImages['send']>;

function counted<T extends object>(constructor: T): T {
  return new Proxy(constructor, {
    construct(target, values, newTarget): object {
      arrays++;
      return Reflect.construct(target as never, values as never[], newTarget) as object;
    },
  });
}

const own = { Float32Array, Float64Array };

beforeEach(() => {
  globalThis.Float32Array = counted(own.Float32Array);
  globalThis.Float64Array = counted(own.Float64Array);
  send = jest.spyOn(KeptImages.prototype, 'send');
});
afterEach(() => {
  unmountAll();
  jest.restoreAllMocks();
  Object.assign(globalThis, own);
});

interface Case {
  readonly mode: string;
  readonly theme: 'fullcolor-dark' | 'color-dark' | 'color16-dark' | 'bw-dark';
  readonly answers?: string;
}

const THEMES = ['fullcolor-dark', 'color-dark', 'color16-dark', 'bw-dark'] as const;
const CASES: readonly Case[] = [
  ...CELL_MODES.flatMap((mode) => THEMES.map((theme) => ({ mode, theme }))),
  ...PROTOCOLS.map((mode) => ({
    mode,
    theme: 'fullcolor-dark' as const,
    answers: TERMINALS[mode],
  })),
];

/** An image in a box that scrolls, below a text, in an app that has settled. */
async function open({ mode, theme, answers = '' }: Case) {
  const reads: string[] = [];
  const app = await mount(
    `<tui><text id="t">above</text>
     <container id="c" style="height: 5; overflow-y: scroll">
       <img gfx-mode="${mode}" src="https://a.example/p.png" style="height: 4; flex-shrink: 0"/>${'<text>x</text>'.repeat(4)}</container>
     <container id="d" style="display: none; position: absolute; left: 4; top: 2; width: 9; height: 2"><text>ABOVE</text></container></tui>`,
    {
      width: 20,
      height: 8,
      theme,
      permissions: ['--allow-net=a.example'],
      fetch: (url) => {
        reads.push(String(url));
        return new Response(Buffer.from(PICTURE));
      },
    },
  );
  if (answers !== '') app.app.input(Buffer.from(answers));
  await app.settle();
  const img = app.document.querySelector('img')!;
  const get = (id: string) => app.document.getElementById(id)!;
  /** What is done while `change` is shown. */
  const costOf = async (change: () => void) => {
    arrays = 0;
    send.mockClear();
    reads.length = 0;
    const length = app.output.length;
    change();
    const frame = app.app.frame();
    const { painted } = app.app.counters;
    await app.settle();
    return {
      ...frame,
      painted,
      work: [arrays, send.mock.calls.length, reads.length],
      output: app.output.slice(length),
    };
  };
  return { app, img, get, costOf };
}

const NONE = [0, 0, 0];
/** A glyph of any mode, a part of an image, or what draws one. */
const OF_IMAGE =
  /[\u2580-\u259f\u2800-\u28ff\u{1cd00}-\u{1cde5}\u{1fb00}-\u{1fb3b}\u{10eeee}]|\x1bP|\x1b\]1337/u;

it.each(tried(CASES, 15))('an image in $mode, $theme', async (each) => {
  const { costOf, get, img } = await open(each);

  // It costs no frame while nothing changes.
  expect(await costOf(() => undefined)).toMatchObject({
    skipped: true,
    cells: 0,
    bytes: 0,
    work: NONE,
    output: '',
  });

  // It costs nothing while a text beside it changes.
  const cost = await costOf(() => (get('t').textContent = 'aXove'));
  expect(cost).toMatchObject({ cells: 1, work: NONE });
  // The text, and at most what is around it.
  expect(cost.painted).toBeLessThanOrEqual(2);
  expect(cost.output).not.toMatch(OF_IMAGE);

  // It is computed once, however it is covered and scrolled.
  const changes: Readonly<Record<string, () => void>> = {
    covered: () => (get('d').style.display = 'flex'),
    scrolled: () => (get('c').scrollTop = 1),
    uncovered: () => (get('d').style.display = 'none'),
    'scrolled back': () => (get('c').scrollTop = 0),
  };
  for (const [name, change] of Object.entries(changes)) {
    const { work, cells } = await costOf(change);
    expect([name, work, cells > 0]).toEqual([name, NONE, true]);
  }

  // It is computed again in another size, of the same pixels.
  const { work } = await costOf(() => (img.style.height = '3'));
  expect(work[0]).toBeGreaterThan(0);
  expect(work.slice(1)).toEqual(['answers' in each ? 1 : 0, 0]);
});

describe('an animation', () => {
  it.each(['sextant', 'block', 'luma'])(
    'in %s computes each frame once, and then none',
    async (mode) => {
      const bytes = new Uint8Array(4000);
      const palette = [0xff0000, 0x00ff00, 0x0000ff, 0xffffff];
      const writer = new GifWriter(bytes, 16, 16, { palette, loop: 0 });
      for (let frame = 0; frame < 4; frame++) {
        const indexes = Array.from({ length: 256 }, (_, at) => ((at >> 2) + frame) % 4);
        writer.addFrame(0, 0, 16, 16, indexes, { delay: 10 });
      }
      const src = dataUrl(bytes.slice(0, writer.end()), 'gif');
      const app = await mount(`<tui><img gfx-mode="${mode}" src="${src}"/></tui>`, {
        width: 4,
        height: 3,
      });
      const round = async (): Promise<number> => {
        arrays = 0;
        const size = app.output.length;
        for (let frame = 0; frame < 4; frame++) await app.advance(100);
        expect(app.output.length).toBeGreaterThan(size);
        return arrays;
      };
      expect(await round()).toBeGreaterThan(0);
      expect([await round(), await round()]).toEqual([0, 0]);
    },
  );
});
