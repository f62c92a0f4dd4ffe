/**
 * The files that apps' states are kept in: one for each app, in the state folder, for its owner only.
 *
 * Each write merges what an instance has changed into what is there by then, under a lock, and replaces the file whole:
 * two instances keep what either has done, and a crash leaves the old file or the new one.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readFileSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { acquireLock } from '../../config/files/lock.js';
import { isSecretSetting, withoutSecrets } from '../../config/index.js';
import { makeFolder, removeAbandoned, replaceFile } from '../../config/files/write-file.js';
import {
  MAX_STATE,
  MAX_VALUE,
  NOTHING_SAVED,
  type SavedElement,
  type SavedState,
  type StateChanges,
} from '../../runtime/persistence/saved.js';
import { openToRead } from '../documents/opened-file.js';
import { statesFolder } from '../sandbox/policy/resolve.js';

const VERSION = 1;
/** Milliseconds to wait for another instance that writes. */
const LOCK_WAIT = 300;
/** Days for which an element that is not there any more is kept. */
const KEPT_DAYS = 30;
/** UTF-16 units of an id or a key. */
const MAX_KEY = 1000;
/** Elements, states and values of an app. */
const MAX_ENTRIES = 5000;

/** An app as its state is kept for it. */
export interface StateOwner {
  /** Real path of the document, or the origin of an app from the web and the hash of its content. */
  readonly id: string;
}

/** The owner of a state; undefined for what has no name of its own: an app from stdin. */
export function stateOwner(
  real: string | undefined,
  remote: { readonly url: string; readonly hash: string } | undefined,
): StateOwner | undefined {
  if (remote !== undefined) return { id: `${new URL(remote.url).origin} ${remote.hash}` };
  return real === undefined ? undefined : { id: real };
}

export class StateFile {
  readonly path: string;

  constructor(
    env: Readonly<Record<string, string | undefined>>,
    home: string,
    private readonly owner: StateOwner,
  ) {
    const hash = createHash('sha256').update(owner.id).digest('hex');
    this.path = join(statesFolder(env, home), `${hash}.json`);
  }

  /** What is kept, and why nothing is where a file is there and cannot be used. Follows no link. */
  read(): { readonly saved: SavedState; readonly problem?: string | undefined } {
    const none = (problem?: string) => ({ saved: NOTHING_SAVED, problem });
    let fd: number | undefined;
    try {
      fd = openToRead(this.path);
      const stat = fstatSync(fd);
      const own = process.getuid?.();
      if (!stat.isFile()) return none('it is not a file');
      if (own !== undefined && stat.uid !== own) return none('it belongs to another user');
      if (stat.size > 2 * MAX_STATE) return none('it is too large');
      const value: unknown = JSON.parse(readFileSync(fd, 'utf8'));
      if (!isRecord(value) || value['version'] !== VERSION) return none('it is of another version');
      if (value['app'] !== this.owner.id) return none('it is of another app');
      return { saved: cleanState(value) };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return none();
      if (error instanceof SyntaxError) return none('it is malformed');
      return none(code === undefined ? (error as Error).message : `it cannot be read (${code})`);
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  }

  /**
   * Merges changes into the file. Of an app's words only what an app's state can be gets there.
   *
   * @throws Error where it would be too large, where another instance writes for long, or of the file system
   */
  write(changes: unknown, now = new Date()): void {
    const folder = dirname(this.path);
    makeFolder(folder);
    const lock = acquireLock(`${this.path}.lock`, LOCK_WAIT);
    try {
      removeAbandoned(this.path);
      const given = isRecord(changes) ? changes : {};
      const before = given['clear'] === true ? NOTHING_SAVED : this.read().saved;
      const saved = merged(before, cleanState(given), removals(given), now);
      const text = `${JSON.stringify({ version: VERSION, app: this.owner.id, savedAt: now.toISOString(), ...saved })}\n`;
      if (Buffer.byteLength(text) > MAX_STATE) {
        throw Object.assign(new Error(`it has more than ${MAX_STATE} bytes`), {
          code: 'too-large',
        });
      }
      replaceFile(this.path, text, () => {
        if (!lock.isHeld()) throw new Error('another instance has taken over');
      });
    } finally {
      lock.release();
    }
  }

  /** Whether there was anything. @throws an error of the file system */
  clear(): boolean {
    try {
      unlinkSync(this.path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Entries by key, without a prototype, and no more than an app can have. */
function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value)
    ? Object.entries(value)
        .filter(([key]) => key.length <= MAX_KEY && key !== '__proto__')
        .slice(0, MAX_ENTRIES)
    : [];
}

/** What of a value is a state: secrets are left out by their names, and by what they look like. */
function cleanState(value: Fields): SavedState {
  return {
    elements: Object.fromEntries(
      entriesOf(value['elements']).flatMap(([id, each]): [string, SavedElement][] => {
        const { tag, fields, seen } = isRecord(each) ? each : {};
        if (typeof tag !== 'string' || tag.length > MAX_KEY || isSecretSetting(id, undefined))
          return [];
        const kept = Object.fromEntries(
          entriesOf(fields).filter(([key, field]) => isKept(key, field)),
        );
        const day = typeof seen === 'string' && /^\d{4}-\d\d-\d\d$/.test(seen) ? seen : undefined;
        return [[id, { tag, fields: kept, ...(day === undefined ? {} : { seen: day }) }]];
      }),
    ),
    states: keptOf(value['states']),
    own: keptOf(value['own']),
  };
}

function keptOf(value: unknown): Record<string, unknown> {
  return Object.fromEntries(
    entriesOf(value).filter(([key, each]) => each !== null && isKept(key, each)),
  );
}

function isKept(key: string, value: unknown): boolean {
  if (isSecretSetting(key, value)) return false;
  const text = JSON.stringify(value);
  if (text === undefined || text.length > MAX_VALUE) return false;
  // Tokens, passwords in addresses, members named like secrets.
  return withoutSecrets(text) === text && !hasSecretMember(value, 0);
}

function hasSecretMember(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > 64) return false;
  return Object.entries(value).some(
    ([key, each]) =>
      (!Array.isArray(value) && each !== '' && each !== null && isSecretSetting(key, each)) ||
      hasSecretMember(each, depth + 1),
  );
}

/** Keys of states and values that are to go. */
function removals(given: Fields): ReadonlySet<string> {
  return new Set(
    (['states', 'own'] as const).flatMap((kind) =>
      entriesOf(given[kind])
        .filter(([, value]) => value === null)
        .map(([key]) => `${kind} ${key}`),
    ),
  );
}

function merged(
  before: SavedState,
  changes: SavedState,
  gone: ReadonlySet<string>,
  now: Date,
): SavedState {
  const today = now.toISOString().slice(0, 10);
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10);
  const elements: [string, SavedElement][] = Object.entries(before.elements).filter(
    ([, { seen = today }]) => seen >= oldest,
  );
  const without = (kind: 'states' | 'own') =>
    Object.entries({ ...before[kind], ...changes[kind] }).filter(
      ([key]) => !gone.has(`${kind} ${key}`),
    );
  return {
    elements: Object.fromEntries([
      ...elements,
      ...Object.entries(changes.elements).map(([id, each]): [string, SavedElement] => {
        const old = Object.hasOwn(before.elements, id) ? before.elements[id] : undefined;
        const fields = old?.tag === each.tag ? { ...old.fields, ...each.fields } : each.fields;
        return [id, { tag: each.tag, fields, seen: today }];
      }),
    ]),
    states: Object.fromEntries(without('states')),
    own: Object.fromEntries(without('own')),
  };
}

/** The port of an app that runs in this process. */
export function localPort(file: StateFile): {
  readonly saved: SavedState;
  save(changes: StateChanges): Promise<void>;
  saveNow(changes: StateChanges): void;
} {
  return {
    saved: file.read().saved,
    save: async (changes) => {
      await Promise.resolve();
      file.write(changes);
    },
    saveNow: (changes) => file.write(changes),
  };
}
