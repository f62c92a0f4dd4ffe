/** Dragging over an image: what is highlighted, and what is copied, in cells and in pixels. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { dataUrl, rgbaPng } from '../../graphics/files.js';
import { mount } from '../../support/mount.js';
import { PROTOCOLS, TERMINALS } from './terminals.js';

afterEach(unmountAll);

/** 8 x 4 cells. */
const PICTURE = dataUrl(
  rgbaPng(
    64,
    64,
    Uint8Array.from({ length: 64 * 64 * 4 }, (_, at) => at | 3),
  ),
);
const CELLS = [
  'sextant',
  'quadrant',
  'block',
  'pattern',
  'luma',
  'halfblock',
  'octant',
  'braille',
].map((mode) => ({ mode, answers: '' }));
const PIXELS = PROTOCOLS.map((mode) => ({ mode, answers: TERMINALS[mode] }));
/** Wide enough for a notification beside the image. */
const WIDTH = 70;
const at = (x: number, y: number) => ({ x, y });

type App = Awaited<ReturnType<typeof mount>>;

async function open(attributes: string, answers = '', options = {}): Promise<App> {
  const app = await mount(
    `<tui><text>above it</text><img ${attributes}/><text>below it</text></tui>`,
    { width: WIDTH, height: 12, ...options },
  );
  if (answers !== '') app.app.input(Buffer.from(answers));
  await app.settle();
  return app;
}

const glyphs = (app: App): string[] => {
  const { cells } = app.app;
  return [...cells.glyphs.subarray(WIDTH, 5 * WIDTH)]
    .filter((_, place) => place % WIDTH < 20)
    .map((glyph) => cells.table.text(glyph));
};
/** Of each cell of the image the colour of its text, which names an image in pixels. */
const inks = (app: App): number[] => {
  const { cells } = app.app;
  return [1, 2, 3, 4].flatMap((y) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((x) => cells.table.get(cells.styles[y * WIDTH + x]!).fg),
  );
};

describe.each([...CELLS, ...PIXELS])('in $mode', ({ mode, answers }) => {
  const img = `gfx-mode="${mode}" src="${PICTURE}"`;

  it('a drag over a part copies its text', async () => {
    const app = await open(`${img} alt="A ramp"`, answers);
    const [before, names] = [glyphs(app), inks(app)];
    const plain = app.screen();
    await app.drag(at(2, 2), at(5, 3));
    expect(app.clipboard).toBe('A ramp');
    // All of it is highlighted, with what it shows, and nothing around it.
    expect(glyphs(app)).toEqual(before);
    expect(inks(app)).toEqual(names);
    const shown = app.screen();
    const changed = [0, 1, 2, 3, 4, 5].map((y) =>
      [...Array(20).keys()].filter((x) => shown.cell(x, y).bg !== plain.cell(x, y).bg),
    );
    const row = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(changed).toEqual([[], row, row, row, row, []]);
  });

  it('a drag that leaves it copies no more', async () => {
    const app = await open(`${img} alt="A ramp"`, answers);
    await app.drag(at(2, 2), at(20, 5));
    expect(app.clipboard).toBe('A ramp');
  });

  it('a drag from a text over it copies of the text alone', async () => {
    const app = await open(`${img} alt="A ramp"`, answers);
    await app.drag(at(6, 0), at(6, 3));
    expect(app.clipboard).toBe('it');
  });

  it('without a text nothing is copied', async () => {
    const app = await open(img, answers);
    await app.drag(at(2, 2), at(5, 3));
    expect([app.clipboard, app.notifications]).toEqual(['', []]);
  });
});

it('a click copies nothing', async () => {
  const app = await open(`src="${PICTURE}" alt="A ramp"`);
  await app.click(at(2, 2));
  expect(app.clipboard).toBe('');
});

it('an image that cannot be shown copies the text that shows', async () => {
  const app = await open('src="none.png" alt="A ramp \u001b[31mto the right"', '', {
    errors: 'keep',
    files: {},
    permissions: 'all',
  });
  expect(app.text()).toContain('A ramp');
  await app.drag(at(0, 1), at(4, 1));
  expect(app.clipboard).toMatch(/^A ramp [^\u001b]*to the right$/);
});
