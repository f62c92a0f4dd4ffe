/**
 * Pipes of the system. Node makes pairs of sockets instead: no name of such a descriptor can be opened
 * (`/dev/stdin`), and no two descriptors of a child are one pair. So they are made by name, by a program of the
 * system, and lose their names as soon as they are open.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { throwIfOutOfFiles } from '../../../boot/out-of-files.js';
import { makeFolders } from '../../../boot/make-folders.js';

/** Descriptors of both ends. */
export interface Pipe {
  readonly reader: number;
  readonly writer: number;
}

/** Not looked up in PATH: apps may have been able to write there. */
const PROGRAMS = ['/usr/bin/mkfifo', '/bin/mkfifo'];

/**
 * Makes as many pipes; undefined where the system has no program for it.
 *
 * @param folder of this user, in which no app can open anything
 */
export function makePipes(count: number, folder: string): Pipe[] | undefined {
  // Elsewhere the name of a descriptor is a copy of it, whatever it is.
  if (count === 0 || process.platform !== 'linux') return undefined;
  const program = PROGRAMS.find((path) => existsSync(path));
  if (program === undefined) return undefined;
  let own: string | undefined;
  const pipes: Pipe[] = [];
  try {
    makeFolders(folder);
    own = mkdtempSync(join(folder, 'pipes-'));
    const names = Array.from({ length: count }, (_, at) => String(at));
    const { status, error } = spawnSync(program, ['-m', '600', ...names], {
      cwd: own,
      env: {},
      stdio: 'ignore',
    });
    throwIfOutOfFiles(error);
    if (status !== 0) return undefined;
    for (const name of names) pipes.push(openPipe(join(own, name)));
    return pipes;
  } catch (error) {
    pipes.forEach(closePipe);
    throwIfOutOfFiles(error);
    return undefined;
  } finally {
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  }
}

function closePipe({ reader, writer }: Pipe): void {
  closeSync(reader);
  closeSync(writer);
}

/** Each end has a state of its own: whether one waits is nothing to the other. */
function openPipe(path: string): Pipe {
  const { O_RDONLY, O_WRONLY, O_RDWR, O_NOFOLLOW } = constants;
  // Opening one end alone would wait for the other.
  const both = openSync(path, O_RDWR | O_NOFOLLOW);
  try {
    if (!fstatSync(both).isFIFO()) throw new Error('not a pipe');
    return {
      reader: openSync(path, O_RDONLY | O_NOFOLLOW),
      writer: openSync(path, O_WRONLY | O_NOFOLLOW),
    };
  } finally {
    closeSync(both);
  }
}
