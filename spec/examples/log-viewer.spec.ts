/** `examples/log-viewer.tui` in use: filters by keys, an entry, and a file that grows. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { until } from '../support/until.js';

afterEach(unmountAll);

const open = async (...argv: string[]): Promise<MountedApp> =>
  await mount(
    { file: 'examples/log-viewer.tui' },
    { width: 80, height: 16, argv, permissions: 'all' },
  );
const head = (app: MountedApp): string => app.text().split('\n')[0] ?? '';

it('filters by its keys, and shows an entry', async () => {
  const app = await open();
  expect(head(app)).toMatch(/50 lines · following$/);
  await app.press('Ctrl+E');
  expect(head(app)).toMatch(/6 of 50 lines/);
  await app.press('Home', 'Enter');
  expect(app).toMatchScreen('entry');
  await app.press('Escape', 'Ctrl+E', 'Ctrl+D');
  expect(head(app)).not.toContain('50 of');
  await app.press('Home', '/', 'o', 'r', 'd', 'e', 'r', ' ', '1', 'Enter', 'm');
  expect(app).toMatchScreen('search');
  await app.press('q');
  expect(app.exitCode).toBe(0);
});

it('follows a file, and pauses', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tui-viewer-'));
  try {
    const file = join(folder, 'app.log');
    writeFileSync(file, 'one\n');
    const app = await open(file);
    expect(app.text()).toContain('one');
    await app.press('p');
    expect(head(app)).toMatch(/paused$/);
    appendFileSync(file, 'two\n');
    const log = app.document.querySelector('log') as unknown as { lineCount: number };
    await until(() => log.lineCount === 2);
    await app.press('p');
    expect(head(app)).toMatch(/2 lines · following$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
