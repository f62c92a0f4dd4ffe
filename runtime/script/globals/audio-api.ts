/** `$tui.audio`: the microphone, as scripts see it. */

/** How loud it is at a moment of a recording. */
export interface AudioLevel {
  /** Root mean square, from 0 to 1. */
  readonly level: number;
  /** The loudest sample, from 0 to 1. */
  readonly peak: number;
  /** Whether the gain (`ai.audioGain`) made it louder than sound can be: it was cut off. */
  readonly clipped: boolean;
  /** Seconds since it began. */
  readonly seconds: number;
}

export interface AudioRecordOptions {
  /** Seconds after which it ends; default and at most 60. */
  readonly maxSeconds?: number | undefined;
  /** Seconds of silence, after somebody has spoken, that end it; default 1.5; 0: silence does not end it. */
  readonly silence?: number | undefined;
  /** Called twenty times a second. */
  readonly onLevel?: ((level: AudioLevel) => void) | undefined;
  /** Gives it up: nothing is kept. */
  readonly signal?: AbortSignal | undefined;
}

export interface AudioClip {
  /** A WAV file: 16 bits, one channel, 16,000 samples a second. */
  readonly wav: Uint8Array;
  readonly seconds: number;
  /** The loudest sample, from 0 to 1. */
  readonly peak: number;
  /** Samples that the gain made too loud. */
  readonly clipped: number;
  /** `stopped` also where the device was lost, or another program was given the terminal. */
  readonly reason: 'silence' | 'limit' | 'stopped';
}

export interface AudioApi {
  /**
   * Records what the microphone hears, until somebody has spoken and is silent, `stop` is called, or the time is up. The
   * terminal shows a mark meanwhile, which no app can cover. It needs the permission `microphone` and a terminal; one
   * recording at a time. Rejects with an error whose `code` says why: `not-permitted`, `busy`, `no-recorder`, `no-sound`,
   * `no-terminal`.
   */
  record(options?: AudioRecordOptions): Promise<AudioClip>;
  /** Ends the recording that is under way: `record` resolves with what there is. */
  stop(): void;
}

/** Of an app that is run by a program of one's own. */
export const NO_AUDIO: AudioApi = Object.freeze({
  record: () =>
    Promise.reject(
      new Error('nothing is recorded here: the command tui does that for the apps it runs'),
    ),
  stop: () => undefined,
});
