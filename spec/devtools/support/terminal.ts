/** A terminal that keeps the picture it is shown, and an app in it beside the developer tools. */
import { readFileSync } from 'node:fs';
import { registry } from '../../../elements/index.js';
import { createApp, type App } from '../../../runtime/app/app.js';
import type { AppOptions } from '../../../runtime/app/app-options.js';
import type { UserInput } from '../../../runtime/base/input-events.js';
import { CellBuffer } from '../../../runtime/paint/cells.js';
import type { Rect } from '../../../runtime/base/geometry.js';
import { Screen } from '../../../runtime/screen/screen.js';
import { detectCapabilities } from '../../../runtime/terminal/capabilities.js';
import type { Client } from '../../../runtime/terminal/client.js';
import type { Display, DisplayEvents, DisplaySize } from '../../../runtime/terminal/display.js';
import { DividedDisplay } from '../../../runtime/terminal/divided/divided-display.js';

const FACTS = detectCapabilities(
  { TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'C.UTF-8' },
  true,
);
const CAPABILITIES = { ...FACTS, depth: 'truecolor', glyphs: 'unicode' } as const;

export class PictureTerminal implements Display {
  picture: CellBuffer | undefined;
  cursor: { x: number; y: number } | null = null;
  frames = 0;
  readonly capabilities = CAPABILITIES;
  readonly sendCopy = undefined;
  readonly client: Client;
  #events: DisplayEvents | undefined;

  #size: DisplaySize;

  constructor(size: DisplaySize) {
    this.#size = size;

    this.client = {
      front: undefined,
      cellsChanged: 0,
      behind: false,
      hasPrinted: false,
      print: () => undefined,
      present: (back, _, cursor) => {
        this.picture = back;
        this.cursor = cursor;
        this.frames++;
        return 1;
      },
      resize: () => undefined,
      invalidate: () => undefined,
      configure: () => undefined,
    };
  }

  connect(events: DisplayEvents): void {
    this.#events = events;
  }
  open(): DisplaySize {
    return this.#size;
  }
  input(input: UserInput): void {
    this.#events?.onInput(input);
  }
  resize(size: DisplaySize): void {
    this.#size = size;
    this.#events?.onResize(size);
  }
  query(): void {
    // Everything is known.
  }
  feed(): void {
    throw new Error('input comes decoded');
  }
  setTitle(): void {
    // No window.
  }
  suspend(): void {
    // No shell.
  }
  reconfigure(): void {
    // No modes.
  }
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** What a part of the picture shows. */
  screen(rect: Rect, theme: string): Screen {
    return Screen.of(this.part(rect), theme);
  }

  /** The cells of a part of the picture. */
  part(rect: Rect): CellBuffer {
    const { picture } = this;
    if (picture === undefined) throw new Error('nothing was shown');
    const part = new CellBuffer(rect.width, rect.height, picture.table);
    for (let row = 0; row < rect.height; row++) {
      const from = (rect.y + row) * picture.width + rect.x;
      part.glyphs.set(picture.glyphs.subarray(from, from + rect.width), row * rect.width);
      part.styles.set(picture.styles.subarray(from, from + rect.width), row * rect.width);
    }
    return part;
  }
}

/** Until nothing is shown any more: what it shows may come of messages and timers. */
export async function settled({ terminal, app }: Pictured): Promise<void> {
  let before = -1;
  for (let same = 0; same < 5;) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    app.frame();
    same = terminal.frames === before ? same + 1 : 0;
    before = terminal.frames;
  }
}

export interface Pictured {
  readonly terminal: PictureTerminal;
  readonly display: DividedDisplay;
  readonly app: App;
}

/** An app on such a terminal. */
export function pictured(
  file: string,
  size: DisplaySize,
  options: Partial<AppOptions> = {},
): Pictured {
  const terminal = new PictureTerminal(size);
  const display = new DividedDisplay(terminal, size);
  const app = createApp(readFileSync(file, 'utf8'), {
    registry,
    file,
    display,
    ...size,
    theme: 'fullcolor-dark',
    env: {},
    ...options,
  });
  return { terminal, display, app };
}
