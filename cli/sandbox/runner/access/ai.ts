/** `$tui.ai` in the sandbox: the launcher has the key and connects to the service. */
import type { AiPort, AiStatus, ChatPart } from '../../../../runtime/script/globals/ai-types.js';
import type { Channel } from '../../channel/channel.js';
import { AI_FRAME } from '../../channel/payloads.js';
import { readStreamFrames } from '../../channel/stream-frames.js';
import { streamOf } from '../../channel/streams.js';
import { denialIn } from '../errors.js';

export function aiThrough(channel: Pick<Channel, 'request'>): AiPort {
  return {
    status: async () => {
      try {
        return (await channel.request('ai-status')).value as AiStatus;
      } catch (error) {
        throw denialIn(error) ?? error;
      }
    },
    transcribe: async (wav, signal) => {
      try {
        const { value } = await channel.request('ai-transcribe', null, {
          body: streamOf(wav),
          signal,
        });
        return String(value);
      } catch (error) {
        signal.throwIfAborted();
        throw denialIn(error) ?? error;
      }
    },
    chat: async function* (request, signal) {
      const bytes = Buffer.from(JSON.stringify(request));
      try {
        const { body } = await channel.request('ai-chat', null, { body: streamOf(bytes), signal });
        let waiting: Uint8Array[] = [];
        for await (const { type, bytes: part } of readStreamFrames(body ?? streamOf(Buffer.of()))) {
          waiting.push(part);
          if (type !== AI_FRAME.part) continue;
          const text = Buffer.concat(waiting).toString('utf8');
          waiting = [];
          yield JSON.parse(text) as ChatPart;
        }
      } catch (error) {
        signal.throwIfAborted();
        throw denialIn(error) ?? error;
      }
    },
  };
}
