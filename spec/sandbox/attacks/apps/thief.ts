/** Another app, which may write the folder that holds what the first is granted: it renames, and no more. */
import { existsSync, renameSync } from 'node:fs';
import { place } from './kit.js';

const d = `${place.root}/d`;
// Links and files that came with the folder take the places of what the question has shown.
for (const name of ['x', 'p', 'file.txt', 'write.txt', 'pipe.txt', 'last', 'guarded/private']) {
  if (existsSync(`${d}/${name}`)) renameSync(`${d}/${name}`, `${d}/${name}-was`);
}
for (const [from, to] of [
  ['evil-x', 'x'],
  ['evil-p', 'p'],
  ['evil-file', 'file.txt'],
  ['evil-write', 'write.txt'],
  ['evil-new', 'new'],
  ['evil-pipe', 'pipe.txt'],
  ['evil-last', 'last'],
  ['guarded/private-was', 'guarded/open'],
]) {
  renameSync(`${d}/${from ?? ''}`, `${d}/${to ?? ''}`);
}
process.exit(0);
