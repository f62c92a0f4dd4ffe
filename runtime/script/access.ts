/**
 * What scripts reach beyond their process: the network and programs. In a sandbox somebody else does it
 * for them; without one it is Node's own `fetch`, and programs of this process.
 */
// Also where a test has put something else in the place of the global one.
import { setImmediate } from 'node:timers';
import {
  checkRun,
  runHere,
  runOnTerminal,
  type RunOptions,
  type RunResult,
  type TerminalProgram,
} from './child-processes.js';
import { rememberCaller } from './trace.js';

export interface ScriptAccess {
  /** Takes the place of Node's own; default: that. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The class; default: Node's own, where it has one (22 and later). */
  readonly WebSocket?: unknown;
  /** Default: starts the program in this process. */
  readonly run?:
    | ((command: string, args: readonly string[], options: RunOptions) => Promise<RunResult>)
    | undefined;
  /** Finds Node's own modules by their name, as `node:fs`; default: Node's. */
  readonly builtin?: ((name: string) => unknown) | undefined;
  /** More names that look global to scripts. */
  readonly names?: Readonly<Record<string, unknown>> | undefined;
  /** The app has ended: nothing of it may go on. */
  close?(): void;
}

/** Lends the terminal until the work is done. */
export type LendTerminal = <T>(
  work: (loan: Pick<TerminalProgram, 'stdio' | 'stop'>) => Promise<T>,
) => Promise<T>;

export interface AccessHooks {
  /** Something that a script may have waited for has come: a frame may have to follow. */
  activity(): void;
  /** What a listener of a script threw. */
  report(error: unknown): void;
  /** Lends the terminal; undefined where there is none in this process. */
  readonly lend?: (() => LendTerminal | undefined) | undefined;
}

/** Opens the access of one app. */
export type OpenAccess = (hooks: AccessHooks) => ScriptAccess;

export interface OpenedAccess {
  /** Names that scripts see, with their values: only those that are not Node's own. */
  readonly names: Readonly<Record<string, unknown>>;
  /** Finds Node's own modules, where something stands in for them. */
  readonly builtin: ((name: string) => unknown) | undefined;
  /** `$tui.run`. */
  run(command: string, args?: readonly string[], options?: RunOptions): Promise<RunResult>;
  close(): void;
}

/** What an app's scripts are given; with `open` undefined, what this process has. */
export function openAccess(open: OpenAccess | undefined, hooks: AccessHooks): OpenedAccess {
  const access = open?.(hooks) ?? {};
  const ended = new AbortController();
  const { fetch, WebSocket } = access;
  // What awaits it runs first, and the frame after it shows what that has changed.
  const settle = (): void => void setImmediate(() => hooks.activity());
  return {
    names: {
      ...(fetch === undefined ? {} : { fetch: fetchOf(fetch, settle) }),
      ...(WebSocket === undefined ? {} : { WebSocket }),
      ...access.names,
    },
    builtin: access.builtin,
    run: async (command, args = [], options = {}) => {
      const atCaller = rememberCaller();
      checkRun(command, args, options);
      const signals = [ended.signal, options.signal].filter((each) => each !== undefined);
      const run = access.run ?? (options.terminal === true ? runOnLent(hooks) : runHere);
      const { onStdout, onStderr } = options;
      const heard = (listener: ((text: string) => void) | undefined) =>
        listener &&
        ((text: string): void => {
          listener(text);
          hooks.activity();
        });
      try {
        return await run(command, [...args], {
          ...options,
          onStdout: heard(onStdout),
          onStderr: heard(onStderr),
          signal: AbortSignal.any(signals),
        });
      } catch (error) {
        throw atCaller(error);
      } finally {
        settle();
      }
    },
    close: () => {
      ended.abort(new DOMException('the app has ended', 'AbortError'));
      access.close?.();
    },
  };
}

function runOnLent({ lend }: AccessHooks): NonNullable<ScriptAccess['run']> {
  return async (program, args, { cwd, timeout = 0, signal }) => {
    const lent = lend?.();
    if (lent === undefined) throw new Error('there is no terminal to hand over');
    return await lent(
      async (loan) => await runOnTerminal({ program, args, cwd, timeout, signal, ...loan }),
    );
  };
}

function fetchOf(fetch: typeof globalThis.fetch, settle: () => void): typeof globalThis.fetch {
  return async (...values) => {
    const atCaller = rememberCaller();
    try {
      return await fetch(...values);
    } catch (error) {
      throw atCaller(error);
    } finally {
      settle();
    }
  };
}
