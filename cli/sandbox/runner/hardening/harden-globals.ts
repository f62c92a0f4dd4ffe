/**
 * Removes functions that Node's permission model leaves to every program although they bypass it. Taken away
 * before anything of the app runs, they cannot be had back: what is not on its module any more is nowhere that a
 * script could look. On tier A the system refuses the same.
 */
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { WITHHELD, withheldError } from '../../policy/refused-calls.js';

type Members = Record<string, unknown>;

// The app's to change, or withheld from it.
const { apply } = Reflect;
const { kill, _kill: sendSignal } = process as unknown as {
  kill(pid: unknown, signal: unknown): true;
  _kill(pid: number, signal: number): number;
};

/** What an open file can do that it was not opened for: Node checks none of it on a FileHandle. */
const HANDLE_METHODS = ['chmod', 'chown', 'utimes'];

/** Loads what `withhold` changes: a start has time for it while it waits for the app. */
export function loadWithheld(): void {
  for (const module of Object.keys(WITHHELD)) process.getBuiltinModule(module);
}

/** @param handle of any file: those that are opened from now on share its prototype */
export function withhold(handle: FileHandle): void {
  for (const [module, names] of Object.entries(WITHHELD)) {
    // Undefined for modules that apps do not have.
    const members = process.getBuiltinModule(module) as unknown as Members | undefined;
    if (members === undefined) continue;
    for (const name of names) if (name in members) replace(members, name, refuse(name));
  }
  limitToOwnProcess();
  limitFileHandles(handle);
  syncBuiltinESMExports();
}

/** A program may signal itself, except to open its inspector. */
function limitToOwnProcess(): void {
  const own = process.pid;
  const isOwn = (pid: unknown): boolean => pid === own;
  const { signals } = process.getBuiltinModule('node:os').constants;
  const numbers: Readonly<Record<string, number | undefined>> = { ...signals };
  Object.setPrototypeOf(numbers, null);
  replace(process as unknown as Members, 'kill', (pid: unknown, signal?: unknown): true => {
    const name = signal ?? 'SIGTERM';
    // As Node and the system read it: 10.5 is 10.
    const number = typeof name === 'number' ? name | 0 : typeof name === 'string' && numbers[name];
    if (!isOwn(pid) || number === numbers['SIGUSR1']) throw withheldError('process.kill');
    // Node's own call names what it refuses.
    if (typeof number !== 'number' || sendSignal(own, number) !== 0)
      return apply(kill, process, [own, signal]);
    return true;
  });
  const os = process.getBuiltinModule('node:os');
  const { setPriority } = os;
  replace(os, 'setPriority', (...values: unknown[]): void => {
    const [pid, priority] = values.length > 1 ? values : [0, values[0]];
    if (pid !== 0 && !isOwn(pid)) throw withheldError('os.setPriority');
    apply(setPriority, os, [0, priority]);
  });
}

function limitFileHandles(handle: FileHandle): void {
  const methods = Object.getPrototypeOf(handle) as Members;
  for (const name of HANDLE_METHODS) {
    replace(methods, name, () => Promise.reject(withheldError(`FileHandle.${name}`)));
  }
}

function refuse(name: string): () => never {
  return () => {
    throw withheldError(name);
  };
}

function replace(members: Members, name: string, value: unknown): void {
  Object.defineProperty(members, name, {
    value,
    configurable: false,
    enumerable: true,
    writable: false,
  });
}
