/** The file in `src`, followed: its bytes as text, and the diagnostic where it cannot be read. */
import type { Diagnostic } from '../../runtime/base/diagnostics.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import { describeElement, sourceOf } from '../../runtime/element/tui-element.js';
import {
  addState,
  fire,
  isConnected,
  removeState,
  reportUnread,
  resourcesOf,
  withdrawUnread,
  type TuiElement,
} from '../support/author.js';

/** Why a file is not shown, in words, and what to do about it. */
class SourceError extends Error {
  constructor(
    message: string,
    readonly suggestion: string,
  ) {
    super(message);
  }
}

/**
 * Resolves once all that was in the file has been passed on; then what is added to it follows.
 *
 * @param follow yields the bytes, and an empty piece where there are no more for now
 * @param onPiece called with each piece as text, and with undefined once all has come
 */
async function followSource(
  src: string,
  follow: (path: string) => AsyncIterable<Uint8Array>,
  onPiece: (piece: Uint8Array | undefined, text: string) => void,
): Promise<void> {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(src)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'file') {
    throw new SourceError(
      `expected a file, found ${scheme}:`,
      'fetch it in a script, and pipe its body to stream()',
    );
  }
  const decoder = new TextDecoder();
  const pieces = follow(src)[Symbol.asyncIterator]();
  /** Until there is nothing more for now, or to the end. */
  const pump = async (untilWhole: boolean): Promise<void> => {
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      const { value } = next;
      if (value.length > 0) onPiece(value, decoder.decode(value, { stream: true }));
      else {
        onPiece(undefined, '');
        if (untilWhole) return;
      }
    }
  };
  await pump(true);
  // What ends it later, such as an app that ends, is not an error of the file.
  pump(false).catch(() => undefined);
}

function unreadSource(element: TuiElement, src: string, error: unknown): Diagnostic {
  const reason = error instanceof Error ? error.message : String(error);
  const source = sourceOf(element);
  return {
    severity: 'error',
    code: 'log-unread',
    message: `${describeElement(element)}: "${sanitize(src.slice(0, 200))}" cannot be followed: ${sanitize(reason)}`,
    suggestion: error instanceof SourceError ? error.suggestion : undefined,
    source: source?.source,
    span: source?.valueSpan('src') ?? source?.name,
  };
}

export interface FollowedFilePorts {
  /** Another file, or none, is named: what shows is from somewhere else. */
  onOpen(): void;
  onText(text: string): void;
}

/** The file that `src` of a log names, while the log is in the document. */
export class FollowedFile {
  /** What `src` was when it was opened last; undefined once it was closed, with its lines still here. */
  #src: string | undefined = '';
  #abort: AbortController | undefined;

  readonly #element: TuiElement;
  readonly #ports: FollowedFilePorts;

  constructor(element: TuiElement, ports: FollowedFilePorts) {
    this.#element = element;
    this.#ports = ports;
  }

  open(src = ''): void {
    const element = this.#element;
    const resources = resourcesOf(element);
    if (src === this.#src || resources === undefined || !isConnected(element)) return;
    this.close();
    this.#src = src;
    removeState(element, 'broken');
    withdrawUnread(element);
    this.#ports.onOpen();
    if (src === '') return;
    addState(element, 'loading');
    const { signal } = (this.#abort = new AbortController());
    const onPiece = (piece: Uint8Array | undefined, text: string): void => {
      if (piece === undefined) {
        removeState(element, 'loading');
        fire(element, 'load', {}, { bubbles: false, cancelable: false });
      } else this.#ports.onText(text);
    };
    resources.waitFor(
      followSource(src, (path) => resources.follow(path, signal), onPiece).catch(
        (error: unknown) => {
          if (signal.aborted) return;
          removeState(element, 'loading');
          addState(element, 'broken');
          reportUnread(element, unreadSource(element, src, error));
        },
      ),
    );
  }

  close(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    if (this.#src !== '') this.#src = undefined;
    removeState(this.#element, 'loading');
  }
}
