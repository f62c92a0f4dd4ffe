/** `examples/csv.tui` in use: a file is read, filtered, edited, sorted and saved. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tui-csv-'));
});
afterEach(() => {
  unmountAll();
  rmSync(folder, { recursive: true, force: true });
});

const TEXT = 'name;qty;code\n"b ""x"";";10;007\na;9.5;010\n';

const open = async (): Promise<{ readonly app: MountedApp; readonly file: string }> => {
  const file = join(folder, 'parts.csv');
  writeFileSync(file, TEXT);
  const size = { width: 60, height: 14 };
  const app = await mount(
    { file: 'examples/csv.tui' },
    { ...size, argv: [file], permissions: 'all' },
  );
  return { app, file };
};

it('edits cells, sorts, undoes, and saves in the form of the file', async () => {
  const { app, file } = await open();
  expect(app.text()).toMatch(/parts\.csv 2 rows/);
  await app.press('Down', 'c', 'Tab', '1', '2', 'Enter');
  expect(app.text()).toMatch(/2 rows · changed/);
  // The mean of 10 and 12.
  expect(app.text()).toMatch(/Mean +│ +11 │/);
  await app.press('Ctrl+S');
  await app.waitFor(() => expect(app.text()).toContain('2 rows saved'));
  expect(readFileSync(file, 'utf8')).toBe('name;qty;code\n"b ""x"";";10;007\nc;12;010\n');
  expect(app.text()).not.toContain('changed');
});

it('filters, refuses what is not a number, and adds a row', async () => {
  const { app } = await open();
  await app.press('Ctrl+F', '0', '1', '0');
  expect(app.text()).toMatch(/1 of 2 rows/);
  await app.press('Escape', 'Shift+Tab', 'Right', 'x', 'Enter');
  expect(app.text()).toContain('Please enter a number.');
  await app.press('Escape', 'Ctrl+N', 'Home', 'z', 'Enter');
  expect(app.text()).toMatch(/3 rows · changed/);
  expect(app).toMatchScreen('a row more');
});

it('asks before it loses changes', async () => {
  const { app } = await open();
  await app.press('z', 'Enter', 'Ctrl+Q');
  expect(app.text()).toContain('Quit without saving?');
  await app.press('Escape', 'Ctrl+Z');
  expect(app.exitCode).toBeUndefined();
});
