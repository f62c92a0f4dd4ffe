/**
 * The page on adding an element: its class is `elements/level.ts` beside this file, mounted with the others. Its apps are
 * run and its pictures compared. `UPDATE_SCREENS=1` writes the class and the pictures into the page.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { elements } from '../../elements/index.js';
import { ACCESSIBLE_NODE } from '../../runtime/element/internals.js';
import { createRegistry } from '../../runtime/element/registry.js';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { Level } from './elements/level.js';
import { act, Page } from './page.js';

const registry = createRegistry([...elements, Level]);
const page = new Page('docs/add-an-element.md');
const folder = mkdtempSync(join(tmpdir(), 'tui-page-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(unmountAll);
for (const { words, content } of page.fences) {
  if (words[0] !== undefined && !words[0].includes('=')) {
    writeFileSync(join(folder, words[0]), content);
  }
}

const show = (markup: string): Promise<MountedApp> =>
  mount(`<tui>${markup}</tui>`, { width: 20, height: 3, registry });

it('has the class that is run', () => {
  const fence = page.fences.find(({ words }) => words[0] === 'level.ts');
  if (fence === undefined) throw new Error('the page has no level.ts');
  const source = readFileSync('spec/docs/elements/level.ts', 'utf8');
  page.expect(fence, source.replaceAll('../../../elements/', './').trimEnd());
});

it.each(page.apps)('$name', async ({ name, size, pictures }) => {
  const [width, height] = size.split('x').map(Number);
  const app = await mount({ file: join(folder, name) }, { width, height, registry });
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures) {
    for (const action of picture.words) await act(app, action);
    page.expect(picture, app.text());
  }
  expect(app.diagnostics).toEqual([]);
});

describe('the level', () => {
  it.each(Level.examples)('$name', async ({ name, size: [width, height], markup }) => {
    const app = await mount(`<tui>${markup}</tui>`, { width, height, registry });
    expect(app).toMatchScreen(name);
  });

  it('changes by keys where it is adjustable, within its range', async () => {
    const app = await show(
      '<level value="0.9" adjustable autofocus onChange="this.title = String(this.value)"/>',
    );
    const level = app.document.querySelector('level') as unknown as Level;
    await app.press('ArrowRight', 'ArrowRight', 'ArrowRight');
    expect(level.title).toBe('1');
    await app.press('ArrowLeft');
    expect(level.title).toBe('0.95');
  });

  it('has a role, a name and a value', async () => {
    const app = await show('<level value="0.53" aria-label="Disk"/>');
    const level = app.document.querySelector('level') as unknown as Level;
    expect(level[ACCESSIBLE_NODE]()).toMatchObject({
      role: 'progressbar',
      name: 'Disk',
      valueNow: 0.53,
      valueText: '53%',
    });
  });

  it('reports an invalid value with the range', async () => {
    await expect(show('<level value="2"/>')).rejects.toThrow(/value.*1/);
  });
});
