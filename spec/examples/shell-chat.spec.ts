/** `examples/shell-chat.tui` in use: the answer grows below, and what is finished goes above, once. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { Xterm } from '../support/xterm.js';

afterEach(unmountAll);

type App = Awaited<ReturnType<typeof mount>>;

const SIZES = [
  [100, 28],
  [80, 24],
  [40, 12],
] as const;

const open = (width: number, height: number): Promise<App> =>
  mount({ file: 'examples/shell-chat.tui' }, { width, height, argv: ['--sample'] });

/** Answers take some words at a time. */
async function finish(app: App): Promise<void> {
  for (let at = 0; at < 60; at++) await app.advance(40);
}

describe('shell-chat.tui', () => {
  it.each(SIZES)('is used at %i x %i', async (width, height) => {
    const app = await open(width, height);
    const terminal = new Xterm(width, height);
    await app.type('How are you?');
    await app.press('Enter');
    for (let at = 0; at < 14; at++) await app.advance(40);
    expect(app).toMatchScreen(`shell-chat answering ${width}x${height}`);
    await finish(app);
    await app.type('And now?');
    await app.press('Enter');
    await finish(app);
    await terminal.write(app.output);
    const { active } = terminal.terminal.buffer;
    const rows = Array.from({ length: active.length }, (_, y) =>
      (active.getLine(y)?.translateToString(true) ?? '').trimEnd(),
    );
    const text = rows.join('\n');
    for (const part of [
      '› How are you?',
      '› And now?',
      'You asked: How are you?',
      'You asked: And now?',
    ]) {
      expect([part, text.split(part)]).toEqual([part, [expect.any(String), expect.any(String)]]);
    }
    expect(text.split('it is written below')).toHaveLength(3);
    expect(app.text()).not.toContain('sample');
    expect(app).toMatchScreen(`shell-chat asked ${width}x${height}`);
  });

  it('has a composer that grows, starts lines and is sent at Enter', async () => {
    const app = await open(60, 20);
    const before = app.screen().height;
    await app.type('one');
    await app.press('Alt+Enter');
    await app.type('two');
    expect(app.screen().height).toBe(before + 1);
    await app.press('Enter');
    expect(app.printed[0]).toBe('› one\n  two');
    expect(app.screen().height).toBeLessThanOrEqual(before + 1);
    await finish(app);
    expect(app.screen().height).toBe(before);
  });

  it('stops an answer at Escape, and keeps what there is of it', async () => {
    const app = await open(60, 20);
    await app.type('Hello');
    await app.press('Enter');
    for (let at = 0; at < 8; at++) await app.advance(40);
    await app.press('Escape');
    await app.advance(80);
    expect(app.printed.join('\n')).toMatch(/You asked: Hello[^]*Stopped\./);
    await app.type('Again');
    await app.press('Enter');
    await finish(app);
    expect(app.printed.join('\n')).toContain('You asked: Again');
  });

  it('leaves at Ctrl+D, but not out of a text', async () => {
    const app = await open(60, 20);
    await app.type('x');
    await app.press('Ctrl+D');
    expect(app.exitCode).toBeUndefined();
    await app.press('Backspace', 'Ctrl+D');
    expect(app.exitCode).toBe(0);
  });
});
