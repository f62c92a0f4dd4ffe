/** What a running app asks of its terminal: the mouse, the kitty keyboard, the clipboard. */
import { EventEmitter } from 'node:events';
import type { ReadStream } from 'node:tty';
import { describe, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp, type App, type AppOptions } from '../../runtime/app/app.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';

class FakeInput extends EventEmitter {
  isTTY = true;
  setRawMode(): void {}
  resume(): void {}
  pause(): void {}
}

class FakeOutput extends EventEmitter {
  isTTY = true;
  columns = 30;
  rows = 5;
  writableNeedDrain = false;
  writableLength = 0;
  destroyed = false;
  text = '';
  write(bytes: Uint8Array | string): boolean {
    this.text += Buffer.from(bytes).toString();
    return true;
  }
}

interface Running {
  readonly app: App;
  readonly input: FakeInput;
  readonly output: FakeOutput;
  readonly end: Promise<number>;
}

async function start(options: Partial<AppOptions> = {}): Promise<Running> {
  const input = new FakeInput();
  const output = new FakeOutput();
  const app = createApp('<text>some text</text>', {
    registry,
    input: input as unknown as ReadStream,
    output,
    // Over SSH, so that nobody's clipboard is written to.
    env: { TERM: 'xterm-256color', SSH_TTY: '/dev/pts/0' },
    ...options,
  });
  const end = app.start();
  await turns();
  return { app, input, output, end };
}

async function turns(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('the mouse', () => {
  it('is asked for with all its motion, and given back', async () => {
    const { app, output, end } = await start();
    expect(output.text).toContain('\u001b[?1003h\u001b[?1006h');
    app.stop();
    await end;
    expect(output.text).toContain('\u001b[?1003l');
  });

  it('stays the terminal’s own where the app does not want it', async () => {
    const { app, output, end } = await start({ mouse: false });
    expect(output.text).not.toMatch(/\u001b\[\?100[0236]h/);
    app.stop();
    await end;
  });
});

describe('the kitty keyboard', () => {
  it.each([
    ['Ctrl+C', '\u001b[99;5u', true],
    ['Ctrl+С, Cyrillic, where C is', '\u001b[1089::99;5u', true],
    ['Ctrl+Ψ, Greek, where C is', '\u001b[968::99;5u', true],
    ['Ctrl+J of a Dvorak keyboard, where C is', '\u001b[106::99;5u', false],
    ['Ctrl+С, Cyrillic, of a terminal that does not say where', '\u001b[1089;5u', false],
  ])('%s', async (_, bytes, ends) => {
    const { app, input, end } = await start();
    input.emit('data', Buffer.from(bytes));
    await turns();
    // Changes nothing where it has ended already.
    app.stop(7);
    expect(await end).toBe(ends ? 130 : 7);
  });

  it('edits text by the places of keys where letters are of another script', async () => {
    const { app, input, output } = await start({ height: 3 });
    const field = app.document.createElement('input');
    app.document.documentElement?.append(field);
    field.setAttribute('value', 'one two');
    field.focus();
    await turns();
    // Ctrl+W of readline, in Russian Ц.
    input.emit('data', Buffer.from('\u001b[F\u001b[1094::119;5u'));
    await turns();
    expect(field.getAttribute('value') ?? '').toBe('one two');
    expect((field as unknown as { value: string }).value).toBe('one ');
    expect(output.text).toContain('one');
    app.stop();
  });

  it('is switched on once the terminal says that it has it, after the first frame', async () => {
    const { app, input, output, end } = await start();
    expect(output.text).toContain('some text');
    expect(output.text).not.toContain('\u001b[>5u');
    input.emit('data', Buffer.from('\u001b[?0u\u001b[?62c'));
    expect(output.text.split('\u001b[>5u')).toHaveLength(2);
    input.emit('data', Buffer.from('\u001b[?1u'));
    expect(output.text.split('\u001b[>5u')).toHaveLength(2);
    app.stop();
    await end;
    expect(output.text.lastIndexOf('\u001b[<u')).toBeGreaterThan(output.text.indexOf('\u001b[>5u'));
  });
});

describe('the clipboard', () => {
  it('is the terminal’s where the system’s is another machine’s', async () => {
    const { app, input, output, end } = await start();
    input.emit('data', Buffer.from(mouseBytes('press', 0, 0)));
    input.emit('data', Buffer.from(mouseBytes('drag', 3, 0)));
    input.emit('data', Buffer.from(mouseBytes('release', 3, 0)));
    await turns();
    expect(output.text).toContain(`\u001b]52;c;${Buffer.from('some').toString('base64')}\u001b\\`);
    expect(app.notifications.map(({ text }) => text)).toEqual(['Sent 4 characters to clipboard']);
    expect(output.text).toContain('Sent 4');
    app.stop();
    await end;
  });
});
