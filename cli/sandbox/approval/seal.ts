/**
 * Seals approvals that are stored where a variable leads. An app that was started without the variable may have been able to
 * write there, and would approve itself. The key is in the state folder of the account's home, which no app reads or writes,
 * whatever the variables are.
 */
import { closeSync, fstatSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { late } from '../../../runtime/base/late.js';
import { makeFolder } from '../../../config/files/write-file.js';
import { openToRead } from '../../documents/opened-file.js';
import { stateFolder } from '../policy/resolve.js';

/** Bytes. */
const KEY = 32;

/** Most starts have no such variable, and do without. */
const crypto = late(() => require('node:crypto') as typeof import('node:crypto'));

export class Sealer {
  readonly #path: string;

  constructor(home: string) {
    this.#path = join(stateFolder({}, home), 'approvals.key');
  }

  /** The seal of a text. @throws an error of the file system where there is no key, and none can be made */
  seal(text: string): string {
    const key = this.#read() ?? this.#make();
    return crypto().createHmac('sha256', key).update(text).digest('hex');
  }

  /** Whether the text was sealed with the key of this home. */
  isSealed(text: string, seal: string): boolean {
    const key = this.#read();
    if (key === undefined) return false;
    const [own, found] = [
      crypto().createHmac('sha256', key).update(text).digest(),
      Buffer.from(seal, 'hex'),
    ];
    return own.length === found.length && crypto().timingSafeEqual(own, found);
  }

  /** Follows no link. Nothing where the file is another user's, or others can read it. */
  #read(): Buffer | undefined {
    let fd: number | undefined;
    try {
      fd = openToRead(this.#path);
      const stat = fstatSync(fd);
      const own = process.getuid?.();
      const isOwn = own === undefined || (stat.uid === own && (stat.mode & 0o077) === 0);
      return stat.isFile() && isOwn && stat.size === KEY ? readFileSync(fd) : undefined;
    } catch {
      return undefined;
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
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
