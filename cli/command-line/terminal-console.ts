/**
 * A console on the terminal itself, for a command whose stdout is for its result: `answers=$(tui ask setup.tui)`. What the
 * user sees and types does not go through the standard streams then.
 */
import { closeSync, openSync } from 'node:fs';
import { late } from '../../runtime/base/late.js';
import { isTerminal, ProcessConsole, type Console } from './console.js';

const tty = late(() => require('node:tty') as typeof import('node:tty'));

export interface TerminalConsole {
  readonly console: Console;
  close(): void;
}

/** Undefined without a terminal. */
export function openTerminal(console: Console): TerminalConsole | undefined {
  const { env, cwd, home, hasColor } = console;
  const opened: { destroy(): unknown }[] = [];
  const close = (): void => {
    for (const stream of opened) stream.destroy();
  };
  const open = <T extends { destroy(): unknown }>(create: (fd: number) => T): T | undefined => {
    const stream = openDevice(create);
    if (stream !== undefined) opened.push(stream);
    return stream;
  };
  const isOwn = console instanceof ProcessConsole;
  // The streams of the process where they are the terminal: Windows has no other way to it.
  const stdin = isTerminal(console, 'stdin')
    ? console.stdin
    : isOwn
      ? open((fd) => new (tty().ReadStream)(fd))
      : undefined;
  const stdout = isTerminal(console, 'stdout')
    ? console.stdout
    : isOwn
      ? open((fd) => new (tty().WriteStream)(fd))
      : undefined;
  if (stdin === undefined || stdout === undefined) {
    close();
    return undefined;
  }
  const own: Console = {
    stdin,
    stdout,
    get stderr() {
      return console.stderr;
    },
    env,
    cwd,
    home,
    hasColor,
  };
  return { console: own, close };
}

/** A console for a command without a terminal whose stdout is for its result: all else goes to stderr. */
export function resultConsole(console: Console): Console {
  const { env, cwd, home, hasColor } = console;
  return {
    get stdin() {
      return console.stdin;
    },
    get stdout() {
      return console.stderr;
    },
    get stderr() {
      return console.stderr;
    },
    env,
    cwd,
    home,
    hasColor,
  };
}

function openDevice<T>(create: (fd: number) => T): T | undefined {
  if (process.platform === 'win32') return undefined;
  let fd: number | undefined;
  try {
    fd = openSync('/dev/tty', 'r+');
    if (tty().isatty(fd)) return create(fd);
  } catch {
    // No terminal controls this process.
  }
  if (fd !== undefined) closeSync(fd);
  return undefined;
}
