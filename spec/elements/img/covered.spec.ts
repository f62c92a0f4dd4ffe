/** An image half under something else and scrolled by a row, in every mode, as another terminal shows the bytes. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { CELL_MODES } from '../../../runtime/graphics/modes.js';
import { KeptImages } from '../../../runtime/terminal/images/kept-images.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { dataUrl, rgbaPng } from '../../graphics/files.js';
import { mount } from '../../support/mount.js';
import { visible, Xterm, type ShownCell } from '../../support/xterm.js';
import { PROTOCOLS, TERMINALS } from './terminals.js';
import { tried } from '../../support/property-runs.js';

/** 64 x 64 pixels, no two rows or columns of cells alike: 8 x 4 cells. */
const PICTURE = dataUrl(
  rgbaPng(
    64,
    64,
    Uint8Array.from({ length: 64 * 64 * 4 }, (_, at) => {
      const [x, y] = [(at >> 2) % 64, at >> 8];
      return [x * 4, y * 4, ((x * y) >> 2) & 255, 255][at % 4]!;
    }),
  ),
);
const COLUMNS = 8;
const ROWS = 4;
const THEMES = ['fullcolor-dark', 'color-dark', 'color16-dark', 'bw-dark'] as const;

interface Case {
  readonly mode: string;
  readonly theme: (typeof THEMES)[number];
  readonly answers?: string;
}

const IN_CELLS: readonly Case[] = CELL_MODES.flatMap((mode) =>
  THEMES.map((theme) => ({ mode, theme })),
);
const IN_PIXELS: readonly Case[] = PROTOCOLS.map((mode) => ({
  mode,
  theme: 'fullcolor-dark',
  answers: TERMINALS[mode],
}));

/** What draws pixels, by the protocols that do so in a frame. */
const IMAGE_DATA = /\x1bP[\d;]*q|\x1b\]1337;File/;

type Grid = readonly (readonly ShownCell[])[];

let send: jest.SpiedFunction<KeptImages['send']>;
beforeEach(() => {
  send = jest.spyOn(KeptImages.prototype, 'send');
});
afterEach(() => {
  unmountAll();
  jest.restoreAllMocks();
});

/** An image in a box of as many rows, in which it can be scrolled, and what may lie over its right half. */
async function open({ mode, theme, answers = '' }: Case) {
  const place = 'position: absolute; left: 4; top: 1; width: 12; height: 3';
  const app = await mount(
    `<tui><container id="c" style="height: ${ROWS}; overflow-y: scroll"><img src="${PICTURE}" alt="P" gfx-mode="${mode}"
       style="flex-shrink: 0"/>${'<text>x</text>'.repeat(4)}</container>
     <container id="box" style="display: none; ${place}"><text>ABOVE</text></container>
     <dialog id="dialog" style="width: 12; height: 3"><text>ABOVE</text></dialog></tui>`,
    { width: 20, height: 7, theme },
  );
  if (answers !== '') app.app.input(Buffer.from(answers));
  await app.settle();
  const get = (id: string) => app.document.getElementById(id)!;
  const shown = async (): Promise<Grid> => {
    const terminal = new Xterm(20, 7);
    await terminal.write(app.output);
    return visible(terminal.cells());
  };
  return { app, get, shown };
}

/** Where the image shows: its left half, and the right one above the row `top`. */
function freeCells<T>(top: number, look: (x: number, y: number) => T): T[] {
  const cells: T[] = [];
  for (let y = 0; y < ROWS - 1; y++) {
    for (let x = 0; x < COLUMNS; x++) if (x < 4 || y < top) cells.push(look(x, y));
  }
  return cells;
}

/** The cells of the whole image: its own, or those that show it where it cannot be drawn. */
async function wholeImage({ mode, theme }: Case, first: Grid): Promise<Grid> {
  const isDrawn = mode === 'sixel' || mode === 'iterm2';
  if (!isDrawn) return first;
  const { shown } = await open({ mode: 'sextant', theme });
  return await shown();
}

it.each([...tried(IN_CELLS, 10), ...IN_PIXELS])('in $mode, $theme', async (each) => {
  const { app, get, shown } = await open(each);
  const first = await shown();
  const whole = await wholeImage(each, first);

  // A box over it hides what it covers, and nothing else.
  {
    send.mockClear();
    const length = app.output.length;
    get('box').style.display = 'flex';
    get('c').scrollTop = 1;
    await app.settle();
    const covered = await shown();
    expect(freeCells(1, (x, y) => covered[y]![x])).toEqual(
      freeCells(1, (x, y) => whole[y + 1]![x]),
    );
    expect(covered[1]!.slice(4, 9).map(({ char }) => char)).toEqual([...'ABOVE']);
    expect(app.output.slice(length)).not.toMatch(IMAGE_DATA);
    get('box').style.display = 'none';
    get('c').scrollTop = 0;
    await app.settle();
    expect(await shown()).toEqual(first);
    expect(send).not.toHaveBeenCalled();
  }

  // A modal dialog over it leaves its glyphs, and its name in pixels.
  {
    send.mockClear();
    const length = app.output.length;
    const dialog = get('dialog') as unknown as { showModal(): void; close(): void };
    get('c').scrollTop = 1;
    dialog.showModal();
    await app.settle();
    const covered = await shown();
    const look = (grid: Grid, down: number) =>
      // It is in the middle of the screen.
      freeCells(2, (x, y) => {
        const { char, fg } = grid[y + down]![x]!;
        return each.mode === 'kitty' ? { char, fg } : { char };
      });
    expect(look(covered, 0)).toEqual(look(whole, 1));
    expect(covered[2]![5]!.char).toMatch(/[─═]/);
    expect(app.output.slice(length)).not.toMatch(IMAGE_DATA);
    dialog.close();
    get('c').scrollTop = 0;
    await app.settle();
    expect(await shown()).toEqual(first);
    expect(send).not.toHaveBeenCalled();
  }
});
