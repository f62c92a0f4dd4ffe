/**
 * Stores a sign-in that only the keyring can decrypt. The keyring has a key for each, and the file has the
 * sign-in, encrypted with it: keyrings limit how long a secret is (8 kB by `secret-tool`, 4 kB on macOS), and
 * tokens can be longer.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { isRecord } from '../../channel/protocol.js';
import { OAuthError } from './errors.js';
import { KeyringError, type Keyring } from './keyring.js';
import { readSignedIn, signedInText, type SignedIn } from './signed-in.js';
import type { FileStore, TokenStore } from './token-store.js';

const VERSION = 1;
const CIPHER = 'aes-256-gcm';
/** Bytes. */
const KEY = 32;
const NONCE = 12;
const TAG = 16;
/** A key as it is kept: base64url. */
const KEY_TEXT = /^[\w-]{43}$/;

export interface KeyringStoreInputs {
  readonly file: FileStore;
  /** Also what a sealed sign-in is bound to: the file of another one does not open. */
  readonly account: string;
  readonly keyring: Keyring | { readonly missing: string };
  readonly label: string;
  /** No file where the keyring fails. */
  readonly isRequired: boolean;
}

export class KeyringStore implements TokenStore {
  /** Since this process has had it. */
  #key: Buffer | undefined;
  /** Why the last write went into a plain file. */
  #failed: string | undefined;

  readonly #inputs: KeyringStoreInputs;

  constructor(inputs: KeyringStoreInputs) {
    this.#inputs = inputs;
  }

  get place(): string {
    const { file, keyring } = this.#inputs;
    return this.#failed !== undefined || 'missing' in keyring ? file.place : keyring.name;
  }

  get warning(): string | undefined {
    if (this.#failed === undefined) return undefined;
    return `the sign-in is stored in a file that only you can read, because ${this.#failed}: ${this.place}`;
  }

  async read(): Promise<SignedIn | undefined> {
    const text = this.#inputs.file.readText();
    if (text === undefined) return undefined;
    const sealed = sealedIn(text);
    if (sealed !== undefined) return await this.#open(sealed);
    const plain = readSignedIn(text);
    return plain && (await this.#migrate(plain, text));
  }

  async write(signedIn: SignedIn): Promise<void> {
    const { file } = this.#inputs;
    const sealed = await this.#sealedOrPlain(signedIn, 'the sign-in is not stored');
    await file.writeText(sealed ?? signedInText(signedIn));
  }

  async clear(): Promise<void> {
    const { file, keyring, account } = this.#inputs;
    this.#key = undefined;
    await file.clear();
    if ('missing' in keyring) return;
    try {
      await keyring.delete(account);
    } catch (error) {
      // What the key opens is gone.
      if (!(error instanceof KeyringError)) throw error;
    }
  }

  /** A sign-in of a run without a keyring gets into it. */
  async #migrate(plain: SignedIn, text: string): Promise<SignedIn | undefined> {
    const { file } = this.#inputs;
    if (this.#failed !== undefined) return plain;
    const sealed = await this.#sealedOrPlain(plain, `${file.place} is not used`);
    // Another instance may have renewed it meanwhile: then what it has written counts.
    if (sealed === undefined || (await file.writeText(sealed, text))) return plain;
    const now = file.readText() ?? '';
    const other = sealedIn(now);
    return other === undefined ? readSignedIn(now) : await this.#open(other);
  }

  /** Undefined where it has to be written as it is. @throws OAuthError where that is not allowed */
  async #sealedOrPlain(signedIn: SignedIn, loss: string): Promise<string | undefined> {
    const { keyring, isRequired } = this.#inputs;
    try {
      if ('missing' in keyring) throw new KeyringError();
      // Renewals do not wait for it again and again.
      if (this.#failed !== undefined && !isRequired && this.#isPlain()) return undefined;
      const key = this.#keyInUse() ?? (await this.#makeKey(keyring));
      this.#key = key;
      this.#failed = undefined;
      return this.#seal(signedIn, key);
    } catch (error) {
      if (!(error instanceof KeyringError)) throw error;
      const reason = this.#reasonOf(error);
      if (isRequired) {
        throw failure(`${reason}; oauth.storage requires the keyring: ${loss}`);
      }
      this.#failed = reason;
      return undefined;
    }
  }

  /** The key of this process, if what is kept now is of it: another instance may have signed out, or in, since. */
  #keyInUse(): Buffer | undefined {
    const sealed = sealedIn(this.#inputs.file.readText() ?? '');
    const isOurs = this.#key && sealed && this.#unseal(sealed, this.#key) !== undefined;
    return isOurs === true ? this.#key : undefined;
  }

  #isPlain(): boolean {
    return readSignedIn(this.#inputs.file.readText() ?? '') !== undefined;
  }

  async #open(sealed: Buffer): Promise<SignedIn | undefined> {
    const { keyring } = this.#inputs;
    const known = this.#key && this.#unseal(sealed, this.#key);
    if (known !== undefined) return known;
    try {
      if ('missing' in keyring) throw new KeyringError();
      const key = await this.#readKey(keyring);
      const opened = key && this.#unseal(sealed, key);
      if (opened !== undefined) this.#key = key;
      return opened;
    } catch (error) {
      if (!(error instanceof KeyringError)) throw error;
      throw failure(`the sign-in is stored in the keyring, but ${this.#reasonOf(error)}`);
    }
  }

  #reasonOf(error: KeyringError): string {
    const { keyring } = this.#inputs;
    return 'missing' in keyring
      ? `there is no keyring (${keyring.missing})`
      : `${keyring.name} ${error.message}`;
  }

  /** A new key for each sign-in: a copy of an old key opens no later file. It is read back, as a keyring may lose it. */
  async #makeKey(keyring: Keyring): Promise<Buffer> {
    const { account, label } = this.#inputs;
    const key = randomBytes(KEY);
    await keyring.set(account, key.toString('base64url'), label);
    const kept = await this.#readKey(keyring);
    if (kept === undefined || !kept.equals(key))
      throw new KeyringError('does not keep what is stored in it');
    return key;
  }

  async #readKey(keyring: Keyring): Promise<Buffer | undefined> {
    const text = await keyring.get(this.#inputs.account);
    if (text === undefined) return undefined;
    if (!KEY_TEXT.test(text)) throw new KeyringError('returns values that tui did not store');
    return Buffer.from(text, 'base64url');
  }

  #seal(signedIn: SignedIn, key: Buffer): string {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(this.#inputs.account));
    const text = [cipher.update(signedInText(signedIn), 'utf8'), cipher.final()];
    const sealed = Buffer.concat([nonce, cipher.getAuthTag(), ...text]);
    return JSON.stringify({ version: VERSION, sealed: sealed.toString('base64') });
  }

  /** Undefined where the key does not open it. */
  #unseal(sealed: Buffer, key: Buffer): SignedIn | undefined {
    const [nonce, tag] = [sealed.subarray(0, NONCE), sealed.subarray(NONCE, NONCE + TAG)];
    try {
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG })
        .setAAD(Buffer.from(this.#inputs.account))
        .setAuthTag(tag);
      const text = [decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()];
      return readSignedIn(Buffer.concat(text).toString());
    } catch {
      return undefined;
    }
  }
}

/** What is sealed in a file's text; undefined where it is none of these. */
function sealedIn(text: string): Buffer | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value['version'] !== VERSION) return undefined;
  const { sealed } = value;
  return typeof sealed === 'string' ? Buffer.from(sealed, 'base64') : undefined;
}

function failure(message: string): OAuthError {
  return new OAuthError('keyring', message);
}
