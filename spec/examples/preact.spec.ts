/** An app of a framework, used by keys: what is painted is what the framework holds. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

const open = (): ReturnType<typeof mount> =>
  mount({ file: 'examples/preact.tui' }, { width: 50, height: 18 });

/** preact's effects wait for a timer of their own. */
const SOON = 100;

describe('preact.tui', () => {
  it('moves, packs, adds and deletes', async () => {
    const app = await open();
    await app.advance(SOON);
    expect(app.text()).toContain('2 of 5 packed');
    await app.press('ArrowDown', ' ');
    await app.advance(SOON);
    expect(app.text()).toContain('3 of 5 packed');
    expect(app.text()).toContain('✓ tickets');
    await app.press('a', 'ArrowUp', 'd');
    await app.advance(SOON);
    expect(app.text()).toContain('2 of 5 packed');
    expect(app.text()).not.toContain('socks');
    expect(app.text()).toContain('· thing 1');
    expect(app).toMatchScreen('used');
    expect(app.diagnostics).toEqual([]);
  });

  it('keeps the elements of what stays', async () => {
    const app = await open();
    await app.advance(SOON);
    const items = (): string[] =>
      [...app.document.querySelectorAll('.item')].map((item) => item.textContent ?? '');
    const [first, second] = app.document.querySelectorAll('.item');
    const chart = app.document.querySelector('data-bars');
    await app.press('d');
    await app.advance(SOON);
    expect(items()).toEqual(['▸ · tickets', '  · charger', '  · raincoat', '  ✓ socks']);
    expect(first?.isConnected).toBe(false);
    expect(app.document.querySelector('.item')).toBe(second);
    expect(app.document.querySelector('data-bars')).toBe(chart);
  });

  it('empties, and leaves at q', async () => {
    const app = await open();
    await app.advance(SOON);
    await app.press('d', 'd', 'd', 'd', 'd', 'd', ' ');
    await app.advance(SOON);
    expect(app.text()).toContain('0 of 0 packed');
    await app.press('q');
    expect(app.exitCode).toBe(0);
  });
});
