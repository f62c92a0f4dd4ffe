/**
 * Descriptors that a parent process left open: a shell's `exec 9<secret`, a build tool's pipes. A child gets
 * them without a request, and what is open needs no permission to be read, in any sandbox.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** O_CLOEXEC of Linux; Node opens everything of its own with it. */
const CLOSED_ON_EXEC = 0o2000000;

/**
 * The open descriptors from `first` on that a child would get. Only Linux lists them; on macOS libuv starts
 * children without them by itself.
 */
export function inheritableDescriptors(first: number): number[] {
  let names: string[];
  try {
    names = readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
  return names.map(Number).filter((fd) => fd >= first && isInheritable(fd));
}

function isInheritable(fd: number): boolean {
  let flags: string | undefined;
  try {
    flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
  } catch {
    // The one that listed the folder.
    return false;
  }
  // What is not known is closed: doing so to a descriptor of Node's own costs nothing.
  return flags === undefined || (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
}
