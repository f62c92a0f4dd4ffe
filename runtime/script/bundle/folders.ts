/** Folders against which imports are resolved. */
import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Source } from '../../base/diagnostics.js';

/** The path of a document; inline text is taken for a file of the folder `cwd`. */
export function pathOf({ file }: Source, cwd: string = process.cwd()): string {
  return resolve(cwd, file.startsWith('<') ? 'app.tui' : file);
}

/** The folder against which a document's relative paths are resolved: its own, or `cwd` for inline text. */
export function directoryOf(document: Source, cwd?: string): string {
  return dirname(pathOf(document, cwd));
}

/** The folder with links resolved; itself where that fails. */
export function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/** The folder and all that contain it, from the inside out. */
export function foldersFrom(folder: string): string[] {
  const folders = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) folders.push(dirname(at));
  return folders;
}
