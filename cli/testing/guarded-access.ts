/**
 * `fetch`, `WebSocket`, `$tui.run` and `$tui.spawn` of an app in a test: checked by its policy, then the stub or the real one.
 */
import { runInThisContext } from 'node:vm';
import {
  runHere,
  startProgram,
  type ProgramEvent,
  type RunOptions,
  type RunResult,
} from '../../runtime/script/child-processes.js';
import type { StartProgram } from '../../runtime/script/spawned-program.js';
import type { FetchStub, RunStub } from '../../runtime/testing/host.js';
import { accessTo, allowsNet, allowsRun, hostAndPort } from '../sandbox/policy/check.js';
import { DeniedError } from '../sandbox/policy/denied.js';
import { coversRun } from '../sandbox/policy/grants/commands.js';
import { expandPath, realPathOf, type PathVariables } from '../sandbox/policy/grants/paths.js';
import type { Permissions } from '../sandbox/policy/types.js';

export interface Guard {
  /** Undefined: everything may be done. */
  readonly permissions: Permissions | undefined;
  readonly variables: PathVariables;
  /** Path of the app's file; '' where it has none. */
  readonly appFile: string;
}

function checkAddress({ permissions }: Guard, address: string): void {
  if (permissions === undefined) return;
  const target = hostAndPort(address);
  // Addresses without a host (`data:`) reach nothing.
  if (target === undefined || allowsNet(permissions, target.host, target.port)) return;
  const { host, port } = target;
  throw new DeniedError('net', port === undefined ? host : `${host}:${port}`);
}

export function guardedFetch(guard: Guard, stub: FetchStub | undefined): typeof fetch {
  return async (input, init) => {
    checkAddress(guard, addressOf(input));
    if (stub !== undefined) return await stub(input, init);
    if (guard.permissions === undefined) return await fetch(input, init);
    // The members of a request are its class's: they would not be copied.
    const isRequest = init instanceof Request;
    const request = isRequest ? new Request(input, init) : input;
    let denial: unknown;
    const dispatcher = dispatcherOf(guard, (error) => (denial = error));
    const options: Dispatched = { ...(isRequest ? {} : init), dispatcher };
    try {
      return await fetch(request, options);
    } catch (error) {
      // Node's own error has a copy of it for its cause.
      throw denial ?? error;
    }
  };
}

/** What makes the requests of undici, which Node's `fetch` is made of: one call each, so also one for each redirect. */
interface Dispatcher {
  dispatch(options: { readonly origin?: unknown }, handler: object): boolean;
}
/** Node's own type of it, where a program has that, requires the whole class of undici. */
type Dispatched = Omit<RequestInit, 'dispatcher'> & { readonly dispatcher: Dispatcher };

/** The test's own dispatcher (Node's, or one that answers without a network), for the addresses of the policy. */
function dispatcherOf(guard: Guard, onDenied: (error: unknown) => void): Dispatcher {
  return {
    dispatch: (options, handler) => {
      try {
        checkAddress(guard, String(options.origin));
      } catch (error) {
        onDenied(error);
        throw error;
      }
      return globalDispatcher().dispatch(options, handler);
    },
  };
}

/** Undici keeps it where all its copies find it, by the versions of its interface; not in the global object of jest. */
function globalDispatcher(): Dispatcher {
  const global: unknown = runInThisContext('globalThis');
  for (const version of [2, 1]) {
    const found: unknown = Reflect.get(
      Object(global),
      Symbol.for(`undici.globalDispatcher.${version}`),
    );
    if (isDispatcher(found)) return found;
  }
  throw new Error('this version of Node makes no requests in tests: pass "fetch" to mount()');
}

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && 'dispatch' in value;
}

function addressOf(input: Parameters<typeof fetch>[0]): string {
  return typeof input === 'object' && 'url' in input ? input.url : String(input);
}

/** Undefined where Node has none. */
export function guardedWebSocket(guard: Guard): unknown {
  const Base = (globalThis as { WebSocket?: new (url: string | URL, rest?: unknown) => object })
    .WebSocket;
  if (Base === undefined) return undefined;
  return class WebSocket extends Base {
    constructor(url: string | URL, protocols?: unknown) {
      checkAddress(guard, String(url));
      super(url, protocols);
    }
  };
}

export function guardedRun(
  guard: Guard,
  stub: RunStub | undefined,
  env: Readonly<Record<string, string | undefined>>,
): (command: string, args: readonly string[], options: RunOptions) => Promise<RunResult> {
  return async (command, args, options) => {
    const path = checkRun(guard, command, args, stub !== undefined);
    checkFolder(guard, options.cwd);
    if (stub === undefined) return await runHere(path, args, options, env);
    const result = await stub(command, args, options);
    const { code = 0, signal = null, stdout = '', stderr = '' } = toResult(result);
    const { onStdout, onStderr } = options;
    onStdout?.(stdout);
    onStderr?.(stderr);
    return {
      code,
      signal,
      stdout: onStdout === undefined ? stdout : '',
      stderr: onStderr === undefined ? stderr : '',
    };
  };
}

/** The same for a program that goes on. A stub's program reads no input, writes its result, and ends. */
export function guardedSpawn(
  guard: Guard,
  stub: RunStub | undefined,
  env: Readonly<Record<string, string | undefined>>,
): StartProgram {
  return async (command, args, options) => {
    const path = checkRun(guard, command, args, stub !== undefined);
    checkFolder(guard, options.cwd);
    if (stub === undefined) {
      const inputs = { program: path, args, ...options, env };
      return await startProgram({ ...inputs, timeout: 0, limit: Infinity });
    }
    const { cwd, signal } = options;
    const {
      code = 0,
      signal: ended = null,
      ...result
    } = toResult(await stub(command, args, { cwd, signal }));
    async function* events(): AsyncGenerator<ProgramEvent, void> {
      for (const type of ['stdout', 'stderr'] as const) {
        yield await Promise.resolve({ type, bytes: Buffer.from(result[type] ?? '') });
      }
      yield { type: 'exit', code, signal: ended };
    }
    return { pid: STUB_PID, events: events(), signal: () => undefined };
  };
}

/** Of programs that a stub runs: above those of any system. */
const STUB_PID = 2 ** 22 + 1;

function toResult(result: string | Partial<RunResult> | undefined): Partial<RunResult> {
  return typeof result === 'string' ? { stdout: result } : (result ?? {});
}

/** The program to start. A stubbed one need not be installed. */
function checkRun(
  { permissions, variables }: Guard,
  command: string,
  args: readonly string[],
  isStubbed: boolean,
): string {
  if (permissions === undefined) return command;
  const argv = [command, ...args];
  const program = allowsRun(permissions, argv, variables, process.env['PATH'] ?? '');
  if (program !== undefined) return program.path;
  const { run } = permissions;
  const named = { path: command, real: command };
  const isGranted = run.allow.some(
    (grant) =>
      grant.path === '' &&
      grant.written.trim().split(/\s+/)[0] === command &&
      coversRun({ ...grant, ...named }, named, args),
  );
  if (isStubbed && isGranted && !run.nothing) return command;
  throw new DeniedError('run', argv.join(' '));
}

function checkFolder({ permissions, variables }: Guard, cwd: string | undefined): void {
  if (permissions === undefined || cwd === undefined) return;
  const text = expandPath(cwd, { ...variables, base: variables.cwd });
  const real = realPathOf(text, variables.cwd);
  if (real !== undefined && (real === variables.cwd || accessTo(permissions, real) !== 'none'))
    return;
  throw new DeniedError('read', real ?? text);
}
