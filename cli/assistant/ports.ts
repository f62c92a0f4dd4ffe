/** The interfaces that the assistant receives: it knows nothing of sandboxes, processes, keys or files. */
import type { AccessibleAction } from '../../runtime/base/accessible-node.js';
import type { ChatPart } from '../../runtime/script/globals/ai-types.js';
import type { RequestedTheme } from '../../runtime/app/theme-choice.js';
import type { Division } from '../../runtime/terminal/divided/divided-screen.js';
import type { Side } from '../../runtime/terminal/divided/divider.js';
import type { Shown } from '../agents/request.js';

/** The app beside the assistant. */
export interface AssistedApp {
  /** What it shows, without what it keeps from AI. */
  read(): Promise<Shown>;
  /** Does what the user has confirmed. False where the app did not do it. */
  act(ref: string, action: AccessibleAction): Promise<boolean>;
}

/** The user's AI service. */
export interface AssistantService {
  /** With its port where that is not 443; undefined where none is set up. */
  readonly host: string | undefined;
  readonly model: string | undefined;
  /** Why nothing can be sent, and what to do about it. */
  readonly problem: string | undefined;
  /** One request and its answer. */
  open(request: object, signal: AbortSignal): Promise<AsyncIterable<ChatPart>>;
  readonly speech: Speech;
  close(): void;
}

/** What the user has set up for speaking. */
interface Speech {
  /** `ai.audioGain`. */
  readonly gain: number;
  /** `terminal.forceExternalTool`. */
  readonly isExternal: boolean;
  /** `audio.debug`. */
  readonly isReplayed: boolean;
  /** The words in a WAV file. */
  transcribe(wav: Uint8Array, signal: AbortSignal): Promise<string>;
}

/** The user's microphone, while the terminal shows that it is on. */
export interface Voice {
  /** Records until silence follows speech, or `stop` is called; the words. */
  listen(options: ListenOptions): Promise<string>;
  stop(): void;
  close(): void;
}

export interface ListenOptions {
  readonly signal: AbortSignal;
  onLevel(level: { readonly level: number; readonly clipped: boolean }): void;
  /** The recording is over, and is written down. */
  onRecorded(): void;
}

/** One message of the conversation. */
export interface ConversationEntry {
  readonly by: 'user' | 'assistant' | 'note' | 'error';
  readonly text: string;
}

export interface PanePorts {
  readonly side: Side;
  readonly app: AssistedApp;
  readonly service: AssistantService;
  readonly voice: Voice;
  /** The conversation so far, which is added to. */
  readonly conversation: ConversationEntry[];
  readonly theme: RequestedTheme;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds of a clock that does not jump; default the process's. */
  readonly now?: (() => number) | undefined;
  copy(text: string): Promise<void>;
  /** As large as is usual at a side. */
  usual(side: Division['side']): Division;
  remember(division: Division): void;
  onClose(): void;
}
