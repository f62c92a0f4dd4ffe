/** Opens and closes the dock of a running app. Until it is opened, nothing of the dock is loaded. */
import { join } from 'node:path';
import type { Report } from '../../runtime/devtools/report.js';
import type { UserInput } from '../../runtime/base/input-events.js';
import type { LogEntry } from '../../runtime/script/logger.js';
import type { Division } from '../../runtime/terminal/divided/divided-screen.js';
import type { Divider } from '../../runtime/terminal/divided/divider.js';
import type { Dock } from './dock.js';
import type { DockPorts, InspectedApp } from './ports.js';

/** What is the same for every opening. */
export interface DevtoolsPorts extends Omit<
  DockPorts,
  'side' | 'usual' | 'theme' | 'onClose' | 'remember'
> {
  readonly divider: Divider;
  /** F12 opens and closes the dock. */
  hasShortcut(): boolean;
  /** The dock opens at the start. */
  readonly isRequested: boolean;
  /** Of the user's state: where the dock was is kept there. */
  readonly stateFolder: string;
  /** What it finds comes to `report` and `logged`. */
  readonly app: InspectedApp;
  /** Closes what else is beside the app. */
  makeRoom?(): void;
  onError(error: unknown): void;
}

const FILE = 'devtools.json';
/** Milliseconds between the user's last change of the dock's place and its being kept. */
const SETTLED = 500;

export class Devtools {
  #dock: Dock | undefined;
  #isOpening = false;
  #timer: NodeJS.Timeout | undefined;
  #moved: Division | undefined;

  readonly #ports: DevtoolsPorts;

  constructor(ports: DevtoolsPorts) {
    this.#ports = ports;
  }

  get isOpen(): boolean {
    return this.#dock !== undefined;
  }

  /** True for a key that is the tools' wherever the keyboard is. */
  shortcut(input: UserInput): boolean {
    if (this.#dock?.shortcut(input) === true) return true;
    if (input.type !== 'key' || input.key !== 'F12' || !this.#ports.hasShortcut()) return false;
    const { shiftKey, ctrlKey, altKey, metaKey, kind } = input;
    if (ctrlKey || altKey || metaKey) return false;
    if (kind !== 'press') return true;
    if (shiftKey && this.#dock !== undefined) this.#dock.switchKeyboard();
    else if (this.#dock !== undefined) this.#dock.close();
    else void this.open(true);
    return true;
  }

  /** The terminal shows frames from now on. */
  onShow(): void {
    if (this.#ports.isRequested) void this.open(false);
  }

  /** @param shouldFocus keys go to the dock at once */
  async open(shouldFocus: boolean): Promise<void> {
    if (this.#dock !== undefined || this.#isOpening) return;
    this.#isOpening = true;
    const { divider, stateFolder, ...ports } = this.#ports;
    try {
      const [{ Dock: Opening }, { readDivision, usualDivision, writeDivision }, { dockTheme }] =
        await Promise.all([import('./dock.js'), import('./division.js'), import('./theme.js')]);
      this.#ports.makeRoom?.();
      const file = join(stateFolder, FILE);
      const side = divider.open(readDivision(file) ?? usualDivision(divider.size));
      const save = (): void => {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        if (this.#moved !== undefined) writeDivision(file, this.#moved);
        this.#moved = undefined;
      };
      const dock = new Opening({
        ...ports,
        side,
        theme: dockTheme(ports.settings.config),
        usual: (place) => usualDivision(divider.size, place),
        remember: (division) => {
          this.#moved = division;
          this.#timer ??= setTimeout(save, SETTLED);
          this.#timer.unref();
        },
        onClose: () => {
          save();
          this.#dock = undefined;
        },
      });
      this.#dock = dock;
      side.hasKeyboard = shouldFocus;
      dock.run().catch((error: unknown) => ports.onError(error));
    } catch (error) {
      this.#ports.onError(error);
    } finally {
      this.#isOpening = false;
    }
  }

  close(): void {
    this.#dock?.close();
  }

  report(report: Report): void {
    this.#dock?.report(report);
  }

  requested(): void {
    this.#dock?.requested();
  }

  logged(entries: readonly LogEntry[]): void {
    this.#dock?.logged(entries);
  }
}
