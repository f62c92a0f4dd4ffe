/**
 * `$tui.ai` in a test: the responses of the test replace the model. No key is looked for, and nothing is sent.
 */
import type { AiPort, ChatPart } from '../../runtime/script/globals/ai-types.js';
import type { AiStub } from '../../runtime/testing/host.js';
import { allowsSwitch } from '../sandbox/policy/check.js';
import { DeniedError } from '../sandbox/policy/denied.js';
import type { Permissions } from '../sandbox/policy/types.js';

/** @param permissions undefined: everything is granted */
export function stubbedAi(permissions: Permissions | undefined, stub: AiStub | undefined): AiPort {
  const check = (): void => {
    if (permissions === undefined || allowsSwitch(permissions, 'ai')) return;
    throw new DeniedError('ai', '');
  };
  return {
    status: async () => {
      check();
      const error = stub === undefined ? 'no AI service is set up: mount the app with ai' : null;
      const host = stub === undefined ? null : 'stub';
      return await Promise.resolve({ host, model: null, problem: error });
    },
    transcribe: async () => {
      check();
      const error = new Error('a test has no transcription');
      return await Promise.reject(Object.assign(error, { code: 'ai-not-configured' }));
    },
    chat: async function* (request, signal) {
      check();
      if (stub === undefined) {
        const error = new Error('a test has no AI service: mount the app with ai');
        throw Object.assign(error, { code: 'ai-not-configured' });
      }
      // As it would cross to the launcher: data, and a copy.
      const sent = JSON.parse(JSON.stringify(request)) as typeof request;
      const answer = await stub(sent);
      signal.throwIfAborted();
      let isFinished = false;
      const parts: Iterable<ChatPart> | AsyncIterable<ChatPart> =
        typeof answer === 'string' ? [{ type: 'text', text: answer }] : answer;
      for await (const part of parts) {
        signal.throwIfAborted();
        isFinished ||= part.type === 'finish';
        yield part;
      }
      if (isFinished) return;
      yield { type: 'finish', reason: 'stop', usage: undefined, model: undefined };
    },
  };
}
