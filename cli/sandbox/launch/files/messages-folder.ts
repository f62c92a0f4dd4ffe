/** The folder of messages: one that a policy names is read by the app, within what it may read. */
import { accessSync, closeSync, constants, readdirSync, statSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Config } from '../../../../config/index.js';
import { printable, type Diagnostic } from '../../../../runtime/base/diagnostics.js';
import type { MessagesFile } from '../../../../runtime/messages/catalog.js';
import { readMessagesFile } from '../../../../runtime/messages/messages-folder.js';
import {
  openFolder,
  openToRead,
  realPathOfDescriptor,
  RefusedFileError,
  type Folder,
} from '../../../documents/opened-file.js';
import { accessTo, allowsRead } from '../../policy/check.js';
import { createSettingError } from '../../policy/setting-error.js';
import type { Permissions } from '../../policy/types.js';

const KEY = 'i18n.messagesDir';

/**
 * Why no messages would come from the folder. An app starts without its own: the texts of the document show. One that the
 * user has chosen has to be there.
 */
export function checkMessagesFolder(
  config: Config,
  permissions: Permissions,
  { cwd, isRemote }: { readonly cwd: string; readonly isRemote: boolean },
): Diagnostic[] {
  const folder = config.getPath(KEY);
  const isPolicys = config.getSource(KEY) === 'policy';
  if (folder === undefined || folder === '') return [];
  const failed = (message: string, suggestion: string): Diagnostic[] => {
    const error = createSettingError(config, KEY, `${KEY}: ${message}`, suggestion);
    return [{ ...error, severity: isPolicys ? 'warning' : 'error', code: 'cannot-read' }];
  };
  if (isRemote && isPolicys) {
    return failed('an app from the web has no folder', 'write <messages lang="…"> in the document');
  }
  const shown = JSON.stringify(printable(folder).slice(-200));
  // First: whether a folder exists is not for an app that may not read it.
  if (isPolicys && allowsRead(permissions, folder, cwd) === undefined) {
    const written = relative(dirname(config.excerptOf(KEY)?.source.file ?? cwd), folder);
    return failed(
      `the app may not read the folder ${shown}`,
      `grant it in the policy: "permissions": { "read": [${JSON.stringify(printable(`./${written}`))}] }`,
    );
  }
  const reason = findReadError(folder);
  if (reason === undefined) return [];
  return failed(
    `the folder ${shown} cannot be read (${reason})`,
    'create it, with a file for each locale such as en.json',
  );
}

function findReadError(folder: string): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return 'ENOTDIR';
    accessSync(folder, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown error';
  }
}

/** Files of messages for commands that run nothing of an app. */
export interface ReadableMessages {
  readonly folder: string;
  /** The locales that the folder has files of, by their names. */
  readonly locales: readonly string[];
  read(locale: string): MessagesFile | undefined;
}

/**
 * The files that an app would receive. If its policy names the folder: those that it may read, links resolved. If the
 * user has chosen the folder: those that are not links.
 */
export function readableMessages(
  config: Config,
  permissions: Permissions,
  cwd: string,
): ReadableMessages {
  const folder = config.getPath(KEY) ?? '';
  const isPolicys = config.getSource(KEY) === 'policy';
  const isReadable =
    folder !== '' && (!isPolicys || allowsRead(permissions, folder, cwd) !== undefined);
  if (!isReadable) return { folder, locales: [], read: () => undefined };
  const open = (file: string): number => {
    const real = isPolicys ? allowsRead(permissions, file, cwd) : file;
    if (real === undefined) throw refused();
    return openReal(real, isPolicys);
  };
  return {
    folder,
    locales: localesIn(folder, (real) => !isPolicys || accessTo(permissions, real) !== 'none'),
    read: (locale) => readMessagesFile(folder, locale, open),
  };
}

/** @param isReal the path is one without links on the way */
function openReal(path: string, isReal: boolean): number {
  let fd: number;
  try {
    fd = openToRead(path);
  } catch (error) {
    throw error instanceof RefusedFileError ? refused() : error;
  }
  if (!isReal || realPathOfDescriptor(fd, path) === path) return fd;
  closeSync(fd);
  throw refused();
}

function refused(): Error {
  return Object.assign(new Error('the app may not read it'), { code: 'EACCES' });
}

/** None where it cannot be listed. @param mayList decides by where the open folder is: its name may lead elsewhere by now */
function localesIn(path: string, mayList: (real: string) => boolean): string[] {
  let folder: Folder | undefined;
  try {
    folder = openFolder(path);
    if (!mayList(folder.real)) return [];
    return readdirSync(folder.at)
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .sort();
  } catch {
    return [];
  } finally {
    if (folder?.fd !== undefined) closeSync(folder.fd);
  }
}
