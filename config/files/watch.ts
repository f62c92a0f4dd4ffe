/** Watches the user's file while an app runs. */
import { stat, statSync, type BigIntStats } from 'node:fs';
import type { FileLayer } from '../layers/file-layer.js';
import type { ConfigDiagnostic } from '../diagnostics.js';

/** Milliseconds between two looks at the file. */
const INTERVAL = 500;

/**
 * Calls back after each change of the file. Returns a function that stops watching, and does not keep the process
 * alive. It polls the path instead of waiting for events: the file may be a link into a folder of dotfiles, be replaced
 * by a rename, be on a network, or not exist yet.
 */
export function watchConfigFile(path: string, onChange: () => void): () => void {
  let last = markOf(statNow(path));
  let isLooking = false;
  let isOver = false;
  const look = (): void => {
    // A network may take longer than the time between two looks.
    if (isLooking) return;
    isLooking = true;
    stat(path, { bigint: true }, (error, found) => {
      isLooking = false;
      const isGone = error?.code === 'ENOENT' || error?.code === 'ENOTDIR';
      const now = error === null ? markOf(found) : isGone ? markOf(undefined) : last;
      if (isOver || now === last) return;
      last = now;
      onChange();
    });
  };
  const timer = setInterval(look, INTERVAL);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

/** At once: what changes right after the call is a change. */
function statNow(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Differs where the file does; empty where there is none. */
function markOf(found: BigIntStats | undefined): string {
  if (found === undefined) return '';
  const { dev, ino, size, mtimeNs, ctimeNs } = found;
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/**
 * Returns the current file, in which keys with errors keep their previous values, and these errors. If the file cannot
 * be read, all keys keep theirs.
 */
export function keepLast(
  now: FileLayer,
  last: FileLayer,
): { readonly layer: FileLayer; readonly broken: readonly ConfigDiagnostic[] } {
  const broken = now.diagnostics.filter(({ severity }) => severity === 'error');
  const isWhole = broken.some(({ key }) => key === undefined);
  const kept = broken.flatMap(({ key = '' }) =>
    [...last.entries].filter(([name]) => name === key || name.startsWith(`${key}.`)),
  );
  const entries = isWhole ? last.entries : new Map([...now.entries, ...kept]);
  return { layer: { ...now, entries }, broken };
}
