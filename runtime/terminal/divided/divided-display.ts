/** The terminal of an app in this process, which developer tools may have a part of. */
import type { UserInput } from '../../base/input-events.js';
import type { Display, DisplayEvents, DisplaySize } from '../display.js';
import { Divider } from './divider.js';

/** What looks at input before the app gets it. */
export interface Tools {
  /** True for a key that is the tools' wherever the keyboard is. */
  shortcut(input: UserInput): boolean;
  /** The terminal is taken over: frames show from now on. */
  onShow(): void;
  close(): void;
}

/** The tools of one terminal: the first that has a key for its own gets it. */
export class ToolGroup implements Tools {
  readonly #all: Tools[] = [];

  /** @param make receives a function that makes room: it closes the others */
  add<T extends Tools>(make: (makeRoom: () => void) => T): T {
    const added = make(() => {
      for (const tools of this.#all) if (tools !== added) tools.close();
    });
    this.#all.push(added);
    return added;
  }

  shortcut(input: UserInput): boolean {
    return this.#all.some((tools) => tools.shortcut(input));
  }

  onShow(): void {
    for (const tools of this.#all) tools.onShow();
  }

  close(): void {
    for (const tools of this.#all) tools.close();
  }
}

export class DividedDisplay implements Display {
  readonly client;
  readonly divider: Divider | undefined;
  readonly tools = new ToolGroup();
  #events: DisplayEvents | undefined;

  readonly #display: Display;

  /** @param size of the terminal, in cells, as far as it is known */
  constructor(display: Display, size: DisplaySize) {
    this.#display = display;

    const { client } = display;
    if (client !== null) {
      this.divider = new Divider(size, {
        screen: client,
        capabilities: () => display.capabilities,
        sendCopy: () => display.sendCopy,
        onMainSize: (main) => this.#events?.onResize(main),
        onMainNeeded: () => this.#events?.onFrameNeeded(),
      });
    }
    this.client = this.divider?.screen.main ?? null;
  }

  get capabilities(): Display['capabilities'] {
    return this.#display.capabilities;
  }

  get images(): Display['images'] {
    return this.#display.images;
  }

  get sendCopy(): Display['sendCopy'] {
    return this.#display.sendCopy;
  }

  get lend(): Display['lend'] {
    return this.#display.lend;
  }

  connect(events: DisplayEvents): void {
    this.#events = events;
    const { divider } = this;
    this.#display.connect({
      ...events,
      onInput: (input) => {
        if (this.tools.shortcut(input)) return;
        const own = divider === undefined ? input : divider.route(input);
        if (own !== undefined) events.onInput(own);
      },
      onResize: (size) => {
        if (divider === undefined) events.onResize(size);
        else divider.resize(size);
      },
      onFrameNeeded: () => {
        if (divider === undefined) events.onFrameNeeded();
        else divider.present();
      },
      onCapabilities: (capabilities) => {
        divider?.learned(capabilities);
        events.onCapabilities(capabilities);
      },
    });
  }

  open(inline?: boolean): DisplaySize | undefined {
    const size = this.#display.open(inline);
    if (size === undefined || this.divider === undefined) return size;
    this.divider.resize(size);
    return this.divider.mainSize;
  }

  query(): void {
    this.#display.query();
    // After the first frame.
    this.tools.onShow();
  }

  feed(bytes: Uint8Array): void {
    this.#display.feed(bytes);
  }

  setTitle(title: string): void {
    this.#display.setTitle(title);
  }

  suspend(): void {
    this.#display.suspend();
  }

  reconfigure(...[settings]: Parameters<Display['reconfigure']>): void {
    this.#display.reconfigure(settings);
  }

  setClearing(clears: boolean): void {
    this.#display.setClearing?.(clears);
  }

  async close(): Promise<void> {
    this.tools.close();
    await this.#display.close();
  }
}
