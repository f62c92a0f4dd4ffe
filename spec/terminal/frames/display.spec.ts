/** An app whose terminal another process owns: both ends of the protocol, with a real app at one of them. */
import { describe, expect, it } from '@jest/globals';
import { registry } from '../../../elements/index.js';
import { createApp, type App } from '../../../runtime/app/app.js';
import { detectCapabilities } from '../../../runtime/terminal/capabilities.js';
import { FrameServer } from '../../../runtime/terminal/frames/frame-server.js';
import { RemoteDisplay } from '../../../runtime/terminal/frames/remote-display.js';
import {
  FRAME,
  FrameError,
  MessageBytes,
  PRINT,
  TITLE,
} from '../../../runtime/terminal/frames/wire.js';
import { MemoryTerminal } from '../../../runtime/terminal/memory-terminal.js';
import { Screen } from '../../../runtime/terminal/screen.js';
import { Xterm } from '../../support/xterm.js';

const SIZE = { width: 30, height: 6 };
const CAPABILITIES = detectCapabilities({ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, true);

interface World {
  readonly app: App;
  readonly server: FrameServer;
  readonly display: RemoteDisplay;
  readonly terminal: MemoryTerminal;
  readonly screen: Screen;
  /** What the server was told. */
  readonly told: string[];
  /** Delivers what was sent, both ways, until nothing is left. */
  deliver(): void;
  /** The terminal's rows. */
  rows(): Promise<string[]>;
}

function world(markup: string): World {
  const terminal = new MemoryTerminal(SIZE.width, SIZE.height);
  const told: string[] = [];
  const toServer: Uint8Array[] = [];
  const toApp: Uint8Array[] = [];
  const screen = new Screen(terminal, { depth: 'truecolor' });
  const server = new FrameServer(screen, SIZE, {
    send: (message) => void toApp.push(message.slice()),
    waiting: () => 0,
    onFirstFrame: () => told.push('first frame'),
    onTitle: (title) => told.push(`title ${title}`),
    onBell: () => told.push('bell'),
    onSuspend: () => told.push('suspend'),
    onPong: () => told.push('pong'),
    onSettings: (settings) => told.push(`settings ${JSON.stringify(settings)}`),
  });
  const display = new RemoteDisplay({ ...SIZE, capabilities: CAPABILITIES }, (message) => {
    toServer.push(message.slice());
  });
  const app = createApp(markup, { registry, display, theme: 'fullcolor-dark' });
  const deliver = (): void => {
    while (toServer.length + toApp.length > 0) {
      for (const message of toServer.splice(0)) server.receive(message);
      for (const message of toApp.splice(0)) display.receive(message);
      app.frame();
    }
  };
  const rows = async (): Promise<string[]> => {
    const xterm = new Xterm(terminal.width, terminal.height);
    await xterm.write(terminal.text());
    return xterm.rows().map((row) => row.trimEnd());
  };
  return { app, server, display, terminal, screen, told, deliver, rows };
}

const FORM = `<tui><text id="t">hello</text><input id="i" autofocus="true"/></tui>`;

describe('an app behind the protocol', () => {
  it('has the size of the terminal from the start, for what its scripts measure and print', () => {
    const { app } = world(FORM);
    expect([app.width, app.height]).toEqual([SIZE.width, SIZE.height]);
    app.stop();
  });

  it('is shown, hears keys and is shown again', async () => {
    const { app, server, told, deliver, rows, display } = world(FORM);
    display.open();
    app.frame();
    deliver();
    expect(told).toEqual(['first frame']);
    expect((await rows())[0]).toBe('hello');
    for (const key of 'ab') {
      server.input({
        type: 'key',
        key,
        text: key,
        kind: 'press',
        ctrlKey: false,
        altKey: false,
        shiftKey: false,
        metaKey: false,
      });
    }
    deliver();
    expect((await rows())[1]).toContain('ab');
    app.stop();
  });

  it('hears what was typed before it could, after its first frame', () => {
    const { app, server, deliver, display } = world(FORM);
    server.input({
      type: 'key',
      key: 'x',
      text: 'x',
      kind: 'press',
      ctrlKey: false,
      altKey: false,
      shiftKey: false,
      metaKey: false,
    });
    deliver();
    display.open();
    app.frame();
    const input = app.document.getElementById('i') as unknown as { value: string };
    expect(input.value).toBe('');
    display.query();
    expect(input.value).toBe('x');
    app.stop();
  });

  it('follows a new size; a frame of the old one is not shown', async () => {
    const { app, server, terminal, deliver, rows, display } = world(FORM);
    display.open();
    app.frame();
    // On its way while the terminal changes.
    terminal.width = 12;
    terminal.height = 2;
    server.resize({ width: 12, height: 2 });
    deliver();
    expect(app.width).toBe(12);
    expect(await rows()).toEqual(['hello', expect.stringMatching(/^.{0,12}$/)]);
    app.stop();
  });

  it('goes on after a frame that was on its way while the size changed', async () => {
    const { app, server, terminal, deliver, rows, display } = world(FORM);
    display.open();
    app.frame();
    deliver();
    const text = app.document.getElementById('t')!;
    text.textContent = 'of the old size';
    app.frame();
    terminal.width = 12;
    terminal.height = 2;
    server.resize({ width: 12, height: 2 });
    deliver();
    expect((await rows())[0]).toBe('of the old');
    text.textContent = 'the next';
    app.frame();
    deliver();
    expect((await rows())[0]).toBe('the next');
    app.stop();
  });

  it('cannot cover a line of the terminal owner, and gets its row back', async () => {
    const { app, server, deliver, rows, display } = world(
      `<tui><text style="height: 6; background: #112233; white-space: pre" id="t">a\nb\nc\nd\ne\nf</text></tui>`,
    );
    display.open();
    app.frame();
    deliver();
    server.notice = 'not responding';
    expect((await rows())[5]?.trim()).toBe('not responding');
    app.document.getElementById('t')!.textContent = 'A\nB\nC\nD\nE\nF';
    app.frame();
    deliver();
    expect(await rows()).toEqual(['A', 'B', 'C', 'D', 'E', '        not responding']);
    server.notice = undefined;
    expect((await rows())[5]).toBe('F');
    app.stop();
  });

  it('passes on settings of the terminal', () => {
    const { app, display, deliver, told } = world(FORM);
    display.reconfigure({ altScreen: false, mouse: true, sync: false });
    display.reconfigure({ altScreen: true, mouse: false, sync: true });
    deliver();
    expect(told.filter((each) => each.startsWith('settings'))).toEqual([
      'settings {"altScreen":false,"mouse":true,"sync":false}',
      'settings {"altScreen":true,"mouse":false,"sync":true}',
    ]);
    app.stop();
  });

  it('takes the last of many colours, once there is a picture to paint', () => {
    const { app, server, deliver, display, screen } = world(FORM);
    display.open();
    app.frame();
    deliver();
    const depths: unknown[] = [];
    screen.configure = ({ depth }) => void depths.push(depth);
    for (let count = 0; count < 1000; count++) {
      display.client.configure({ depth: count % 2 === 0 ? '16' : '256' });
    }
    deliver();
    expect(depths).toEqual([]);
    server.present();
    server.present();
    expect(depths).toEqual(['256']);
    app.stop();
  });

  it('shows a line of its own also where the last frame has another size', async () => {
    const { app, terminal, server, deliver, rows, display } = world(FORM);
    display.open();
    app.frame();
    deliver();
    server.notice = 'not responding';
    terminal.height = 4;
    server.resize({ width: 30, height: 4 });
    expect((await rows())[3]?.trim()).toBe('not responding');
    app.stop();
  });

  it('waits for a terminal that is behind, and then shows the newest state', async () => {
    const { app, terminal, server, deliver, rows, display } = world(FORM);
    display.open();
    app.frame();
    deliver();
    const text = app.document.getElementById('t')!;
    terminal.congested = true;
    const before = terminal.total;
    for (const word of ['one', 'two', 'three', 'four']) {
      text.textContent = word;
      app.frame();
      deliver();
    }
    expect(terminal.total).toBe(before);
    terminal.congested = false;
    server.present();
    deliver();
    expect((await rows())[0]).toBe('four');
    app.stop();
  });

  it('answers a ping, sets a title, and follows what the terminal turns out to be', () => {
    const { app, server, told, deliver, display } = world(FORM);
    display.open();
    app.frame();
    deliver();
    display.setTitle('a \x1b]0;title');
    server.ping();
    display.suspend();
    deliver();
    expect(told).toEqual(['first frame', 'title a \x1b]0;title', 'suspend', 'pong']);
    server.capabilities({ ...CAPABILITIES, dark: false });
    deliver();
    expect(display.capabilities.dark).toBe(false);
    app.stop();
  });
});

describe('a hostile process', () => {
  it('cannot send frames without waiting for their acknowledgement', () => {
    const { app, server, display, terminal } = world(FORM);
    const sent: Uint8Array[] = [];
    const other = new RemoteDisplay({ ...SIZE, capabilities: CAPABILITIES }, (message) => {
      sent.push(message.slice());
    });
    const painter = createApp(FORM, { registry, display: other, ...SIZE });
    other.open();
    painter.frame();
    // The terminal takes nothing, so that nothing is acknowledged.
    terminal.congested = true;
    const frame = sent.find((message) => message[4] === FRAME)!;
    server.receive(frame);
    expect(() => server.receive(frame)).toThrow(FrameError);
    for (const each of [app, painter]) each.stop();
    display.close().catch(() => undefined);
  });

  it('cannot send a title without end, or a message of an unknown type', () => {
    const { app, server } = world(FORM);
    const bytes = new MessageBytes();
    bytes.begin(TITLE);
    bytes.padded(new Uint8Array(8000).fill(65));
    expect(() => server.receive(bytes.end())).toThrow(FrameError);
    expect(() => world(FORM).server.receive(new MessageBytes().bare(99))).toThrow(FrameError);
    app.stop();
  });
});

describe('an inline app behind the protocol', () => {
  const INLINE = `<tui inline="true"><text>hello</text><text id="more"></text></tui>`;

  it('is shown in the rows that it needs, below what the terminal shows', async () => {
    const { app, server, display, terminal, told, deliver } = world(INLINE);
    display.open();
    app.frame();
    deliver();
    expect(told).toEqual(['first frame']);
    expect(server.height).toBe(1);
    app.$tui.getElementById('more')!.textContent = 'more';
    app.frame();
    deliver();
    expect(server.height).toBe(2);
    const xterm = new Xterm(SIZE.width, SIZE.height);
    await xterm.write(`1\r\n2\r\n3\r\n4\r\n5\r\n${terminal.text()}`);
    expect(xterm.rows().map((row) => row.trimEnd())).toEqual(['2', '3', '4', '5', 'hello', 'more']);
  });

  it('leaves room for a line of the launcher in its own rows', async () => {
    const { app, server, display, terminal, deliver } = world(INLINE);
    display.open();
    app.frame();
    deliver();
    server.notice = 'not responding';
    const xterm = new Xterm(SIZE.width, SIZE.height);
    await xterm.write(`1\r\n${terminal.text()}`);
    expect(
      xterm
        .rows()
        .map((row) => row.trim())
        .slice(0, 3),
    ).toEqual(['1', 'not responding', '']);
  });

  it.each([
    ['flags that do not exist', 4, 1],
    ['no rows', 2, 0],
    ['more rows than any screen', 2, 60_000],
  ])('ends where a frame has %s', (_, flags, height) => {
    const { server } = world(INLINE);
    const message = new MessageBytes();
    message.begin(FRAME);
    message.u32(flags);
    message.u16(SIZE.width);
    message.u16(height);
    for (let rest = 0; rest < 6; rest++) message.u32(0);
    expect(() => server.receive(message.end())).toThrow(FrameError);
  });

  it('shows nothing of a live region that is higher than the terminal', () => {
    const { server, terminal } = world(INLINE);
    const message = new MessageBytes();
    message.begin(FRAME);
    message.u32(2);
    message.u16(SIZE.width);
    message.u16(SIZE.height + 1);
    message.u16(0xffff);
    message.u16(0xffff);
    for (let rest = 0; rest < 5; rest++) message.u32(0);
    server.receive(message.end());
    expect(terminal.text()).toBe('');
  });
});

describe('the end of an inline app behind the protocol', () => {
  it('shows the frame that waits until the one before it has been shown', async () => {
    const { app, display, deliver, rows } = world('<tui inline="true"><text>one</text></tui>');
    display.open();
    app.frame();
    app.$tui.querySelector('text')!.textContent = 'two';
    // The first is not acknowledged yet.
    app.frame();
    app.stop();
    const closed = display.close();
    deliver();
    await closed;
    deliver();
    expect((await rows())[0]).toBe('two');
  });

  it('paints what a script has changed in the same turn', async () => {
    const { app, deliver, rows } = world('<tui inline="true"><text>one</text></tui>');
    const ended = app.start();
    deliver();
    await new Promise(setImmediate);
    deliver();
    app.$tui.querySelector('text')!.textContent = 'two';
    app.$tui.exit(3);
    deliver();
    expect(await ended).toBe(3);
    deliver();
    expect((await rows())[0]).toBe('two');
  });
});

describe('printed lines behind the protocol', () => {
  const INLINE = `<tui inline="true"><text>composer</text></tui>`;

  it('are shown once each and in order, however many there are', async () => {
    const { app, display, terminal, deliver } = world(INLINE);
    display.open();
    app.frame();
    deliver();
    for (let line = 0; line < 3000; line++) {
      app.$tui.print(`line ${line}\n`);
      if (line % 100 === 0) {
        app.frame();
        if (line % 300 === 0) deliver();
      }
    }
    app.frame();
    deliver();
    const xterm = new Xterm(SIZE.width, SIZE.height);
    xterm.terminal.options.scrollback = 5000;
    await xterm.write(terminal.text());
    const { active } = xterm.terminal.buffer;
    const rows = Array.from({ length: active.length }, (_, y) =>
      (active.getLine(y)?.translateToString(true) ?? '').trimEnd(),
    ).filter((row) => row !== '');
    expect(rows).toEqual([
      ...Array.from({ length: 3000 }, (_, line) => `line ${line}`),
      'composer',
    ]);
  });

  it('reach the launcher at the end, also those of the last moment', async () => {
    const { app, display, screen, deliver } = world(INLINE);
    display.open();
    app.frame();
    app.$tui.print('last words');
    app.stop();
    await display.close();
    deliver();
    expect(screen.leave(false, true)).toContain('last words');
  });

  const printed = (text: Uint8Array, width: number, rest: readonly number[] = []): Uint8Array => {
    const message = new MessageBytes();
    message.begin(PRINT);
    for (const value of [1, width, 1, 0, 0, 0, text.length]) message.u32(value);
    message.padded(text);
    for (const value of rest) message.u32(value);
    return message.end();
  };

  it('are shown as they are where they are sound', () => {
    const { server, screen } = world(INLINE);
    server.receive(printed(Buffer.from('fine'), 4));
    expect(screen.leave(false, true)).toBe('fine\r\n');
  });

  it('are the last ones alone where the user waits for the end', () => {
    const { server, screen } = world(INLINE);
    for (let line = 0; line < 5000; line++) {
      server.receive(printed(Buffer.from(String(line).padEnd(30)), 30));
    }
    server.hurry();
    const text = screen.leave(false, true);
    expect(text.length).toBeLessThanOrEqual(16 * 1024);
    const lines = text.trimEnd().split(/ *\r\n/);
    expect(lines.length).toBeGreaterThan(400);
    expect(lines).toEqual(Array.from(lines, (_, at) => String(5000 - lines.length + at)));
  });

  it.each([
    ['an escape sequence', printed(Buffer.from('a\x1b[2J'), 4)],
    ['a carriage return', printed(Buffer.from('a\rb'), 2)],
    ['a C1 control', printed(Buffer.from('a\u009bb'), 2)],
    ['another width', printed(Buffer.from('abc'), 4)],
    ['a width of no terminal', printed(Buffer.from('abc'), 5000)],
    ['no UTF-8', printed(Uint8Array.of(0xff), 1)],
    ['more bytes', printed(Buffer.from('abc'), 3, [0])],
    ['fewer bytes', printed(Buffer.from('abc'), 3).map((byte, at) => (at === 8 ? 9 : byte))],
  ])('end the app where they have %s', (_, message) => {
    const { server } = world(INLINE);
    expect(() => server.receive(message)).toThrow(FrameError);
  });
});
