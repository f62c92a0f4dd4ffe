/** The developer tools of an app without code, which runs in this process. */
import type { Keyboard } from '../../runtime/terminal/tty.js';
import { pixelMode } from '../../runtime/terminal/capabilities.js';
import { Clipboard } from '../../runtime/terminal/clipboard.js';
import {
  DividedDisplay,
  joinTools,
  type Tools,
} from '../../runtime/terminal/divided/divided-display.js';
import { plausibleSize } from '../../runtime/terminal/output.js';
import { TerminalDisplay } from '../../runtime/terminal/terminal-display.js';
import type { Inspector } from '../../runtime/devtools/inspector.js';
import type { Logger } from '../../runtime/script/logger.js';
import type { Config } from '../../config/index.js';
import type { Console } from '../command-line/console.js';
import { Devtools } from '../devtools/devtools.js';
import type { AssistantService } from '../assistant/ports.js';
import type { App } from '../library.js';
import { stateFolder } from '../sandbox/policy/resolve.js';

export interface LocalInputs {
  readonly console: Console;
  readonly config: Config;
  readonly keyboard: Keyboard | undefined;
  /** Name of the app's file. */
  readonly file: string;
  readonly logger: Logger;
  /** The user's own AI service, for the assistant. */
  readonly service: () => Promise<AssistantService>;
}

export interface LocalTools {
  readonly display: DividedDisplay;
  onApp(app: App): void;
  onFrame(): void;
}

/** The terminal of this process, and what opens the tools in it. */
export async function localTools(inputs: LocalInputs): Promise<LocalTools> {
  const { console, config, keyboard, file, logger } = inputs;
  const { env, home, stdout } = console;
  const terminal = new TerminalDisplay({
    output: stdout,
    input: keyboard,
    env,
    pixels: pixelMode(config.renderGfxMode),
    settings: {
      altScreen: config.terminalAlternateScreen,
      mouse: config.terminalMouse,
      sync: config.terminalSyncRendering,
    },
    setTimer: (callback, ms) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  const { columns, rows } = stdout as { readonly columns?: number; readonly rows?: number };
  const display = new DividedDisplay(terminal, plausibleSize(columns, rows));
  let app: App | undefined;
  let inspector: Inspector | undefined;
  const inspect = async (use: (found: Inspector) => void): Promise<void> => {
    const { Inspector: Opening } = await import('../../runtime/devtools/inspector.js');
    if (app === undefined || devtools?.isOpen !== true) return;
    inspector ??= new Opening(app, (report) => {
      devtools.report(report);
      return Promise.resolve();
    });
    use(inspector);
  };
  const { divider } = display;
  const devtools =
    divider &&
    new Devtools({
      divider,
      hasShortcut: () => config.devtoolsShortcut,
      isRequested: config.devtoolsOpen,
      stateFolder: stateFolder(env, home),
      settings: {
        config,
        // The app has the same settings.
        onOverrides: () => undefined,
        onSaved: () => undefined,
      },
      requests: () => [],
      permissions: () => [],
      env,
      file,
      makeRoom: () => assistant?.close(),
      logSize: () => config.logBufferSize,
      copy: async (text) => void (await new Clipboard({ env, send: terminal.sendCopy }).copy(text)),
      app: {
        requestReports: (request) => {
          if (inspector === undefined) devtools?.logged(logger.entries);
          void inspect((found) => found.requestReports(request));
        },
        act: (action) => void inspect((found) => found.act(action)),
        leave: () => {
          inspector?.stop();
          inspector = undefined;
        },
      },
      onError: (error) =>
        app?.notify(`The developer tools failed: ${String(error)}`, { kind: 'error' }),
    });
  const assistant: Tools | undefined =
    divider && config.assistantEnabled
      ? (await import('./local-assistant.js')).localAssistant(inputs, {
          divider,
          app: () => app,
          copy: async (text) =>
            void (await new Clipboard({ env, send: terminal.sendCopy }).copy(text)),
          makeRoom: () => devtools?.close(),
        })
      : undefined;
  display.tools = assistant && devtools ? joinTools([devtools, assistant]) : devtools;
  return { display, onApp: (made) => (app = made), onFrame: () => inspector?.update() };
}
