/** Folders stay small enough to be read as a list. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const MAX_FILES = 20;

it.each(['runtime/dom', 'runtime/element', 'runtime/layout', 'elements/support'])(
  '%s has no folder of many files',
  (root) => {
    const all = readdirSync(root, { recursive: true, withFileTypes: true });
    const folders = [
      root,
      ...all.filter((each) => each.isDirectory()).map((each) => join(each.parentPath, each.name)),
    ];
    expect(folders.length).toBeGreaterThan(2);
    for (const folder of folders) {
      const files = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile());
      expect([folder, files.length <= MAX_FILES]).toEqual([folder, true]);
    }
  },
);
