/** The storage of sign-ins (`oauth.storage`), and its description for users. */
import type { Config } from '../../../../config/index.js';
import { tokensFolder } from '../../policy/resolve.js';
import { findKeyring, type KeyringInputs } from './keyring.js';
import { KeyringStore } from './keyring-store.js';
import type { OAuthSettings } from './settings.js';
import { FileStore, MemoryStore, tokenKey, type TokenStore } from './token-store.js';

export interface StorageInputs extends KeyringInputs {
  readonly config: Pick<Config, 'oauthStorage'>;
  readonly home: string;
}

/** @param owner the app that it is kept for; undefined: it is not kept */
export function storeOf(
  settings: OAuthSettings,
  owner: string | undefined,
  inputs: StorageInputs,
): TokenStore {
  if (owner === undefined) return new MemoryStore();
  const { config, env, home } = inputs;
  const account = tokenKey(owner, settings);
  const file = new FileStore(env, home, account);
  const storage = config.oauthStorage;
  if (storage === 'file') return file;
  // It is in an argument, and in a command of macOS.
  const host = settings.wellknownUrl.host.replace(/[^\w.:[\]-]/g, '?');
  const store = new KeyringStore({
    file,
    account,
    keyring: findKeyring(inputs),
    label: `tui: sign-in at ${host}`,
    isRequired: storage === 'keyring',
  });
  return storage === 'memory' ? new MemoryStore(store) : store;
}

/** Completes "sign-ins are kept …". The keyring is looked for, and not called. */
export function storageText(inputs: StorageInputs): string {
  const { config, env, home } = inputs;
  const storage = config.oauthStorage;
  const inFile = `in a file that only you can read, in ${tokensFolder(env, home)}`;
  if (storage === 'memory') return 'until the app ends (oauth.storage = memory)';
  if (storage === 'file') return `${inFile} (oauth.storage = file)`;
  const keyring = findKeyring(inputs);
  if (!('missing' in keyring)) return `in ${keyring.name}`;
  return storage === 'keyring'
    ? `nowhere: oauth.storage requires the keyring, and ${keyring.missing}`
    : `${inFile}, because there is no keyring: ${keyring.missing}`;
}
