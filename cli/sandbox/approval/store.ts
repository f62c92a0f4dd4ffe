/**
 * The user's permanent approvals: `approvals.json` in the state folder, accessible by its owner only.
 *
 * A file that others could have written, or that cannot be read, approves nothing.
 */
import { chmodSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { accountHome } from '../../boot/account-home.js';
import { acquireLock } from '../../../config/files/lock.js';
import { makeFolder, removeAbandoned, replaceFile } from '../../../config/files/write-file.js';
import { checkJson, type JsonSchema } from '../../../runtime/base/json/json.js';
import { stateFolder } from '../policy/resolve.js';
import type { AppContent, Enforcement } from '../policy/types.js';
import { Sealer } from './seal.js';

export interface Approval {
  /** Real path of the app's file, or the address of one from the web. */
  readonly id: string;
  /** Keys of the requested permissions (`grantKey`). */
  readonly granted: readonly string[];
  /** When, as ISO 8601. */
  readonly at: string;
  /** `AppContent.hash`; absent in approvals of earlier versions, which approve nothing. */
  readonly hash?: string;
  /** The start of each file's hash by its name; absent where there were too many. */
  readonly files?: Readonly<Record<string, string>>;
  /** What enforced it; absent in approvals of earlier versions. */
  readonly tier?: Enforcement['tier'];
}

/** What is approved. */
export interface Approved {
  readonly id: string;
  readonly granted: readonly string[];
  readonly content: AppContent;
  readonly tier: Enforcement['tier'];
}

const SCHEMA: JsonSchema = {
  type: 'object',
  required: ['version', 'approvals'],
  additionalProperties: false,
  properties: {
    version: { enum: [1, 2] },
    seal: { type: 'string' },
    approvals: {
      type: 'array',
      maxItems: 10_000,
      items: {
        type: 'object',
        required: ['id', 'granted', 'at'],
        additionalProperties: false,
        properties: {
          id: { type: 'string', minLength: 1 },
          hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
          granted: { type: 'array', items: { type: 'string' } },
          at: { type: 'string' },
          files: { type: 'object', additionalProperties: { type: 'string' } },
          tier: { enum: ['A', 'B', 'C'] },
        },
      },
    },
  },
};

/** Larger files are not ours, in bytes. */
const MAX_FILE_SIZE = 8 << 20;

/** Files of one app whose hashes are kept, to state later which of them has changed. */
const MAX_FILES = 512;
/** Digits of a file's hash that are kept. The hash of all content is kept whole. */
const FILE_DIGITS = 16;

interface StoredApprovals {
  readonly approvals: readonly Approval[];
  readonly seal?: string;
}

const UNSEALED =
  '$XDG_STATE_HOME or $HOME leads to it, and it was not written by tui for this home, or by an earlier version';

export interface ReadApprovals {
  readonly approvals: readonly Approval[];
  /** Why the file was left out, where it was. */
  readonly error: string | undefined;
}

export class ApprovalStore {
  readonly path: string;
  /** Undefined where the file is in the usual place, which no app has ever been able to write. */
  readonly #sealer: Sealer | undefined;

  /** @param account the home that no variable changes; a user without an account has no other than `home` */
  constructor(
    env: Readonly<Record<string, string | undefined>>,
    home: string,
    account = accountHome() ?? home,
  ) {
    const folder = stateFolder(env, home);
    this.path = join(folder, 'approvals.json');
    this.#sealer = folder === stateFolder({}, account) ? undefined : new Sealer(account);
  }

  read(): ReadApprovals {
    const none = (error?: string): ReadApprovals => ({ approvals: [], error });
    try {
      const stat = lstatSync(this.path);
      const own = process.getuid?.();
      if (!stat.isFile()) return none('it is not a file');
      if (own !== undefined && stat.uid !== own) return none('it belongs to another user');
      if (process.platform !== 'win32' && (stat.mode & 0o022) !== 0) {
        return none(`other users may write to it; run chmod 600 ${this.path}`);
      }
      if (stat.size > MAX_FILE_SIZE) return none('it is too large');
      const value: unknown = JSON.parse(readFileSync(this.path, 'utf8'));
      const checked = checkJson<StoredApprovals>(value, SCHEMA);
      if (!checked.ok) return none('it is malformed');
      const { approvals, seal = '' } = checked.value;
      if (this.#sealer?.isSealed(this.path, JSON.stringify(approvals), seal) === false) {
        return none(UNSEALED);
      }
      return { approvals, error: undefined };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return none();
      return none(
        error instanceof SyntaxError
          ? 'it is malformed'
          : `it cannot be read (${code ?? 'unknown error'})`,
      );
    }
  }

  find(id: string): Approval | undefined {
    return this.read().approvals.find((each) => each.id === id);
  }

  /** Keeps an approval; an older one of the same app is replaced. Throws where the file cannot be written. */
  approve({ id, granted, content, tier }: Approved, now = new Date()): void {
    const { hash, files } = content;
    const approval: Approval = {
      id,
      hash,
      granted: [...granted].sort(),
      at: now.toISOString(),
      tier,
      ...(files.size > MAX_FILES
        ? {}
        : {
            files: Object.fromEntries(
              [...files].map(([name, each]) => [name, each.slice(0, FILE_DIGITS)]),
            ),
          }),
    };
    this.#change((before) => [...before.filter((each) => each.id !== id), approval]);
  }

  /** Takes approvals back, of one app or of all; how many there were. */
  revoke(id?: string): number {
    if (this.read().approvals.length === 0 && this.read().error === undefined) return 0;
    let removed = 0;
    this.#change((before) => {
      const kept = id === undefined ? [] : before.filter((each) => each.id !== id);
      removed = before.length - kept.length;
      return kept;
    });
    return removed;
  }

  #change(next: (before: readonly Approval[]) => readonly Approval[]): void {
    const folder = dirname(this.path);
    makeFolder(folder);
    chmodSync(folder, 0o700);
    const lock = acquireLock(`${this.path}.lock`);
    try {
      removeAbandoned(this.path);
      const { text, seal } = textOf(next(this.read().approvals), this.#sealer);
      const write = (): void => replaceFile(this.path, text, () => undefined);
      if (seal === undefined) write();
      else this.#sealer?.replace(this.path, seal, write);
      // A file that was there with a wider mode would keep it.
      chmodSync(this.path, 0o600);
    } finally {
      lock.release();
    }
  }
}

/** As much as will be read again: names of files are left out first, those of the oldest approvals before others. */
function textOf(
  approvals: readonly Approval[],
  sealer: Sealer | undefined,
): { readonly text: string; readonly seal: string | undefined } {
  const kept = [...approvals];
  for (let index = 0; ; index++) {
    const seal = sealer?.seal(JSON.stringify(kept));
    const text = `${JSON.stringify({ version: 2, seal, approvals: kept }, undefined, 2)}\n`;
    const oldest = kept[index];
    if (Buffer.byteLength(text) <= MAX_FILE_SIZE || oldest === undefined) return { text, seal };
    const short: { -readonly [Key in keyof Approval]: Approval[Key] } = { ...oldest };
    delete short.files;
    kept[index] = short;
  }
}
