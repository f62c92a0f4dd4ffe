/**
 * The state files of apps: one for each app, in the state folder, accessible by its owner only.
 *
 * Each write merges the changes of an instance into the current file, under a lock, and replaces the whole file: two
 * instances keep the changes of both, and a crash leaves the old file or the new one.
 */
import { closeSync, fstatSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { acquireLock } from '../../config/files/lock.js';
import { isSecretSetting } from '../../config/index.js';
import { makeFolder, removeAbandoned, replaceFile } from '../../config/files/write-file.js';
import {
  MAX_DEPTH,
  MAX_STATE,
  NOTHING_SAVED,
  type SavedState,
  type StatePort,
} from '../../runtime/persistence/saved.js';
import { report, type Console } from '../command-line/console.js';
import { openToRead, RefusedFileError } from '../documents/opened-file.js';
import { parseBounded } from '../sandbox/channel/bounded-json.js';
import { ProtocolError } from '../sandbox/channel/protocol-error.js';
import { cleanState, isRecord, merged, removals } from './saved-state.js';
import { statesFolder } from '../sandbox/policy/resolve.js';
import type { StateOwner } from './state-owner.js';

const VERSION = 1;
/** Milliseconds to wait for another instance that writes, which takes one or two: it may have to wait for a turn meanwhile. */
const LOCK_WAIT = 2000;
/** A file that was edited may be larger than one that is written. */
const LIMITS = { bytes: 2 * MAX_STATE, values: 500_000, depth: MAX_DEPTH + 8 };
/** Of a file that cannot be read, which is put aside when another is written. */
const UNREADABLE = '.unreadable';

export class StateFile {
  readonly path: string;

  readonly #owner: StateOwner;

  constructor(env: Readonly<Record<string, string | undefined>>, home: string, owner: StateOwner) {
    this.#owner = owner;

    const { createHash } = process.getBuiltinModule('node:crypto');
    const hash = createHash('sha256').update(owner.id).digest('hex');
    this.path = join(statesFolder(env, home), `${hash}.json`);
  }

  /** Reads the saved state, and why an existing file is not used. Does not follow links. */
  read(): Reading {
    let fd: number | undefined;
    try {
      fd = openToRead(this.path);
      const stat = fstatSync(fd);
      const own = process.getuid?.();
      if (stat.isDirectory()) return unusable('it is a folder', 'EISDIR');
      if (!stat.isFile()) return unusable('it is not a file');
      if (own !== undefined && stat.uid !== own)
        return unusable('it belongs to another user', 'not-own');
      if (stat.size > LIMITS.bytes) return unusable('it is too large');
      const value: unknown = parseBounded(readFileSync(fd), LIMITS);
      if (!isRecord(value) || value['version'] !== VERSION)
        return unusable('it is of another version');
      if (value['app'] !== this.#owner.id) return unusable('it is of another app');
      return { saved: cleanState(value).kept };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return { saved: NOTHING_SAVED };
      if (error instanceof RefusedFileError) return unusable(error.message);
      if (error instanceof SyntaxError || error instanceof ProtocolError)
        return unusable('it is malformed');
      return unusable(`it cannot be read (${code ?? 'unknown error'})`, code ?? 'state');
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  }

  /**
   * Merges changes into the file. Of an app's words only what an app's state can be gets there. A file that cannot be
   * used is put aside: what a person or another version wrote is not lost.
   *
   * @returns names of what is left out because it looks like a secret
   * @throws Error where it would be too large, where another instance writes for long, or of the file system
   */
  write(changes: unknown, now = new Date()): readonly string[] {
    const folder = dirname(this.path);
    makeFolder(folder);
    const lock = acquireLock(`${this.path}.lock`, LOCK_WAIT);
    try {
      removeAbandoned(this.path);
      const value = isRecord(changes) ? changes : {};
      const { saved: found, problem: error, code } = this.read();
      // Another user's file is not replaced, nor one that may be intact.
      if (code !== undefined) throw Object.assign(new Error(error), { code });
      const before = value['clear'] === true ? NOTHING_SAVED : found;
      const { kept, leftOut } = cleanState(value);
      const saved = merged(before, kept, removals(value), now);
      const text = `${JSON.stringify({ version: VERSION, app: this.#owner.id, savedAt: now.toISOString(), ...saved })}\n`;
      if (Buffer.byteLength(text) > MAX_STATE) {
        throw Object.assign(new Error(`it has more than ${MAX_STATE} bytes`), {
          code: 'too-large',
        });
      }
      if (error !== undefined) renameSync(this.path, `${this.path}${UNREADABLE}`);
      const beforeRename = (): void => {
        if (!lock.isHeld()) throw new Error('another instance is now writing it');
      };
      replaceFile(this.path, text, beforeRename, { isPrivate: true });
      return leftOut;
    } finally {
      lock.release();
    }
  }

  /** Removes what is kept, and what was put aside. Whether there was anything. @throws an error of the file system */
  clear(): boolean {
    const cleared = [this.path, `${this.path}${UNREADABLE}`].map((path) => {
      try {
        unlinkSync(path);
        return true;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT' || code === 'ENOTDIR') return false;
        throw error;
      }
    });
    return cleared.includes(true);
  }
}

export interface Reading {
  readonly saved: SavedState;
  /** Why an existing file is not used. */
  readonly problem?: string | undefined;
  /** The code of a problem for which the file is not replaced either. */
  readonly code?: string | undefined;
}

function unusable(error: string, code?: string): Reading {
  return { saved: NOTHING_SAVED, problem: error, code };
}

/** Whether a field or a state with a name is never kept. */
function isSecretName(name: string): boolean {
  return isSecretSetting(name, undefined);
}

/** The port of an app that runs in this process. */
export function localPort(file: StateFile, saved: SavedState): StatePort {
  return {
    saved,
    isSecret: isSecretName,
    save: async (changes) => {
      await Promise.resolve();
      return file.write(changes);
    },
    saveNow: (changes) => file.write(changes),
  };
}

/** What is kept of an app as it starts, with a warning where that cannot be used. */
export function readReported(file: StateFile, console: Console): SavedState {
  const { saved, problem: error } = file.read();
  if (error !== undefined) {
    report(console, [
      {
        severity: 'warning',
        code: 'unreadable-state',
        message: `the saved state of the app is ignored: ${error}`,
        source: { file: file.path, text: '' },
        suggestion: 'tui state clear FILE removes it',
      },
    ]);
  }
  return saved;
}
