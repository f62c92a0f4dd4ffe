/**
 * Promises of scripts that are rejected without a handler. Node reports them to the process, not the app:
 * one listener asks the running apps whose it is.
 */
import { stackOf } from './trace.js';

export interface RejectionOwner {
  /** True where the error's stack leads into this app's code. */
  isOwnError(error: unknown): boolean;
  report(error: unknown): void;
}

const owners = new Set<RejectionOwner>();

/** Reports an app's rejections from now on, until the returned function is called. */
export function claimRejections(owner: RejectionOwner): () => void {
  if (owners.size === 0) process.on('unhandledRejection', onRejection);
  owners.add(owner);
  return () => {
    owners.delete(owner);
    if (owners.size === 0) process.off('unhandledRejection', onRejection);
  };
}

function onRejection(error: unknown): void {
  const all = [...owners];
  // What names no file at all (a string, an error of Node's own) is the app's where there is but one.
  const only = all.length === 1 && namesNoFile(error) ? all[0] : undefined;
  const owner = all.find((one) => one.isOwnError(error)) ?? only;
  if (owner !== undefined) {
    owner.report(error);
    return;
  }
  if (process.listenerCount('unhandledRejection') > 1) return;
  // Of no app: what Node would have done without this listener.
  setImmediate(() => {
    throw error;
  });
}

function namesNoFile(error: unknown): boolean {
  const frames = stackOf(error)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return frames.every((line) => /\bnode:|<anonymous>/.test(line));
}
