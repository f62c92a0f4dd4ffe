/** A terminal that is taken over for rows below the prompt: where the mouse is, other screens, and the end. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { UserInput } from '../../runtime/base/input-events.js';
import { CellBuffer } from '../../runtime/paint/cells.js';
import { Damage } from '../../runtime/paint/damage.js';
import { TerminalDisplay } from '../../runtime/terminal/terminal-display.js';
import { Xterm } from '../support/xterm.js';

const SIZE = { width: 20, height: 8 };

class Keyboard extends PassThrough {
  readonly isTTY = true;
  setRawMode(): void {
    // No terminal behind it.
  }
}

class Stdout {
  readonly isTTY = true;
  readonly columns = SIZE.width;
  readonly rows = SIZE.height;
  readonly writableNeedDrain = false;
  readonly destroyed = false;
  text = '';
  write(bytes: Uint8Array | string): boolean {
    this.text += Buffer.from(bytes).toString();
    return true;
  }
  on(): this {
    return this;
  }
  removeListener(): this {
    return this;
  }
  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }
}

function open(mouse: boolean, altScreen = true) {
  const stdout = new Stdout();
  const inputs: UserInput[] = [];
  const display = new TerminalDisplay({
    output: stdout,
    input: new Keyboard(),
    env: { TERM: 'xterm-256color' },
    settings: { altScreen, mouse, sync: false },
    setTimer: () => () => undefined,
  });
  display.connect({
    onInput: (input) => inputs.push(input),
    onResize: () => undefined,
    onFrameNeeded: () => undefined,
    onCapabilities: () => undefined,
  });
  display.open(true);
  const terminal = new Xterm(SIZE.width, SIZE.height);
  terminal.terminal.onData((text) => display.feed(Buffer.from(text)));
  let cells = new CellBuffer(SIZE.width, 1);
  const show = async (rows: readonly string[], inline = true): Promise<void> => {
    cells = new CellBuffer(SIZE.width, inline ? rows.length : SIZE.height, cells.table);
    rows.forEach((row, y) => {
      [...row].forEach((char, x) => (cells.glyphs[y * SIZE.width + x] = char.codePointAt(0)!));
    });
    const damage = new Damage(cells.width, cells.height);
    damage.addAll();
    display.client?.present(cells, damage, null, inline);
    await terminal.write(stdout.take());
  };
  const rows = (): string[] => terminal.rows().map((row) => row.trimEnd());
  return { display, stdout, terminal, inputs, show, rows };
}

const table = new CellBuffer(SIZE.width, 1).table;

function rowsOf(height: number): CellBuffer {
  return new CellBuffer(SIZE.width, height, table);
}

function all(height: number): Damage {
  const damage = new Damage(SIZE.width, height);
  damage.addAll();
  return damage;
}

const SHELL = 'one\r\ntwo\r\n$ app\r\n';

describe('a terminal that is taken over inline', () => {
  it.each([
    ['after a line feed', SHELL],
    ['after a line without an end', `${SHELL}rest`],
  ])('begins in a blank row %s', async (_, before) => {
    const { display, terminal, show, rows, stdout } = open(false);
    await terminal.write(before);
    await show(['a', 'b']);
    expect(rows().filter((row) => row !== '')).toEqual([
      ...before.split('\r\n').filter((row) => row !== ''),
      'a',
      'b',
    ]);
    await display.close();
    await terminal.write(`${stdout.take()}$`);
    expect(
      rows()
        .filter((row) => row !== '')
        .slice(-3),
    ).toEqual(['a', 'b', '$']);
    expect(terminal.cursorHidden).toBe(false);
  });

  it('reports the mouse in cells of the region, also after it has scrolled', async () => {
    const { terminal, inputs, show, display } = open(true);
    await terminal.write(SHELL);
    await show(['a', 'b']);
    const press = (x: number, y: number): void =>
      display.feed(Buffer.from(`\x1b[<0;${x + 1};${y + 1}M`));
    press(2, 4);
    press(2, 1);
    expect(inputs).toMatchObject([{ type: 'mouse', x: 2, y: 1 }]);
    await show(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    press(0, 7);
    expect(inputs.at(-1)).toMatchObject({ x: 0, y: 6 });
    expect(inputs.every(({ type }) => type === 'mouse')).toBe(true);
    await display.close();
  });

  it('asks for no place without the mouse', async () => {
    const { show, display, stdout, terminal } = open(false);
    let asked = '';
    const write = stdout.write.bind(stdout);
    stdout.write = (bytes) => {
      asked += Buffer.from(bytes).toString();
      return write(bytes);
    };
    await terminal.write(SHELL);
    await show(['a', 'b']);
    expect(asked).not.toContain('\x1b[6n');
    await display.close();
  });

  it('waits at its end, and before it lends the terminal, for a place that the terminal has yet to report', async () => {
    const { display, stdout } = open(true);
    const late = async (work: () => Promise<unknown>): Promise<string[]> => {
      const order: string[] = [];
      const done = work().then(() => order.push('done'));
      setTimeout(() => {
        order.push('answer');
        display.feed(Buffer.from('\x1b[5;1R'));
      }, 20);
      await done;
      return order;
    };
    stdout.take();
    display.client?.present(rowsOf(2), all(2), null, true);
    expect(stdout.take()).toContain('\x1b[6n');
    const lend = display.lend!;
    expect(await late(async () => await lend(() => Promise.resolve()))).toEqual(['answer', 'done']);
    display.client?.present(rowsOf(4), all(4), null, true);
    expect(await late(() => display.close())).toEqual(['answer', 'done']);
  });

  it('waits longer for a terminal that has answered before, as over a slow connection', async () => {
    const { display, stdout } = open(true);
    display.query();
    display.feed(Buffer.from('\x1b[?62c'));
    expect(display.capabilities.answered).toBe(true);
    stdout.take();
    display.client?.present(rowsOf(2), all(2), null, true);
    expect(stdout.take()).toContain('\x1b[6n');
    const order: string[] = [];
    const closed = display.close().then(() => order.push('closed'));
    setTimeout(() => {
      order.push('answer');
      display.feed(Buffer.from('\x1b[5;1R'));
    }, 400);
    await closed;
    expect(order).toEqual(['answer', 'closed']);
  });

  it('does not ask on and on a terminal that does not answer', async () => {
    const { display, stdout } = open(true);
    let asked = 0;
    for (let frame = 0; frame < 100; frame++) {
      const height = 1 + (frame % 2);
      display.client?.present(rowsOf(height), all(height), null, true);
      asked += stdout.take().split('\x1b[6n').length - 1;
    }
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(20);
    await display.close();
  });

  it('turns to the alternate screen, and back to its rows', async () => {
    const { terminal, show, rows, display, stdout } = open(false);
    await terminal.write(SHELL);
    await show(['a', 'b']);
    const before = rows();
    await show(['full'], false);
    expect(rows()[0]).toBe('full');
    await show(['c', 'b', 'd']);
    expect(rows()).toEqual([...before.slice(0, 3), 'c', 'b', 'd', '', '']);
    await display.close();
    await terminal.write(`${stdout.take()}$`);
    expect(rows()[6]).toBe('$');
  });

  it('restores the main screen where it ends on the other one', async () => {
    const { terminal, show, rows, display, stdout } = open(false);
    await terminal.write(SHELL);
    await show(['a', 'b']);
    await show(['full'], false);
    await display.close();
    await terminal.write(`${stdout.take()}$`);
    expect(rows()).toEqual(['one', 'two', '$ app', 'a', 'b', '$', '', '']);
  });

  it('scrolls its rows away where the main screen is the only one', async () => {
    const { terminal, show, rows, display, stdout } = open(false, false);
    await terminal.write(SHELL);
    await show(['a', 'b']);
    await show(['full'], false);
    expect(rows()).toEqual(['full', '', '', '', '', '', '', '']);
    await show(['c']);
    expect(rows()[7]).toBe('c');
    await display.close();
    await terminal.write(stdout.take());
    const { active } = terminal.terminal.buffer;
    const all = Array.from({ length: active.length }, (_, y) =>
      (active.getLine(y)?.translateToString(true) ?? '').trimEnd(),
    );
    expect(all.filter((row) => row !== '')).toEqual(['one', 'two', '$ app', 'a', 'b', 'full', 'c']);
  });

  it.each([
    ['that has a screen of its own', '\x1b[?1049h\x1b[Hfull\x1b[?1049l', ['one', 'two', '$ app']],
    ['that prints', 'printed\r\n', ['one', 'two', '$ app', 'printed']],
    [
      'that fills the screen',
      Array.from({ length: 8 }, (_, at) => `${at}\r\n`).join(''),
      ['3', '4', '5', '6', '7'],
    ],
  ])('is where it was, or below the output, after a program %s', async (_, output, above) => {
    const { terminal, show, rows, display, stdout } = open(false);
    await terminal.write(SHELL);
    await show(['a', 'b', 'c']);
    await display.lend!(async () => await terminal.write(stdout.take() + output));
    // As it is shown again, at another height, too.
    await show(['d', 'e', 'f']);
    expect(rows().filter((row) => row !== '')).toEqual([...above, 'd', 'e', 'f']);
    await show(['g']);
    await display.close();
    await terminal.write(`${stdout.take()}$`);
    expect(
      rows()
        .filter((row) => row !== '')
        .slice(-2),
    ).toEqual(['g', '$']);
  });

  it('erases its rows at the end where that is requested', async () => {
    const { terminal, show, rows, display, stdout } = open(false);
    await terminal.write(SHELL);
    await show(['a', 'b']);
    display.setClearing(true);
    await display.close();
    await terminal.write(`${stdout.take()}$`);
    expect(rows().slice(0, 5)).toEqual(['one', 'two', '$ app', '$', '']);
  });
});
