/**
 * Speaking to the assistant. This process records for the user as it does for apps, and the terminal shows it as well. What
 * the app is granted or denied has no part in it, but for the folders of PATH that it may write.
 */
import type { AssistantService, Voice } from '../../../assistant/ports.js';
import { NOT_PLAYED, replay } from '../../broker/audio/replay.js';
import { AudioService, type RecordingTerminal } from '../../broker/audio/service.js';
import { AUDIO_FRAME } from '../../channel/payloads.js';
import { readStreamFrames } from '../../channel/stream-frames.js';
import { streamOf } from '../../channel/streams.js';
import { trustedPath } from '../../policy/check.js';
import type { Permissions } from '../../policy/types.js';

/** Seconds. */
const MAX_SECONDS = 60;
const SILENCE = 1.5;

export interface VoiceInputs {
  readonly env: NodeJS.ProcessEnv;
  /** Of the app. */
  readonly permissions: Permissions;
  readonly terminal: RecordingTerminal;
  onWarning(message: string): void;
}

export function voiceOf(
  { env, permissions, terminal, onWarning }: VoiceInputs,
  { speech }: Pick<AssistantService, 'speech'>,
): Voice {
  const audio = new AudioService({
    env,
    terminal,
    permissions: ofUser(permissions),
    gain: () => speech.gain,
    isExternal: () => speech.isExternal,
  });
  return {
    listen: async ({ signal, onLevel, onRecorded }) => {
      const { body } = audio.record({
        payload: { seconds: MAX_SECONDS, silence: SILENCE },
        signal,
      });
      const pieces: Uint8Array[] = [];
      for await (const { type, bytes } of readStreamFrames(body ?? streamOf(new Uint8Array()))) {
        if (type === AUDIO_FRAME.LEVEL) onLevel(levelIn(bytes));
        else if (type !== AUDIO_FRAME.END) pieces.push(Uint8Array.from(bytes));
      }
      signal.throwIfAborted();
      onRecorded();
      const wav = Buffer.concat(pieces);
      const path = trustedPath(permissions, env['PATH'] ?? '');
      if (speech.isReplayed && !(await replay(wav, { env, path, signal }))) {
        if (!signal.aborted) onWarning(NOT_PLAYED);
      }
      return await speech.transcribe(wav, signal);
    },
    stop: () => void audio.stop(),
    close: () => audio.close(),
  };
}

function levelIn(bytes: Uint8Array): { readonly level: number; readonly clipped: boolean } {
  return JSON.parse(Buffer.from(bytes).toString()) as { level: number; clipped: boolean };
}

function ofUser(permissions: Permissions): Permissions {
  return {
    ...permissions,
    microphone: { granted: true, origin: 'flag', denied: false },
    all: { ...permissions.all, denied: false },
  };
}
