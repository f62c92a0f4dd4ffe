/** The network and programs for the app in the sandbox: requested from the launcher, loaded on first use. */
import type { OpenAccess } from '../../../../runtime/script/access.js';
import type { Channel } from '../../channel/channel.js';
import { allowsNet } from '../../policy/check.js';
import { DeniedError } from '../../policy/denied.js';
import { portOf } from '../../policy/grants/hosts.js';
import type { Permissions } from '../../policy/types.js';
import { aiThrough } from './ai.js';
import { audioThrough } from './audio.js';
import { fetchThrough } from './fetch.js';
import { filesThrough } from './files.js';
import { followThrough } from './follow.js';
import { oauthThrough } from './oauth.js';
import { runThrough, spawnThrough } from './run.js';
import { webSocketThrough } from './websocket.js';

/** Clients of the mirror and agents choose no files of this machine. */
const NO_TERMINAL = { unavailable: 'files are chosen on the terminal of tui' };

export function accessThrough(
  channel: Pick<Channel, 'request' | 'notify'>,
  permissions: Permissions,
  { choosesFiles }: { readonly choosesFiles: boolean },
): OpenAccess {
  return (hooks) => {
    const native = globalThis.fetch;
    const fetch = fetchThrough(channel, hooks.activity, native);
    const { WebSocket, close } = webSocketThrough({
      channel,
      hooks,
      check: (url) => {
        const port = portOf(url);
        if (allowsNet(permissions, url.hostname, port)) return;
        throw new DeniedError('net', `${url.hostname}:${port}`);
      },
    });
    // Packages may name them so. The app is alone in this process.
    for (const [name, value] of Object.entries({ fetch, WebSocket })) {
      // Before a property that V8 makes when it is needed is redefined, V8 makes it: from Node 22 on all of undici, for
      // a WebSocket that is replaced.
      Reflect.deleteProperty(globalThis, name);
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
    const oauth = oauthThrough(channel, { permissions, native, activity: hooks.activity });
    return {
      fetch,
      WebSocket,
      run: runThrough(channel),
      spawn: spawnThrough(channel),
      follow: followThrough(channel),
      chooseFiles: choosesFiles ? filesThrough(channel, hooks) : NO_TERMINAL,
      ai: aiThrough(channel),
      oauth,
      audio: audioThrough(channel),
      close,
    };
  };
}
