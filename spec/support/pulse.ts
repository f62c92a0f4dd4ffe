/** A PulseAudio of one's own whose only microphone is what is played in it, and how alike two sounds are. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { amplify, SAMPLE_RATE, wavOf } from '../../cli/sandbox/broker/audio/sound.js';
import { describeWith } from './programs.js';

const NEEDED = ['pulseaudio', 'parec', 'paplay', 'espeak-ng'];

export function describeWithSound(name: string, specs: () => void): void {
  describeWith(NEEDED, name, specs);
}

export class Pulse {
  /** In which its socket and the sounds are. */
  readonly #folder: string;
  readonly #daemon: ChildProcess;

  private constructor(
    folder: string,
    /** What programs find it by. */
    readonly env: NodeJS.ProcessEnv,
    daemon: ChildProcess,
  ) {
    this.#folder = folder;
    this.#daemon = daemon;
  }

  static async start(folder: string): Promise<Pulse> {
    // Not `pulse`, which is its own folder.
    const socket = join(folder, 'sound.sock');
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      PULSE_SERVER: `unix:${socket}`,
      PULSE_SOURCE: 'speech.monitor',
    };
    const own = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--disable-shm=yes'];
    const modules = [
      '-L',
      'module-null-sink sink_name=speech',
      '-L',
      `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    ];
    const daemon = spawn('pulseaudio', [...own, '--use-pid-file=no', ...modules], {
      env,
      stdio: 'ignore',
    });
    for (const end = Date.now() + 15_000; !existsSync(socket); await sleep(20)) {
      if (Date.now() > end) throw new Error('PulseAudio has not started');
    }
    return new Pulse(folder, env, daemon);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#daemon.on('exit', resolve));
    this.#daemon.kill('SIGKILL');
    await ended;
  }

  /** The path of a sound that says these words. */
  spoken(words: string): string {
    const file = join(this.#folder, `${words.slice(0, 8).replaceAll(' ', '-')}.wav`);
    const { status, error } = spawnSync('espeak-ng', ['-w', file, words]);
    if (status !== 0) throw error ?? new Error(`espeak-ng has ended with ${status}`);
    return file;
  }

  /** Plays a sound into the microphone, then silence: a sink that nothing plays to delivers next to nothing. */
  play(sound: string): void {
    const quiet = join(this.#folder, 'quiet.wav');
    writeFileSync(quiet, wavOf(Buffer.alloc(5 * SAMPLE_RATE * 2)));
    const line = 'sleep 0.5; paplay --device=speech "$0"; exec paplay --device=speech "$1"';
    spawn('sh', ['-c', line, sound, quiet], { env: this.env, stdio: 'ignore' });
  }
}

/** How loud a WAV file is over time, each 10 ms, over 50 ms. */
export function envelope(wav: Buffer): number[] {
  const step = Math.floor(wav.readUInt32LE(24) / 100) * 2;
  const data = wav.subarray(44);
  return Array.from(
    { length: Math.max(0, Math.floor(data.length / step) - 4) },
    (_, index) => amplify(Buffer.from(data.subarray(index * step, (index + 5) * step)), 1).level,
  );
}

/** How alike two courses are, from -1 to 1, at the shift at which they are most alike. */
export function likeness(one: readonly number[], other: readonly number[]): number {
  let best = -1;
  for (let shift = 0; shift < one.length; shift++) {
    const pairs = other.map((value, at) => [value, one[at + shift] ?? 0] as const);
    const mean = (side: 0 | 1): number =>
      pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
    const [left, right] = [mean(0), mean(1)];
    let [both, a, b] = [0, 0, 0];
    for (const [x, y] of pairs) {
      both += (x - left) * (y - right);
      a += (x - left) ** 2;
      b += (y - right) ** 2;
    }
    best = Math.max(best, both / Math.sqrt(a * b || 1));
  }
  return best;
}
