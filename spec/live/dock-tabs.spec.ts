/**
 * Each tab of the developer tools in a real terminal, beside two apps in their sandboxes. What the app shows then is what it
 * shows alone in a terminal of the size that is left.
 * @ci
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { usualDivision } from '../../cli/devtools/division.js';
import { commandFile } from '../support/cli.js';
import { describeInTmux, Tmux } from '../support/tmux.js';
import {
  capture,
  mask,
  MASKED,
  part,
  screenOf,
  textsOf,
  type Cells,
} from '../support/tmux-screen.js';
import '../support/mount.js';
import { sleep, untilPasses } from '../support/until.js';

const TABS = [
  ['log', 'Nothing is logged'],
  ['elements', /<style>[^]*Enter adds/],
  ['config', 'log.level'],
  ['performance', /\d frames? in 5 s/],
  ['state', / Key +Type +Value/],
  ['requests', 'The launcher has done nothing'],
  ['permissions', /denied +read /],
] as const;

const terminal = new Tmux();
const { folder } = terminal;
const shows = (text: string | RegExp): boolean =>
  typeof text === 'string' ? terminal.screen().includes(text) : text.test(terminal.screen());

/** Frames differ from run to run, and folders from machine to machine. */
function masked(tab: string, side: Cells): Cells {
  if (tab === 'performance') {
    const names = /(?<=^│?)[^│].*/;
    return side.map((row, y) => (y < 3 ? row : mask(row, withName(row) ?? names)));
  }
  if (tab !== 'permissions') return side;
  const texts = textsOf(side);
  const head = texts.find((text) => / State +What /.test(text)) ?? '';
  const from = head.indexOf('What') + 'write '.length;
  const path = new RegExp(`(?<=^.{${from}}).{${head.search(/ (By|Used) /) - 1 - from}}`);
  return side.map((row, y) =>
    /^.? *(granted|denied) +(read|write) /.test(texts[y] ?? '') ? mask(row, path) : row,
  );
}

/** What follows the name of a series. */
function withName(row: Cells[number]): RegExp | undefined {
  const [text = ''] = textsOf([row]);
  const found = /^.? *(style|layout|paint|diff|bytes|cells):/.exec(text);
  return found === null ? undefined : new RegExp(`(?<=^.{${found[0].length}}).*`);
}

/** The dashboard's history goes on; its other figures are samples. */
function still(name: string, main: Cells): Cells {
  if (name !== 'dashboard') return main;
  let isHistory = false;
  return main.map((row) => {
    const [text = ''] = textsOf([row]);
    if (text.startsWith('╰')) isHistory = false;
    const moves = isHistory || text.includes('min:');
    if (text.includes('Busy over')) isHistory = true;
    return moves ? row.map(() => MASKED) : row;
  });
}

/** What is shown twice, some time apart. */
async function standsStill<T>(look: () => Promise<T>): Promise<T> {
  let last: T | undefined;
  for (;;) {
    const shown = await look();
    if (JSON.stringify(shown) === JSON.stringify(last)) return shown;
    last = shown;
    await sleep(150);
  }
}

describeInTmux('the tabs of the developer tools in tmux', () => {
  beforeAll(async () => {
    for (const name of ['gallery', 'dashboard'])
      copyFileSync(`examples/${name}.tui`, join(folder, `${name}.tui`));
    await terminal.start(120, 40);
    terminal.run(
      'send-keys',
      `cd ${folder}; unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME; export HOME=${folder} COLORTERM=truecolor`,
      'Enter',
    );
  });
  afterAll(() => {
    terminal.stop();
  });

  it.each([
    ['gallery', { width: 120, height: 40 }, 'fullcolor-dark'],
    ['gallery', { width: 80, height: 24 }, 'fullcolor-std'],
    ['dashboard', { width: 120, height: 40 }, 'fullcolor-std'],
    ['dashboard', { width: 80, height: 24 }, 'fullcolor-dark'],
  ] as const)('on the %s at %o in %s', async (name, size, theme) => {
    const { width, height } = size;
    const { side, cells } = usualDivision(size);
    const main =
      side === 'right'
        ? { x: 0, y: 0, width: width - cells, height }
        : { x: 0, y: 0, width, height: height - cells };
    const dock =
      side === 'right'
        ? { x: main.width, y: 0, width: cells, height }
        : { x: 0, y: main.height, width, height: cells };
    const resize = (to: { width: number; height: number }): string =>
      terminal.run('resize-window', '-x', String(to.width), '-y', String(to.height));
    resize(size);
    terminal.keys(
      `clear; rm -rf .local; node ${commandFile()} --trust --allow-unenforced --theme ${theme} ${name}.tui --sample; echo "ended $?"`,
      'Enter',
    );
    await terminal.until('the app', () => shows(/Gallery|Cores/));
    terminal.keys('F12');
    await terminal.until('the dock', () => shows('Developer tools'));
    let before: Cells = [];
    for (const [tab, text] of TABS) {
      if (tab !== 'log') terminal.keys('C-PageDown');
      if (tab === 'config') {
        // Some of the settings, so that a new one changes no picture.
        await terminal.until('the settings', () => shows('theme'));
        terminal.click(dock.x + 5, dock.y + 3);
        terminal.run('send-keys', '-l', 'log.');
        await terminal.until('the search', () => !shows('theme'));
      }
      let isOver = false;
      await terminal.until(tab, () => {
        if (shows(text)) return true;
        // A button that is hovered, and is not, makes frames of the app.
        isOver = !isOver;
        if (tab === 'performance') terminal.mouse(35, isOver ? 20 : 0, 2);
        return false;
      });
      if (tab === 'performance') terminal.mouse(35, dock.x + 2, dock.y + 2);
      // One that stands still may be waiting for the app.
      await untilPasses(async () => {
        const shown = await standsStill(async () =>
          masked(tab, part(await capture(terminal, width, height), dock)),
        );
        expect(screenOf(shown, theme)).toMatchScreen(`${name} ${width}x${height} ${tab}`);
      });
      before = still(name, part(await capture(terminal, width, height), main));
    }
    terminal.keys('F12');
    await terminal.until('no dock', () => !shows('Developer tools'));
    resize(main);
    await untilPasses(async () => {
      const alone = still(name, await capture(terminal, main.width, main.height));
      expect(textsOf(alone)).toEqual(textsOf(before));
      expect(alone).toEqual(before);
    });
    terminal.keys('C-c', 'C-c');
    await terminal.until('the end', () => shows('ended 130'));
  });
});
