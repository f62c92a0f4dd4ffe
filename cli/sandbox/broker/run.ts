/**
 * Runs programs for the runner. They run outside of the sandbox, with the user's rights: what is started is the
 * file that the check has found, with the granted variables and those that state who the user is.
 */
import { closeSync } from 'node:fs';
import {
  MAX_TIMEOUT,
  PROGRAM_SIGNALS,
  runOnTerminal,
  runProgram,
  startProgram,
  type ProgramEvent,
  type ProgramInputs,
  type StartedProgram,
} from '../../../runtime/script/child-processes.js';
import { PROGRAM_FRAME, type RunPayload, type SpawnValue } from '../channel/payloads.js';
import type { Answer, Body, IncomingRequest } from '../channel/channel.js';
import { openFolder } from '../../documents/opened-file.js';
import { tooMany } from './limits.js';
import { expandPath, realPathOf, type PathVariables } from '../policy/grants/paths.js';
import type { Loan } from '../../../runtime/terminal/display.js';
import {
  accessTo,
  allowsRun,
  allowsSwitch,
  deniesEnv,
  grantedEnvironment,
  isTrustedPath,
  trustedPath,
} from '../policy/check.js';
import { DeniedError } from '../policy/denied.js';
import type { Program } from '../policy/grants/commands.js';
import type { Permissions } from '../policy/types.js';
import { isRecord } from '../channel/protocol.js';
import { streamFrame, streamFrames } from '../channel/stream-frames.js';

export interface RunInputs {
  readonly permissions: Permissions;
  readonly variables: PathVariables;
  readonly env: NodeJS.ProcessEnv;
  /** Of a live app. */
  readonly terminal?: LentTerminal | undefined;
}

/** A terminal that can be passed to a program. */
export interface LentTerminal {
  /** True once for each key or click, and not long after it: an app takes the screen for its user, not by itself. */
  takeGesture(): boolean;
  lend<T>(work: (loan: Loan) => Promise<T>): Promise<T>;
}

interface Place {
  /** Ends the program. */
  readonly end: AbortController;
  readonly onStart: NonNullable<ProgramInputs['onStart']>;
  /** For a request that is done. */
  release(): void;
}

/** Programs at a time. */
const MAX_PROGRAMS = 16;
const MAX_ARGUMENTS = 4096;
/** UTF-16 units of all arguments. */
const MAX_COMMAND = 128 * 1024;
/** Bytes that a program may write in all, whatever is requested. */
const MAX_OUTPUT = 4 * 1024 ** 3;
/** Bytes that a program may be sent. */
const MAX_INPUT = 4 * 1024 ** 3;

export class Programs {
  readonly #running = new Set<AbortController>();
  /** Those that go on, by the numbers that the app has for them. */
  readonly #spawned = new Map<number, StartedProgram>();
  #lastId = 0;

  readonly #inputs: RunInputs;

  constructor(inputs: RunInputs) {
    this.#inputs = inputs;
  }

  async answer({ payload, body, signal }: IncomingRequest): Promise<Answer> {
    const { argv, cwd, timeout, limit } = readPayload(payload);
    const program = this.#check(argv);
    if (this.#running.size >= MAX_PROGRAMS) throw tooMany(MAX_PROGRAMS);
    const folder = this.#openFolder(cwd);
    const { end, release, onStart } = this.#place();
    const events = runProgram({
      onStart,
      program: program.path,
      args: argv.slice(1),
      env: environment(this.#inputs),
      cwd: folder.at,
      input: body === undefined ? undefined : limited(body),
      timeout,
      limit,
      signal: AbortSignal.any([signal, end.signal]),
    });
    try {
      // What keeps it from starting is the request's answer; then its first event waits.
      const first = await events.next();
      return { body: frames(events, release, first) };
    } catch (error) {
      release();
      throw error;
    } finally {
      folder.close();
    }
  }

  /** Starts a program that goes on. */
  async spawn({ payload, body, signal }: IncomingRequest): Promise<Answer> {
    const { argv, cwd } = readPayload(payload);
    const program = this.#check(argv);
    if (this.#running.size >= MAX_PROGRAMS) throw tooMany(MAX_PROGRAMS);
    const folder = this.#openFolder(cwd);
    const { end, release, onStart } = this.#place();
    try {
      const started = await startProgram({
        onStart,
        program: program.path,
        args: argv.slice(1),
        env: environment(this.#inputs),
        cwd: folder.at,
        input: body,
        timeout: 0,
        limit: Infinity,
        signal: AbortSignal.any([signal, end.signal]),
      });
      const id = ++this.#lastId;
      this.#spawned.set(id, started);
      const done = (): void => {
        release();
        this.#spawned.delete(id);
      };
      // Also where nothing of the answer is read.
      signal.addEventListener('abort', done, { once: true });
      const value: SpawnValue = { id, pid: started.pid };
      return { value, body: frames(started.events, done) };
    } catch (error) {
      release();
      throw error;
    } finally {
      folder.close();
    }
  }

  /**
   * One of the places for programs. A program that is to end has its place until it has: an app that starts and cancels
   * programs would have hundreds of those that take their time to end.
   */
  #place(): Place {
    const end = new AbortController();
    this.#running.add(end);
    let ended = Promise.resolve();
    return {
      end,
      onStart: (promise) => {
        ended = promise;
      },
      release: () => void ended.then(() => this.#running.delete(end)),
    };
  }

  /** Only of programs that this app has started: it names them by numbers of its own. */
  signal({ payload }: IncomingRequest): Answer {
    const { id, signal } = isRecord(payload) ? payload : {};
    const name = PROGRAM_SIGNALS.find((each) => each === signal);
    if (typeof id !== 'number' || name === undefined) {
      throw new TypeError('expected a program and a signal');
    }
    this.#spawned.get(id)?.signal(name);
    return {};
  }

  /** The same with the terminal, until the program ends. */
  async runOnTerminal({ payload, signal }: IncomingRequest): Promise<Answer> {
    const { permissions, terminal } = this.#inputs;
    if (!allowsSwitch(permissions, 'terminal')) throw new DeniedError('terminal', '');
    const { argv, cwd, timeout } = readPayload(payload);
    const program = this.#check(argv);
    if (terminal === undefined) throw new Error('the app has no terminal to lend');
    if (!terminal.takeGesture()) {
      throw new Error(
        'the terminal is lent once for each key press or click; call this in its handler',
      );
    }
    const folder = this.#openFolder(cwd);
    const end = new AbortController();
    this.#running.add(end);
    try {
      const { code, signal: endedBy } = await terminal.lend(
        async (loan) =>
          await runOnTerminal({
            ...loan,
            program: program.path,
            args: argv.slice(1),
            cwd: folder.at,
            timeout,
            env: { ...environment(this.#inputs), ...terminalOf(this.#inputs.env) },
            signal: AbortSignal.any([signal, end.signal]),
          }),
      );
      return { value: { code, signal: endedBy } };
    } finally {
      folder.close();
      this.#running.delete(end);
    }
  }

  #check(argv: readonly string[]): Program {
    const { permissions, variables, env } = this.#inputs;
    const program = allowsRun(permissions, argv, variables, env['PATH'] ?? '');
    if (program === undefined) throw new DeniedError('run', argv.map(quoteArgument).join(' '));
    return program;
  }

  /** The app has ended. */
  close(): void {
    for (const end of this.#running) end.abort(new Error('the app has ended'));
  }

  /**
   * Opens the folder that a program starts in, which must not be one that the app itself may not look into: by the time it
   * starts, its name may lead elsewhere.
   */
  #openFolder(written: string | null): StartFolder {
    const { permissions, variables } = this.#inputs;
    if (written === null) return startFolder(variables.cwd);
    const text = expandPath(written, { ...variables, base: variables.cwd });
    const real = realPathOf(text, variables.cwd);
    if (real === variables.cwd) return startFolder(real);
    if (real === undefined || accessTo(permissions, real) === 'none') {
      throw new DeniedError('read', real ?? text);
    }
    const folder = openFolder(real);
    const close = (): void => {
      if (folder.fd !== undefined) closeSync(folder.fd);
    };
    if (accessTo(permissions, folder.real) !== 'none') return { at: folder.at, close };
    close();
    throw new DeniedError('read', real);
  }
}

/** To be closed when the program has started. */
interface StartFolder {
  /** Undefined: where this process is. */
  readonly at: string | undefined;
  close(): void;
}

/** The folder that tui was started in: a program inherits it, whatever has become of its name. */
function startFolder(cwd: string): StartFolder {
  return { at: cwd === process.cwd() ? undefined : cwd, close: () => undefined };
}

/**
 * Who the user is, and in which language: a program with the user's rights finds its own settings by them. None of
 * these names code to load or a program to start, but for the shell.
 */
const OF_USER = /^(HOME|USER|LOGNAME|SHELL|TMPDIR|LANG|LANGUAGE|LC_[A-Z]+)$/;

/** Through a pipe, not a terminal; where its helpers are; who the user is; and what was granted. */
function environment({ permissions, env }: RunInputs): Record<string, string> {
  const ofUser = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      OF_USER.test(entry[0]) && entry[1] !== undefined && !deniesEnv(permissions, entry[0]),
  );
  const result: Record<string, string> = {
    ...Object.fromEntries(ofUser),
    TERM: 'dumb',
    ...grantedEnvironment(permissions, env),
    // A folder that the app may fill would choose the helpers of every program.
    PATH: trustedPath(permissions, env['PATH'] ?? ''),
  };
  // Programs start it.
  const { SHELL: shell } = result;
  if (shell !== undefined && !isTrustedPath(permissions, shell)) delete result['SHELL'];
  return result;
}

/** What the terminal is. */
function terminalOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'TERMINFO'].flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function* frames(
  events: AsyncGenerator<ProgramEvent, void>,
  done: () => void,
  first?: IteratorResult<ProgramEvent, void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    for (
      let next = first ?? (await events.next());
      next.done !== true;
      next = await events.next()
    ) {
      const event = next.value;
      if (event.type === 'exit') {
        const { code, signal } = event;
        yield streamFrame(PROGRAM_FRAME.exit, Buffer.from(JSON.stringify({ code, signal })));
      } else yield* streamFrames(PROGRAM_FRAME[event.type], event.bytes, 0);
    }
  } finally {
    await events.return();
    done();
  }
}

async function* limited(body: Body): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const bytes of body) {
    size += bytes.length;
    if (size > MAX_INPUT) throw new Error(`the input has more than ${MAX_INPUT} bytes`);
    yield bytes;
  }
}

/** As a person would have to write it: an argument with blanks is one. */
function quoteArgument(arg: string): string {
  return arg === '' || /[\s"]/.test(arg) ? JSON.stringify(arg) : arg;
}

function readPayload(payload: unknown): RunPayload {
  const { argv, cwd, timeout, limit } = isRecord(payload) ? payload : {};
  if (!Array.isArray(argv) || argv.length === 0 || argv.length > MAX_ARGUMENTS) {
    throw new TypeError('expected a program and its arguments');
  }
  let length = 0;
  const read = argv.map((arg: unknown) => {
    if (typeof arg !== 'string' || arg.includes('\0'))
      throw new TypeError('expected arguments as strings without NUL characters');
    length += arg.length;
    return arg;
  });
  if (length > MAX_COMMAND) throw new TypeError('the arguments are too long');
  const bounded = (value: unknown, most: number, or: number): number =>
    typeof value === 'number' && value >= 0 ? Math.min(value, most) : or;
  return {
    argv: read,
    cwd: typeof cwd === 'string' && !cwd.includes('\0') ? cwd : null,
    timeout: bounded(timeout, MAX_TIMEOUT, 0),
    limit: bounded(limit, MAX_OUTPUT, MAX_OUTPUT),
  };
}
