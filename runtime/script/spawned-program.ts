/** A program of `$tui.spawn`: what scripts have of one that goes on. */
import {
  PROGRAM_SIGNALS,
  startProgram,
  type ProgramSignal,
  type StartedProgram,
} from './child-processes.js';

/** Options of `$tui.spawn`. */
export interface SpawnOptions {
  /** Working folder of the program, relative to that of the app; default: the same. */
  readonly cwd?: string | undefined;
  /** Ends the program when it aborts; `exited` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with parts of standard output as they arrive, decoded as UTF-8; `stdout` is empty then. */
  readonly onStdout?: ((text: string) => void) | undefined;
  /** Called with parts of standard error as they arrive, decoded as UTF-8; `stderr` is empty then. */
  readonly onStderr?: ((text: string) => void) | undefined;
}

/** How a program ended. */
export interface ProgramExit {
  /** The exit code; null if a signal ended the program. */
  readonly code: number | null;
  /** The signal that ended it, such as `SIGTERM`; else null. */
  readonly signal: string | null;
}

/** What `$tui.spawn` resolves to. */
export interface SpawnedProgram {
  /** The number of its process. */
  readonly pid: number;
  /** Its standard input: texts are written as UTF-8. Closing it is the end of the input. */
  readonly stdin: WritableStream<string | Uint8Array>;
  /** Its standard output, as bytes. The program waits while 256 KB of it or of `stderr` are not read. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** Its standard error, as bytes. */
  readonly stderr: ReadableStream<Uint8Array>;
  /** Resolves when the program has ended and what it wrote has been read. */
  readonly exited: Promise<ProgramExit>;
  /**
   * Sends a signal to the program and to what it has started; default `SIGTERM`. Does nothing once it has ended. Throws a
   * TypeError for names other than SIGTERM, SIGKILL, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGSTOP and SIGCONT.
   */
  kill(signal?: string): void;
}

/** Starts a program, with its input; here, or in the launcher's process. */
export type StartProgram = (
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'signal'> & { readonly input: AsyncIterable<Uint8Array> },
) => Promise<StartedProgram>;

/** Starts a program of this process, with its rights. */
export const startHere: StartProgram = async (program, args, { cwd, signal, input }) =>
  await startProgram({ program, args, cwd, signal, input, timeout: 0, limit: Infinity });

/** Bytes of a stream that wait for the script before the program has to. */
const WAITING = 256 * 1024;

/**
 * Starts a program for a script.
 *
 * @param options.activity called when something has come that the script may have waited for
 * @throws what kept it from starting
 */
export async function spawnProgram(
  start: StartProgram,
  command: string,
  args: readonly string[],
  options: SpawnOptions & { activity(): void },
): Promise<SpawnedProgram> {
  const { cwd, signal, activity } = options;
  const input = new Input();
  const started = await start(command, args, { cwd, signal, input: input.bytes() });
  const outlets = {
    stdout: new Outlet(options.onStdout, activity),
    stderr: new Outlet(options.onStderr, activity),
  };
  const exited = readAll(started, outlets, input, signal).finally(activity);
  // A script need not wait for the end.
  exited.catch(() => undefined);
  return Object.freeze<SpawnedProgram>({
    pid: started.pid,
    stdin: input.stream,
    stdout: outlets.stdout.stream,
    stderr: outlets.stderr.stream,
    exited,
    kill: (name = 'SIGTERM') => {
      if (!isSignal(name)) {
        throw new TypeError(
          `kill: expected one of ${PROGRAM_SIGNALS.join(', ')}, found "${String(name)}"`,
        );
      }
      started.signal(name);
    },
  });
}

function isSignal(name: unknown): name is ProgramSignal {
  return (PROGRAM_SIGNALS as readonly unknown[]).includes(name);
}

async function readAll(
  { events }: StartedProgram,
  outlets: { readonly stdout: Outlet; readonly stderr: Outlet },
  input: Input,
  signal: AbortSignal | undefined,
): Promise<ProgramExit> {
  let exit: ProgramExit | undefined;
  let failure: { readonly error: unknown } | undefined;
  const both = [outlets.stdout, outlets.stderr];
  const onAbort = (): void => both.forEach((outlet) => outlet.wake());
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const event of events) {
      if (event.type === 'exit') exit = { code: event.code, signal: event.signal };
      else await outlets[event.type].put(event.bytes);
    }
  } catch (error) {
    failure = { error: signal?.aborted === true ? signal.reason : error };
  }
  signal?.removeEventListener('abort', onAbort);
  if (exit === undefined) failure ??= { error: new Error('the program was lost') };
  input.end();
  for (const outlet of both) outlet.end(failure);
  if (failure !== undefined) throw failure.error;
  return Object.freeze(exit!);
}

/** What a script writes, as the program is to read it. */
class Input {
  readonly stream: WritableStream<string | Uint8Array>;
  readonly #readable: ReadableStream<Uint8Array>;
  #controller: TransformStreamDefaultController<Uint8Array> | undefined;

  constructor() {
    const { readable, writable } = new TransformStream<string | Uint8Array, Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      transform: (chunk, controller) => controller.enqueue(bytesOf(chunk)),
    });
    this.stream = writable;
    this.#readable = readable;
  }

  async *bytes(): AsyncGenerator<Uint8Array, void> {
    const reader = this.#readable.getReader();
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done || value === undefined) return;
      yield value;
    }
  }

  /** What is written now reaches no program. */
  end(): void {
    this.#controller?.error(new Error('the program has ended'));
  }
}

/** A copy: the script may use its array again. */
function bytesOf(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  if (ArrayBuffer.isView(chunk)) {
    return Uint8Array.from(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  throw new TypeError('stdin: expected a string or a Uint8Array');
}

/** What a program writes, for a stream or for a listener. */
class Outlet {
  readonly stream: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isOpen = true;
  #wake: (() => void) | undefined;
  readonly #decoder = new TextDecoder();

  readonly #listener: ((text: string) => void) | undefined;
  readonly #activity: () => void;

  constructor(listener: ((text: string) => void) | undefined, activity: () => void) {
    this.#listener = listener;
    this.#activity = activity;

    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.wake(),
        cancel: () => {
          this.#isOpen = false;
          this.wake();
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: WAITING }),
    );
    if (listener !== undefined) this.#close();
  }

  /** Resolves when more may come. */
  async put(bytes: Uint8Array): Promise<void> {
    if (this.#listener !== undefined) this.#call(this.#decoder.decode(bytes, { stream: true }));
    if (!this.#isOpen || bytes.length === 0) return;
    this.#controller?.enqueue(Uint8Array.from(bytes));
    this.#activity();
    if ((this.#controller?.desiredSize ?? 1) > 0) return;
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** Ends waiting for the reader. */
  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  end(failure: { readonly error: unknown } | undefined): void {
    if (this.#listener !== undefined) this.#call(this.#decoder.decode());
    if (!this.#isOpen) return;
    if (failure === undefined) this.#close();
    else {
      this.#isOpen = false;
      this.#controller?.error(failure.error);
    }
  }

  #call(text: string): void {
    if (text !== '') this.#listener?.(text);
  }

  #close(): void {
    this.#isOpen = false;
    this.#controller?.close();
  }
}
