/** Text that streams and a followed file write to a log: a write waits for the next frame while much has come. */
import { beforeFrame, isConnected, setTimer, type TuiElement } from '../support/author.js';

/** UTF-16 units from which on a write waits for the next frame. */
const MAX_INCOMING = 64 * 1024;
/** Milliseconds after which a write goes on where no frame comes. */
const LATEST_FRAME = 100;

export class IncomingText {
  /** UTF-16 units since the last frame. */
  #units = 0;
  readonly #writers: (() => void)[] = [];

  readonly #element: TuiElement;
  readonly #onText: (text: string) => void;

  constructor(element: TuiElement, onText: (text: string) => void) {
    this.#element = element;
    this.#onText = onText;
  }

  write(text: string): void {
    this.#units += text.length;
    this.#onText(text);
  }

  stream(): WritableStream<string | Uint8Array> {
    const decoder = new TextDecoder();
    return new WritableStream<string | Uint8Array>({
      write: async (chunk) => {
        this.write(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
        if (this.#units >= MAX_INCOMING) await this.#nextFrame();
      },
      close: () => this.write(decoder.decode()),
    });
  }

  /** All that waits goes on: no frame comes. */
  release(): void {
    for (const resolve of this.#writers.splice(0)) resolve();
  }

  async #nextFrame(): Promise<void> {
    const element = this.#element;
    await new Promise<void>((resolve) => {
      this.#writers.push(resolve);
      if (this.#writers.length > 1) return;
      const go = (): void => {
        this.#units = 0;
        this.release();
      };
      if (isConnected(element)) beforeFrame(element, go);
      // Where no frame comes, as in an app that is painted once.
      setTimer(element, go, isConnected(element) ? LATEST_FRAME : 0);
    });
  }
}
