/**
 * Functions that Node's permission model leaves to every program although they reach past it: found by
 * trying them. Taken away before anything of the app runs, they cannot be had back: what is not on its
 * module any more is nowhere that a script could look. On tier A the system refuses the same.
 */
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Members = Record<string, unknown>;

/**
 * - V8's flags write files anywhere (`--trace-turbo-cfg-file`); traces and heap snapshots write one into the
 *   working folder.
 * - The rest send signals: SIGUSR1 opens the inspector of any Node process, which runs what it is told.
 */
const WITHHELD: Readonly<Record<string, readonly string[]>> = {
  // They change the times of a file that is open for reading (CVE-2025-55132).
  'node:fs': ['futimes', 'futimesSync'],
  'node:v8': ['setFlagsFromString', 'setHeapSnapshotNearHeapLimit'],
  'node:trace_events': ['createTracing'],
  'node:process': [
    '_kill',
    '_debugProcess',
    '_debugEnd',
    '_linkedBinding',
    'binding',
    'dlopen',
    'execve',
  ],
};

/** What an open file can do that it was not opened for: Node checks none of it on a FileHandle. */
const HANDLE_METHODS = ['chmod', 'chown', 'utimes'];

/** @param ownFile a file that this process may read */
export async function withhold(ownFile: string): Promise<void> {
  for (const [module, names] of Object.entries(WITHHELD)) {
    const members = process.getBuiltinModule(module) as unknown as Members;
    for (const name of names) if (name in members) replace(members, name, refuse(name));
  }
  limitToOwnProcess();
  await limitHandles(ownFile);
  syncBuiltinESMExports();
}

/** A program may end or tell itself something, but for opening its inspector. */
function limitToOwnProcess(): void {
  const own = process.pid;
  const isOwn = (pid: unknown): boolean => pid === own;
  const { kill } = process;
  replace(process as unknown as Members, 'kill', (pid: unknown, signal?: unknown): true => {
    // 10 on Linux, 30 on macOS.
    const opensInspector = signal === 'SIGUSR1' || signal === 10 || signal === 30;
    if (!isOwn(pid) || opensInspector) throw denied('process.kill');
    return Reflect.apply(kill, process, [own, signal]) as true;
  });
  const os = process.getBuiltinModule('node:os');
  const { setPriority } = os;
  replace(os as unknown as Members, 'setPriority', (...values: unknown[]): void => {
    const [pid, priority] = values.length > 1 ? values : [0, values[0]];
    if (pid !== 0 && !isOwn(pid)) throw denied('os.setPriority');
    Reflect.apply(setPriority, os, [0, priority]);
  });
}

async function limitHandles(ownFile: string): Promise<void> {
  const handle = await promises.open(ownFile, 'r');
  const methods = Object.getPrototypeOf(handle) as Members;
  for (const name of HANDLE_METHODS) {
    replace(methods, name, () => Promise.reject(denied(`FileHandle.${name}`)));
  }
  // The same for handles that are opened from now on: they share the prototype.
  await handle.close();
}

function refuse(name: string): () => never {
  return () => {
    throw denied(name);
  };
}

function denied(name: string): Error {
  const message = `${name} is not there for apps: it reaches out of the sandbox`;
  return Object.assign(new Error(message), { code: 'not-permitted' });
}

function replace(members: Members, name: string, value: unknown): void {
  Object.defineProperty(members, name, {
    value,
    configurable: false,
    enumerable: true,
    writable: false,
  });
}
