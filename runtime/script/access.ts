/**
 * Services outside of the app's process that scripts use: the network, programs, the model, sign-in, the
 * microphone. In a sandbox the launcher's process does it for them; without one, Node's own `fetch` and child
 * processes of this process do.
 */
// Also where a test has put something else in the place of the global one.
import { setImmediate } from 'node:timers';
import { late } from '../base/late.js';
import type { ChooseFiles, FileChooser } from '../dom/host.js';
import type { RunOptions, RunResult, TerminalProgram } from './child-processes.js';
import type { ConversationHooks } from './globals/ai-conversation.js';
import type { AiApi, AiPort, ChatRequest } from './globals/ai-types.js';
import type { AudioApi } from './globals/audio-api.js';
import type { OAuthApi, OAuthPrompt } from './globals/oauth-api.js';
import type { SpawnedProgram, SpawnOptions, StartProgram } from './spawned-program.js';
import { rememberCaller } from './trace.js';

const programs = late(
  () => require('./child-processes.js') as typeof import('./child-processes.js'),
);
const programOptions = late(
  () => require('./program-options.js') as typeof import('./program-options.js'),
);
const spawned = late(
  () => require('./spawned-program.js') as typeof import('./spawned-program.js'),
);
const conversations = late(
  () => require('./globals/ai-conversation.js') as typeof import('./globals/ai-conversation.js'),
);

/** Yields the bytes of a file, and what is added to it; an empty piece once all that was in it has come. */
export type Follow = (path: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;

interface ScriptAccess {
  /** Replaces Node's own; default: Node's own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The class; default: Node's own, which Node 22 and later have. */
  readonly WebSocket?: unknown;
  /** Default: starts the program in this process. */
  readonly run?:
    | ((command: string, args: readonly string[], options: RunOptions) => Promise<RunResult>)
    | undefined;
  /** Default: starts the program in this process. */
  readonly spawn?: StartProgram | undefined;
  /** Follows a file by its absolute path; see `followFile`. Default: this process reads it. */
  readonly follow?: Follow | undefined;
  /** Default: no user can choose files. */
  readonly chooseFiles?: FileChooser | undefined;
  /** The service behind `$tui.ai`; default: none. */
  readonly ai?: AiPort | undefined;
  /** Default: signing in is not available. */
  readonly oauth?: OAuthApi | undefined;
  /** Default: recording is not available. */
  readonly audio?: AudioApi | undefined;
  /** Resolves Node's built-in modules by name, such as `node:fs`; default: Node's own. */
  readonly builtin?: ((name: string) => unknown) | undefined;
  /** Further global names of scripts, with their values. */
  readonly names?: Readonly<Record<string, unknown>> | undefined;
  /** Called when the app has ended: ends everything that it still does. */
  close?(): void;
}

/** Lends the terminal until the work is done. */
type LendTerminal = <T>(
  work: (loan: Pick<TerminalProgram, 'stdio' | 'stop'>) => Promise<T>,
) => Promise<T>;

export interface AccessHooks {
  /** Called after an event that a script may have awaited: a frame may be needed. */
  activity(): void;
  /** Called with what a listener of a script threw. */
  report(error: unknown): void;
  /** Whether the app's theme shows colours. */
  hasColors(): boolean;
  /** Lends the terminal; undefined if this process has none. */
  readonly lend?: (() => LendTerminal | undefined) | undefined;
}

/** Opens the access of one app. */
export type OpenAccess = (hooks: AccessHooks) => ScriptAccess;

export interface OpenedAccess {
  /** Global names of scripts with their values, without those that are Node's own. */
  readonly names: Readonly<Record<string, unknown>>;
  /** Resolves Node's built-in modules; undefined if they are not replaced. */
  readonly builtin: ((name: string) => unknown) | undefined;
  /** For elements that follow files; undefined: this process reads them. */
  readonly follow: Follow | undefined;
  /** For file inputs; undefined: no user can choose files. */
  readonly chooseFiles: FileChooser | undefined;
  /** `$tui.ai`. */
  readonly ai: AiApi;
  /** `$tui.oauth`; undefined if signing in is not available. */
  readonly oauth: OAuthApi | undefined;
  /** `$tui.audio`; undefined if recording is not available. */
  readonly audio: AudioApi | undefined;
  /** `$tui.run`. */
  run(command: string, args?: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** `$tui.spawn`. */
  spawn(command: string, args?: readonly string[], options?: SpawnOptions): Promise<SpawnedProgram>;
  close(): void;
}

/** Opens the access of an app's scripts; if `open` is undefined, they use this process's own. */
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
    follow: access.follow,
    chooseFiles: chooserOf(access.chooseFiles, ended.signal, settle),
    ai: aiOf(access.ai, { activity: () => hooks.activity(), signal: ended.signal }),
    oauth: access.oauth && oauthOf(access.oauth, hooks, settle),
    audio: access.audio && audioOf(access.audio, hooks, settle),
    run: async (command, args = [], options = {}) => {
      const atCaller = rememberCaller();
      const { runHere } = programs();
      programOptions().checkRun(command, args, options);
      const signals = [ended.signal, options.signal].filter((each) => each !== undefined);
      const run = access.run ?? (options.terminal === true ? runOnLent(hooks) : runHere);
      const { onStdout, onStderr } = options;
      const observed = (listener: ((text: string) => void) | undefined) =>
        listener &&
        ((text: string): void => {
          listener(text);
          hooks.activity();
        });
      try {
        return await run(command, [...args], {
          ...options,
          onStdout: observed(onStdout),
          onStderr: observed(onStderr),
          signal: AbortSignal.any(signals),
        });
      } catch (error) {
        throw atCaller(error);
      } finally {
        settle();
      }
    },
    spawn: async (command, args = [], options = {}) => {
      const atCaller = rememberCaller();
      programOptions().checkSpawn(command, args, options);
      const signals = [ended.signal, options.signal].filter((each) => each !== undefined);
      const { onStdout, onStderr } = options;
      const { spawnProgram, startHere } = spawned();
      try {
        return await spawnProgram(access.spawn ?? startHere, command, [...args], {
          ...options,
          onStdout: onStdout && observedBy(onStdout, hooks),
          onStderr: onStderr && observedBy(onStderr, hooks),
          signal: AbortSignal.any(signals),
          activity: settle,
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

/** A choice ends with the app; a frame follows it. */
function chooserOf(
  chooser: FileChooser | undefined,
  ended: AbortSignal,
  settle: () => void,
): FileChooser | undefined {
  if (typeof chooser !== 'function') return chooser;
  const choose: ChooseFiles = async (choice) => {
    try {
      return await chooser({ ...choice, signal: AbortSignal.any([choice.signal, ended]) });
    } finally {
      settle();
    }
  };
  return choose;
}

function aiOf(port: AiPort | undefined, hooks: ConversationHooks): AiApi {
  return Object.freeze<AiApi>({
    status: async () => {
      if (port === undefined) throw withoutAi();
      try {
        return await port.status();
      } finally {
        setImmediate(() => hooks.activity());
      }
    },
    transcribe: async (wav: Uint8Array, { signal } = {}) => {
      if (port === undefined) throw withoutAi();
      if (!(wav instanceof Uint8Array))
        throw new TypeError('$tui.ai.transcribe: expected a Uint8Array');
      const signals = [hooks.signal, signal].filter((each) => each !== undefined);
      try {
        return await port.transcribe(wav, AbortSignal.any(signals));
      } finally {
        setImmediate(() => hooks.activity());
      }
    },
    chat: (request: ChatRequest) => {
      if (port === undefined) throw withoutAi();
      const { messages } = Object(request) as Partial<ChatRequest>;
      if (!Array.isArray(messages)) {
        throw new TypeError('$tui.ai.chat: expected an object with an array of messages');
      }
      const { Conversation } = conversations();
      return new Conversation(port, request, hooks);
    },
  });
}

function withoutAi(): Error {
  const error = new Error('there is no AI service here: run the app with tui');
  return Object.assign(error, { code: 'ai-not-configured' });
}

function runOnLent({ lend }: AccessHooks): NonNullable<ScriptAccess['run']> {
  return async (program, args, { cwd, timeout = 0, signal }) => {
    const lent = lend?.();
    if (lent === undefined) throw new Error('there is no terminal to lend');
    return await lent(
      async (loan) =>
        await programs().runOnTerminal({ program, args, cwd, timeout, signal, ...loan }),
    );
  };
}

/** The API for scripts: a frame follows what a script awaits. */
function audioOf(audio: AudioApi, hooks: AccessHooks, settle: () => void): AudioApi {
  return Object.freeze<AudioApi>({
    record: async ({ onLevel, ...options } = {}) => {
      const atCaller = rememberCaller();
      if (onLevel !== undefined && typeof onLevel !== 'function') {
        throw new TypeError('onLevel: expected a function');
      }
      try {
        return await audio.record({ ...options, onLevel: onLevel && observedBy(onLevel, hooks) });
      } catch (error) {
        throw atCaller(error);
      } finally {
        settle();
      }
    },
    stop: () => audio.stop(),
  });
}

/** Calls a function of a script; what it throws is reported, and a frame follows. */
function observedBy<T>(listener: (value: T) => void, hooks: AccessHooks): (value: T) => void {
  return (value) => {
    try {
      listener(value);
    } catch (error) {
      hooks.report(error);
    }
    hooks.activity();
  };
}

/** The API for scripts: a frame follows what a script awaits. */
function oauthOf(oauth: OAuthApi, hooks: AccessHooks, settle: () => void): OAuthApi {
  const settled = async <T>(work: () => Promise<T>): Promise<T> => {
    const atCaller = rememberCaller();
    try {
      return await work();
    } catch (error) {
      throw atCaller(error);
    } finally {
      settle();
    }
  };
  return Object.freeze<OAuthApi>({
    login: async ({ onPrompt, ...options } = {}) => {
      if (onPrompt !== undefined && typeof onPrompt !== 'function') {
        throw new TypeError('onPrompt: expected a function');
      }
      const observed = onPrompt && observedBy(promptOf(onPrompt, hooks), hooks);
      return await settled(async () => await oauth.login({ ...options, onPrompt: observed }));
    },
    logout: async () => await settled(async () => await oauth.logout()),
    user: async () => await settled(async () => await oauth.user()),
    fetch: async (input, init) => await settled(async () => await oauth.fetch(input, init)),
  });
}

type OnPrompt = (prompt: OAuthPrompt) => void;

/** Without a QR code in a theme without colours: it would be light on dark, which few cameras read. */
function promptOf(onPrompt: OnPrompt, hooks: AccessHooks): OnPrompt {
  return (prompt) => {
    onPrompt(hooks.hasColors() ? prompt : Object.freeze({ ...prompt, qr: undefined }));
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
