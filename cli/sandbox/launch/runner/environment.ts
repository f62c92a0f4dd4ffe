/**
 * Environments: the runner's, which has only what a terminal program needs, and the launcher's own while it runs
 * an app.
 */
import { lstatSync, readlinkSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import {
  mayWriteEverything,
  trustedPath,
  writableStep,
  type FilePermissions,
} from '../../policy/check.js';

/** In the runner's real environment, for Node and scripts. */
const NEEDED = /^(TERM|COLORTERM|LANG|LANGUAGE|LC_[A-Z]+|NO_COLOR|FORCE_COLOR)$/;

/** What the runtime guesses a terminal's abilities by. */
const TERMINAL =
  /^(TERM|TERM_PROGRAM|COLORTERM|COLORFGBG|LANG|LANGUAGE|LC_[A-Z]+|NO_COLOR|FORCE_COLOR|CI|WT_SESSION|TMUX|STY|VTE_VERSION|GITHUB_ACTIONS|SSH_TTY|SSH_CONNECTION|SSH_CLIENT)$/;

/** Only their presence is passed on: their values are addresses and paths of this machine. */
const MARKS = /^(TMUX|STY|WT_SESSION|SSH_.*)$/;

/**
 * @param isHeadless no terminal shows the app: one frame of it is painted
 * @param remoteUrl where the app came from, if it came from the web
 */
export function runnerEnvironment(
  env: NodeJS.ProcessEnv,
  isHeadless: boolean,
  remoteUrl?: string,
): Record<string, string> {
  const zone = timeZone(env);
  return {
    ...select(env, NEEDED),
    // The zone's files are not in the sandbox; Node has its own, by name.
    ...(zone === undefined ? {} : { TZ: zone }),
    TUI_RUNNER: '1',
    ...(isHeadless ? { TUI_RUNNING_HEADLESS: '1' } : {}),
    ...(remoteUrl === undefined ? {} : { TUI_REMOTE_URL: remoteUrl }),
  };
}

export function terminalVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(select(env, TERMINAL)).map(([name, value]) => [
      name,
      MARKS.test(name) && value !== '' ? '1' : value,
    ]),
  );
}

function select(env: NodeJS.ProcessEnv, names: RegExp): Record<string, string> {
  const found: [string, string][] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && names.test(name)) found.push([name, value]);
  }
  return Object.fromEntries(found);
}

function timeZone(env: NodeJS.ProcessEnv): string | undefined {
  const { TZ } = env;
  if (TZ !== undefined) return /^[\w/+:,.<>-]{0,100}$/.test(TZ) ? TZ : undefined;
  try {
    return /zoneinfo\/(?:posix\/|right\/)?([\w/+-]+)$/.exec(readlinkSync('/etc/localtime'))?.[1];
  } catch {
    return undefined;
  }
}

/** Programs that are started by name: of the clipboard, by a library, and tmux. */
const PROGRAMS = [
  'tmux',
  'wl-copy',
  'wl-paste',
  'xsel',
  'pbcopy',
  'pbpaste',
  'osascript',
  'clip.exe',
  'termux-clipboard-set',
  'termux-clipboard-get',
];

/** Lists of files and folders that the system's loader takes code from. */
const LIBRARIES = /^(LD_(LIBRARY_PATH|PRELOAD|AUDIT)|DYLD_\w+_PATH|DYLD_INSERT_LIBRARIES)$/;

/**
 * Takes out of the launcher's own environment what the app could have chosen: from here on neither the
 * launcher nor a library in it finds a program or a library of the app's.
 */
export function limitLookups(permissions: FilePermissions, env: NodeJS.ProcessEnv): void {
  const mayWrite = permissions.write.allow.length > 0 && !mayWriteEverything(permissions);
  const isOwn = (path: string): boolean =>
    mayWrite && writableStep(permissions, path) !== undefined;
  const folders = trustedPath(permissions, env['PATH'] ?? '').split(delimiter);
  const leadsToOwn = (path: string): boolean => mayWrite && isSymlink(path) && isOwn(path);
  const path = folders.filter((folder) => !PROGRAMS.some((name) => leadsToOwn(join(folder, name))));
  env['PATH'] = path.length === 0 ? devNull : path.join(delimiter);
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !LIBRARIES.test(name)) continue;
    const kept = value.split(name === 'LD_PRELOAD' ? /[: ]/ : /[:;]/).filter((entry) => {
      // A bare name is one of the system's.
      const isName = entry !== '' && !entry.includes('/') && name === 'LD_PRELOAD';
      return isName || (isAbsolute(entry) && !isOwn(entry));
    });
    if (kept.length === 0) Reflect.deleteProperty(env, name);
    else env[name] = kept.join(':');
  }
  // Else Windows looks in the working folder first.
  if (process.platform === 'win32') env['NoDefaultCurrentDirectoryInExePath'] = '1';
}

function isSymlink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // In a folder that is none, or may not be searched.
    return false;
  }
}
