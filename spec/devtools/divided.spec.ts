/** A terminal that an app shares with developer tools: the app is what it is on a terminal of the size that is left. */
import { describe, expect, it } from '@jest/globals';
import type { App } from '../../runtime/app/app.js';
import { rgb } from '../../runtime/base/color.js';
import type { UserInput } from '../../runtime/base/input-events.js';
import { CellBuffer } from '../../runtime/paint/cells.js';
import { Damage } from '../../runtime/paint/damage.js';
import { Screen } from '../../runtime/screen/screen.js';
import type { Division } from '../../runtime/terminal/divided/divided-screen.js';
import type { Side } from '../../runtime/terminal/divided/divider.js';
import { pictured, PictureTerminal, type Pictured } from './support/terminal.js';

const THEME = 'fullcolor-dark';
const NO_KEYS = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const key = (name: string): UserInput => ({ type: 'key', key: name, kind: 'press', ...NO_KEYS });
const mouse = (action: 'press' | 'release' | 'move' | 'drag', x: number, y: number): UserInput => ({
  type: 'mouse',
  action,
  button: action === 'move' ? -1 : 0,
  x,
  y,
  deltaX: 0,
  deltaY: 0,
  ...NO_KEYS,
});

function divide({ display, app }: Pictured, division: Division): Side {
  const side = display.divider!.open(division);
  fill(side);
  settle(app);
  return side;
}

/** Frames until nothing is left to do: what has the focus, for example, shows in the second one. */
function settle(app: App): void {
  for (let count = 0; count === 0 || (app.pending && count < 9); count++) app.frame();
}

/** Something at the side, in styles of its own. */
function fill(side: Side, glyph = 0x2592): void {
  const { width, height } = side.display.open()!;
  const cells = new CellBuffer(width, height);
  cells.glyphs.fill(glyph);
  cells.styles.fill(cells.table.intern(rgb(255, 0, 0), rgb(0, 0, 255), 0));
  const damage = new Damage(width, height);
  damage.addAll();
  side.display.client!.present(cells, damage, null);
}

/** Each cell in words, whatever the styles are numbered. */
function cellsOf(screen: Screen): string[] {
  const { width, height } = screen;
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => {
      const { fg, bg, attributes } = screen.styleAt(x, y);
      return `${screen.charAt(x, y)} ${fg}/${bg}/${attributes}`;
    }).join(' '),
  );
}

/** The same app alone on a terminal of the size that is left, after the same input. */
function alone(file: string, found: Pictured, inputs: readonly UserInput[] = []): Screen {
  const { width, height } = found.display.divider!.mainSize;
  const other = pictured(file, { width, height });
  settle(other.app);
  for (const input of inputs) {
    other.terminal.input(input);
    settle(other.app);
  }
  return Screen.of(other.terminal.picture!, THEME);
}

describe.each([
  ['examples/gallery.tui', { width: 120, height: 40 }, { side: 'right', cells: 50 }],
  ['examples/gallery.tui', { width: 80, height: 24 }, { side: 'bottom', cells: 11 }],
  ['examples/dashboard.tui', { width: 120, height: 40 }, { side: 'right', cells: 50 }],
  ['examples/dashboard.tui', { width: 80, height: 24 }, { side: 'bottom', cells: 11 }],
  ['examples/form.tui', { width: 120, height: 40 }, { side: 'bottom', cells: 15 }],
  ['examples/settings.tui', { width: 100, height: 30 }, { side: 'right', cells: 41 }],
] as const)('%s on %o, divided %o', (file, size, division) => {
  it('is painted as alone on a terminal of the size that is left', () => {
    const found = pictured(file, size);
    settle(found.app);
    divide(found, division);
    const inputs = [key('Tab'), key('Tab'), key(' '), mouse('move', 8, 3), key('ArrowDown')];
    for (const input of inputs) {
      found.terminal.input(input);
      settle(found.app);
    }
    const { mainArea, sideArea } = found.display.divider!.screen;
    expect(cellsOf(found.terminal.screen(mainArea, THEME))).toEqual(
      cellsOf(alone(file, found, inputs)),
    );
    const shown = found.terminal.screen(sideArea, THEME);
    expect(shown.chars.every((each) => each === '▒')).toBe(true);
  });

  it('is painted as on the whole terminal once the side is closed', () => {
    const found = pictured(file, size);
    settle(found.app);
    const side = divide(found, division);
    side.close();
    settle(found.app);
    expect(found.terminal.picture).toBe(found.app.cells);
    expect({ width: found.app.width, height: found.app.height }).toEqual(size);
  });

  it('is painted as alone when it is divided again', () => {
    const found = pictured(file, size);
    settle(found.app);
    for (let count = 0; count < 2; count++) {
      divide(found, division).close();
      settle(found.app);
    }
    divide(found, division);
    const { mainArea } = found.display.divider!.screen;
    expect(cellsOf(found.terminal.screen(mainArea, THEME))).toEqual(cellsOf(alone(file, found)));
  });

  it('follows the terminal and the line between the parts', () => {
    const found = pictured(file, size);
    settle(found.app);
    const side = divide(found, division);
    found.terminal.resize({ width: size.width - 7, height: size.height - 3 });
    side.division = { side: division.side, cells: division.cells - 6 };
    fill(side);
    settle(found.app);
    const { mainArea } = found.display.divider!.screen;
    expect(cellsOf(found.terminal.screen(mainArea, THEME))).toEqual(cellsOf(alone(file, found)));
  });
});

describe('undivided', () => {
  it('shows the cells of the app themselves: nothing is copied', () => {
    const { app, terminal } = pictured('examples/gallery.tui', { width: 80, height: 24 });
    app.frame();
    expect(terminal.picture).toBe(app.cells);
    terminal.input(key('Tab'));
    app.frame();
    expect(terminal.picture).toBe(app.cells);
  });
});

describe('input', () => {
  const open = (): Pictured & { side: Side; got: UserInput[] } => {
    const found = pictured('examples/form.tui', { width: 100, height: 30 });
    settle(found.app);
    const side = divide(found, { side: 'right', cells: 40 });
    const got: UserInput[] = [];
    side.display.connect({
      onInput: (input) => void got.push(input),
      onResize: () => undefined,
      onFrameNeeded: () => undefined,
      onCapabilities: () => undefined,
    });
    return { ...found, side, got };
  };
  const focused = ({ app }: Pictured): string => app.document.activeElement.localName;

  it('goes to the part that has the keyboard, which a click changes', () => {
    const found = open();
    const { terminal, side, got } = found;
    terminal.input(key('Tab'));
    expect(got).toEqual([]);
    const before = found.app.document.activeElement;
    terminal.input(mouse('press', 80, 10));
    terminal.input(mouse('release', 80, 10));
    expect(side.hasKeyboard).toBe(true);
    terminal.input(key('Tab'));
    expect(found.app.document.activeElement).toBe(before);
    expect(got.map(({ type }) => type)).toEqual(['mouse', 'mouse', 'key']);
    expect(got[0]).toMatchObject({ x: 20, y: 10 });
    terminal.input(mouse('press', 5, 5));
    terminal.input(mouse('release', 5, 5));
    expect(side.hasKeyboard).toBe(false);
    expect(focused(found)).not.toBe('');
  });

  it('drags the line', () => {
    const { terminal, side, display } = open();
    const moved: Division[] = [];
    side.onDivision = (division) => void moved.push(division);
    terminal.input(mouse('press', 60, 4));
    terminal.input(mouse('drag', 50, 4));
    terminal.input(mouse('release', 50, 4));
    expect(display.divider!.mainSize).toEqual({ width: 50, height: 30 });
    expect(moved).toEqual([{ side: 'right', cells: 50 }]);
  });

  it('leaves each part some cells, on the smallest terminals too', () => {
    for (const [width, height] of [
      [30, 8],
      [10, 3],
      [1, 1],
    ] as const) {
      for (const place of ['right', 'bottom'] as const) {
        const found = pictured('examples/form.tui', { width, height });
        settle(found.app);
        divide(found, { side: place, cells: 999 });
        const { mainArea, sideArea } = found.display.divider!.screen;
        expect(mainArea.width * mainArea.height + sideArea.width * sideArea.height).toBe(
          width * height,
        );
      }
    }
  });

  it('is a picker’s over the app, which notices nothing', () => {
    const found = open();
    const { terminal, side, app } = found;
    const seen: string[] = [];
    for (const type of ['mousedown', 'mousemove', 'click', 'keydown']) {
      app.document.addEventListener(type, () => void seen.push(type));
    }
    const picked: UserInput[] = [];
    side.picker = (input) => void picked.push(input);
    terminal.input(mouse('move', 5, 5));
    terminal.input(mouse('press', 5, 5));
    terminal.input(mouse('release', 5, 5));
    expect(picked).toHaveLength(3);
    expect(seen).toEqual([]);
  });
});

describe('marks', () => {
  it('tint cells while they are set, and leave them as they were', () => {
    const found = pictured('examples/form.tui', { width: 100, height: 30 });
    settle(found.app);
    const side = divide(found, { side: 'right', cells: 40 });
    const { mainArea } = found.display.divider!.screen;
    const before = found.terminal.screen(mainArea, THEME).toJson();
    side.marks = [{ rect: { x: 2, y: 1, width: 5, height: 2 }, color: rgb(0, 90, 200) }];
    const marked = found.terminal.screen(mainArea, THEME);
    expect(marked.styleAt(3, 1).bg).not.toBe(marked.styleAt(3, 8).bg);
    // A frame meanwhile keeps them.
    found.terminal.input(key('Tab'));
    settle(found.app);
    found.terminal.input({ ...key('Tab'), shiftKey: true } as UserInput);
    settle(found.app);
    side.marks = [];
    const after = found.terminal.screen(mainArea, THEME).toJson();
    expect(after.rows.map(({ text }) => text)).toEqual(before.rows.map(({ text }) => text));
    expect(found.terminal).toBeInstanceOf(PictureTerminal);
  });
});
