/** Stores sign-ins between runs, one for each app, server and set of scopes. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readFileSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { acquireLock } from '../../../../config/files/lock.js';
import { makeFolder, removeAbandoned, replaceFile } from '../../../../config/files/write-file.js';
import { openToRead } from '../../../documents/opened-file.js';
import { tokensFolder } from '../../policy/resolve.js';
import { readSignedIn, signedInText, type SignedIn } from './signed-in.js';
import type { OAuthSettings } from './settings.js';

/** Bytes of a file of tokens. */
const MAX_FILE = 1024 * 1024;
/** Milliseconds to wait for another instance that writes. */
const LOCK_WAIT = 2000;

export interface TokenStore {
  /** Where it is, for people; undefined where nothing is kept. */
  readonly place: string | undefined;
  /** What the user should know of where it is now. */
  readonly warning?: string | undefined;
  read(): Promise<SignedIn | undefined>;
  write(signedIn: SignedIn): Promise<void>;
  clear(): Promise<void>;
}

/**
 * The name that a sign-in is kept under. Another app, server, client or list of scopes has another one, and no two
 * have the same.
 */
export function tokenKey(owner: string, settings: OAuthSettings): string {
  const { clientId, wellknownUrl, scopes, audience } = settings;
  const parts = [owner, wellknownUrl.href, clientId, scopes, audience ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** For an app without a name of its own, such as one from stdin, and where nothing is to be kept. */
export class MemoryStore implements TokenStore {
  readonly place = undefined;
  #kept: SignedIn | undefined;

  readonly #earlier: Pick<TokenStore, 'clear'> | undefined;

  /** @param earlier what runs with other settings have kept: signing out removes it too */
  constructor(earlier?: Pick<TokenStore, 'clear'>) {
    this.#earlier = earlier;
  }

  read(): Promise<SignedIn | undefined> {
    return Promise.resolve(this.#kept);
  }

  write(signedIn: SignedIn): Promise<void> {
    this.#kept = signedIn;
    return Promise.resolve();
  }

  async clear(): Promise<void> {
    this.#kept = undefined;
    await this.#earlier?.clear();
  }
}

/** A file that its owner alone can read, in a folder that no app reads or writes. */
export class FileStore implements TokenStore {
  readonly place: string;

  constructor(env: Readonly<Record<string, string | undefined>>, home: string, key: string) {
    this.place = join(tokensFolder(env, home), `${key}.json`);
  }

  read(): Promise<SignedIn | undefined> {
    return Promise.resolve(readSignedIn(this.readText() ?? ''));
  }

  async write(signedIn: SignedIn): Promise<void> {
    await this.writeText(signedInText(signedIn));
  }

  /** @param before what has to be there now. False where it is not, and nothing is written. */
  async writeText(text: string, before?: string): Promise<boolean> {
    return await this.#locked(() => {
      if (before !== undefined && this.readText() !== before) return false;
      replaceFile(this.place, text, () => undefined, { isPrivate: true });
      return true;
    });
  }

  async clear(): Promise<void> {
    try {
      unlinkSync(this.place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    await Promise.resolve();
  }

  /** Follows no link. Nothing where the file is another user's, or others can read it. */
  readText(): string | undefined {
    let fd: number | undefined;
    try {
      fd = openToRead(this.place);
      const stat = fstatSync(fd);
      const own = process.getuid?.();
      const isOwn = own === undefined || (stat.uid === own && (stat.mode & 0o077) === 0);
      if (!stat.isFile() || !isOwn || stat.size > MAX_FILE) return undefined;
      return readFileSync(fd, 'utf8');
    } catch {
      return undefined;
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  }

  async #locked<T>(work: () => T): Promise<T> {
    await Promise.resolve();
    makeFolder(dirname(this.place));
    const lock = acquireLock(`${this.place}.lock`, LOCK_WAIT);
    try {
      removeAbandoned(this.place);
      return work();
    } finally {
      lock.release();
    }
  }
}
