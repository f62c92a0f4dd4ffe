/** Folders for caches, also where none can be made. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeFolders } from '../../cli/boot/make-folders.js';

it('makes all that are missing, for this user alone', () => {
  const top = mkdtempSync(join(tmpdir(), 'tui-folders-'));
  try {
    const folder = join(top, 'a/b/c');
    makeFolders(folder);
    makeFolders(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(top, 'a')).mode & 0o777).toBe(0o700);
    writeFileSync(join(top, 'file'), '');
    expect(() => makeFolders(join(top, 'file/inside'))).toThrow();
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
});

it.each(['/proc/none/inside', '/sys/none/inside'])('throws in %s', (folder) => {
  expect(() => makeFolders(folder)).toThrow();
});
