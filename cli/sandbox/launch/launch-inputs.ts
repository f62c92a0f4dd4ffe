/** The inputs of a launch: how an app is run in its sandbox. */
import type { Config } from '../../../config/index.js';
import type { Source } from '../../../runtime/base/diagnostics.js';
import type { FileFilter } from '../../../runtime/script/bundle/files.js';
import type { Keyboard } from '../../../runtime/terminal/tty.js';
import type { AssistantService } from '../../assistant/ports.js';
import type { Console } from '../../command-line/console.js';
import type { StateOwner } from '../../state/state-owner.js';
import type { Broker } from '../broker/broker.js';
import type { AppCode } from '../broker/compiler/compile.js';
import type { Task } from '../channel/task.js';
import type { AiSetup } from '../policy/ai/endpoint.js';
import type { PathVariables } from '../policy/grants/paths.js';
import type { Permissions } from '../policy/types.js';
import type { RemoteApp } from '../remote/remote.js';
import type { Editor } from './editing/follow-edits.js';
import type { HeldPaths } from './files/held-paths.js';
import type { RunnerCommand } from './tier/command.js';
import type { Tier } from './tier/tier.js';

export interface LaunchInputs {
  readonly console: Console;
  /** Whose stdin the app reads, where the console is a terminal of its own. */
  readonly input?: Console | undefined;
  readonly source: Source;
  readonly config: Config;
  readonly argv: readonly string[];
  readonly task: Task;
  readonly tier: Tier;
  readonly permissions: Permissions;
  /** The granted files and folders, opened before the question. They are closed here. */
  readonly held: HeldPaths;
  readonly variables: PathVariables;
  /** What the question was about is what runs: it is compiled once. */
  readonly code: Promise<AppCode>;
  /**
   * Whether the app may start, if its content decides that. Until then the runner receives nothing of the app; it is
   * ended if this resolves to false.
   */
  readonly admitted?: Promise<boolean> | undefined;
  /** Decides which files may be added to the app while it runs. */
  readonly lateModules?: (() => Promise<FileFilter>) | undefined;
  /** What a live app shows first. */
  readonly notices?: readonly string[] | undefined;
  /** Where keys of a live app come from. */
  readonly keyboard?: Keyboard | undefined;
  /** What the app's state is kept for; undefined: nothing is kept. */
  readonly stateOwner?: StateOwner | undefined;
  /** Where the app came from the web. */
  readonly remote?: RemoteApp | undefined;
  /** The file that the picture goes to, where the task keeps it. */
  readonly output?: string | undefined;
  /** The AI service that the app would use; default: none is set up. */
  readonly ai?: AiSetup | undefined;
  /** The user's own AI service, for the assistant. */
  readonly assistant?: (() => Promise<AssistantService>) | undefined;
  /** Writes what the app leaves for stdout, once it has ended; default: prints it. */
  readonly onResult?: ((text: string) => void) | undefined;
  /** Takes the picture of a task that keeps it. */
  readonly onPicture?: ((text: string) => Promise<void>) | undefined;
  /** Starts the runner in another way than in its sandbox; for `trainLive`, which runs no app. */
  readonly command?: RunnerCommand | undefined;
  /** The app's files are followed as they change; undefined: what was read at the start runs. */
  readonly editor?: Editor | undefined;
  /** Real path of the document, of an app in a file. */
  readonly appFile?: string | undefined;
  /** Registers requests that the app may make beside the launcher's own. */
  readonly extend?: ((broker: Broker) => void) | undefined;
}
