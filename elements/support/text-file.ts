/** Loads the file in `src` as text, and reports where that is not possible. */
import { sanitize } from '../../runtime/base/text/sanitize.js';
import {
  removeState,
  addState,
  describeElement,
  sourceOf,
  type TuiElement,
} from '../../runtime/element/tui-element.js';
import { isConnected } from '../../runtime/element/tree.js';
import { fire, reportUnread, resourcesOf, withdrawUnread } from '../../runtime/element/services.js';

/** Why a file is not shown, in words, and what to do about it. */
export class TextError extends Error {
  constructor(
    message: string,
    readonly suggestion?: string,
  ) {
    super(message);
  }
}

/**
 * @param read the bytes of a file as the app may read it; throws where it may not
 * @throws TextError, or what `read` throws
 */
export async function readText(
  src: string,
  read: (path: string) => Promise<Uint8Array>,
): Promise<string> {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(src)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'file') {
    throw new TextError(
      `expected a file, found ${scheme}:`,
      scheme.startsWith('http') ? 'fetch it in a script, and set value' : undefined,
    );
  }
  const bytes = await read(src);
  if (bytes.includes(0)) throw new TextError('it is not text: it contains NUL bytes');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TextError('it is not UTF-8', 'save it as UTF-8');
  }
}

/** The file that the `src` of an element names, read once the element is in the document. */
export class SourceFile {
  /** What `src` was when it was read last, or tried. */
  #src = '';
  #text: string | undefined;

  /**
   * @param code of the diagnostic where the file cannot be shown
   * @param onText called when the text is another one
   */
  constructor(
    readonly element: TuiElement,
    readonly code: string,
    readonly onText: () => void,
  ) {}

  /** The text of the file; undefined without one, and until it has come. */
  get text(): string | undefined {
    return this.#text;
  }

  /** Reads it where it is another one; until it has come, what was there shows. */
  load(src: string): void {
    const { element } = this;
    const resources = resourcesOf(element);
    if (src === this.#src || resources === undefined || !isConnected(element)) return;
    this.#src = src;
    removeState(element, 'broken');
    removeState(element, 'loading');
    withdrawUnread(element);
    if (src === '') {
      this.#set(undefined);
      return;
    }
    addState(element, 'loading');
    resources.waitFor(
      readText(src, (path) => resources.read(path)).then(
        (text) => {
          if (this.#src !== src) return;
          removeState(element, 'loading');
          this.#set(text);
          fire(element, 'load', {}, { bubbles: false, cancelable: false });
        },
        (error: unknown) => {
          if (this.#src !== src) return;
          removeState(element, 'loading');
          this.#set(undefined);
          addState(element, 'broken');
          this.#report(src, error);
        },
      ),
    );
  }

  #set(text: string | undefined): void {
    if (text === this.#text) return;
    this.#text = text;
    this.onText();
  }

  #report(src: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const source = sourceOf(this.element);
    reportUnread(this.element, {
      severity: 'error',
      code: this.code,
      message: `${describeElement(this.element)}: "${sanitize(src.slice(0, 200))}" cannot be shown: ${sanitize(reason)}`,
      suggestion: error instanceof TextError ? error.suggestion : undefined,
      source: source?.source,
      span: source?.valueSpan('src') ?? source?.name,
    });
  }
}
