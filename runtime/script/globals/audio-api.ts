/** `$tui.audio`: the types of recording, for scripts. */

/** Loudness at one moment of a recording. */
export interface AudioLevel {
  /** Root mean square, from 0 to 1. */
  readonly level: number;
  /** The loudest sample, from 0 to 1. */
  readonly peak: number;
  /** True if samples exceeded the maximum after the gain (`ai.audioGain`), and were clipped. */
  readonly clipped: boolean;
  /** Seconds since the recording started. */
  readonly seconds: number;
}

/** Options of `$tui.audio.record`. */
interface AudioRecordOptions {
  /** Maximum length in seconds; default and at most 60. */
  readonly maxSeconds?: number | undefined;
  /** Seconds of silence after speech that end the recording; default 1.5; 0: silence does not end it. */
  readonly silence?: number | undefined;
  /** Called 20 times a second while recording. */
  readonly onLevel?: ((level: AudioLevel) => void) | undefined;
  /** Discards the recording; `record` rejects with an AbortError. */
  readonly signal?: AbortSignal | undefined;
}

/** A recording. */
export interface AudioClip {
  /** Contents of a WAV file: 16 bits, one channel, 16,000 samples a second. */
  readonly wav: Uint8Array;
  /** Its length. */
  readonly seconds: number;
  /** The loudest sample, from 0 to 1. */
  readonly peak: number;
  /** Number of samples that were clipped. */
  readonly clipped: number;
  /** What ended it; `stopped` also if the device was lost, or the terminal was lent to another program. */
  readonly reason: 'silence' | 'limit' | 'stopped';
}

/** `$tui.audio`: records from the microphone. */
export interface AudioApi {
  /**
   * Records until speech is followed by silence, `stop` is called, or the maximum length is reached. Meanwhile the
   * terminal shows a mark that no app can cover. Requires the permission `microphone` and a terminal; one recording at a
   * time. Rejects with an error whose `code` is `not-permitted`, `busy`, `no-recorder`, `no-sound` or `no-terminal`.
   */
  record(options?: AudioRecordOptions): Promise<AudioClip>;
  /** Ends the current recording: `record` resolves with what was recorded so far. */
  stop(): void;
}

/** For an app that was started by `createApp`. */
export const NO_AUDIO: AudioApi = Object.freeze({
  record: () =>
    Promise.reject(
      new Error('recording is not available here: only apps run by the tui command can record'),
    ),
  stop: () => undefined,
});
