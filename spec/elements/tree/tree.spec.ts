/** Trees as people use them: keys of the ARIA practices, the mouse, selecting, and what scripts do. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { use } from './use.js';

afterEach(unmountAll);

describe('keys of the ARIA practices', () => {
  it('Right opens, and goes to the first in what is open; Left closes, and goes to what is around', async () => {
    const { app, rows, events } = await use();
    await app.press('Down', 'Down');
    expect(rows()).toEqual(['src', '>elements', 'runtime', 'index.ts', 'docs', 'package.json']);
    await app.press('Right');
    expect(events()).toEqual(['toggle src/elements true']);
    await app.press('Right', 'Down');
    expect(rows().slice(0, 5)).toEqual(['src', 'elements', 'button.ts', '>tree.ts', 'runtime']);
    await app.press('Left');
    expect(rows()[1]).toBe('>elements');
    await app.press('Left');
    expect(rows().slice(0, 3)).toEqual(['src', '>elements', 'runtime']);
    await app.press('Left', 'Left');
    expect(rows()).toEqual(['>src', 'docs', 'package.json']);
    expect(events()).toEqual(['toggle src/elements false', 'toggle src false']);
    // Nothing to close, and nothing around it.
    await app.press('Left');
    expect(events()).toEqual([]);
  });

  it('Home, End, PageUp and PageDown move among what shows; * opens what is beside', async () => {
    const { app, rows } = await use('', { height: 6 });
    await app.press('End');
    expect(rows().at(-1)).toBe('>package.json');
    await app.press('*');
    expect(rows()).toContain('README.md');
    await app.press('Home', 'Right', '*');
    await app.settle();
    expect(rows().slice(0, 3)).toEqual(['src', '>elements', 'button.ts']);
    await app.press('PageDown');
    expect(rows()).toContain('>index.ts');
  });

  it('letters find the next item that starts with them', async () => {
    const { app, rows } = await use();
    await app.press('p');
    expect(rows()).toContain('>package.json');
  });

  it('Enter fires activate, and opens or closes unless that is prevented', async () => {
    const { app, tree, rows, events } = await use();
    await app.press('Down', 'Enter');
    expect(events()).toEqual(['activate src', 'toggle src false']);
    tree.addEventListener('activate', (event: unknown) => (event as Event).preventDefault());
    await app.press('Enter');
    expect(events()).toEqual(['activate src']);
    expect(rows()).toEqual(['>src', 'docs', 'package.json']);
  });
});

describe('selecting', () => {
  it('goes with the keys where one may be selected', async () => {
    const { app, tree, events } = await use('selectable="single"');
    await app.press('Down', 'Down');
    expect(events()).toEqual(['select src 1', 'select src/elements 1']);
    await app.press('Escape');
    expect(events()).toEqual(['select 0']);
    expect([...tree.getSelectedIds()]).toEqual([]);
  });

  it('of several: Space toggles, Shift extends, Ctrl+A takes all; what is closed stays selected', async () => {
    const { app, tree, events } = await use('selectable="multiple"');
    await app.press('Down', 'Down', 'Space', 'Shift+ArrowDown');
    expect(events()).toEqual(['select src/elements 1', 'select src/runtime 2']);
    await app.press('Left', 'Left');
    expect([...tree.getSelectedIds()]).toEqual(['src/elements', 'src/runtime']);
    await app.press('Ctrl+A');
    expect(tree.getSelectedIds().size).toBe(3);
  });

  it('skips what is disabled', async () => {
    const { app, tree } = await use('selectable="multiple"', {
      items: ['a', { label: 'b', disabled: true }, 'c'],
    });
    await app.press('Ctrl+A');
    expect([...tree.getSelectedIds()]).toEqual(['a', 'c']);
  });
});

describe('the mouse', () => {
  it('opens at the mark, selects beside it, and a double click activates', async () => {
    const { app, rows, events } = await use('selectable="single"');
    await app.click({ x: 3, y: 1 });
    expect(events()).toEqual(['toggle src/elements true']);
    expect(rows()).toContain('button.ts');
    await app.click({ x: 8, y: 1 });
    expect(events()).toEqual(['select src/elements 1']);
    await app.click({ x: 8, y: 0 });
    await app.click({ x: 8, y: 0 });
    expect(events()).toEqual(['select src 1', 'activate src', 'toggle src false']);
  });
});
