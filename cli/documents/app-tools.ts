/** Developer tools and the assistant beside an app, in this process or in its sandbox: where one opens, the other closes. */
import type { Config } from '../../config/index.js';
import { Clipboard, type ClipboardOptions } from '../../runtime/terminal/clipboard.js';
import type { ToolGroup } from '../../runtime/terminal/divided/divided-display.js';
import type { Divider } from '../../runtime/terminal/divided/divider.js';
import { late } from '../../runtime/base/late.js';
import type { Assistant, AssistantPorts } from '../assistant/assistant.js';
import type { Console } from '../command-line/console.js';
import { Devtools, type DevtoolsPorts } from '../devtools/devtools.js';
import type { SettingsPorts } from '../devtools/settings.js';
import type { VoiceInputs } from '../sandbox/launch/terminal/app-voice.js';
import { stateFolder } from '../sandbox/policy/resolve.js';

const assistants = late(
  () => require('../assistant/assistant.js') as typeof import('../assistant/assistant.js'),
);

/** The app's terminal, which the tools have a part of, and its user. */
export interface ToolPlace {
  readonly console: Console;
  readonly config: Config;
  readonly divider: Divider;
  readonly tools: ToolGroup;
  /** The ways of copied text that are open now. */
  copyOptions(): Omit<ClipboardOptions, 'env'>;
  /** @param name of the tools */
  onError(name: string, error: unknown): void;
}

type OwnDevtools = Pick<DevtoolsPorts, 'file' | 'requests' | 'permissions' | 'app'> &
  Omit<SettingsPorts, 'config'>;

interface OwnAssistant extends Pick<AssistantPorts, 'service' | 'app'> {
  readonly voice: Omit<VoiceInputs, 'env'>;
}

/** Lets the user open the developer tools; a setting opens them at the start. */
export function addDevtools(place: ToolPlace, own: OwnDevtools): Devtools {
  const { config } = place;
  const { onOverrides, onSaved, ...ports } = own;
  return place.tools.add(
    (makeRoom) =>
      new Devtools({
        ...ports,
        ...common(place, 'developer tools'),
        makeRoom,
        hasShortcut: () => config.devtoolsShortcut,
        isRequested: config.devtoolsOpen,
        settings: { config, onOverrides, onSaved },
        logSize: () => config.logBufferSize,
      }),
  );
}

/** Lets the user open the assistant. */
export function addAssistant(place: ToolPlace, { voice, ...own }: OwnAssistant): Assistant {
  const { env } = place.console;
  return place.tools.add(
    (makeRoom) =>
      new (assistants().Assistant)({
        ...own,
        ...common(place, 'assistant'),
        makeRoom,
        config: place.config,
        voice: async (service) => {
          const { voiceOf } = await import('../sandbox/launch/terminal/app-voice.js');
          return voiceOf({ ...voice, env }, service);
        },
      }),
  );
}

function common({ console, divider, copyOptions, onError }: ToolPlace, name: string) {
  const { env, home } = console;
  return {
    divider,
    env,
    stateFolder: stateFolder(env, home),
    copy: async (text: string) => void (await new Clipboard({ env, ...copyOptions() }).copy(text)),
    onError: (error: unknown) => onError(name, error),
  };
}
