/**
 * Seals approvals that are stored where a variable leads. An app that was started without the variable may have been able to
 * write there, and would approve itself. The key is in the state folder of the account's home, which no app reads or writes,
 * whatever the variables are. So are the seals of the files as they are now: an app that had a copy of an earlier file could put
 * it back after an approval was revoked.
 */
import { closeSync, fstatSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { late } from '../../../runtime/base/late.js';
import { acquireLock } from '../../../config/files/lock.js';
import { makeFolder, replaceFile } from '../../../config/files/write-file.js';
import { checkJson, type JsonSchema } from '../../../runtime/base/json/json.js';
import { openToRead } from '../../documents/opened-file.js';
import { stateFolder } from '../policy/resolve.js';

/** Bytes. */
const KEY = 32;
/** Files of approvals whose seals are kept: the newest. */
const MAX_FILES = 256;
/** Bytes. */
const MAX_SEALS = 1 << 20;

/** By the paths of files: one seal, or two while it is written. */
type Seals = Readonly<Record<string, readonly string[]>>;

const SEALS: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
};

/** Most starts have no such variable, and do without. */
const crypto = late(() => require('node:crypto') as typeof import('node:crypto'));

export class Sealer {
  readonly #path: string;
  readonly #seals: string;

  constructor(home: string) {
    const folder = stateFolder({}, home);
    this.#path = join(folder, 'approvals.key');
    this.#seals = join(folder, 'approvals.seals.json');
  }

  /** The seal of a text. @throws an error of the file system where there is no key, and none can be made */
  seal(text: string): string {
    const key = this.#read() ?? this.#make();
    return crypto().createHmac('sha256', key).update(text).digest('hex');
  }

  /**
   * Writes a sealed file; from then on no earlier one counts.
   *
   * @throws an error of the file system
   */
  replace(path: string, seal: string, write: () => void): void {
    this.#keep(path, (before) => [...before.slice(-1), seal]);
    write();
    this.#keep(path, () => [seal]);
  }

  #keep(path: string, next: (before: readonly string[]) => readonly string[]): void {
    const lock = acquireLock(`${this.#seals}.lock`);
    try {
      const { [path]: before = [], ...others } = this.#readSeals();
      const kept = [...Object.entries(others), [path, next(before)]].slice(-MAX_FILES);
      replaceFile(this.#seals, JSON.stringify(Object.fromEntries(kept)), () => undefined);
    } finally {
      lock.release();
    }
  }

  #sealsOf(path: string): readonly string[] | undefined {
    const seals = this.#readSeals();
    return Object.hasOwn(seals, path) ? seals[path] : undefined;
  }

  /** None where the file is not one of tui's: then nothing is approved. */
  #readSeals(): Seals {
    try {
      const bytes = readOwn(this.#seals, (size) => size <= MAX_SEALS);
      const checked = checkJson<Seals>(JSON.parse(bytes?.toString() ?? '{}'), SEALS);
      return checked.ok ? checked.value : {};
    } catch {
      return {};
    }
  }

  /**
   * Whether the text was sealed with the key of this home, and is what tui has written last in this file. The file of another
   * folder does not count: an app that was approved there may have been revoked here.
   */
  isSealed(path: string, text: string, seal: string): boolean {
    const key = this.#read();
    if (key === undefined || this.#sealsOf(path)?.includes(seal) !== true) return false;
    const [own, found] = [
      crypto().createHmac('sha256', key).update(text).digest(),
      Buffer.from(seal, 'hex'),
    ];
    return own.length === found.length && crypto().timingSafeEqual(own, found);
  }

  #read(): Buffer | undefined {
    return readOwn(this.#path, (size) => size === KEY);
  }

  #make(): Buffer {
    makeFolder(dirname(this.#path));
    const key = crypto().randomBytes(KEY);
    try {
      writeFileSync(this.#path, key, { mode: 0o600, flag: 'wx' });
      return key;
    } catch (error) {
      // Another start was faster.
      const found = this.#read();
      if (found === undefined) throw error;
      return found;
    }
  }
}

/** Follows no link. Nothing where the file is another user's, others can read it, or it has another size. */
function readOwn(path: string, hasSize: (size: number) => boolean): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openToRead(path);
    const stat = fstatSync(fd);
    const own = process.getuid?.();
    const isOwn = own === undefined || (stat.uid === own && (stat.mode & 0o077) === 0);
    return stat.isFile() && isOwn && hasSize(stat.size) ? readFileSync(fd) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
