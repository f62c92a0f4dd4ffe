import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { unmountAll, type MountedApp } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-markdown-'));
  writeFileSync(join(folder, 'a.md'), '\ufeff# One\n\nof *a*');
  writeFileSync(join(folder, 'b.md'), '# One\n\nof b');
  writeFileSync(join(folder, 'latin.md'), Buffer.from('caf\xe9', 'latin1'));
  writeFileSync(join(folder, 'empty.md'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(unmountAll);

async function open(markup: string): Promise<{ app: MountedApp; element: TuiElement }> {
  const file = join(folder, 'app.tui');
  writeFileSync(file, markup);
  const app = await mount({ file }, { width: 20, height: 4, errors: 'keep' });
  return { app, element: app.document.querySelector('markdown')! };
}

it('shows the file, and another one that `src` names later', async () => {
  const { app, element } = await open('<markdown src="a.md">instead</markdown>');
  expect(app.text().split('\n')[0]).toBe('One');
  expect(app.text()).toContain('of a');
  const events: string[] = [];
  element.addEventListener('load', ({ type }: { type: string }) => events.push(type));
  element.setAttribute('src', 'b.md');
  await app.settle();
  expect(app.text()).toContain('of b');
  expect(events).toEqual(['load']);
  element.setAttribute('src', 'empty.md');
  await app.settle();
  expect(app.text()).toBe('');
  element.removeAttribute('src');
  await app.settle();
  expect(app.text()).toBe('instead');
});

it('has `value` go before it', async () => {
  const { app, element } = await open('<markdown src="a.md" value="given"/>');
  expect(app.text()).toBe('given');
  element.removeAttribute('value');
  await app.settle();
  expect(app.text()).toContain('of a');
});

it.each([
  ['none.md', 'the file does not exist', ''],
  ['.', 'it is a folder', ''],
  ['latin.md', 'it is not UTF-8', 'save it as UTF-8'],
  [
    'https://a.example/b.md',
    'expected a file, found https:',
    'fetch it in a script, and set value',
  ],
])('%s is reported with its place, and what is between the tags shows', async (src, why, what) => {
  const { app, element } = await open(`<markdown src="${src}">instead</markdown>`);
  expect(app.text()).toBe('instead');
  expect(element.matches(':state(broken)')).toBe(true);
  const [diagnostic] = app.diagnostics;
  expect(diagnostic).toMatchObject({ code: 'markdown-unread', severity: 'error' });
  expect(diagnostic?.message).toContain(why);
  expect(diagnostic?.suggestion ?? '').toBe(what);
  expect(diagnostic?.span?.start).toBe(15);
});

it('is not read before it shows', async () => {
  const { app, element } = await open('<markdown src="none.md" style="display: none">x</markdown>');
  expect(app.diagnostics).toEqual([]);
  element.setAttribute('style', '');
  await app.settle();
  expect(app.diagnostics.map(({ code }) => code)).toEqual(['markdown-unread']);
});
