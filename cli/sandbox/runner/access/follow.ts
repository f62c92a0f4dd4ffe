/** Files that elements follow, in the sandbox: the launcher reads them. */
import type { Follow } from '../../../../runtime/script/access.js';
import { FOLLOW_FRAME, type FollowPayload } from '../../channel/payloads.js';
import type { Channel } from '../../channel/channel.js';
import { readStreamFrames } from '../../channel/stream-frames.js';
import { streamOf } from '../../channel/streams.js';
import { denialIn } from '../errors.js';

export function followThrough(channel: Pick<Channel, 'request'>): Follow {
  return async function* follow(path, signal) {
    const payload: FollowPayload = { path };
    try {
      const { body } = await channel.request('follow', payload, { signal });
      for await (const { type, bytes } of readStreamFrames(body ?? streamOf(new Uint8Array()))) {
        if (type === FOLLOW_FRAME.whole) yield new Uint8Array();
        else if (bytes.length > 0) yield bytes;
      }
    } catch (error) {
      throw denialIn(error) ?? error;
    }
  };
}
