/** Sound as the launcher records it: 16-bit samples, one channel, 16,000 a second. */

/** Samples a second. */
export const SAMPLE_RATE = 16_000;
const BYTES = 2;
/** The largest sample, as a number from 0 to 1. */
const FULL_SCALE = 32_768;

export interface Level {
  /** How loud it is: the root of the mean square, from 0 to 1. */
  readonly level: number;
  /** The loudest sample, from 0 to 1. */
  readonly peak: number;
  /** Samples that were cut off, as the gain made them louder than sound can be. */
  readonly clipped: number;
}

/** Multiplies the samples, in place, and cuts off what is too loud. */
export function amplify(samples: Buffer, gain: number): Level {
  let [sum, peak, clipped] = [0, 0, 0];
  const count = Math.floor(samples.length / BYTES);
  for (let at = 0; at < count * BYTES; at += BYTES) {
    const amplified = Math.round(samples.readInt16LE(at) * gain);
    const value = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, amplified));
    if (value !== amplified) clipped++;
    if (gain !== 1) samples.writeInt16LE(value, at);
    sum += value * value;
    peak = Math.max(peak, Math.abs(value));
  }
  const level = count === 0 ? 0 : Math.sqrt(sum / count) / FULL_SCALE;
  return { level, peak: peak / FULL_SCALE, clipped };
}

/** A WAV file of samples. */
export function wavOf(samples: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  // Samples as they are, one channel.
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLE_RATE, 24);
  head.writeUInt32LE(SAMPLE_RATE * BYTES, 28);
  head.writeUInt16LE(BYTES, 32);
  head.writeUInt16LE(8 * BYTES, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** The sound in a WAV file. */
export interface Wav {
  /** Samples a second. */
  readonly rate: number;
  readonly channels: number;
  /** Of 16 bits each. */
  readonly samples: Buffer;
}

/** Reads a WAV file. Undefined if it is none, or its samples are not plain ones of 16 bits. */
export function readWav(wav: Buffer): Wav | undefined {
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE') {
    return undefined;
  }
  let format: Omit<Wav, 'samples'> | undefined;
  for (let at = 12; at + 8 <= wav.length;) {
    const name = wav.toString('latin1', at, at + 4);
    const size = wav.readUInt32LE(at + 4);
    const part = wav.subarray(at + 8, at + 8 + size);
    if (name === 'fmt ' && part.length >= 16) {
      const isPlain = part.readUInt16LE(0) === 1 && part.readUInt16LE(14) === 8 * BYTES;
      if (isPlain) format = { channels: part.readUInt16LE(2), rate: part.readUInt32LE(4) };
    }
    if (name === 'data') return format && { ...format, samples: part };
    // Parts have an even length.
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** Seconds of this many bytes. */
export function secondsOf(bytes: number): number {
  return bytes / (SAMPLE_RATE * BYTES);
}

/** Bytes of this many seconds: whole samples. */
export function bytesOf(seconds: number): number {
  return Math.floor(seconds * SAMPLE_RATE) * BYTES;
}

/** Minimum loudness of speech, however quiet the room is. */
const MIN_SPEECH = 0.008;
/** How many times as loud as the room speech is. */
const ABOVE_ROOM = 3;

/** Detects the end of speech. The quietest sound so far is the noise of the room. */
export class SilenceDetector {
  #room = Infinity;
  #hasSpoken = false;
  #quiet = 0;

  readonly #silence: number;

  /** @param silence seconds of silence after speech that end it; 0: silence never ends it */
  constructor(silence: number) {
    this.#silence = silence;
  }

  /** Whether it is over, with a piece of this many seconds. */
  isOverAfter(level: number, seconds: number): boolean {
    this.#room = Math.min(this.#room, Math.max(level, MIN_SPEECH / ABOVE_ROOM));
    // Speech from the first moment on is detected by its loudness.
    const isSpeech = level > Math.max(MIN_SPEECH, Math.min(this.#room * ABOVE_ROOM, 0.1));
    if (isSpeech) {
      this.#hasSpoken = true;
      this.#quiet = 0;
    } else this.#quiet += seconds;
    return this.#silence > 0 && this.#hasSpoken && this.#quiet >= this.#silence;
  }
}
