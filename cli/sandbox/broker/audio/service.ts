/** `$tui.audio` for the runner: one recording at a time, which the terminal indicates while it lasts. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Answer, IncomingRequest } from '../../channel/channel.js';
import { AUDIO_FRAME } from '../../channel/payloads.js';
import { isRecord } from '../../channel/protocol.js';
import { streamFrame, streamFrames } from '../../channel/stream-frames.js';
import { allowsSwitch, trustedPath } from '../../policy/check.js';
import { DeniedError } from '../../policy/denied.js';
import type { Permissions } from '../../policy/types.js';
import { amplify, bytesOf, secondsOf, SilenceDetector, wavOf } from './sound.js';
import { adviceFor, recorders, toolEnvironment, type Tool } from './tools.js';

/** Seconds of a recording. */
const MAX_SECONDS = 60;
/** Seconds between two levels. */
const STEP = 0.05;
/** Milliseconds that a program may take to deliver the first sound. */
const FIRST_SOUND = 3000;
/** Milliseconds between two looks at the terminal. */
const LOOK = 250;
/** Milliseconds between two looks after which this process was stopped, so that the recording may have gone unseen. */
const STOPPED = 1500;

export interface AudioInputs {
  readonly permissions: Permissions;
  readonly env: NodeJS.ProcessEnv;
  /** `ai.audioGain`. */
  gain(): number;
  /** `terminal.forceExternalTool`. */
  isExternal(): boolean;
  /** Of a live app. */
  readonly terminal?: RecordingTerminal | undefined;
  readonly platform?: NodeJS.Platform | undefined;
}

/** The terminal that shows that something is recorded. */
export interface RecordingTerminal {
  /** Shows it, or no longer. False where it would not be visible. */
  showRecording(isOn: boolean): boolean;
  /** Whether the mark is to be seen: no program has the terminal. */
  readonly isSeen: boolean;
}

type EndReason = 'silence' | 'limit' | 'stopped';

export class AudioService {
  #recording: Recording | undefined;

  readonly #inputs: AudioInputs;

  constructor(inputs: AudioInputs) {
    this.#inputs = inputs;
  }

  /** Answers with levels, and at the end with the sound. */
  record({ payload, signal }: Pick<IncomingRequest, 'payload' | 'signal'>): Answer {
    const { permissions, terminal } = this.#inputs;
    if (!allowsSwitch(permissions, 'microphone')) throw new DeniedError('microphone', '');
    const { seconds, silence } = readPayload(payload);
    if (this.#recording !== undefined) throw coded('busy', 'the app is recording already');
    const { env, platform } = this.#inputs;
    const path = trustedPath(permissions, env['PATH'] ?? '');
    const options = { platform, isExternal: this.#inputs.isExternal() };
    const tools = recorders(path, options);
    if (tools.length === 0) {
      throw coded('no-recorder', `found no program that records sound: ${adviceFor(options)}`);
    }
    // The user has to see that it records.
    if (terminal?.showRecording(true) !== true) {
      throw coded('no-terminal', 'recording sound requires a terminal, which shows that it is on');
    }
    const recording = new Recording({
      seconds,
      silence,
      signal,
      tools,
      terminal,
      gain: this.#inputs.gain(),
      env: toolEnvironment(env, path),
    });
    this.#recording = recording;
    const over = (): void => {
      if (this.#recording === recording) this.#recording = undefined;
      terminal.showRecording(false);
    };
    return { body: recording.run(over) };
  }

  /** Ends the recording that is under way; what was recorded is kept. */
  stop(): Answer {
    this.#recording?.stop('stopped');
    return {};
  }

  close(): void {
    this.#recording?.cancel();
  }
}

interface RecordingInputs {
  readonly seconds: number;
  readonly silence: number;
  readonly gain: number;
  readonly tools: readonly Tool[];
  readonly env: NodeJS.ProcessEnv;
  readonly terminal: RecordingTerminal;
  readonly signal: AbortSignal;
}

class Recording {
  #child: ChildProcess | undefined;
  #reason: EndReason | undefined;
  #isCancelled = false;
  #looked = performance.now();

  readonly #inputs: RecordingInputs;

  constructor(inputs: RecordingInputs) {
    this.#inputs = inputs;
  }

  stop(reason: EndReason): void {
    this.#reason ??= reason;
    this.#child?.kill('SIGTERM');
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#child?.kill('SIGKILL');
  }

  /** Ends where its mark is not to be seen, or was not: what came meanwhile is left out. */
  #look(): void {
    const now = performance.now();
    const wasStopped = now - this.#looked > STOPPED;
    this.#looked = now;
    if (wasStopped || !this.#inputs.terminal.isSeen) this.stop('stopped');
  }

  async *run(over: () => void): AsyncGenerator<Uint8Array, void> {
    const { signal } = this.#inputs;
    const cancel = (): void => this.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const looks = setInterval(() => this.#look(), LOOK);
    try {
      const failures: string[] = [];
      for (const tool of this.#inputs.tools) {
        let hasSound = false;
        for await (const frame of this.#recordWith(tool, failures)) {
          hasSound = true;
          yield frame;
        }
        if (this.#isCancelled) throw new DOMException('the recording was cancelled', 'AbortError');
        if (hasSound || this.#reason !== undefined) return;
      }
      throw coded('no-sound', `recording failed (${failures.join('; ')})`);
    } finally {
      clearInterval(looks);
      this.cancel();
      signal.removeEventListener('abort', cancel);
      over();
    }
  }

  /** Frames of a recording; none where the program delivers no sound. */
  async *#recordWith(tool: Tool, failures: string[]): AsyncGenerator<Uint8Array, void> {
    const { env, gain, seconds, silence } = this.#inputs;
    const child = spawn(tool.path, tool.args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child = child;
    child.on('error', () => undefined);
    const slow = setTimeout(() => child.kill('SIGKILL'), FIRST_SOUND);
    const pieces: Buffer[] = [];
    const [limit, step] = [bytesOf(seconds), bytesOf(STEP)];
    const detector = new SilenceDetector(silence);
    let [size, peak, clipped] = [0, 0, 0];
    let rest: Buffer = Buffer.alloc(0);
    for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
      clearTimeout(slow);
      this.#look();
      if (this.#reason !== undefined || this.#isCancelled) break;
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      while (rest.length >= step && this.#reason === undefined) {
        const piece = Buffer.from(rest.subarray(0, Math.min(step, limit - size)));
        rest = rest.subarray(piece.length);
        const heard = amplify(piece, gain);
        pieces.push(piece);
        size += piece.length;
        peak = Math.max(peak, heard.peak);
        clipped += heard.clipped;
        const levels = { level: heard.level, peak: heard.peak, clipped: heard.clipped > 0 };
        yield jsonFrame(AUDIO_FRAME.LEVEL, { ...levels, seconds: secondsOf(size) });
        if (size >= limit) this.stop('limit');
        else if (detector.isOverAfter(heard.level, secondsOf(piece.length))) this.stop('silence');
      }
    }
    clearTimeout(slow);
    child.kill('SIGTERM');
    if (this.#isCancelled) return;
    if (size === 0 && this.#reason === undefined) {
      failures.push(`${tool.name} returned no sound`);
      return;
    }
    // One that ends by itself has lost its device.
    const reason = this.#reason ?? 'stopped';
    yield* streamFrames(AUDIO_FRAME.WAV, wavOf(Buffer.concat(pieces)), AUDIO_FRAME.MORE);
    yield jsonFrame(AUDIO_FRAME.END, { seconds: secondsOf(size), peak, clipped, reason });
  }
}

function jsonFrame(type: number, value: object): Uint8Array {
  return streamFrame(type, Buffer.from(JSON.stringify(value)));
}

function readPayload(payload: unknown): { seconds: number; silence: number } {
  const { seconds, silence } = isRecord(payload) ? payload : {};
  const isTime = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value <= MAX_SECONDS;
  if (!isTime(seconds) || seconds === 0)
    throw new RangeError(`seconds: expected at most ${MAX_SECONDS}`);
  if (!isTime(silence)) throw new RangeError(`silence: expected 0 to ${MAX_SECONDS} seconds`);
  return { seconds, silence };
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
