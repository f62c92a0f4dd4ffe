/** `$tui.oauth` in the sandbox: the launcher signs in, keeps the token, and sends it. */
import type {
  OAuthApi,
  OAuthPrompt,
  OAuthUser,
} from '../../../../runtime/script/globals/oauth-api.js';
import type { Channel } from '../../channel/channel.js';
import { allowsToken, hostAndPort } from '../../policy/check.js';
import { DeniedError } from '../../policy/denied.js';
import type { Permissions } from '../../policy/types.js';
import { denialIn } from '../errors.js';
import { fetchThrough } from './fetch.js';

export interface OAuthParts {
  readonly permissions: Permissions;
  /** Node's own. */
  readonly native: typeof globalThis.fetch;
  activity(): void;
}

/** A line of the answer to `oauth-login`. */
type LoginLine =
  | ({ readonly type: 'prompt' } & OAuthPrompt)
  | { readonly type: 'user'; readonly user: OAuthUser };

export function oauthThrough(
  channel: Pick<Channel, 'request'>,
  { permissions, native, activity }: OAuthParts,
): OAuthApi {
  const carriesToken = (url: string): boolean => {
    const { host, port } = hostAndPort(url) ?? { host: '' };
    return allowsToken(permissions, host, port);
  };
  // A redirect to another host goes on as any request of the app.
  const kindOf = (url: string): string => (carriesToken(url) ? 'oauth-fetch' : 'fetch');
  const fetch = fetchThrough(channel, activity, native, kindOf);
  const request: Channel['request'] = async (kind, payload, options) => {
    try {
      return await channel.request(kind, payload, options);
    } catch (error) {
      throw denialIn(error) ?? error;
    }
  };
  return {
    login: async ({ device = false, onPrompt, signal } = {}) => {
      const { body } = await request('oauth-login', { device }, { signal });
      const decoder = new TextDecoder();
      let rest = '';
      for await (const bytes of body ?? []) {
        const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const text of lines) {
          const line = JSON.parse(text) as LoginLine;
          if (line.type === 'user') return line.user;
          const { url, code, completeUrl, qr, isOpened, expiresIn } = line;
          onPrompt?.(Object.freeze({ url, code, completeUrl, qr, isOpened, expiresIn }));
        }
      }
      throw new Error('the sign-in has ended');
    },
    logout: async () => (await request('oauth-logout')).value === true,
    user: async () => (await request('oauth-user')).value as OAuthUser | null,
    fetch: async (input, init) => {
      const { origin, host } = new URL(input instanceof Request ? input.url : input);
      if (!carriesToken(origin)) throw new DeniedError('oauth', host);
      return await fetch(input, init);
    },
  };
}
