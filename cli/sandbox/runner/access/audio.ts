/** `$tui.audio` in the sandbox: the launcher records, and indicates it. */
import type {
  AudioApi,
  AudioClip,
  AudioLevel,
} from '../../../../runtime/script/globals/audio-api.js';
import type { Channel } from '../../channel/channel.js';
import { AUDIO_FRAME } from '../../channel/payloads.js';
import { readStreamFrames } from '../../channel/stream-frames.js';
import { streamOf } from '../../channel/streams.js';
import { denialIn } from '../errors.js';

const MAX_SECONDS = 60;
const SILENCE = 1.5;

export function audioThrough(channel: Pick<Channel, 'request'>): AudioApi {
  return {
    record: async ({ maxSeconds = MAX_SECONDS, silence = SILENCE, onLevel, signal } = {}) => {
      try {
        const payload = { seconds: maxSeconds, silence };
        const { body } = await channel.request('audio-record', payload, { signal });
        const pieces: Uint8Array[] = [];
        const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());
        for await (const { type, bytes } of readStreamFrames(body ?? streamOf(new Uint8Array()))) {
          if (type === AUDIO_FRAME.LEVEL) onLevel?.(Object.freeze(jsonOf(bytes)) as AudioLevel);
          else if (type === AUDIO_FRAME.END) {
            const wav = Uint8Array.from(Buffer.concat(pieces));
            return Object.freeze({ wav, ...(jsonOf(bytes) as Omit<AudioClip, 'wav'>) });
          } else pieces.push(Uint8Array.from(bytes));
        }
        throw new Error('the recording has ended');
      } catch (error) {
        signal?.throwIfAborted();
        throw denialIn(error) ?? error;
      }
    },
    stop: () => void channel.request('audio-stop').catch(() => undefined),
  };
}
