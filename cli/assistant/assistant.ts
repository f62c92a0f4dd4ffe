/** Opens and closes the assistant of a running app. Until it is opened, nothing of it is loaded. */
import { join } from 'node:path';
import type { UserInput } from '../../runtime/base/input-events.js';
import type { Tools } from '../../runtime/terminal/divided/divided-display.js';
import type { Division } from '../../runtime/terminal/divided/divided-screen.js';
import type { Divider } from '../../runtime/terminal/divided/divider.js';
import type { Config } from '../../config/index.js';
import type { Pane } from './pane.js';
import type { AssistantService, PanePorts, ConversationEntry, Voice } from './ports.js';

/** What is the same for every opening. */
export interface AssistantPorts extends Pick<PanePorts, 'app' | 'env' | 'copy'> {
  readonly divider: Divider;
  readonly config: Config;
  /** Of the user's state: where the assistant was is kept there. */
  readonly stateFolder: string;
  /** The user's AI service, as it is set up by now. */
  service(): Promise<AssistantService>;
  voice(service: AssistantService): Promise<Voice>;
  /** Closes what else is beside the app. */
  makeRoom(): void;
  onError(error: unknown): void;
}

const FILE = 'assistant.json';

export class Assistant implements Tools {
  #pane: Pane | undefined;
  #isOpening = false;
  /** Until the app ends; nothing of it is written anywhere. */
  readonly #conversation: ConversationEntry[] = [];

  readonly #ports: AssistantPorts;

  constructor(ports: AssistantPorts) {
    this.#ports = ports;
  }

  /** True for a key that is the assistant's wherever the keyboard is. */
  shortcut(input: UserInput): boolean {
    if (input.type !== 'key' || input.key !== 'F8') return false;
    const { shiftKey, ctrlKey, altKey, metaKey, kind } = input;
    if (ctrlKey || altKey || metaKey) return false;
    if (kind !== 'press') return true;
    if (shiftKey && this.#pane !== undefined) this.#pane.switchKeyboard();
    else if (this.#pane !== undefined) this.#pane.close();
    else void this.#open();
    return true;
  }

  onShow(): void {
    // It opens at F8.
  }

  close(): void {
    this.#pane?.close();
  }

  async #open(): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    const { divider, config, stateFolder, makeRoom, onError, ...ports } = this.#ports;
    try {
      const [{ Pane: Opening }, places, { dockTheme }, service] = await Promise.all([
        import('./pane.js'),
        import('../devtools/division.js'),
        import('../devtools/theme.js'),
        ports.service(),
      ]);
      const voice = await ports.voice(service);
      makeRoom();
      const { readDivision, usualDivision, writeDivision } = places;
      const file = join(stateFolder, FILE);
      const side = divider.open(readDivision(file) ?? usualDivision(divider.size));
      let moved: Division | undefined;
      const pane = new Opening({
        ...ports,
        side,
        service,
        voice,
        conversation: this.#conversation,
        theme: dockTheme(config),
        usual: (place) => usualDivision(divider.size, place),
        remember: (division) => (moved = division),
        onClose: () => {
          if (moved !== undefined) writeDivision(file, moved);
          this.#pane = undefined;
        },
      });
      this.#pane = pane;
      side.hasKeyboard = true;
      pane.run().catch(onError);
    } catch (error) {
      onError(error);
    } finally {
      this.#isOpening = false;
    }
  }
}
