/** Files that the launcher opens for the user, and links in granted paths: an app must not redirect it. */
import { closeSync, fstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DiagnosticError, printable, type Source } from '../../../../runtime/base/diagnostics.js';
import type { MessagesFile } from '../../../../runtime/messages/catalog.js';
import { canonicalLocale } from '../../../../runtime/messages/locales.js';
import {
  failedMessages,
  MAX_BYTES,
  TOO_LARGE,
  unreadMessages,
} from '../../../../runtime/messages/messages-folder.js';
import {
  configuredTheme,
  isThemeFile,
  readThemeFile,
} from '../../../../runtime/app/read-theme-file.js';
import { late } from '../../../../runtime/base/late.js';
import type { LogFile } from '../../../log/log-file.js';
import {
  openFolder,
  openToRead,
  realPathOfDescriptor,
  type Folder,
} from '../../../documents/opened-file.js';
import { accessTo, grantedEnvironment, isGuarded } from '../../policy/check.js';
import { isInside, stepsOf, type PathVariables } from '../../policy/grants/paths.js';
import { mountsOf, nodePathList, symlinksLeaving } from '../../policy/mounts.js';
import type { Permissions } from '../../policy/types.js';
import type { RemoteApp } from '../../remote/remote.js';
import type { Console } from '../../../command-line/console.js';
import type { Config } from '../../../../config/index.js';
import type { Tier } from '../tier/tier.js';

const logs = late(
  () => require('../../../log/log-file.js') as typeof import('../../../log/log-file.js'),
);

export interface OwnFiles {
  readonly config: Config;
  readonly permissions: Permissions;
  readonly variables: PathVariables;
  readonly tier: Tier;
  readonly source: Source;
  readonly remote?: RemoteApp | undefined;
  readonly console: Console;
  /** The file that the picture goes to, where the task keeps it. */
  readonly output?: string | undefined;
}

/**
 * The file of a theme that the user has chosen, read here: the app need not be able to. A policy's file is read by
 * the app, within what it is granted.
 *
 * @throws DiagnosticError
 */
export function userTheme({ config }: OwnFiles): Source | undefined {
  const path = configuredTheme(config);
  if (!isThemeFile(path) || config.getSource('theme') === 'policy') return undefined;
  return readThemeFile(path, (fd) => {
    // An app could have made a link of the name: through it, it gets to see sheets and nothing else.
    const real = realPathOfDescriptor(fd, path);
    return real !== undefined && isThemeFile(real)
      ? undefined
      : 'it is a link to a file that does not end in .css';
  });
}

/**
 * The user may log where they like, but not through a link that this app could have made. A policy may log
 * where its app may write: the launcher opens the file for it.
 */
export function openAllowedLog(inputs: OwnFiles): LogFile | undefined {
  const { config, permissions, variables, source, remote, console } = inputs;
  if ((config.getPath('log.file') ?? '') === '') return undefined;
  const origin = config.getOrigin('log.file');
  const env = grantedEnvironment(permissions, console.env);
  const app = remote?.url ?? resolve(variables.cwd, source.file);
  const check = (real: string, path: string): void => {
    const refuse = (message: string, suggestion: string): never => {
      throw new DiagnosticError([
        { severity: 'error', code: 'cannot-write', message: `log.file: ${message}`, suggestion },
      ]);
    };
    if (origin?.source === 'policy' && accessTo(permissions, real) !== 'write') {
      refuse(
        `the app may not write ${path}; it is set by ${origin.place}`,
        isGuarded(permissions, real)
          ? 'remove it: apps cannot access files there'
          : `run it with --allow-write=${path}`,
      );
    }
    const link = writableLink(permissions, path, variables.cwd);
    if (link === undefined) return;
    refuse(
      `${path} leads through the link ${link}, which the app can change; it is set by ${origin?.place ?? 'log.file'}`,
      `name its target: ${real}`,
    );
  };
  return logs().openLogFile(config, { app, console, env, check });
}

/**
 * Reads files of the folder of messages that the user has chosen: the app need not be able to. A policy's folder is
 * read by the app, within what it is granted.
 *
 * The folder is opened before the app starts. Of it, `<locale>.json` is read and nothing else, through no link.
 *
 * @throws DiagnosticError where a link on the way to the folder is the app's
 */
export function userMessages({
  config,
  permissions,
  variables,
}: OwnFiles): { read(locale: string): MessagesFile | undefined; close(): void } | undefined {
  const chosen = userPath(config, 'i18n.messagesDir');
  if (chosen === undefined) return undefined;
  const { path, refuse } = chosen;
  const link = writableLink(permissions, path, variables.cwd);
  if (link !== undefined) return refuse(`leads through the link ${link}, which the app can change`);
  let folder: Folder;
  try {
    folder = openFolder(path);
  } catch (error) {
    return refuse(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  const isShared = accessTo(permissions, folder.real) === 'write';
  return {
    read: (locale) => readMessagesIn(folder, locale, isShared),
    close: () => {
      if (folder.fd !== undefined) closeSync(folder.fd);
    },
  };
}

/**
 * A path that the user has chosen, and how it is refused; undefined where there is none, or a policy has set it.
 */
function userPath(
  config: Config,
  key: string,
): { readonly path: string; refuse(message: string): never } | undefined {
  const path = config.getPath(key);
  const origin = config.getOrigin(key);
  if (path === undefined || path === '' || origin?.source === 'policy') return undefined;
  return {
    path,
    refuse: (message) => {
      const text = `${key}: ${printable(path)} ${message}; it is set by ${origin?.place ?? 'you'}`;
      throw new DiagnosticError([{ severity: 'error', code: 'cannot-read', message: text }]);
    },
  };
}

/** Bytes of a matrix of thresholds: 1024 x 1024 of 16 bits. */
const MAX_NOISE = 4 * 1024 * 1024;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * The file of `dither.blueNoisePath` that the user has chosen, read here, in base64: the app need not be able to. Of
 * what is not a PNG it gets nothing. A policy's file is read by the app, within what it is granted.
 *
 * @throws DiagnosticError
 */
export function userBlueNoise({ config, permissions, variables }: OwnFiles): string | undefined {
  const chosen = userPath(config, 'dither.blueNoisePath');
  if (chosen === undefined) return undefined;
  const { path, refuse } = chosen;
  const link = writableLink(permissions, path, variables.cwd);
  if (link !== undefined) return refuse(`leads through the link ${link}, which the app can change`);
  let fd: number | undefined;
  try {
    const real = realpathSync.native(path);
    fd = openToRead(real);
    const stat = fstatSync(fd);
    if (!stat.isFile()) return refuse('is not a file');
    // What was looked at is what is read. One of several names could be another file of the user's.
    const isShared = accessTo(permissions, real) === 'write';
    if (realPathOfDescriptor(fd, real) !== real || (isShared && stat.nlink > 1)) {
      return refuse('is a link that the app may have created');
    }
    if (stat.size > MAX_NOISE) return refuse(`is larger than ${MAX_NOISE / 2 ** 20} MB`);
    const bytes = readFileSync(fd);
    if (!bytes.subarray(0, PNG.length).equals(PNG)) return refuse('is not a PNG file');
    return bytes.toString('base64');
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    return refuse(`cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** @param isShared the app can put files there: one of several names could be another of the user's */
function readMessagesIn(
  folder: Folder,
  locale: string,
  isShared: boolean,
): MessagesFile | undefined {
  if (canonicalLocale(locale) !== locale) return undefined;
  const name = `${locale}.json`;
  const real = join(folder.real, name);
  let fd: number | undefined;
  try {
    fd = openToRead(join(folder.at, name));
    const stat = fstatSync(fd);
    if (!stat.isFile()) return unreadMessages(real, 'it is not a file');
    if (realPathOfDescriptor(fd, real) !== real) return unreadMessages(real, LINKED);
    if (isShared && stat.nlink > 1) return unreadMessages(real, 'it has several hard links');
    if (stat.size > MAX_BYTES) return unreadMessages(real, TOO_LARGE);
    return { file: real, text: readFileSync(fd, 'utf8').replace(/^\ufeff/, '') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ELOOP' ? unreadMessages(real, LINKED) : failedMessages(real, error);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const LINKED = 'it is a symbolic link';

/** What the launcher writes for the user does not go where the app leads it. */
export function refuseOutput({ output, permissions, variables }: OwnFiles): void {
  const link = output === undefined ? undefined : writableLink(permissions, output, variables.cwd);
  if (output === undefined || link === undefined) return;
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'cannot-write',
      message: `leads through the link ${printable(link)}, which the app can change`,
      source: { file: output, text: '' },
      suggestion: 'name its target',
    },
  ]);
}

/** A symlink on the way to a path that the app could have put there. */
function writableLink(permissions: Permissions, path: string, cwd: string): string | undefined {
  // It needs no link to write where it likes.
  if (permissions.all.granted || permissions.write.everything !== undefined) return undefined;
  const links = stepsOf(path, cwd)?.slice(0, -1) ?? [];
  return links.find((link) => accessTo(permissions, dirname(link)) === 'write');
}

/** Node's permission model follows symlinks to wherever they lead. */
export function refuseLinks(inputs: OwnFiles): void {
  const { tier, permissions } = inputs;
  if (tier.bubblewrap !== undefined) return;
  refuseStars(inputs);
  refuseLong(inputs);
  const { links, complete, stoppedIn = '' } = symlinksLeaving(permissions);
  if (links.length === 0 && complete) return;
  const shown = links.slice(0, 5).map(printable).join(', ');
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'no-sandbox',
      message: complete
        ? `${tier.name} cannot keep the app from following ${shown}${links.length > 5 ? ` and ${links.length - 5} more links` : ''}: their targets are outside its grants, or do not exist`
        : `the granted folders contain too many files to look for links that lead out of them; the search ended in ${printable(stoppedIn)}`,
      suggestion: `remove them or grant their targets; or ${tier.remedy}`,
    },
  ]);
}

/** Node can deny nothing in a folder that it grants: of one with something denied the entries are granted, by their names. */
function refuseLong({ tier, permissions }: OwnFiles): void {
  const folder = (['read', 'write'] as const).flatMap(
    (kind) => nodePathList(permissions, kind).unlisted,
  )[0];
  if (folder === undefined) return;
  const denied = [...permissions.read.deny, ...permissions.write.deny].find(
    ({ path }) => path !== folder && isInside(path, folder),
  );
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'no-sandbox',
      message: `Node's permission model cannot deny ${denied === undefined ? 'a part' : printable(denied.path)} of ${printable(folder)}: it has too many entries to grant the others one by one`,
      suggestion: `grant the folders that the app needs by name; or ${tier.remedy}`,
    },
  ]);
}

/** A folder named "*" would match all folders beside it. */
function refuseStars({ tier, permissions }: OwnFiles): void {
  const found = mountsOf(permissions).find(
    ({ path, access }) => access !== 'none' && path.includes('*'),
  );
  if (found === undefined) return;
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'no-sandbox',
      message: `${tier.name} treats the "*" in ${printable(found.path)} as a wildcard`,
      suggestion: `rename it; or ${tier.remedy}`,
    },
  ]);
}
