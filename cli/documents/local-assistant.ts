/** The assistant of an app without code, which runs in this process. */
import type { Tools } from '../../runtime/terminal/divided/divided-display.js';
import type { Divider } from '../../runtime/terminal/divided/divider.js';
import { Assistant } from '../assistant/assistant.js';
import type { App } from '../library.js';
import { stateFolder } from '../sandbox/policy/resolve.js';
import type { LocalInputs } from './local-tools.js';

export interface LocalAssistantPorts {
  readonly divider: Divider;
  app(): App | undefined;
  copy(text: string): Promise<void>;
  makeRoom(): void;
}

/** Milliseconds between an action and what the app shows after it. */
const SETTLED = 100;

export function localAssistant(
  { console, config, service }: LocalInputs,
  { divider, app, copy, makeRoom }: LocalAssistantPorts,
): Tools {
  const { env, home } = console;
  const running = (): App => {
    const found = app();
    if (found === undefined) throw new Error('the app does not answer');
    return found;
  };
  return new Assistant({
    divider,
    config,
    env,
    service,
    makeRoom,
    copy,
    stateFolder: stateFolder(env, home),
    app: {
      read: () => {
        const found = running();
        return Promise.resolve({
          title: found.document.title,
          items: found.accessibleItems(true),
        });
      },
      act: async (ref, action) => {
        const isDone = running().operate(ref, action);
        await new Promise((resolve) => setTimeout(resolve, SETTLED));
        return isDone;
      },
    },
    voice: async (service) => {
      const [{ voiceOf }, { NONE }] = await Promise.all([
        import('../sandbox/launch/terminal/app-voice.js'),
        import('../sandbox/launch/assistant-service.js'),
      ]);
      // The assistant's own line states that it records: no code of an app runs beside it.
      const terminal = { showRecording: () => true, isSeen: true };
      const onWarning = (message: string): void => void app()?.notify(message, { kind: 'warning' });
      return voiceOf({ env, permissions: NONE, terminal, onWarning }, service);
    },
    onError: (error) => app()?.notify(`The assistant failed: ${String(error)}`, { kind: 'error' }),
  });
}
