/** Folders that imports start from. */
import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Source } from '../../diagnostics.js';

/** The folder that a document's relative paths start from: its own, or the working directory for inline text. */
export function directoryOf(document: Source): string {
  return document.file.startsWith('<') ? process.cwd() : dirname(resolve(document.file));
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
