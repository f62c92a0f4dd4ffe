/** The one thing that gives the user of this machine a better tier, as the end of a message. */
import { existsSync } from 'node:fs';
import { findBubblewrap } from '../../policy/grants/commands.js';

/** Package managers of Linux, and how each installs bubblewrap. All of them call the package so. */
const INSTALLS: readonly (readonly [manager: string, command: string])[] = [
  ['apt-get', 'apt install bubblewrap'],
  ['dnf', 'dnf install bubblewrap'],
  ['pacman', 'pacman -S bubblewrap'],
  ['zypper', 'zypper install bubblewrap'],
  ['apk', 'apk add bubblewrap'],
];

export interface Machine {
  readonly platform: NodeJS.Platform;
  /** Whether bubblewrap is installed; it does not work, then. */
  readonly hasBubblewrap: boolean;
  readonly isRoot: boolean;
  readonly hasProgram: (name: string) => boolean;
}

export function remedyFor({ platform, hasBubblewrap, isRoot, hasProgram }: Machine): string {
  if (platform !== 'linux') return 'use Node 25.3 or later (tier B)';
  if (hasBubblewrap) {
    return 'permit user namespaces to bubblewrap (tier A), or use Node 25.3 or later (tier B)';
  }
  const command = INSTALLS.find(([manager]) => hasProgram(manager))?.[1];
  return command === undefined
    ? 'install bubblewrap with the package manager of this system (tier A)'
    : `run: ${isRoot ? '' : 'sudo '}${command} (tier A)`;
}

export function thisMachine(env: NodeJS.ProcessEnv): Machine {
  return {
    platform: process.platform,
    hasBubblewrap: findBubblewrap(env['PATH'] ?? '') !== undefined,
    isRoot: process.getuid?.() === 0,
    hasProgram: (name) => ['/usr/bin', '/sbin'].some((folder) => existsSync(`${folder}/${name}`)),
  };
}
