/** Developer tools and the assistant of an app in its sandbox. */
import type { ToolPlace } from '../../../documents/app-tools.js';
import type { Broker } from '../../broker/broker.js';
import type { Channel } from '../../channel/channel.js';
import { isPackageSafe } from '../../policy/launcher-files.js';
import type { AppLog } from '../app-log.js';
import type { LaunchInputs } from '../launch-inputs.js';
import { offerDevtools } from './app-devtools.js';
import type { AppTerminal } from './app-terminal.js';

export interface ToolEnds {
  readonly terminal: AppTerminal;
  readonly channel: Channel;
  readonly broker: Broker;
  readonly log: AppLog;
  /** Files of settings have changed: the app's process gets them. */
  onSaved(): void;
}

export async function offerTools(inputs: LaunchInputs, ends: ToolEnds): Promise<void> {
  const { console, permissions, config, source, assistant: service } = inputs;
  const { terminal } = ends;
  const place: ToolPlace = {
    console,
    config,
    divider: terminal.divider,
    tools: terminal.tools,
    copyOptions: () => ({
      // As for the app's own copies: what the app may write is not run with the user's rights.
      writeLocal: isPackageSafe(permissions, 'clipboardy') ? undefined : refuse,
      send: terminal.sendCopy,
    }),
    onError: (name, error) => terminal.announce(`the ${name} failed: ${String(error)}`),
  };
  offerDevtools(place, { ...ends, console, permissions, file: source.file });
  if (service === undefined || !config.assistantEnabled) return;
  const { offerAssistant } = await import('./app-assistant.js');
  offerAssistant(place, { ...ends, permissions, service });
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('the app may write the package of the clipboard'));
}
