/** The developer tools and the assistant of an app without code, which runs in this process. */
import type { Keyboard } from '../../runtime/terminal/tty.js';
import { pixelMode } from '../../runtime/terminal/capabilities.js';
import { DividedDisplay } from '../../runtime/terminal/divided/divided-display.js';
import { plausibleSize } from '../../runtime/terminal/output.js';
import { TerminalDisplay } from '../../runtime/terminal/terminal-display.js';
import type { Inspector } from '../../runtime/devtools/inspector.js';
import type { Logger } from '../../runtime/script/logger.js';
import type { Config } from '../../config/index.js';
import type { Console } from '../command-line/console.js';
import type { AssistantService } from '../assistant/ports.js';
import type { App } from '../library.js';
import { NO_PERMISSIONS } from '../sandbox/policy/no-permissions.js';
import { addAssistant, addDevtools, type ToolPlace } from './app-tools.js';

/** Milliseconds between an action and what the app shows after it. */
const SETTLED = 100;

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
export function localTools(inputs: LocalInputs): LocalTools {
  const { console, config, keyboard, file, logger, service } = inputs;
  const { env, stdout } = console;
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
  const { divider } = display;
  let app: App | undefined;
  if (divider === undefined) return { display, onApp: () => undefined, onFrame: () => undefined };
  let inspector: Inspector | undefined;
  const inspect = async (use: (found: Inspector) => void): Promise<void> => {
    const { Inspector: Opening } = await import('../../runtime/devtools/inspector.js');
    if (app === undefined || !devtools.isOpen) return;
    inspector ??= new Opening(app, (report) => {
      devtools.report(report);
      return Promise.resolve();
    });
    use(inspector);
  };
  const place: ToolPlace = {
    console,
    config,
    divider,
    tools: display.tools,
    copyOptions: () => ({ send: terminal.sendCopy }),
    onError: (name, error) =>
      app?.notify(`The ${name} failed: ${String(error)}`, { kind: 'error' }),
  };
  const devtools = addDevtools(place, {
    file,
    // The app has the same settings.
    onOverrides: () => undefined,
    onSaved: () => undefined,
    requests: () => [],
    permissions: () => [],
    app: {
      requestReports: (request) => {
        if (inspector === undefined) devtools.logged(logger.entries);
        void inspect((found) => found.requestReports(request));
      },
      act: (action) => void inspect((found) => found.act(action)),
      leave: () => {
        inspector?.stop();
        inspector = undefined;
      },
    },
  });
  if (config.assistantEnabled) addLocalAssistant(place, service, () => app);
  return { display, onApp: (made) => (app = made), onFrame: () => inspector?.update() };
}

function addLocalAssistant(
  place: ToolPlace,
  service: LocalInputs['service'],
  app: () => App | undefined,
): void {
  const running = (): App => {
    const found = app();
    if (found === undefined) throw new Error('the app does not answer');
    return found;
  };
  addAssistant(place, {
    service,
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
    voice: {
      permissions: NO_PERMISSIONS,
      // The assistant's own line states that it records: no code of an app runs beside it.
      terminal: { showRecording: () => true, isSeen: true },
      onWarning: (message) => void app()?.notify(message, { kind: 'warning' }),
    },
  });
}
