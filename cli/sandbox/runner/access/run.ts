/** `$tui.run` and `$tui.spawn` in the sandbox: the launcher starts the program; its output arrives as it is read here. */
import {
  collectRun,
  DEFAULT_TIMEOUT,
  inputBytes,
  outputLimit,
  type ProgramEvent,
  type RunOptions,
  type RunResult,
} from '../../../../runtime/script/child-processes.js';
import type { StartProgram } from '../../../../runtime/script/spawned-program.js';
import {
  PROGRAM_FRAME,
  type HandOverPayload,
  type RunPayload,
  type SignalPayload,
  type SpawnPayload,
  type SpawnValue,
} from '../../channel/payloads.js';
import type { Body, Channel } from '../../channel/channel.js';
import { denialIn } from '../errors.js';
import { readStreamFrames } from '../../channel/stream-frames.js';
import { streamOf } from '../../channel/streams.js';

export type Run = (
  command: string,
  args: readonly string[],
  options: RunOptions,
) => Promise<RunResult>;

export function runThrough(channel: Pick<Channel, 'request'>): Run {
  return async (command, args, options) => {
    if (options.terminal === true) return await runOnTerminal(channel, command, args, options);
    const { cwd, timeout = DEFAULT_TIMEOUT, signal, input } = options;
    const payload: RunPayload = {
      argv: [command, ...args],
      cwd: cwd ?? null,
      // JSON has no infinity.
      timeout: Number.isFinite(timeout) ? timeout : 0,
      limit: Math.min(outputLimit(options), Number.MAX_SAFE_INTEGER),
    };
    const bytes = inputBytes(input);
    try {
      const { body } = await channel.request('run', payload, {
        ...(bytes === undefined ? {} : { body: streamOf(bytes) }),
        signal,
      });
      return await collectRun(eventsOf(body ?? streamOf(new Uint8Array())), options);
    } catch (error) {
      throw denialIn(error) ?? error;
    }
  };
}

export function spawnThrough(channel: Pick<Channel, 'request'>): StartProgram {
  return async (command, args, { cwd, signal, input }) => {
    const payload: SpawnPayload = { argv: [command, ...args], cwd: cwd ?? null };
    try {
      const { value, body } = await channel.request('spawn', payload, { body: input, signal });
      const { id, pid } = value as SpawnValue;
      return {
        pid,
        events: eventsOf(body ?? streamOf(new Uint8Array())),
        signal: (name) => {
          const named: SignalPayload = { id, signal: name };
          // It fails only when the app ends, which ends the program too.
          channel.request('signal-program', named).catch(() => undefined);
        },
      };
    } catch (error) {
      throw denialIn(error) ?? error;
    }
  };
}

async function runOnTerminal(
  channel: Pick<Channel, 'request'>,
  command: string,
  args: readonly string[],
  { cwd, timeout = 0, signal }: RunOptions,
): Promise<RunResult> {
  const payload: HandOverPayload = {
    argv: [command, ...args],
    cwd: cwd ?? null,
    timeout: Number.isFinite(timeout) ? timeout : 0,
  };
  try {
    const { value } = await channel.request('hand-over', payload, { signal });
    return { ...(value as Pick<RunResult, 'code' | 'signal'>), stdout: '', stderr: '' };
  } catch (error) {
    throw denialIn(error) ?? error;
  }
}

async function* eventsOf(body: Body): AsyncGenerator<ProgramEvent, void> {
  for await (const { type, bytes } of readStreamFrames(body)) {
    if (type === PROGRAM_FRAME.exit) {
      const { code, signal } = JSON.parse(Buffer.from(bytes).toString()) as {
        readonly code: number | null;
        readonly signal: string | null;
      };
      yield { type: 'exit', code, signal };
    } else yield { type: type === PROGRAM_FRAME.stdout ? 'stdout' : 'stderr', bytes };
  }
}
