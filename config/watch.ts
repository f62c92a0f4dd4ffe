/** Watching the user's file while an app runs. */
import { unwatchFile, watchFile } from 'node:fs';
import type { FileLayer } from './file-layer.js';
import type { ConfigProblem } from './problems.js';

/** Milliseconds between two looks at the file. */
const INTERVAL = 500;

/**
 * Calls back after each change of the file; returns a function that ends that, and keeps no process alive. It looks
 * at the path instead of waiting for events: the file may be a link into a folder of dotfiles, be replaced by a
 * rename, on a network, or not there yet.
 */
export function watchConfigFile(path: string, onChange: () => void): () => void {
  const listener = (): void => onChange();
  watchFile(path, { interval: INTERVAL, persistent: false }, listener);
  return () => unwatchFile(path, listener);
}

/**
 * The file as it is now, with what is wrong in it as it was before: all of it where the file cannot be read, else the
 * values of these keys.
 */
export function keepLast(
  now: FileLayer,
  last: FileLayer,
): { readonly layer: FileLayer; readonly broken: readonly ConfigProblem[] } {
  const broken = now.problems.filter(({ severity }) => severity === 'error');
  const isWhole = broken.some(({ key }) => key === undefined);
  const kept = broken.flatMap(({ key = '' }) =>
    [...last.entries].filter(([name]) => name === key || name.startsWith(`${key}.`)),
  );
  const entries = isWhole ? last.entries : new Map([...now.entries, ...kept]);
  return { layer: { ...now, entries }, broken };
}
