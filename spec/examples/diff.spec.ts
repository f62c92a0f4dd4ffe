/** `examples/diff.tui` in use: two files are compared, a diff is read, and a hunk is saved as a patch. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

let folder = '';
let before = '';
beforeEach(() => {
  before = process.cwd();
  folder = mkdtempSync(join(tmpdir(), 'tui-diff-'));
});
afterEach(() => {
  unmountAll();
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

const open = (argv: readonly string[]) =>
  mount(
    { file: 'examples/diff.tui' },
    { width: 80, height: 14, argv: [...argv], permissions: 'all' },
  );

it('compares two files', async () => {
  const files = ['old.txt', 'new.txt'].map((name) => join(folder, name));
  writeFileSync(files[0]!, 'a\nb\nc\n');
  writeFileSync(files[1]!, 'a\nB\nc\nd\n');
  const app = await open(files);
  expect(app.text()).toMatch(/new\.txt +\+2 -1 in 1 hunks?/);
  expect(app.text()).toContain('│2 +B');
  await app.press('v');
  expect(app.text()).toContain('  2 +B');
});

it('saves a hunk as a patch', async () => {
  const app = await open(['--sample']);
  process.chdir(folder);
  await app.press(']', ']', 'Ctrl+S');
  await app.waitFor(() => expect(app.text()).toContain('Saved as changes.patch'));
  const patch = readFileSync(join(folder, 'changes.patch'), 'utf8');
  expect(patch).toContain("+console.log(hour('CET'));");
  expect(patch).not.toContain('zone');
});
